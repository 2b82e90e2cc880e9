// SPDX-License-Identifier: AGPL-3.0-or-later
//! What this node has told of games, to be compared with their logs when another database may answer.
//!
//! A database that was restored, or a standby that had not got the last commits, lacks events that people were told. There is no
//! running hash in the log for that: a room has the whole game in memory, and leaves it behind if it ends because the node has
//! lost the right to play it. Comparing it with the replayed log (see `set_back`) is exact, costs nothing while people play, and
//! tells two logs apart that agree in their length and in their last event.
//! Of a game that is followed on another node, and of a finished one that somebody reads, the number of the last event is known.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tabiya_game::{Game, GameId};

/// What was told of a game.
#[derive(Debug)]
pub(crate) struct Told {
    /// The number of the last event.
    pub(super) seq: u32,
    /// The game, if its room was here and has ended because this node might not play it any more.
    pub(super) game: Option<Box<Game>>,
}

impl Told {
    /// Whether this says all that the other one does, and has the game.
    pub(crate) fn is_better_than(&self, other: &Self) -> bool {
        self.game.is_some() && other.game.is_none() && self.seq >= other.seq
    }
}

/// The games that rooms have left behind.
#[derive(Default)]
pub(super) struct LeftBehind(Mutex<BTreeMap<GameId, Told>>);

impl LeftBehind {
    /// A room ends because this node may not play its game any more.
    pub(super) fn keep(&self, id: GameId, game: &Game) {
        let told = Told { seq: game.last_seq(), game: Some(Box::new(game.clone())) };
        let mut all = self.lock();
        if all.get(&id).is_none_or(|before| before.seq <= told.seq) {
            all.insert(id, told);
        }
    }

    /// The owner of a game that is followed here tells it with fewer events than before.
    pub(super) fn keep_number(&self, id: GameId, seq: u32) {
        self.lock().entry(id).or_insert(Told { seq, game: None });
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<GameId, Told>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was kept since the last call.
    pub(super) fn take(&self) -> BTreeMap<GameId, Told> {
        std::mem::take(&mut self.lock())
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{PlayerId, Seat, Seats, Terms, Time};
    use tabiya_rules::{Color, Position};

    use super::*;

    #[test]
    fn what_was_told_last_is_kept_and_of_the_same_event_the_whole_game() {
        let seats = Seats::new(PlayerId::from_bytes([1; 16]), Color::White, Seat::Open);
        let (game, _) = Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(0));
        let (left_behind, [more, same]) = (LeftBehind::default(), [1, 2].map(GameId::from_bits));
        left_behind.keep_number(more, 1);
        left_behind.keep_number(same, 0);
        for id in [more, same] {
            left_behind.keep(id, &game);
            // The game is not forgotten for a number.
            left_behind.keep_number(id, 0);
        }
        let told = left_behind.take();
        assert_eq!([more, same].map(|id| (told[&id].seq, told[&id].game.is_some())), [(1, false), (0, true)]);
        assert!(left_behind.take().is_empty());
    }
}
