// SPDX-License-Identifier: AGPL-3.0-or-later
//! Lists without the rows that can't be read, so that one damaged row does not cost the whole list.

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};

use super::{Columns, Database, Row, Statement};
use crate::StorageError;

/// Faults of rows that were told, at most so many: a list is asked for again and again.
const MOST_TOLD: usize = 1_000;

static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Whether nobody has been told of this fault yet.
fn is_news(fault: String) -> bool {
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    told.len() < MOST_TOLD && told.insert(fault)
}

/// The rows of a list that can be read. The others are set aside, so that one of them does not cost the whole list, and each
/// fault is logged once.
pub(super) fn readable<T>(
    rows: Vec<Row>,
    what: &str,
    read: impl Fn(&mut Columns) -> Result<T, StorageError>,
) -> Vec<T> {
    let told = |error: &StorageError| {
        if is_news(format!("{what}: {error}")) {
            tracing::warn!(%error, what, "a row is set aside; 'tabiya data check' names it");
        }
    };
    rows.into_iter().filter_map(|row| read(&mut row.columns()).inspect_err(told).ok()).collect()
}

/// The first so many rows that can be read, where `query` asks for the first so many rows. A list with fewer is taken for the
/// end by whoever pages through it, so others take the place of those that are set aside.
pub(super) async fn first_readable<T>(
    database: &impl Database,
    query: impl Fn(u32) -> Statement + Send + Sync,
    limit: u32,
    what: &str,
    read: impl Fn(&mut Columns) -> Result<T, StorageError> + Send + Sync,
) -> Result<Vec<T>, StorageError> {
    let mut aside = 0;
    loop {
        let asked = limit.saturating_add(aside);
        let rows = database.read(query(asked)).await?;
        let found = rows.len();
        let mut readable = readable(rows, what, &read);
        let unreadable = u32::try_from(found - readable.len()).unwrap_or(u32::MAX);
        if unreadable <= aside || found < asked as usize {
            readable.truncate(limit as usize);
            return Ok(readable);
        }
        aside = unreadable;
    }
}
