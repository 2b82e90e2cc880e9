// SPDX-License-Identifier: AGPL-3.0-or-later
//! The fence: what a server writes counts only while it holds the database in the epoch that it knows.

use deadpool_postgres::Transaction;

/// The gate that transactions pass.
pub(super) const GATE: i64 = i64::from_be_bytes(*b"tabiya\0\x02");

/// Whether the database is held in this epoch. It stays so until the transaction ends.
pub(super) async fn is_held_in(
    transaction: &Transaction<'_>,
    epoch: i64,
) -> Result<bool, tokio_postgres::Error> {
    let gate = transaction.prepare_cached("SELECT pg_advisory_xact_lock_shared($1)").await?;
    let now = transaction.prepare_cached("SELECT epoch FROM owner").await?;
    transaction.execute(&gate, &[&GATE]).await?;
    // A statement of its own, because one statement sees what was committed when it began, before it waited.
    let now: i64 = transaction.query_one(&now, &[]).await?.try_get(0)?;
    Ok(now == epoch)
}
