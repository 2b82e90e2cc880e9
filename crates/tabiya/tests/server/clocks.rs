// SPDX-License-Identifier: AGPL-3.0-or-later
//! Clocks. No test measures time: each waits for what the server's own timer does.

use serde_json::json;
use tabiya_testkit::NewGame;

use crate::table;

#[tokio::test]
async fn a_flag_falls_by_the_servers_own_timer() {
    let mut table = table(NewGame::friend().clocks(1_000, 0)).await;
    table.play(&["e2e4", "e7e5"]).await;
    let ended = table.black.event("ended").await;
    assert_eq!(ended["event"]["result"], "black_wins");
    assert_eq!(ended["event"]["termination"], "time_forfeit");
    assert_eq!(ended["situation"]["clocks"]["white_ms"], 0);
    assert!(ended["situation"]["clocks"]["running"].is_null());
    table.white.follow(&table.black).await;
    let refusal = table.white.play("g1f3").await.refused();
    assert_eq!(refusal["refusal"]["kind"], "game_over");
}

#[tokio::test]
async fn a_flag_is_a_draw_where_the_opponent_cannot_mate() {
    let lone_king = NewGame::friend().clocks(1_000, 0).from_fen("7k/8/8/8/8/8/Q7/K7 w - - 0 1");
    let mut table = table(lone_king).await;
    table.play(&["a1b1", "h8h7"]).await;
    let ended = table.black.event("ended").await;
    assert_eq!(ended["event"]["result"], "draw");
    assert_eq!(ended["event"]["termination"], "time_forfeit_insufficient_material");
}

#[tokio::test]
async fn the_first_move_of_each_side_costs_and_earns_nothing() {
    let mut table = table(NewGame::friend().clocks(60_000, 5_000)).await;
    let first = table.white.play("e2e4").await.accepted();
    assert_eq!(first["event"]["move"]["clock_ms"], 60_000);
    table.black.follow(&table.white).await;
    let second = table.black.play("e7e5").await.accepted();
    assert_eq!(second["event"]["move"]["clock_ms"], 60_000);
    assert_eq!(second["situation"]["clocks"]["running"], "white");
    table.white.follow(&table.black).await;
    let third = table.white.play("g1f3").await.accepted();
    let left = third["event"]["move"]["clock_ms"].as_u64().unwrap();
    assert!(left > 0 && left <= 65_000, "{left}");
    assert_eq!(third["situation"]["clocks"]["running"], "black");
}

#[tokio::test]
async fn unlimited_games_have_no_clocks() {
    let mut table = table(NewGame::friend()).await;
    let played = table.white.play("e2e4").await.accepted();
    assert!(played["event"]["move"]["clock_ms"].is_null());
    assert!(played["situation"]["clocks"].is_null());
}

#[tokio::test]
async fn the_pgn_tells_the_clocks() {
    let mut table = table(NewGame::friend().clocks(60_000, 2_000)).await;
    table.play(&["e2e4", "e7e5"]).await;
    table.white.command("resign", json!({})).await.accepted();
    let pgn = table.server.get(&format!("/api/games/{}/pgn", table.game)).await.body;
    assert!(pgn.contains("[TimeControl \"60+2\"]"), "{pgn}");
    assert!(pgn.contains("{[%clk 0:01:00]}") || pgn.contains("{ [%clk 0:01:00] }"), "{pgn}");
    assert!(pgn.contains("[Result \"0-1\"]"), "{pgn}");
}
