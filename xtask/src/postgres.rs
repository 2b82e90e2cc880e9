// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finding a PostgreSQL for the store's tests, which start servers of their own: the newest of the distribution's, or
//! the one on the path, else the distribution's package. Where there is none, those tests say so and pass.

use std::fs;
use std::path::PathBuf;

use crate::{apt, process};

/// Where the programs are, in words for the report; or, loudly, that there are none.
pub(crate) fn find_or_install() -> String {
    if let Some(found) = find() {
        return found.display().to_string();
    }
    println!("no PostgreSQL found: installing the distribution's with apt-get");
    let installed = apt::install(&["postgresql"]);
    match (find(), installed) {
        (Some(found), _) => found.display().to_string(),
        (None, why) => {
            let why = why.err().unwrap_or_else(|| "the package postgresql has no initdb".into());
            println!("WARNING: {why}: the tests with PostgreSQL will not run");
            format!("WITHOUT POSTGRESQL: {why}")
        }
    }
}

/// The folder of its programs. Installs them if they are missing.
///
/// # Errors
/// One line that says why they can't be had.
pub(crate) fn programs_or_install() -> Result<PathBuf, String> {
    let said = find_or_install();
    find().and_then(|initdb| Some(initdb.parent()?.to_path_buf())).ok_or(said)
}

/// The program that makes a cluster; tests look for it in the same places.
fn find() -> Option<PathBuf> {
    let mut found: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin/initdb")))
        })
        .filter(|(_, initdb)| initdb.is_file())
        .collect();
    found.sort();
    found.pop().map(|(_, initdb)| initdb).or_else(|| process::on_path("initdb"))
}
