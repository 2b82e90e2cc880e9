// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether the disk of the database is full.
//!
//! On a full disk PostgreSQL still writes what fits into pages that have room: a node's lease, say, and some moves. So a write that
//! succeeds says nothing. Once a write has failed for want of room, PostgreSQL is asked to write a file of a megabyte, until that has
//! succeeded for some seconds. The file is temporary: nothing of it is left, and it makes no entry in the write-ahead log.
//! However many ask, it writes one at a time, and at most one a second.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use deadpool_postgres::Object;
use tokio_postgres::{Error, error::SqlState};

use crate::{Outage, StorageError};

/// Rows that don't fit into the memory that the query may use go into a file beside the tables.
const WRITE_A_FILE: &str = "SET LOCAL work_mem = '64kB'; SET LOCAL temp_tablespaces = '';
     SELECT count(*) FROM generate_series(1, 50000)";

/// How long no other file is written after one was begun.
const PAUSE: Duration = Duration::from_secs(1);

/// What this store has seen of the disk.
#[derive(Default)]
pub(super) struct Disk {
    outage: Mutex<Outage>,
    /// When the last file was begun. Whoever has one written holds it.
    asked: tokio::sync::Mutex<Option<Instant>>,
}

impl Disk {
    /// Passes a write's outcome on, and takes note of a full disk.
    pub(super) fn noted<T>(&self, outcome: Result<T, StorageError>) -> Result<T, StorageError> {
        if let Err(error @ StorageError::Full) = &outcome {
            self.outage().failed(error, Instant::now());
        }
        outcome
    }

    /// Whether the disk has room, as far as this store has seen. As long as it was full, the database is asked now and then.
    pub(super) async fn has_room(&self, client: &mut Object, now: Instant) -> Result<(), StorageError> {
        // Whoever waited for the outcome of another would keep a connection.
        let Ok(mut asked) = self.asked.try_lock() else { return self.seen() };
        let seen = self.seen();
        if seen.is_ok() || asked.is_some_and(|asked| now.saturating_duration_since(asked) < PAUSE) {
            return seen;
        }
        *asked = Some(now);
        let written = write_a_file(client).await;
        let mut outage = self.outage();
        match written {
            Ok(()) => outage.worked(now),
            Err(error) if error.code() == Some(&SqlState::DISK_FULL) => {
                outage.failed(&StorageError::Full, Instant::now())
            }
            Err(error) => return Err(error.into()),
        };
        drop(outage);
        self.seen()
    }

    fn seen(&self) -> Result<(), StorageError> {
        self.outage().error().cloned().map_or(Ok(()), Err)
    }

    fn outage(&self) -> MutexGuard<'_, Outage> {
        self.outage.lock().unwrap_or_else(PoisonError::into_inner)
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

#[cfg(test)]
mod tests {
    use super::{super::Work, *};
    use crate::{PostgresStore, conformance::postgres::Cluster};

    /// Each of them wrote a megabyte on the full disk.
    #[tokio::test]
    async fn however_many_ask_for_room_one_file_is_written_a_second() {
        let Some(cluster) = Cluster::start() else { return };
        let database = cluster.database();
        let store = PostgresStore::open(&cluster.url(&database).parse().unwrap()).await.unwrap();
        let inner = std::sync::Arc::clone(&store.inner);
        let full = inner.disk.noted(Err::<(), _>(StorageError::Full));
        let begun = Instant::now();
        for after in [0, 999, 1_000] {
            let asking: Vec<_> = (0..12)
                .map(|_| {
                    let inner = std::sync::Arc::clone(&inner);
                    tokio::spawn(async move {
                        let mut client = inner.client(Work::Read).await.unwrap();
                        inner.disk.has_room(&mut client, begun + Duration::from_millis(after)).await
                    })
                })
                .collect();
            for asked in asking {
                assert_eq!(asked.await.unwrap(), full, "for some seconds nobody believes that there is room");
            }
        }
        drop(inner);
        store.close().await;
        let in_use = format!("SELECT count(*) FROM pg_stat_activity WHERE datname = '{database}'");
        let written = format!("SELECT temp_files FROM pg_stat_database WHERE datname = '{database}'");
        // Each backend counts its files when it ends.
        while cluster.sql("postgres", &in_use) != "0" || cluster.sql("postgres", &written) == "0" {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(cluster.sql("postgres", &written), "2");
    }
}
