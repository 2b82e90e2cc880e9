// SPDX-License-Identifier: AGPL-3.0-or-later
//! Backups of a data folder that are made by themselves: a copy of the database a day, checked before it counts.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use time::{Date, UtcDateTime};

use super::{
    backup::{backup, backup_and},
    check::check,
    connection,
    folder::{self, hand_over},
};
use crate::kept_backups::{KeepError, KeptBackup, Kind, Names, Shelf, identity_of};
use crate::tables::site::DEVICES;
use crate::{CheckNews, DataError};

/// What the files' names end with.
const ENDING: &str = "db";

/// The backups of one data folder in a folder, which may hold those of others too.
#[derive(Clone, Debug)]
pub struct KeptBackups {
    data: PathBuf,
    shelf: Shelf,
}

impl KeptBackups {
    /// The backups of the data folder `data` in `folder`; neither needs to be there yet.
    pub fn new(data: impl Into<PathBuf>, folder: impl Into<PathBuf>) -> Self {
        let data = data.into();
        let whole = data.canonicalize().ok();
        let name = whole.as_deref().unwrap_or(&data).file_name();
        let name = name.map_or_else(|| "tabiya".to_owned(), |name| name.to_string_lossy().into_owned());
        Self { data, shelf: Shelf::new(folder, name, ENDING) }
    }

    /// The folder in which they are.
    pub fn folder(&self) -> &Path {
        self.shelf.folder()
    }

    /// The newest backup of a day, and the time at which it was made; `None` without one, or where the folder can't be read.
    pub fn newest(&self) -> Option<(Date, SystemTime)> {
        self.shelf.newest(identity(&self.data).as_deref())
    }

    /// Whether this day has one.
    pub fn has(&self, day: Date) -> bool {
        self.shelf.has(identity(&self.data).as_deref(), day)
    }

    /// Makes the backup of this day in place of one that is there already, checks it, and removes what is not kept any more.
    /// `free` says how many bytes a folder's disk has left, where that can be known. `None` while there is nothing to lose:
    /// neither a game nor an account. A server may run meanwhile. Blocks while it does.
    ///
    /// # Errors
    /// If there is too little room, the folder can't be used, or the copy turns out to be damaged. Then all older ones are as
    /// they were.
    pub fn make(
        &self,
        today: Date,
        free: impl FnOnce(&Path) -> Option<u64>,
    ) -> Result<Option<KeptBackup>, KeepError> {
        if self.is_empty()? {
            return Ok(None);
        }
        let names = self.make_room(free)?;
        let name = |faults: &u64| names.file(if *faults == 0 { Kind::Daily } else { Kind::Faulty }, today);
        let look = |copy: &rusqlite::Connection| {
            let mut faults = 0;
            check(copy, &mut |news| faults += u64::from(matches!(news, CheckNews::Fault(_))))?;
            Ok(faults)
        };
        let faults = backup_and(&self.data, &names.file(Kind::Daily, today), &mut |_| (), look, name)?;
        let file = name(&faults);
        hand_over(&self.data, &file);
        let removed = self.shelf.tidy(&names, today, faults == 0)?;
        Ok(Some(KeptBackup { file, faults, removed }))
    }

    /// Makes a backup of a database that this program is about to change. The next upgrade makes another. `None` where there is
    /// nothing to lose.
    ///
    /// # Errors
    /// As [`make`](Self::make) has them.
    pub fn before_upgrade(
        &self,
        free: impl FnOnce(&Path) -> Option<u64>,
    ) -> Result<Option<PathBuf>, KeepError> {
        if self.is_empty()? {
            return Ok(None);
        }
        let names = self.make_room(free)?;
        let today = UtcDateTime::now().date();
        for number in 1.. {
            let file = names.before_upgrade(today, number);
            if !file.exists() {
                backup(&self.data, &file, &mut |_| ())?;
                hand_over(&self.data, &file);
                return Ok(Some(file));
            }
            // A start that was cut off before its changes has made it: nothing was stored since.
            if self.is_as_new_as_data(&file) {
                return Ok(Some(file));
            }
        }
        Ok(None)
    }

    /// Whether nothing was written to the data since this file was made.
    fn is_as_new_as_data(&self, file: &Path) -> bool {
        let changed = |path: PathBuf| fs::metadata(path).and_then(|file| file.modified()).ok();
        let database = folder::DATABASE;
        let data = [database.to_owned(), format!("{database}-wal")].map(|name| changed(self.data.join(name)));
        let made = changed(file.to_owned());
        made.is_some() && data.into_iter().flatten().all(|data| Some(data) <= made)
    }

    /// Whether there is neither a game nor an account yet.
    fn is_empty(&self) -> Result<bool, DataError> {
        let path = self.data.join(folder::DATABASE);
        if !connection::is_there(&path)? {
            return Ok(true);
        }
        let database = connection::open_reader(&path)?;
        // A database from before there were accounts has games.
        let has = |table: &str| -> rusqlite::Result<bool> {
            let is_there = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1)";
            if !database.query_row(is_there, [table], |row| row.get(0))? {
                return Ok(false);
            }
            database.query_row(&format!("SELECT EXISTS (SELECT 1 FROM {table})"), [], |row| row.get(0))
        };
        let found = has("game").and_then(|games| Ok(games || has("account")?));
        found.map(|found| !found).map_err(|error| DataError::Storage { path, source: error.into() })
    }

    fn make_room(&self, free: impl FnOnce(&Path) -> Option<u64>) -> Result<Names, KeepError> {
        let size = |name: String| fs::metadata(self.data.join(name)).map_or(0, |file| file.len());
        let database = folder::DATABASE;
        let bytes = size(database.to_owned()) + size(format!("{database}-wal"));
        let identity = identity(&self.data);
        self.shelf.make_room(identity.as_deref(), bytes, free, |made| hand_over(&self.data, made))
    }
}

/// Which data folder this is; `None` for one that had no server yet.
fn identity(data: &Path) -> Option<String> {
    let database = connection::open_reader(&data.join(folder::DATABASE)).ok()?;
    let sql = "SELECT value FROM site WHERE name = ?1";
    let secret: String = database.query_row(sql, [DEVICES], |row| row.get(0)).ok()?;
    Some(identity_of(&secret))
}
