// SPDX-License-Identifier: AGPL-3.0-or-later
//! A data folder as one side of a move. See [`moving`](crate::moving).
//!
//! In a folder that was moved to, every game has all its events in its record, those of unfinished games too: the journal
//! begins with their next moves.

use std::{
    fs,
    path::{Path, PathBuf},
};

use async_trait::async_trait;
use rusqlite::{Connection, params};
use tabiya_game::GameId;

use super::{check, columns::game_id, connection, driver, folder::Folder, heads::Heads, log, migrations};
use crate::{
    CheckNews, Checked, DataError, MoveError, StorageError,
    house::{GAMES, House, MOVED, MovedGame, NewHouse, Table, UNFINISHED},
    record::Packer,
    tables::{Row, Statement, archive::FILLING, migrations::NOTE},
};

/// The tables of the log and of this driver, which are not moved row by row.
const OWN: &[&str] = &["game", "journal", "record", "migration"];

/// The tables of all subjects, those behind that refer to others. They have the same names and columns in both databases.
pub(crate) fn tables() -> Result<Vec<Table>, StorageError> {
    let model = model()?;
    let mut names = model.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )?;
    let names: Vec<String> = names.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut waiting = Vec::new();
    for name in names.into_iter().filter(|name| !OWN.contains(&name.as_str())) {
        let mut needs = model.prepare("SELECT DISTINCT \"table\" FROM pragma_foreign_key_list(?1)")?;
        let needs: Vec<String> = needs.query_map([&name], |row| row.get(0))?.collect::<Result<_, _>>()?;
        waiting.push((table(&model, name)?, needs));
    }
    let mut ordered: Vec<Table> = Vec::new();
    while !waiting.is_empty() {
        let is_there =
            |need: &String| OWN.contains(&need.as_str()) || ordered.iter().any(|table| table.name == *need);
        let (ready, rest): (Vec<_>, Vec<_>) = waiting
            .into_iter()
            .partition(|(table, needs)| needs.iter().all(|need| *need == table.name || is_there(need)));
        if ready.is_empty() {
            let detail = format!("{} refers to a table that refers to it", rest[0].0.name);
            return Err(StorageError::Failed { detail });
        }
        ordered.extend(ready.into_iter().map(|(table, _)| table));
        waiting = rest;
    }
    Ok(ordered)
}

/// A database that is as new as can be.
fn model() -> Result<Connection, StorageError> {
    let mut model = Connection::open_in_memory()?;
    migrations::migrate(&mut model)
        .map_err(|error| StorageError::Failed { detail: format!("the schema can't be made: {error:?}") })?;
    Ok(model)
}

fn table(model: &Connection, name: String) -> Result<Table, StorageError> {
    let mut info = model.prepare("SELECT name, pk FROM pragma_table_info(?1) ORDER BY cid")?;
    let info = info.query_map([&name], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let info: Vec<(String, u32)> = info.collect::<Result<_, _>>()?;
    let mut key: Vec<(u32, usize)> =
        info.iter().enumerate().filter(|(_, (_, pk))| *pk > 0).map(|(at, (_, pk))| (*pk, at)).collect();
    key.sort_unstable();
    if key.is_empty() {
        return Err(StorageError::Failed { detail: format!("the table {name} has no primary key") });
    }
    let columns = info.into_iter().map(|(column, _)| column).collect();
    Ok(Table { name, columns, key: key.into_iter().map(|(_, at)| at).collect() })
}

/// A table of a database that has rows which a new database does not have.
pub(super) fn table_in_use(connection: &Connection) -> Result<Option<String>, StorageError> {
    let new = model()?;
    let games: bool = connection.query_row("SELECT EXISTS (SELECT 1 FROM game)", [], |row| row.get(0))?;
    if games {
        return Ok(Some("game".to_owned()));
    }
    for table in tables()? {
        let exists = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1)";
        if connection.query_row(exists, [&table.name], |row| row.get::<_, bool>(0))?
            && !driver::read(connection, &table.has_more_than(rows_of_new(&new, &table)?))?.is_empty()
        {
            return Ok(Some(table.name));
        }
    }
    Ok(None)
}

/// How many rows a new database has in this table.
fn rows_of_new(new: &Connection, table: &Table) -> Result<usize, StorageError> {
    Ok(driver::read(new, &table.page(None))?.len())
}

/// How many rows a new database has in each table.
pub(crate) fn new_rows(tables: &[Table]) -> Result<Vec<usize>, StorageError> {
    let new = model()?;
    tables.iter().map(|table| rows_of_new(&new, table)).collect()
}

/// The next games of a log whose ends are these.
fn games(connection: &Connection, heads: &Heads, after: i64) -> Result<Vec<MovedGame>, StorageError> {
    let mut page = connection.prepare_cached(
        "SELECT number, id, created_at, ended_at, events, body FROM game LEFT JOIN record ON record.game = number
         WHERE number > ?1 ORDER BY number LIMIT ?2",
    )?;
    let mut rows = page.query(params![after, GAMES as i64])?;
    let mut games = Vec::with_capacity(GAMES);
    while let Some(row) = rows.next()? {
        let (number, id): (i64, GameId) = (row.get(0)?, game_id(row, 1)?);
        let events = log::events(connection, (id, number), heads.get(id))?;
        // A record can lack the newest events.
        let is_whole = row.get::<_, Option<i64>>(4)?.is_some_and(|recorded| recorded == events.len() as i64);
        let half_moves =
            events.iter().fold(0_u32, |moves, event| moves.saturating_add_signed(event.half_moves()));
        games.push(MovedGame {
            number,
            id: id.as_str().to_owned(),
            created_at: row.get(2)?,
            ended_at: row.get(3)?,
            half_moves: half_moves.into(),
            events,
            record: if is_whole { row.get(5)? } else { None },
        });
    }
    Ok(games)
}

/// A folder that is moved from. Nothing in it is written but the note in the end.
pub(crate) struct Source {
    connection: Connection,
    path: PathBuf,
    heads: Heads,
    place: String,
    folder: Folder,
}

impl Source {
    pub(crate) fn open(folder: &Path) -> Result<Self, MoveError> {
        let path = folder.join(super::folder::DATABASE);
        // Else a mistyped folder would be made.
        if !connection::is_there(&path)? {
            return Err(DataError::NoDatabase { path }.into());
        }
        let locked = Folder::lock(folder)?;
        let connection = connection::open_reader(&path)?;
        if let Some(gap) = connection::behind(&path, &connection)? {
            return Err(DataError::Older { path, gap }.into());
        }
        let place = name_of(folder);
        let reading = |source| MoveError::Reading { place: place.clone(), source };
        let query =
            Statement::new("SELECT 1 FROM progress WHERE task = $1 AND done < last", vec![FILLING.into()]);
        if !driver::read(&connection, &query).map_err(reading)?.is_empty() {
            return Err(MoveError::Filling { place });
        }
        connection::set_cache(&connection, connection::SMALL_CACHE_KIB).map_err(reading)?;
        let heads = Heads::read(&connection).map_err(reading)?;
        Ok(Self { connection, path, heads, place, folder: locked })
    }
}

#[async_trait(?Send)]
impl House for Source {
    fn place(&self) -> String {
        self.place.clone()
    }

    async fn read(&mut self, query: Statement) -> Result<Vec<Row>, StorageError> {
        driver::read_exactly(&self.connection, &query)
    }

    async fn games(&mut self, after: i64) -> Result<Vec<MovedGame>, StorageError> {
        games(&self.connection, &self.heads, after)
    }

    async fn note_moved(&mut self, to: &str) -> Result<(), StorageError> {
        let writer = connection::open_to_recover(&self.path)
            .map_err(|error| StorageError::Failed { detail: error.to_string() })?;
        note(&writer, MOVED, to)?;
        self.folder.hand_over_all(&self.path);
        Ok(())
    }

    async fn close(self: Box<Self>) {}
}

/// A folder that is moved to.
pub(crate) struct Target {
    connection: Connection,
    path: PathBuf,
    place: String,
    goes_on: bool,
    packer: Box<Packer>,
    folder: Folder,
}

impl Target {
    /// Opens an empty folder, or goes on in one that holds a part of the move from this place.
    pub(crate) fn open(folder: &Path, from: &str) -> Result<Self, MoveError> {
        let path = folder.join(super::folder::DATABASE);
        let locked = Folder::lock(folder)?;
        let place = name_of(folder);
        let goes_on = look(&path, &place, from)?;
        let mut connection = connection::open_mover(&path)?;
        locked.hand_over(&path);
        let writing = |why| MoveError::Writing { place: place.clone(), why };
        if !goes_on {
            begin(&mut connection, from).map_err(writing)?;
        }
        Ok(Self { connection, path, place, goes_on, packer: Box::new(Packer::small()), folder: locked })
    }

    fn change(
        &mut self,
        write: impl FnOnce(&Connection, &mut Packer) -> Result<(), StorageError>,
    ) -> Result<(), StorageError> {
        let transaction = self.connection.transaction()?;
        write(&transaction, &mut self.packer)?;
        Ok(transaction.commit()?)
    }
}

/// Whether the folder holds a part of the move from this place; refuses what is neither that nor empty.
fn look(path: &Path, place: &str, from: &str) -> Result<bool, MoveError> {
    // What a start that was killed has left has no bytes.
    if !connection::is_there(path)? || fs::metadata(path).is_ok_and(|file| file.len() == 0) {
        return Ok(false);
    }
    // A kill may have left a journal, which a connection that only reads can't take back.
    let connection = connection::open_to_recover(path)?;
    let gap = connection::behind_or_moving(path, &connection)?;
    let unfinished = migrations::unfinished_move(&connection)
        .map_err(|error| MoveError::Reading { place: place.to_owned(), source: error.into() })?;
    match unfinished {
        Some(other) if other != from => Err(MoveError::AnotherMove { place: place.to_owned(), from: other }),
        Some(_) if gap.is_some() => Err(MoveError::AnotherVersion { place: place.to_owned() }),
        Some(_) => Ok(true),
        None => match table_in_use(&connection) {
            Ok(None) => Ok(false),
            Ok(Some(table)) => Err(MoveError::NotEmpty { place: place.to_owned(), table }),
            Err(source) => Err(MoveError::Reading { place: place.to_owned(), source }),
        },
    }
}

/// Marks an empty database as the target of the move from this place, and takes out what a new database has.
fn begin(connection: &mut Connection, from: &str) -> Result<(), StorageError> {
    let transaction = connection.transaction()?;
    for table in tables()? {
        driver::execute(&transaction, &table.clear())?;
    }
    transaction.execute("DELETE FROM site WHERE name = ?1", [MOVED])?;
    note(&transaction, UNFINISHED, from)?;
    Ok(transaction.commit()?)
}

/// Notes something about this database in its table `site`.
fn note(connection: &Connection, name: &str, value: &str) -> Result<(), StorageError> {
    connection.execute(NOTE, [name, value])?;
    Ok(())
}

#[async_trait(?Send)]
impl House for Target {
    fn place(&self) -> String {
        self.place.clone()
    }

    async fn read(&mut self, query: Statement) -> Result<Vec<Row>, StorageError> {
        driver::read_exactly(&self.connection, &query)
    }

    async fn games(&mut self, after: i64) -> Result<Vec<MovedGame>, StorageError> {
        // All events are in records.
        games(&self.connection, &Heads::default(), after)
    }

    async fn note_moved(&mut self, to: &str) -> Result<(), StorageError> {
        note(&self.connection, MOVED, to)
    }

    async fn close(self: Box<Self>) {}
}

#[async_trait(?Send)]
impl NewHouse for Target {
    fn goes_on(&self) -> bool {
        self.goes_on
    }

    async fn write(&mut self, table: &Table, rows: &[Row]) -> Result<(), StorageError> {
        self.change(|transaction, _| {
            for row in rows {
                driver::execute(transaction, &table.insert(row))?;
            }
            Ok(())
        })
    }

    async fn write_games(&mut self, games: &[MovedGame]) -> Result<(), StorageError> {
        self.change(|transaction, packer| {
            let mut game = transaction.prepare_cached(
                "INSERT INTO game (number, id, created_at, ended_at) VALUES (?1, ?2, ?3, ?4)",
            )?;
            let mut record =
                transaction.prepare_cached("INSERT INTO record (game, events, body) VALUES (?1, ?2, ?3)")?;
            for one in games {
                game.execute(params![one.number, one.id, one.created_at, one.ended_at])?;
                let events = one.events.len() as i64;
                match &one.record {
                    Some(packed) => record.execute(params![one.number, events, packed])?,
                    None => record.execute(params![one.number, events, packer.pack(&one.events)])?,
                };
            }
            Ok(())
        })
    }

    async fn settle(&mut self) -> Result<(), StorageError> {
        // The next game gets the number after the highest by itself.
        Ok(())
    }

    async fn check(&mut self, news: &mut dyn FnMut(CheckNews)) -> Result<Checked, DataError> {
        check::check(&self.connection, news)
            .map_err(|source| DataError::Storage { path: self.path.clone(), source })
    }

    async fn finish(&mut self) -> Result<(), StorageError> {
        self.connection.execute("DELETE FROM site WHERE name = ?1", [UNFINISHED])?;
        self.folder.hand_over_all(&self.path);
        Ok(())
    }
}

/// The folder's whole path, by which a later call knows it again.
fn name_of(folder: &Path) -> String {
    folder.canonicalize().unwrap_or_else(|_| folder.to_owned()).display().to_string()
}
