// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who wants to hear when certain games, or games of certain players, begin, end and are rated.
//!
//! A follower has a bounded queue. One that does not read is let go: its queue ends, and whoever it serves has to come back.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};
use tabiya_game::{GameId, PlayerId, Seats};
use tabiya_protocol::people::profile::RatingChanges;
use tabiya_rules::Color;
use tokio::sync::mpsc;

/// Changes that may wait for one follower.
const WAITING: usize = 64;

/// What has happened to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameChange {
    /// The game.
    pub game: GameId,
    /// What it has come to.
    pub stage: Stage,
}

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Both seats are taken.
    Begun,
    /// The game has ended.
    Ended,
    /// It has ended before, and has changed its players' ratings now.
    Rated(RatingChanges),
}

/// What a follower follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Followed {
    /// All games of this player.
    Player(PlayerId),
    /// One game.
    Game(GameId),
}

/// Tells the followers on other servers of the site.
type Elsewhere = Box<dyn Fn(GameId, Seats, Stage) + Send + Sync>;

/// All followers. Cheap to clone.
#[derive(Clone, Default)]
pub struct Playing {
    followers: Arc<Mutex<HashMap<Followed, Vec<Listener>>>>,
    /// Empty where this server is alone.
    elsewhere: Arc<OnceLock<Elsewhere>>,
}

#[derive(Clone)]
struct Listener {
    number: u64,
    queue: mpsc::Sender<GameChange>,
}

/// A place on the list, for as long as it lives.
pub struct Follower {
    playing: Playing,
    followed: Vec<Followed>,
    number: u64,
    /// The list holds the queue's other end, so that the queue ends for a follower that was let go.
    sender: mpsc::WeakSender<GameChange>,
    queue: mpsc::Receiver<GameChange>,
}

impl Playing {
    /// From now on the follower hears of these games.
    pub fn follow(&self, followed: impl IntoIterator<Item = Followed>) -> Follower {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let (sender, queue) = mpsc::channel(WAITING);
        let playing = self.clone();
        let mut follower =
            Follower { playing, followed: Vec::new(), number, sender: sender.downgrade(), queue };
        follower.extend(followed);
        follower
    }

    /// From now on followers on other servers are told, too. To be called once.
    pub fn reach(&self, elsewhere: Elsewhere) {
        assert!(self.elsewhere.set(elsewhere).is_ok(), "it is set once");
    }

    /// Tells those who follow the game or one of its players.
    pub(crate) fn tell(&self, game: GameId, seats: Seats, stage: Stage) {
        if let Some(elsewhere) = self.elsewhere.get() {
            elsewhere(game, seats, stage);
        }
        self.tell_here(game, seats, stage);
    }

    /// The same for those on this server alone.
    pub(super) fn tell_here(&self, game: GameId, seats: Seats, stage: Stage) {
        let change = GameChange { game, stage };
        let players = Color::ALL.map(|color| seats[color].player().map(Followed::Player));
        let about = players.into_iter().flatten().chain([Followed::Game(game)]);
        let mut all = self.lock();
        let (mut told, mut slow): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
        for listener in about.filter_map(|followed| all.get(&followed)).flatten() {
            // Who follows both players hears it once.
            if !told.contains(&listener.number) {
                told.push(listener.number);
                if listener.queue.try_send(change).is_err() {
                    slow.push(listener.number);
                }
            }
        }
        for number in slow {
            all.retain(|_, listeners| {
                listeners.retain(|listener| listener.number != number);
                !listeners.is_empty()
            });
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Followed, Vec<Listener>>> {
        // Nothing under the lock can panic half-way.
        self.followers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Follower {
    /// What happens next; `None` for a follower that was let go. Who follows nothing waits.
    pub async fn next(&mut self) -> Option<GameChange> {
        if self.followed.is_empty() { std::future::pending().await } else { self.queue.recv().await }
    }

    /// Follows this, too. Once is enough.
    pub fn add(&mut self, followed: Followed) {
        self.extend([followed]);
    }

    fn extend(&mut self, followed: impl IntoIterator<Item = Followed>) {
        let sender = match self.sender.upgrade() {
            Some(sender) => sender,
            None if self.followed.is_empty() => {
                let (sender, queue) = mpsc::channel(WAITING);
                (self.sender, self.queue) = (sender.downgrade(), queue);
                sender
            }
            // It was let go, and will hear of that.
            None => return,
        };
        let mut all = self.playing.lock();
        for each in followed {
            all.entry(each).or_default().push(Listener { number: self.number, queue: sender.clone() });
            self.followed.push(each);
        }
    }

    /// Follows this no longer.
    pub fn forget(&mut self, followed: Followed) {
        self.followed.retain(|each| *each != followed);
        self.leave(&mut self.playing.lock(), followed);
    }

    fn leave(&self, all: &mut HashMap<Followed, Vec<Listener>>, followed: Followed) {
        if let Some(listeners) = all.get_mut(&followed) {
            listeners.retain(|listener| listener.number != self.number);
            if listeners.is_empty() {
                all.remove(&followed);
            }
        }
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let mut all = self.playing.lock();
        for followed in &self.followed {
            self.leave(&mut all, *followed);
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{Category, Seat};
    use tabiya_protocol::people::profile::RatingChangeView;

    use super::*;

    fn player(number: u8) -> Followed {
        Followed::Player(PlayerId::from_bytes([number; 16]))
    }

    fn seats() -> Seats {
        let [white, black] = [1, 2].map(|number| Seat::Player(PlayerId::from_bytes([number; 16])));
        Seats { white, black }
    }

    fn stages() -> [Stage; 3] {
        let change = RatingChangeView { before: 1500, after: 1490, provisional: false };
        let changes = RatingChanges { category: Category::BLITZ, white: change, black: change };
        [Stage::Begun, Stage::Ended, Stage::Rated(changes)]
    }

    #[tokio::test]
    async fn followers_hear_of_their_players_games_once() {
        let (playing, id) = (Playing::default(), GameId::from_bits(7));
        let mut one = playing.follow([player(1)]);
        let mut both = playing.follow([player(1), player(2), Followed::Game(id)]);
        let mut other = playing.follow([player(3), Followed::Game(GameId::from_bits(8))]);
        for stage in stages() {
            playing.tell(id, seats(), stage);
        }
        for follower in [&mut one, &mut both] {
            for stage in stages() {
                assert_eq!(follower.next().await, Some(GameChange { game: id, stage }));
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
        let mut slow = playing.follow([player(1), player(3)]);
        for _ in 0..=WAITING {
            playing.tell(id, seats(), Stage::Begun);
        }
        assert!(playing.lock().is_empty());
        let mut heard = 0;
        while slow.next().await.is_some() {
            heard += 1;
        }
        assert_eq!(heard, WAITING);
    }

    #[tokio::test]
    async fn a_follower_may_follow_nothing_for_a_while() {
        let (playing, id) = (Playing::default(), GameId::from_bits(7));
        let mut follower = playing.follow([]);
        for _ in 0..2 {
            let nothing = tokio::time::timeout(std::time::Duration::from_millis(1), follower.next()).await;
            assert!(nothing.is_err());
            follower.add(Followed::Game(id));
            playing.tell(id, seats(), Stage::Ended);
            assert_eq!(follower.next().await, Some(GameChange { game: id, stage: Stage::Ended }));
            follower.forget(Followed::Game(id));
            assert!(playing.lock().is_empty());
        }
    }
}
