// SPDX-License-Identifier: AGPL-3.0-or-later
//! Databases that a server may be pointed at: each bad one is refused in one line that shows no password.

use std::time::Duration;

use tabiya_store::{GameLog, OpenError, PostgresStore, conformance::postgres::Cluster};

use super::nodes::{name, node};
use super::{open, url};

async fn refusal(url: &str) -> (OpenError, String) {
    let Err(error) = PostgresStore::open(&url.parse().unwrap()).await else { panic!("{url} was opened") };
    let sentence = error.to_string();
    assert!(!sentence.contains('\n') && !sentence.contains("s3cr3t"), "{sentence}");
    (error, sentence)
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named() {
    let (error, sentence) = refusal("postgres://ann:s3cr3t@127.0.0.1:1/games").await;
    assert!(matches!(error, OpenError::Database { .. }), "{sentence}");
    assert!(
        sentence.starts_with("the database postgres://ann@127.0.0.1:1/games can't be used"),
        "{sentence}"
    );
}

#[tokio::test]
async fn a_database_that_loses_what_it_commits_is_refused() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    cluster.sql("postgres", &format!("ALTER DATABASE {database} SET synchronous_commit = off"));
    let (_, sentence) = refusal(&cluster.url(&database)).await;
    assert!(sentence.contains("synchronous_commit is off"), "{sentence}");

    cluster.sql(
        "postgres",
        "CREATE DATABASE latin TEMPLATE template0 ENCODING LATIN1 LOCALE 'C' LOCALE_PROVIDER libc",
    );
    let (_, sentence) = refusal(&cluster.url("latin")).await;
    assert!(sentence.contains("ENCODING 'UTF8'"), "{sentence}");

    let (_, sentence) = refusal(&cluster.url("missing")).await;
    assert!(sentence.contains("\"missing\" does not exist"), "{sentence}");

    let database = cluster.database();
    drop(open(&cluster, &database).await);
    cluster.sql(&database, "INSERT INTO tabiya_schema (number) VALUES (1000)");
    let (error, sentence) = refusal(&cluster.url(&database)).await;
    assert!(matches!(&error, OpenError::NewerDatabase { gap, .. } if gap.found == 1000), "{sentence}");
}

/// Only the first server on a database looked.
#[tokio::test]
async fn a_node_beside_others_refuses_a_database_that_loses_what_it_commits() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let _one = node(&cluster, &database, "one", None).await;
    cluster.sql("postgres", &format!("ALTER DATABASE {database} SET synchronous_commit = off"));
    let two = PostgresStore::open_as_node(&url(&cluster, &database), &name("two")).await;
    let Err(refused) = two else { panic!("it has joined") };
    assert!(refused.to_string().contains("its setting synchronous_commit is off"), "{refused}");
}

#[tokio::test]
async fn a_database_that_becomes_read_only_is_not_ready() {
    let Some(cluster) = Cluster::start() else { return };
    let store = open(&cluster, &cluster.database()).await;
    assert_eq!(store.ready().await, Ok(()));
    cluster.sql("postgres", "ALTER SYSTEM SET default_transaction_read_only = on");
    cluster.sql("postgres", "SELECT pg_reload_conf()");
    let noticed = async {
        while store.ready().await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), noticed).await.unwrap();
}

#[tokio::test]
async fn a_second_server_is_refused_and_a_restarted_one_is_not() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let first = open(&cluster, &database).await;
    let (error, sentence) = refusal(&cluster.url(&database)).await;
    assert!(matches!(error, OpenError::DatabaseInUse { .. }), "{sentence}");
    assert!(sentence.starts_with("another Tabiya server uses the database postgres://"), "{sentence}");
    // It waits for one that is just going.
    let second = url(&cluster, &database);
    let second = tokio::spawn(async move { PostgresStore::open(&second).await });
    tokio::task::yield_now().await;
    first.close().await;
    second.await.unwrap().unwrap();
}

#[tokio::test]
async fn of_several_hosts_the_one_that_is_there_and_can_be_written_to_is_used() {
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.url(&cluster.database());
    let (login, host) = url.split_once('@').unwrap();
    let store = PostgresStore::open(&format!("{login}@127.0.0.1:1,{host}").parse().unwrap()).await.unwrap();
    assert_eq!(store.ready().await, Ok(()));
}
