// SPDX-License-Identifier: MIT OR Apache-2.0
//! Python packages that ours are compared with, each in an environment of its own under the target folder.

use std::path::PathBuf;

use crate::{process, workspace};

/// A package of the Python package index.
pub(crate) struct Package {
    /// The folder of its environment under the target folder.
    pub(crate) folder: &'static str,
    /// The name and version, as pip takes them.
    pub(crate) name: &'static str,
    /// The environment variable that names a Python which already has the package.
    pub(crate) variable: &'static str,
}

/// Gacrux, FIDE's own pairing checker, for the tests of Swiss pairings.
pub(crate) const GACRUX: Package =
    Package { folder: "gacrux", name: "gacrux==1.11.65", variable: "TABIYA_GACRUX" };

/// python-chess, which reads other people's PGN files beside us.
pub(crate) const CHESS: Package =
    Package { folder: "python-chess", name: "chess==1.11.2", variable: "TABIYA_PYTHON" };

/// A Python that has the package: the one that the variable names, else ours. Installs the package if it is missing.
///
/// # Errors
/// One line that says what is missing.
pub(crate) fn find_or_install(package: &Package) -> Result<PathBuf, String> {
    if let Some(python) = std::env::var_os(package.variable).filter(|python| !python.is_empty()) {
        return Ok(python.into());
    }
    install(package)
}

/// A Python of ours that has the package. Installs it if it is missing.
///
/// # Errors
/// One line that says what is missing.
pub(crate) fn install(package: &Package) -> Result<PathBuf, String> {
    let folder = workspace::target().join(package.folder);
    let (python, done) = (folder.join("bin/python"), folder.join("installed"));
    if std::fs::read_to_string(&done).is_ok_and(|installed| installed == package.name) {
        return Ok(python);
    }
    let system = process::on_path("python3").ok_or("there is no python3")?;
    println!("installing {} into {}", package.name, folder.display());
    let root = workspace::root();
    let mut environment = process::command(system, &root);
    process::capture(environment.args(["-m", "venv"]).arg(&folder))?;
    let mut install = process::command(&python, &root);
    let quietly = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    process::capture(install.args(quietly).arg(package.name))?;
    std::fs::write(&done, package.name)
        .map_err(|error| format!("can't write {}: {error}", done.display()))?;
    Ok(python)
}
