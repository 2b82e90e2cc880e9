// SPDX-License-Identifier: AGPL-3.0-or-later
//! Clocks. No test measures time: each waits for what the server's own timer does.

use serde_json::json;
use tabiya_testkit::{Guest, NewGame};

use crate::{server, server_with, table, table_on};

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

#[tokio::test]
async fn a_simple_delay_runs_before_the_clock_does() {
    let delay = json!({ "initial_ms": 60_000, "delay_ms": 60_000 });
    let mut table = table(NewGame::friend().time(delay.clone())).await;
    table.play(&["e2e4", "e7e5"]).await;
    let clocks = &table.black.situation()["clocks"];
    assert_eq!(clocks["white_ms"], 60_000);
    assert!(clocks["delay_ms"].as_u64().is_some_and(|left| left > 0 && left <= 60_000), "{clocks}");
    let third = table.white.play("g1f3").await.accepted();
    assert_eq!(third["event"]["move"]["clock_ms"], 60_000, "within the delay nothing is lost");
    let game = table.alice.get(&format!("/api/games/{}", table.game)).await;
    assert_eq!(game["time"], delay);
    let pgn = table.server.get(&format!("/api/games/{}/pgn", table.game)).await.body;
    assert!(pgn.contains("[TimeControl \"60\"]"), "{pgn}");
}

#[tokio::test]
async fn time_odds_follow_the_player_into_the_rematch() {
    let (white, black) = (
        json!({ "initial_ms": 60_000, "increment_ms": 0 }),
        json!({ "initial_ms": 300_000, "increment_ms": 3_000 }),
    );
    let mut table = table(NewGame::friend().time(json!({ "white": white, "black": black }))).await;
    let clocks = &table.white.situation()["clocks"];
    assert_eq!((&clocks["white_ms"], &clocks["black_ms"]), (&json!(60_000), &json!(300_000)));
    table.white.command("resign", json!({})).await.accepted();
    table.white.send("rematch", json!({})).await;
    table.black.send("rematch", json!({})).await;
    let made = table.white.until("the rematch", |message| message["game"].is_string()).await;
    let next = table.alice.get(&format!("/api/games/{}", made["game"].as_str().unwrap())).await;
    assert_eq!(next["time"], json!({ "white": black, "black": white }));
}

#[tokio::test]
async fn correspondence_survives_a_restart_without_a_fresh_turn() {
    let mut table = table(NewGame::friend().time(json!({ "days": 2 }))).await;
    table.play(&["e2e4", "e7e5", "g1f3"]).await;
    let before = table.black.seq();
    let clocks = table.black.situation()["clocks"].clone();
    assert_eq!((&clocks["running"], &clocks["white_ms"]), (&json!("black"), &json!(2 * 86_400_000)));
    table.server.kill().await;
    table.server.restart().await;
    let black = table.bob.resume(&table.game, before).await;
    assert_eq!(black.seq(), before, "an outage counts in correspondence");
    let after = &black.situation()["clocks"];
    assert!(after["black_ms"].as_u64() <= clocks["black_ms"].as_u64(), "{after} {clocks}");
    let pgn = table.server.get(&format!("/api/games/{}/pgn", table.game)).await.body;
    assert!(pgn.contains("[TimeControl \"1/172800\"]") && !pgn.contains("%clk"), "{pgn}");
}

#[tokio::test]
async fn a_time_control_that_is_none_is_refused_in_words() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    for (time, words) in [
        (json!({ "days": 15 }), "from 1 to 14 days"),
        (json!({ "initial_ms": 0, "delay_ms": 5_000 }), "a delay needs an initial time"),
        (json!({ "initial_ms": 60_000 }), "one of \\\"increment_ms\\\", \\\"delay_ms\\\""),
    ] {
        let answer = alice.ask_for(&NewGame::friend().time(time)).await;
        assert_eq!(answer.status, 400, "{}", answer.body);
        assert!(answer.body.contains(words), "{}", answer.body);
    }
}

#[tokio::test]
async fn the_lag_report_tells_what_the_server_measured() {
    let mut table = table(NewGame::friend().clocks(60_000, 0)).await;
    table.play(&["e2e4", "e7e5", "g1f3", "b8c6"]).await;
    let path = format!("/api/games/{}/lag", table.game);
    let lag = table.alice.get(&path).await;
    assert_eq!(lag, table.bob.get(&path).await, "both see the same");
    for side in ["white", "black"] {
        assert!(lag[side]["mean_ms"].is_u64(), "pings are answered before the moves come: {lag}");
        assert!(lag[side]["mean_ms"].as_u64() <= lag[side]["max_ms"].as_u64(), "{lag}");
        assert!(lag[side]["quota_ms"].as_u64() >= Some(1_170 - 390), "{lag}");
    }
    let unlimited = table.alice.create(&NewGame::friend()).await;
    let lag = table.alice.get(&format!("/api/games/{unlimited}/lag")).await;
    assert_eq!(lag, json!({ "white": null, "black": null }));
}

#[tokio::test]
async fn who_leaves_on_move_is_counted_out() {
    let server = server_with(&["--absence-seconds", "1"]).await;
    let mut table = table_on(server, NewGame::friend().clocks(600_000, 0)).await;
    table.play(&["e2e4", "e7e5"]).await;
    let here = table.black.command("claim_left", json!({ "claim": "win" })).await.refused();
    assert_eq!(here["refusal"]["kind"], "opponent_not_gone");
    table.white.drop_connection();
    let mut told = table.black.next("absence").await;
    assert_eq!(told["by"], "white");
    // The first word of it may come as late as the last.
    while told["claim_in_ms"] != 0 {
        told = table.black.next("absence").await;
    }

    // Back again: nothing can be claimed.
    let white = table.alice.open(&table.game).await;
    table
        .black
        .until("White's return", |message| message["type"] == "absence" && message["claim_in_ms"].is_null())
        .await;
    let back = table.black.command("claim_left", json!({ "claim": "win" })).await.refused();
    assert_eq!(back["refusal"]["kind"], "opponent_not_gone");

    white.drop_connection();
    table.black.until("the end of the count", |message| message["claim_in_ms"] == 0).await;
    let ended = table.black.command("claim_left", json!({ "claim": "win" })).await.accepted();
    assert_eq!(ended["event"]["result"], "black_wins");
    assert_eq!(ended["event"]["termination"], "abandonment");
}
