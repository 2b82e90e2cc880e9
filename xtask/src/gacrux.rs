// SPDX-License-Identifier: MIT OR Apache-2.0
//! Gacrux, FIDE's own pairing checker, for the tests of Swiss pairings: a Python package in an environment of its own
//! under the target folder.

use std::path::PathBuf;

use crate::{process, workspace};

/// The package as the tests know it.
const PACKAGE: &str = "gacrux==1.11.65";

/// A Python that has the package: the one that `TABIYA_GACRUX` names, else ours, which is installed where it is missing.
///
/// # Errors
/// One line that says what is missing.
pub(crate) fn find_or_install() -> Result<PathBuf, String> {
    if let Some(python) = std::env::var_os("TABIYA_GACRUX").filter(|python| !python.is_empty()) {
        return Ok(python.into());
    }
    let folder = workspace::target().join("gacrux");
    let (python, done) = (folder.join("bin/python"), folder.join("installed"));
    if std::fs::read_to_string(&done).is_ok_and(|package| package == PACKAGE) {
        return Ok(python);
    }
    let system = process::on_path("python3").ok_or("there is no python3")?;
    println!("installing {PACKAGE} into {}", folder.display());
    let root = workspace::root();
    let mut environment = process::command(system, &root);
    process::capture(environment.args(["-m", "venv"]).arg(&folder))?;
    let mut install = process::command(&python, &root);
    process::capture(install.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        PACKAGE,
    ]))?;
    std::fs::write(&done, PACKAGE).map_err(|error| format!("can't write {}: {error}", done.display()))?;
    Ok(python)
}
