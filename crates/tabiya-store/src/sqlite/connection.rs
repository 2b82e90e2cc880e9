// SPDX-License-Identifier: AGPL-3.0-or-later
//! Connections to the database, and how they are set up.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, ErrorCode, OpenFlags, config::DbConfig};

use super::folder::private_file;
use super::migrations::{self, MigrationError, migrate};
use crate::{OpenError, SchemaGap, StorageError};

/// How long to wait for another program, such as a backup, to let go of the database.
const PATIENCE: Duration = Duration::from_secs(5);
/// What is kept of the write-ahead log after a checkpoint, in bytes.
const WAL_KEPT: i64 = 64 << 20;

/// How much of the database the writer keeps in memory, in KiB: what it puts into records was written a while ago.
pub(super) const CACHE_KIB: i64 = 32 << 10;
/// The same while it reads everything once at the start.
pub(super) const SMALL_CACHE_KIB: i64 = 1 << 10;

/// How SQLite says that a file can't be opened or made.
const UNABLE: &str = "unable to open database file";

/// How many statements a connection keeps prepared: more than there are.
const STATEMENTS: usize = 128;

/// The one connection that writes. Brings the schema up to date first.
pub(super) fn open_writer(path: &Path) -> Result<Connection, OpenError> {
    open_writer_after(path, migrate)
}

/// The same for a move, which goes on where another one was interrupted.
pub(super) fn open_mover(path: &Path) -> Result<Connection, OpenError> {
    open_writer_after(path, |connection| match migrations::unfinished_move(connection)? {
        Some(_) => Ok(()),
        None => migrate(connection),
    })
}

fn open_writer_after(
    path: &Path,
    prepare: impl FnOnce(&mut Connection) -> Result<(), MigrationError>,
) -> Result<Connection, OpenError> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let open = || -> Result<Connection, MigrationError> {
        // SQLite would make it readable for everybody. The files that it puts beside it get the same rights. Where it can't be made,
        // SQLite says why.
        let _ = private_file().write(true).create_new(true).open(path);
        let mut connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // SQLite opens a file that it may not write all the same.
        if connection.is_readonly(rusqlite::MAIN_DB)? {
            return Err(failure(rusqlite::ffi::SQLITE_READONLY, "the file may not be written").into());
        }
        // A refused database must stay as it is, so closing it does not copy the write-ahead log beside it into the file.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        prepare(&mut connection)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
        // Only now, when it is known to be ours: this writes to the file.
        if set_journal_mode(&connection, "wal")? != "wal" {
            let why = "no write-ahead log is possible here; use a local disk";
            return Err(failure(rusqlite::ffi::SQLITE_CANTOPEN, why).into());
        }
        flush_everything(&connection)?;
        connection.pragma_update(None, "journal_size_limit", WAL_KEPT)?;
        connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(connection)
    };
    open().map_err(|error| explain(path, error))
}

/// Changes the journal mode, and returns the one that holds then. SQLite gives the answer first and writes the new mode to the file
/// after it: whoever does not read on hears nothing of a disk that is full.
pub(super) fn set_journal_mode(connection: &Connection, mode: &str) -> rusqlite::Result<String> {
    let mut statement = connection.prepare(&format!("PRAGMA journal_mode = {mode}"))?;
    let answers: Result<Vec<String>, _> = statement.query_map([], |row| row.get(0))?.collect();
    answers?.pop().ok_or(rusqlite::Error::QueryReturnedNoRows)
}

/// A connection that reads a folder which is held alone, and takes back what a kill has left half done.
pub(super) fn open_to_recover(path: &Path) -> Result<Connection, OpenError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(path, flags).map_err(|error| explain(path, error.into()))
}

/// The connection that copies the write-ahead log into the database, beside the writer.
pub(super) fn open_checkpointer(path: &Path) -> Result<Connection, OpenError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let open = || -> rusqlite::Result<Connection> {
        let connection = Connection::open_with_flags(path, flags)?;
        flush_everything(&connection)?;
        // The writer's connection decides what becomes of the log in the end.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        Ok(connection)
    };
    open().map_err(|error| explain(path, error.into()))
}

/// A commit and a checkpoint return after the files are on the disk.
fn flush_everything(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "synchronous", "full")?;
    // On macOS a plain fsync leaves the data in the drive's own cache; elsewhere this changes nothing.
    connection.pragma_update(None, "fullfsync", true)
}

/// Bounds how much of the database a connection keeps in memory, in KiB, and frees what it does not use.
pub(super) fn set_cache(connection: &Connection, kibibytes: i64) -> Result<(), StorageError> {
    connection.pragma_update(None, "cache_size", -kibibytes)?;
    Ok(connection.execute_batch("PRAGMA shrink_memory")?)
}

/// A connection that only reads.
pub(super) fn open_reader(path: &Path) -> Result<Connection, OpenError> {
    let open = || {
        let connection = Connection::open_with_flags(
            path,
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?;
        connection.busy_timeout(PATIENCE)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(connection)
    };
    open().map_err(|error: rusqlite::Error| explain_to_reader(path, error.into()))
}

/// Whether there is a database at all.
///
/// # Errors
/// If nobody can say, because a folder above it may not be entered.
pub(super) fn is_there(path: &Path) -> Result<bool, OpenError> {
    match fs::metadata(path) {
        Ok(found) => Ok(found.is_file()),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(false)
        }
        Err(source) => Err(OpenError::Unreadable { path: path.to_owned(), source }),
    }
}

/// As [`behind`], also of a database to which a move was not finished.
pub(super) fn behind_or_moving(path: &Path, connection: &Connection) -> Result<Option<SchemaGap>, OpenError> {
    migrations::behind_or_moving(connection).map_err(|error| explain_to_reader(path, error))
}

/// What a database lacks of the newest schema. It must be Tabiya's and not newer than this program. The connection only
/// reads.
pub(super) fn behind(path: &Path, connection: &Connection) -> Result<Option<SchemaGap>, OpenError> {
    migrations::behind(connection).map_err(|error| explain_to_reader(path, error))
}

fn failure(code: i32, why: &str) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), Some(why.to_owned()))
}

/// The same for a connection that only reads: what it may not write are the files beside the database.
fn explain_to_reader(path: &Path, error: MigrationError) -> OpenError {
    match explain(path, error) {
        OpenError::ReadOnly { path } => OpenError::FolderReadOnly { path },
        other => other,
    }
}

/// SQLite only says "unable to open database file". The system says why.
fn cannot_open(path: PathBuf, error: rusqlite::Error) -> OpenError {
    match File::open(&path).and_then(|file| file.metadata()) {
        Ok(found) if !found.is_file() => OpenError::Foreign { path },
        // It is there, so what is missing is the right to make the files beside it.
        Ok(_) if error.to_string().starts_with(UNABLE) => OpenError::ReadOnly { path },
        Err(source) if source.kind() == io::ErrorKind::NotFound => {
            let folder = path.parent().unwrap_or(&path).to_owned();
            OpenError::ReadOnly { path: folder }
        }
        Err(source) => OpenError::Unreadable { path, source },
        Ok(_) => OpenError::Storage { path, source: StorageError::from(error) },
    }
}

fn explain(path: &Path, error: MigrationError) -> OpenError {
    let path = path.to_owned();
    match error {
        MigrationError::Newer(gap, program) => OpenError::Newer { path, gap, program },
        MigrationError::Foreign => OpenError::Foreign { path },
        MigrationError::UnfinishedMove(from) => {
            OpenError::UnfinishedMove { place: path.display().to_string(), from }
        }
        MigrationError::Sqlite(error) => match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => OpenError::Foreign { path },
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => OpenError::ReadOnly { path },
            Some(ErrorCode::CannotOpen) => cannot_open(path, error),
            _ => OpenError::Storage { path, source: StorageError::from(error) },
        },
    }
}
