// SPDX-License-Identifier: AGPL-3.0-or-later
//! What players and guests of two nodes are told while the disk of PostgreSQL is full.

use std::time::Duration;

use serde_json::{Value, json};
use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::nodes::SmallDisk;
use tabiya_testkit::{GameSocket, Guest, NatsServer, NewGame, Reply, Server, patiently};

use crate::nodes::until_shared;
use crate::server_with;

/// A long game: some moves still find room on a full disk.
const MOVES: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6b8 d2d4 b8d7 \
     b1d2 c8b7 b3c2 f8e8 d2f1 e7f8 f1g3 g7g6 a2a4 c7c5 d4d5 c5c4 c1g5 h7h6 g5e3 d7c5 d1d2 h6h5 e3g5 f8e7";
const SAID: &str = "the disk with the database is full; make room there";
const OVER: &str = "the storage is back";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_a_full_disk_of_the_database_everybody_is_told_what_is_wrong() {
    let Some(disk) = SmallDisk::mount(160) else { return };
    let (Some(mut cluster), Some(nats)) =
        (Cluster::start_in(disk.path(), |_| Vec::new()), NatsServer::start())
    else {
        return;
    };
    let url = cluster.url(&cluster.database());
    let bus = nats.url();
    let node = async |name: &str| -> Server {
        let many = ["--unlimited-addresses", "127.0.0.0/8", "--max-unfinished-games", "1000"];
        server_with(&[&["--database", &url, "--bus", &bus, "--node", name][..], &many].concat()).await
    };
    let nodes = [node("one").await, node("two").await];
    until_shared(&url, |shares| shares.len() == 2 && shares.iter().all(|slots| *slots == 512)).await;
    // The game is the first node's, and Bob is at the other one.
    let (alice, bob) = (Guest::new(&nodes[0]).await, Guest::new(&nodes[1]).await);
    let game = alice.create(&NewGame::friend().clocks(600_000, 0)).await;
    let mut sockets = [alice.open(&game).await, bob.open(&game).await];
    sockets[1].join().await;
    let mut moves = MOVES.split_whitespace();
    for uci in moves.by_ref().take(3) {
        play(&mut sockets, uci).await.expect("there is room");
    }

    // Both do something until nothing more fits beside what is there.
    let mut next = moves.next();
    loop {
        disk.fill();
        for guest in [&alice, &bob] {
            guest.ask_for(&NewGame::friend()).await;
        }
        let uci = next.expect("the disk is full before the game has ended");
        match play(&mut sockets, uci).await {
            Ok(()) => next = moves.next(),
            Err(refusal) => {
                check_refusal(&refusal);
                let mover = usize::from(!sockets[0].ply().is_multiple_of(2));
                match sockets[1 - mover].command("give_time", json!({})).await {
                    Reply::Refused(refusal) => {
                        check_refusal(&refusal);
                        break;
                    }
                    reply => drop(reply.accepted()),
                }
            }
        }
    }
    let mut moves = next.into_iter().chain(moves);
    for node in &nodes {
        node.printed(SAID).await;
        for _ in 0..2 {
            let health = node.get("/healthz").await;
            assert_eq!((health.status, health.error_code().as_str()), (503, "storage"), "{}", health.body);
        }
        // Who comes may look, and a game that can't begin is explained.
        let guest = Guest::new(node).await;
        assert_eq!(guest.open(&game).await.moves(), sockets[0].moves());
        assert_eq!(node.get(&format!("/game/{game}")).await.status, 200);
        let refused = guest.ask_for(&NewGame::friend()).await;
        assert_eq!((refused.status, refused.error_code().as_str()), (503, "storage"), "{}", refused.body);
    }
    disk.make_room();
    until_healthy(&nodes).await;
    goes_on(&mut sockets, &mut moves).await;
    for node in &nodes {
        node.printed(OVER).await;
        let log = node.log();
        let said = log.lines().filter(|line| line.contains("no move is accepted until that is over"));
        assert_eq!((said.count(), log.matches(OVER).count()), (1, 1), "once:\n{log}");
    }

    // PostgreSQL can't write its log any more and ends. It does not start before there is room.
    disk.fill();
    tokio::task::block_in_place(|| cluster.fill_log());
    for node in &nodes {
        patiently("a node to notice that PostgreSQL has ended", async {
            while node.get("/healthz").await.status == 200 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        })
        .await;
        // Whoever has never been here, and whoever has.
        for cookie in [None, Some(alice.cookie())] {
            let mut headers = vec![("accept", "text/html")];
            headers.extend(cookie.map(|cookie| ("cookie", cookie)));
            for path in ["/", &format!("/game/{game}")] {
                let page = node.request("GET", path, &headers, b"").await.expect("an answer");
                assert!(page.body.starts_with("<!doctype html>"), "{path}: {} {}", page.status, page.body);
            }
        }
    }
    assert!(!tokio::task::block_in_place(|| cluster.try_to_start()), "there is no room");
    disk.make_room();
    tokio::task::block_in_place(|| cluster.start_again());
    until_healthy(&nodes).await;
    until_shared(&url, |shares| shares.len() == 2 && shares.iter().all(|slots| *slots == 512)).await;
    // The subscriptions ended with the rooms, and the game may be on its way to another node.
    let uci = moves.next().expect("the game is long");
    let mut all = sockets[0].moves().to_vec();
    all.push(uci.to_owned());
    patiently("a move that is stored", async {
        while bob.moves(&game).await != all {
            let mut sockets = [alice.open(&game).await, bob.open(&game).await];
            // Whether it was refused, or its answer lost, it is looked for above.
            let _ = play(&mut sockets, uci).await;
        }
    })
    .await;
}

/// The next move, which both sockets then have, or its refusal; null if the connection was lost.
async fn play(sockets: &mut [GameSocket; 2], uci: &str) -> Result<(), Value> {
    let [white, black] = sockets;
    let (mover, other) = if white.ply().is_multiple_of(2) { (white, black) } else { (black, white) };
    match mover.play(uci).await {
        Reply::Refused(message) => Err(message),
        Reply::Lost => Err(Value::Null),
        Reply::Done(_) => {
            other.follow(mover).await;
            Ok(())
        }
    }
}

fn check_refusal(refused: &Value) {
    assert_eq!(refused["refusal"]["kind"], "not_saved", "{refused}");
    let message = refused["message"].as_str().expect("a sentence");
    assert!(message.ends_with('.') && message.contains("try again"), "{message}");
}

async fn until_healthy(nodes: &[Server]) {
    patiently("healthy nodes", async {
        for node in nodes {
            while node.get("/healthz").await.status != 200 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    })
    .await;
}

/// Both play a move.
async fn goes_on(sockets: &mut [GameSocket; 2], moves: &mut dyn Iterator<Item = &str>) {
    for uci in moves.take(2) {
        patiently("a move that is stored", async {
            while play(sockets, uci).await.is_err() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        })
        .await;
    }
}
