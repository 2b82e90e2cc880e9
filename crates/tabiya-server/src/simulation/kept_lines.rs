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
    /// Each row, the oldest first.
    written: Vec<Written>,
}

/// A row that was written.
struct Written {
    row: PlayerLines,
    /// The length of the log at that time.
    at: usize,
    /// The length of the log when the player was told that the row is stored; none where nobody told them.
    told_at: Option<usize>,
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
        self.written.push(Written { row: row.clone(), at: events, told_at: None });
        self.rows.insert((row.game, row.player), row);
    }

    /// The player is told that this version is stored, while the log has so many events: from now on nothing of an older one may
    /// be played.
    pub(super) fn tell(&mut self, player: PlayerId, version: u32, events: usize) {
        let told =
            self.written.iter_mut().find(|each| each.row.player == player && each.row.version == version);
        if let Some(told) = told {
            told.told_at = Some(events);
        }
    }

    /// The rows of a player that a room could read after the event before this one and until this one was stored, and that
    /// it could play: none that the player knew to be replaced when that event was stored.
    pub(super) fn playable_before(&self, player: PlayerId, seq: usize) -> Vec<PlayerLines> {
        let mut playable = Vec::new();
        for each in self.written.iter().rev().filter(|each| each.row.player == player && each.at <= seq) {
            playable.push(each.row.clone());
            if each.at < seq || each.told_at.is_some_and(|at| at <= seq) {
                break;
            }
        }
        playable
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::Time;

    use super::*;

    const ANN: PlayerId = PlayerId::from_bytes([1; 16]);

    fn row(version: u32) -> PlayerLines {
        let game = GameId::from_bits(1);
        PlayerLines { game, player: ANN, version, changed: Time(0), lines: String::new() }
    }

    fn playable(kept: &KeptLines, seq: usize) -> Vec<u32> {
        kept.playable_before(ANN, seq).iter().map(|row| row.version).collect()
    }

    /// A line that was removed, and of which the player had been told so, could be played unseen.
    #[test]
    fn what_a_player_knows_to_be_removed_may_not_be_played() {
        let mut kept = KeptLines::default();
        kept.write(row(1), 2);
        kept.write(row(2), 4);
        assert_eq!(playable(&kept, 4), [2, 1], "the room may have the old row in its hands");
        assert_eq!(playable(&kept, 5), [2]);
        kept.tell(ANN, 2, 5);
        assert_eq!(playable(&kept, 4), [2, 1], "the event was stored before the answer");
        kept.write(row(3), 5);
        kept.tell(ANN, 3, 5);
        assert_eq!(playable(&kept, 5), [3]);
        assert_eq!(playable(&kept, 3), [1]);
    }
}
