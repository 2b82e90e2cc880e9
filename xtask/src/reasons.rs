// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask reasons`: what the analysis says is wrong with moves, checked by the rules of python-chess.
//!
//! The games are real ones, analysed with fewer nodes than the server gives, so that ten minutes bring thousands of reasons. A
//! reason must hold however long the engine has thought: it is proved by the rules and the line that is shown.

use std::path::PathBuf;

use crate::{process, python, workspace};

/// What is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// A PGN file; none for the shared one.
    pub(crate) file: Option<PathBuf>,
    /// How many games of it.
    pub(crate) games: u32,
    /// How many games before them are left out, so that several runs share the work.
    pub(crate) skip: u32,
    /// Nodes for each position.
    pub(crate) nodes: u32,
    /// How many reasons are drawn for people to read.
    pub(crate) show: u32,
    /// What they are drawn by.
    pub(crate) seed: u32,
}

impl Default for Plan {
    fn default() -> Self {
        Self { file: None, games: 300, skip: 0, nodes: 3_000, show: 0, seed: 1 }
    }
}

/// Prints each reason that does not hold, and fails if there is one.
pub(crate) fn run(plan: &Plan) -> Result<bool, String> {
    let file = match &plan.file {
        Some(file) => std::path::absolute(file).map_err(|error| format!("{}: {error}", file.display()))?,
        None => {
            let data = workspace::shared_data();
            let data = data.ok_or("there are no shared games: set TABIYA_DATA, or name a PGN file")?;
            data.join("games").join("lichess_db_1000k.pgn")
        }
    };
    let python = python::find_or_install(&python::CHESS)?;
    let mut build = process::cargo();
    build.args(["build", "--release", "--locked", "--package", "tabiya"]);
    if !process::stream(&mut build)?.ok {
        return Ok(false);
    }
    let root = workspace::root();
    let tabiya = workspace::target().join("release").join(format!("tabiya{}", std::env::consts::EXE_SUFFIX));
    let mut check = process::command(python, &root);
    check.arg(root.join("crates/tabiya/tests/reasons/check.py")).arg(tabiya).arg(file);
    let numbers = [
        ("--games", plan.games),
        ("--skip", plan.skip),
        ("--nodes", plan.nodes),
        ("--show", plan.show),
        ("--seed", plan.seed),
    ];
    for (name, value) in numbers {
        check.arg(name).arg(value.to_string());
    }
    Ok(process::stream(&mut check)?.ok)
}
