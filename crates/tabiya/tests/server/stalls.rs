// SPDX-License-Identifier: AGPL-3.0-or-later
//! A server that stands still: nobody is charged for it, and the log says so.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tabiya_store::{GameLog, SqliteStore, check_data};
use tabiya_testkit::NewGame;
use tabiya_testkit::history::{Fault, GameHistory, Log, check};

use crate::{game_of, server, table_on};

/// How long the server stands still, which is longer than anybody has left.
const STALL: u64 = 16_000;
const CLOCK: u32 = 15_000;
/// What of a stall counts at most: the server's own beat.
const BEAT: u64 = 250;

/// The game's events as they are stored, by a server that has stopped.
pub(crate) async fn stored(data: &Path, game: &str) -> Vec<Value> {
    let store = SqliteStore::open(data).expect("the server has let go of its folder");
    let log = store.load(game.parse().expect("an id")).await.expect("a log").expect("the game is there");
    log.iter().map(|event| serde_json::to_value(event).expect("JSON")).collect()
}

/// What the log says of the turn in which the server stood still: White's third.
fn check_turn(log: &[Value]) {
    let number = |value: &Value| value.as_u64().unwrap_or_else(|| panic!("no number: {log:#?}"));
    let moves: Vec<_> = log.iter().filter(|line| line["event"]["move_played"].is_object()).collect();
    let clock = |ply: usize| number(&moves[ply]["event"]["move_played"]["clock"]);
    let place = |line: &Value| log.iter().position(|other| other == line).expect("it is of this log");
    // On a busy machine the server may give time back more than once.
    let credits = &log[place(moves[3]) + 1..place(moves[4])];
    let credit = |line: &Value| line["event"]["turn_restarted"]["credit"].as_u64();
    assert!(
        credits.iter().all(|line| credit(line).is_some()),
        "credits alone come before the move: {log:#?}"
    );
    assert!(credits.iter().any(|line| credit(line) >= Some(STALL - BEAT)), "no credit in {log:#?}");
    let last = &credits[credits.len() - 1];
    let spent = last["event"]["turn_restarted"]["spent"].as_u64().unwrap_or(0);
    let given: u64 = credits.iter().filter_map(credit).sum();
    let [began, restarted, played] = [moves[3], last, moves[4]].map(|line| number(&line["at"]));
    assert_eq!(given + spent, restarted - began, "what was given back and what was not is the turn so far");
    let compensated = moves[4]["event"]["move_played"]["compensated"].as_u64().unwrap_or(0);
    let charged = clock(2) - clock(4);
    assert_eq!(charged + compensated, (played + spent).saturating_sub(restarted));
    assert!(charged <= played - began - (STALL - BEAT));
    let all = Log::from_json(log).expect("a log");
    let faults = check(&GameHistory::default(), &all);
    let gained = faults.iter().find(|fault| matches!(fault, Fault::ClockGained { .. }));
    assert_eq!(gained, None, "{log:#?}");
}

#[tokio::test]
async fn games_go_on_after_the_server_stood_still_and_nobody_is_charged() {
    let mut table = table_on(server().await, NewGame::friend().clocks(CLOCK, 0)).await;
    let (other, mut white, mut black) =
        game_of(&table.alice, &table.bob, NewGame::friend().clocks(CLOCK, 0)).await;
    table.play(&["e2e4", "e7e5", "g1f3", "b8c6"]).await;
    for uci in ["d2d4", "d7d5", "c2c4", "e7e6"] {
        let (mover, hearer) =
            if white.ply().is_multiple_of(2) { (&mut white, &mut black) } else { (&mut black, &mut white) };
        mover.play(uci).await.accepted();
        hearer.follow(mover).await;
    }
    table.server.freeze().await;
    // In one game a move is under way meanwhile, in the other nobody does anything.
    let id = table.white.send("play", json!({ "seq": table.white.seq(), "uci": "f1c4" })).await;
    tokio::time::sleep(Duration::from_millis(STALL)).await;
    table.server.thaw().await;

    table.white.reply_to(id).await.accepted();
    table.black.follow(&table.white).await;
    table.play(&["g8f6", "d2d3"]).await;
    // The server's own timer, which was to let the flag fall, gives the time back instead.
    let told = black.event("turn_restarted").await;
    assert_eq!(told["situation"]["clocks"]["running"], "white", "{told}");
    assert!(told["situation"]["clocks"]["white_ms"].as_u64() > Some(0), "{told}");
    white.follow(&black).await;
    white.play("b1c3").await.accepted();
    black.follow(&white).await;
    black.play("g8f6").await.accepted();

    table.server.printed("stood still").await;
    let said = table.server.log();
    // A machine under load may let it stand still for a moment by itself.
    let long = said.lines().filter(|line| line.contains("stood still")).filter(|line| {
        let span = line.split_once("milliseconds=").and_then(|(_, span)| span.trim().parse::<u64>().ok());
        span.unwrap_or_else(|| panic!("no span in {line}")) >= STALL - BEAT
    });
    assert_eq!(long.count(), 1, "once, not once a game:\n{said}");
    assert!(table.server.stop().await);
    let replayed = check_data(table.server.data(), &mut |_| {}).expect("the server has stopped");
    assert_eq!((replayed.games, replayed.faults), (2, 0));
    for game in [&table.game, &other] {
        let log = stored(table.server.data(), game).await;
        check_turn(&log);
        assert!(log.iter().all(|line| line["event"]["ended"].is_null()), "nobody lost: {log:#?}");
    }
}
