// SPDX-License-Identifier: MIT OR Apache-2.0
//! Crates whose comments have no examples say `doctest = false`, because looking for them takes rustdoc a second or two a crate.
//! These tests find the first example that would not be run, and the manifest that says so without need.

use std::fs;
use std::path::Path;

use crate::workspace;

/// What a manifest says where no comment of the crate has an example.
const NONE: &str = "doctest = false";

/// Whether a source has a block in its documentation that rustdoc would run: one that says nothing of itself, or that it is Rust.
fn has_example(source: &str) -> bool {
    let comments = source.lines().map(str::trim_start).filter_map(|line| {
        let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))?;
        Some(text.trim_start())
    });
    let mut inside = false;
    for fence in comments.filter_map(|text| text.strip_prefix("```")) {
        if !inside && !matches!(fence.trim(), "text" | "sh" | "json" | "toml" | "sql" | "ignore") {
            return true;
        }
        inside = !inside;
    }
    false
}

/// Whether any of a crate's sources has an example.
fn crate_has_example(sources: &Path) -> bool {
    let files = workspace::files().expect("the project can be read");
    let mut own = files
        .iter()
        .filter(|file| file.starts_with(sources) && file.extension().is_some_and(|end| end == "rs"));
    own.any(|file| has_example(&fs::read_to_string(file).expect("a source can be read")))
}

#[test]
fn what_rustdoc_would_run_is_an_example() {
    let cases = [
        ("/// ```\n/// assert!(true);\n/// ```\nfn f() {}", true),
        ("//! ```text\n//! a -> b\n//! ```\n", false),
        ("    /// ```should_panic\n    /// panic!();\n    /// ```", true),
        ("/// ```text\n/// a\n/// ```\n/// ```\n/// let b = 1;\n/// ```", true),
        ("// ```\n// no documentation\n// ```", false),
        ("", false),
    ];
    for (source, expected) in cases {
        assert_eq!(has_example(source), expected, "{source}");
    }
}

#[test]
fn examples_are_looked_for_in_the_crates_that_have_some_and_in_no_others() {
    let mut wrong = Vec::new();
    for entry in fs::read_dir(workspace::root().join("crates")).expect("the crates can be listed") {
        let folder = entry.expect("a crate").path();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a crate has a manifest");
        if !folder.join("src/lib.rs").is_file() {
            continue;
        }
        let (left_out, has_some) = (manifest.contains(NONE), crate_has_example(&folder.join("src")));
        if left_out == has_some {
            let found = if has_some { "has examples" } else { "has no example" };
            wrong.push(format!("{}: {found}, says \"{NONE}\": {left_out}", folder.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
