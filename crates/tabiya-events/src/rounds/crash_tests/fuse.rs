// SPDX-License-Identifier: AGPL-3.0-or-later
//! A store in front of which the process dies: at its so-manieth write, before or after that was carried out.

use std::collections::BTreeSet;
use std::future::{Future, pending};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Stamped, Time};
use tabiya_store::{
    AppendError, CreateError, EventAppend, EventStage, EventWrite, Events, FinishedGame, GameLog,
    StorageError, Store, StoredEntry, StoredEvent, StoredSeries, UnfinishedPage,
};
use tokio::sync::Notify;

/// When a process dies.
pub(super) struct Fuse {
    /// How many writes are carried out before that.
    left: AtomicU64,
    /// Whether the last write is carried out, and only its answer is missing.
    after: bool,
    is_dead: AtomicBool,
    died: Notify,
    /// The games that were created, in all lives.
    created: Arc<Mutex<BTreeSet<GameId>>>,
}

impl Fuse {
    pub(super) fn new(left: u64, after: bool, created: Arc<Mutex<BTreeSet<GameId>>>) -> Arc<Self> {
        let (is_dead, died) = (AtomicBool::new(false), Notify::new());
        Arc::new(Self { left: AtomicU64::new(left), after, is_dead, died, created })
    }

    /// The process is dead.
    pub(super) async fn died(&self) {
        while !self.is_dead.load(Ordering::SeqCst) {
            self.died.notified().await;
        }
    }

    /// Carries a write out, unless the process dies by it. Then nobody hears of it any more.
    async fn write<T>(&self, what: impl Future<Output = T>) -> T {
        let carry = |left: u64| left.checked_sub(1);
        let lives = self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, carry).is_ok();
        if lives {
            return what.await;
        }
        if !self.is_dead.swap(true, Ordering::SeqCst) {
            if self.after {
                what.await;
            }
            self.died.notify_waiters();
            self.died.notify_one();
        }
        pending().await
    }
}

/// This store, until the process dies.
pub(super) fn until_dead(store: &Store, fuse: &Arc<Fuse>) -> Store {
    let log = Arc::new(DyingLog { inner: Arc::clone(&store.log), fuse: Arc::clone(fuse) });
    let events = Arc::new(DyingEvents { inner: Arc::clone(&store.events), fuse: Arc::clone(fuse) });
    store.with(|handles| (handles.log, handles.events) = (log, events))
}

struct DyingLog {
    inner: Arc<dyn GameLog>,
    fuse: Arc<Fuse>,
}

#[async_trait]
impl GameLog for DyingLog {
    async fn create_game(&self, id: GameId, events: Vec<Stamped>) -> Result<(), CreateError> {
        let create = async {
            let created = self.inner.create_game(id, events).await;
            if created.is_ok() {
                self.fuse.created.lock().unwrap().insert(id);
            }
            created
        };
        self.fuse.write(create).await
    }

    async fn keep_game(&self, id: GameId, game: FinishedGame) -> Result<(), CreateError> {
        self.fuse.write(self.inner.keep_game(id, game)).await
    }

    async fn append(&self, id: GameId, first_seq: u32, events: Vec<Stamped>) -> Result<(), AppendError> {
        self.fuse.write(self.inner.append(id, first_seq, events)).await
    }

    async fn load(&self, id: GameId) -> Result<Option<Vec<Stamped>>, StorageError> {
        self.inner.load(id).await
    }

    async fn load_unfinished(&self, from: u64, limit: u32) -> Result<UnfinishedPage, StorageError> {
        self.inner.load_unfinished(from, limit).await
    }
}

struct DyingEvents {
    inner: Arc<dyn Events>,
    fuse: Arc<Fuse>,
}

#[async_trait]
impl Events for DyingEvents {
    async fn create_event(&self, new: &EventAppend) -> Result<bool, StorageError> {
        self.fuse.write(self.inner.create_event(new)).await
    }

    async fn append_to_event(&self, seen: u64, new: &EventAppend) -> Result<bool, StorageError> {
        self.fuse.write(self.inner.append_to_event(seen, new)).await
    }

    async fn write_events(&self, writes: &[EventWrite]) -> Result<bool, StorageError> {
        self.fuse.write(self.inner.write_events(writes)).await
    }

    async fn events_of_festival(&self, festival: &str) -> Result<Vec<StoredEvent>, StorageError> {
        self.inner.events_of_festival(festival).await
    }

    async fn event(&self, id: &str) -> Result<Option<StoredEvent>, StorageError> {
        self.inner.event(id).await
    }

    async fn event_journal(
        &self,
        id: &str,
        after: u64,
        limit: u32,
    ) -> Result<Vec<StoredEntry>, StorageError> {
        self.inner.event_journal(id, after, limit).await
    }

    async fn events_in(
        &self,
        stage: EventStage,
        before: Option<(Time, &str)>,
        limit: u32,
    ) -> Result<Vec<StoredEvent>, StorageError> {
        self.inner.events_in(stage, before, limit).await
    }

    async fn event_of_game(&self, game: GameId) -> Result<Option<String>, StorageError> {
        self.inner.event_of_game(game).await
    }

    async fn events_entered(&self, player: PlayerId, limit: u32) -> Result<Vec<StoredEvent>, StorageError> {
        self.inner.events_entered(player, limit).await
    }

    async fn events_owned(&self, owner: PlayerId, limit: u32) -> Result<Vec<StoredEvent>, StorageError> {
        self.inner.events_owned(owner, limit).await
    }

    async fn create_series(&self, new: &StoredSeries) -> Result<bool, StorageError> {
        self.fuse.write(self.inner.create_series(new)).await
    }

    async fn series(&self, limit: u32) -> Result<Vec<StoredSeries>, StorageError> {
        self.inner.series(limit).await
    }

    async fn change_series(&self, seen: u64, changed: &StoredSeries) -> Result<bool, StorageError> {
        self.fuse.write(self.inner.change_series(seen, changed)).await
    }

    async fn rewrite_entries(&self, id: &str, entries: &[(u64, String)]) -> Result<bool, StorageError> {
        self.fuse.write(self.inner.rewrite_entries(id, entries)).await
    }

    async fn forget_in_events(&self, player: PlayerId) -> Result<(), StorageError> {
        self.fuse.write(self.inner.forget_in_events(player)).await
    }
}
