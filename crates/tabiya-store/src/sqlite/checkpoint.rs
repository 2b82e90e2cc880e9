// SPDX-License-Identifier: AGPL-3.0-or-later
//! Copies committed pages from the write-ahead log into the database, on a thread of its own.
//!
//! SQLite does this within a commit as soon as the log has 1,000 pages, and everybody who waits for that commit waits for
//! two more flushes and for pages that lie anywhere in the file. So the writer leaves it to this thread and goes on. The
//! log begins anew only when all of it is copied while nobody adds to it. Where people play, that never happens by itself:
//! when the thread has copied nearly everything and flushed it, the writer copies the few pages that came since, between
//! two commits.

use std::{
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

/// The thread is asked when the log has so many pages that it was not asked for yet.
const BEGIN: u32 = 1_000;
/// The writer copies the rest where it is at most so many pages.
const REST: u32 = 500;
/// With so many pages (64 MiB) the log is long, and the writer copies a rest of [`MORE`] pages.
const LONG: u32 = 16_384;
const MORE: u32 = 4_000;

/// What the thread and the writer tell each other.
#[derive(Default)]
struct Shared {
    /// The thread is copying, or is about to.
    is_busy: AtomicBool,
    /// The thread has copied what was there, and the writer has not looked at the rest since.
    has_rest: AtomicBool,
    /// How many pages of the log are in the database.
    copied: AtomicU32,
    /// Copying fails.
    fails: AtomicBool,
    ends: AtomicBool,
}

/// A handle on the thread, for the writer. Dropping it ends the thread after what it is copying.
pub(super) struct Checkpointer {
    shared: Arc<Shared>,
    present: Arc<Present>,
    thread: Option<JoinHandle<()>>,
    /// How many pages the log had when the thread was last asked.
    asked: AtomicU32,
}

impl Checkpointer {
    /// Starts the thread. From now on `writer` copies nothing by itself, except when it is closed. `None` where it is not
    /// known how long the log is: then SQLite goes on as it does by itself.
    ///
    /// # Errors
    /// If there can't be another connection or thread.
    pub(super) fn start(
        path: &Path,
        writer: &Connection,
        present: Arc<Present>,
    ) -> Result<Option<Self>, OpenError> {
        if !present.knows_log() {
            return Ok(None);
        }
        let own = connection::open_checkpointer(path)?;
        let failed = |source| OpenError::Storage { path: path.to_owned(), source };
        writer.pragma_update(None, "wal_autocheckpoint", 0).map_err(|error| failed(error.into()))?;
        let shared = Arc::new(Shared::default());
        let (of_thread, watched) = (Arc::clone(&shared), Arc::clone(&present));
        let serve = move || serve(&own, &of_thread, &watched);
        let thread = thread::Builder::new().name("store-checkpoint".to_owned()).spawn(serve);
        let thread = thread.map_err(|source| {
            failed(StorageError::Failed { detail: format!("no thread for checkpoints: {source}") })
        })?;
        Ok(Some(Self { shared, present, thread: Some(thread), asked: AtomicU32::new(0) }))
    }

    /// To be called by the writer after each commit, with its own connection.
    pub(super) fn committed(&self, writer: &Connection) {
        let pages = self.present.pages_in_log();
        if pages < self.shared.copied.load(Ordering::Acquire) {
            // The log has begun anew.
            self.shared.copied.store(0, Ordering::Release);
            self.asked.store(0, Ordering::Release);
        }
        let Some(thread) = self.thread.as_ref().filter(|thread| !thread.is_finished()) else {
            // It has panicked, and said so.
            return self.copy_alone(writer, pages);
        };
        if self.shared.is_busy.load(Ordering::Acquire) {
            return;
        }
        let left = pages.saturating_sub(self.shared.copied.load(Ordering::Acquire));
        let has_rest = self.shared.has_rest.swap(false, Ordering::AcqRel);
        if has_rest && left <= if pages >= LONG { MORE } else { REST } {
            self.shared.copy(writer, &self.present);
        } else if self.ask(pages) {
            self.shared.is_busy.store(true, Ordering::Release);
            thread.thread().unpark();
        }
    }

    fn copy_alone(&self, writer: &Connection, pages: u32) {
        if self.ask(pages) {
            self.shared.copy(writer, &self.present);
        }
    }

    /// Whether the log has grown enough since it was last copied. Where a reader keeps pages in it, or copying fails, it is
    /// not tried again after each commit.
    fn ask(&self, pages: u32) -> bool {
        let before = self.asked.load(Ordering::Acquire).max(self.shared.copied.load(Ordering::Acquire));
        let is_time = pages.saturating_sub(before) >= BEGIN;
        if is_time {
            self.asked.store(pages, Ordering::Release);
        }
        is_time
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
    /// Copies what no reader needs in the log any more, and returns whether that worked. What fails is tried again later:
    /// everything that was committed is in the log.
    fn copy(&self, connection: &Connection, present: &Present) -> bool {
        if !present.may_checkpoint() {
            return false;
        }
        let copied = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| row.get(2));
        let failed = copied.as_ref().err().map(ToString::to_string);
        self.say_once(failed.as_deref());
        if let Ok(pages) = copied {
            self.copied.store(pages, Ordering::Release);
        }
        failed.is_none()
    }

    fn say_once(&self, failed: Option<&str>) {
        if self.fails.swap(failed.is_some(), Ordering::AcqRel) {
            return;
        }
        if let Some(error) = failed {
            tracing::warn!(
                error,
                "the write-ahead log can't be copied into the database; it grows until it can"
            );
        }
    }
}

/// The main loop of the thread.
fn serve(connection: &Connection, shared: &Shared, present: &Present) {
    while !shared.ends.load(Ordering::Acquire) {
        if shared.is_busy.load(Ordering::Acquire) {
            // SQLite flushes the database only where nobody has added to the log in the meantime. Flushed here, these pages
            // don't wait for the writer's own flush.
            let is_done = shared.copy(connection, present) && present.flush_database();
            shared.has_rest.store(is_done, Ordering::Release);
            shared.is_busy.store(false, Ordering::Release);
        }
        thread::park();
    }
}
