// SPDX-License-Identifier: AGPL-3.0-or-later
//! The data folder, which one server has for itself.
//!
//! The locks are the operating system's, on open files: they go with the process however that ends, so there is no
//! stale lock to clean up after a crash. One is on a file in the folder. On Unix that file can be deleted, and another server would
//! make and lock a new one; so a second lock is on the folder itself, which can't be deleted without the database.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use crate::OpenError;
pub(super) use crate::private::{make, private_file};

/// How often the lock is tried before the folder counts as used by another process.
const TRIES: u32 = 10;
/// The pause between two tries. A process that has just been started holds its parent's files for a moment, the lock
/// among them, and one that has just been killed may not be gone yet.
const PAUSE: Duration = Duration::from_millis(20);

/// The name of the database in it.
pub(super) const DATABASE: &str = "tabiya.db";
/// The name of the file that is locked.
const LOCK: &str = "lock";

/// A locked data folder. It is free again when this is dropped.
pub(super) struct Folder {
    path: PathBuf,
    _locks: Locks,
}

/// Locks on the file and on the folder. Dropping this unlocks both.
struct Locks([Option<File>; 2]);

impl Drop for Locks {
    fn drop(&mut self) {
        // Closing the files is not enough: a child process holds copies of them between fork and exec.
        for file in self.0.iter().flatten() {
            let _ = file.unlock();
        }
    }
}

impl Folder {
    /// Makes the folder if it is missing, and locks it.
    pub(super) fn lock(path: &Path) -> Result<Self, OpenError> {
        let path = path.to_owned();
        make(&path).map_err(|source| cannot_use(&path, source))?;
        let locks = lock_patiently(&path)?;
        let folder = Self { path, _locks: locks };
        folder.hand_over(&folder.lock_file());
        Ok(folder)
    }

    /// Gives a file in it to whom the folder belongs.
    pub(super) fn hand_over(&self, file: &Path) {
        hand_over(&self.path, file);
    }

    /// Gives a database in it, with the files beside it, to whom the folder belongs.
    pub(super) fn hand_over_all(&self, database: &Path) {
        for suffix in ["", "-wal", "-shm"] {
            self.hand_over(Path::new(&format!("{}{suffix}", database.display())));
        }
    }

    /// Where the database lies.
    pub(super) fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    /// Where the file lies that is locked.
    pub(super) fn lock_file(&self) -> PathBuf {
        self.path.join(LOCK)
    }
}

/// Gives a file to whom the folder belongs. What root makes for a service, the service could not write to.
pub(super) fn hand_over(folder: &Path, file: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        if let (Ok(folder), Ok(made)) = (fs::metadata(folder), fs::metadata(file))
            && (folder.uid(), folder.gid()) != (made.uid(), made.gid())
        {
            // Only root may give files away; anybody else's stay theirs.
            let _ = chown(file, Some(folder.uid()), Some(folder.gid()));
        }
    }
    #[cfg(not(unix))]
    let _ = (folder, file);
}

/// Whether a server, or a command that changes the data, has this folder for itself.
pub(super) fn is_in_use(path: &Path) -> bool {
    path.join(LOCK).exists() && matches!(lock_patiently(path), Err(OpenError::InUse { .. }))
}

fn lock_patiently(path: &Path) -> Result<Locks, OpenError> {
    let mut tries = 0;
    loop {
        tries += 1;
        match lock_both(path, &path.join(LOCK)) {
            Ok(locks) => return Ok(locks),
            Err(TryLockError::WouldBlock) if tries < TRIES => thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => return Err(OpenError::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(source)) => return Err(cannot_use(path, source)),
        }
    }
}

/// Locks the folder, where the system can, and the file in it.
fn lock_both(folder: &Path, file: &Path) -> Result<Locks, TryLockError> {
    let mut locks = Locks([None, if cfg!(unix) { lock_folder(folder)? } else { None }]);
    let mut options = private_file();
    options.write(true).create(true).truncate(false);
    // On Windows nobody can delete or rename the file then, as long as it is open.
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, SHARE_READ_AND_WRITE);
    let file = options.open(file).map_err(TryLockError::Error)?;
    file.try_lock()?;
    locks.0[0] = Some(file);
    Ok(locks)
}

/// `FILE_SHARE_READ | FILE_SHARE_WRITE`, without `FILE_SHARE_DELETE`.
#[cfg(windows)]
const SHARE_READ_AND_WRITE: u32 = 1 | 2;

/// `None` where the folder can't be read, or its file system has no locks on folders, as NFS has none.
fn lock_folder(folder: &Path) -> Result<Option<File>, TryLockError> {
    let Ok(folder) = File::open(folder) else { return Ok(None) };
    match folder.try_lock() {
        Ok(()) => Ok(Some(folder)),
        Err(TryLockError::Error(_)) => Ok(None),
        Err(TryLockError::WouldBlock) => Err(TryLockError::WouldBlock),
    }
}

fn cannot_use(path: &Path, source: io::Error) -> OpenError {
    let path = path.to_owned();
    match source.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => OpenError::ReadOnly { path },
        io::ErrorKind::NotADirectory => OpenError::NoFolder { path },
        io::ErrorKind::AlreadyExists if !path.is_dir() => OpenError::NoFolder { path },
        _ => OpenError::Folder { path, source },
    }
}
