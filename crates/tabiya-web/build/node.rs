// SPDX-License-Identifier: AGPL-3.0-or-later
//! Runs Node: checks its version, runs `npm ci` and Vite.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const WANTED: &str = "Building the page needs Node 20.19 or newer (22.12 or newer of the 22 line)";
const WAYS_OUT: &str = "install it, or set TABIYA_SKIP_WEB=1 to build the server without its page";

/// The name of the npm program on this system.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// `v20.19.0` → (20, 19).
fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.trim().strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// The versions that Vite and the Svelte plugin support.
fn is_supported((major, minor): (u32, u32)) -> bool {
    match major {
        20 => minor >= 19,
        22 => minor >= 12,
        _ => major > 22,
    }
}

/// Reports in one sentence what is wrong with Node on this machine, if anything is.
pub(crate) fn check_version() -> Result<(), String> {
    let output = Command::new("node")
        .arg("--version")
        .output()
        .map_err(|_| format!("{WANTED}, but no `node` was found: {WAYS_OUT}."))?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    match parse_version(&text) {
        Some(version) if is_supported(version) => Ok(()),
        Some(_) => Err(format!("{WANTED}, but `node` is {text}: {WAYS_OUT}.")),
        None => Err(format!("{WANTED}, but `node --version` says \"{text}\": {WAYS_OUT}.")),
    }
}

/// Runs `npm ci` unless the packages of this lock file are already installed.
///
/// `lock_on` is an existing file. Its advisory lock keeps two builds (for example debug and release) from
/// installing at the same time.
pub(crate) fn install(web: &Path, lock_on: &Path) -> Result<(), String> {
    let guard = fs::File::open(lock_on).map_err(|e| format!("cannot open {}: {e}", lock_on.display()))?;
    // Some network file systems have no locks. There the user must avoid two builds at the same time.
    let _locked = guard.lock();

    let wanted = fs::read(web.join("package-lock.json"))
        .map_err(|e| format!("cannot read {}: {e}", web.join("package-lock.json").display()))?;
    let stamp = web.join("node_modules/.tabiya-lock");
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    let output = Command::new(NPM)
        .args(["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])
        .current_dir(web)
        .output()
        .map_err(|_| format!("{WANTED} with npm, but no `{NPM}` was found: {WAYS_OUT}."))?;
    succeeded("`npm ci` in web/ failed", &output)?;
    fs::write(&stamp, wanted).map_err(|e| format!("cannot write {}: {e}", stamp.display()))
}

/// Runs Vite, which writes the bundle and its compressed versions to `dist`.
pub(crate) fn build(web: &Path, dist: &Path) -> Result<(), String> {
    let output = Command::new("node")
        .args(["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", "--outDir"])
        .arg(dist)
        .current_dir(web)
        .env_remove("NODE_ENV")
        .output()
        .map_err(|e| format!("cannot start node: {e}"))?;
    succeeded("the page in web/ does not build", &output)
}

/// The first lines of a failed command's output, joined into one line, because cargo prints only one.
fn succeeded(what: &str, output: &Output) -> Result<(), String> {
    if output.status.success() {
        return Ok(());
    }
    let said = [&output.stderr[..], &output.stdout[..]].concat();
    let said = String::from_utf8_lossy(&said);
    let lines: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).take(12).collect();
    Err(format!("{what}: {}", lines.join(" | ")))
}
