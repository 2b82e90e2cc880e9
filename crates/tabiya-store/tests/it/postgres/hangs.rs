// SPDX-License-Identifier: AGPL-3.0-or-later
//! Statements of the log that hang: other games go on, and nothing is written twice.

use std::{process::Command, sync::Arc, time::Duration};

use tabiya_store::{AppendError, GameLog, Slot, StorageError, conformance::postgres::Cluster};

use super::{
    PATIENCE, created, id,
    nodes::{owner, stranger, until_waiting},
    offer,
};

/// A backend of PostgreSQL that is stopped until this is dropped.
struct Stopped(String);

impl Stopped {
    fn new(backend: String) -> Self {
        signal("-STOP", &backend);
        Self(backend)
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        signal("-CONT", &self.0);
    }
}

fn signal(which: &str, process: &str) {
    assert!(
        Command::new("kill").args([which, process]).status().unwrap().success(),
        "kill {which} {process}"
    );
}

/// The backend is stopped in the middle of the game. Its statement comes when it goes on, and is too late.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_over_another_connection_when_its_backend_is_stopped() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let (store, lease) = owner(&cluster, &database).await;
    store.create_under(lease.epoch, id(1), vec![created()]).await.unwrap();
    store.append_under(lease.epoch, id(1), 1, offer(2)).await.unwrap();
    let lane = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'WITH wanted%' AND pid <> pg_backend_pid()";
    let backend = cluster.sql(&database, lane);
    let stopped = Stopped::new(backend.clone());
    let hung = store.append_under(lease.epoch, id(1), 2, offer(3));
    let hung = tokio::time::timeout(PATIENCE, hung).await.expect("a statement that hangs is answered");
    assert_eq!(hung, Err(AppendError::Storage(StorageError::Unanswered)));
    let again = store.append_under(lease.epoch, id(1), 2, offer(4));
    assert_eq!(tokio::time::timeout(PATIENCE, again).await.expect("another connection"), Ok(()));
    drop(stopped);
    let left = format!("SELECT count(*) FROM pg_stat_activity WHERE pid = {backend}");
    let ends = async {
        while cluster.sql("postgres", &left) != "0" {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, ends).await.expect("the connection that was left is closed");
    let expected = [vec![created()], offer(2), offer(4)].concat();
    assert_eq!(store.load(id(1)).await, Ok(Some(expected)));
}

/// The transactions of the first and last events have no lane. Each backend that could serve them is stopped but one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_created_over_another_connection_when_a_backend_is_stopped() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let (store, lease) = owner(&cluster, &database).await;
    store.create_under(lease.epoch, id(1), vec![created()]).await.unwrap();
    let last = "SELECT pid FROM pg_stat_activity WHERE query = 'COMMIT' AND pid <> pg_backend_pid()
        ORDER BY state_change DESC LIMIT 1";
    let _stopped = Stopped::new(cluster.sql(&database, last));
    // The pool hands its connections out in turn, and one of the next callers gets the one that hangs.
    let creates = async {
        for game in (2..).map(id).filter(|game| Slot::of(*game) == lease.slot).take(12) {
            let outcome = store.create_under(lease.epoch, game, vec![created()]).await;
            if outcome.is_err() {
                assert_eq!(outcome, Err(StorageError::Unanswered.into()));
                return game;
            }
        }
        panic!("nobody met the backend that is stopped");
    };
    let hung = tokio::time::timeout(PATIENCE, creates).await.expect("a statement that hangs is answered");
    let again = store.create_under(lease.epoch, hung, vec![created()]);
    assert_eq!(tokio::time::timeout(PATIENCE, again).await.expect("another connection"), Ok(()));
}

/// One game whose row somebody holds keeps no other from its moves.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lock_that_is_held_keeps_only_its_own_game_waiting() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let (store, lease) = owner(&cluster, &database).await;
    let store = Arc::new(store);
    // Over the same connection, because it is of the same slot.
    let other = (2..).map(id).find(|game| Slot::of(*game) == lease.slot).unwrap();
    for game in [id(1), other] {
        store.create_under(lease.epoch, game, vec![created()]).await.unwrap();
    }
    let mut client = stranger(&cluster, &database).await;
    let holding = client.transaction().await.unwrap();
    holding.execute("SELECT 1 FROM game WHERE id = $1 FOR UPDATE", &[&id(1).as_str()]).await.unwrap();
    let waiting = {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.append_under(lease.epoch, id(1), 1, offer(2)).await })
    };
    until_waiting(&cluster, &database, 1, || waiting.is_finished()).await;
    let goes_on = store.append_under(lease.epoch, other, 1, offer(2));
    assert_eq!(tokio::time::timeout(PATIENCE, goes_on).await.expect("the other game goes on"), Ok(()));
    let refused = waiting.await.unwrap();
    assert!(matches!(refused, Err(AppendError::Storage(StorageError::Failed { .. }))), "{refused:?}");
    holding.rollback().await.unwrap();
    assert_eq!(store.append_under(lease.epoch, id(1), 1, offer(2)).await, Ok(()));
}
