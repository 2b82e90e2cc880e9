// SPDX-License-Identifier: MIT OR Apache-2.0
//! The licence texts of the Rust crates inside the binary: `crates/tabiya/src/notices.txt`, which the server
//! shows under `/licenses`. `cargo xtask codegen` writes the file, and the licence step checks that it is up
//! to date.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::cargo_metadata::{self, Package};
use crate::workspace;

/// The package of the binary. The notices are those of the packages linked into it.
const BINARY: &str = "tabiya";
/// The first letters of the names of licence files, in upper case.
const LICENCE_FILES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// Writes the file.
pub(crate) fn write() -> Result<(), String> {
    fs::write(path(), text(&cargo_metadata::packages()?))
        .map_err(|error| format!("cannot write {}: {error}", path().display()))
}

/// A line if the committed file is out of date.
pub(crate) fn check(packages: &[Package]) -> Option<String> {
    let committed = fs::read_to_string(path()).unwrap_or_default();
    let stale = committed != text(packages);
    stale.then(|| format!("{} is stale; run `cargo xtask codegen`", path().display()))
}

fn path() -> PathBuf {
    workspace::root().join("crates/tabiya/src/notices.txt")
}

/// Each text once, under the names of all crates that have it.
fn text(packages: &[Package]) -> String {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in linked(packages) {
        let licence = package.licence.as_deref().unwrap_or("no licence named");
        let name = format!("{} {} ({licence})", package.name, package.version);
        for text in licence_texts(package) {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    let mut sections: Vec<String> = texts
        .into_iter()
        .map(|(text, names)| {
            let names = names.join("\n");
            let width = names.lines().map(str::len).max().unwrap_or_default();
            format!("\n{names}\n{}\n{text}\n", "-".repeat(width))
        })
        .collect();
    sections.sort();
    sections.concat()
}

/// The third-party packages that are linked into the binary on any platform.
pub(crate) fn linked(packages: &[Package]) -> Vec<&Package> {
    let mut names = BTreeSet::from([BINARY]);
    let mut open = vec![BINARY];
    while let Some(name) = open.pop() {
        for package in packages.iter().filter(|package| package.name == name) {
            for dependency in &package.normal_dependencies {
                if names.insert(dependency) {
                    open.push(dependency);
                }
            }
        }
    }
    packages.iter().filter(|package| !package.ours && names.contains(package.name.as_str())).collect()
}

/// The licence texts of a package; only the MIT text if that licence may be chosen.
fn licence_texts(package: &Package) -> Vec<String> {
    let mut files = licence_files(&package.folder);
    let may_choose_mit = package.licence.as_deref().is_some_and(|licence| licence.contains("MIT OR"))
        || package.licence.as_deref().is_some_and(|licence| licence.contains("OR MIT"));
    if may_choose_mit && files.iter().any(|file| named(file, "MIT")) {
        files.retain(|file| named(file, "MIT"));
    }
    let read = |file: &PathBuf| fs::read_to_string(file).ok();
    let texts: Vec<String> = files.iter().filter_map(read).map(|text| tidy(&text)).collect();
    if texts.is_empty() {
        return vec!["This crate names its licence but comes without its text.".into()];
    }
    texts
}

fn licence_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_file() && LICENCE_FILES.iter().any(|start| begins(path, start)))
        .collect();
    files.sort();
    files
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().to_uppercase()
}

fn begins(path: &Path, start: &str) -> bool {
    file_name(path).starts_with(start)
}

fn named(path: &Path, part: &str) -> bool {
    file_name(path).contains(part)
}

/// Copies of one text differ in line ends and trailing blanks, which are removed here.
fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, ours: bool, dependencies: &[&str]) -> Package {
        Package {
            name: name.into(),
            version: "1.0.0".into(),
            licence: Some("MIT".into()),
            folder: PathBuf::new(),
            ours,
            normal_dependencies: dependencies.iter().map(|name| (*name).into()).collect(),
        }
    }

    #[test]
    fn only_what_the_binary_is_linked_from_is_named() {
        let packages = [
            package("tabiya", true, &["tabiya-rules", "clap"]),
            package("tabiya-rules", true, &["arrayvec"]),
            package("clap", false, &["anstyle"]),
            package("anstyle", false, &[]),
            package("arrayvec", false, &[]),
            package("proptest", false, &[]),
        ];
        let names: Vec<&str> = linked(&packages).iter().map(|package| package.name.as_str()).collect();
        assert_eq!(names, ["clap", "anstyle", "arrayvec"]);
    }

    #[test]
    fn copies_of_one_text_are_one_text() {
        assert_eq!(tidy("\u{feff}\r\nMIT  \r\n\r\nAs is.\r\n\r\n"), tidy("MIT\n\nAs is."));
    }
}
