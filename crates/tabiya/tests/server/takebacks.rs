// SPDX-License-Identifier: AGPL-3.0-or-later
//! Takebacks, given time and rematches over the wire, over a restart, and in what is read later.

use serde_json::json;
use tabiya_testkit::{Guest, NewGame};

use crate::people::registered;
use crate::personal::Tab;
use crate::{game_of, server, table};

#[tokio::test]
async fn a_takeback_is_proposed_declined_proposed_again_and_accepted() {
    let mut table = table(NewGame::friend().clocks(300_000, 2_000)).await;
    table.play(&["e2e4", "e7e5", "g1f3"]).await;
    table.white.command("propose_takeback", json!({})).await.accepted();
    table.black.follow(&table.white).await;
    assert_eq!(table.black.situation()["takeback"], "white");
    table.black.command("answer_takeback", json!({ "accept": false })).await.accepted();
    table.white.follow(&table.black).await;
    assert!(table.white.situation()["takeback"].is_null());
    let refused = table.white.command("propose_takeback", json!({})).await.refused();
    assert_eq!(refused["refusal"], json!({ "kind": "takeback_pause", "moves": 1 }));
    table.play(&["b8c6", "f1b5"]).await;
    table.white.command("propose_takeback", json!({})).await.accepted();
    table.black.follow(&table.white).await;
    let taken = table.black.command("answer_takeback", json!({ "accept": true })).await.accepted();
    assert_eq!(taken["event"], json!({ "kind": "taken_back", "by": "white", "half_moves": 1 }));
    table.white.follow(&table.black).await;
    assert_eq!(table.white.moves(), ["e2e4", "e7e5", "g1f3", "b8c6"]);
    assert_eq!(table.white.situation()["turn"], "white");
    let refused = table.black.command("answer_takeback", json!({ "accept": true })).await.refused();
    assert_eq!(refused["refusal"]["kind"], "no_takeback_proposed");
    let watcher = Guest::new(&table.server).await;
    let mut watcher = watcher.open(&table.game).await;
    let refused = watcher.command("propose_takeback", json!({})).await.refused();
    assert_eq!(refused["refusal"]["kind"], "not_a_player");
}

#[tokio::test]
async fn a_takeback_survives_a_restart_and_the_pgn_has_what_stands() {
    let mut table = table(NewGame::friend().clocks(300_000, 0)).await;
    table.play(&["e2e4", "e7e5", "g1f3", "b8c6"]).await;
    table.white.command("propose_takeback", json!({})).await.accepted();
    table.black.follow(&table.white).await;
    table.black.command("answer_takeback", json!({ "accept": true })).await.accepted();
    table.white.follow(&table.black).await;
    table.play(&["f1c4", "g8f6"]).await;
    let seq = table.white.seq();
    table.server.kill().await;
    table.server.restart().await;
    let mut white = table.alice.resume(&table.game, seq).await;
    let mut black = table.bob.resume(&table.game, seq).await;
    assert_eq!(table.alice.moves(&table.game).await, ["e2e4", "e7e5", "f1c4", "g8f6"]);
    white.play("d2d3").await.accepted();
    black.follow(&white).await;
    black.command("resign", json!({})).await.accepted();
    let pgn = table.server.get(&format!("/api/games/{}/pgn", table.game)).await;
    assert!(pgn.body.contains("2. Bc4") && pgn.body.contains("3. d3"), "{}", pgn.body);
    assert!(!pgn.body.contains(" Nc6"), "{}", pgn.body);
}

#[tokio::test]
async fn against_the_computer_a_takeback_is_immediate() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    let game = alice.create(&NewGame::computer(1)).await;
    let mut white = alice.open(&game).await;
    white.play("e2e4").await.accepted();
    while white.ply() < 2 {
        white.event("move_played").await;
    }
    let taken = white.command("propose_takeback", json!({})).await.accepted();
    assert_eq!(taken["event"]["half_moves"], 2);
    assert_eq!((white.ply(), white.moves().len()), (0, 0));
    let refused = white.command("propose_takeback", json!({})).await.refused();
    assert_eq!(refused["refusal"]["kind"], "nothing_to_take_back");
    white.play("d2d4").await.accepted();
    white.event("move_played").await;
}

#[tokio::test]
async fn time_is_given_and_a_rematch_declined() {
    let mut table = table(NewGame::friend().clocks(300_000, 0)).await;
    table.play(&["e2e4", "e7e5"]).await;
    let given = table.white.command("give_time", json!({})).await.accepted();
    assert_eq!(given["event"], json!({ "kind": "time_given", "by": "white", "time_ms": 15_000 }));
    assert_eq!(given["situation"]["clocks"]["black_ms"], 315_000);
    table.black.follow(&table.white).await;
    table.black.command("resign", json!({})).await.accepted();
    table.white.follow(&table.black).await;
    table.white.send("rematch", json!({})).await;
    table.black.until("the offer", |message| message["offered_by"] == "white").await;
    table.black.send("decline_rematch", json!({})).await;
    let told = table.white.until("the answer", |message| message["declined_by"] == "black").await;
    assert!(told["offered_by"].is_null() && told["game"].is_null(), "{told}");
    let refused = table.white.command("rematch", json!({})).await.refused();
    assert_eq!(refused["refusal"]["kind"], "rematch_declined");
}

/// Whoever has offered it may look at another page by then: there an engine stops at once, and the way to the game is shown.
#[tokio::test]
async fn both_hear_in_every_tab_that_a_rematch_has_begun() {
    let server = server().await;
    let (alice, bob) = (registered(&server, "Alice").await, registered(&server, "Bob").await);
    let (game, mut white, mut black) = game_of(&alice, &bob, NewGame::friend()).await;
    let [mut hers, mut his] = [Tab::open(&alice).await, Tab::open(&bob).await];
    for tab in [&mut hers, &mut his] {
        tab.follow("me").await;
    }
    white.command("resign", json!({})).await.accepted();
    white.send("rematch", json!({})).await;
    black.next("rematch").await;
    black.send("rematch", json!({})).await;
    let begun = black.until("the next game", |message| message["game"].is_string()).await["game"].clone();
    assert_ne!(begun, json!(game));
    for (tab, opponent) in [(&mut hers, "Bob"), (&mut his, "Alice")] {
        let paired = tab.next("paired").await;
        assert_eq!((&paired["game"], &paired["opponent"]["name"]), (&begun, &json!(opponent)));
    }
}
