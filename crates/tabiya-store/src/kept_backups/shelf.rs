// SPDX-License-Identifier: AGPL-3.0-or-later
//! The backups of one data folder or database in a folder: which there are, whether there is room for another one, and which go.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use time::Date;

use super::pruning::{is_outlived, superfluous, superfluous_faulty};
use super::{KeepError, Kind, Names};
use crate::private;

/// How much room there must be, in sizes of the database: one for the copy, one for what is stored meanwhile.
const ROOM: u64 = 2;

/// The backups of one data folder or database in a folder, which may hold those of others too. `identity` is whose they are.
#[derive(Clone, Debug)]
pub(crate) struct Shelf {
    folder: PathBuf,
    /// How the data folder or the database is called.
    name: String,
    /// What the files' names end with.
    ending: &'static str,
}

impl Shelf {
    pub(crate) fn new(folder: impl Into<PathBuf>, name: String, ending: &'static str) -> Self {
        Self { folder: folder.into(), name, ending }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    fn names(&self, identity: Option<&str>) -> io::Result<Names> {
        Names::find(&self.folder, (&self.name, self.ending), identity)
    }

    /// The newest backup of a day, and the time at which it was made; `None` without one, or where the folder can't be read.
    pub(crate) fn newest(&self, identity: Option<&str>) -> Option<(Date, SystemTime)> {
        let all = self.names(identity).and_then(|names| names.all()).ok()?;
        let days = all.into_iter().filter(|(kind, ..)| is_of_a_day(*kind));
        let (_, day, file) = days.max_by_key(|(_, day, _)| *day)?;
        let made = fs::metadata(file).and_then(|file| file.modified()).ok()?;
        Some((day, made))
    }

    /// Whether this day has one.
    pub(crate) fn has(&self, identity: Option<&str>, day: Date) -> bool {
        let Ok(names) = self.names(identity) else { return false };
        [Kind::Daily, Kind::Faulty].iter().any(|kind| names.file(*kind, day).is_file())
    }

    /// Makes the folder, and looks whether the disk has room for a copy of so many bytes. `hand_over` is told what was made. Returns
    /// the names that belong to these data from then on.
    pub(crate) fn make_room(
        &self,
        identity: Option<&str>,
        bytes: u64,
        free: impl FnOnce(&Path) -> Option<u64>,
        hand_over: impl Fn(&Path),
    ) -> Result<Names, KeepError> {
        let is_new = !self.folder.exists();
        private::make(&self.folder).map_err(self.failed())?;
        if is_new {
            hand_over(&self.folder);
        }
        let names = Names::claim(&self.folder, (&self.name, self.ending), identity);
        let names = names.map_err(self.failed())?;
        hand_over(&names.owner_file());
        self.remove_halves(&names).map_err(self.failed())?;
        let needed = ROOM * bytes;
        match free(&self.folder) {
            Some(free) if free < needed => {
                Err(KeepError::NoRoom { folder: self.folder.clone(), free, needed })
            }
            _ => Ok(names),
        }
    }

    fn failed(&self) -> impl Fn(io::Error) -> KeepError {
        let path = self.folder.clone();
        move |source| KeepError::Folder { path: path.clone(), source }
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
    pub(crate) fn tidy(&self, names: &Names, made: Date, is_sound: bool) -> Result<usize, KeepError> {
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
