// SPDX-License-Identifier: AGPL-3.0-or-later
//! Queues of premoves over the wire: played by the server, shown to their owner alone, gone after a restart.

use serde_json::{Value, json};
use tabiya_testkit::{GameSocket, Guest, NewGame};

use crate::{Table, server, table};

/// Queues these moves and waits until they wait.
async fn queue(socket: &mut GameSocket, moves: &[&str]) {
    let seq = socket.seq();
    let id = socket.send("premoves", json!({ "seq": seq, "moves": moves })).await;
    let told = socket.next("premoves").await;
    assert_eq!((&told["id"], &told["moves"]), (&json!(id), &json!(moves)));
}

async fn ready() -> Table {
    let mut table = table(NewGame::friend().clocks(300_000, 0)).await;
    table.play(&["e2e4", "e7e5"]).await;
    table
}

#[tokio::test]
async fn premoves_are_played_by_the_server_and_shown_in_all_tabs_of_their_owner() {
    let mut table = ready().await;
    let mut second = table.bob.open(&table.game).await;
    queue(&mut table.black, &["b8c6", "a7a6"]).await;
    assert_eq!(second.next("premoves").await["moves"], json!(["b8c6", "a7a6"]));
    let mut third = table.bob.open(&table.game).await;
    assert_eq!(third.next("premoves").await["moves"], json!(["b8c6", "a7a6"]), "told after subscribing");

    table.white.play("g1f3").await.accepted();
    let answer = table.white.event("move_played").await;
    assert_eq!((&answer["event"]["by"], &answer["event"]["move"]["uci"]), (&json!("black"), &json!("b8c6")));
    assert_eq!(second.next("premoves").await["moves"], json!(["a7a6"]));
    // The owner is not even connected when the second is played.
    let seen = table.black.seq();
    table.black.drop_connection();
    second.drop_connection();
    third.drop_connection();
    table.white.play("f1b5").await.accepted();
    let answer = table.white.event("move_played").await;
    assert_eq!(answer["event"]["move"]["uci"], "a7a6");
    assert_eq!(answer["event"]["move"]["clock_ms"], 299_900, "the first was free, the second cost 0.1 s");
    let back = table.bob.resume(&table.game, seen).await;
    assert_eq!(back.moves().last().map(String::as_str), Some("a7a6"));
}

#[tokio::test]
async fn nobody_but_the_owner_hears_of_premoves() {
    let mut table = ready().await;
    let watcher = Guest::new(&table.server).await;
    let mut watcher = watcher.open(&table.game).await;
    queue(&mut table.black, &["b8c6"]).await;
    table.white.play("g1f3").await.accepted();
    table.white.event("move_played").await;
    for socket in [&mut table.white, &mut watcher] {
        socket.ping().await;
        let pong = socket.until("a pong", |message| {
            assert_ne!(message["type"], "premoves", "{message}");
            message["type"] == "pong"
        });
        pong.await;
    }
}

#[tokio::test]
async fn an_impossible_premove_drops_the_queue_with_its_reason() {
    let mut table = ready().await;
    queue(&mut table.black, &["e5d4", "a7a6"]).await;
    table.white.play("g1f3").await.accepted();
    let told = table.black.until("the reason", |message| message["dropped"].is_object()).await;
    assert_eq!(told["moves"], json!([]));
    assert_eq!(told["dropped"]["uci"], "e5d4");
    assert_eq!(told["dropped"]["refusal"]["kind"], "illegal");
    assert!(told["dropped"]["message"].as_str().is_some_and(|message| message.contains("d4")), "{told}");
    table.black.follow(&table.white).await;
    table.black.play("b8c6").await.accepted();
}

#[tokio::test]
async fn a_cancel_that_comes_too_late_is_answered_with_the_move() {
    let mut table = ready().await;
    let seen = table.black.seq();
    queue(&mut table.black, &["b8c6", "a7a6"]).await;
    table.white.play("g1f3").await.accepted();
    table.white.event("move_played").await;
    let reply = table.black.command("premoves", json!({ "seq": seen, "moves": [] })).await.accepted();
    assert_eq!(reply["event"]["move"]["uci"], "b8c6");
    let told =
        table.black.until("the cancel", |message| message["type"] == "premoves" && message["id"].is_u64());
    assert_eq!(told.await["moves"], json!([]));
    table.white.play("f1b5").await.accepted();
    table.black.follow(&table.white).await;
    assert_eq!(table.black.ply(), 5, "the second was cancelled");
}

#[tokio::test]
async fn premoves_sent_twice_are_played_once() {
    let mut table = ready().await;
    let seen = table.black.seq();
    queue(&mut table.black, &["b8c6", "c6b8", "b8c6"]).await;
    table.white.play("g1f3").await.accepted();
    table.white.event("move_played").await;
    // Long after, the same message comes once more.
    let again = table.black.send("premoves", json!({ "seq": seen, "moves": ["b8c6", "c6b8", "b8c6"] })).await;
    let told =
        table.black.until("the answer", |message| message["type"] == "premoves" && message["id"] == again);
    assert_eq!(told.await["moves"], json!(["c6b8", "b8c6"]));
    assert_eq!(table.bob.moves(&table.game).await, ["e2e4", "e7e5", "g1f3", "b8c6"]);
}

#[tokio::test]
async fn a_restart_forgets_premoves_and_nothing_else() {
    let mut table = ready().await;
    queue(&mut table.black, &["b8c6"]).await;
    let seq = table.black.seq();
    table.server.kill().await;
    table.server.restart().await;
    let mut white = table.alice.resume(&table.game, seq).await;
    let mut black = table.bob.resume(&table.game, seq).await;
    white.play("g1f3").await.accepted();
    black.follow(&white).await;
    assert_eq!((black.ply(), black.status()), (3, "playing"));
    black.play("b8c6").await.accepted();
}

#[tokio::test]
async fn what_is_no_queue_gets_a_clear_answer() {
    let mut table = ready().await;
    let kind = |refused: Value| refused["refusal"]["kind"].as_str().unwrap_or_default().to_owned();
    let seq = table.black.seq();
    for (fields, expected) in [
        (json!({ "seq": seq, "moves": ["nonsense"] }), "malformed"),
        (json!({ "seq": seq, "moves": ["\u{202e}e2e4"] }), "malformed"),
        (json!({ "seq": seq, "moves": vec!["a7a6"; 17] }), "too_many_premoves"),
        (json!({ "seq": seq + 7, "moves": ["a7a6"] }), "stale"),
    ] {
        let refused = table.black.command("premoves", fields.clone()).await.refused();
        assert_eq!(kind(refused), expected, "{fields}");
    }
    for fields in [
        json!({ "seq": seq }),
        json!({ "seq": seq, "moves": [["a7a6"]] }),
        json!({ "seq": seq, "moves": "a7a6" }),
    ] {
        table.black.send("premoves", fields).await;
        assert_eq!(kind(table.black.next("refused").await), "malformed");
    }
    // A storm of them costs the sender's credit and nothing else.
    for _ in 0..100 {
        table.black.send("premoves", json!({ "seq": seq, "moves": ["a7a6"] })).await;
    }
    let refused = table.black.until("a limit", |message| message["refusal"]["kind"] == "too_fast");
    refused.await;
}

#[tokio::test]
async fn premoves_work_against_the_computer() {
    let server = server().await;
    let bob = Guest::new(&server).await;
    let game = bob.create(&NewGame::computer(1).as_black()).await;
    let mut black = bob.open(&game).await;
    let seq = black.seq();
    black.send("premoves", json!({ "seq": seq, "moves": ["e7e5"] })).await;
    while black.ply() < 2 {
        black.event("move_played").await;
    }
    assert_eq!(black.moves()[1], "e7e5");
}
