// SPDX-License-Identifier: AGPL-3.0-or-later
//! A folder of backups that are made by themselves: one a day, named by the day, and which of them are kept.
//!
//! Their names say that they are the daily ones: `NAME-daily-2026-11-26.db`. Whatever else lies in the folder is somebody's own,
//! and stays: backups made by hand, compressed or encrypted copies of ours.
//!
//! Kept are the last seven, and of the weeks before these the last four, each by its newest. So a mistake that somebody notices
//! within a month can be undone, and a name that was erased is gone from all of them after five weeks.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use time::{Date, Month, UtcDateTime};

use super::{
    backup::{backup, backup_and},
    check::{CheckNews, check},
    connection, folder,
};
use crate::DataError;

/// What stands between the data folder's name and the day.
const DAILY: &str = "-daily-";
const BEFORE_UPGRADE: &str = "-before-upgrade-";
/// How many of the newest are kept.
const DAYS: usize = 7;
/// Of how many weeks before them one is kept.
const WEEKS: usize = 4;
/// How much room there must be, in sizes of the database: one for the copy, one for what is stored meanwhile.
const ROOM: u64 = 2;

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

/// The backups of one data folder in a folder, which may hold those of others too.
#[derive(Clone, Debug)]
pub struct KeptBackups {
    data: PathBuf,
    folder: PathBuf,
    /// What the names of the files begin with.
    name: String,
}

impl KeptBackups {
    /// The backups of the data folder `data` in `folder`; neither needs to be there yet.
    pub fn new(data: impl Into<PathBuf>, folder: impl Into<PathBuf>) -> Self {
        let data = data.into();
        let whole = data.canonicalize().ok();
        let name = whole.as_deref().unwrap_or(&data).file_name();
        let name = name.map_or_else(|| "tabiya".to_owned(), |name| name.to_string_lossy().into_owned());
        Self { data, folder: folder.into(), name }
    }

    /// The folder in which they are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The newest backup's day and the time at which it was made; `None` without one, or where the folder can't be read.
    pub fn newest(&self) -> Option<(Date, SystemTime)> {
        let day = self.days().ok()?.into_iter().max()?;
        let made = fs::metadata(self.file(day)).and_then(|file| file.modified()).ok()?;
        Some((day, made))
    }

    /// Whether this day has one.
    pub fn has(&self, day: Date) -> bool {
        self.file(day).is_file()
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
        self.make_room(free)?;
        let file = self.file(today);
        let mut faults = 0;
        let mut count = |news| faults += u64::from(matches!(news, CheckNews::Fault(_)));
        backup_and(&self.data, &file, &mut |_| (), |copy| check(copy, &mut count))?;
        let removed = if faults == 0 { self.tidy(today)? } else { 0 };
        Ok(Some(KeptBackup { file, faults, removed }))
    }

    /// Makes a backup of a database that this program is about to change. It is kept until somebody removes it: the next upgrade
    /// makes another. `None` where there is nothing to lose.
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
        self.make_room(free)?;
        let today = UtcDateTime::now().date();
        for number in 1.. {
            let ending = if number == 1 { String::new() } else { format!("-{number}") };
            let file = self.folder.join(format!("{}{BEFORE_UPGRADE}{today}{ending}.db", self.name));
            if !file.exists() {
                backup(&self.data, &file, &mut |_| ())?;
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

    /// Makes the folder and looks whether the disk has room.
    fn make_room(&self, free: impl FnOnce(&Path) -> Option<u64>) -> Result<(), KeepError> {
        let failed = |source| KeepError::Folder { path: self.folder.clone(), source };
        folder::make(&self.folder).map_err(failed)?;
        self.remove_halves().map_err(failed)?;
        let size = |name: String| fs::metadata(self.data.join(name)).map_or(0, |file| file.len());
        let database = folder::DATABASE;
        let needed = ROOM * (size(database.to_owned()) + size(format!("{database}-wal")));
        match free(&self.folder) {
            Some(free) if free < needed => {
                Err(KeepError::NoRoom { folder: self.folder.clone(), free, needed })
            }
            _ => Ok(()),
        }
    }

    /// Removes what a program that was killed has left of its copies.
    fn remove_halves(&self) -> io::Result<()> {
        for file in fs::read_dir(&self.folder)? {
            let file = file?;
            if file.file_name().to_str().is_some_and(|name| self.is_half(name)) && file.file_type()?.is_file()
            {
                fs::remove_file(file.path())?;
            }
        }
        Ok(())
    }

    /// Whether a file is a half of a copy, `NAME-daily-2026-11-26.db.77.part` for example. Nobody else makes files of these names.
    fn is_half(&self, file: &str) -> bool {
        let Some((name, rest)) = file.split_once(".db.") else { return false };
        let Some((process, ending)) = rest.split_once('.') else { return false };
        let is_ours = self.day_of(name).is_some()
            || name.strip_prefix(&self.name).is_some_and(|rest| rest.starts_with(BEFORE_UPGRADE));
        is_ours
            && process.parse::<u32>().is_ok()
            && matches!(ending, "part" | "part-wal" | "part-shm" | "part-journal")
    }

    /// Removes those that are not kept any more, and says how many they were.
    fn tidy(&self, made: Date) -> Result<usize, KeepError> {
        let failed = |source| KeepError::Folder { path: self.folder.clone(), source };
        let superfluous = superfluous(self.days().map_err(failed)?, made);
        for day in &superfluous {
            fs::remove_file(self.file(*day)).map_err(failed)?;
        }
        Ok(superfluous.len())
    }

    fn file(&self, day: Date) -> PathBuf {
        self.folder.join(format!("{}{DAILY}{day}.db", self.name))
    }

    /// The days of which there are backups, in no order.
    fn days(&self) -> io::Result<Vec<Date>> {
        let files = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            files => files?,
        };
        let mut days = Vec::new();
        for file in files {
            let name = file?.file_name();
            days.extend(name.to_str().and_then(|name| self.day_of(name.strip_suffix(".db")?)));
        }
        Ok(days)
    }

    /// The day in `NAME-daily-2026-11-26`.
    fn day_of(&self, name: &str) -> Option<Date> {
        let text = name.strip_prefix(&self.name)?.strip_prefix(DAILY)?;
        let mut parts = text.splitn(3, '-');
        let year = parts.next()?.parse().ok()?;
        let month: u8 = parts.next()?.parse().ok()?;
        let day = parts.next()?.parse().ok()?;
        let date = Date::from_calendar_date(year, Month::try_from(month).ok()?, day).ok()?;
        // Only as it is written here: `2026-1-1` is somebody else's.
        (date.to_string() == text).then_some(date)
    }
}

/// Which backups of these days are not kept. The one that was `made` just now is, whatever the clock said.
fn superfluous(mut days: Vec<Date>, made: Date) -> Vec<Date> {
    days.sort_unstable_by(|a, b| b.cmp(a));
    let mut weeks = Vec::new();
    let mut is_kept = |index: usize, day: Date| {
        // Julian day 0 was a Monday, so whole weeks begin with Mondays.
        let week = day.to_julian_day().div_euclid(7);
        if index < DAYS || day == made {
            return true;
        }
        let is_newest = !weeks.contains(&week) && weeks.len() < WEEKS;
        if is_newest {
            weeks.push(week);
        }
        is_newest
    };
    days.into_iter().enumerate().filter(|(index, day)| !is_kept(*index, *day)).map(|(_, day)| day).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        KeptBackups::new("data", "backups").day_of(&format!("data-daily-{text}")).expect("a date")
    }

    /// Which are kept after a backup on each of these days.
    fn kept_after(days: impl IntoIterator<Item = Date>) -> Vec<String> {
        let mut there: Vec<Date> = Vec::new();
        for day in days {
            there.push(day);
            let gone = superfluous(there.clone(), day);
            there.retain(|day| !gone.contains(day));
        }
        there.sort_unstable();
        there.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn seven_days_and_four_weeks_are_kept() {
        // Until a Thursday: the days from Friday on, then the Sundays before, and the week that is being left.
        let every_day = std::iter::successors(Some(date("2026-06-01")), |day| day.next_day())
            .take_while(|day| *day <= date("2026-11-26"));
        assert_eq!(
            kept_after(every_day),
            [
                "2026-11-01",
                "2026-11-08",
                "2026-11-15",
                "2026-11-19",
                "2026-11-20",
                "2026-11-21",
                "2026-11-22",
                "2026-11-23",
                "2026-11-24",
                "2026-11-25",
                "2026-11-26"
            ]
        );
    }

    #[test]
    fn a_laptop_that_is_on_once_a_week_keeps_eleven_weeks() {
        let tuesdays = (0..30).map(|week| date("2026-03-03") + time::Duration::weeks(week));
        let kept = kept_after(tuesdays);
        assert_eq!(kept.len(), DAYS + WEEKS);
        assert_eq!(kept.last().map(String::as_str), Some("2026-09-22"));
    }

    /// A computer whose battery is empty wakes up in 1970. What it makes then must not push out what was good.
    #[test]
    fn a_clock_that_was_wrong_takes_no_backup_away_but_its_own() {
        let good: Vec<_> = (10..20).map(|day| date(&format!("2026-11-{day}"))).collect();
        let kept = kept_after(good.clone());
        let with = kept_after(good.iter().copied().chain([date("1970-01-01")]));
        assert!(kept.iter().all(|day| with.contains(day)), "{with:?}");
        assert!(with.contains(&"1970-01-01".to_owned()), "what was just made is there");
    }

    #[test]
    fn names_of_others_are_left_alone() {
        let kept = KeptBackups::new("/srv/chess", "backups");
        assert_eq!(kept.day_of("chess-daily-2026-11-26"), Some(date("2026-11-26")));
        for other in [
            "chess-2026-11-26",
            "chess-daily-2026-1-1",
            "chess-daily-2026-02-30",
            "chess-before-upgrade-2026-11-26",
            "chess2-daily-2026-11-26",
            "my-chess-daily-2026-11-26",
            "chess-daily-2026-11-26-copy",
            "chess",
        ] {
            assert_eq!(kept.day_of(other), None, "{other}");
        }
        for half in ["chess-daily-2026-11-26.db.77.part", "chess-before-upgrade-2026-11-26-2.db.77.part-wal"]
        {
            assert!(kept.is_half(half), "{half}");
        }
        for whole in [
            "chess-daily-2026-11-26.db.gz",
            "chess-daily-2026-11-26.db.77.gz",
            "chess-daily-2026-11-26.db.old.part",
            "chess-2026-11-26.db.77.part",
            "chess-daily-2026-11-26.db",
        ] {
            assert!(!kept.is_half(whole), "{whole}");
        }
    }
}
