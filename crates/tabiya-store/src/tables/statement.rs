// SPDX-License-Identifier: AGPL-3.0-or-later
//! SQL statements with the values bound to them.

use std::borrow::Cow;
use std::fmt;

use tabiya_game::{PlayerId, Time};

use super::rules;
use crate::{StorageError, lane::Lane};

/// The maximum number of ids in one statement. Databases limit the number of parameters, and every length of
/// a list is a separate statement to prepare.
pub const MOST_IN_LIST: usize = 500;

/// A value of a parameter or a column. There are no other types: a boolean is the integer 0 or 1, and a time
/// is milliseconds since 1970.
#[derive(Clone, PartialEq, Eq)]
pub enum Value {
    /// NULL.
    Null,
    /// A 64-bit integer.
    Integer(i64),
    /// Text without NUL characters, which PostgreSQL can't store.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

/// Tells no text: the driver of PostgreSQL logs the values of a statement where `--log` asks for that much, and some are secrets.
impl fmt::Debug for Value {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => write!(to, "NULL"),
            Self::Integer(number) => write!(to, "{number}"),
            Self::Text(text) => write!(to, "a text of {} bytes", text.len()),
            Self::Bytes(bytes) => write!(to, "{} bytes", bytes.len()),
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Integer(number.into())
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Integer(truth.into())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<PlayerId> for Value {
    fn from(player: PlayerId) -> Self {
        Self::from(&player.as_bytes()[..])
    }
}

impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Self {
        Self::Bytes(bytes.to_vec())
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// How many rows a statement must touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Exactly this number. Any other number undoes the whole change.
    Exactly(u64),
    /// Any number.
    Any,
}

/// An SQL statement with its values. `$1` is the first value, wherever it appears in the text.
#[derive(Clone, Debug)]
pub struct Statement {
    pub(crate) sql: Cow<'static, str>,
    pub(crate) values: Vec<Value>,
    pub(crate) rows: Rows,
}

impl Statement {
    /// A statement that may touch any number of rows.
    pub fn new(sql: impl Into<Cow<'static, str>>, values: Vec<Value>) -> Self {
        let sql = sql.into();
        if cfg!(debug_assertions) {
            rules::check(&sql);
        }
        Self { sql, values, rows: Rows::Any }
    }

    /// The same statement, which must touch exactly this many rows.
    #[must_use]
    pub fn touching(self, rows: u64) -> Self {
        Self { rows: Rows::Exactly(rows), ..self }
    }

    /// Whether this number of touched rows is allowed.
    pub(crate) const fn fits(&self, touched: u64) -> bool {
        match self.rows {
            Rows::Exactly(rows) => rows == touched,
            Rows::Any => true,
        }
    }

    /// An error if the statement contains what one of the databases can't store.
    pub(crate) fn check(&self) -> Result<(), StorageError> {
        let has_nul = |value: &Value| matches!(value, Value::Text(text) if text.contains('\0'));
        if self.values.iter().any(has_nul) {
            return Err(StorageError::Failed { detail: "a text contains the character NUL".to_owned() });
        }
        Ok(())
    }
}

/// Changes that count rows before they add one. Those with the same turn run one after another; else each of
/// two could count before the other has added its row. SQLite has one writer, so all its changes do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// New challenges and offered rematches.
    Challenges,
    /// Devices to which news are pushed. Each takes the place of others, which must be seen.
    PushDevices,
}

/// Statements that run in this order, all or none.
#[derive(Clone, Debug, Default)]
pub struct Change {
    pub(crate) statements: Vec<Statement>,
    pub(crate) lane: Lane,
    /// `None` for a change that waits for no other.
    pub(crate) turn: Option<Turn>,
}

impl Change {
    /// A change of these statements, in the live lane after the moves.
    ///
    /// # Errors
    /// A text among the values contains NUL.
    pub fn new(statements: Vec<Statement>) -> Result<Self, StorageError> {
        statements.iter().try_for_each(Statement::check)?;
        Ok(Self { statements, lane: Lane::Edits, turn: None })
    }

    /// The same change, behind all live writes.
    #[must_use]
    pub fn in_background(self) -> Self {
        Self { lane: Lane::Background, ..self }
    }

    /// The same change, which sees all that earlier ones of this turn have done.
    #[must_use]
    pub(crate) fn in_turn(self, turn: Turn) -> Self {
        Self { turn: Some(turn), ..self }
    }
}

/// `$first, $first+1, ...` for a list of this many values, at most [`MOST_IN_LIST`].
pub fn placeholders(first: usize, count: usize) -> String {
    debug_assert!(count <= MOST_IN_LIST, "{count} values in one list");
    let names: Vec<String> = (first..first + count).map(|number| format!("${number}")).collect();
    names.join(", ")
}
/// A time as a column holds it, in milliseconds since 1970. The largest number of a column stands for "never", so no time
/// is written as that.
pub(crate) fn millis(time: Time) -> Value {
    Value::Integer(i64::try_from(time.0).unwrap_or(i64::MAX).min(i64::MAX - 1))
}
