// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who wants to hear when games of certain players begin and end.
//!
//! A follower has a bounded queue. One that does not read is let go: its queue ends, and whoever it serves has to come back.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tabiya_game::{Game, GameId, PlayerId};
use tabiya_rules::Color;
use tokio::sync::mpsc;

/// Changes that may wait for one follower.
const WAITING: usize = 64;

/// What has happened to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameChange {
    pub(crate) game: GameId,
    /// It has ended; otherwise it has begun.
    pub(crate) has_ended: bool,
}

/// All followers. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Playing(Arc<Mutex<HashMap<PlayerId, Vec<Listener>>>>);

#[derive(Clone)]
struct Listener {
    number: u64,
    queue: mpsc::Sender<GameChange>,
}

/// A place on the list, for as long as it lives.
pub(crate) struct Follower {
    playing: Playing,
    players: Vec<PlayerId>,
    number: u64,
    queue: mpsc::Receiver<GameChange>,
}

impl Playing {
    /// From now on the follower hears of these players' games.
    pub(crate) fn follow(&self, players: Vec<PlayerId>) -> Follower {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let (sender, queue) = mpsc::channel(WAITING);
        let mut all = self.lock();
        for player in &players {
            all.entry(*player).or_default().push(Listener { number, queue: sender.clone() });
        }
        drop(all);
        Follower { playing: self.clone(), players, number, queue }
    }

    /// Tells those who follow one of the game's players.
    pub(super) fn tell(&self, id: GameId, game: &Game, has_ended: bool) {
        let change = GameChange { game: id, has_ended };
        let players = Color::ALL.map(|color| game.seats()[color].player());
        let mut all = self.lock();
        let mut told: Vec<u64> = Vec::new();
        for player in players.into_iter().flatten() {
            let Some(listeners) = all.get_mut(&player) else { continue };
            // A follower of both players hears it once.
            listeners.retain(|listener| {
                told.contains(&listener.number) || {
                    told.push(listener.number);
                    listener.queue.try_send(change).is_ok()
                }
            });
            if listeners.is_empty() {
                all.remove(&player);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, Vec<Listener>>> {
        // Nothing under the lock can panic half-way.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Follower {
    /// What happens next; `None` for a follower that was let go.
    pub(crate) async fn next(&mut self) -> Option<GameChange> {
        self.queue.recv().await
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let mut all = self.playing.lock();
        for player in &self.players {
            if let Some(listeners) = all.get_mut(player) {
                listeners.retain(|listener| listener.number != self.number);
                if listeners.is_empty() {
                    all.remove(player);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{Seat, Seats, Terms, Time};
    use tabiya_rules::Position;

    use super::*;

    fn player(number: u8) -> PlayerId {
        PlayerId::from_bytes([number; 16])
    }

    fn game() -> Game {
        let seats = Seats::new(player(1), Color::White, Seat::Player(player(2)));
        Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(0)).0
    }

    #[tokio::test]
    async fn followers_hear_of_their_players_games_once() {
        let (playing, id) = (Playing::default(), GameId::from_bits(7));
        let mut one = playing.follow(vec![player(1)]);
        let mut both = playing.follow(vec![player(1), player(2)]);
        let mut other = playing.follow(vec![player(3)]);
        playing.tell(id, &game(), false);
        playing.tell(id, &game(), true);
        for follower in [&mut one, &mut both] {
            for has_ended in [false, true] {
                assert_eq!(follower.next().await, Some(GameChange { game: id, has_ended }));
            }
            assert!(follower.queue.try_recv().is_err());
        }
        assert!(other.queue.try_recv().is_err());
        drop((one, both, other));
        assert!(playing.lock().is_empty(), "nobody is left behind");
    }

    #[tokio::test]
    async fn a_follower_that_does_not_read_is_let_go() {
        let (playing, id) = (Playing::default(), GameId::from_bits(7));
        let mut slow = playing.follow(vec![player(1)]);
        for _ in 0..=WAITING {
            playing.tell(id, &game(), false);
        }
        assert!(playing.lock().is_empty());
        let mut heard = 0;
        while slow.next().await.is_some() {
            heard += 1;
        }
        assert_eq!(heard, WAITING);
    }
}
