// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is known of the backups that the server makes by itself. The server's task tells it, the desk shows it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use tabiya_game::Time;

/// How the daily backups are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BackupNews {
    /// Where they go; `None` where this server makes none by itself.
    pub folder: Option<PathBuf>,
    /// The command by which a person backs the database up; `None` where the data lie in a folder.
    pub command: Option<String>,
    /// When the newest one was made, by the wall clock; `None` without one.
    pub last: Option<Time>,
    /// Why the last try made none, in a sentence; `None` if all is well.
    pub problem: Option<String>,
    /// Whether they lie on the same disk as the data.
    pub is_same_disk: bool,
}

/// The one place where it stands. Cheap to clone; all clones agree.
#[derive(Clone, Debug, Default)]
pub struct Backups(Arc<Mutex<BackupNews>>);

impl Backups {
    /// What is known now.
    pub fn news(&self) -> BackupNews {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Changes what is known.
    pub fn tell(&self, change: impl FnOnce(&mut BackupNews)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
