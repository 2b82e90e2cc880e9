// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who has the database: nothing is acknowledged by a server that has lost it.

use std::time::{Duration, Instant};

use tabiya_store::{AppendError, GameLog, PostgresStore, StorageError, conformance::postgres::Cluster};
use tokio_postgres::{Client, NoTls};

use super::{PATIENCE, created, id, offer, open};

const OWNER_LOCK: i64 = i64::from_be_bytes(*b"tabiya\0\x01");

async fn stranger(cluster: &Cluster, database: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(&cluster.url(database), NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

/// Appends until the answer is another one than that the database is not held.
async fn once_held(store: &PostgresStore, first_seq: u32) -> Result<(), AppendError> {
    let started = Instant::now();
    loop {
        match store.append(id(1), first_seq, offer(9)).await {
            Err(AppendError::Storage(StorageError::NotHeld { .. } | StorageError::Unreachable { .. })) => {
                assert!(started.elapsed() < PATIENCE, "the database is never held again");
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            answer => return answer,
        }
    }
}

/// Ends the connection that holds the lock.
async fn cut(client: &Client) {
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_locks \
               WHERE locktype = 'advisory' AND granted AND objid = $1::bigint::int8 & 4294967295 \
               AND pid <> pg_backend_pid() AND mode = 'ExclusiveLock' \
               AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    let sql = cut.replace("$1::bigint::int8", &OWNER_LOCK.to_string());
    let rows = client.query(&sql, &[]).await.unwrap();
    assert_eq!(rows.len(), 1, "one connection holds the database");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_another_server_has_the_database_nothing_is_written() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let store = open(&cluster, &database).await;
    store.create_game(id(1), vec![created()]).await.unwrap();
    let other = stranger(&cluster, &database).await;
    // It waits in line before the connection is cut, so it is the next one.
    let waiting = stranger(&cluster, &database).await;
    let taken = tokio::spawn(async move {
        waiting.execute("SELECT pg_advisory_lock($1)", &[&OWNER_LOCK]).await.unwrap();
        waiting
    });
    let in_line = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    while other.query_one(in_line, &[]).await.unwrap().get::<_, i64>(0) == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    cut(&other).await;
    let heir = taken.await.unwrap();
    heir.execute("UPDATE owner SET epoch = epoch + 1", &[]).await.unwrap();
    // Whether it has heard of it or not.
    let refused = store.append(id(1), 1, offer(2)).await;
    assert!(matches!(refused, Err(AppendError::Storage(StorageError::NotHeld { .. }))), "{refused:?}");
    assert_eq!(store.load(id(1)).await.unwrap().unwrap().len(), 1);
    drop(heir);
    // It is held again. What was known before has to be read again, though the log ends where it did.
    let answer = once_held(&store, 1).await;
    assert_eq!(answer, Err(AppendError::Conflict { id: id(1), first_seq: 1, next_seq: 1 }));
    store.load(id(1)).await.unwrap();
    store.append(id(1), 1, offer(3)).await.unwrap();
    store.create_game(id(2), vec![created()]).await.unwrap();
    store.append(id(2), 1, offer(3)).await.unwrap();
}

/// A server that was cut off believes that it has the database until it hears otherwise.
#[tokio::test]
async fn a_server_that_has_not_heard_of_its_end_writes_nothing() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let store = open(&cluster, &database).await;
    store.create_game(id(1), vec![created()]).await.unwrap();
    cluster.sql(&database, "UPDATE owner SET epoch = epoch + 1");
    let refused = store.append(id(1), 1, offer(2)).await;
    assert!(matches!(refused, Err(AppendError::Storage(StorageError::NotHeld { .. }))), "{refused:?}");
    let refused = store.create_game(id(2), vec![created()]).await;
    assert!(refused.is_err(), "{refused:?}");
    assert_eq!(store.load(id(2)).await.unwrap(), None);
}
