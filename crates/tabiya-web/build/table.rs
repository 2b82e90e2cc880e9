// SPDX-License-Identifier: AGPL-3.0-or-later
//! Writes `table.rs`: the files of the bundle and the notices of its packages as Rust constants.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder to which Vite writes the licences; see `web/build/notices.ts`.
const NOTICES: &str = "notices";

/// Writes the table of all files below `dist` to `out/table.rs`.
pub(crate) fn write(dist: &Path, out: &Path) -> Result<(), String> {
    let dist = dist.canonicalize().map_err(|e| format!("cannot find {}: {e}", dist.display()))?;
    let mut paths = Vec::new();
    collect(&dist, &mut paths)?;
    paths.sort_by_key(|path| relative(path, &dist));

    let mut code = String::from("static FILES: &[WebFile] = &[\n");
    for path in &paths {
        let name = relative(path, &dist);
        if is_twin(path) || name.starts_with("notices/") {
            continue;
        }
        let bytes = fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        let _ = writeln!(
            code,
            "    WebFile {{ path: {name:?}, content_type: {:?}, hash: \"{:016x}\", immutable: {}, raw: {}, brotli: {}, gzip: {} }},",
            content_type(path),
            fnv1a(&bytes),
            name.starts_with("assets/"),
            include(path),
            twin(path, "br"),
            twin(path, "gz"),
        );
    }
    code.push_str("];\n\nstatic NOTICES: &[Notice] = &[\n");
    let index = fs::read_to_string(dist.join(NOTICES).join("index.tsv")).unwrap_or_default();
    for line in index.lines() {
        let [name, version, licence, file] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("cannot read the notice line \"{line}\": expected four columns"));
        };
        let text = dist.join(NOTICES).join(file);
        let _ = writeln!(
            code,
            "    Notice {{ name: {name:?}, version: {version:?}, licence: {licence:?}, text: include_str!({text:?}) }},"
        );
    }
    code.push_str("];\n");
    let table = out.join("table.rs");
    fs::write(&table, code).map_err(|e| format!("cannot write {}: {e}", table.display()))
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("cannot list {}: {e}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|e| format!("cannot list {}: {e}", folder.display()))?.path();
        if path.is_dir() { collect(&path, into)? } else { into.push(path) }
    }
    Ok(())
}

/// The path as it is in a URL: relative, with forward slashes.
fn relative(path: &Path, dist: &Path) -> String {
    let path = path.strip_prefix(dist).unwrap_or(path);
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

fn is_twin(path: &Path) -> bool {
    matches!(extension(path), "br" | "gz")
}

fn include(path: &Path) -> String {
    format!("include_bytes!({path:?})")
}

fn twin(path: &Path, extension: &str) -> String {
    let mut twin = path.as_os_str().to_owned();
    twin.push(".");
    twin.push(extension);
    let twin = PathBuf::from(twin);
    if twin.is_file() { format!("Some({})", include(&twin)) } else { "None".to_owned() }
}

fn content_type(path: &Path) -> &'static str {
    match extension(path) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" => "application/json",
        // A browser compiles a program while it comes only where the type says what it is.
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// FNV-1a, 64 bits. It only has to tell two versions of one file apart, which is all that an entity tag is
/// for.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
