// SPDX-License-Identifier: AGPL-3.0-or-later
//! The table that the build script writes, from a bundle made for these tests.

#[path = "../build/table.rs"]
mod table;

use std::fs;
use std::path::PathBuf;

/// The row that the table has for this file of a bundle, which lies there with its twins.
fn row_of(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("table").join(name);
    let dist = folder.join("dist");
    fs::create_dir_all(dist.join("assets")).expect("a folder");
    for twin in ["", ".br", ".gz"] {
        fs::write(dist.join(format!("assets/{name}{twin}")), name).expect("a file");
    }
    table::write(&dist, &folder).expect("a table");
    let table = fs::read_to_string(folder.join("table.rs")).expect("the table");
    let path = format!("\"assets/{name}\"");
    let rows: Vec<_> =
        table.lines().filter(|line| line.contains("WebFile {") && line.contains(&path)).collect();
    assert_eq!(rows.len(), 1, "one row, and none for its twins: {table}");
    rows[0].to_owned()
}

#[test]
fn each_kind_of_file_that_a_page_loads_has_its_type_and_its_twins() {
    for (name, content_type) in [
        ("page.html", "text/html; charset=utf-8"),
        ("page.js", "text/javascript; charset=utf-8"),
        ("page.css", "text/css; charset=utf-8"),
        ("rules.wasm", "application/wasm"),
        ("book.json", "application/json"),
        ("small.nnue", "application/octet-stream"),
    ] {
        let row = row_of(name);
        assert!(row.contains(&format!("content_type: \"{content_type}\"")), "{row}");
        for twin in [format!("{name}.br"), format!("{name}.gz")] {
            assert!(row.contains(&twin), "{name} without {twin}: {row}");
        }
    }
}
