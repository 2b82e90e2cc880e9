// SPDX-License-Identifier: AGPL-3.0-or-later
//! A look at a data folder from outside: whether this program can use it, and what it would change. Writes nothing.

use std::fs;
use std::path::Path;

use super::{connection, folder};
use crate::{OpenError, SchemaGap, StorageError};

/// What lies in a data folder that this program can use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataLook {
    /// How many games are in it.
    pub games: u64,
    /// How many bytes its database has, what was written last included.
    pub bytes: u64,
    /// What its tables lack; `None` if they are this program's. The next start brings them up to date.
    pub gap: Option<SchemaGap>,
}

/// Looks at the data in this folder; `None` if there are none yet. A server may run meanwhile.
///
/// # Errors
/// If the database is of a newer program, of another one, or can't be read.
pub fn look_at_data(folder: impl AsRef<Path>) -> Result<Option<DataLook>, OpenError> {
    let path = folder.as_ref().join(folder::DATABASE);
    if !connection::is_there(&path)? {
        return Ok(None);
    }
    let bytes = ["", "-wal"]
        .iter()
        .map(|suffix| fs::metadata(format!("{}{suffix}", path.display())).map_or(0, |file| file.len()))
        .sum();
    // What a start that was killed has left: the next one begins anew.
    if bytes == 0 {
        return Ok(None);
    }
    let database = connection::open_reader(&path)?;
    let gap = connection::behind(&path, &database)?;
    let games: Result<i64, _> = database.query_row("SELECT count(*) FROM game", [], |row| row.get(0));
    let games = games.map_err(|error| OpenError::Storage { path, source: StorageError::from(error) })?;
    Ok(Some(DataLook { games: games.unsigned_abs(), bytes, gap }))
}
