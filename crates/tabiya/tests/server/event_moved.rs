// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laptop of an event is lost while a game runs: another one takes the event from the second place, and the game goes on there.

use std::time::Duration;

use serde_json::{Value, json};
use tabiya_testkit::{GameSocket, Guest, Server, patiently};
use tempfile::TempDir;
use tokio::time::sleep;

use crate::clients::tabiya;
use crate::events::{games, until};
use crate::people::registered;
use crate::{server, server_with};

/// The event of Olga's, in which two players meet on the server; both have made a move.
async fn evening(server: &Server) -> (String, String) {
    registered(server, "Olga").await;
    let new =
        ["event", "new", "Evening", "--format", "swiss", "--rounds", "2", "--time", "5+3", "--owner", "Olga"];
    let said = tabiya(server, &new);
    let event = said.split_whitespace().last().expect("the id is the last word").to_owned();
    let mut players = Vec::new();
    for name in ["Ann", "Bob", "Cleo"] {
        let mut player = registered(server, name).await;
        let join = json!({"seen": 1, "act": {"do": "join"}});
        assert_eq!(player.act("POST", &format!("/api/page/events/{event}"), &join).await.status, 200);
        players.push(player);
    }
    // Of equal ratings names decide: Cleo has the bye.
    for step in ["pair", "publish", "start"] {
        tabiya(server, &["event", step, &event]);
    }
    let view = until(&players[0], &event, "has a game", |view| view["rounds"][0]["stage"] == "started").await;
    let game = games(&view, 0).remove(0);
    let white = view["rounds"][0]["boards"][0]["white"].as_u64().expect("a number") as usize - 1;
    let path = format!("/api/games/{game}");
    patiently("the game to begin", async {
        while players[0].call("GET", &path, "").await.status != 200 {
            sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
    players[white].open(&game).await.play("e2e4").await.accepted();
    players[1 - white].open(&game).await.play("e7e5").await.accepted();
    (event, game)
}

/// A phone that opens the game by the code of a seat.
async fn phone(server: &Server, path: &str, seat: &Value, game: &str) -> GameSocket {
    let mut phone = Guest::new(server).await;
    let taken = phone.act("POST", &format!("{path}/seat"), &json!({"code": seat["code"]})).await;
    assert_eq!(taken.status, 200, "{}", taken.body);
    assert_eq!(taken.json()["game"], game);
    phone.open(game).await
}

#[tokio::test]
async fn a_running_game_goes_on_on_another_server_and_its_result_counts() {
    let stick = TempDir::new().expect("a temporary folder can be made");
    let place = stick.path().to_str().expect("a path of a test is text").to_owned();
    let mut lost = server_with(&["--event-copies", &place]).await;
    let (event, game) = evening(&lost).await;
    // An entry, after which the copy is made.
    registered(&lost, "Dan").await;
    tabiya(&lost, &["event", "enter", &event, "Dan"]);
    let copy = stick.path().join(format!("event-{event}.tabiya"));
    patiently("the copy in the second place", async {
        while !std::fs::read_to_string(&copy).is_ok_and(|text| text.contains("Dan")) {
            sleep(Duration::from_millis(50)).await;
        }
    })
    .await;
    lost.kill().await;

    let found = server().await;
    let olga = registered(&found, "Olga").await;
    let file = copy.to_str().expect("a path of a test is text");
    let said = tabiya(&found, &["event", "restore", file, "--owner", "Olga"]);
    for wanted in ["with their clocks paused", "4 players have their accounts on the other computer"] {
        assert!(said.contains(wanted), "{said}");
    }
    let path = format!("/api/page/events/{event}");
    // The owner here leads it, and hands out the codes.
    let seats = olga.get(&format!("{path}/seats")).await["seats"].take();
    let seats = seats.as_array().expect("a list");
    assert_eq!(seats.len(), 2, "each of the two has a seat: {seats:?}");
    let view = olga.get(&path).await["event"].take();
    let white = &view["rounds"][0]["boards"][0]["white"];
    let is_white = |seat: &&Value| seat["entrant"] == *white;
    let white = seats.iter().find(is_white).expect("White's seat");
    let black = seats.iter().find(|seat| !is_white(seat)).expect("Black's seat");
    let (mut white, mut black) =
        (phone(&found, &path, white, &game).await, phone(&found, &path, black, &game).await);
    assert_eq!((white.you(), black.you()), (Some("white"), Some("black")));
    assert_eq!(white.moves(), ["e2e4", "e7e5"]);
    assert!(white.play("g1f3").await.is_refused(), "the clocks are paused");
    tabiya(&found, &["event", "clock", "resume", &event]);
    white.play("g1f3").await.accepted();
    black.follow(&white).await;
    black.play("b8c6").await.accepted();
    black.command("resign", json!({})).await.accepted();
    let ended = |view: &Value| view["rounds"][0]["boards"][0]["games"][0]["outcome"] == "1-0";
    let view = until(&olga, &event, "has the result", ended).await;
    assert_eq!(view["standings"][0]["points"], 10, "{view}");
    // The event goes on.
    for step in ["pair", "publish", "start"] {
        tabiya(&found, &["event", step, &event]);
    }
}
