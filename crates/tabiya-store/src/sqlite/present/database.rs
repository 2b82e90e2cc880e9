// SPDX-License-Identifier: AGPL-3.0-or-later
//! The header of the database, which tells a file that was overwritten in its place, as `cp backup.db tabiya.db` does.
//!
//! Its fields are those of "The Database Header" in SQLite's file format.

use std::{
    fs::File,
    io,
    ops::Range,
    sync::atomic::{AtomicU32, Ordering},
};

use super::read_at;

const SIZE: usize = 100;
/// The magic text, the size of pages, and the versions of the format: a backup is none with a write-ahead log.
const FORMAT: Range<usize> = 0..24;
/// Counts the transactions that changed the file.
const CHANGES: Range<usize> = 24..28;
/// The number of the schema, and whose file it is.
const OWNER: [Range<usize>; 2] = [60..64, 68..72];

type Bytes = [u8; SIZE];

/// The header as it was when the database was opened.
pub(super) struct Header {
    file: File,
    before: Bytes,
    /// The highest number of changes that was seen.
    changes: AtomicU32,
}

impl Header {
    pub(super) fn read(file: File) -> io::Result<Self> {
        let mut before = [0; SIZE];
        read_at(&file, &mut before, 0)?;
        Ok(Self { file, changes: AtomicU32::new(changes(&before)), before })
    }

    /// Flushes what SQLite has written to the file. On Windows a file that was opened to be read can't be flushed.
    pub(super) fn flush(&self) -> bool {
        cfg!(windows) || self.file.sync_data().is_ok()
    }

    /// Whether it can be the same database. An unreadable file is not for this check to report.
    pub(super) fn is_as_before(&self) -> bool {
        let seen = self.changes.load(Ordering::Acquire);
        let mut now = [0; SIZE];
        if read_at(&self.file, &mut now, 0).is_err() {
            return true;
        }
        let is_same = |range: Range<usize>| now[range.clone()] == self.before[range];
        self.changes.fetch_max(changes(&now), Ordering::AcqRel);
        is_same(FORMAT) && OWNER.into_iter().all(is_same) && changes(&now) >= seen
    }
}

fn changes(header: &Bytes) -> u32 {
    header[CHANGES].try_into().map_or(0, u32::from_be_bytes)
}
