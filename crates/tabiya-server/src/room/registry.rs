// SPDX-License-Identifier: AGPL-3.0-or-later
//! All live rooms, and how a game gets one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tabiya_game::{Game, GameId, PlayerId, Terms};
use tabiya_store::{CreateError, GameLog, StorageError, UnfinishedGame};
use tokio::sync::OnceCell;

use super::absence::Patience;
use super::handle::RoomHandle;
use super::quota::{Entry, GameQuota, QuotaError};
use super::rulings::Rulings;
use super::task;
use crate::archive::{self, ReadError};
use crate::computer::ComputerPool;
use crate::measure;
use crate::timeline::Timeline;
use crate::topic::WakeQueue;

/// The place of one room: empty while its game is being loaded.
type Place = Arc<OnceCell<RoomHandle>>;

/// All rooms. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Rooms(Arc<Shared>);

/// What every room can reach.
pub(super) struct Shared {
    pub(super) store: Arc<dyn GameLog>,
    pub(super) timeline: Timeline,
    pub(super) computers: ComputerPool,
    quota: GameQuota,
    pub(super) patience: Patience,
    pub(super) wake: WakeQueue,
    pub(super) rulings: Rulings,
    places: Mutex<HashMap<GameId, Place>>,
}

impl Rooms {
    /// Must be called inside a running Tokio runtime: it spawns one task.
    pub(crate) fn new(
        store: Arc<dyn GameLog>,
        timeline: Timeline,
        computers: ComputerPool,
        quota: GameQuota,
        patience: Patience,
    ) -> Self {
        Self(Arc::new(Shared {
            store,
            timeline,
            computers,
            quota,
            patience,
            wake: WakeQueue::start(),
            rulings: Rulings::default(),
            places: Mutex::default(),
        }))
    }

    /// The clock that all rooms count by.
    pub(crate) fn timeline(&self) -> Timeline {
        self.0.timeline
    }

    pub(super) fn shared(&self) -> &Shared {
        &self.0
    }

    /// Asks for leave to give these players one more game each, and charges them for it. What is returned must be held
    /// until the game is stored.
    ///
    /// # Errors
    /// Which player may have no more games, or no more now.
    pub(crate) async fn enter(&self, players: &[PlayerId]) -> Result<Entry, QuotaError> {
        self.0.quota.enter(players, &*self.0.store).await
    }

    /// Creates a game; it is stored when this returns. The caller has asked [`Rooms::enter`].
    pub(crate) async fn create(&self, terms: Terms) -> Result<GameId, StorageError> {
        let now = task::time_of(terms.time(), self.0.timeline);
        let (game, created) = Game::create(terms, now);
        loop {
            let id = GameId::from_bits(getrandom::u64().expect("the operating system has randomness"));
            match self.0.store.create_game(id, vec![created.clone()]).await {
                Ok(()) => {
                    measure::game_created();
                    // Somebody may have asked for the game already, and begun its room.
                    self.place(id).get_or_init(async || task::start(self.clone(), id, game)).await;
                    return Ok(id);
                }
                // Another game has this id already: draw again.
                Err(CreateError::Exists { .. }) => {}
                Err(CreateError::Storage(error)) => return Err(error),
            }
        }
    }

    /// The game's room, from the log where it has none. However many ask at once, the log is read once; no lock is
    /// held meanwhile, so that nobody waits for another game.
    pub(crate) async fn get(&self, id: GameId) -> Result<RoomHandle, ReadError> {
        let place = self.place(id);
        let room = place.get_or_try_init(|| self.load(id)).await;
        if room.is_err() {
            self.vacate(id, |found| Arc::ptr_eq(found, &place) && !found.initialized());
        }
        room.cloned()
    }

    /// Where the room of this game is, or will be.
    fn place(&self, id: GameId) -> Place {
        let mut places = self.places();
        let place = places.entry(id).or_default();
        if place.get().is_some_and(RoomHandle::is_gone) {
            *place = Place::default();
        }
        Arc::clone(place)
    }

    /// Takes a place away, if it is still such a one.
    fn vacate(&self, id: GameId, is_it: impl FnOnce(&Place) -> bool) {
        let mut places = self.places();
        if places.get(&id).is_some_and(is_it) {
            places.remove(&id);
        }
    }

    fn places(&self) -> MutexGuard<'_, HashMap<GameId, Place>> {
        self.0.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives every unfinished game its room, which starts its turn afresh. Returns how many there are.
    pub(crate) async fn resume_all(&self) -> Result<usize, StorageError> {
        let unfinished = self.0.store.load_unfinished().await?;
        let mut resumed = 0;
        for UnfinishedGame { id, log } in unfinished {
            let game = log.map_err(|error| error.to_string());
            match game.and_then(|log| Game::replay(&log).map_err(|error| error.to_string())) {
                // Rooms start their turns by themselves, all at once, so that one commit serves many.
                Ok(game) => {
                    let room = task::start(self.clone(), id, game);
                    self.places().insert(id, Arc::new(OnceCell::new_with(Some(room))));
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
        let rooms: Vec<_> = self.places().drain().filter_map(|(_, place)| place.get().cloned()).collect();
        // Asked all at once, they share their last commits.
        for room in &rooms {
            room.close().await;
        }
        for room in rooms {
            room.closed().await;
        }
    }

    /// Forgets a room that has ended.
    pub(super) fn forget(&self, id: GameId, ended: &RoomHandle) {
        self.vacate(id, |place| place.get().is_some_and(|room| room.is_same(ended)));
    }

    async fn load(&self, id: GameId) -> Result<RoomHandle, ReadError> {
        let game = archive::load(&*self.0.store, id).await?;
        Ok(task::start(self.clone(), id, game))
    }
}

fn report_fault(id: GameId, error: &str) {
    tracing::error!(%id, error, "the log of this game can't be replayed; it is left untouched");
}
