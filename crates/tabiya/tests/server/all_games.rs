// SPDX-License-Identifier: AGPL-3.0-or-later
//! The export of every finished game, for admins.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tabiya_testkit::{NewGame, Server};

use crate::clients::{tabiya, token_of, token_of_new};
use crate::desk::{staff, with_admin};
use crate::programs::{ask, error};
use crate::table_on;

const PATH: &str = "/api/tabiya/games";

/// The ids of all games in an export, each once.
async fn exported(server: &Server, token: &str, query: &str) -> BTreeSet<String> {
    let bearer = format!("Bearer {token}");
    let headers = [("Accept", "application/x-ndjson"), ("Authorization", bearer.as_str())];
    let answer = server.request("GET", &format!("{PATH}{query}"), &headers, b"").await.expect("an answer");
    assert_eq!(answer.status, 200, "{}", answer.body);
    let games = answer.body.lines().map(|line| serde_json::from_str::<Value>(line).expect("a game"));
    let ids: Vec<_> = games.map(|game| game["id"].as_str().expect("an id").to_owned()).collect();
    let set: BTreeSet<_> = ids.iter().cloned().collect();
    assert_eq!(set.len(), ids.len(), "a game comes once");
    set
}

#[tokio::test]
async fn an_admin_exports_every_finished_game_and_nobody_else_does() {
    let (server, mut admin) = with_admin().await;
    staff(&server, &mut admin, "judge", "moderator").await;
    let [judge, chief, weak] = [("judge", "web:mod"), ("chief", "web:mod"), ("chief", "board:play")]
        .map(|(n, s)| token_of(&server, n, s));
    let ann = token_of_new(&server, "Ann", "web:mod");
    let admins = "Only admins export the games of everybody";
    for (token, status, why) in [
        ("", 401, "No such token"),
        (&*weak, 403, "Missing scope: web:mod"),
        (&*judge, 403, admins),
        (&*ann, 403, admins),
    ] {
        let answer = ask(&server, "GET", PATH, token, "").await;
        assert_eq!((answer.status, error(&answer).as_str()), (status, why));
    }
    let wrong = ask(&server, "GET", &format!("{PATH}?since=x"), &chief, "").await;
    assert!(wrong.status == 400 && error(&wrong).starts_with("since: "), "{}", wrong.body);
    assert!(exported(&server, &chief, "").await.is_empty());

    // More than are read and written at once.
    let mut finished = BTreeSet::new();
    for number in 0..45 {
        let pgn = format!("[Event \"{number}\"]\n\n1. e4 e5 1-0\n");
        let made = ask(&server, "POST", "/api/import", &ann, &json!({ "pgn": pgn }).to_string()).await;
        finished.insert(made.json()["id"].as_str().expect("an id").to_owned());
    }
    let before = exported(&server, &chief, "").await;
    assert_eq!(before, finished);
    let mut table = table_on(server, NewGame::friend().clocks(300_000, 0).private()).await;
    table.play(&["f2f3", "e7e5", "g2g4"]).await;
    assert_eq!(exported(&table.server, &chief, "").await, finished, "a game that goes on is not finished");
    table.play(&["d8h4"]).await;
    finished.insert(table.game.clone());
    assert_eq!(exported(&table.server, &chief, "").await, finished, "the private game too");
    let pgn = ask(&table.server, "GET", &format!("{PATH}?literate=true"), &chief, "").await.body;
    assert_eq!((pgn.matches("[GameId ").count(), pgn.matches("won by checkmate.").count()), (46, 1));

    let path = format!("/game/export/{}", table.game);
    let headers = [("Accept", "application/json"), ("Authorization", &*format!("Bearer {chief}"))];
    let last = table.server.request("GET", &path, &headers, b"").await.expect("it").json();
    let ended = last["lastMoveAt"].as_u64().expect("a time");
    assert!(exported(&table.server, &chief, &format!("?since={ended}")).await.contains(&table.game));
    let until = exported(&table.server, &chief, &format!("?until={}", ended - 1)).await;
    assert_eq!(until, before);
    assert!(exported(&table.server, &chief, "?until=1").await.is_empty());
    tabiya(&table.server, &["user", "add", "other", "--role", "admin"]);
    tabiya(&table.server, &["user", "role", "chief", "player"]);
    assert_ne!(ask(&table.server, "GET", PATH, &chief, "").await.status, 200, "no admin any more");
}
