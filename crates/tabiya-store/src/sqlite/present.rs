// SPDX-License-Identifier: AGPL-3.0-or-later
//! Checks that the open database is still the file with its name.
//!
//! A file that is deleted or replaced stays open: SQLite continues to write to it, and everything is lost
//! when the program ends. So the writer checks before each batch and before it acknowledges a batch.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use crate::StorageError;

/// The identities of the database's files when it was opened.
#[derive(Debug)]
pub(super) struct Present {
    files: Vec<(PathBuf, Identity)>,
    /// How large the database was when it was opened. It never shrinks.
    size: u64,
    /// Whether a file was gone once. What was written in the meantime may be lost, so this stays set until
    /// the next start.
    gone: AtomicBool,
}

/// What distinguishes a file from another one of the same name.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = ();

impl Present {
    /// Records the identities of the files. The write-ahead log exists after the first read.
    pub(super) fn note(database: &Path) -> Self {
        let log = PathBuf::from(format!("{}-wal", database.display()));
        let note = |path: PathBuf| identity(&path).ok().map(|identity| (path, identity));
        let files = [database.to_owned(), log].into_iter().filter_map(note).collect();
        let size = fs::metadata(database).map_or(0, |found| found.len());
        Self { files, size, gone: AtomicBool::new(false) }
    }

    /// An error if one of the files has been replaced or deleted, or the database has been cut.
    pub(super) fn check(&self) -> Result<(), StorageError> {
        let is_gone = |(path, before): &(PathBuf, Identity)| match identity(path) {
            Ok(now) => now != *before,
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        };
        let is_cut = || {
            self.files
                .first()
                .and_then(|(path, _)| fs::metadata(path).ok())
                .is_some_and(|now| now.len() < self.size)
        };
        if self.files.iter().any(is_gone) || is_cut() {
            self.gone.store(true, Ordering::Relaxed);
        }
        if self.gone.load(Ordering::Relaxed) {
            let path = self.files.first().map(|(path, _)| path.clone()).unwrap_or_default();
            return Err(StorageError::Gone { path });
        }
        Ok(())
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map(|found| (found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(|_| ())
}
