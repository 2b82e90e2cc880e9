// SPDX-License-Identifier: AGPL-3.0-or-later
//! Each kind of topic has a simulation with lost lines, slow readers and restarts. The head of a simulation says which kinds
//! it is of.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tabiya_protocol::Topic;

/// What the line in the head of a simulation begins with.
const WORDS: &str = "//! Simulated topics: ";

/// The files whose names say that they simulate something, and all of this folder.
fn simulations(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            simulations(&path, found);
        } else if path.to_string_lossy().contains("simulation") {
            found.push(path);
        }
    }
}

/// The kinds in a text: up to the first full stop.
fn kinds(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix(WORDS));
    let lists = lines.filter_map(|line| line.split('.').next());
    lists.flat_map(|list| list.split(", ")).map(str::to_owned).collect()
}

#[test]
fn each_kind_of_topic_is_simulated() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of all crates");
    let mut files = Vec::new();
    for entry in fs::read_dir(crates).expect("the crates") {
        let sources = entry.expect("an entry").path().join("src");
        if sources.is_dir() {
            simulations(&sources, &mut files);
        }
    }
    let simulated: BTreeSet<_> =
        files.iter().flat_map(|file| kinds(&fs::read_to_string(file).expect("a source"))).collect();
    let all: BTreeSet<_> = Topic::KINDS.iter().map(|kind| (*kind).to_owned()).collect();
    assert_eq!(simulated, all);
}
