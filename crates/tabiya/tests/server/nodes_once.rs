// SPDX-License-Identifier: AGPL-3.0-or-later
//! What counts once for the whole site, although a node dies in between: a command with a key, a rating, a rematch, an analysis.

use serde_json::json;
use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::{Guest, NatsServer};

use crate::analysis::{ask, done, follow, until_done};
use crate::nodes::until_shared;
use crate::nodes_rated::{begun, changes, flags, rating};
use crate::people::registered;
use crate::server_with;

/// Anna is on the second node and Boris on the third. The first one makes their games, and is killed in the middle of one and at the very end
/// of the next.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_asked_of_a_node_that_dies_is_done_once() {
    let (Some(cluster), Some(nats)) = (Cluster::start(), NatsServer::start()) else { return };
    let database = cluster.database();
    let (url, bus) = (cluster.url(&database), nats.url());
    let node = async |name: &str| server_with(&flags(&url, &bus, name)).await;
    let mut nodes = [node("one").await, node("two").await, node("three").await];
    let is_shared = |shares: &[u32]| shares.len() == 3 && shares.iter().all(|slots| *slots >= 300);
    until_shared(&url, is_shared).await;
    let count = |what: &str| cluster.sql(&database, &format!("SELECT count(*) FROM {what}"));
    let (anna, boris) = (registered(&nodes[1], "Anna").await, registered(&nodes[2], "Boris").await);

    // Anna gives time and never learns whether it was given: her page asks again, and the next owner answers.
    let (_, mut white, mut black) = begun(&nodes[0], &anna, &boris).await;
    let key = json!({"key": "a-gift"});
    let given = white.command("give_time", key.clone()).await.accepted();
    nodes[0].kill().await;
    // The answer is the old event, or says how far the game is.
    let repeated = white.send("give_time", key).await;
    let again = white.until("the answer", |message| message["id"] == repeated).await;
    assert!(["event", "synced"].iter().any(|kind| again["type"] == *kind), "{again}");
    assert!(again["seq"].as_u64() >= given["seq"].as_u64(), "{again}");
    white.command("give_time", json!({"key": "another-gift"})).await.accepted();
    assert_eq!(count("event WHERE body LIKE '%time_given%'"), "2");
    white.command("resign", json!({})).await.accepted();
    black.event("ended").await;
    let live = &nodes[1..];
    let [hers, his] = [rating(live, "Anna", 1).await, rating(live, "Boris", 1).await];
    assert_eq!([&hers["rating"], &his["rating"]], [1338, 1662]);
    nodes[0].restart().await;
    until_shared(&url, is_shared).await;

    // The owner dies while the game ends, before or after its end was stored. A node that starts looks for games that nobody has rated.
    let (game, mut white, mut black) = begun(&nodes[0], &anna, &boris).await;
    black.send("resign", json!({})).await;
    nodes[0].kill().await;
    for socket in [&mut white, &mut black] {
        if socket.status() != "ended" {
            socket.event("ended").await;
        }
    }
    nodes[0].restart().await;
    for name in ["Anna", "Boris"] {
        rating(&nodes, name, 2).await;
    }
    assert_eq!(changes(&nodes, &game).await["white"]["before"], 1338);
    assert_eq!([count("rated_game"), count("rating_entry")], ["2", "4"]);

    // Both press the button again, because they have heard nothing yet.
    white.send("rematch", json!({})).await;
    black.until("the offer", |message| message["type"] == "rematch").await;
    black.send("rematch", json!({})).await;
    white.send("rematch", json!({})).await;
    black.send("rematch", json!({})).await;
    let mut next = Vec::new();
    for socket in [&mut white, &mut black] {
        next.push(socket.until("the rematch", |message| message["game"].is_string()).await["game"].clone());
    }
    assert_eq!(next[0], next[1]);
    assert_eq!(count("game"), "3");
    // Nobody sees an analysis while playing.
    anna.open(next[0].as_str().expect("an id")).await.command("abort", json!({})).await.accepted();

    // Both ask for the analysis at once, and a third follows it on the node that nobody asked.
    let (mut carol, first) = follow(&Guest::new(&nodes[0]).await, &game).await;
    assert_eq!(first["analysis"], json!({ "stage": "none" }));
    let (by_anna, by_boris) = tokio::join!(ask(&anna, &game), ask(&boris, &game));
    assert_eq!([by_anna.status, by_boris.status], [200; 2], "{} {}", by_anna.body, by_boris.body);
    let whole = done(&mut carol).await;
    for guest in [&anna, &boris] {
        assert_eq!(until_done(guest, &game).await["moves"], whole["moves"]);
    }
    assert_eq!(count("analysis"), "1");
    let mut analysed = 0;
    for node in &nodes {
        let figures = node.get("/metrics").await.body;
        let line = figures.lines().find_map(|line| line.strip_prefix("tabiya_analyses_total "));
        analysed += line.map_or(0, |count| count.parse().expect("a number"));
    }
    assert_eq!(analysed, 1, "one node has computed it");
}
