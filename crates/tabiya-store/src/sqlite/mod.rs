// SPDX-License-Identifier: AGPL-3.0-or-later
//! The store in SQLite: one file in a locked folder, one writer thread, a few readers.
//!
//! Write-ahead log with `synchronous=FULL`: a commit returns after the log is flushed to the disk. Flushing costs
//! most, so the writer commits everything that waits at once (see [`writer`]).
//!
//! Live events are appended to a journal in the order of their arrival; soon after a game has ended all its events are
//! put into one compact row, its record (see [`fold`]); a game that was over before it came here is put into one at once. So there are two places to look, in this order: the
//! record has a game's first events, the journal the others.

mod backup;
mod check;
mod checkpoint;
mod columns;
mod connection;
mod driver;
mod filling;
mod fold;
mod folder;
mod heads;
mod insert;
mod kept_backups;
mod lanes;
mod log;
mod look;
pub(crate) mod migrations;
pub(crate) mod moving;
mod nodes;
mod present;
mod reader;
mod schema;
mod select;
mod sql_error;
mod writer;

use std::{path::Path, sync::Arc};

use async_trait::async_trait;
use tabiya_game::{GameId, Stamped};
use tokio::task::spawn_blocking;

use crate::{
    AppendError, CreateError, Epoch, FinishedGame, GameLog, LoadedLog, OpenError, StorageError,
    UnfinishedPage,
    event_row::Row,
    tables::{
        Change, Changed, Database, Row as TableRow, Statement,
        ratings::rebuild::{Rebuilt, rebuild},
    },
};
pub use backup::{Copied, Logins, backup, restore};
pub use check::check_data;
use checkpoint::Checkpointer;
use filling::Filler;
use folder::Folder;
use heads::Heads;
pub use kept_backups::KeptBackups;
pub use look::{DataLook, look_at_data};
use present::Present;
use reader::Readers;
use writer::Writer;

/// A [`GameLog`] in one SQLite file, `tabiya.db`, in a folder that no other server may use meanwhile.
///
/// Dropping it waits for the commit that is under way, closes the file and frees the folder.
pub struct SqliteStore {
    // Dropped in this order: the writer, closing last, takes the write-ahead log in; then the files that are held open may
    // close, and the folder is free.
    _filler: Option<Filler>,
    readers: Readers,
    writer: Writer,
    present: Arc<Present>,
    _folder: Folder,
}

impl SqliteStore {
    /// Whether this folder has a database, whatever it is.
    #[must_use]
    pub fn is_in(folder: impl AsRef<Path>) -> bool {
        folder.as_ref().join(folder::DATABASE).exists()
    }

    /// Whether a server, or a command that changes the data, has this folder for itself. Blocks for 0.2 s if it has.
    #[must_use]
    pub fn is_in_use(folder: impl AsRef<Path>) -> bool {
        folder::is_in_use(folder.as_ref())
    }

    /// Opens the store in this folder; makes both if they are missing. Blocks while it does.
    ///
    /// # Errors
    /// If the folder can't be made, written or locked, or the database is newer, damaged or something else.
    pub fn open(folder: impl AsRef<Path>) -> Result<Self, OpenError> {
        let folder = Folder::lock(folder.as_ref())?;
        let connection = connection::open_writer(&folder.database())?;
        migrations::warn_if_moved(&folder.database(), &connection);
        Self::start(folder, connection)
    }

    /// A store that answers before its commits are flushed: a power cut loses them, and a test of power cuts that does
    /// not notice is worth nothing.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    #[cfg(feature = "mutants")]
    pub fn open_without_flush(folder: impl AsRef<Path>) -> Result<Self, OpenError> {
        let folder = Folder::lock(folder.as_ref())?;
        let path = folder.database();
        let connection = connection::open_writer(&path)?;
        let weakened = connection.pragma_update(None, "synchronous", "normal");
        weakened.map_err(|error| OpenError::Storage { path, source: error.into() })?;
        Self::start(folder, connection)
    }

    /// Computes all ratings again, as `tabiya data rate` does; tells `done` how many games are done.
    ///
    /// # Errors
    /// If the storage fails. Then it may have been done in part, and can be done again.
    pub async fn rebuild_ratings(&self, done: impl FnMut(u64) + Send) -> Result<Rebuilt, StorageError> {
        rebuild(self, done).await
    }

    fn start(folder: Folder, mut connection: rusqlite::Connection) -> Result<Self, OpenError> {
        let path = folder.database();
        let failed = |source| OpenError::Storage { path: path.clone(), source };
        // The whole journal is read once, and must not stay in memory.
        connection::set_cache(&connection, connection::SMALL_CACHE_KIB).map_err(failed)?;
        let heads = Heads::read(&connection).map_err(failed)?;
        filling::begin(&mut connection, &heads).map_err(failed)?;
        connection::set_cache(&connection, connection::CACHE_KIB).map_err(failed)?;
        let unreadable = |source| OpenError::Unreadable { path: path.clone(), source };
        let present = Arc::new(Present::note(&path, &folder.lock_file()).map_err(unreadable)?);
        let readers = Readers::open(&path, Arc::clone(&present))?;
        let checkpointer = Checkpointer::start(&path, &connection, Arc::clone(&present))?;
        let writer = Writer::start(connection, heads, Some((Arc::clone(&present), checkpointer))).map_err(
            |source| failed(StorageError::Failed { detail: format!("no thread for the writer: {source}") }),
        )?;
        let filler = Filler::start(&path, &writer)?;
        Ok(Self { _filler: filler, readers, writer, present, _folder: folder })
    }
}

#[async_trait]
impl GameLog for SqliteStore {
    async fn ready(&self) -> Result<(), StorageError> {
        // A writer that has ended has closed its files: what is wrong with them then is nobody's advice.
        self.writer.is_there()?;
        let present = Arc::clone(&self.present);
        // Apart from the reading, which may have to wait until other reads are done.
        let checking = spawn_blocking(move || present.check());
        checking.await.unwrap_or_else(|error| Err(StorageError::Failed { detail: error.to_string() }))?;
        self.readers
            .read(
                |connection| {
                    Ok(connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?)
                },
            )
            .await?;
        self.writer.ready().await
    }

    async fn create_game(&self, id: GameId, events: Vec<Stamped>) -> Result<(), CreateError> {
        let rows = Row::first(id, &events)?;
        self.writer.create(id, rows).await
    }

    async fn keep_game(&self, id: GameId, game: FinishedGame) -> Result<(), CreateError> {
        self.writer.keep(id, game).await
    }

    async fn append(&self, id: GameId, first_seq: u32, events: Vec<Stamped>) -> Result<(), AppendError> {
        let rows = Row::all(&events)?;
        self.writer.append(id, first_seq, rows).await
    }

    // Written out, so that a move costs what it does without epochs.
    async fn append_under(
        &self,
        _: Epoch,
        id: GameId,
        first_seq: u32,
        events: Vec<Stamped>,
    ) -> Result<(), AppendError> {
        let rows = Row::all(&events)?;
        self.writer.append(id, first_seq, rows).await
    }

    async fn load(&self, id: GameId) -> Result<Option<Vec<Stamped>>, StorageError> {
        let heads = self.writer.heads();
        // The end is looked up before the reading begins: what is read is as new as that, or newer.
        self.readers.read(move |connection| select::load(connection, id, heads.get(id))).await
    }

    async fn load_all(&self, ids: Vec<GameId>) -> Result<Vec<LoadedLog>, StorageError> {
        let heads = self.writer.heads();
        let all: Vec<_> = ids.into_iter().map(|id| (id, heads.get(id))).collect();
        self.readers
            .read(move |connection| {
                Ok(all.into_iter().map(|(id, head)| select::load(connection, id, head)).collect())
            })
            .await
    }

    async fn load_unfinished(&self, from: u64, limit: u32) -> Result<UnfinishedPage, StorageError> {
        let heads = self.writer.heads();
        self.readers
            .read(move |connection| select::unfinished(connection, &|id| heads.get(id), from, limit))
            .await
    }
}

#[async_trait]
impl Database for SqliteStore {
    async fn read(&self, query: Statement) -> Result<Vec<TableRow>, StorageError> {
        self.readers.read(move |connection| driver::read(connection, &query)).await
    }

    async fn change(&self, change: Change) -> Result<Changed, StorageError> {
        self.writer.change(change).await
    }
}
