// SPDX-License-Identifier: AGPL-3.0-or-later
//! Is the open database still the one that has its name?
//!
//! A file that is deleted or replaced stays open: SQLite goes on writing to it, and everything is gone when the program
//! ends. So the writer looks before each batch and before it acknowledges one.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use crate::StorageError;

/// The database's files as they were when it was opened.
#[derive(Debug)]
pub(super) struct Present {
    files: Vec<(PathBuf, Identity)>,
    /// Once a file was gone, what was written in between may be lost, so it stays gone until the next start.
    gone: AtomicBool,
}

/// What tells one file from another of the same name.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = ();

impl Present {
    /// Notes which files these are. The write-ahead log is there as soon as somebody has read.
    pub(super) fn note(database: &Path) -> Self {
        let log = PathBuf::from(format!("{}-wal", database.display()));
        let note = |path: PathBuf| identity(&path).ok().map(|identity| (path, identity));
        let files = [database.to_owned(), log].into_iter().filter_map(note).collect();
        Self { files, gone: AtomicBool::new(false) }
    }

    /// An error if one of them is another one now, or was.
    pub(super) fn check(&self) -> Result<(), StorageError> {
        let is_gone = |(path, before): &(PathBuf, Identity)| match identity(path) {
            Ok(now) => now != *before,
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        };
        if self.files.iter().any(is_gone) {
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
