// SPDX-License-Identifier: AGPL-3.0-or-later
//! Nodes come and go while people play: a rolling restart, and the death of the node that runs the lobby. And what each node knows of
//! the others: who is here, and what is played.

use std::time::Duration;

use serde_json::json;
use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::{GameSocket, Guest, NatsServer, NewGame, Server, output, patiently};

use crate::nodes::until_shared;
use crate::people::registered;
use crate::personal::Tab;
use crate::server_with;

/// The moves of a long game that nobody wins: knights come and go.
const KNIGHTS: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

/// `tabiya cluster drain`, which waits until the node owns nothing.
async fn drain(url: &str, node: &str) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(["cluster", "drain", node]).env("TABIYA_DATABASE", url);
    let output = output(command, "").await;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(said, format!("{node} owns no games any more; it can be stopped\n"));
}

/// One of the two who play, and the node where their socket is.
struct Player {
    guest: Guest,
    node: usize,
}

/// Each node is drained, stopped and started again while two people and a spectator are on all three. Whose node stops is told to come back
/// (1012), and goes on at another node with the number of the last event. Everybody sees every move once. A proxy hears of both in time:
/// `/healthz` says so while the node still serves.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rolling_restart_costs_no_move() {
    let (Some(cluster), Some(nats)) = (Cluster::start(), NatsServer::start()) else { return };
    let url = cluster.url(&cluster.database());
    let bus = nats.url();
    let node = async |name: &str| -> Server {
        // Nobody waits for that: each is told twice.
        let notice = ["--stop-notice", "600"];
        server_with(&[&["--database", &url, "--bus", &bus, "--node", name][..], &notice].concat()).await
    };
    let names = ["one", "two", "three"];
    let mut nodes = [node("one").await, node("two").await, node("three").await];
    let shared = |shares: &[u32]| shares.len() == 3 && shares.iter().all(|slots| *slots >= 300);
    until_shared(&url, shared).await;

    let alice = Guest::new(&nodes[0]).await;
    let game = alice.create(&NewGame::friend().clocks(600_000, 0)).await;
    let guests = [alice, Guest::new(&nodes[1]).await, Guest::new(&nodes[2]).await];
    let mut players = guests.into_iter().zip(0..).map(|(guest, node)| Player { guest, node });
    let mut players: [Player; 3] = std::array::from_fn(|_| players.next().expect("three of them"));
    let white = players[0].guest.open(&game).await;
    let mut black = players[1].guest.open(&game).await;
    black.join().await;
    let mut all = [white, black, players[2].guest.open(&game).await];
    let mut played = 0;
    // A socket that goes on from a number does not know whose turn it is.
    let mut next = async |all: &mut [GameSocket; 3]| {
        let mover = played % 2;
        all[mover].play(KNIGHTS[played % 4]).await.accepted();
        played += 1;
        let seq = all[mover].seq();
        for socket in all.iter_mut() {
            while socket.seq() < seq {
                assert!(socket.receive().await.is_some(), "the connection goes on");
            }
        }
    };
    next(&mut all).await;
    for stopped in 0..names.len() {
        drain(&url, names[stopped]).await;
        // Drained, it owns nothing and serves all the same: nobody's connection has ended.
        next(&mut all).await;
        assert_eq!(nodes[stopped].get("/healthz").await.status, 503, "a proxy sends nobody more there");
        for node in nodes.iter().enumerate().filter(|(place, _)| *place != stopped).map(|(_, node)| node) {
            patiently("another node to be ready", async {
                while node.get("/healthz").await.status != 200 {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            })
            .await;
        }
        nodes[stopped].ask_to_stop().await;
        patiently("the node to say that it stops", async {
            while nodes[stopped].get("/healthz").await.json()["error"]["code"] != "stopping" {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        })
        .await;
        // It goes on until it is told once more, or its notice is over.
        next(&mut all).await;
        let ((), ended) = tokio::join!(
            async { assert!(nodes[stopped].stop().await, "{} ends in form", names[stopped]) },
            async {
                let there = players.iter().position(|player| player.node == stopped).expect("somebody");
                (there, all[there].closed().await.code)
            },
        );
        let (there, code) = ended;
        assert_eq!(code, Some(1012), "told to come back");
        let elsewhere = (stopped + 1) % names.len();
        for player in players.iter_mut().filter(|player| player.node == stopped) {
            player.guest = player.guest.clone().moved_to(&nodes[elsewhere]);
            player.node = elsewhere;
        }
        all[there] = players[there].guest.resume(&game, all[there].seq()).await;
        next(&mut all).await;
        nodes[stopped].restart().await;
        until_shared(&url, shared).await;
        // Somebody comes to the new one, so that the next to be stopped is not empty.
        players[there].guest = players[there].guest.clone().moved_to(&nodes[stopped]);
        players[there].node = stopped;
        all[there] = players[there].guest.resume(&game, all[there].seq()).await;
        next(&mut all).await;
    }
    let moves: Vec<&str> = KNIGHTS.into_iter().cycle().take(13).collect();
    for player in &players {
        assert_eq!(player.guest.moves(&game).await, moves);
    }
    // Nobody's clock has lost more than the moves took: ten minutes each, and no flag has fallen.
    all[0].command("resign", json!({})).await.accepted();
    let seq = all[0].seq();
    for socket in &mut all {
        while socket.seq() < seq {
            assert!(socket.receive().await.is_some(), "the connection goes on");
        }
        assert_eq!(socket.status(), "ended");
    }
}

/// All sockets ended in the moment in which the node stopped, and all pages came to the others at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_sends_its_clients_to_another_one_before_it_stops() {
    let (Some(cluster), Some(nats)) = (Cluster::start(), NatsServer::start()) else { return };
    let url = cluster.url(&cluster.database());
    let bus = nats.url();
    let node = async |name: &str| -> Server {
        let flags = ["--database", &url, "--bus", &bus, "--stop-notice", "4", "--node", name];
        server_with(&flags).await
    };
    let mut nodes = [node("one").await, node("two").await];
    until_shared(&url, |shares| shares.len() == 2 && shares.iter().all(|slots| *slots == 512)).await;
    let alice = Guest::new(&nodes[0]).await;
    let game = alice.create(&NewGame::friend().clocks(600_000, 0)).await;
    let mut sockets = vec![alice.open(&game).await];
    let mut black = Guest::new(&nodes[1]).await.open(&game).await;
    black.join().await;
    for _ in 0..5 {
        sockets.push(Guest::new(&nodes[0]).await.open(&game).await);
    }
    nodes[0].ask_to_stop().await;
    for socket in &mut sockets {
        let ended = socket.closed().await;
        assert_eq!((ended.code, &*ended.reason), (Some(1012), "the server is about to stop; reconnect"));
    }
    assert!(nodes[0].ended().await, "it ends in form");
    let mut white = alice.moved_to(&nodes[1]).resume(&game, sockets[0].seq()).await;
    white.play("e2e4").await.accepted();
    black.event("move_played").await;
    // Nobody is sent away by the last node: there is no other one.
    nodes[1].ask_to_stop().await;
    for socket in [&mut white, &mut black] {
        let ended = socket.closed().await;
        assert_eq!((ended.code, &*ended.reason), (Some(1012), "the server restarts; reconnect"));
    }
    assert!(nodes[1].ended().await, "it ends in form");
}

/// Says again and again that somebody looks at the lobby: the search of a tab that is silent for half a minute ends.
async fn stay_awake(mut tabs: [&mut Tab; 2]) {
    loop {
        tokio::time::sleep(Duration::from_secs(5)).await;
        for tab in &mut tabs {
            tab.say(json!({"type": "ping", "topic": "lobby"})).await;
        }
    }
}

/// Seeks stand in the memory of one node. When it dies, the tabs on other nodes join the lobby there, look again, and meet.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seeks_outlive_the_node_that_runs_the_lobby() {
    let (Some(cluster), Some(nats)) = (Cluster::start(), NatsServer::start()) else { return };
    let database = cluster.database();
    let url = cluster.url(&database);
    let bus = nats.url();
    let node = async |name: &str| -> Server {
        server_with(&["--database", &url, "--bus", &bus, "--node", name]).await
    };
    let names = ["one", "two", "three"];
    let mut nodes = [node("one").await, node("two").await, node("three").await];
    // So that no slot moves any more, that of the lobby least of all.
    until_shared(&url, |shares| shares.len() == 3 && shares.iter().all(|slots| *slots <= 342)).await;
    let host = cluster.sql(&database, "SELECT name FROM slot JOIN node USING (incarnation) WHERE slot = 0");
    let host = names.iter().position(|name| *name == host).expect("one of them runs the lobby");
    let [here, there] = [(host + 1) % 3, (host + 2) % 3];

    let enter = async |guest: &Guest| {
        let mut tab = Tab::open(guest).await;
        tab.follow("me").await;
        assert_eq!(tab.follow("lobby").await["type"], "lobby");
        tab
    };
    let seek = async |tab: &mut Tab, minutes: u32| {
        let time = json!({"initial_ms": minutes * 60_000, "increment_ms": 0});
        tab.say(json!({"type": "seek", "topic": "lobby", "id": 1, "wish": {"time": time}})).await;
    };
    let (anna, boris) = (Guest::new(&nodes[here]).await, Guest::new(&nodes[there]).await);
    let (mut hers, mut his) = (enter(&anna).await, enter(&boris).await);
    // They look for different games, so both seeks stand.
    for (tab, minutes) in [(&mut hers, 5), (&mut his, 10)] {
        seek(tab, minutes).await;
        assert!(tab.next("searching").await["seek"].is_object());
    }
    nodes[host].kill().await;
    // Again so that the lobby moves no more than once. Meanwhile the tabs say that they are still looked at, as the page does.
    tokio::select! {
        () = until_shared(&url, |shares| shares.len() == 2 && shares.iter().all(|slots| *slots == 512)) => {}
        () = stay_awake([&mut hers, &mut his]) => {}
    }
    // Anna's tab does nothing: it looks again by itself. Somebody comes to a node that lives and wants the same.
    let carol = Guest::new(&nodes[there]).await;
    let mut carols = enter(&carol).await;
    seek(&mut carols, 5).await;
    let games = [hers.next("paired").await["game"].clone(), carols.next("paired").await["game"].clone()];
    assert_eq!(games[0], games[1]);
    let game = games[0].as_str().expect("an id").to_owned();
    let mut both = [anna.open(&game).await, carol.open(&game).await];
    let mover = usize::from(both[0].you() != Some("white"));
    both[mover].play("e2e4").await.accepted();
    both[1 - mover].event("move_played").await;
    // The other seek stands too.
    let dora = Guest::new(&nodes[here]).await;
    let mut doras = enter(&dora).await;
    seek(&mut doras, 10).await;
    assert_eq!(his.next("paired").await["game"], doras.next("paired").await["game"]);
}

/// Anna's tab is on one node and her game with Boris on whichever owns it. Every node says that she is here, and shows the game.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_node_knows_who_is_here_and_what_is_played() {
    let (Some(cluster), Some(nats)) = (Cluster::start(), NatsServer::start()) else { return };
    let url = cluster.url(&cluster.database());
    let bus = nats.url();
    let node = async |name: &str| -> Server {
        server_with(&["--database", &url, "--bus", &bus, "--node", name]).await
    };
    let nodes = [node("one").await, node("two").await, node("three").await];
    until_shared(&url, |shares| shares.len() == 3 && shares.iter().all(|slots| *slots >= 300)).await;
    let (anna, boris) = (registered(&nodes[0], "Anna").await, registered(&nodes[1], "Boris").await);
    let game = anna.create(&NewGame::friend().clocks(600_000, 0)).await;
    let white = anna.open(&game).await;
    let mut black = boris.open(&game).await;
    black.join().await;
    let carol = registered(&nodes[2], "Carol").await;
    patiently("the third node to know of both and of their game", async {
        loop {
            let online = carol.get("/api/page/online").await;
            let names: Vec<&str> = online
                .as_array()
                .expect("a list")
                .iter()
                .filter(|player| player["online"] == true)
                .filter_map(|player| player["name"].as_str())
                .collect();
            let watched = carol.get("/api/page/watch").await;
            let is_shown =
                watched["games"].as_array().expect("a list").iter().any(|live| live["id"] == *game);
            if is_shown && names.contains(&"Anna") && names.contains(&"Boris") {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    })
    .await;
    // Whoever goes is believed to be here for a few seconds and no longer.
    drop((white, black));
    patiently("nobody to be here", async {
        loop {
            let online = carol.get("/api/page/online").await;
            let is_here = |player: &serde_json::Value| player["name"] == "Anna" && player["online"] == true;
            if !online.as_array().expect("a list").iter().any(is_here) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    })
    .await;
}
