// SPDX-License-Identifier: AGPL-3.0-or-later
//! The rows that a read returns.

use tabiya_game::{GameId, PlayerId};

use super::Value;
use crate::StorageError;

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row(Vec<Value>);

impl Row {
    /// A row of these columns.
    pub fn new(values: Vec<Value>) -> Self {
        Self(values)
    }

    /// The same row with `change` applied to each value.
    #[must_use]
    pub fn map(self, change: impl FnMut(Value) -> Value) -> Self {
        Self(self.0.into_iter().map(change).collect())
    }

    /// All columns, in the order in which the statement lists them.
    pub fn values(&self) -> &[Value] {
        &self.0
    }

    /// The columns, which are read one after the other.
    pub fn columns(self) -> Columns {
        Columns { values: self.0.into_iter(), place: 0 }
    }
}

/// The columns of a row, in the order in which the statement lists them.
pub struct Columns {
    values: std::vec::IntoIter<Value>,
    place: usize,
}

impl Columns {
    fn next(&mut self, wanted: &str, found: impl FnOnce(&Value) -> bool) -> Result<Value, StorageError> {
        self.place += 1;
        match self.values.next() {
            Some(value) if found(&value) => Ok(value),
            value => Err(StorageError::Damaged {
                detail: format!("column {} of a row is no {wanted} but {value:?}", self.place),
            }),
        }
    }

    /// An integer.
    ///
    /// # Errors
    /// The column is not an integer.
    pub fn integer(&mut self) -> Result<i64, StorageError> {
        self.optional_integer()?.ok_or_else(|| self.missing("integer"))
    }

    /// An integer or NULL.
    ///
    /// # Errors
    /// The column is neither.
    pub fn optional_integer(&mut self) -> Result<Option<i64>, StorageError> {
        match self.next("integer", |value| matches!(value, Value::Integer(_) | Value::Null))? {
            Value::Integer(number) => Ok(Some(number)),
            _ => Ok(None),
        }
    }

    /// An integer of a smaller type.
    ///
    /// # Errors
    /// The column is not an integer, or the number does not fit.
    pub fn number<T: TryFrom<i64>>(&mut self) -> Result<T, StorageError> {
        let number = self.integer()?;
        T::try_from(number).map_err(|_| self.unexpected(&number.to_string()))
    }

    /// The same, or NULL.
    ///
    /// # Errors
    /// As [`number`](Self::number).
    pub fn optional_number<T: TryFrom<i64>>(&mut self) -> Result<Option<T>, StorageError> {
        let number = self.optional_integer()?;
        number.map(|number| T::try_from(number).map_err(|_| self.unexpected(&number.to_string()))).transpose()
    }

    /// Text.
    ///
    /// # Errors
    /// The column is not text.
    pub fn text(&mut self) -> Result<String, StorageError> {
        self.optional_text()?.ok_or_else(|| self.missing("text"))
    }

    /// Text or NULL.
    ///
    /// # Errors
    /// The column is neither.
    pub fn optional_text(&mut self) -> Result<Option<String>, StorageError> {
        match self.next("text", |value| matches!(value, Value::Text(_) | Value::Null))? {
            Value::Text(text) => Ok(Some(text)),
            _ => Ok(None),
        }
    }

    /// Bytes or NULL.
    ///
    /// # Errors
    /// The column is neither.
    pub fn optional_bytes(&mut self) -> Result<Option<Vec<u8>>, StorageError> {
        match self.next("bytes", |value| matches!(value, Value::Bytes(_) | Value::Null))? {
            Value::Bytes(bytes) => Ok(Some(bytes)),
            _ => Ok(None),
        }
    }

    /// A game's id, which is stored as text.
    ///
    /// # Errors
    /// The column is not one.
    pub fn game(&mut self) -> Result<GameId, StorageError> {
        let text = self.text()?;
        text.parse().map_err(|_| self.unexpected(&format!("no game's id but {text:?}")))
    }

    /// A player's id.
    ///
    /// # Errors
    /// The column is not one.
    pub fn player(&mut self) -> Result<PlayerId, StorageError> {
        self.optional_player()?.ok_or_else(|| self.missing("a player's id"))
    }

    /// A player's id or NULL.
    ///
    /// # Errors
    /// The column is neither.
    pub fn optional_player(&mut self) -> Result<Option<PlayerId>, StorageError> {
        let id = |bytes: Vec<u8>| <[u8; PlayerId::LEN]>::try_from(bytes).map(PlayerId::from_bytes);
        let bytes = self.optional_bytes()?;
        bytes.map(id).transpose().map_err(|_| self.unexpected("a player's id of another length"))
    }

    fn missing(&self, wanted: &str) -> StorageError {
        StorageError::Damaged { detail: format!("column {} of a row is empty, not {wanted}", self.place) }
    }

    /// The error that the last column has a value which this program does not know.
    pub fn unexpected(&self, found: &str) -> StorageError {
        StorageError::Damaged { detail: format!("column {} of a row holds \"{found}\"", self.place) }
    }
}
