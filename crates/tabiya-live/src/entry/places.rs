// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who is being given a game at this moment.
//!
//! Several games of one player may begin at once, and none waits for another: each counts those before it as
//! games that the player has. What must see the player's games as they are holds the player alone.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tabiya_game::PlayerId;

/// The games that are beginning now. Cheap to clone; all clones share them.
#[derive(Clone, Default)]
pub(super) struct Places(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// Counts up.
    last: u64,
    /// The players of whom there is a place.
    of: HashMap<PlayerId, Taken>,
}

enum Taken {
    /// Games are beginning. Their numbers, the first to be taken first.
    Beginning(Vec<u64>),
    /// None may begin.
    Alone,
}

/// One game of a player that is beginning, or a player for whom none begins. It lasts until it is dropped.
pub(super) struct Place {
    places: Places,
    player: PlayerId,
    /// `None` where the player is held alone.
    number: Option<u64>,
}

impl Places {
    /// A place for one more game; `None` while the player is held alone.
    pub(super) fn enter(&self, player: PlayerId) -> Option<Place> {
        let mut state = self.lock();
        let number = state.last + 1;
        match state.of.entry(player).or_insert_with(|| Taken::Beginning(Vec::new())) {
            Taken::Beginning(numbers) => numbers.push(number),
            Taken::Alone => return None,
        }
        state.last = number;
        Some(Place { places: self.clone(), player, number: Some(number) })
    }

    /// Lets no game begin; `None` while one is beginning or somebody else holds the player.
    pub(super) fn alone(&self, player: PlayerId) -> Option<Place> {
        let mut state = self.lock();
        if state.of.contains_key(&player) {
            return None;
        }
        state.of.insert(player, Taken::Alone);
        Some(Place { places: self.clone(), player, number: None })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing under the lock can panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// How many games of the player were beginning before this one and still are. Those that came later count
    /// this one, so of two at the limit one begins.
    pub(super) fn before(&self) -> u32 {
        let Some(number) = self.number else { return 0 };
        match self.places.lock().of.get(&self.player) {
            Some(Taken::Beginning(numbers)) => {
                let before = numbers.iter().filter(|other| **other < number).count();
                u32::try_from(before).unwrap_or(u32::MAX)
            }
            Some(Taken::Alone) | None => 0,
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.places.lock();
        let is_last = match state.of.get_mut(&self.player) {
            Some(Taken::Beginning(numbers)) => {
                numbers.retain(|number| Some(*number) != self.number);
                numbers.is_empty()
            }
            Some(Taken::Alone) | None => true,
        };
        if is_last {
            state.of.remove(&self.player);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: PlayerId = PlayerId::from_bytes([1; 16]);
    const BOB: PlayerId = PlayerId::from_bytes([2; 16]);

    #[test]
    fn each_game_counts_those_before_it() {
        let places = Places::default();
        let first = places.enter(ANN).unwrap();
        let _others = places.enter(BOB).unwrap();
        let second = places.enter(ANN).unwrap();
        let third = places.enter(ANN).unwrap();
        assert_eq!([first.before(), second.before(), third.before()], [0, 1, 2]);
        drop(first);
        assert_eq!([second.before(), third.before()], [0, 1]);
    }

    #[test]
    fn whoever_is_held_alone_begins_no_game() {
        let places = Places::default();
        let game = places.enter(ANN).unwrap();
        assert!(places.alone(ANN).is_none(), "a game is beginning");
        drop(game);
        let alone = places.alone(ANN).unwrap();
        assert!(places.enter(ANN).is_none() && places.alone(ANN).is_none());
        assert!(places.enter(BOB).is_some());
        drop(alone);
        assert!(places.enter(ANN).is_some());
    }

    #[test]
    fn nothing_is_kept_of_who_is_done() {
        let places = Places::default();
        drop((places.enter(ANN), places.enter(ANN), places.alone(BOB)));
        assert!(places.lock().of.is_empty());
    }
}
