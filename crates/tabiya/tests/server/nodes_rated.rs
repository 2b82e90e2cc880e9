// SPDX-License-Identifier: AGPL-3.0-or-later
//! Ratings on several nodes: each node rates what it sees end, each game counts once, and all nodes tell the same.

use serde_json::{Value, json};
use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::{GameSocket, Guest, NatsServer, Server, patiently};

use crate::nodes::until_shared;
use crate::people::registered;
use crate::ratings::{blitz, play_four_moves_each};
use crate::server_with;

/// The flags of a node.
pub(crate) fn flags<'a>(url: &'a str, bus: &'a str, name: &'a str) -> [&'a str; 7] {
    ["--database", url, "--bus", bus, "--node", name, "--analysis-nodes=2000"]
}

/// A rated game that is made on one node, and in which both have made four moves on their own. White's socket is the first.
pub(crate) async fn begun(on: &Server, white: &Guest, black: &Guest) -> (String, GameSocket, GameSocket) {
    let game = white.clone().moved_to(on).create(&blitz()).await;
    let (mut first, mut second) = (white.open(&game).await, black.open(&game).await);
    second.join().await;
    first.follow(&second).await;
    play_four_moves_each(&mut first, &mut second).await;
    (game, first, second)
}

/// The rating of a player as each node says it, once it counts so many games. All nodes say the same.
pub(crate) async fn rating(nodes: &[Server], name: &str, games: u64) -> Value {
    let mut said: Option<Value> = None;
    for node in nodes {
        let visitor = Guest::new(node).await;
        let tile = patiently("the rating", async {
            loop {
                let profile = visitor.get(&format!("/api/page/players/{name}")).await;
                let tile = &profile["ratings"][0];
                if tile["games"] == games {
                    return tile.clone();
                }
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
        })
        .await;
        assert_eq!(*said.get_or_insert_with(|| tile.clone()), tile, "{name}");
    }
    said.expect("there is a node")
}

/// What the game did to the ratings, as each node tells whoever comes late.
pub(crate) async fn changes(nodes: &[Server], game: &str) -> Value {
    let mut told: Option<Value> = None;
    for node in nodes {
        let mut late = Guest::new(node).await.open(game).await;
        let rated = late.until("the rating", |message| message["type"] == "rated").await;
        assert_eq!(*told.get_or_insert_with(|| rated["changes"].clone()), rated["changes"], "{game}");
    }
    told.expect("there is a node")
}

/// Two games of Anna's that end in one moment, each on another node, time and again. Each node rates its own; one follows the other all
/// the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_one_player_that_end_at_once_on_two_nodes_are_rated_in_one_order() {
    const ROUNDS: u64 = 3;
    let (Some(cluster), Some(nats)) = (Cluster::start(), NatsServer::start()) else { return };
    let database = cluster.database();
    let (url, bus) = (cluster.url(&database), nats.url());
    let node = async |name: &str| server_with(&flags(&url, &bus, name)).await;
    let nodes = [node("one").await, node("two").await];
    until_shared(&url, |shares| shares == [512, 512]).await;
    let [here, there] = &nodes;
    let anna = registered(here, "Anna").await;
    let (boris, carl) = (registered(here, "Boris").await, registered(there, "Carl").await);
    let mut games = Vec::new();
    for round in 1..=ROUNDS {
        let (lost, mut loser, _boris) = begun(here, &anna, &boris).await;
        let (won, mut winner, _anna) = begun(there, &carl, &anna.clone().moved_to(there)).await;
        let resign = async |socket: &mut GameSocket| socket.command("resign", json!({})).await.accepted();
        tokio::join!(resign(&mut loser), resign(&mut winner));
        rating(&nodes, "Anna", 2 * round).await;
        games.extend([(lost, "white"), (won, "black")]);
    }
    // Each game begins with what the one before has left, in an order that the database has and all nodes tell.
    let numbered = "SELECT game FROM rating_entry JOIN account USING (player) WHERE account.name = 'Anna' ORDER BY number";
    let order = cluster.sql(&database, numbered);
    assert_eq!(order.lines().count(), games.len(), "{order}");
    let mut points = json!(1500);
    for game in order.lines() {
        let (_, side) = games.iter().find(|(id, _)| id == game).expect("one of them");
        let change = changes(&nodes, game).await[side].take();
        assert_eq!(change["before"], points, "{game} in {order}");
        points = change["after"].clone();
    }
    assert_eq!(rating(&nodes, "Anna", 2 * ROUNDS).await["rating"], points);
    for (name, node) in [("Boris", there), ("Carl", here)] {
        rating(std::slice::from_ref(node), name, ROUNDS).await;
    }
}
