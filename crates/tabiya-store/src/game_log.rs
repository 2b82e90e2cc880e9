// SPDX-License-Identifier: AGPL-3.0-or-later
//! The log of games: every event of every game, in order. Every event that a client was told is in it.

use async_trait::async_trait;
use tabiya_game::{GameId, Stamped};

use crate::{AppendError, CreateError, Epoch, FinishedGame, Slot, SlotSet, StorageError};

/// The log of all games.
///
/// Laws, which the `conformance` suite tests:
/// - An answer `Ok` to a write means that it is durable: it survives a kill of the program and a power cut.
/// - A write is in the log wholly or not at all. After an error it is not; only where the disk itself failed it may
///   turn up when the program starts anew. So whoever tries again does it with the same number. One error says that
///   nobody knows: after [`Unanswered`](StorageError::Unanswered) the log has to be read.
/// - The events of a game are numbered from 0 without gaps, and no two have the same number.
/// - A caller that goes away does not undo what it asked for: dropping a future leaves the outcome open.
///
/// Every method may wait: queues are bounded, and a full one makes its callers wait their turn.
#[async_trait]
pub trait GameLog: Send + Sync + 'static {
    /// Whether the data can be read and writes succeed, for whoever asks after the server's health. While the last write
    /// has not failed, none is tried: a disk that became full since then shows at the next one.
    ///
    /// # Errors
    /// Why the data can't be read, or why a write fails.
    async fn ready(&self) -> Result<(), StorageError> {
        Ok(())
    }

    /// Begins the log of a new game. `events` starts with the game's
    /// [`Created`](tabiya_game::Event::Created).
    ///
    /// Harmless to repeat: if the game's log already starts with just these events, the answer is `Ok`.
    ///
    /// # Errors
    /// If the id belongs to another game, or the storage fails.
    async fn create_game(&self, id: GameId, events: Vec<Stamped>) -> Result<(), CreateError>;

    /// Stores a whole game that was over before it came here. It takes less room than one that was played here, and nothing
    /// else tells them apart.
    ///
    /// Harmless to repeat: if the game's log is just this one, the answer is `Ok`.
    ///
    /// # Errors
    /// If the id belongs to another game, or the storage fails.
    async fn keep_game(&self, id: GameId, game: FinishedGame) -> Result<(), CreateError>;

    /// Adds events to the end of a game's log; the first one gets the number `first_seq`. Nothing follows the event that
    /// ends the game.
    ///
    /// # Errors
    /// If that is not the next number, the game has ended, there is no such game, or the storage fails.
    async fn append(&self, id: GameId, first_seq: u32, events: Vec<Stamped>) -> Result<(), AppendError>;

    /// [`create_game`](Self::create_game) by a server that owns the game's [slot](crate::Slot) under this epoch. A store that
    /// several servers share refuses it if that is not so; a store that one server has for itself looks at no epoch.
    ///
    /// # Errors
    /// As there, and [`CreateError::Fenced`].
    async fn create_under(&self, epoch: Epoch, id: GameId, events: Vec<Stamped>) -> Result<(), CreateError> {
        let _ = epoch;
        self.create_game(id, events).await
    }

    /// [`append`](Self::append) by a server that owns the game's [slot](crate::Slot) under this epoch. A store that several
    /// servers share refuses it if that is not so; a store that one server has for itself looks at no epoch.
    ///
    /// # Errors
    /// As there, and [`AppendError::Fenced`].
    async fn append_under(
        &self,
        epoch: Epoch,
        id: GameId,
        first_seq: u32,
        events: Vec<Stamped>,
    ) -> Result<(), AppendError> {
        let _ = epoch;
        self.append(id, first_seq, events).await
    }

    /// A game's whole log, in order; none if there is no such game.
    ///
    /// # Errors
    /// If the storage fails, or holds something that is not an event.
    async fn load(&self, id: GameId) -> Result<Option<Vec<Stamped>>, StorageError>;

    /// What [`load`](Self::load) says of each of these games, in their order. Cheaper than one after the other where a
    /// store can do better.
    ///
    /// # Errors
    /// If nothing can be read. A game whose log holds something that is not an event says so for itself.
    async fn load_all(&self, ids: Vec<GameId>) -> Result<Vec<LoadedLog>, StorageError> {
        let mut logs = Vec::with_capacity(ids.len());
        for id in ids {
            logs.push(self.load(id).await);
        }
        Ok(logs)
    }

    /// A page of the games that have not ended with their logs, oldest first: what a server that starts goes on with.
    /// At most `limit` games, so that nobody holds all of them in memory at once. `from` is 0 for the first page, and
    /// then what the page before says.
    ///
    /// # Errors
    /// If the storage fails. A game whose log holds something that is not an event says so for itself.
    async fn load_unfinished(&self, from: u64, limit: u32) -> Result<UnfinishedPage, StorageError>;

    /// The same of the games in these slots alone: what a server goes on with that has taken them.
    ///
    /// # Errors
    /// As there.
    async fn load_unfinished_in(
        &self,
        slots: &SlotSet,
        from: u64,
        limit: u32,
    ) -> Result<UnfinishedPage, StorageError> {
        let mut page = self.load_unfinished(from, limit).await?;
        page.games.retain(|game| slots.contains(Slot::of(game.id)));
        Ok(page)
    }
}

/// A game's whole log, in order; `None` if there is no such game.
pub type LoadedLog = Result<Option<Vec<Stamped>>, StorageError>;

/// Some of the games that go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnfinishedPage {
    /// The games, the oldest first. There may be none though more follow: games whose ids can't be read are left out.
    pub games: Vec<UnfinishedGame>,
    /// Where the next page begins; `None` after the last one.
    pub next: Option<u64>,
}

/// A game that goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedGame {
    /// Which game.
    pub id: GameId,
    /// Its whole log, in order, or why it can't be read.
    pub log: Result<Vec<Stamped>, StorageError>,
}
