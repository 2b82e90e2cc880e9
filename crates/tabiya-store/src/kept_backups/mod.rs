// SPDX-License-Identifier: AGPL-3.0-or-later
//! A folder of backups that are made by themselves: one a day, named by the day, and which of them are kept. Of both databases.
//!
//! Their names say what they are (see [`names`]). Whatever else lies in the folder is somebody's own, and stays: backups made by
//! hand, compressed or encrypted copies of ours.

mod names;
mod pruning;
mod shelf;

use std::io;
use std::path::PathBuf;

use crate::DataError;
pub(crate) use names::{Kind, Names, identity_of};
pub(crate) use shelf::Shelf;

/// Why no backup was made.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The disk has too little room.
    #[error(
        "no backup is made: {} has {} MiB free, and it takes twice the size of the data, {} MiB",
        folder.display(), mebibytes(*free), mebibytes(*needed)
    )]
    NoRoom {
        /// The folder of the backups.
        folder: PathBuf,
        /// Bytes that are free on its disk.
        free: u64,
        /// Bytes that must be.
        needed: u64,
    },
    /// The folder can't be made or read.
    #[error("no backup is made: the folder {} can't be used: {source}; name another with --backup-folder", path.display())]
    Folder {
        /// The folder of the backups.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The copy failed.
    #[error("no backup is made: {0}")]
    Data(#[from] DataError),
    /// There is no program that copies a PostgreSQL database.
    #[error(
        "no backup is made: pg_dump is not found on this machine; install PostgreSQL's programs (postgresql-client), or back the database up yourself and set backups = \"off\""
    )]
    NoProgram,
    /// A program of PostgreSQL failed.
    #[error("no backup is made: {program} says: {said}")]
    Program {
        /// The program.
        program: &'static str,
        /// The last line that it said.
        said: String,
    },
    /// The server of a PostgreSQL database says nothing any more.
    #[error("no backup is made: the database server has fallen silent")]
    Silent,
}

fn mebibytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

/// A backup that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptBackup {
    /// Where it is.
    pub file: PathBuf,
    /// How many faults `tabiya data check` would report in it. One with faults takes no other one's place.
    pub faults: u64,
    /// How many older ones were removed.
    pub removed: usize,
}
