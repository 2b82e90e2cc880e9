// SPDX-License-Identifier: AGPL-3.0-or-later
//! Checks that the files of the open data folder are still the files that were opened, and whole.
//!
//! A file that is deleted or replaced stays open: SQLite continues to write to it, and everything is lost when the program
//! ends. A write-ahead log that is cut grows again with holes in it, which a checkpoint copies into the database. So the
//! writer checks before each batch. What happens to a file while a batch is written is as if it happened right afterwards.
//!
//! A check of everything is about fifteen system calls, which right after a flush cost a third of the commit. Where batches follow one
//! another, most are therefore checked for a cut log alone, which can't wait: everything else spoils nothing in the meantime.

mod database;
mod wal;

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use crate::{Damage, StorageError};
use database::Header;
use wal::Wal;

/// For how long a check of everything is enough for the batches that follow.
const FRESH: Duration = Duration::from_millis(50);

/// The files of a data folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Database,
    Wal,
    WalIndex,
    Lock,
}

impl Role {
    /// What the operator is to do.
    const fn advice(self, damage: Damage) -> &'static str {
        match (self, damage) {
            (Self::Database, Damage::Missing) => {
                "if it or its folder was moved, stop the server, move it back, and start the server again; if it was deleted, \
                 copy it first, with its -wal, out of the server's open files (on Linux /proc/PID/fd), before you stop the server"
            }
            (Self::Database, Damage::Replaced) => {
                "stop the server, put the file back as it was, and start the server again"
            }
            (Self::Database, Damage::Cut) => {
                "stop the server, put a backup in its place with \"tabiya data restore --replace\", and start the server again"
            }
            (Self::Wal, Damage::Missing | Damage::Replaced) => {
                "stop the server, which saves what the file holds, and start the server again"
            }
            (Self::Wal, Damage::Cut) => {
                "the newest moves are lost: stop the server, look with \"tabiya data check\" at what is left, and start the \
                 server again"
            }
            (Self::WalIndex, _) => {
                "where the database is in its place, nothing is lost: start the server again, which makes the file anew"
            }
            (Self::Lock, _) => {
                "where the database is in its place, nothing is lost: start the server again, which makes the file anew and \
                 locks the folder with it"
            }
        }
    }
}

/// The files of the data folder as they were when they were opened.
pub(super) struct Present {
    files: Vec<Watched>,
    header: Header,
    /// `None` if there was no log when the database was opened.
    wal: Option<Wal>,
    /// The first damage. What was written since then may be lost, so it stays until the next start.
    damage: OnceLock<(Role, Damage)>,
    /// When the writer last had everything checked.
    checked: Mutex<Option<Instant>>,
}

/// One file with the identity that it had.
struct Watched {
    role: Role,
    path: PathBuf,
    identity: Identity,
    /// The largest size that was seen of a file that never shrinks.
    size: AtomicU64,
}

/// What distinguishes a file from another one of the same name.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = ();

impl Present {
    /// Notes the files of an open database. The write-ahead log and its index exist after the first read.
    ///
    /// The database and the index stay open as long as this exists, which must be longer than any connection to
    /// them: on POSIX systems a process that closes a file loses all its locks on that file (fcntl(2)), also those of SQLite.
    ///
    /// # Errors
    /// If the database can't be opened.
    pub(super) fn note(database: &Path, lock: &Path) -> io::Result<Self> {
        let beside = |suffix| PathBuf::from(format!("{}{suffix}", database.display()));
        let [log, index] = ["-wal", "-shm"].map(beside);
        let header = Header::read(File::open(database)?)?;
        let wal = match (File::open(&log), File::open(&index)) {
            (Ok(log), Ok(index)) => Some(Wal::new(log, index)),
            _ => None,
        };
        // The worst loss first: where the whole folder is gone, the operator must hear of the database.
        let files = [
            (Role::Database, database.to_owned()),
            (Role::Wal, log),
            (Role::WalIndex, index),
            (Role::Lock, lock.to_owned()),
        ];
        let files = files.into_iter().filter_map(|(role, path)| Watched::note(role, path).ok()).collect();
        Ok(Self { files, header, wal, damage: OnceLock::new(), checked: Mutex::new(None) })
    }

    /// Checks all files.
    ///
    /// # Errors
    /// If one of them is missing, replaced or cut, or ever was.
    pub(super) fn check(&self) -> Result<(), StorageError> {
        let replaced = || (!self.header.is_as_before()).then_some((Role::Database, Damage::Replaced));
        let cut = || self.wal.as_ref()?.has_lost_frames().then_some((Role::Wal, Damage::Cut));
        self.report(self.look().or_else(replaced).or_else(cut))
    }

    /// Checks whether the log was cut, and everything else where that was not done a moment ago.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub(super) fn check_before_a_write(&self) -> Result<(), StorageError> {
        let mut checked = self.checked.lock().unwrap_or_else(PoisonError::into_inner);
        let is_fresh = checked.is_some_and(|at| at.elapsed() < FRESH);
        // Both are asked each time, so that they know the log as it is after the batch before.
        let is_shorter = self.wal.as_ref().is_some_and(Wal::is_shorter_than_before);
        if self.wal.as_ref().is_some_and(Wal::has_lost_frames) {
            return self.report(self.look().or(Some((Role::Wal, Damage::Cut))));
        }
        if is_fresh && !is_shorter {
            return self.report(None);
        }
        *checked = Some(Instant::now());
        self.check()
    }

    /// Checks only what would make reading harmful. A read of an index that was cut ends the process (SIGBUS), and pages of
    /// other files that were cut are missing. Files that were deleted or replaced can still be read.
    ///
    /// # Errors
    /// If a file is cut.
    pub(super) fn check_readable(&self) -> Result<(), StorageError> {
        let index = self.files.iter().find(|file| file.role == Role::WalIndex);
        let is_cut = index.is_some_and(|index| index.look() == Some(Damage::Cut));
        match self.report(is_cut.then_some((Role::WalIndex, Damage::Cut))) {
            Err(StorageError::Gone { damage: Damage::Missing | Damage::Replaced, .. }) if !is_cut => Ok(()),
            checked => checked,
        }
    }

    /// Whether the log may be copied into the database when the database is closed. After a cut that would copy holes. Where
    /// the database has another file's name or none, it would delete a log that may belong to the other file.
    pub(super) fn may_checkpoint(&self) -> bool {
        self.check().is_ok()
            || matches!(
                self.damage.get(),
                Some((Role::Wal | Role::WalIndex | Role::Lock, Damage::Missing | Damage::Replaced))
            )
    }

    /// Whether [`pages_in_log`](Self::pages_in_log) can be answered.
    pub(super) const fn knows_log(&self) -> bool {
        self.wal.is_some()
    }

    /// Flushes the database to the disk. Returns whether it is there.
    pub(super) fn flush_database(&self) -> bool {
        self.header.flush()
    }

    /// How many pages the write-ahead log holds; 0 while SQLite writes that down.
    pub(super) fn pages_in_log(&self) -> u32 {
        self.wal.as_ref().map_or(0, Wal::pages)
    }

    fn look(&self) -> Option<(Role, Damage)> {
        let named = |file: &Watched| file.look().map(|damage| (file.role, damage));
        let short = || self.wal.as_ref()?.is_short().then_some((Role::Wal, Damage::Cut));
        self.files.iter().find_map(named).or_else(short)
    }

    /// Keeps what was found, unless other damage was found before, and returns the first damage.
    fn report(&self, found: Option<(Role, Damage)>) -> Result<(), StorageError> {
        let damage = match found {
            Some(found) => Some(self.damage.get_or_init(|| found)),
            None => self.damage.get(),
        };
        damage.map_or(Ok(()), |damage| Err(self.error(*damage)))
    }

    fn error(&self, (role, damage): (Role, Damage)) -> StorageError {
        let file = self.files.iter().find(|file| file.role == role);
        let path = file.map(|file| file.path.clone()).unwrap_or_default();
        StorageError::Gone { path, damage, advice: role.advice(damage) }
    }
}

impl Watched {
    fn note(role: Role, path: PathBuf) -> io::Result<Self> {
        let found = fs::metadata(&path)?;
        let size = AtomicU64::new(if Self::can_shrink(role) { 0 } else { found.len() });
        Ok(Self { role, identity: identity(&found), size, path })
    }

    /// SQLite itself cuts a log that is copied into the database.
    const fn can_shrink(role: Role) -> bool {
        matches!(role, Role::Wal)
    }

    fn look(&self) -> Option<Damage> {
        // Read before the file is looked at, because the file may grow on another thread at the same time.
        let before = self.size.load(Ordering::Acquire);
        match fs::metadata(&self.path) {
            Ok(found) if identity(&found) != self.identity => Some(Damage::Replaced),
            Ok(found) if found.len() < before => Some(Damage::Cut),
            Ok(found) => {
                if !Self::can_shrink(self.role) {
                    self.size.fetch_max(found.len(), Ordering::AcqRel);
                }
                None
            }
            Err(error) => {
                let is_missing =
                    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
                is_missing.then_some(Damage::Missing)
            }
        }
    }
}

#[cfg(unix)]
fn identity(found: &fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (found.dev(), found.ino())
}

#[cfg(not(unix))]
fn identity(_found: &fs::Metadata) -> Identity {}

/// Reads this many bytes from this place of a file, without moving a cursor that threads would share.
fn read_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_at(file, buffer, offset)?;
        #[cfg(windows)]
        let read = std::os::windows::fs::FileExt::seek_read(file, buffer, offset)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        buffer = &mut buffer[read..];
        offset += read as u64;
    }
    Ok(())
}
