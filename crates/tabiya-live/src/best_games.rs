// SPDX-License-Identifier: AGPL-3.0-or-later
//! The best running games of each speed.
//!
//! A page asks once a second. All pages and programs get the same answer, which is made at most once a second and only while
//! somebody asks. So the cost does not grow with those who watch, nor with the moves that are played.
//!
//! Nobody is shown here who hides, and no child: whoever may not see that a player is there finds them by no game either.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tabiya_accounts::people::shows_online;
use tabiya_game::{GameId, PlayerId, Speed};
use tabiya_protocol::boards::{LiveGame, LiveGames};
use tabiya_store::{StorageError, Store};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::room::Rooms;

/// The speeds that the page shows, in this order.
const SPEEDS: [Speed; 4] = [Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical];
/// How many games of each.
const A_SPEED: usize = 3;
/// How long an answer is given again.
const FRESH: Duration = Duration::from_secs(1);
/// Games of a speed that are looked at for some that may be shown.
const LOOKED_AT: usize = 60;

/// The latest answers. Cheap to clone.
#[derive(Clone)]
pub struct Watching {
    rooms: Rooms,
    store: Store,
    latest: Arc<Mutex<HashMap<Speed, Answer>>>,
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
        Self { rooms, store, latest: Arc::default() }
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
        let mut games = Vec::new();
        for id in self.rooms.best(speed, LOOKED_AT) {
            if games.len() == most {
                break;
            }
            // What can't be looked up is not shown.
            if self.is_for_everybody(id).await.unwrap_or(false) {
                games.extend(self.rooms.look(id).await);
            }
        }
        latest.insert(speed, Answer { made: Instant::now(), wanted: most, games: games.clone() });
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
