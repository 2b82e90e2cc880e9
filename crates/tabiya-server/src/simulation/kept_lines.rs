// SPDX-License-Identifier: AGPL-3.0-or-later
//! The rows of conditional moves, which outlive the process.

use std::collections::BTreeMap;

use tabiya_game::{GameId, PlayerId};
use tabiya_store::PlayerLines;

/// All rows, and how often one was asked for.
#[derive(Default)]
pub(super) struct KeptLines {
    rows: BTreeMap<(GameId, PlayerId), PlayerLines>,
    asked: u64,
    /// Each row with the length of the log when it was written.
    written: Vec<(usize, PlayerLines)>,
}

impl KeptLines {
    pub(super) fn row_of(&self, game: GameId, player: PlayerId) -> Option<PlayerLines> {
        self.rows.get(&(game, player)).cloned()
    }

    pub(super) fn of_games(&self, games: &[GameId]) -> Vec<PlayerLines> {
        self.rows.values().filter(|row| games.contains(&row.game)).cloned().collect()
    }

    /// Counts once more that one is asked for.
    pub(super) fn asked(&mut self) -> u64 {
        self.asked += 1;
        self.asked
    }

    /// Stores a row while the log has so many events.
    pub(super) fn write(&mut self, row: PlayerLines, events: usize) {
        self.written.push((events, row.clone()));
        self.rows.insert((row.game, row.player), row);
    }

    /// The rows of a player that a room could read after the event before this one and until this one was stored.
    pub(super) fn readable_before(&self, player: PlayerId, seq: usize) -> Vec<PlayerLines> {
        let of_player = || self.written.iter().rev().filter(|(_, row)| row.player == player);
        let meanwhile = of_player().filter(|(events, _)| *events == seq);
        let newest = of_player().find(|(events, _)| *events < seq);
        meanwhile.chain(newest).map(|(_, row)| row.clone()).collect()
    }
}
