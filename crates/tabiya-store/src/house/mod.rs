// SPDX-License-Identifier: AGPL-3.0-or-later
//! The two sides of a move to the other database, as each driver implements them.

mod error;
mod table;

use async_trait::async_trait;

use crate::{
    CheckNews, Checked, DataError, StorageError,
    event_row::StoredEvent,
    tables::{Row, Statement},
};

pub use error::MoveError;
pub(crate) use table::{MOVED, PAGE, Table, UNFINISHED};

/// How many games are one page.
pub(crate) const GAMES: usize = 100;

/// A game of the log in the form that both databases can be given.
#[derive(Clone, Debug)]
pub(crate) struct MovedGame {
    /// Its running number, which it keeps.
    pub(crate) number: i64,
    pub(crate) id: String,
    /// Milliseconds since 1970.
    pub(crate) created_at: i64,
    /// The same; `None` while it goes on.
    pub(crate) ended_at: Option<i64>,
    pub(crate) half_moves: i64,
    pub(crate) events: Vec<StoredEvent>,
    /// All events packed, where the source has them so.
    pub(crate) record: Option<Vec<u8>>,
}

impl MovedGame {
    /// Whether both are the same game with the same events, however they are stored.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let Self { number, id, created_at, ended_at, half_moves, events, record: _ } = self;
        (number, id, created_at, ended_at, half_moves)
            == (&other.number, &other.id, &other.created_at, &other.ended_at, &other.half_moves)
            && *events == other.events
    }
}

/// A side that is held: nobody else writes to it. Of a source only a note in the end is written.
#[async_trait(?Send)]
pub(crate) trait House {
    /// Its name for people and for the mark in the target, without a password.
    fn place(&self) -> String;

    /// The rows that a statement returns, each text exactly as it is stored.
    async fn read(&mut self, query: Statement) -> Result<Vec<Row>, StorageError>;

    /// The next games in the order of their numbers, at most [`GAMES`].
    async fn games(&mut self, after: i64) -> Result<Vec<MovedGame>, StorageError>;

    /// Notes where everything has gone. Servers that are started here say so from now on.
    async fn note_moved(&mut self, to: &str) -> Result<(), StorageError>;

    /// Gives it back, so that a server can have it at once. Dropping does the same a little later.
    async fn close(self: Box<Self>);
}

/// The side that is written. It is empty or holds a part of this move.
#[async_trait(?Send)]
pub(crate) trait NewHouse: House {
    /// Whether it holds a part of this move from before.
    fn goes_on(&self) -> bool;

    /// Writes these rows, all or none.
    async fn write(&mut self, table: &Table, rows: &[Row]) -> Result<(), StorageError>;

    /// Writes these games, all or none.
    async fn write_games(&mut self, games: &[MovedGame]) -> Result<(), StorageError>;

    /// Once all rows are written: sets what depends on them, such as the number that the next game gets.
    async fn settle(&mut self) -> Result<(), StorageError>;

    /// Checks everything, as `tabiya data check` does.
    async fn check(&mut self, news: &mut dyn FnMut(CheckNews)) -> Result<Checked, DataError>;

    /// Takes the mark away: from now on servers may use it.
    async fn finish(&mut self) -> Result<(), StorageError>;
}

/// Warns of a server that is started where everything was moved away from.
pub(crate) fn warn_of_move(here: &str, to: &str) {
    tracing::warn!(
        "everything in {here} was moved to {to}; what is played on this server is not there. If the site is there now, stop \
         this server, and start it there"
    );
}
