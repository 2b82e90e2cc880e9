// SPDX-License-Identifier: AGPL-3.0-or-later
//! Checks a whole database: its pages, and every game in it by replaying its log.

use std::{collections::HashMap, ops::Range, path::Path};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row};
use tabiya_game::{Game, GameId, Stamped};

use super::{
    columns::{self, game_id},
    connection, driver, log, schema,
};
use crate::{
    CheckNews, Checked, DataError, Fault, StorageError,
    event_row::decode,
    tables::{
        archive::{self, FILLING},
        checked, ratings,
    },
};

/// Checks the database in this folder. Writes nothing and needs no lock: a server may run meanwhile, and what is checked is
/// one state of it. Blocks while it does.
///
/// # Errors
/// If there is no database, it is of another version, or can't be read.
pub fn check_data(folder: impl AsRef<Path>, news: &mut dyn FnMut(CheckNews)) -> Result<Checked, DataError> {
    let path = folder.as_ref().join(super::folder::DATABASE);
    if !connection::is_there(&path)? {
        return Err(DataError::NoDatabase { path });
    }
    let connection = connection::open_reader(&path)?;
    match connection::behind(&path, &connection)? {
        None => check(&connection, news).map_err(|source| DataError::Storage { path, source }),
        Some(gap) => Err(DataError::Older { path, gap }),
    }
}

/// Checks a database with the newest schema.
pub(super) fn check(
    connection: &Connection,
    news: &mut dyn FnMut(CheckNews),
) -> Result<Checked, StorageError> {
    let state = connection.unchecked_transaction()?;
    let mut check = Check { connection: &state, news, checked: Checked::default(), filling: 0..0 };
    // A page that is no tree any more ends the check: it is the fault.
    match check.run() {
        Err(StorageError::Damaged { detail }) => check.fault(None, detail),
        done => done?,
    }
    Ok(check.checked)
}

struct Check<'a> {
    connection: &'a Connection,
    news: &'a mut dyn FnMut(CheckNews),
    checked: Checked,
    /// The numbers of the games that the archive is still to be filled with.
    filling: Range<i64>,
}

/// A row of the table of games.
struct Entry {
    number: i64,
    id: GameId,
    created_at: i64,
    ended_at: Option<i64>,
}

/// A game's rows in the journal: each one's event, entry and the entry before it.
type JournalRows = Vec<(u32, i64, Option<i64>)>;

impl Check<'_> {
    fn fault(&mut self, game: Option<GameId>, what: impl Into<String>) {
        self.checked.faults += 1;
        (self.news)(CheckNews::Fault(Fault { game, what: what.into() }));
    }

    fn run(&mut self) -> Result<(), StorageError> {
        for pragma in ["PRAGMA integrity_check", "PRAGMA foreign_key_check"] {
            for line in lines(self.connection, pragma)? {
                self.fault(None, line);
            }
        }
        for fault in schema::faults(self.connection)? {
            self.fault(None, fault);
        }
        self.texts()?;
        let count = |sql| self.connection.query_row(sql, [], |row| row.get::<_, u32>(0));
        (self.news)(CheckNews::Games(count("SELECT count(*) FROM game")?.into()));
        let mut journal = self.journal()?;
        self.filling = self.filling()?;
        let mut games =
            self.connection.prepare("SELECT number, id, created_at, ended_at FROM game ORDER BY number")?;
        let mut rows = games.query([])?;
        while let Some(row) = rows.next()? {
            let number = row.get(0)?;
            let rows = journal.remove(&number).unwrap_or_default();
            match game_id(row, 1) {
                Ok(id) => {
                    self.game(&Entry { number, id, created_at: row.get(2)?, ended_at: row.get(3)? }, rows)?
                }
                Err(error) => self.fault(None, format!("the game with the number {number}: {error}")),
            }
            self.checked.games += 1;
            (self.news)(CheckNews::Replayed);
        }
        for (number, rows) in journal {
            self.fault(
                None,
                format!("{} events belong to the game number {number}, which does not exist", rows.len()),
            );
        }
        self.ratings()?;
        self.readable()
    }

    /// Names each row that a server could not read.
    fn readable(&mut self) -> Result<(), StorageError> {
        for table in checked::all() {
            let (mut after, mut goes_on) = (0, true);
            while goes_on {
                // A text that is not UTF-8 has been named before.
                let Ok(rows) = driver::read(self.connection, &table.page(after)) else { break };
                let read = rows.len() as u64;
                let faults;
                (faults, goes_on) = table.faults(after, rows);
                after += read;
                for fault in faults {
                    self.fault(None, fault);
                }
            }
        }
        Ok(())
    }

    /// Names each row that holds a text which is not UTF-8. Games and their events are read by themselves.
    fn texts(&mut self) -> Result<(), StorageError> {
        let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('game', 'journal', 'record') \
                      AND name NOT LIKE 'sqlite_%' ORDER BY name";
        let mut tables = self.connection.prepare(tables)?;
        let tables: Vec<String> = tables.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        for table in tables {
            let mut rows = self.connection.prepare(&format!("SELECT * FROM \"{table}\""))?;
            let columns: Vec<String> = rows.column_names().map(str::to_owned).collect();
            let mut rows = rows.query([])?;
            let mut number = 0_u64;
            while let Some(row) = rows.next()? {
                number += 1;
                for (at, column) in columns.iter().enumerate() {
                    if let ValueRef::Text(text) = row.get_ref(at)?
                        && std::str::from_utf8(text).is_err()
                    {
                        let text = String::from_utf8_lossy(text);
                        let what = format!(
                            "row {number} of {table} has a text that is not UTF-8: {column} is {text:?}"
                        );
                        self.fault(None, what);
                    }
                }
            }
        }
        Ok(())
    }

    /// All ratings, computed again.
    fn ratings(&mut self) -> Result<(), StorageError> {
        let strays = driver::read(self.connection, &ratings::check::strays())?;
        let mut loading = ratings::check::Loading::default();
        while let Some(statement) = loading.next() {
            loading.take(driver::read(self.connection, &statement)?)?;
        }
        let differences = ratings::check::differences(&loading.finish());
        for (game, what) in ratings::check::stray_faults(strays).into_iter().chain(differences) {
            self.fault(game, what);
        }
        Ok(())
    }

    /// The archive of an older folder is filled bit by bit.
    fn filling(&self) -> Result<Range<i64>, StorageError> {
        let progress = "SELECT done + 1, last + 1 FROM progress WHERE task = ?1";
        let found = self.connection.query_row(progress, [FILLING], |row| Ok(row.get(0)?..row.get(1)?));
        Ok(found.optional()?.unwrap_or(0..0))
    }

    /// Where each game's rows stand in the journal.
    fn journal(&self) -> Result<HashMap<i64, JournalRows>, StorageError> {
        let mut statement =
            self.connection.prepare("SELECT game, seq, entry, previous FROM journal ORDER BY entry")?;
        let mut rows = statement.query([])?;
        let mut games = HashMap::<_, JournalRows>::new();
        while let Some(row) = rows.next()? {
            games.entry(row.get(0)?).or_default().push((columns::natural(row, 1)?, row.get(2)?, row.get(3)?));
        }
        Ok(games)
    }

    fn game(&mut self, entry: &Entry, journal: JournalRows) -> Result<(), StorageError> {
        let log = match self.log(entry, journal) {
            Err(StorageError::Unreadable { seq, detail, .. }) => {
                self.fault(Some(entry.id), format!("event {seq}: {detail}"));
                return Ok(());
            }
            log => log?,
        };
        self.checked.events += log.len() as u64;
        let game = match Game::replay(&log) {
            Ok(game) => game,
            Err(error) => {
                self.fault(Some(entry.id), format!("event {}: {}", error.seq, error.cause));
                return Ok(());
            }
        };
        self.compare(entry, &log, &game)
    }

    /// The events in their order.
    fn log(&mut self, entry: &Entry, journal: JournalRows) -> Result<Vec<Stamped>, StorageError> {
        let key = (entry.id, entry.number);
        let mut events = log::recorded(self.connection, key)?.unwrap_or_default();
        let recorded = events.len();
        let mut last_entry = None;
        for (seq, row_entry, previous) in journal {
            let event = self
                .connection
                .prepare_cached("SELECT at, body FROM journal WHERE entry = ?1")?
                .query_row([row_entry], |row| Ok(log::event((entry.id, seq), row, 0)))??;
            let place = seq as usize;
            let unreadable =
                |detail: &str| StorageError::Unreadable { game: entry.id, seq, detail: detail.to_owned() };
            if place < recorded {
                // What the record has taken over and the journal has not yet deleted.
                if events[place] != event {
                    return Err(unreadable("the journal has another one than the record"));
                }
                continue;
            }
            match place.cmp(&events.len()) {
                std::cmp::Ordering::Less => return Err(unreadable("there are two of them")),
                std::cmp::Ordering::Greater => {
                    let seq = events.len() as u32;
                    let detail = format!("event {place} follows instead");
                    return Err(StorageError::Unreadable { game: entry.id, seq, detail });
                }
                std::cmp::Ordering::Equal if previous != last_entry => {
                    return Err(unreadable("it does not say where the one before it stands"));
                }
                std::cmp::Ordering::Equal => events.push(event),
            }
            last_entry = Some(row_entry);
        }
        (0..).zip(&events).map(|(seq, event)| decode(entry.id, seq, event.at, &event.body)).collect()
    }

    /// What the tables say of the game against what its events say.
    fn compare(&mut self, entry: &Entry, log: &[Stamped], game: &Game) -> Result<(), StorageError> {
        let time = |at: i64| u64::try_from(at).ok();
        if time(entry.created_at) != Some(game.created().0) {
            self.fault(Some(entry.id), "the list of games has another time of its creation than its log");
        }
        let ended = log.last().filter(|_| game.is_over()).map(|last| last.at.0);
        if entry.ended_at.map(time) != ended.map(Some) {
            self.fault(
                Some(entry.id),
                "the list of games does not agree with its log on whether and when it ended",
            );
        }
        let [row, seats, taken] = archive::check::questions(entry.id);
        let read = |question| driver::read(self.connection, question);
        let [row, seats, taken] = [read(&row)?, read(&seats)?, read(&taken)?];
        let is_to_come = row.is_empty() && game.is_over() && self.filling.contains(&entry.number);
        if !is_to_come {
            for fault in archive::check::faults(game, row, seats, taken) {
                self.fault(Some(entry.id), fault);
            }
        }
        let rated = driver::read(self.connection, &ratings::check::question(entry.id))?;
        for fault in ratings::check::faults(entry.id, game, rated) {
            self.fault(Some(entry.id), fault);
        }
        Ok(())
    }
}

/// What one of SQLite's own checks finds.
fn lines(connection: &Connection, pragma: &str) -> Result<Vec<String>, StorageError> {
    let text = |row: &Row<'_>| {
        let first = row.get_ref(0)?.as_str().unwrap_or_default().to_owned();
        Ok(if pragma.contains("foreign_key") {
            format!("a row of {first} belongs to nothing")
        } else {
            first
        })
    };
    let mut statement = connection.prepare(pragma)?;
    let lines: Vec<String> = statement.query_map([], text)?.collect::<Result<_, _>>()?;
    Ok(if lines == ["ok"] { Vec::new() } else { lines })
}
