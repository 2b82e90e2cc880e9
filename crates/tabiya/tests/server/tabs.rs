// SPDX-License-Identifier: AGPL-3.0-or-later
//! Several tabs, lost connections, and commands that are sent twice.

use serde_json::json;
use tabiya_testkit::{GameSocket, NewGame, Reply};

use crate::table;

#[tokio::test]
async fn a_dropped_socket_resumes_by_number() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["e2e4", "e7e5"]).await;
    let last = table.black.seq();
    table.black.drop_connection();
    table.white.play("g1f3").await.accepted();
    table.white.command("offer_draw", json!({})).await.accepted();

    // The kit checks that the numbers after `last` come without a gap.
    let mut black = table.bob.resume(&table.game, last).await;
    assert_eq!(black.seq(), table.white.seq());
    assert_eq!(black.situation()["draw_offer"], "white");
    assert_eq!(black.you(), Some("black"));
    black.play("b8c6").await.accepted();
}

/// All that one who resumes has missed is written at once, and must not count as reading too slowly.
#[tokio::test]
async fn whoever_missed_much_comes_in_at_once() {
    let mut table = table(NewGame::friend().clocks(300_000, 0)).await;
    let first = table.black.seq();
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8"];
    let moves = [&there_and_back[..], &["a2a3", "a7a6"], &there_and_back, &["h2h3", "h7h6"]].concat();
    for uci in moves {
        let white_moves = table.white.ply().is_multiple_of(2);
        let (mover, other) = if white_moves {
            (&mut table.white, &mut table.black)
        } else {
            (&mut table.black, &mut table.white)
        };
        // Two events more at each move; draw offers would have to wait longer and longer.
        for _ in 0..2 {
            mover.command("give_time", json!({})).await.accepted();
        }
        other.follow(mover).await;
        mover.play(uci).await.accepted();
        other.follow(mover).await;
    }
    let last = table.white.seq();
    // More where the machine let the server stand still, which gives time back by an event.
    assert!(last - first >= 60, "{}", last - first);
    for missed in [1, 31, 32, 33, 58, 60] {
        let mut late = table.bob.resume(&table.game, last - missed).await;
        assert_eq!(late.seq(), last, "{missed} missed");
        late.ping().await;
        late.next("pong").await;
    }
}

#[tokio::test]
async fn a_number_from_the_future_gets_the_whole_game() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["e2e4", "e7e5"]).await;
    let origin = table.bob.origin();
    let connected = GameSocket::connect(&table.bob, &table.game, "", Some(&origin)).await;
    let mut black = connected.expect("a client that names no protocol speaks the newest");
    black.subscribe(Some(4_000)).await;
    black.next("state").await;
    assert_eq!(black.moves(), ["e2e4", "e7e5"]);
}

#[tokio::test]
async fn a_second_tab_of_the_same_player_shows_and_plays_the_same_game() {
    let mut table = table(NewGame::friend()).await;
    let mut second = table.alice.open(&table.game).await;
    assert_eq!(second.you(), Some("white"));
    second.play("e2e4").await.accepted();
    table.white.follow(&second).await;
    table.black.follow(&second).await;
    table.black.play("e7e5").await.accepted();
    table.white.follow(&table.black).await;
    second.follow(&table.black).await;
    assert_eq!(table.white.moves(), second.moves());
    assert_eq!(table.white.situation()["fen"], second.situation()["fen"]);
}

#[tokio::test]
async fn two_tabs_racing_for_one_ply_play_one_move() {
    let mut table = table(NewGame::friend()).await;
    let mut second = table.alice.open(&table.game).await;
    let seq = table.white.seq();
    let asked = (
        table.white.send("play", json!({ "seq": seq, "uci": "e2e4" })).await,
        second.send("play", json!({ "seq": seq, "uci": "d2d4" })).await,
    );
    let replies = [table.white.reply_to(asked.0).await, second.reply_to(asked.1).await];
    let mut accepted = 0;
    for reply in &replies {
        match reply {
            Reply::Done(_) => accepted += 1,
            Reply::Refused(message) => assert_eq!(message["refusal"]["kind"], "stale", "{message}"),
            Reply::Lost => panic!("a connection was lost"),
        }
    }
    assert_eq!(accepted, 1);
    assert_eq!(table.alice.moves(&table.game).await.len(), 1);
}

#[tokio::test]
async fn the_same_move_sent_again_is_answered_as_before() {
    let mut table = table(NewGame::friend()).await;
    let seen = table.white.seq();
    let first = table.white.play_since(seen, "e2e4").await.accepted();
    // The opponent offers a draw in between, which raises the number as the move's own event did.
    table.black.follow(&table.white).await;
    table.black.command("offer_draw", json!({})).await.accepted();
    let again = table.white.play_since(seen, "e2e4").await.accepted();
    assert_eq!(first["seq"], again["seq"]);
    assert_eq!(first["event"], again["event"]);
    assert_ne!(first["id"], again["id"]);
    // The opponent heard it once: the kit would find a number that comes twice.
    table.black.follow(&table.white).await;
    table.black.play("e7e5").await.accepted();
    let again = table.white.play_since(seen, "e2e4").await.accepted();
    assert_eq!(first["seq"], again["seq"]);
    assert_eq!(table.alice.moves(&table.game).await, ["e2e4", "e7e5"]);
}

#[tokio::test]
async fn a_page_of_another_version_is_told() {
    let table = table(NewGame::friend()).await;
    let origin = table.bob.origin();
    for query in ["protocol=0", "protocol=1", "protocol=2"] {
        let mut old = GameSocket::connect(&table.bob, &table.game, query, Some(&origin)).await.unwrap();
        assert_eq!(old.next("outdated").await["protocol"], 3);
        assert_eq!(old.closed().await.code, Some(4000), "{query}");
    }
}

#[tokio::test]
async fn a_ping_is_answered_with_the_newest_number() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["e2e4"]).await;
    table.black.ping().await;
    assert_eq!(table.black.next("pong").await["seq"], table.black.seq());
}
