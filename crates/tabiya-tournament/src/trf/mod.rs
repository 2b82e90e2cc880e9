// SPDX-License-Identifier: MIT OR Apache-2.0
//! FIDE's tournament report file: TRF16, JaVaFo's `XX` lines and TRF26 (C.02.03 annex A, since September 2025).
//!
//! A [`TrfFile`] is a [`Tournament`] together with the lines that this crate has no use for. They are written back as
//! they were read. Columns are counted in characters from 1, as FIDE's documents count them.

mod columns;
mod error;
mod read;
mod rounds;
mod settings;
mod teams;
mod write;

pub use error::TrfError;
pub use write::Dialect;

use crate::Tournament;

/// A tournament file: what was understood, and every other line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrfFile {
    /// What was understood.
    pub tournament: Tournament,
    /// The lines that are kept as they are, each with whether it stood before the first player.
    pub(crate) kept: Vec<Kept>,
}

/// A line that is written as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) text: String,
    /// Whether it stood before the first player.
    pub(crate) before_players: bool,
}

impl From<Tournament> for TrfFile {
    fn from(tournament: Tournament) -> Self {
        Self { tournament, kept: Vec::new() }
    }
}

impl TrfFile {
    /// The lines that this crate has no use for, as they stand in the file.
    pub fn kept_lines(&self) -> impl Iterator<Item = &str> {
        self.kept.iter().map(|line| line.text.as_str())
    }

    /// Adds a comment line, `### text`, after the players.
    pub fn comment(&mut self, text: &str) {
        let text = format!("### {}", text.replace(['\r', '\n'], " "));
        self.kept.push(Kept { text, before_players: false });
    }
}
