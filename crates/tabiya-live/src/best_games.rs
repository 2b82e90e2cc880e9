// SPDX-License-Identifier: AGPL-3.0-or-later
//! The best running games of each speed.
//!
//! A page asks once a second. All pages and programs get the same answer, which is made at most once a second and only while
//! somebody asks. So the cost does not grow with those who watch, nor with the moves that are played.
//!
//! Where several nodes are one site, each tells the others its best games every two seconds, as long as somebody asks on any of
//! them.
//!
//! Nobody is shown here who hides, and no child: whoever may not see that a player is there finds them by no game either.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabiya_accounts::people::shows_online;
use tabiya_game::{GameId, PlayerId, Speed};
use tabiya_protocol::boards::{LiveGame, LiveGames};
use tabiya_runtime::beat::Beat;
use tabiya_runtime::spawn::spawn;
use tabiya_store::{StorageError, Store};
use tokio::sync::{Mutex, watch};
use tokio::time::Instant;

use crate::peers::Everybody;
use crate::room::Rooms;

/// The speeds that the page shows, in this order.
const SPEEDS: [Speed; 4] = [Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical];
/// How many games of each.
const A_SPEED: usize = 3;
/// How long an answer is given again.
const FRESH: Duration = Duration::from_secs(1);
/// Games of a speed that are looked at for some that may be shown.
const LOOKED_AT: usize = 60;
/// Games of a speed that a node tells the others.
const TOLD: usize = 12;
/// How often it does.
const TELLS: Duration = Duration::from_secs(2);
/// How long it does after somebody has asked, on whichever node.
const WANTED: Duration = Duration::from_secs(10);
/// How long what another node told is shown.
const BELIEVED: Duration = Duration::from_secs(6);

/// That somebody asks.
const ASKED: &str = "watched";
/// The best games of a node.
const BEST: &str = "best";

/// The latest answers. Cheap to clone.
#[derive(Clone)]
pub struct Watching {
    rooms: Rooms,
    store: Store,
    latest: Arc<Mutex<HashMap<Speed, Answer>>>,
    site: Arc<Site>,
}

/// What is known of other nodes.
#[derive(Default)]
struct Site {
    /// Empty where this server is alone.
    everybody: OnceLock<Everybody>,
    /// When somebody asked last, on whichever node.
    asked: std::sync::Mutex<Option<Instant>>,
    /// What each node has told last, by its number, and when.
    told: std::sync::Mutex<HashMap<i64, (Instant, Vec<Ranked>)>>,
}

/// A game and what it is sorted by: whether both are people, and their rating points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Ranked {
    rank: (bool, u32),
    game: LiveGame,
}

/// What a node tells.
#[derive(Serialize, Deserialize)]
struct Best {
    node: i64,
    games: Vec<Ranked>,
}

/// The best games of a speed, when they were looked for, and how many were wanted.
struct Answer {
    made: Instant,
    wanted: usize,
    games: Vec<LiveGame>,
}

impl Watching {
    /// Looks for games in `rooms`, and for what their players have chosen in `store`.
    pub fn new(rooms: Rooms, store: Store) -> Self {
        Self { rooms, store, latest: Arc::default(), site: Arc::default() }
    }

    /// From now on games of all nodes are shown. To be called once.
    pub async fn share(&self, everybody: &Everybody, stopping: watch::Receiver<bool>) {
        assert!(self.site.everybody.set(everybody.clone()).is_ok(), "it is called once");
        let site = Arc::clone(&self.site);
        everybody.hear(ASKED, move |()| site.note_question()).await;
        let site = Arc::clone(&self.site);
        everybody.hear(BEST, move |best| site.hear(best)).await;
        let (own, everybody) = (self.clone(), everybody.clone());
        spawn(async move {
            let mut beat = Beat::every(TELLS).until(stopping);
            while beat.next().await {
                if own.site.is_wanted() {
                    let mut games = Vec::new();
                    for speed in SPEEDS {
                        games.extend(own.best_here(speed, TOLD).await);
                    }
                    everybody.tell(BEST, &Best { node: everybody.me(), games });
                }
            }
        });
    }

    /// The best games of all speeds.
    pub async fn all(&self) -> LiveGames {
        let mut games = Vec::new();
        for speed in SPEEDS {
            games.extend(self.best(speed, A_SPEED).await);
        }
        LiveGames { games }
    }

    /// The best games of a speed, the best first.
    pub async fn best(&self, speed: Speed, most: usize) -> Vec<LiveGame> {
        // Whoever asks in the same moment waits for the one answer that is being made.
        let mut latest = self.latest.lock().await;
        let known = latest.get(&speed).filter(|known| known.made.elapsed() < FRESH && known.wanted >= most);
        if let Some(known) = known {
            return known.games.iter().take(most).cloned().collect();
        }
        let mut ranked = self.best_here(speed, most).await;
        if let Some(everybody) = self.site.everybody.get() {
            self.site.note_question();
            everybody.tell(ASKED, &());
            ranked.extend(self.site.elsewhere(speed));
            // A game that has just moved may be told by both.
            ranked.sort_by_key(|ranked| std::cmp::Reverse((ranked.rank, ranked.game.id)));
            ranked.dedup_by_key(|ranked| ranked.game.id);
            ranked.truncate(most);
        }
        let games: Vec<LiveGame> = ranked.into_iter().map(|ranked| ranked.game).collect();
        latest.insert(speed, Answer { made: Instant::now(), wanted: most, games: games.clone() });
        games
    }

    /// The best games of this server that may be shown.
    async fn best_here(&self, speed: Speed, most: usize) -> Vec<Ranked> {
        let mut games = Vec::new();
        for (rank, id) in self.rooms.best(speed, LOOKED_AT) {
            if games.len() == most {
                break;
            }
            // What can't be looked up is not shown.
            if self.is_for_everybody(id).await.unwrap_or(false) {
                games.extend(self.rooms.look(id).await.map(|game| Ranked { rank, game }));
            }
        }
        games
    }

    /// Whether everybody may know that the players of this game are here.
    async fn is_for_everybody(&self, id: GameId) -> Result<bool, StorageError> {
        let Some(row) = self.store.archive.game(id).await? else { return Ok(false) };
        let seats = row.seats();
        let players: Vec<PlayerId> =
            [seats.white, seats.black].into_iter().filter_map(|seat| seat.player()).collect();
        let accounts = self.store.accounts.accounts_of(&players).await?;
        Ok(accounts.iter().all(shows_online))
    }
}

impl Site {
    fn note_question(&self) {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn is_wanted(&self) -> bool {
        let asked = *self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.is_some_and(|at| at.elapsed() < WANTED)
    }

    fn hear(&self, best: Best) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.retain(|_, (at, _)| at.elapsed() < BELIEVED);
        told.insert(best.node, (Instant::now(), best.games));
    }

    /// What other nodes have told of late.
    fn elsewhere(&self, speed: Speed) -> Vec<Ranked> {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = told.values().filter(|(at, _)| at.elapsed() < BELIEVED);
        fresh.flat_map(|(_, games)| games).filter(|ranked| ranked.game.speed == speed).cloned().collect()
    }
}
