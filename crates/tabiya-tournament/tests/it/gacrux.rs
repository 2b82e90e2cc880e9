// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pairings beside Gacrux, FIDE's own program, in one Python process.
//!
//! `cargo xtask test` installs the package; else `TABIYA_GACRUX` names a Python that has it. Without one the test says so
//! loudly and passes. `TABIYA_PAIRINGS=3000` compares so many tournaments.

use std::path::{Path, PathBuf};
use std::process::Command;

use tabiya_tournament::generate::{Recipe, generate};
use tabiya_tournament::{Dialect, TrfFile};

/// Each mix of the recipe below at least once.
const TOURNAMENTS: u64 = 60;

/// How many tournaments to compare: what the variable says, else the usual number.
pub(crate) fn tournaments(variable: &str, usual: u64) -> u64 {
    let count = std::env::var(variable).ok();
    count.map_or(usual, |count| count.parse().expect("a number of tournaments"))
}

pub(crate) fn python() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("TABIYA_GACRUX").filter(|path| !path.is_empty()) {
        return Some(path.into());
    }
    let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/gacrux/bin/python");
    let found = installed.is_file().then_some(installed);
    if found.is_none() {
        println!(
            "SKIPPED: no Python with Gacrux; cargo xtask test installs one, or name it in TABIYA_GACRUX"
        );
    }
    found
}

/// Lets Gacrux check all files of a folder: `pairings` or `standings`.
pub(crate) fn compare(python: &Path, folder: &Path, what: &str) {
    let files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let tournaments = files.filter(|path| path.extension().is_some_and(|ending| ending == "trf")).count();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/fide_checker.py");
    let run = Command::new(python).arg(&script).arg(folder).arg(what).output().expect("Python runs");
    let lines = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(tournaments > 0, "there is something to compare");
    assert_eq!(lines.lines().count(), tournaments, "every file has an answer");
    let different: Vec<&str> = lines.lines().filter(|line| !line.ends_with(" ok")).collect();
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}

#[test]
fn gacrux_agrees_on_random_tournaments() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    for seed in 0..tournaments("TABIYA_PAIRINGS", TOURNAMENTS) {
        let busy = seed % 3;
        let players = 6 + (seed * 31 % 35) as u16;
        let recipe = Recipe {
            players,
            rounds: 3 + (seed % 4) as u16,
            seed,
            forfeits: [0, 20, 80][busy as usize],
            half_byes: [0, 20, 60][busy as usize],
            zero_byes: [0, 20, 60][busy as usize],
            withdrawals: [0, 5, 20][busy as usize],
            late_entries: [0, 10, 40][busy as usize],
            baku: seed % 5 == 4,
            ..Recipe::default()
        };
        let event = generate(&recipe);
        std::fs::write(
            folder.path().join(format!("{seed:05}.trf")),
            TrfFile::from(event.clone()).write(Dialect::Trf26),
        )
        .unwrap();
    }
    compare(&python, folder.path(), "pairings");
}
