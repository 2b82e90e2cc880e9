// SPDX-License-Identifier: AGPL-3.0-or-later
//! Servers that say nothing after the login: one that is suspended is given up, and one that is busy is waited for.

use std::time::Duration;

use tabiya_store::{
    DataError, GameLog, KeepError, KeptDumps, PostgresStore, check_postgres,
    conformance::{
        postgres::Cluster,
        silent_way::{OnTheWay, SilentWay},
    },
};

use super::{
    PATIENCE, created,
    dumps::{november, plenty},
    id,
    nodes::{owner, stranger},
    open,
};

/// Longer than a silent server is waited for.
const LONG: Duration = Duration::from_secs(600);

/// Commands waited for ever.
#[tokio::test]
async fn a_check_of_a_server_that_falls_silent_after_the_login_ends() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    open(&cluster, &database).await.close().await;
    let mut way = SilentWay::new(&cluster, "half_moves FROM game");
    let url = way.url(&database).parse().unwrap();
    let mut nobody = |_| ();
    let mut checking = std::pin::pin!(check_postgres(&url, &mut nobody));
    tokio::select! {
        checked = &mut checking => panic!("{checked:?}"),
        silence = way.next() => assert_eq!(silence, OnTheWay::Silence),
    }
    // From here on time goes by as fast as all wait.
    tokio::time::pause();
    let refused = tokio::time::timeout(LONG, checking).await.expect("it ends").unwrap_err();
    assert!(matches!(&refused, DataError::Open(_)) && refused.to_string().contains("closed"), "{refused}");
}

#[tokio::test]
async fn the_status_of_nodes_ends_when_the_server_falls_silent() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let (_node, _) = owner(&cluster, &database).await;
    let mut way = SilentWay::new(&cluster, "FROM owner");
    let url = way.url(&database).parse().unwrap();
    let mut opening = std::pin::pin!(PostgresStore::open_beside_nodes(&url));
    tokio::select! {
        opened = &mut opening => panic!("{:?}", opened.is_ok()),
        silence = way.next() => assert_eq!(silence, OnTheWay::Silence),
    }
    tokio::time::pause();
    let opened = tokio::time::timeout(LONG, opening).await.expect("it ends");
    assert!(opened.err().expect("it fails").to_string().contains("closed"));
}

#[tokio::test]
async fn a_backup_ends_when_the_server_falls_silent_while_pg_dump_reads() {
    let Some(cluster) = Cluster::start() else { return };
    let (database, folder) = (cluster.database(), tempfile::TempDir::new().unwrap());
    let store = open(&cluster, &database).await;
    store.create_game(id(1), vec![created()]).await.unwrap();
    let mut way = SilentWay::new(&cluster, "LOCK TABLE");
    let kept = KeptDumps::new(&way.url(&database).parse().unwrap(), folder.path());
    let mut making = std::pin::pin!(kept.make(november(1), plenty));
    loop {
        tokio::select! {
            made = &mut making => panic!("{made:?}"),
            news = way.next() => if news == OnTheWay::Silence { break },
        }
    }
    tokio::time::pause();
    let made = tokio::time::timeout(LONG, making).await.expect("it ends");
    assert!(matches!(made, Err(KeepError::Silent)), "{made:?}");
}

/// Lets so much time pass, and everybody who has waited go on.
async fn pass(span: Duration) {
    tokio::time::advance(span).await;
    for _ in 0..10 {
        tokio::task::yield_now().await;
    }
}

/// Its statement waits for somebody's lock.
#[tokio::test]
async fn a_check_whose_statement_takes_long_is_not_disturbed() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    open(&cluster, &database).await.close().await;
    let mut way = SilentWay::new(&cluster, "nobody says this");
    let url = way.url(&database).parse().unwrap();
    let mut other = stranger(&cluster, &database).await;
    let holding = other.transaction().await.unwrap();
    holding.batch_execute("LOCK TABLE game").await.unwrap();
    // Time stands still while a thread is busy, and goes on when this test says so.
    tokio::time::pause();
    let (goes_on, waits) = std::sync::mpsc::channel::<()>();
    let busy = tokio::task::spawn_blocking(move || waits.recv());
    let mut nobody = |_| ();
    let mut checking = std::pin::pin!(check_postgres(&url, &mut nobody));
    let looking = stranger(&cluster, &database).await;
    let waits = "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted)";
    while !looking.query_one(waits, &[]).await.unwrap().get::<_, bool>(0) {
        tokio::select! {
            checked = &mut checking => panic!("{checked:?}"),
            () = tokio::task::yield_now() => {}
        }
    }
    // A little more than each of the two waits lasts, because timers are rounded up.
    let half = Duration::from_millis(5_010);
    // Something has moved before.
    pass(half).await;
    for _ in 0..LONG.as_secs() / 10 {
        pass(half).await;
        tokio::select! {
            checked = &mut checking => panic!("{checked:?}"),
            asked = way.next() => assert_eq!(asked, OnTheWay::Closed, "the server was asked and has answered"),
        }
        pass(half).await;
    }
    drop(goes_on);
    busy.await.unwrap().unwrap_err();
    tokio::time::resume();
    holding.rollback().await.unwrap();
    let checked = tokio::time::timeout(PATIENCE, checking).await.expect("it goes on").unwrap();
    assert_eq!(checked.faults, 0);
}
