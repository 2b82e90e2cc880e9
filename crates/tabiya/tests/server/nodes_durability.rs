// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the database's settings mean for moves: every server says it, also one that joins others, or finds another process.

use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::Server;

use crate::server_with;

const FSYNC: &str = "the database's setting fsync is off";
const PAGES: &str = "the database's setting full_page_writes is off";
const COMMIT: &str = "the database's setting synchronous_commit is off";

fn counts(node: &Server) -> [usize; 3] {
    [FSYNC, PAGES, COMMIT].map(|words| node.log().matches(words).count())
}

/// Only the first server on the database looked, and only at its start.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_node_says_what_may_lose_moves_at_its_start_and_when_the_database_was_started_anew() {
    // Its fsync is off: a test needs no disk.
    let Some(mut cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let url = cluster.url(&database);
    let node = async |name: &str| server_with(&["--database", &url, "--node", name]).await;
    let mut nodes = [node("one").await, node("two").await];
    for node in &nodes {
        // The log comes by another way than the address.
        node.printed(FSYNC).await;
    }
    assert_eq!(nodes.each_ref().map(counts), [[1, 0, 0]; 2]);
    cluster.sql("postgres", "ALTER SYSTEM SET full_page_writes = off");
    cluster.sql("postgres", &format!("ALTER DATABASE {database} SET synchronous_commit = off"));
    tokio::task::block_in_place(|| {
        cluster.kill();
        cluster.start_again();
    });
    for node in &nodes {
        // They play on.
        node.printed("was started anew; this node has joined again").await;
        node.printed(COMMIT).await;
    }
    assert_eq!(nodes.each_ref().map(counts), [[1, 1, 1]; 2], "each is said once");
    cluster.sql("postgres", &format!("ALTER DATABASE {database} SET synchronous_commit = on"));
    nodes[1].kill().await;
    nodes[1].restart().await;
    nodes[1].printed_times(PAGES, 2).await;
    assert_eq!(counts(&nodes[1]), [2, 2, 1], "it was started anew");
}
