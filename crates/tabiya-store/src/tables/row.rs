// SPDX-License-Identifier: AGPL-3.0-or-later
//! Rows as a read returns them.

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

    /// The same row with each value changed.
    #[must_use]
    pub fn map(self, change: impl FnMut(Value) -> Value) -> Self {
        Self(self.0.into_iter().map(change).collect())
    }

    /// The columns, to be taken one after the other.
    pub fn columns(self) -> Columns {
        Columns { values: self.0.into_iter(), place: 0 }
    }
}

/// The columns of a row, in the order in which the statement names them.
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
    /// If the column is something else.
    pub fn integer(&mut self) -> Result<i64, StorageError> {
        self.optional_integer()?.ok_or_else(|| self.missing("integer"))
    }

    /// An integer or nothing.
    ///
    /// # Errors
    /// If the column is something else.
    pub fn optional_integer(&mut self) -> Result<Option<i64>, StorageError> {
        match self.next("integer", |value| matches!(value, Value::Integer(_) | Value::Null))? {
            Value::Integer(number) => Ok(Some(number)),
            _ => Ok(None),
        }
    }

    /// An integer of some smaller type.
    ///
    /// # Errors
    /// If the column is something else, or the number is too large.
    pub fn number<T: TryFrom<i64>>(&mut self) -> Result<T, StorageError> {
        let number = self.integer()?;
        T::try_from(number).map_err(|_| self.unexpected(&number.to_string()))
    }

    /// The same, or nothing.
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
    /// If the column is something else.
    pub fn text(&mut self) -> Result<String, StorageError> {
        self.optional_text()?.ok_or_else(|| self.missing("text"))
    }

    /// Text or nothing.
    ///
    /// # Errors
    /// If the column is something else.
    pub fn optional_text(&mut self) -> Result<Option<String>, StorageError> {
        match self.next("text", |value| matches!(value, Value::Text(_) | Value::Null))? {
            Value::Text(text) => Ok(Some(text)),
            _ => Ok(None),
        }
    }

    /// Bytes or nothing.
    ///
    /// # Errors
    /// If the column is something else.
    pub fn optional_bytes(&mut self) -> Result<Option<Vec<u8>>, StorageError> {
        match self.next("bytes", |value| matches!(value, Value::Bytes(_) | Value::Null))? {
            Value::Bytes(bytes) => Ok(Some(bytes)),
            _ => Ok(None),
        }
    }

    fn missing(&self, wanted: &str) -> StorageError {
        StorageError::Damaged { detail: format!("column {} of a row is empty, not {wanted}", self.place) }
    }

    /// The column taken last holds something that this program does not know.
    pub fn unexpected(&self, found: &str) -> StorageError {
        StorageError::Damaged { detail: format!("column {} of a row holds \"{found}\"", self.place) }
    }
}
