// SPDX-License-Identifier: AGPL-3.0-or-later
//! How many games go on in the rooms of this process, for a machine that must not go to sleep meanwhile.
//!
//! A correspondence game counts for as long as it has a room: while somebody looks at it.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use tabiya_game::{Game, GameId};
use tokio::sync::watch;

/// All games that have a room and go on.
pub(super) struct Running {
    games: Mutex<HashSet<GameId>>,
    count: watch::Sender<usize>,
}

impl Default for Running {
    fn default() -> Self {
        Self { games: Mutex::default(), count: watch::Sender::new(0) }
    }
}

impl Running {
    /// Counts a game whose seats are both taken, or takes one away that has ended.
    pub(super) fn look_at(&self, id: GameId, game: &Game) {
        let goes_on = !game.is_over() && game.seats().open().is_none();
        self.change(|games| if goes_on { games.insert(id) } else { games.remove(&id) });
    }

    /// The game has no room any more.
    pub(super) fn forget(&self, id: GameId) {
        self.change(|games| games.remove(&id));
    }

    /// How many there are, and each time that changes.
    pub(super) fn count(&self) -> watch::Receiver<usize> {
        self.count.subscribe()
    }

    fn change(&self, change: impl FnOnce(&mut HashSet<GameId>) -> bool) {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if change(&mut games) {
            // Under the lock, so that the last number told is the right one.
            self.count.send_replace(games.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{Command, PlayerId, Seat, Seats, Stamped, Terms, Time};
    use tabiya_rules::{Color, Position};

    use super::*;

    fn game(opponent: Seat) -> Game {
        let seats = Seats::new(PlayerId::from_bytes([1; 16]), Color::White, opponent);
        Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(0)).0
    }

    #[test]
    fn a_game_counts_from_its_second_player_until_its_end_or_as_long_as_it_has_a_room() {
        let (running, id) = (Running::default(), GameId::from_bits);
        let count = running.count();
        let bob = Seat::Player(PlayerId::from_bytes([2; 16]));
        running.look_at(id(1), &game(Seat::Open));
        assert_eq!(*count.borrow(), 0, "nobody has come yet");
        let mut played = game(bob);
        running.look_at(id(1), &played);
        running.look_at(id(1), &played);
        running.look_at(id(2), &game(bob));
        assert_eq!(*count.borrow(), 2);
        for event in played.decide(Command::Abort { by: Some(Color::White) }, Time(1)).unwrap() {
            played.apply(&Stamped::new(Time(1), event));
        }
        running.look_at(id(1), &played);
        assert_eq!(*count.borrow(), 1);
        running.forget(id(1));
        running.forget(id(2));
        assert_eq!(*count.borrow(), 0);
    }
}
