// SPDX-License-Identifier: AGPL-3.0-or-later
//! The wall clock is set back by a year while the server runs, or set right after a start in the past.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use tabiya_testkit::{Guest, NewGame};

use crate::clients::token_of;
use crate::people::{PASSWORD, registered};
use crate::profiles::lost_by;
use crate::programs::ask;
use crate::rounds::{field, is_there, until_clocks_run};
use crate::second_factor::{STEP, code, step, with_code};
use crate::stalls::stored;
use crate::trouble::Wrapped;
use crate::{game_of, table_on};

const DAYS: u64 = 3 * 24 * 3_600;
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

/// A machine without a battery for its clock begins in the past, until it has asked the network. The games don't follow the leap;
/// whatever other devices compute by the time must.
#[tokio::test]
async fn codes_of_phones_are_right_after_the_clock_was_set_right() {
    let machine = Wrapped::build();
    machine.set_clock_back(DAYS);
    let server = machine.start().await;
    let mut alice = registered(&server, "Alice").await;
    let begin = json!({ "password": PASSWORD });
    let begun = alice.act("POST", "/api/page/second-factor/begin", &begin).await.json();
    let secret = begun["secret"].as_str().expect("a text").to_owned();
    let confirm = json!({"code": code(&secret, step() - DAYS / STEP)});
    let confirmed = alice.act("POST", "/api/page/second-factor/confirm", &confirm).await;
    assert_eq!(confirmed.status, 200, "{}", confirmed.body);
    machine.set_clock_back(0);
    server.printed("leapt ahead").await;
    let entered = with_code(&mut Guest::new(&server).await, &code(&secret, step())).await;
    assert_eq!(entered.status, 200, "{}", entered.body);
    let old = with_code(&mut Guest::new(&server).await, &code(&secret, step() - DAYS / STEP)).await;
    assert_eq!(old.status, 401, "{}", old.body);
}

/// The games follow such a leap for an hour a day, and the round came as many days later.
#[tokio::test]
async fn a_round_begins_at_its_time_after_the_clock_was_set_right() {
    let machine = Wrapped::build();
    machine.set_clock_back(DAYS);
    let server = machine.start_with(&["--staff-totp", "off"]).await;
    let ([ann, bob, cid, dora], olga) = field(&server).await;
    let order = async |form: String| {
        let bulk = ask(&server, "POST", "/api/bulk-pairing", &olga, &format!("{form}&clock.limit=600")).await;
        assert_eq!(bulk.status, 200, "{}", bulk.body);
        bulk.json()["games"][0]["id"].as_str().expect("an id").to_owned()
    };
    let due = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is after 1970").as_millis();
    let game = order(format!("players={ann}:{bob}&pairAt={due}&startClocksAt={due}")).await;
    assert!(!is_there(&server, &game).await, "in three days");
    machine.set_clock_back(0);
    server.printed("leapt ahead").await;
    // Whatever is ordered has all that is due looked at, so nobody waits for the next look.
    let at_once = order(format!("players={cid}:{dora}")).await;
    assert!(is_there(&server, &at_once).await);
    until_clocks_run(&server, &game).await;
}

/// The end of a game with clocks is as old as it is, whatever the wall clock shows since.
#[tokio::test]
async fn a_clock_that_leaps_ahead_tells_nobody_early_how_a_delayed_game_has_ended() {
    let machine = Wrapped::build();
    machine.set_clock_back(DAYS);
    let server = machine.start_with(&["--watch-delay-seconds", "600"]).await;
    let [ann, bob] = [registered(&server, "Ann").await, registered(&server, "Bob").await];
    let game = lost_by(&ann, &bob, false).await;
    machine.set_clock_back(0);
    server.printed("leapt ahead").await;
    let stranger = Guest::new(&server).await;
    let listed = stranger.call("GET", "/api/page/players/Ann/games", "").await.body;
    assert!(!listed.contains(&game), "{listed}");
    let token = token_of(&server, "Bob", "");
    let counts = async |token: &str| {
        ask(&server, "GET", "/api/crosstable/Ann/Bob", token, "").await.json()["nbGames"].clone()
    };
    assert_eq!((counts("").await, counts(&token).await), (json!(0), json!(1)), "its players know");
}
