// SPDX-License-Identifier: AGPL-3.0-or-later
//! Conditional moves and private lines of correspondence: what the server stores, plays and keeps to itself, also when it is
//! killed.

use std::time::Duration;

use serde_json::{Value, json};
use tabiya_testkit::{Guest, NewGame, Random, Server, patiently};

use crate::people::{exported, registered};
use crate::{Table, game_of, server, table};

/// How often the server is killed while a reply is being played.
const KILLS: usize = 5;

fn correspondence() -> NewGame {
    NewGame::friend().time(json!({ "days": 2 }))
}

async fn edit(player: &Guest, game: &str, edit: Value) -> tabiya_testkit::Answer {
    player.call("POST", &format!("/api/page/lines/{game}"), &edit.to_string()).await
}

/// Stores conditional moves behind this event.
async fn prepare(player: &Guest, game: &str, since: u32, line: &str) -> tabiya_testkit::Answer {
    let moves: Vec<_> = line.split_whitespace().collect();
    edit(player, game, json!({ "edit": "add_conditional", "since": since, "moves": moves })).await
}

async fn lines(player: &Guest, game: &str) -> Value {
    player.get(&format!("/api/page/lines/{game}")).await
}

fn standings(lines: &Value) -> Vec<String> {
    let all = lines["conditional"].as_array().expect("a list");
    all.iter().map(|line| line["standing"]["kind"].as_str().expect("a word").to_owned()).collect()
}

/// Waits until the game has these moves.
async fn until_played(player: &Guest, game: &str, moves: &[&str]) {
    patiently(&format!("{moves:?}"), async {
        while player.moves(game).await != moves {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_conditional_move_is_played_and_nobody_else_hears_of_it() {
    let mut table = table(correspondence()).await;
    table.play(&["e2e4"]).await;
    let (game, since) = (table.game.clone(), table.white.seq());
    let stored = prepare(&table.alice, &game, since, "e7e5 g1f3 b8c6 f1b5").await;
    assert_eq!(stored.status, 200, "{}", stored.body);
    assert_eq!(standings(&stored.json()), ["waits"]);
    assert_eq!(prepare(&table.alice, &game, since, "c7c5 g1f3").await.status, 200);

    let others = lines(&table.bob, &game).await;
    assert_eq!((&others["conditional"], &others["private"]), (&json!([]), &json!([])));
    let stranger = Guest::new(&table.server).await;
    assert_eq!(stranger.call("GET", &format!("/api/page/lines/{game}"), "").await.status, 403);
    for shown in [table.bob.get(&format!("/api/games/{game}")).await, table.alice.get("/api/games").await] {
        assert!(!shown.to_string().contains("g1f3"), "{shown}");
    }

    table.black.play("e7e5").await.accepted();
    until_played(&table.bob, &game, &["e2e4", "e7e5", "g1f3"]).await;
    table.white.until("the reply", |message| message["event"]["move"]["uci"] == "g1f3").await;
    let own = lines(&table.alice, &game).await;
    assert_eq!(standings(&own), ["waits", "other_move"]);
    assert_eq!(own["conditional"][0]["standing"], json!({ "kind": "waits", "played": 2 }));
    assert_eq!(own["conditional"][1]["moves"][0]["san"], "c5");
    let left = edit(&table.alice, &game, json!({ "edit": "remove_dropped" })).await.json();
    assert_eq!(standings(&left), ["waits"]);
    let gone =
        json!({ "edit": "remove_conditional", "since": since, "moves": ["e7e5", "g1f3", "b8c6", "f1b5"] });
    assert_eq!(standings(&edit(&table.alice, &game, gone).await.json()), [""; 0]);
}

#[tokio::test]
async fn bad_lines_are_refused_and_change_nothing() {
    let mut table = table(correspondence()).await;
    table.play(&["e2e4"]).await;
    let (game, since) = (table.game.clone(), table.white.seq());
    assert_eq!(prepare(&table.alice, &game, since, "c7c5 g1f3 d7d6 d2d4").await.status, 200);
    let long = "g8f6 g1f3 f6g8 f3g1 ".repeat(8);
    for (line, status, code) in [
        ("", 400, "bad_request"),
        ("e7e5 castles", 400, "bad_request"),
        ("e7e4 g1f3", 400, "line_illegal"),
        ("e7e5", 400, "line_without_reply"),
        (&*long, 400, "line_too_long"),
        ("c7c5 d2d4", 409, "line_contradicts"),
        ("d7d6 g1f3 c7c5 f1e2", 409, "line_contradicts"),
    ] {
        let answer = prepare(&table.alice, &game, since, line).await;
        assert_eq!((answer.status, &*answer.error_code()), (status, code), "{line}: {}", answer.body);
        assert!(answer.json()["error"]["message"].as_str().is_some_and(|said| said.len() > 20), "{line}");
    }
    assert_eq!(prepare(&table.alice, &game, since + 7, "e7e5 g1f3").await.error_code(), "line_taken_back");
    assert_eq!(prepare(&table.bob, &game, since, "g1f3 b8c6").await.error_code(), "line_on_own_turn");
    assert_eq!(standings(&lines(&table.alice, &game).await), ["waits"], "the one that is there");
    // With the opponent's move: it applies, or is refused.
    table.black.play("e7e5").await.accepted();
    assert_eq!(prepare(&table.alice, &game, since, "b8c6 d2d4").await.error_code(), "line_overtaken");
    assert_eq!(prepare(&table.alice, &game, since, "e7e5 g1f3").await.status, 200);
    until_played(&table.bob, &game, &["e2e4", "e7e5", "g1f3"]).await;
    // No other game takes any.
    let (clocks, _, _) = game_of(&table.alice, &table.bob, NewGame::friend().clocks(60_000, 0)).await;
    assert_eq!(prepare(&table.alice, &clocks, 1, "e2e4 e7e5").await.error_code(), "not_correspondence");
}

#[tokio::test]
async fn twenty_lines_are_stored_and_no_more() {
    let mut table = table(correspondence()).await;
    table.play(&["e2e4"]).await;
    let since = table.white.seq();
    for first in table.white.legal() {
        assert_eq!(prepare(&table.alice, &table.game, since, &format!("{first} a2a3")).await.status, 200);
    }
    assert_eq!(lines(&table.alice, &table.game).await["conditional"].as_array().map(Vec::len), Some(20));
    assert_eq!(prepare(&table.alice, &table.game, since, "e7e5 a2a3 b8c6 a3a4").await.status, 200);
    let refused = prepare(&table.alice, &table.game, since, "e7e5 a2a3 g8f6 a3a4").await;
    assert_eq!((refused.status, &*refused.error_code()), (409, "too_many_lines"), "{}", refused.body);
}

#[tokio::test]
async fn lines_wait_while_a_draw_is_offered() {
    let mut table = table(correspondence()).await;
    table.play(&["e2e4"]).await;
    let since = table.white.seq();
    assert_eq!(prepare(&table.alice, &table.game, since, "e7e5 g1f3").await.status, 200);
    table.black.command("offer_draw", json!({})).await.accepted();
    table.black.play("e7e5").await.accepted();
    table.white.follow(&table.black).await;
    let own = lines(&table.alice, &table.game).await;
    assert_eq!((standings(&own), &own["waits"]), (vec!["waits".to_owned()], &json!(true)));
    assert_eq!(table.alice.moves(&table.game).await.len(), 2);
    table.white.command("answer_draw", json!({ "accept": false })).await.accepted();
    until_played(&table.bob, &table.game, &["e2e4", "e7e5", "g1f3"]).await;
}

#[tokio::test]
async fn private_lines_outlive_takebacks_and_are_in_the_own_archive_alone() {
    let server = server().await;
    let (anna, boris) = (registered(&server, "Anna").await, registered(&server, "Boris").await);
    let (game, white, black) = game_of(&anna, &boris, correspondence()).await;
    let mut table = Table { server, alice: anna, bob: boris, game: game.clone(), white, black };
    table.play(&["e2e4", "e7e5"]).await;
    let fen = table.white.situation()["fen"].clone();
    let line = |moves: &[&str]| json!({ "edit": "add_private", "start_fen": fen, "moves": moves });
    let tried = json!({ "start_fen": fen, "moves": ["g1f3", "b8c6", "f3e4"] }).to_string();
    let tried = table.alice.call("POST", &format!("/api/page/lines/{game}/try"), &tried).await.json();
    assert_eq!((&tried["moves"][1]["san"], &tried["refused"]["ply"]), (&json!("Nc6"), &json!(2)), "{tried}");
    assert!(tried["legal"].as_array().is_some_and(|legal| legal.contains(&json!("f1b5"))), "{tried}");
    assert_eq!(edit(&table.alice, &game, line(&["g1f3", "b8c6"])).await.status, 200);
    table.white.command("propose_takeback", json!({})).await.accepted();
    table.black.follow(&table.white).await;
    table.black.command("answer_takeback", json!({ "accept": true })).await.accepted();
    let own = lines(&table.alice, &game).await;
    assert_eq!(own["private"][0]["moves"][0]["san"], "Nf3", "{own}");
    let strange = edit(&table.alice, &game, line(&["d2d4"])).await;
    assert_eq!(strange.error_code(), "line_of_other_game", "the game has no such position any more");
    let text = |files: std::collections::HashMap<String, String>| files["lines.json"].clone();
    let [own, others] = [text(exported(&table.alice).await), text(exported(&table.bob).await)];
    assert!(own.contains("g1f3 b8c6"), "{own}");
    assert_eq!(others.trim(), "[]");
}

/// Rewrites a stored line of a stopped server, as if its owner had foreseen what happened just before the end.
fn foresee(server: &Server, from: &str, to: &str) {
    let database = rusqlite::Connection::open(server.data().join("tabiya.db")).expect("a database");
    let sql = "UPDATE player_lines SET lines = replace(lines, ?1, ?2) WHERE lines LIKE '%' || ?1 || '%'";
    assert_eq!(database.execute(sql, [from, to]).expect("the table is there"), 1);
}

#[tokio::test]
async fn two_conditional_moves_are_played_after_kill_9_while_both_are_away() {
    let mut table = table(correspondence()).await;
    table.play(&["e2e4"]).await;
    assert_eq!(prepare(&table.alice, &table.game, table.white.seq(), "c7c5 g1f3").await.status, 200);
    table.play(&["e7e5"]).await;
    assert_eq!(prepare(&table.bob, &table.game, table.black.seq(), "f1c4 b8c6").await.status, 200);
    table.server.kill().await;
    foresee(&table.server, "c7c5 g1f3", "e7e5 g1f3");
    foresee(&table.server, "f1c4 b8c6", "g1f3 b8c6");
    table.server.restart().await;
    until_played(&table.alice, &table.game, &["e2e4", "e7e5", "g1f3", "b8c6"]).await;
}

#[tokio::test]
async fn a_reply_is_played_once_however_the_server_dies() {
    let mut server = server().await;
    let (alice, bob) = (Guest::new(&server).await, Guest::new(&server).await);
    let mut random = Random::new(38);
    for round in 0..KILLS {
        let (game, mut white, mut black) = game_of(&alice, &bob, correspondence()).await;
        white.play("e2e4").await.accepted();
        black.follow(&white).await;
        assert_eq!(prepare(&alice, &game, white.seq(), "e7e5 g1f3 b8c6 f1b5").await.status, 200);
        let seq = black.seq();
        black.send("play", json!({ "seq": seq, "uci": "e7e5" })).await;
        tokio::time::sleep(Duration::from_micros(random.below(6_000))).await;
        server.kill().await;
        server.restart().await;
        let moves = bob.moves(&game).await;
        if moves == ["e2e4"] {
            bob.open(&game).await.play("e7e5").await.accepted();
        }
        until_played(&alice, &game, &["e2e4", "e7e5", "g1f3"]).await;
        bob.open(&game).await.play("b8c6").await.accepted();
        until_played(&alice, &game, &["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]).await;
        assert_eq!(standings(&lines(&alice, &game).await), ["played"], "round {round}");
    }
}
