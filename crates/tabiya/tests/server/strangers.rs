// SPDX-License-Identifier: AGPL-3.0-or-later
//! Work that anybody may start here, such as reading a game from PGN: who may, how much of it, and that nobody's move waits.

use serde_json::{Value, json};
use tabiya_testkit::{Answer, Guest, NewGame};

use crate::table;

async fn import(guest: &Guest, pgn: &str, private_as: Value) -> Answer {
    let body = json!({ "pgn": pgn, "private_as": private_as });
    guest.call("POST", "/api/page/import", &body.to_string()).await
}

/// A long game is heavy: thousands of half-moves are played again. Some hundred of them at once held up everybody's moves, and the
/// storage's reads stood behind them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_imports_is_answered_and_neither_moves_nor_a_stop_wait_for_it() {
    let mut table = table(NewGame::friend()).await;
    let flood: Vec<_> = (0..200)
        .map(|_| {
            let stranger = table.alice.clone();
            tokio::spawn(async move { import(&stranger, &"[A \"x\" ".repeat(2_000), Value::Null).await })
        })
        .collect();
    table.play(&["e2e4", "e7e5", "g1f3"]).await;
    assert_eq!(table.server.get("/healthz").await.status, 200);
    for answer in flood {
        let answer = answer.await.expect("no panic");
        let is_refused = matches!(answer.status, 429 | 503) && answer.header("retry-after").is_some();
        assert!(is_refused || answer.status == 400, "{} {}", answer.status, answer.body);
    }
    assert!(!table.server.log().contains("the storage is lost"), "{}", table.server.log());
    assert!(table.server.stop().await);
}
