// SPDX-License-Identifier: AGPL-3.0-or-later
//! Copies committed pages from the write-ahead log into the database, on a thread of its own.
//!
//! SQLite does this within a commit as soon as the log has 1,000 pages, and everybody who waits for that commit waits for
//! two more flushes and for pages that lie anywhere in the file. So the writer leaves it to this thread and goes on. The
//! log begins anew only when all of it is copied while nobody adds to it. Where people play, that never happens by itself:
//! when the thread has copied nearly everything, the writer copies the few pages that came since, between two commits.

use std::{
    io,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    thread::{self, JoinHandle},
};

use rusqlite::Connection;

use super::{connection, present::Present};
use crate::{OpenError, StorageError};

/// How many pages of the log are not in the database yet when copying them begins.
const BEGIN: u32 = 1_000;
/// The writer copies the rest where it is at most so many pages.
const REST: u32 = 500;
/// The writer copies everything where the log has so many pages (64 MiB), whatever it costs those who wait.
const LONG: u32 = 16_384;

/// What the thread and the writer tell each other.
#[derive(Default)]
struct Shared {
    /// The thread is copying, or is about to.
    is_busy: AtomicBool,
    /// The thread has copied what was there, and the writer has not looked at the rest since.
    has_rest: AtomicBool,
    /// How many pages of the log are in the database.
    copied: AtomicU32,
    ends: AtomicBool,
}

/// A handle on the thread, for the writer. Dropping it ends the thread after what it is copying.
pub(super) struct Checkpointer {
    shared: Arc<Shared>,
    present: Arc<Present>,
    thread: Option<JoinHandle<()>>,
}

impl Checkpointer {
    /// Starts the thread. From now on `writer` copies nothing by itself, but when it is closed.
    ///
    /// # Errors
    /// If there can't be another connection or thread.
    pub(super) fn start(path: &Path, writer: &Connection, present: Arc<Present>) -> Result<Self, OpenError> {
        let own = connection::open_checkpointer(path)?;
        let failed = |source| OpenError::Storage { path: path.to_owned(), source };
        writer.pragma_update(None, "wal_autocheckpoint", 0).map_err(|error| failed(error.into()))?;
        let shared = Arc::new(Shared::default());
        let (of_thread, watched) = (Arc::clone(&shared), Arc::clone(&present));
        let serve = move || serve(&own, &of_thread, &watched);
        let thread = thread::Builder::new().name("store-checkpoint".to_owned()).spawn(serve);
        let thread = thread.map_err(|source: io::Error| {
            failed(StorageError::Failed { detail: format!("no thread for checkpoints: {source}") })
        })?;
        Ok(Self { shared, present, thread: Some(thread) })
    }

    /// To be called by the writer after each commit, with its own connection.
    pub(super) fn committed(&self, writer: &Connection) {
        let pages = self.present.pages_in_log();
        let mut copied = self.shared.copied.load(Ordering::Acquire);
        if pages < copied {
            // The log has begun anew.
            copied = 0;
            self.shared.copied.store(0, Ordering::Release);
        }
        if self.shared.is_busy.load(Ordering::Acquire) {
            return;
        }
        let left = pages - copied;
        let has_rest = self.shared.has_rest.swap(false, Ordering::AcqRel);
        if pages >= LONG || (has_rest && left <= REST) {
            self.shared.copy(writer, &self.present);
        } else if left >= BEGIN {
            self.shared.is_busy.store(true, Ordering::Release);
            self.thread.iter().for_each(|thread| thread.thread().unpark());
        }
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        self.shared.ends.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // The thread itself has reported a panic.
            let _ = thread.join();
        }
    }
}

impl Shared {
    /// Copies what no reader needs in the log any more. What fails is tried again after the next commits: everything that
    /// was committed is in the log.
    fn copy(&self, connection: &Connection, present: &Present) {
        if !present.may_checkpoint() {
            return;
        }
        let copied = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| row.get(2));
        match copied {
            Ok(pages) => self.copied.store(pages, Ordering::Release),
            Err(error) => {
                tracing::debug!(%error, "the write-ahead log could not be copied into the database")
            }
        }
    }
}

/// The main loop of the thread.
fn serve(connection: &Connection, shared: &Shared, present: &Present) {
    while !shared.ends.load(Ordering::Acquire) {
        if shared.is_busy.load(Ordering::Acquire) {
            shared.copy(connection, present);
            shared.has_rest.store(true, Ordering::Release);
            shared.is_busy.store(false, Ordering::Release);
        }
        thread::park();
    }
}
