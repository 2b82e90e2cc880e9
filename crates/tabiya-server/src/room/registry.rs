// SPDX-License-Identifier: AGPL-3.0-or-later
//! All live rooms, and how a game gets one.

use std::collections::HashMap;
use std::sync::Arc;

use tabiya_game::{Game, GameId, Terms};
use tabiya_store::{CreateError, GameLog, StorageError, UnfinishedGame};
use tokio::sync::Mutex;

use super::absence::Patience;
use super::handle::RoomHandle;
use super::task;
use crate::complaint::Complaint;
use crate::computer::ComputerPool;
use crate::measure;
use crate::socket::Gallery;
use crate::timeline::Timeline;

/// Why a game has no room.
#[derive(Debug)]
pub(crate) enum RoomError {
    NoSuchGame,
    Storage(StorageError),
}

impl From<StorageError> for RoomError {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

/// All rooms. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Rooms(Arc<Shared>);

/// What every room can reach.
pub(super) struct Shared {
    pub(super) store: Arc<dyn GameLog>,
    pub(super) timeline: Timeline,
    pub(super) computers: ComputerPool,
    pub(super) max_unfinished_games: usize,
    pub(super) patience: Patience,
    pub(super) gallery: Gallery,
    live: Mutex<HashMap<GameId, RoomHandle>>,
}

impl Rooms {
    /// Of a runtime that runs: one task of its own goes with them.
    pub(crate) fn new(
        store: Arc<dyn GameLog>,
        timeline: Timeline,
        computers: ComputerPool,
        max_unfinished_games: usize,
        patience: Patience,
    ) -> Self {
        Self(Arc::new(Shared {
            store,
            timeline,
            computers,
            max_unfinished_games,
            patience,
            gallery: Gallery::open(),
            live: Mutex::default(),
        }))
    }

    pub(super) fn shared(&self) -> &Shared {
        &self.0
    }

    /// Creates a game; it is stored when this returns.
    pub(crate) async fn create(&self, terms: Terms) -> Result<GameId, StorageError> {
        let now = task::time_of(terms.time(), self.0.timeline);
        let (game, created) = Game::create(terms, now);
        loop {
            let id = GameId::from_bits(getrandom::u64().expect("the operating system has randomness"));
            match self.0.store.create_game(id, vec![created.clone()]).await {
                Ok(()) => {
                    measure::game_created();
                    let room = task::start(self.clone(), id, game);
                    self.0.live.lock().await.insert(id, room);
                    return Ok(id);
                }
                // Another game has this id already: draw again.
                Err(CreateError::Exists { .. }) => {}
                Err(CreateError::Storage(error)) => return Err(error),
            }
        }
    }

    /// The game's room, from the log where it has none.
    pub(crate) async fn get(&self, id: GameId) -> Result<RoomHandle, RoomError> {
        let mut live = self.0.live.lock().await;
        if let Some(room) = live.get(&id).filter(|room| !room.is_gone()) {
            return Ok(room.clone());
        }
        let room = self.load(id).await?;
        live.insert(id, room.clone());
        Ok(room)
    }

    /// Gives every unfinished game its room, which starts its turn afresh. Returns how many there are.
    pub(crate) async fn resume_all(&self) -> Result<usize, StorageError> {
        let unfinished = self.0.store.load_unfinished().await?;
        let mut live = self.0.live.lock().await;
        let mut resumed = 0;
        for UnfinishedGame { id, log } in unfinished {
            let game = log.map_err(|error| error.to_string());
            match game.and_then(|log| Game::replay(&log).map_err(|error| error.to_string())) {
                // Rooms start their turns by themselves, all at once, so that one commit serves many.
                Ok(game) => {
                    live.insert(id, task::start(self.clone(), id, game));
                    resumed += 1;
                }
                // The other games go on.
                Err(error) => report_fault(id, &error),
            }
        }
        Ok(resumed)
    }

    /// Ends every room, after what it is committing.
    pub(crate) async fn close_all(&self) {
        let rooms: Vec<_> = self.0.live.lock().await.drain().map(|(_, room)| room).collect();
        // Asked all at once, they share their last commits.
        for room in &rooms {
            room.close().await;
        }
        for room in rooms {
            room.closed().await;
        }
    }

    /// Forgets a room that has ended.
    pub(super) async fn forget(&self, id: GameId, ended: &RoomHandle) {
        let mut live = self.0.live.lock().await;
        if live.get(&id).is_some_and(|room| room.is_same(ended)) {
            live.remove(&id);
        }
    }

    async fn load(&self, id: GameId) -> Result<RoomHandle, RoomError> {
        let log = self.0.store.load(id).await?.ok_or(RoomError::NoSuchGame)?;
        match Game::replay(&log) {
            Ok(game) => Ok(task::start(self.clone(), id, game)),
            Err(error) => {
                ASKED_FOR.say(|| report_fault(id, &error.to_string()));
                Err(RoomError::NoSuchGame)
            }
        }
    }
}

/// A game that can't be replayed, however often somebody asks for it.
static ASKED_FOR: Complaint = Complaint::new();

fn report_fault(id: GameId, error: &str) {
    tracing::error!(%id, error, "the log of this game can't be replayed; it is left untouched");
}
