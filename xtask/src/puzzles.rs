// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask puzzles`: makes the puzzles that the program brings, from games of the engine's levels against one another.
//!
//! The same sources and the same number give the same file. It takes some seconds a puzzle on one core.

use std::fs::{self, File};

use crate::{process, workspace};

/// How many nodes each position of a game gets, and each move of a puzzle in the second pass. The levels' mistakes are plain enough
/// to be seen with few.
const EFFORT: [&str; 4] = ["--screen", "5000", "--nodes", "200000"];

/// Makes so many puzzles. The old file stays until all are there.
pub(crate) fn run(count: u32) -> Result<bool, String> {
    let path = workspace::root().join("crates/tabiya-puzzles/start/puzzles.txt");
    let unfinished = workspace::target().join("puzzles.txt");
    let file = File::create(&unfinished).map_err(|error| format!("{}: {error}", unfinished.display()))?;
    let mut command = process::cargo();
    command.args(["run", "--release", "--locked", "--package", "tabiya", "--", "puzzles", "start-set"]);
    command.args(["--count", &count.to_string()]).args(EFFORT);
    let status = command.stdout(file).status().map_err(|error| format!("can't start cargo: {error}"))?;
    if status.success() {
        fs::copy(&unfinished, &path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(status.success())
}
