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

    /// The newest row of a player that was written before this event.
    pub(super) fn before(&self, player: PlayerId, seq: usize) -> Option<PlayerLines> {
        let mut written = self.written.iter().rev();
        let found = written.find(|(events, row)| *events <= seq && row.player == player);
        found.map(|(_, row)| row.clone())
    }
}
