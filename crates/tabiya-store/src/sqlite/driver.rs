// SPDX-License-Identifier: AGPL-3.0-or-later
//! The driver of the tables: binds values, runs statements, reads rows.

use rusqlite::{
    CachedStatement, Connection, ToSql,
    types::{Null, ToSqlOutput, ValueRef},
};

use super::insert::Outcome;
use crate::{
    StorageError,
    tables::{Change, Row, Statement, Value},
};

/// Runs a statement that returns no rows. Returns how many rows it touched.
pub(super) fn execute(connection: &Connection, statement: &Statement) -> Result<u64, StorageError> {
    Ok(prepare(connection, statement)?.raw_execute()? as u64)
}

/// Runs a change inside a transaction. If a statement misses its rows, the caller undoes the change.
pub(super) fn change(connection: &Connection, change: &Change) -> Result<Outcome, StorageError> {
    for (place, statement) in change.statements.iter().enumerate() {
        let touched = execute(connection, statement)?;
        if !statement.fits(touched) {
            return Ok(Outcome::Missed { statement: place, touched });
        }
    }
    Ok(Outcome::Written)
}

/// The rows that a statement returns.
pub(super) fn read(connection: &Connection, query: &Statement) -> Result<Vec<Row>, StorageError> {
    read_by(connection, query, value)
}

/// The same, but a text that is not UTF-8 is an error: what is moved must be what is stored.
pub(super) fn read_exactly(connection: &Connection, query: &Statement) -> Result<Vec<Row>, StorageError> {
    read_by(connection, query, |column| match column {
        ValueRef::Text(text) if std::str::from_utf8(text).is_err() => {
            Err(StorageError::Damaged { detail: "a text is not UTF-8".to_owned() })
        }
        column => value(column),
    })
}

fn read_by(
    connection: &Connection,
    query: &Statement,
    value: fn(ValueRef<'_>) -> Result<Value, StorageError>,
) -> Result<Vec<Row>, StorageError> {
    let mut prepared = prepare(connection, query)?;
    let columns = prepared.column_count();
    let mut rows = prepared.raw_query();
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let values = (0..columns).map(|column| value(row.get_ref(column)?));
        found.push(Row::new(values.collect::<Result<_, StorageError>>()?));
    }
    Ok(found)
}

/// Binds each value by its number, because SQLite numbers `$1`, `$2` in the order in which they first appear.
fn prepare<'a>(
    connection: &'a Connection,
    statement: &Statement,
) -> Result<CachedStatement<'a>, StorageError> {
    let mut prepared = connection.prepare_cached(&statement.sql)?;
    let count = prepared.parameter_count();
    let wrong = |detail: String| StorageError::Failed { detail };
    if count != statement.values.len() {
        let given = statement.values.len();
        return Err(wrong(format!("a statement with {count} parameters was given {given} values")));
    }
    for (number, value) in (1..).zip(&statement.values) {
        let index = prepared.parameter_index(&format!("${number}"))?;
        let index = index.ok_or_else(|| wrong(format!("a statement has no parameter ${number}")))?;
        prepared.raw_bind_parameter(index, value)?;
    }
    Ok(prepared)
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Self::Null => Ok(Null.into()),
            Self::Integer(number) => Ok((*number).into()),
            Self::Text(text) => text.to_sql(),
            Self::Bytes(bytes) => bytes.to_sql(),
        }
    }
}

fn value(column: ValueRef<'_>) -> Result<Value, StorageError> {
    match column {
        ValueRef::Null => Ok(Value::Null),
        ValueRef::Integer(number) => Ok(Value::Integer(number)),
        // One wrong byte must not hide the rows beside it. `tabiya data check` names its row.
        ValueRef::Text(text) => Ok(Value::Text(String::from_utf8_lossy(text).into_owned())),
        ValueRef::Blob(bytes) => Ok(Value::Bytes(bytes.to_vec())),
        ValueRef::Real(_) => {
            Err(StorageError::Failed { detail: "a column is a real number; cast it to BIGINT".to_owned() })
        }
    }
}
