// SPDX-License-Identifier: AGPL-3.0-or-later
//! A folder of backups that are made by themselves: one a day, named by the day, and which of them are kept.
//!
//! Their names say what they are (see [`names`]). Whatever else lies in the folder is somebody's own, and stays: backups made by
//! hand, compressed or encrypted copies of ours.
//!
//! Kept are the last seven, and of the weeks before these the last four, each by its newest. So a mistake that somebody notices
//! within a month can be undone, and a name that was erased is gone from all of them after five weeks. One in which faults are found
//! takes no sound one's place; the last seven of such are kept. They and those from before an upgrade go when they are older
//! than all the sound ones, and there are as many of these as are kept.

mod names;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use time::{Date, UtcDateTime};

use super::{
    backup::{backup, backup_and},
    check::check,
    connection,
    folder::{self, hand_over},
};
use crate::{CheckNews, DataError};
use names::{Kind, Names, identity};

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
    /// How the data folder is called.
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

    /// The names of this data folder's own files.
    fn names(&self) -> io::Result<Names> {
        Names::find(&self.folder, &self.name, identity(&self.data).as_deref())
    }

    /// The newest backup of a day, and the time at which it was made; `None` without one, or where the folder can't be read.
    pub fn newest(&self) -> Option<(Date, SystemTime)> {
        let all = self.names().and_then(|names| names.all()).ok()?;
        let days = all.into_iter().filter(|(kind, ..)| is_of_a_day(*kind));
        let (_, day, file) = days.max_by_key(|(_, day, _)| *day)?;
        let made = fs::metadata(file).and_then(|file| file.modified()).ok()?;
        Some((day, made))
    }

    /// Whether this day has one.
    pub fn has(&self, day: Date) -> bool {
        let Ok(names) = self.names() else { return false };
        [Kind::Daily, Kind::Faulty].iter().any(|kind| names.file(*kind, day).is_file())
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
        let removed = self.tidy(&names, today, faults == 0)?;
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

    fn failed(&self) -> impl Fn(io::Error) -> KeepError {
        let path = self.folder.clone();
        move |source| KeepError::Folder { path: path.clone(), source }
    }

    /// Makes the folder, and looks whether the disk has room. Returns the names that belong to this data folder from then on.
    fn make_room(&self, free: impl FnOnce(&Path) -> Option<u64>) -> Result<Names, KeepError> {
        let is_new = !self.folder.exists();
        folder::make(&self.folder).map_err(self.failed())?;
        if is_new {
            hand_over(&self.data, &self.folder);
        }
        let names = Names::claim(&self.folder, &self.name, identity(&self.data).as_deref());
        let names = names.map_err(self.failed())?;
        hand_over(&self.data, &names.owner_file());
        self.remove_halves(&names).map_err(self.failed())?;
        let size = |name: String| fs::metadata(self.data.join(name)).map_or(0, |file| file.len());
        let database = folder::DATABASE;
        let needed = ROOM * (size(database.to_owned()) + size(format!("{database}-wal")));
        match free(&self.folder) {
            Some(free) if free < needed => {
                Err(KeepError::NoRoom { folder: self.folder.clone(), free, needed })
            }
            _ => Ok(names),
        }
    }

    /// Removes what a program that was killed has left of its copies.
    fn remove_halves(&self, names: &Names) -> io::Result<()> {
        for file in fs::read_dir(&self.folder)? {
            let file = file?;
            if file.file_name().to_str().is_some_and(|name| names.is_half(name))
                && file.file_type()?.is_file()
            {
                fs::remove_file(file.path())?;
            }
        }
        Ok(())
    }

    /// Removes those that are not kept any more now that one `is_sound` or faulty was made of this day. Says how many they were.
    fn tidy(&self, names: &Names, made: Date, is_sound: bool) -> Result<usize, KeepError> {
        let all = names.all().map_err(self.failed())?;
        let days = |wanted: Kind| {
            let of_kind = all.iter().filter(|(kind, ..)| *kind == wanted);
            of_kind.map(|(_, day, _)| *day).collect::<Vec<_>>()
        };
        let mut gone = superfluous_faulty(days(Kind::Faulty), made)
            .into_iter()
            .map(|day| (Kind::Faulty, day))
            .collect::<Vec<_>>();
        if is_sound {
            let sound = days(Kind::Daily);
            let gone_sound = superfluous(sound.clone(), made);
            let kept: Vec<_> = sound.into_iter().filter(|day| !gone_sound.contains(day)).collect();
            gone.extend(gone_sound.into_iter().map(|day| (Kind::Daily, day)));
            let others = all.iter().filter(|(kind, ..)| *kind != Kind::Daily);
            let outlived = others.filter(|(_, day, _)| is_outlived(*day, &kept));
            gone.extend(outlived.map(|(kind, day, _)| (*kind, *day)));
        }
        let files = all.iter().filter(|(kind, day, _)| gone.contains(&(*kind, *day)));
        let mut removed = 0;
        for (_, _, file) in files {
            fs::remove_file(file).map_err(self.failed())?;
            removed += 1;
        }
        Ok(removed)
    }
}

const fn is_of_a_day(kind: Kind) -> bool {
    match kind {
        Kind::Daily | Kind::Faulty => true,
        Kind::BeforeUpgrade => false,
    }
}

/// Whether all the sound ones are newer, and there are as many as are kept. Counted, because a clock may be wrong.
fn is_outlived(day: Date, sound: &[Date]) -> bool {
    sound.len() >= DAYS + WEEKS && sound.iter().all(|kept| day < *kept)
}

/// Which of these days' faulty backups are not kept. The one that was `made` just now is, whatever the clock said.
fn superfluous_faulty(mut days: Vec<Date>, made: Date) -> Vec<Date> {
    days.sort_unstable_by(|a, b| b.cmp(a));
    days.into_iter().skip(DAYS).filter(|day| *day != made).collect()
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
        let names = Names::find(Path::new("nowhere"), "data", None).expect("nothing is there to read");
        names.read(&format!("data-daily-{text}")).expect("a date").1
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
}
