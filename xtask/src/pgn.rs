// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask pgn`: other projects' PGN files beside python-chess, game by game.

use std::path::Path;

use crate::{process, python};

pub(crate) fn run(folder: &Path) -> Result<bool, String> {
    let folder = std::path::absolute(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let python = python::find_or_install(&python::CHESS)?;
    let mut command = process::cargo();
    command.args([
        "run",
        "--quiet",
        "--locked",
        "--package",
        "tabiya-pgn",
        "--example",
        "last_positions",
        "--",
    ]);
    command.arg(python).arg(folder);
    Ok(process::stream(&mut command)?.ok)
}
