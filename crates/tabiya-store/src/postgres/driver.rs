// SPDX-License-Identifier: AGPL-3.0-or-later
//! The driver of the tables: binds values, runs statements, reads rows.

use std::error::Error as StdError;

use bytes::BytesMut;
use deadpool_postgres::{Object, Transaction};
use tokio_postgres::{
    IsolationLevel,
    types::{IsNull, ToSql, Type, to_sql_checked},
};

use super::{Inner, Work, error, fence};
use crate::{
    StorageError,
    tables::{Change, Changed, Row, Statement, Turn, Value},
};

/// How often a transaction is tried if it conflicts with another one.
const ATTEMPTS: usize = 5;

impl ToSql for Value {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        match (self, ty) {
            (Self::Null, _) => Ok(IsNull::Yes),
            (Self::Integer(number), &Type::INT8) => number.to_sql(ty, out),
            (Self::Integer(number), &Type::INT4) => i32::try_from(*number)?.to_sql(ty, out),
            // Only what is looked for may hold one (`Statement::check`). No stored text does, and the server can't read it.
            (Self::Text(text), &(Type::TEXT | Type::VARCHAR)) if text.contains('\0') => {
                text.replace('\0', "\u{fffd}").to_sql(ty, out)
            }
            (Self::Text(text), &(Type::TEXT | Type::VARCHAR)) => text.to_sql(ty, out),
            (Self::Bytes(bytes), &Type::BYTEA) => bytes.to_sql(ty, out),
            (value, ty) => Err(format!("the database wants {ty} where {value:?} is given").into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

pub(super) fn bound(statement: &Statement) -> Vec<&(dyn ToSql + Sync)> {
    statement.values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

/// The rows that a statement returns.
pub(super) async fn read(client: &Object, query: &Statement) -> Result<Vec<Row>, StorageError> {
    let prepared = client.prepare_cached(&query.sql).await?;
    check_count(prepared.params().len(), query)?;
    let rows = client.query(&prepared, &bound(query)).await?;
    rows.iter().map(row).collect()
}

/// The same on a connection outside the pool, in a transaction.
pub(super) async fn read_in(
    transaction: &tokio_postgres::Transaction<'_>,
    query: &Statement,
) -> Result<Vec<Row>, StorageError> {
    let rows = transaction.query(&*query.sql, &bound(query)).await?;
    rows.iter().map(row).collect()
}

/// Runs a statement that returns no rows. Returns how many rows it touched.
pub(super) async fn execute(
    transaction: &Transaction<'_>,
    statement: &Statement,
) -> Result<u64, tokio_postgres::Error> {
    let prepared = transaction.prepare_cached(&statement.sql).await?;
    transaction.execute(&prepared, &bound(statement)).await
}

/// Checks the number of values, because the library panics if it is wrong.
fn check_count(parameters: usize, statement: &Statement) -> Result<(), StorageError> {
    let given = statement.values.len();
    if parameters == given {
        return Ok(());
    }
    let detail = format!("a statement with {parameters} parameters was given {given} values");
    Err(StorageError::Failed { detail })
}

/// Runs a change. Repeats it if it conflicts with another transaction.
pub(super) async fn change(inner: &Inner, change: &Change) -> Result<Changed, StorageError> {
    let mut outcome = try_to_change(inner, change).await;
    for _ in 1..ATTEMPTS {
        if !matches!(outcome, Err(Trouble::Passing(_))) {
            break;
        }
        outcome = try_to_change(inner, change).await;
    }
    inner.disk.noted(outcome.map_err(Trouble::into_error))
}

/// Why a transaction failed.
pub(super) enum Trouble {
    /// It conflicted with another transaction and can be repeated.
    Passing(StorageError),
    /// Repeating it would not help.
    Lasting(StorageError),
}

impl Trouble {
    pub(super) fn into_error(self) -> StorageError {
        match self {
            Self::Passing(error) | Self::Lasting(error) => error,
        }
    }
}

impl From<tokio_postgres::Error> for Trouble {
    fn from(error: tokio_postgres::Error) -> Self {
        if error::is_passing(&error) { Self::Passing(error.into()) } else { Self::Lasting(error.into()) }
    }
}

impl From<StorageError> for Trouble {
    fn from(error: StorageError) -> Self {
        Self::Lasting(error)
    }
}

async fn try_to_change(inner: &Inner, change: &Change) -> Result<Changed, Trouble> {
    let epoch = inner.epoch()?;
    let mut client = inner.client(Work::Write(change.lane)).await?;
    let transaction = begin(&mut client, epoch).await?;
    if let Some(turn) = change.turn {
        wait_for(&transaction, turn).await?;
    }
    for (place, statement) in change.statements.iter().enumerate() {
        let prepared = transaction.prepare_cached(&statement.sql).await?;
        check_count(prepared.params().len(), statement)?;
        let touched = transaction.execute(&prepared, &bound(statement)).await?;
        if !statement.fits(touched) {
            transaction.rollback().await?;
            return Ok(Changed::Missed { statement: place, touched });
        }
    }
    commit(inner, transaction).await?;
    Ok(Changed::Done)
}

/// Waits until no other transaction has this turn, on any node, and has it until the end of this transaction. It is a
/// statement of its own, so that the next one sees what the transaction before has committed.
async fn wait_for(transaction: &Transaction<'_>, turn: Turn) -> Result<(), tokio_postgres::Error> {
    let lock = match turn {
        Turn::Challenges => i64::from_be_bytes(*b"tabiya\0\x06"),
        Turn::PushDevices => i64::from_be_bytes(*b"tabiya\0\x07"),
    };
    let statement = transaction.prepare_cached("SELECT pg_advisory_xact_lock($1)").await?;
    transaction.execute(&statement, &[&lock]).await?;
    Ok(())
}

/// Begins a transaction that commits only while this server owns the database.
pub(super) async fn begin(client: &mut Object, epoch: i64) -> Result<Transaction<'_>, Trouble> {
    let transaction =
        client.build_transaction().isolation_level(IsolationLevel::ReadCommitted).start().await?;
    if fence::is_held_in(&transaction, epoch).await? {
        return Ok(transaction);
    }
    let detail = "another server has had it in between".to_owned();
    Err(StorageError::NotHeld { detail }.into())
}

/// Commits. After some errors it is unknown whether the transaction was committed, or will be there after a failover.
pub(super) async fn commit(inner: &Inner, transaction: Transaction<'_>) -> Result<(), Trouble> {
    let warnings = inner.warnings.count();
    transaction.commit().await.map_err(|error| {
        if error::is_passing(&error) {
            Trouble::Passing(error.into())
        } else {
            error::of_commit(error).into()
        }
    })?;
    if inner.warnings.count() != warnings {
        return Err(StorageError::Unanswered.into());
    }
    Ok(())
}

/// Reads all columns of a row.
pub(super) fn row(row: &tokio_postgres::Row) -> Result<Row, StorageError> {
    let value = |(place, column): (usize, &tokio_postgres::Column)| match *column.type_() {
        Type::INT8 => Ok(row.try_get::<_, Option<i64>>(place)?.into()),
        Type::TEXT | Type::VARCHAR => Ok(row.try_get::<_, Option<String>>(place)?.into()),
        Type::BYTEA => Ok(row.try_get::<_, Option<Vec<u8>>>(place)?.map_or(Value::Null, Value::Bytes)),
        ref other => Err(StorageError::Failed {
            detail: format!("the column {} is of the type {other}; cast it to BIGINT or TEXT", column.name()),
        }),
    };
    row.columns().iter().enumerate().map(value).collect::<Result<Vec<_>, _>>().map(Row::new)
}
