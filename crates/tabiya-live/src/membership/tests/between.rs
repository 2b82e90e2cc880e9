// SPDX-License-Identifier: AGPL-3.0-or-later
//! The log of a site, with something between it and the nodes.

use async_trait::async_trait;
use tabiya_store::{AppendError, CreateError, FinishedGame, LoadedLog, UnfinishedPage};

use super::*;

/// What stands between. Whatever it does not say goes through as it is.
#[async_trait]
pub(super) trait Between: Send + Sync + 'static {
    async fn append(
        &self,
        log: &dyn GameLog,
        (epoch, id, first_seq): (Epoch, GameId, u32),
        events: Vec<Stamped>,
    ) -> Result<(), AppendError> {
        log.append_under(epoch, id, first_seq, events).await
    }

    async fn load(&self, log: &dyn GameLog, id: GameId) -> LoadedLog {
        log.load(id).await
    }
}

struct Through<T> {
    log: Arc<dyn GameLog>,
    between: Arc<T>,
}

impl Site {
    /// Nodes that start from now on reach the log through this.
    pub(super) fn put_between<T: Between>(&mut self, between: T) -> Arc<T> {
        let between = Arc::new(between);
        self.log = Arc::new(Through { log: Arc::clone(&self.log), between: Arc::clone(&between) });
        between
    }
}

#[async_trait]
impl<T: Between> GameLog for Through<T> {
    async fn create_game(&self, id: GameId, events: Vec<Stamped>) -> Result<(), CreateError> {
        self.log.create_game(id, events).await
    }

    async fn create_under(&self, epoch: Epoch, id: GameId, events: Vec<Stamped>) -> Result<(), CreateError> {
        self.log.create_under(epoch, id, events).await
    }

    async fn keep_game(&self, id: GameId, game: FinishedGame) -> Result<(), CreateError> {
        self.log.keep_game(id, game).await
    }

    async fn append(&self, id: GameId, first_seq: u32, events: Vec<Stamped>) -> Result<(), AppendError> {
        self.log.append(id, first_seq, events).await
    }

    async fn append_under(
        &self,
        epoch: Epoch,
        id: GameId,
        first_seq: u32,
        events: Vec<Stamped>,
    ) -> Result<(), AppendError> {
        self.between.append(&*self.log, (epoch, id, first_seq), events).await
    }

    async fn load(&self, id: GameId) -> LoadedLog {
        self.between.load(&*self.log, id).await
    }

    async fn load_unfinished(&self, from: u64, limit: u32) -> Result<UnfinishedPage, StorageError> {
        self.log.load_unfinished(from, limit).await
    }
}
