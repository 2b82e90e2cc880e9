// SPDX-License-Identifier: AGPL-3.0-or-later
//! Draws: offers, claims, and those that come by themselves.

use serde_json::json;
use tabiya_testkit::NewGame;

use crate::table;

const ROUND_TRIP: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

#[tokio::test]
async fn an_offer_is_declined_and_not_repeated_before_the_next_move() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["e2e4", "e7e5"]).await;
    table.white.command("offer_draw", json!({})).await.accepted();
    let refusal = table.white.command("offer_draw", json!({})).await.refused();
    assert_eq!(refusal["refusal"]["kind"], "draw_already_offered");
    table.black.follow(&table.white).await;
    assert_eq!(table.black.situation()["draw_offer"], "white");
    table.black.command("answer_draw", json!({ "accept": false })).await.accepted();
    table.white.follow(&table.black).await;
    let refusal = table.white.command("offer_draw", json!({})).await.refused();
    assert_eq!(refusal["refusal"]["kind"], "draw_offered_this_move");
    let refusal = table.black.command("answer_draw", json!({ "accept": true })).await.refused();
    assert_eq!(refusal["refusal"]["kind"], "no_draw_offer");
    table.play(&["g1f3"]).await;
    table.white.command("offer_draw", json!({})).await.accepted();
}

#[tokio::test]
async fn an_offer_is_accepted() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["e2e4", "e7e5"]).await;
    table.black.command("offer_draw", json!({})).await.accepted();
    table.white.follow(&table.black).await;
    let ended = table.white.command("answer_draw", json!({ "accept": true })).await.accepted();
    assert_eq!(ended["event"]["result"], "draw");
    assert_eq!(ended["event"]["termination"], "agreement");
}

#[tokio::test]
async fn an_offer_falls_when_the_opponent_moves() {
    let mut table = table(NewGame::friend()).await;
    table.white.command("offer_draw", json!({})).await.accepted();
    table.black.follow(&table.white).await;
    table.play(&["e2e4"]).await;
    assert_eq!(table.black.situation()["draw_offer"], "white");
    table.play(&["e7e5"]).await;
    assert!(table.white.situation()["draw_offer"].is_null());
}

#[tokio::test]
async fn a_third_repetition_is_claimed() {
    let mut table = table(NewGame::friend()).await;
    let refusal = table.white.command("claim_draw", json!({})).await.refused();
    assert_eq!(refusal["refusal"]["kind"], "no_claim");
    table.play(&ROUND_TRIP).await;
    table.play(&ROUND_TRIP).await;
    assert_eq!(table.white.situation()["claim"], "threefold_repetition");
    let ended = table.white.command("claim_draw", json!({})).await.accepted();
    assert_eq!(ended["event"]["result"], "draw");
    assert_eq!(ended["event"]["termination"], "threefold_repetition");
}

#[tokio::test]
async fn the_fifth_repetition_ends_the_game_by_itself() {
    let mut table = table(NewGame::friend()).await;
    for _ in 0..4 {
        table.play(&ROUND_TRIP).await;
    }
    let ended = table.white.event("ended").await;
    assert_eq!(ended["event"]["termination"], "fivefold_repetition");
}

#[tokio::test]
async fn bare_kings_end_the_game_by_themselves() {
    let mut table = table(NewGame::friend().from_fen("8/8/8/3k4/8/8/3p4/3K4 w - - 0 1")).await;
    table.play(&["d1d2"]).await;
    let ended = table.black.event("ended").await;
    assert_eq!(ended["event"]["termination"], "insufficient_material");
}

#[tokio::test]
async fn stalemate_ends_the_game() {
    let mut table = table(NewGame::friend().from_fen("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")).await;
    table.play(&["g1g6"]).await;
    assert_eq!(table.black.status(), "ended", "the last move's event says already that it ends the game");
    let ended = table.black.event("ended").await;
    assert_eq!(ended["event"]["result"], "draw");
    assert_eq!(ended["event"]["termination"], "stalemate");
}
