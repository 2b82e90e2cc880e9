// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya serve --bus`: the connection to NATS, as an operator sees it.

use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::{NatsServer, Server, patiently};

use crate::server_with;

/// Waits until the metrics say so.
async fn connected(server: &Server, connected: u8) {
    let line = format!("tabiya_bus_connected {connected}");
    patiently(&line, async {
        while !server.get("/metrics").await.body.lines().any(|each| each == line) {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_says_once_when_nats_goes_and_when_it_comes() {
    let (Some(cluster), Some(mut nats)) = (Cluster::start(), NatsServer::start()) else { return };
    let database = cluster.url(&cluster.database());
    let server = server_with(&["--database", &database, "--bus", &nats.url()]).await;
    connected(&server, 1).await;
    nats.kill();
    server.printed("the connection to NATS is lost").await;
    connected(&server, 0).await;
    assert_eq!(server.get("/healthz").await.status, 200, "games go on without NATS");
    nats.start_again();
    server.printed("the connection to NATS is back").await;
    connected(&server, 1).await;
    let log = server.log();
    let count = |words: &str| log.matches(words).count();
    let (lost, back) = (count("the connection to NATS is lost"), count("the connection to NATS is back"));
    // A machine that stands still loses it once more. The tries meanwhile, one a second or more, say nothing.
    assert!(lost == back && (1..=3).contains(&lost), "{log}");
}
