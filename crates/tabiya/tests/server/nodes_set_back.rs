// SPDX-License-Identifier: AGPL-3.0-or-later
//! A database that has lost moves while nodes play on it: they notice, say so, and everybody is shown what is left.

use std::net::{Ipv4Addr, TcpListener};

use serde_json::{Value, json};
use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::nodes::Standby;
use tabiya_testkit::{GameSocket, Guest, NatsServer, NewGame, Server, patiently};

use crate::desk::become_admin;
use crate::nodes::until_shared;
use crate::server_with;

/// Two nodes, and two people at different ones who play a game.
struct Playing {
    nodes: [Server; 2],
    guests: [Guest; 2],
    game: String,
    sockets: [GameSocket; 2],
    admin: Guest,
    _nats: NatsServer,
}

impl Playing {
    async fn begin(url: &str, nats: NatsServer) -> Self {
        let bus = nats.url();
        let shared = ["--database", url, "--bus", &bus, "--staff-totp", "off", "--node"];
        let node = async |name: &str| server_with(&[&shared[..], &[name]].concat()).await;
        let nodes = [node("one").await, node("two").await];
        until_shared(url, |shares| shares.len() == 2 && shares.iter().all(|slots| *slots == 512)).await;
        let guests = [Guest::new(&nodes[0]).await, Guest::new(&nodes[1]).await];
        let game = guests[0].create(&NewGame::friend().clocks(600_000, 0)).await;
        let [white, mut black] = [guests[0].open(&game).await, guests[1].open(&game).await];
        black.join().await;
        let mut admin = Guest::new(&nodes[0]).await;
        become_admin(&nodes[0], &mut admin, "chief").await;
        Self { nodes, guests, game, sockets: [white, black], admin, _nats: nats }
    }

    /// Plays these moves in turn. Returns the number of the last event.
    async fn play(&mut self, moves: &[&str]) -> u32 {
        for uci in moves {
            let [white, black] = &mut self.sockets;
            let (mover, other) = if white.ply().is_multiple_of(2) { (white, black) } else { (black, white) };
            mover.play(uci).await.accepted();
            other.follow(mover).await;
        }
        self.sockets[0].seq()
    }

    /// Both pages come back. With the number of an event they tell which was the last that they have heard of.
    async fn come_back(&mut self, after: Option<u32>) {
        for (guest, socket) in self.guests.iter().zip(&mut self.sockets) {
            *socket = match after {
                Some(after) => guest.resume(&self.game, after).await,
                None => guest.open(&self.game).await,
            };
        }
    }

    async fn until_they_play(&self) {
        for node in &self.nodes {
            patiently("the node to play", async {
                while node
                    .request("GET", "/healthz", &[], b"")
                    .await
                    .is_none_or(|answer| answer.status != 200)
                {
                    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                }
            })
            .await;
        }
    }

    /// The database has the moves until `1... e7e5`, and the pages have those until the event `lost`.
    async fn go_on_from_what_is_left(&mut self, url: &str, lost: u32) {
        let says = "lacks moves that this node had told, in 1 of 1 games: ";
        for node in &self.nodes {
            // The owner compares the game, and the node of the other player the number of its last event.
            node.printed(&format!("{says}{}.", self.game)).await;
            let metrics = node.get("/metrics").await.body;
            assert!(metrics.contains("\ntabiya_games_set_back_total 1\n"), "{metrics}");
        }
        self.until_they_play().await;
        self.come_back(Some(lost)).await;
        for socket in &self.sockets {
            assert_eq!(socket.moves(), ["e2e4", "e7e5"]);
        }
        let other = ["d2d4", "d7d5", "g1f3", "g8f6", "b1c3"];
        assert!(self.play(&other).await >= lost, "other events have the numbers of the lost ones");
        // A page that slept.
        self.come_back(Some(lost)).await;
        for socket in &self.sockets {
            assert_eq!(socket.moves(), ["e2e4", "e7e5", "d2d4", "d7d5", "g1f3", "g8f6", "b1c3"]);
        }
        assert!(self.nodes.iter().all(|node| node.log().matches(says).count() == 1), "it is said once");
        let status = std::process::Command::new(env!("CARGO_BIN_EXE_tabiya"))
            .args(["cluster", "status"])
            .env("TABIYA_DATABASE", url)
            .output()
            .expect("the program starts");
        let status = String::from_utf8(status.stdout).expect("text");
        let said = "it lacked moves that people had been told, in 2 games (one: 1, two: 1)\n";
        assert!(status.contains(said), "{status}");
        let told = self.admin.get("/api/page/desk/nodes").await;
        let seen = |one: &Value| json!([one["node"], one["games"], one["at"].as_u64() > Some(0)]);
        let found: Vec<_> = told["set_back"].as_array().expect("a list").iter().map(seen).collect();
        assert_eq!(found, [json!(["one", 1, true]), json!(["two", 1, true])], "{told}");
    }
}

/// Nothing noticed: games went on from the shorter log, and a page that had the lost moves was told only of those after them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_that_is_restored_under_nodes_is_noticed_and_shown_to_everybody() {
    let (Some(mut cluster), Some(nats)) = (Cluster::start(), NatsServer::start()) else { return };
    let url = cluster.url(&cluster.database());
    let mut playing = Playing::begin(&url, nats).await;
    playing.play(&["e2e4", "e7e5"]).await;
    tokio::task::block_in_place(|| {
        cluster.kill();
        cluster.copy_data();
        cluster.start_again();
    });
    for node in &playing.nodes {
        node.printed("was started anew").await;
        node.printed("has all moves that this node has told").await;
        assert!(!node.log().contains("lacks moves"), "{}", node.log());
    }
    playing.until_they_play().await;
    playing.come_back(None).await;
    let lost = playing.play(&["g1f3", "b8c6"]).await;
    tokio::task::block_in_place(|| {
        cluster.kill();
        cluster.restore_data();
        cluster.start_again();
    });
    playing.go_on_from_what_is_left(&url, lost).await;
}

/// The same with a standby for which no commit waited.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_promoted_standby_that_lacks_moves_is_noticed_and_shown_to_everybody() {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr());
    let port = port.expect("some port is free").port();
    let listens = || vec![format!("port = {port}"), format!("listen_addresses = '{}'", Ipv4Addr::LOCALHOST)];
    let (Some(mut cluster), Some(nats)) = (Cluster::start_with(|_| listens()), NatsServer::start()) else {
        return;
    };
    let database = cluster.database();
    let standby = tokio::task::block_in_place(|| Standby::of(&cluster));
    let url = format!("postgres://postgres@127.0.0.1:{port},127.0.0.1:{}/{database}", standby.port());
    let mut playing = Playing::begin(&url, nats).await;
    playing.play(&["e2e4", "e7e5"]).await;
    tokio::task::block_in_place(|| standby.falls_behind(&cluster));
    let lost = playing.play(&["g1f3", "b8c6"]).await;
    tokio::task::block_in_place(|| {
        cluster.kill();
        standby.promote();
    });
    for node in &playing.nodes {
        node.printed("another copy of the database answers").await;
        node.printed(
            "until now each commit waited for a standby, and the database that answers now waits for none",
        )
        .await;
    }
    playing.go_on_from_what_is_left(&url, lost).await;
}
