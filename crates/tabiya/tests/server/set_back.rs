// SPDX-License-Identifier: AGPL-3.0-or-later
//! The wall clock is set back by a year while the server runs.

use serde_json::{Value, json};
use tabiya_testkit::NewGame;

use crate::stalls::stored;
use crate::trouble::Wrapped;
use crate::{game_of, table_on};

const YEAR: u64 = 365 * 24 * 3_600;

#[tokio::test]
async fn a_clock_that_is_set_back_is_noticed_by_nobody_and_told_once() {
    let machine = Wrapped::build();
    let mut table = table_on(machine.start().await, NewGame::friend().clocks(600_000, 0)).await;
    let days = NewGame::friend().time(json!({ "days": 2 }));
    let (letters, mut white, mut black) = game_of(&table.alice, &table.bob, days).await;
    table.play(&["e2e4", "e7e5"]).await;
    white.play("d2d4").await.accepted();
    black.follow(&white).await;
    let before = black.situation()["clocks"]["black_ms"].as_u64().unwrap();

    machine.set_clock_back(YEAR);
    table.server.printed("set back").await;
    table.play(&["g1f3", "b8c6"]).await;
    let now = table.alice.get(&format!("/api/games/{letters}")).await;
    let left = now["situation"]["clocks"]["black_ms"].as_u64().unwrap();
    assert!(left <= before, "nobody gains days by it: {left} of {before}");
    black.play("d7d5").await.accepted();

    // The same across a start.
    table.server.kill().await;
    table.server.restart().await;
    let mut white = table.alice.open(&table.game).await;
    let mut black = table.bob.open(&table.game).await;
    white.play("f1c4").await.accepted();
    black.follow(&white).await;
    black.play("f8c5").await.accepted();
    let mut letter = table.alice.open(&letters).await;
    assert!(letter.situation()["clocks"]["white_ms"].as_u64() <= Some(2 * 86_400_000));
    letter.play("c2c4").await.accepted();

    let said = table.server.log().matches("set back").count();
    assert!(said <= 2, "once a start: {}", table.server.log());
    assert!(table.server.stop().await);
    let log = stored(table.server.data(), &table.game).await;
    let clocks = log.iter().filter_map(|line| line["event"]["move_played"]["clock"].as_u64());
    for (ply, clock) in clocks.enumerate() {
        assert!(clock > 540_000 && clock <= 600_000, "ply {ply}: {clock} of ten minutes: {log:#?}");
    }
    let times = |log: &[Value]| log.iter().map(|line| line["at"].as_u64().unwrap()).collect::<Vec<_>>();
    let letters = times(&stored(table.server.data(), &letters).await);
    assert!(letters.is_sorted(), "correspondence never goes back: {letters:?}");
}
