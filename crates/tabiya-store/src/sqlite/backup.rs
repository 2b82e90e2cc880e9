// SPDX-License-Identifier: AGPL-3.0-or-later
//! A copy of the whole database into one file, also while a server writes to it; and the way back.
//!
//! The copy is made by SQLite's backup interface inside one read transaction: it is one state of the database, and
//! the server goes on writing. It gets its name only when it is complete, checked and on the disk.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use rusqlite::{
    Connection, OpenFlags,
    backup::{Backup, StepResult},
};

use super::{
    check::check,
    connection,
    folder::{self, Folder},
};
use crate::part::{Part, parent_of};
use crate::{CheckNews, Checked, DataError, RECOVERY, StorageError};

/// How many pages are copied between two reports.
const PAGES: i32 = 1_024;

/// Where the games go that a restore replaces.
const REPLACED: &str = "tabiya.db.replaced";

/// How far a copy has come, in pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// So many are copied.
    pub done: u64,
    /// Of so many.
    pub all: u64,
}

/// What becomes of sessions, of programs' tokens, and of code cards and links when a backup is restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logins {
    /// They end: everybody logs in again, and cards are made anew.
    End,
    /// They go on as they were when the backup was made.
    Keep,
}

/// Copies the database of this folder to `file`, replacing what is there. A server may run meanwhile. Blocks while it
/// does.
///
/// # Errors
/// If there is no database, the file can't be written or is something else than a regular file, or the copy turns out to be damaged. Then there is no new file.
pub fn backup(
    folder: impl AsRef<Path>,
    file: impl AsRef<Path>,
    news: &mut dyn FnMut(Copied),
) -> Result<(), DataError> {
    let file = file.as_ref();
    backup_and(folder.as_ref(), file, news, |_| Ok(()), |()| file.to_owned())
}

/// The same, and looks at the copy before it gets its name, which may depend on what was seen. `name` gives a file in the folder
/// of `file`.
pub(super) fn backup_and<T>(
    folder: &Path,
    file: &Path,
    news: &mut dyn FnMut(Copied),
    look: impl FnOnce(&Connection) -> Result<T, StorageError>,
    name: impl FnOnce(&T) -> PathBuf,
) -> Result<T, DataError> {
    let path = folder.join(folder::DATABASE);
    if !connection::is_there(&path)? {
        return Err(DataError::NoDatabase { path });
    }
    let parent = parent_of(file);
    let same = |folder: &Path| folder.canonicalize().ok();
    if same(folder) == same(parent) {
        return Err(DataError::InsideData { file: file.to_owned() });
    }
    only_a_regular_file(file)?;
    let source = connection::open_reader(&path)?;
    connection::behind(&path, &source)?;
    let part = Part::new(file)?;
    let copied = copy(&source, part.path(), news).and_then(|copy| {
        let wrong: String = copy.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        if wrong == "ok" { look(&copy) } else { Err(StorageError::Damaged { detail: wrong }) }
    });
    let seen = copied.map_err(|source| DataError::Copy { from: path, to: part.path().to_owned(), source })?;
    let file = name(&seen);
    only_a_regular_file(&file)?;
    part.finish(&file)?;
    Ok(seen)
}

/// Puts the games of a backup into this folder, in which no server may run. Tells of the copy's check while it runs.
/// With `replace` it takes the place of the games that are there, which are kept beside it. With `Logins::End` whatever opened an
/// account without its password opens none any more: who has the backup, or had somebody's device then, may have it too.
///
/// # Errors
/// If the folder is in use or has games that are not to be replaced, it has no database but a folder in it has one, the file is no
/// backup or a newer program's, or anything in it is wrong. Then the folder is as it was.
pub fn restore(
    file: impl AsRef<Path>,
    folder: impl AsRef<Path>,
    replace: bool,
    logins: Logins,
    news: &mut dyn FnMut(CheckNews),
) -> Result<Checked, DataError> {
    let (file, folder) = (file.as_ref(), folder.as_ref());
    if !connection::is_there(file)? {
        return Err(DataError::NoDatabase { path: file.to_owned() });
    }
    let source = connection::open_reader(file)?;
    connection::behind(file, &source)?;
    if let Some(below) = data_below(folder) {
        return Err(DataError::DataBelow { folder: folder.to_owned(), below });
    }
    let folder = Folder::lock(folder)?;
    let path = folder.database();
    if !replace && path.exists() {
        match games_in(&path) {
            Ok(0) => {}
            games => return Err(DataError::HasGames { path, games: games.ok() }),
        }
    }
    let part = Part::new(&path)?;
    let damaged = |source| DataError::Copy { from: file.to_owned(), to: part.path().to_owned(), source };
    drop(copy(&source, part.path(), &mut |_| ()).map_err(damaged)?);
    // Brought to the newest schema, if it is an old one.
    let restored = connection::open_writer(part.path())?;
    let checked = check(&restored, news).map_err(damaged)?;
    if checked.faults > 0 {
        return Err(DataError::Faulty { path: file.to_owned(), faults: checked.faults });
    }
    match logins {
        Logins::End => end_logins(&restored).map_err(damaged)?,
        Logins::Keep => {}
    }
    one_file(&restored).map_err(damaged)?;
    drop(restored);
    folder.hand_over(part.path());
    // A disk that is full or failing says so here, while the games that are there are in their place.
    part.sync(&path)?;
    set_aside(&path)?;
    part.finish(&path)?;
    Ok(checked)
}

/// The folder right below this one that has a database, if this one has none: who names a service's state folder means the data
/// folder in it. The first by name if there are several.
fn data_below(folder: &Path) -> Option<PathBuf> {
    if folder.join(folder::DATABASE).exists() {
        return None;
    }
    let entries = fs::read_dir(folder).ok()?.flatten();
    entries.map(|entry| entry.path()).filter(|below| below.join(folder::DATABASE).is_file()).min()
}

/// Copies a database as of now into a new file, and returns the copy: complete, and one file without a log beside it.
fn copy(source: &Connection, to: &Path, news: &mut dyn FnMut(Copied)) -> Result<Connection, StorageError> {
    // Without it each page could be of another state, and the copy would start again with every commit.
    let state = source.unchecked_transaction()?;
    state.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut copy = Connection::open_with_flags(to, flags)?;
    copy.pragma_update(None, "synchronous", "full")?;
    let backup = Backup::new(&state, &mut copy)?;
    loop {
        let step = backup.step(PAGES)?;
        let progress = backup.progress();
        let pages = |count: i32| u64::try_from(count).unwrap_or(0);
        let all = pages(progress.pagecount);
        news(Copied { done: all - pages(progress.remaining).min(all), all });
        match step {
            StepResult::Done => break,
            StepResult::More => {}
            _ => return Err(StorageError::Busy { detail: "the copy could not go on".to_owned() }),
        }
    }
    drop(backup);
    one_file(&copy)?;
    Ok(copy)
}

/// Ends everything that opens an account without its password. Codes for a lost second factor stay: they open nothing alone.
fn end_logins(database: &Connection) -> Result<(), StorageError> {
    let state = database.unchecked_transaction()?;
    state.execute("DELETE FROM session", [])?;
    state.execute("DELETE FROM access_token", [])?;
    state.execute("DELETE FROM token WHERE purpose <> ?1", [RECOVERY])?;
    Ok(state.commit()?)
}

/// Takes what stands in the log into the database itself.
fn one_file(database: &Connection) -> Result<(), StorageError> {
    if connection::set_journal_mode(database, "delete")? == "delete" {
        Ok(())
    } else {
        Err(StorageError::Busy { detail: "its log can't be closed".to_owned() })
    }
}

fn games_in(path: &Path) -> Result<u32, StorageError> {
    let database = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let has_games = "SELECT count(*) FROM sqlite_schema WHERE name = 'game'";
    if database.query_row(has_games, [], |row| row.get::<_, u32>(0))? == 0 {
        return Ok(0);
    }
    Ok(database.query_row("SELECT count(*) FROM game", [], |row| row.get(0))?)
}

/// Gives the database that is there a second name, under which it stays. Its log must not stay: it would be taken for the new
/// one's. What earlier restores have kept is left alone.
fn set_aside(path: &Path) -> Result<(), DataError> {
    if !path.exists() {
        return Ok(());
    }
    // A healthy database takes in its log as it is closed; a damaged one keeps it beside itself under its new name.
    if let Ok(database) = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE) {
        let _ = one_file(&database);
    }
    let aside = free_name(path);
    let failed = |source| DataError::File { path: path.to_owned(), source };
    for suffix in ["-wal", "-shm"] {
        match fs::rename(beside(path, suffix), beside(&aside, suffix)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            renamed => renamed.map_err(failed)?,
        }
    }
    // A link leaves no moment without a database, in which a power cut would let the next start begin an empty one. Some file
    // systems of USB sticks have no links.
    fs::hard_link(path, &aside).or_else(|_| fs::rename(path, &aside)).map_err(failed)
}

/// The first of `tabiya.db.replaced`, `tabiya.db.replaced-2` and so on that nothing has.
fn free_name(path: &Path) -> PathBuf {
    let names = (1_u64..).map(|number| match number {
        1 => path.with_file_name(REPLACED),
        number => path.with_file_name(format!("{REPLACED}-{number}")),
    });
    let is_free = |name: &PathBuf| ["", "-wal", "-shm"].iter().all(|suffix| !beside(name, suffix).exists());
    names.into_iter().find(is_free).expect("there are more numbers than files")
}

/// A file that SQLite puts beside a database.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Whether `file` is free or a regular file, which a new one may take the place of. A device, a pipe or a link is there for
/// something else; root could replace even `/dev/null`.
fn only_a_regular_file(file: &Path) -> Result<(), DataError> {
    let refuse =
        |kind, problem| Err(DataError::File { path: file.to_owned(), source: io::Error::new(kind, problem) });
    match fs::symlink_metadata(file).map(|metadata| metadata.file_type()) {
        Ok(kind) if kind.is_file() => Ok(()),
        Ok(kind) if kind.is_dir() => refuse(
            io::ErrorKind::IsADirectory,
            "it is a folder; name the file in it that the backup is to be",
        ),
        Ok(kind) if kind.is_symlink() => {
            refuse(io::ErrorKind::InvalidInput, "it is a symbolic link; name the file that it leads to")
        }
        Ok(_) => refuse(io::ErrorKind::InvalidInput, "it is not a regular file, and only such are replaced"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(source) => Err(DataError::File { path: file.to_owned(), source }),
    }
}
