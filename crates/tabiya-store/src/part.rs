// SPDX-License-Identifier: AGPL-3.0-or-later
//! A file in the making, which gets its name when it is complete and on the disk.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::DataError;
use crate::private::private_file;

/// A file in the making beside the one it will become. It is gone with this, unless it is finished.
pub(crate) struct Part {
    path: PathBuf,
}

impl Part {
    pub(crate) fn new(file: &Path) -> Result<Self, DataError> {
        let name = file.file_name().ok_or_else(|| DataError::File {
            path: file.to_owned(),
            source: io::Error::new(io::ErrorKind::InvalidInput, "it is no name of a file"),
        })?;
        let mut part_name = name.to_owned();
        part_name.push(format!(".{}.part", std::process::id()));
        let part = Self { path: file.with_file_name(part_name) };
        part.remove();
        let made = private_file().write(true).create_new(true).open(&part.path);
        made.map_err(|source| DataError::File { path: file.to_owned(), source })?;
        Ok(part)
    }

    /// Where it lies until it is finished.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Flushes it to the disk, before it is finished. An error names `file`, which it will become.
    pub(crate) fn sync(&self, file: &Path) -> Result<(), DataError> {
        let synced = File::options().write(true).open(&self.path).and_then(|part| part.sync_all());
        synced.map_err(|source| DataError::File { path: file.to_owned(), source })
    }

    /// Gives it its name, durably.
    pub(crate) fn finish(self, file: &Path) -> Result<(), DataError> {
        self.sync(file)?;
        let finish = || {
            fs::rename(&self.path, file)?;
            // Folders can't be opened everywhere; where they can, the new name is on the disk before this returns.
            match File::open(parent_of(file)) {
                Ok(folder) if cfg!(unix) => folder.sync_all(),
                _ => Ok(()),
            }
        };
        finish().map_err(|source| DataError::File { path: file.to_owned(), source })
    }

    fn remove(&self) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            // Mostly they are not there.
            let _ = fs::remove_file(format!("{}{suffix}", self.path.display()));
        }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        self.remove();
    }
}

/// The folder in which a file lies or will lie.
pub(crate) fn parent_of(file: &Path) -> &Path {
    file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
