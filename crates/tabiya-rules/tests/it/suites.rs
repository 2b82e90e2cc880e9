// SPDX-License-Identifier: MIT OR Apache-2.0
//! Perft suites: our own in `tests/data`, and the shared ones in the folder that `TABIYA_DATA` names.

use std::fs;
use std::path::{Path, PathBuf};

use tabiya_rules::{Position, perft, perft_scalar};

/// Larger counts are skipped here; `tabiya perft --suite` runs them all.
const MAX_NODES: u64 = 3_000_000;

/// Runs the lines `FEN ;D1 n ;D2 n` of a suite. Returns how many positions and counts were checked.
fn run(path: &Path) -> (usize, usize) {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (mut positions, mut counts) = (0, 0);
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut parts = line.split(';');
        let fen = parts.next().unwrap_or_default().trim();
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        positions += 1;
        for part in parts {
            let (depth, nodes) = part.trim().trim_start_matches('D').split_once(' ').unwrap();
            let (depth, nodes): (u8, u64) = (depth.parse().unwrap(), nodes.trim().parse().unwrap());
            if nodes <= MAX_NODES {
                assert_eq!(perft(&position, depth), nodes, "{fen} at depth {depth}");
                counts += 1;
            }
            // If `perft` counts many boards at once on this processor, only this call tests counting one at a
            // time.
            if nodes <= MAX_NODES / 10 {
                assert_eq!(perft_scalar(&position, depth), nodes, "one by one, {fen} at depth {depth}");
            }
        }
    }
    (positions, counts)
}

#[test]
fn own_standard() {
    let (positions, counts) =
        run(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/perft-standard.epd")));
    assert!(positions >= 60 && counts >= 200, "{positions} positions, {counts} counts");
}

#[test]
fn own_chess960() {
    let (positions, counts) =
        run(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/perft-chess960.epd")));
    assert!(positions >= 30 && counts >= 100, "{positions} positions, {counts} counts");
}

/// Runs a shared suite, or reports that it is not installed.
fn run_shared(name: &str) {
    let Some(data) = std::env::var_os("TABIYA_DATA") else {
        // Not `eprintln!`, because the test harness hides its output when the test passes.
        let message = format!("\nNOT RUN: {name}, for TABIYA_DATA is not set\n");
        std::io::Write::write_all(&mut std::io::stderr(), message.as_bytes()).unwrap();
        return;
    };
    let path = PathBuf::from(data).join("perft").join(name);
    let (positions, counts) = run(&path);
    assert!(positions >= 128 && counts >= 600, "{}: {positions} positions, {counts} counts", path.display());
}

#[test]
fn shared_standard() {
    run_shared("perft-standard.epd");
}

#[test]
fn shared_chess960() {
    run_shared("perft-chess960.epd");
}
