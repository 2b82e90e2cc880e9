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

use std::collections::BTreeMap;

use crate::{Points, Tournament};

/// A tournament file: what was understood, and every other line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrfFile {
    /// What was understood.
    pub tournament: Tournament,
    /// The lines that are kept as they are, each with whether it stood before the first player.
    pub(crate) kept: Vec<Kept>,
    /// Whether a line `XXC rank` asks to pair by the ranks. It is not written again: pairs are made by starting numbers.
    pub(crate) by_rank: bool,
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
        Self { tournament, kept: Vec::new(), by_rank: false }
    }
}

impl TrfFile {
    /// The lines that this crate has no use for, as they stand in the file.
    pub fn kept_lines(&self) -> impl Iterator<Item = &str> {
        self.kept.iter().map(|line| line.text.as_str())
    }

    /// Two players of one score whom the ranks of columns 86 to 89 put in another order than their starting numbers do, where a
    /// line `XXC rank` asks to pair by ranks. By C.04.2 article 2 the starting numbers decide.
    pub fn ranked_otherwise(&self) -> Option<(u16, u16)> {
        let event = &self.tournament;
        let rounds = event.rounds_paired();
        let mut before: BTreeMap<Points, (u16, u16)> = BTreeMap::new();
        for player in event.players.iter().filter(|_| self.by_rank) {
            let Some(rank) = player.rank else { continue };
            let earlier = before.insert(event.score(player, rounds), (rank, player.number));
            if let Some((_, number)) = earlier.filter(|(earlier, _)| *earlier > rank) {
                return Some((number, player.number));
            }
        }
        None
    }

    /// Adds a line of the head, such as `022` with the city, before the players. Nothing is added without text.
    pub fn head(&mut self, code: &str, text: &str) {
        let text = text.replace(['\r', '\n'], " ");
        if !text.trim().is_empty() {
            self.kept.push(Kept { text: format!("{code} {}", text.trim()), before_players: true });
        }
    }

    /// Adds line `132` with the date of each round, such as `26/11/28`, in the columns of that round's results; blanks where a
    /// round has none. Nothing is added without dates.
    pub fn round_dates(&mut self, dates: &[Option<String>]) {
        let mut text = "132".to_owned();
        for (round, date) in dates.iter().enumerate() {
            let Some(date) = date else { continue };
            let before = 91 + 10 * round;
            text = format!("{text:<before$}{}", columns::cut(date, 8));
        }
        if text.len() > 3 {
            self.kept.push(Kept { text, before_players: true });
        }
    }

    /// Adds a comment line, `### text`, after the players.
    pub fn comment(&mut self, text: &str) {
        let text = format!("### {}", text.replace(['\r', '\n'], " "));
        self.kept.push(Kept { text, before_players: false });
    }
}
