// SPDX-License-Identifier: AGPL-3.0-or-later
//! Several nodes are one site: people on different nodes play with each other, over PostgreSQL and NATS.

use serde_json::json;
use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::{GameSocket, Guest, NatsServer, NewGame, Server, output, patiently};

use crate::bus::{play as play_once, refused};
use crate::challenges::challenged;
use crate::chat::Chat;
use crate::desk::become_admin;
use crate::people::{me, registered};
use crate::personal::Tab;
use crate::server_with;

/// How many slots each node owns, as the command says it; none while a slot has no owner.
async fn shares(url: &str) -> Vec<u32> {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(["cluster", "status"]).env("TABIYA_DATABASE", url);
    let said = String::from_utf8(output(command, "").await.stdout).expect("text");
    if !said.contains("every slot has an owner") {
        return Vec::new();
    }
    let nodes =
        said.lines().filter(|line| ["one ", "two ", "three "].iter().any(|node| line.starts_with(node)));
    nodes.filter_map(|line| line.split_whitespace().find_map(|word| word.parse().ok())).collect()
}

pub(crate) async fn until_shared(url: &str, is_so: impl Fn(&[u32]) -> bool) {
    patiently("the slots to be shared", async {
        while !is_so(&shares(url).await) {
            // Each look is a program and a connection of its own.
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        }
    })
    .await;
}

/// Plays these moves in turn, and all see each. A connection that ends is a failure.
async fn play(all: &mut [GameSocket; 3], moves: &[&str]) {
    for uci in moves {
        let mover = (all[0].ply() % 2) as usize;
        all[mover].play(uci).await.accepted();
        let seq = all[mover].seq();
        for socket in all.iter_mut() {
            while socket.seq() < seq {
                assert!(socket.receive().await.is_some(), "the connection goes on");
            }
        }
    }
}

/// Alice and a spectator are on the second node, Bob is on the third. The game is the first one's. NATS and then this node are killed in
/// the middle: nobody's connection ends, no move is lost, and the game is played to its end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_on_different_nodes_play_and_the_death_of_the_owner_costs_no_move() {
    let (Some(cluster), Some(mut nats)) = (Cluster::start(), NatsServer::start()) else { return };
    let url = cluster.url(&cluster.database());
    let bus = nats.url();
    let node = async |name: &str| -> Server {
        server_with(&["--database", &url, "--bus", &bus, "--node", name, "--staff-totp", "off"]).await
    };
    let mut one = node("one").await;
    let (two, three) = (node("two").await, node("three").await);
    until_shared(&url, |shares| shares.len() == 3 && shares.iter().all(|slots| *slots >= 300)).await;

    let mut admin = Guest::new(&one).await;
    become_admin(&one, &mut admin, "chief").await;

    // A game by link begins on the node where it is made, and is played from the others.
    let alice = Guest::new(&one).await;
    let game = alice.create(&NewGame::friend().clocks(600_000, 0)).await;
    let (alice, bob) = (alice.moved_to(&two), Guest::new(&three).await);
    let (white, mut black) = (alice.open(&game).await, bob.open(&game).await);
    black.join().await;
    let watching = Guest::new(&two).await.open(&game).await;
    let mut all = [white, black, watching];
    play(&mut all, &["e2e4", "e7e5"]).await;
    // Nothing is kept in NATS.
    nats.kill();
    nats.start_again();
    play(&mut all, &["d1h5", "b8c6"]).await;
    one.kill().await;
    play(&mut all, &["f1c4", "g8f6", "h5f7"]).await;
    for socket in &mut all {
        if socket.status() != "ended" {
            socket.event("ended").await;
        }
        assert_eq!(socket.moves(), ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"]);
    }
    assert_eq!(bob.moves(&game).await.len(), 7);

    // Against the computer, from another node than the one where the game was made.
    let game = alice.create(&NewGame::computer(1)).await;
    let mut elsewhere = alice.clone().moved_to(&three).open(&game).await;
    elsewhere.play("e2e4").await.accepted();
    while elsewhere.ply() < 2 {
        elsewhere.event("move_played").await;
    }

    // A challenge by name, made on one node and accepted on another.
    let mut anna = registered(&two, "Anna").await;
    let mut boris = registered(&three, "Boris").await;
    let mut his_tab = Tab::open(&boris).await;
    his_tab.follow("me").await;
    let path = challenged(&mut anna, "Boris").await;
    assert_eq!(his_tab.next("challenge").await["challenge"]["from"]["name"], "Anna");
    let accepted = boris.act("POST", &format!("{path}/accept"), &json!({"version": 1})).await;
    assert_eq!(accepted.status, 200, "{}", accepted.body);
    let game = accepted.json()["id"].as_str().expect("an id").to_owned();
    let (mut white, mut black) = (anna.open(&game).await, boris.open(&game).await);
    assert_eq!((white.you(), black.you()), (Some("white"), Some("black")));
    white.play("e2e4").await.accepted();
    black.follow(&white).await;
    black.play("e7e5").await.accepted();
    white.follow(&black).await;

    // Two people in the lobby of two nodes meet. Its slot moves no more: the node that had it may have been the one that was killed.
    until_shared(&url, |shares| shares.len() == 2 && shares.iter().all(|slots| *slots == 512)).await;
    let mut tabs = Vec::new();
    for (number, node) in [&two, &three].into_iter().enumerate() {
        let guest = Guest::new(node).await;
        let mut tab = Tab::open(&guest).await;
        tab.follow("me").await;
        assert_eq!(tab.follow("lobby").await["type"], "lobby");
        let time = json!({"initial_ms": 180_000, "increment_ms": 2_000});
        let wish = json!({"time": time, "color": if number == 0 { "white" } else { "black" }});
        tab.say(json!({"type": "seek", "topic": "lobby", "id": 1, "wish": wish})).await;
        tabs.push((guest, tab));
    }
    let mut pair = Vec::new();
    for (guest, tab) in &mut tabs {
        let game = tab.next("paired").await["game"].as_str().expect("an id").to_owned();
        pair.push(guest.open(&game).await);
    }
    assert_eq!(pair.iter().map(GameSocket::you).collect::<Vec<_>>(), [Some("white"), Some("black")]);
    pair[0].play("d2d4").await.accepted();
    pair[1].event("move_played").await;

    // They talk, and a session holds on every node until it has ended on one.
    let (mut hers, _) = Chat::open(&anna, "chat", &game).await;
    let (mut his, _) = Chat::open(&boris, "chat", &game).await;
    hers.say(1, "Good luck").await;
    assert_eq!(his.line().await["text"], "Good luck");
    his.say(1, "Thank you").await;
    while hers.line().await["text"] != "Thank you" {}
    let mut elsewhere = anna.clone().moved_to(&three);
    assert_eq!(me(&elsewhere).await, "Anna");
    assert_eq!(elsewhere.act("POST", "/api/logout", &serde_json::Value::Null).await.status, 204);
    patiently("the session to end everywhere", async {
        while me(&anna).await == "Anna" {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    })
    .await;

    // The desk of any node shows all of them, to admins.
    admin = admin.moved_to(&three);
    let seen =
        |node: &serde_json::Value| json!([node["name"], node["share"], node["state"], node["is_this"]]);
    // A node that stands still for long has lost its slots for a moment, and gets them back.
    patiently("both nodes to play", async {
        loop {
            let told = admin.get("/api/page/desk/nodes").await;
            let nodes: Vec<_> = told["nodes"].as_array().expect("nodes").iter().map(seen).collect();
            let both = [json!(["three", 500, "plays", true]), json!(["two", 500, "plays", false])];
            if told["unowned"] == 0 && nodes == both {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    })
    .await;
    assert_eq!(boris.act("GET", "/api/page/desk/nodes", &serde_json::Value::Null).await.status, 403);
    let figure = async |node: &Server, name: &str| -> u32 {
        let figures = node.get("/metrics").await.body;
        // What has not happened there is not told.
        figures.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok()).unwrap_or_default()
    };
    patiently("the figures of both nodes", async {
        while figure(&two, "tabiya_slots_owned ").await + figure(&three, "tabiya_slots_owned ").await != 1_024
        {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    })
    .await;
    let mut removed = 0;
    for node in [&two, &three] {
        removed += figure(node, "tabiya_nodes_removed_total ").await;
    }
    assert!(removed > 0, "one of them has removed the node that was killed");
}

/// Nodes of two programs that don't know each other's formats would not understand each other's games.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_cant_live_with_the_others_is_refused_and_says_what_to_do() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let url = cluster.url(&database);
    let mut one = server_with(&["--database", &url, "--node", "one"]).await;
    // A program of before formats.
    cluster.sql(&database, "UPDATE node SET version = '0.0.1 (old)', newest_format = 0");
    cluster.sql(&database, "UPDATE site SET value = '0' WHERE name = 'format'");
    let starts = async |node: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tabiya"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--node", node]).env("TABIYA_DATABASE", &url);
        output(command, "").await
    };
    let refused = starts("two").await;
    let said = String::from_utf8(refused.stderr).expect("text");
    assert_eq!(refused.status.code(), Some(2), "{said}");
    let error = said.lines().find(|line| line.starts_with("error: ")).expect("a sentence");
    assert!(
        error.starts_with("error: the other nodes of this site run Tabiya 0.0.1 (old), and this program is "),
        "{error}"
    );
    assert!(error.ends_with("stop all of them first and then start them with the new one"), "{error}");
    // When the old one has gone, the new one begins.
    assert!(one.stop().await);
    drop(one);
    let two = server_with(&["--database", &url, "--node", "two"]).await;
    assert_eq!(two.get("/healthz").await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_node_of_one_name_is_refused_and_the_first_plays_on() {
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.url(&cluster.database());
    let flags = ["--database", &url, "--node", "one"];
    let one = server_with(&flags).await;
    let ((code, said), ()) = tokio::join!(refused(&flags), play_once(&one, &one));
    assert_eq!(code, Some(2), "{said}");
    let takes_part = "error: another server takes part in the database ";
    let own_name = " under the name one; give each node a name of its own with --node";
    assert!(said.starts_with(takes_part) && said.ends_with(own_name), "{said}");
    assert_eq!(one.get("/healthz").await.status, 200);
    play_once(&one, &one).await;
}
