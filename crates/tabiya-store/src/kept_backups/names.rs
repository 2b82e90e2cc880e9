// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the backups of one data folder or database are called, in a folder in which others may keep theirs, too.
//!
//! `chess-daily-2026-11-26.db` is a sound one, `chess-faulty-2026-11-26.db` one in which faults were found, and
//! `chess-before-upgrade-2026-11-26.db` was made before a newer program changed the data; `chess` is the data folder's name. Those
//! of a PostgreSQL database begin with its name and end with `.dump`. Two data folders may have one name. So `chess.owner` beside the backups says whose they are, and the second one's are called
//! `chess-2-daily-2026-11-26.db` and so on.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use time::{Date, Month};

/// What a backup is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Of a day, without faults.
    Daily,
    /// Of a day, with faults.
    Faulty,
    /// Made before a newer program changed the data.
    BeforeUpgrade,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Daily, Self::Faulty, Self::BeforeUpgrade];

    /// What stands between the data folder's name and the day.
    const fn infix(self) -> &'static str {
        match self {
            Self::Daily => "-daily-",
            Self::Faulty => "-faulty-",
            Self::BeforeUpgrade => "-before-upgrade-",
        }
    }
}

/// How long a day is as it is written, `2026-11-26`.
const DAY: usize = 10;

/// The files of one data folder's backups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Names {
    folder: PathBuf,
    /// What the names begin with.
    name: String,
    /// What they end with: `db` or `dump`.
    ending: &'static str,
}

impl Names {
    /// The names in `folder` of the backups of a data folder that is called `wanted`, with what they end with; `identity` says
    /// which one it is.
    ///
    /// # Errors
    /// If a file that says whose names they are can't be read.
    pub(crate) fn find(
        folder: &Path,
        (wanted, ending): (&str, &'static str),
        identity: Option<&str>,
    ) -> io::Result<Self> {
        let mut number = 1_u64;
        loop {
            let name = if number == 1 { wanted.to_owned() } else { format!("{wanted}-{number}") };
            let names = Self { folder: folder.to_owned(), name, ending };
            match names.owner()? {
                None => return Ok(names),
                Some(owner) if Some(&*owner) == identity => return Ok(names),
                Some(_) => number += 1,
            }
        }
    }

    /// The same, and writes down whose they are now. The folder must be there.
    ///
    /// # Errors
    /// If that can't be written.
    pub(crate) fn claim(
        folder: &Path,
        wanted: (&str, &'static str),
        identity: Option<&str>,
    ) -> io::Result<Self> {
        loop {
            let names = Self::find(folder, wanted, identity)?;
            let Some(identity) = identity.filter(|_| !names.owner_file().exists()) else { return Ok(names) };
            // The file gets its name when it is complete, and takes no other one's place: two servers may start at once.
            let part = names.folder.join(format!("{}.owner.{}.part", names.name, std::process::id()));
            fs::write(&part, format!("{identity}\n"))?;
            let claimed = fs::hard_link(&part, names.owner_file());
            let claimed = match claimed {
                // Some file systems of USB sticks have no links.
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    fs::rename(&part, names.owner_file())
                }
                claimed => claimed,
            };
            let _ = fs::remove_file(&part);
            match claimed {
                Ok(()) => return Ok(names),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The file that says whose these names are.
    pub(crate) fn owner_file(&self) -> PathBuf {
        self.folder.join(format!("{}.owner", self.name))
    }

    /// Whose names they are; `None` while they are nobody's.
    fn owner(&self) -> io::Result<Option<String>> {
        match fs::read_to_string(self.owner_file()) {
            Ok(text) => Ok(Some(text.trim().to_owned())),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// The backup of this kind and day.
    pub(crate) fn file(&self, kind: Kind, day: Date) -> PathBuf {
        self.folder.join(format!("{}{}{day}.{}", self.name, kind.infix(), self.ending))
    }

    /// The first one of this day is called as the day, the others have a number, too.
    pub(crate) fn before_upgrade(&self, day: Date, number: u64) -> PathBuf {
        let number = if number == 1 { String::new() } else { format!("-{number}") };
        self.folder.join(format!("{}{}{day}{number}.{}", self.name, Kind::BeforeUpgrade.infix(), self.ending))
    }

    /// The backups that there are, with their days, in no order.
    pub(crate) fn all(&self) -> io::Result<Vec<(Kind, Date, PathBuf)>> {
        let files = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            files => files?,
        };
        let mut all = Vec::new();
        for file in files {
            let file = file?;
            let name = file.file_name();
            let found = name.to_str().and_then(|name| self.read(self.without_ending(name)?));
            all.extend(found.map(|(kind, day)| (kind, day, file.path())));
        }
        Ok(all)
    }

    fn without_ending<'name>(&self, file: &'name str) -> Option<&'name str> {
        file.strip_suffix(self.ending)?.strip_suffix('.')
    }

    /// Whether a file is a half of a copy, `NAME-daily-2026-11-26.db.77.part` for example. Nobody else makes files of these names.
    pub(crate) fn is_half(&self, file: &str) -> bool {
        let Some((name, rest)) = file.split_once(&format!(".{}.", self.ending)) else { return false };
        let Some((process, ending)) = rest.split_once('.') else { return false };
        self.read(name).is_some()
            && process.parse::<u32>().is_ok()
            && matches!(ending, "part" | "part-wal" | "part-shm" | "part-journal")
    }

    /// What the name of a file says, without its ending. Only as it is written here: `chess-daily-2026-1-1` is somebody else's.
    pub(crate) fn read(&self, name: &str) -> Option<(Kind, Date)> {
        let rest = name.strip_prefix(&self.name)?;
        let (kind, rest) =
            Kind::ALL.into_iter().find_map(|kind| Some((kind, rest.strip_prefix(kind.infix())?)))?;
        let (day, number) = (rest.get(..DAY)?, rest.get(DAY..)?);
        let is_numbered = || {
            let number = number.strip_prefix('-').and_then(|number| number.parse::<u64>().ok());
            kind == Kind::BeforeUpgrade && number.is_some_and(|number| number > 1)
        };
        (number.is_empty() || is_numbered()).then_some((kind, date(day)?))
    }
}

pub(super) fn date(text: &str) -> Option<Date> {
    let mut parts = text.splitn(3, '-');
    let year = parts.next()?.parse().ok()?;
    let month: u8 = parts.next()?.parse().ok()?;
    let day = parts.next()?.parse().ok()?;
    let date = Date::from_calendar_date(year, Month::try_from(month).ok()?, day).ok()?;
    (date.to_string() == text).then_some(date)
}

/// Which site's data these are: a digest of a secret that its first server made. Restored backups, moved folders and data that moved
/// into the other database keep it.
pub(crate) fn identity_of(secret: &str) -> String {
    let digest = Sha256::digest(format!("backups of {secret}"));
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_others_are_left_alone() {
        let names = Names::find(Path::new("backups"), ("chess", "db"), None).unwrap();
        let day = Date::from_calendar_date(2026, Month::November, 26).unwrap();
        for (name, kind) in [
            ("chess-daily-2026-11-26", Kind::Daily),
            ("chess-faulty-2026-11-26", Kind::Faulty),
            ("chess-before-upgrade-2026-11-26", Kind::BeforeUpgrade),
            ("chess-before-upgrade-2026-11-26-2", Kind::BeforeUpgrade),
        ] {
            assert_eq!(names.read(name), Some((kind, day)), "{name}");
        }
        for other in [
            "chess-2026-11-26",
            "chess-daily-2026-1-1",
            "chess-daily-2026-02-30",
            "chess-daily-2026-11-26-2",
            "chess-before-upgrade-2026-11-26-1",
            "chess-before-upgrade-2026-11-26-old",
            "chess2-daily-2026-11-26",
            "chess-2-daily-2026-11-26",
            "my-chess-daily-2026-11-26",
            "chess-daily-2026-11-26-copy",
            "chess-daily-2026-11-2ß",
            "chess",
        ] {
            assert_eq!(names.read(other), None, "{other}");
        }
        for half in ["chess-daily-2026-11-26.db.77.part", "chess-before-upgrade-2026-11-26-2.db.77.part-wal"]
        {
            assert!(names.is_half(half), "{half}");
        }
        for whole in [
            "chess-daily-2026-11-26.db.gz",
            "chess-daily-2026-11-26.db.77.gz",
            "chess-daily-2026-11-26.db.old.part",
            "chess-2026-11-26.db.77.part",
            "chess-daily-2026-11-26.db",
        ] {
            assert!(!names.is_half(whole), "{whole}");
        }
    }
}
