// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether the disk of the database is full.
//!
//! On a full disk PostgreSQL still writes what fits into pages that have room: a node's lease, say, and some moves. So a write that
//! succeeds says nothing. Once a write has failed for want of room, PostgreSQL is asked to write a file of a megabyte, until that has
//! succeeded for some seconds. The file is temporary: nothing of it is left, and it makes no entry in the write-ahead log.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use deadpool_postgres::Object;
use tokio_postgres::{Error, error::SqlState};

use crate::{Outage, StorageError};

/// Rows that don't fit into the memory that the query may use go into a file beside the tables.
const WRITE_A_FILE: &str = "SET LOCAL work_mem = '64kB'; SET LOCAL temp_tablespaces = '';
     SELECT count(*) FROM generate_series(1, 50000)";

/// What this store has seen of the disk.
#[derive(Default)]
pub(super) struct Disk(Mutex<Outage>);

impl Disk {
    /// Passes a write's outcome on, and takes note of a full disk.
    pub(super) fn noted<T>(&self, outcome: Result<T, StorageError>) -> Result<T, StorageError> {
        if let Err(error @ StorageError::Full) = &outcome {
            self.outage().failed(error, Instant::now());
        }
        outcome
    }

    /// Whether the disk has room, as far as this store has seen. As long as it was full, the database is asked.
    pub(super) async fn has_room(&self, client: &mut Object) -> Result<(), StorageError> {
        if self.outage().error().is_none() {
            return Ok(());
        }
        let written = write_a_file(client).await;
        let (mut outage, now) = (self.outage(), Instant::now());
        match written {
            Ok(()) => outage.worked(now),
            Err(error) if error.code() == Some(&SqlState::DISK_FULL) => {
                outage.failed(&StorageError::Full, now)
            }
            Err(error) => return Err(error.into()),
        };
        outage.error().cloned().map_or(Ok(()), Err)
    }

    fn outage(&self) -> MutexGuard<'_, Outage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn write_a_file(client: &mut Object) -> Result<(), Error> {
    let transaction = client.build_transaction().read_only(true).start().await?;
    match transaction.batch_execute(WRITE_A_FILE).await {
        // The role may write no such files, so nothing can be found out.
        Err(error) if error.code() == Some(&SqlState::CONFIGURATION_LIMIT_EXCEEDED) => Ok(()),
        written => written,
    }
}
