// SPDX-License-Identifier: AGPL-3.0-or-later
//! Fills the archive of a data folder that is older than the archive.
//!
//! Unfinished games get their rows before the store opens, because the server goes on with them at once. Finished games
//! follow in the order of their numbers, on a thread of its own while the server plays. A few games are one change, and
//! the number of the last one is written in the same change, so the work goes on there after a restart or a kill.

use std::{
    path::Path,
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::Duration,
};

use rusqlite::{Connection, OptionalExtension, params};
use tabiya_game::{Game, GameId};

use super::{
    columns,
    connection::open_reader,
    driver,
    heads::Heads,
    select,
    writer::{Changes, SharedHeads, Writer},
};
use crate::{
    OpenError, StorageError,
    tables::{
        Change, Changed, Statement, Value,
        archive::{FILLING, fill},
    },
};

/// How many games one change fills: a millisecond or two of the writer's time.
const GAMES: u32 = 32;
/// How long to wait after a failure, as on a full disk.
const REST: Duration = Duration::from_secs(10);

/// Notes how much there is to fill, and fills in the unfinished games. Only once in a database's life.
pub(super) fn begin(connection: &mut Connection, heads: &Heads) -> Result<(), StorageError> {
    let transaction = connection.transaction()?;
    let begun = "SELECT EXISTS (SELECT 1 FROM progress WHERE task = ?1)";
    if transaction.query_row(begun, [FILLING], |row| row.get::<_, bool>(0))? {
        return Ok(());
    }
    let mut next = Some(0);
    while let Some(from) = next {
        let page = select::unfinished(&transaction, &|id| heads.get(id), from, GAMES)?;
        next = page.next;
        for unfinished in page.games {
            // A log that can't be read is reported when the server loads it.
            let Ok(log) = unfinished.log else { continue };
            for statement in rows(unfinished.id, &log).unwrap_or_default() {
                driver::execute(&transaction, &statement)?;
            }
        }
    }
    transaction.execute(
        "INSERT INTO progress (task, done, last) SELECT ?1, 0, coalesce(max(number), 0) FROM game",
        [FILLING],
    )?;
    transaction.commit()?;
    Ok(())
}

fn rows(id: GameId, log: &[tabiya_game::Stamped]) -> Option<Vec<Statement>> {
    match Game::replay(log) {
        Ok(game) => Some(fill(id, &game)),
        Err(error) => {
            tracing::warn!(%id, %error, "this game can't be replayed, so lists leave it out");
            None
        }
    }
}

/// The thread that fills in the finished games. Dropping it stops the thread where it is.
pub(super) struct Filler {
    stop: Arc<Stop>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Stop {
    told: Mutex<bool>,
    changed: Condvar,
}

impl Stop {
    fn is_told(&self) -> bool {
        *self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits so long, or until the thread is told to stop.
    fn rest(&self, time: Duration) {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        // Either way the caller looks again.
        drop(self.changed.wait_timeout_while(told, time, |told| !*told));
    }
}

impl Drop for Filler {
    fn drop(&mut self) {
        *self.stop.told.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.stop.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // A panic in there has been reported by the thread itself.
            let _ = thread.join();
        }
    }
}

impl Filler {
    /// Starts the thread if there is something to fill.
    pub(super) fn start(path: &Path, writer: &Writer) -> Result<Option<Self>, OpenError> {
        let connection = open_reader(path)?;
        let failed = |source| OpenError::Storage { path: path.to_owned(), source };
        let Some(mut filling) = Filling::read(connection, writer).map_err(failed)? else { return Ok(None) };
        let stop = Arc::new(Stop::default());
        let stopping = Arc::clone(&stop);
        let body = move || {
            tracing::info!(games = filling.last - filling.done, "filling the archive from the log");
            while !stopping.is_told() {
                match filling.step() {
                    Ok(true) => {}
                    Ok(false) => return tracing::info!("the archive is filled"),
                    Err(StorageError::Closed) => return,
                    Err(error) => {
                        tracing::warn!(%error, "the archive can't be filled; trying again soon");
                        stopping.rest(REST);
                    }
                }
            }
        };
        let thread =
            thread::Builder::new().name("store-filler".to_owned()).spawn(body).map_err(|source| {
                failed(StorageError::Failed { detail: format!("no thread for the archive: {source}") })
            })?;
        Ok(Some(Self { stop, thread: Some(thread) }))
    }
}

struct Filling {
    connection: Connection,
    changes: Changes,
    heads: SharedHeads,
    /// Up to which game's number it is done.
    done: i64,
    last: i64,
}

impl Filling {
    /// What is left to do; `None` if nothing is.
    fn read(connection: Connection, writer: &Writer) -> Result<Option<Self>, StorageError> {
        let left = connection
            .query_row("SELECT done, last FROM progress WHERE task = ?1", [FILLING], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()?;
        let (Some((done, last)), Some(changes)) = (left, writer.changes()) else { return Ok(None) };
        Ok((done < last).then(|| Self { connection, changes, heads: writer.heads(), done, last }))
    }

    /// Fills in a few games. Tells whether there are more.
    fn step(&mut self) -> Result<bool, StorageError> {
        let games = self.next_games()?;
        let up_to = games.last().map_or(self.last, |(number, _)| *number);
        let mut statements = Vec::new();
        for (_, id) in games {
            let log = match id.map(|id| (id, select::load(&self.connection, id, self.heads.get(id)))) {
                Ok((id, Ok(Some(log)))) => (id, log),
                Ok((_, Ok(None))) => continue,
                Err(error) | Ok((_, Err(error @ StorageError::Unreadable { .. }))) => {
                    tracing::warn!(%error, "this game can't be read, so lists leave it out");
                    continue;
                }
                Ok((_, Err(error))) => return Err(error),
            };
            statements.extend(rows(log.0, &log.1).unwrap_or_default());
        }
        let progress = "UPDATE progress SET done = $1 WHERE task = $2 AND done = $3";
        let values = vec![Value::Integer(up_to), FILLING.into(), Value::Integer(self.done)];
        statements.push(Statement::new(progress, values).touching(1));
        match self.changes.run(Change::new(statements)?)? {
            Changed::Done => {
                self.done = up_to;
                Ok(self.done < self.last)
            }
            // Somebody else has moved it on, which only a second server could do.
            Changed::Missed { .. } => Ok(false),
        }
    }

    #[allow(clippy::type_complexity, reason = "a number and an id, if it is one")]
    fn next_games(&self) -> Result<Vec<(i64, Result<GameId, StorageError>)>, StorageError> {
        let mut statement = self.connection.prepare_cached(
            // A game that went on when the filling began has its rows, and its end is written where it ends.
            "SELECT number, id FROM game WHERE number > ?1 AND number <= ?2 AND ended_at IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM archive WHERE archive.game = game.id) ORDER BY number LIMIT ?3",
        )?;
        let mut rows = statement.query(params![self.done, self.last, GAMES])?;
        let mut games = Vec::new();
        while let Some(row) = rows.next()? {
            games.push((row.get(0)?, columns::game_id(row, 1)));
        }
        Ok(games)
    }
}
