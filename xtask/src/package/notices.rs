// SPDX-License-Identifier: MIT OR Apache-2.0
//! All notices of what is in the program, as the running server shows them under `/licenses`.

use std::fmt::Write;
use std::fs;

use super::parts::read;
use crate::licences::bundled_packages;
use crate::workspace;

pub(super) fn text() -> Result<String, String> {
    let mut text = [read("crates/tabiya/src/about.txt")?, read("crates/tabiya/src/notices.txt")?].concat();
    for (name, version, licence) in bundled_packages()? {
        let head = format!("{name} {version} ({licence})");
        let terms = licence_text(&name).unwrap_or_else(|| format!("Licence: {licence}"));
        write!(text, "\n{head}\n{}\n{}\n", "-".repeat(head.len()), terms.trim())
            .expect("a string takes any text");
    }
    Ok(text)
}

/// The licence file of one of the page's packages.
fn licence_text(name: &str) -> Option<String> {
    let folder = workspace::web().join("node_modules").join(name);
    let files = fs::read_dir(folder).ok()?.flatten();
    let mut named: Vec<_> = files
        .map(|file| file.path())
        .filter(|path| {
            path.file_name().is_some_and(|name| {
                let name = name.to_string_lossy().to_uppercase();
                name.starts_with("LICEN") || name.starts_with("COPYING")
            })
        })
        .collect();
    named.sort();
    named.iter().find_map(|path| fs::read_to_string(path).ok())
}
