// SPDX-License-Identifier: AGPL-3.0-or-later
//! Two people play.

use serde_json::json;
use tabiya_testkit::NewGame;

use crate::table;

#[tokio::test]
async fn scholars_mate_from_the_link_to_the_result() {
    let mut table = table(NewGame::friend()).await;
    assert_eq!((table.white.you(), table.black.you()), (Some("white"), Some("black")));
    table.play(&["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"]).await;
    for player in [&mut table.white, &mut table.black] {
        let ended = player.event("ended").await;
        assert_eq!(ended["event"]["result"], "white_wins");
        assert_eq!(ended["event"]["termination"], "checkmate");
        assert_eq!(player.status(), "ended");
        assert_eq!(player.legal(), Vec::<String>::new());
    }
    let pgn = table.server.get(&format!("/api/games/{}/pgn", table.game)).await;
    assert_eq!(pgn.status, 200);
    assert!(pgn.body.contains("[Result \"1-0\"]"), "{}", pgn.body);
    assert!(pgn.body.contains("Qxf7#"), "{}", pgn.body);
}

#[tokio::test]
async fn an_illegal_move_is_refused_with_its_reason_and_changes_nothing() {
    let pinned = NewGame::friend().from_fen("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1");
    let mut table = table(pinned).await;
    let before = table.white.seq();
    let refusal = table.white.play("e2c3").await.refused();
    assert_eq!(refusal["refusal"]["kind"], "illegal");
    assert_eq!(refusal["refusal"]["reason"]["reason"], "pinned");
    assert_eq!(refusal["seq"], before);
    assert_eq!(refusal["message"], "The knight on e2 is pinned to the king by the rook on e8.");
    table.play(&["e1d2"]).await;
    assert_eq!(table.black.seq(), before + 1);
}

#[tokio::test]
async fn the_special_moves_are_played() {
    let castling = NewGame::friend().from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let mut castles = table(castling).await;
    castles.play(&["e1g1", "e8a8"]).await;
    assert!(castles.white.situation()["fen"].as_str().unwrap().starts_with("2kr3r/8/8/8/8/8/8/R4RK1 "));

    let mut table = table(NewGame::friend().from_fen("4k3/P7/8/8/5p2/8/4P3/4K3 w - - 0 1")).await;
    table.play(&["e2e4", "f4e3", "a7a8n"]).await;
    assert!(table.white.situation()["fen"].as_str().unwrap().starts_with("N3k3/8/8/8/8/4p3/8/4K3 "));
}

#[tokio::test]
async fn a_promotion_without_a_piece_is_refused() {
    let mut table = table(NewGame::friend().from_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")).await;
    let refusal = table.white.play("a7a8").await.refused();
    assert_eq!(refusal["refusal"]["kind"], "illegal");
    table.play(&["a7a8q"]).await;
}

#[tokio::test]
async fn chess960_is_played_from_a_drawn_position() {
    let mut table = table(NewGame::friend().chess960()).await;
    let view = table.alice.get(&format!("/api/games/{}", table.game)).await;
    assert_eq!(view["variant"], "chess960");
    for _ in 0..6 {
        let first = if table.white.ply() % 2 == 0 { table.white.legal() } else { table.black.legal() };
        table.play(&[first[0].as_str()]).await;
    }
}

#[tokio::test]
async fn resigning_ends_the_game_and_a_rematch_turns_the_colours() {
    let mut table = table(NewGame::friend()).await;
    let early = table.white.command("rematch", json!({})).await.refused();
    assert_eq!(early["refusal"]["kind"], "not_over");
    table.play(&["e2e4", "e7e5"]).await;
    let ended = table.black.command("resign", json!({})).await.accepted();
    assert_eq!(ended["event"]["result"], "white_wins");
    assert_eq!(ended["event"]["termination"], "resignation");
    table.white.follow(&table.black).await;

    let _ = table.white.send("rematch", json!({})).await;
    let offer = table.black.next("rematch").await;
    assert_eq!((offer["offered_by"].as_str(), offer["game"].as_str()), (Some("white"), None));
    let _ = table.black.send("rematch", json!({})).await;
    let agreed = table.white.until("a new game", |message| message["game"].is_string()).await;
    let next = agreed["game"].as_str().unwrap().to_owned();
    assert_ne!(next, table.game);
    assert_eq!(table.alice.open(&next).await.you(), Some("black"));
    assert_eq!(table.bob.open(&next).await.you(), Some("white"));
}

#[tokio::test]
async fn either_side_may_abort_until_both_have_moved() {
    let mut early = table(NewGame::friend()).await;
    early.play(&["e2e4"]).await;
    let ended = early.black.command("abort", json!({})).await.accepted();
    assert_eq!(ended["event"]["result"], "aborted");

    let mut late = table(NewGame::friend()).await;
    late.play(&["e2e4", "e7e5"]).await;
    let refusal = late.white.command("abort", json!({})).await.refused();
    assert_eq!(refusal["refusal"]["kind"], "too_late_to_abort");
}
