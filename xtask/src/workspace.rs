// SPDX-License-Identifier: MIT OR Apache-2.0
//! The folders and files of the repository. Every path starts from this crate's manifest, so the commands
//! work from any folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::process;

/// The repository's root: the folder above `xtask/`.
pub(crate) fn root() -> PathBuf {
    let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().expect("xtask lies inside the repository").to_path_buf()
}

/// The folder of the page.
pub(crate) fn web() -> PathBuf {
    root().join("web")
}

/// Cargo's target folder: `CARGO_TARGET_DIR`, else `target/` in the root.
pub(crate) fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// The server binary that the tests built.
pub(crate) fn binary() -> PathBuf {
    target().join("debug").join(format!("tabiya{}", std::env::consts::EXE_SUFFIX))
}

/// The shared test suites: `TABIYA_DATA` if it is set, else `../shared/data` if that exists.
pub(crate) fn shared_data() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("TABIYA_DATA") {
        // Tests run in the folder of their package, so the path must be absolute.
        return std::path::absolute(folder).ok();
    }
    let beside = root().parent()?.join("shared").join("data");
    beside.is_dir().then_some(beside)
}

/// The commit that is built, with a mark if files differ from it.
pub(crate) fn commit() -> Result<String, String> {
    let mut git = process::command("git", &root());
    Ok(process::capture(git.args(["describe", "--always", "--dirty"]))?.trim().to_owned())
}

/// Folders with files that are not ours, at any depth.
const FOREIGN: [&str; 6] = ["target", "node_modules", "dist", "test-results", "playwright-report", "corpus"];

/// Every file of the project below the root, sorted. Hidden folders, build outputs and installed packages are
/// left out.
pub(crate) fn files() -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    walk(&root(), &mut found)?;
    found.sort();
    Ok(found)
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries =
        fs::read_dir(folder).map_err(|error| format!("cannot list {}: {error}", folder.display()))?;
    for entry in entries {
        let entry = entry.map_err(|error| format!("cannot list {}: {error}", folder.display()))?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let kind = entry.file_type().map_err(|error| format!("cannot look at {name}: {error}"))?;
        if kind.is_dir() {
            if !name.starts_with('.') && !FOREIGN.contains(&name.as_ref()) {
                walk(&entry.path(), found)?;
            }
        } else if kind.is_file() {
            found.push(entry.path());
        }
    }
    Ok(())
}
