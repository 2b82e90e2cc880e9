// SPDX-License-Identifier: AGPL-3.0-or-later
//! Puzzles for everybody and for some, and races.

use serde_json::json;
use tabiya_testkit::{Guest, Server, patiently};

use super::Stage;

pub(super) async fn add(stage: &mut Stage<'_>) {
    let puzzle = first_puzzle(stage.player).await;
    let of_class = puzzle_for_some(stage.server, &puzzle, "classOnly1", None);
    let of_pupil = puzzle_for_some(stage.server, &puzzle, "dorasOnly1", Some("dora"));
    stage.values.insert("puzzle", puzzle);
    stage.values.insert("class_puzzle", of_class);
    stage.values.insert("doras_puzzle", of_pupil);
    // By players who make no others: a fourth race of a player takes the place of the oldest.
    stage.values.insert("open_race", race(stage.rival, false).await);
    stage.values.insert("class_race", race(stage.pupil, true).await);
}

/// A race of puzzles that waits.
async fn race(maker: &mut Guest, class: bool) -> String {
    let made = maker.act("POST", "/api/page/puzzle-races", &json!({ "class": class })).await;
    assert_eq!(made.status, 201, "{}", made.body);
    made.json()["id"].as_str().expect("an id").to_owned()
}

/// A puzzle for the organiser's class alone, or for one pupil of it and the organiser. The server makes the first of the games that
/// the class plays, after ten minutes, and the second for lessons.
fn puzzle_for_some(server: &Server, like: &str, id: &str, pupil: Option<&str>) -> String {
    let database = rusqlite::Connection::open(server.data().join("tabiya.db")).expect("the database opens");
    database.busy_timeout(std::time::Duration::from_secs(30)).expect("it can wait");
    let add = "INSERT INTO puzzle (id, line, themes, points, deviation, volatility, plays, place)
         SELECT ?2, ?2 || substr(line, instr(line, char(9))), themes, points, deviation, volatility, 0, -2
         FROM puzzle WHERE id = ?1";
    assert_eq!(database.execute(add, [like, id]).expect("it is written"), 1);
    let for_some = "INSERT INTO puzzle_audience (puzzle, organiser, pupil)
         SELECT ?1, player, (SELECT player FROM account WHERE name_key = ?2) FROM account WHERE name_key = 'teach'";
    assert_eq!(database.execute(for_some, (id, pupil)).expect("it is written"), 1);
    id.to_owned()
}

/// A puzzle of the start set, which the server adds once it has begun.
async fn first_puzzle(player: &Guest) -> String {
    patiently("the start set of puzzles", async {
        loop {
            let next = player.get("/api/page/puzzles").await;
            if let Some(id) = next["puzzle"]["id"].as_str() {
                return id.to_owned();
            }
            tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        }
    })
    .await
}
