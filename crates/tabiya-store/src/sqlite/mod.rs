// SPDX-License-Identifier: AGPL-3.0-or-later
//! The store in SQLite: one file in a locked folder, one writer thread, a few readers.
//!
//! Write-ahead log with `synchronous=FULL`: a commit returns after the log is flushed to the disk. Flushing is the dear
//! part, so the writer commits everything that has queued up meanwhile at once (see [`writer`]).

mod connection;
mod encode;
mod folder;
mod insert;
mod migrations;
mod reader;
mod select;
mod sql_error;
mod writer;

use std::path::Path;

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Stamped};

use crate::{AppendError, CreateError, GameEntry, OpenError, StorageError, Store};
use encode::Row;
use folder::Folder;
use reader::Readers;
use writer::Writer;

/// A [`Store`] in one SQLite file, `tabiya.db`, in a folder that no other server may use meanwhile.
///
/// Dropping it waits for the commit that is under way, closes the file and frees the folder.
pub struct SqliteStore {
    // Dropped in this order: the folder is freed last.
    writer: Writer,
    readers: Readers,
    _folder: Folder,
}

impl SqliteStore {
    /// Opens the store in this folder; makes both if they are missing. Blocks while it does.
    ///
    /// # Errors
    /// If the folder can't be made, written or locked, or the database is newer, damaged or something else.
    pub fn open(folder: impl AsRef<Path>) -> Result<Self, OpenError> {
        let folder = Folder::lock(folder.as_ref())?;
        let path = folder.database();
        let connection = connection::open_writer(&path)?;
        let readers = Readers::open(&path)?;
        let writer = Writer::start(connection).map_err(|source| OpenError::Storage {
            path,
            source: StorageError::Failed { detail: format!("no thread for the writer: {source}") },
        })?;
        Ok(Self { writer, readers, _folder: folder })
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn create_game(&self, id: GameId, events: Vec<Stamped>) -> Result<(), CreateError> {
        let rows = Row::first(id, &events)?;
        self.writer.create(id, rows).await
    }

    async fn append(&self, id: GameId, first_seq: u32, events: Vec<Stamped>) -> Result<(), AppendError> {
        let rows = Row::all(first_seq, &events)?;
        self.writer.append(id, first_seq, rows).await
    }

    async fn load(&self, id: GameId) -> Result<Option<Vec<Stamped>>, StorageError> {
        self.readers.read(move |connection| select::load(connection, id)).await
    }

    async fn unfinished(&self) -> Result<Vec<GameId>, StorageError> {
        self.readers.read(select::unfinished).await
    }

    async fn games_of(&self, player: PlayerId, limit: u32) -> Result<Vec<GameEntry>, StorageError> {
        self.readers.read(move |connection| select::games_of(connection, player, limit)).await
    }

    async fn unfinished_count_of(&self, player: PlayerId) -> Result<u32, StorageError> {
        self.readers.read(move |connection| select::unfinished_count_of(connection, player)).await
    }
}
