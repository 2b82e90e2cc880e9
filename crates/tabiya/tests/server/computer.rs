// SPDX-License-Identifier: AGPL-3.0-or-later
//! The computer's seat.

use serde_json::json;
use tabiya_testkit::{Guest, NewGame};

use crate::server;

#[tokio::test]
async fn the_computer_answers_at_every_level() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    for level in 1..=15 {
        let game = alice.create(&NewGame::computer(level)).await;
        let mut white = alice.open(&game).await;
        // One answer from each; two from the weakest and from the strongest.
        for _ in 0..if level == 1 || level == 15 { 2 } else { 1 } {
            let own = if white.ply() == 0 { "e2e4".to_owned() } else { white.legal()[0].clone() };
            white.play(&own).await.accepted();
            let answer = white.event("move_played").await;
            assert_eq!(answer["event"]["by"], "black", "level {level}");
        }
    }
}

#[tokio::test]
async fn the_computer_opens_with_white() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    let game = alice.create(&NewGame::computer(3).as_black()).await;
    let mut black = alice.open(&game).await;
    if black.ply() == 0 {
        black.event("move_played").await;
    }
    assert_eq!(black.ply(), 1);
    assert_eq!(black.you(), Some("black"));
}

#[tokio::test]
async fn the_computer_takes_a_mate_in_one() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    // White's only sensible wish is to be left alone; Black mates on e1.
    let wish = NewGame::computer(15).from_fen("4r1k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1");
    let game = alice.create(&wish).await;
    let mut white = alice.open(&game).await;
    white.play("g1h1").await.accepted();
    let ended = white.event("ended").await;
    assert_eq!(ended["event"]["result"], "black_wins");
    assert_eq!(ended["event"]["termination"], "checkmate");
}

#[tokio::test]
async fn the_computer_answers_a_draw_offer() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    let game = alice.create(&NewGame::computer(1)).await;
    let mut white = alice.open(&game).await;
    white.play("e2e4").await.accepted();
    white.event("move_played").await;
    white.command("offer_draw", json!({})).await.accepted();
    white.event("draw_declined").await;
}

#[tokio::test]
async fn a_rematch_with_the_computer_starts_at_once() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    let game = alice.create(&NewGame::computer(1)).await;
    let mut white = alice.open(&game).await;
    white.command("resign", json!({})).await.accepted();
    let pgn = server.get(&format!("/api/games/{game}/pgn")).await.body;
    let levels = format!("[LevelsVersion \"{}\"]", tabiya_engine::LEVELS_VERSION);
    assert!(pgn.contains("[BlackType \"program\"]") && pgn.contains(&levels), "{pgn}");
    let _ = white.send("rematch", json!({})).await;
    let message = white.next("rematch").await;
    let next = message["game"].as_str().expect("the computer always agrees").to_owned();
    assert_eq!(alice.open(&next).await.you(), Some("black"));
}
