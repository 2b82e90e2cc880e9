// SPDX-License-Identifier: AGPL-3.0-or-later
//! Several servers that can be written to: the one that was promoted last is used, and no other.

use std::{net::TcpListener, time::Duration};

use tabiya_store::{Nodes, PostgresStore, conformance::postgres::Cluster, look_at_postgres};

use super::nodes::{join, name, new_node};
use super::{PATIENCE, open};

const BEFORE: &str = "/00000001/";
const AFTER: &str = "/00000002/";

/// Two servers that begin as copies of each other, the same database with all tables on each, and a URL of both.
async fn two() -> Option<([Cluster; 2], String)> {
    let mut clusters = Vec::new();
    for _ in 0..2 {
        let cluster = Cluster::start_with(|_| vec!["restore_command = 'false'".to_owned()])?;
        open(&cluster, &cluster.database()).await.close().await;
        clusters.push(cluster);
    }
    let clusters: [Cluster; 2] = clusters.try_into().ok().unwrap();
    let [one, other] = clusters.each_ref().map(|cluster| cluster.url("tabiya0"));
    let hosts = |url: &str| url.split(['@', '/']).nth(3).unwrap().to_owned();
    let both = format!("{},{}", hosts(&one), hosts(&other));
    let url = one.replace(&hosts(&one), &both);
    Some((clusters, url))
}

/// Starts a server that was killed as the end of a recovery, which begins a timeline.
fn promote(cluster: &mut Cluster) {
    std::fs::write(cluster.folder().join("data/recovery.signal"), "").unwrap();
    cluster.start_again();
    while cluster.sql("postgres", "SELECT pg_is_in_recovery()") == "t" {
        std::thread::sleep(Duration::from_millis(20));
    }
}

async fn until(store: &PostgresStore, is_so: impl Fn(&Result<String, String>) -> bool) {
    let waiting = async {
        loop {
            let joined = store.join(&new_node("ann")).await.map_err(|error| error.to_string());
            let copy = joined.map(|_| store.source().unwrap().copy);
            if is_so(&copy) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("it becomes so");
}

/// It was the one that happened to be tried first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_starts_uses_the_primary_that_was_promoted_last() {
    let Some(([_old, mut new], url)) = two().await else { return };
    tokio::task::block_in_place(|| {
        new.kill();
        promote(&mut new);
    });
    for number in 0..8 {
        let node = PostgresStore::open_as_node(&url.parse().unwrap(), &name("ann")).await.unwrap();
        join(&node, "ann").await;
        let copy = node.source().unwrap().copy;
        assert!(copy.contains(AFTER), "{number}: {copy}");
        let outdated = node.outdated_servers();
        assert!(
            matches!(&outdated[..], [said] if said.contains("its timeline is 1, and 2 was seen")),
            "{outdated:?}"
        );
        node.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_promotion_beside_a_primary_that_runs_is_noticed_and_nothing_leads_back() {
    let Some(([old, mut new], url)) = two().await else { return };
    new.kill();
    let node = PostgresStore::open_as_node(&url.parse().unwrap(), &name("ann")).await.unwrap();
    until(&node, |copy| copy.as_ref().is_ok_and(|copy| copy.contains(BEFORE))).await;
    assert_eq!(node.outdated_servers(), Vec::<String>::new());
    tokio::task::block_in_place(|| promote(&mut new));
    until(&node, |copy| copy.as_ref().is_ok_and(|copy| copy.contains(AFTER))).await;
    let locks = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'";
    // A process of the old one ends once it has read that nobody is there any more.
    let unused = async {
        while old.sql("tabiya0", locks) != "0" {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, unused).await.expect("nobody uses the old one");
    tokio::task::block_in_place(|| new.kill());
    until(&node, |copy| {
        copy.as_ref().is_err_and(|why| why.contains("it is a primary from before a promotion"))
    })
    .await;
    assert_eq!(old.sql("tabiya0", locks), "0");
    assert_eq!(node.outdated_servers().len(), 1);
    tokio::task::block_in_place(|| new.start_again());
    until(&node, |copy| copy.as_ref().is_ok_and(|copy| copy.contains(AFTER))).await;
}

/// `tabiya backup` and `tabiya doctor` waited for ever.
#[tokio::test]
async fn whoever_looks_at_servers_of_which_one_never_answers_is_soon_told_which_one_that_is() {
    // The system takes connections in for it.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap();
    let url = format!("postgres://ann@{address},%2Fnowhere:5433/games");
    let url = url.parse().unwrap();
    let looked = tokio::time::timeout(PATIENCE, look_at_postgres(&url)).await.expect("it ends");
    let said = looked.unwrap_err().to_string();
    let expected = format!("{address} has not answered within 5 s; /nowhere:5433: error connecting");
    assert!(said.contains(&expected), "{said}");
}
