// SPDX-License-Identifier: AGPL-3.0-or-later
//! Lists and pages of games, which are read and not opened.

use serde_json::{Value, json};
use tabiya_testkit::{Guest, NewGame, Server};

use crate::{server_with, table};

/// How many rooms are in memory.
async fn rooms(server: &Server) -> u32 {
    let metrics = server.get("/metrics").await.body;
    let line = metrics.lines().find_map(|line| line.strip_prefix("tabiya_rooms "));
    let count = line.unwrap_or_else(|| panic!("no count of rooms in:\n{metrics}"));
    count.trim().parse().expect("a number")
}

fn ids(games: &Value) -> Vec<&str> {
    let games = games.as_array().expect("a list").iter();
    games.map(|game| game["id"].as_str().expect("an id")).collect()
}

#[tokio::test]
async fn reading_a_finished_game_opens_no_room() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    drop((table.white, table.black));
    // Finished games don't come back with the server, so none has a room now.
    assert!(table.server.stop().await);
    table.server.restart().await;
    assert_eq!(rooms(&table.server).await, 0);
    let path = format!("/api/games/{}", table.game);
    let view = table.server.get(&path).await.json();
    assert_eq!(view["situation"]["status"]["termination"], "checkmate", "{view}");
    assert_eq!(view["moves"].as_array().unwrap().len(), 4);
    let pgn = table.server.get(&format!("{path}/pgn")).await.body;
    assert!(pgn.contains("2. g4 Qh4# "), "{pgn}");
    assert_eq!(table.server.get(&format!("{path}/lag")).await.status, 200);
    let games = table.alice.get("/api/games").await;
    assert_eq!(ids(&games), [table.game.as_str()]);
    assert_eq!(games[0]["last_move"], "d8h4", "{games}");
    assert_eq!(table.server.get("/api/games/00000000").await.status, 404);
    assert_eq!(rooms(&table.server).await, 0, "a read has opened a room");
}

#[tokio::test]
async fn a_finished_game_is_followed_without_a_room_until_its_players_want_a_rematch() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    drop((table.white, table.black));
    assert!(table.server.stop().await);
    table.server.restart().await;
    let mut white = table.alice.open(&table.game).await;
    let mut watcher = Guest::new(&table.server).await.open(&table.game).await;
    let mut black = table.bob.open(&table.game).await;
    assert_eq!([white.you(), watcher.you(), black.you()], [Some("white"), None, Some("black")]);
    assert_eq!((watcher.status(), watcher.moves().len()), ("ended", 4));
    white.ping().await;
    assert_eq!(white.next("pong").await["seq"], white.seq());
    let here = |message: &Value| {
        message["type"] == "presence" && message["white"] == true && message["black"] == true
    };
    watcher.until("both players", here).await;
    assert_eq!(rooms(&table.server).await, 0, "to follow a finished game has opened a room");

    white.send("rematch", json!({})).await;
    for socket in [&mut white, &mut watcher, &mut black] {
        let offer = socket.next("rematch").await;
        assert_eq!((offer["offered_by"].as_str(), &offer["game"]), (Some("white"), &Value::Null));
    }
    assert_eq!(rooms(&table.server).await, 1);
    black.send("rematch", json!({})).await;
    let agreed = |message: &Value| message["type"] == "rematch" && message["game"].is_string();
    let mut games = Vec::new();
    for socket in [&mut white, &mut watcher, &mut black] {
        games.push(socket.until("the new game", agreed).await["game"].clone());
    }
    assert!(games.iter().all(|game| *game == games[0]), "{games:?}");
    let again = table.bob.open(games[0].as_str().expect("an id")).await;
    assert_eq!(again.you(), Some("white"));
}

/// Running games were once pushed out of the list by two dozen newer ones that had ended.
#[tokio::test]
async fn unfinished_games_come_first_and_finished_ones_in_pages() {
    let server = server_with(&["--max-games-per-minute", "1000", "--max-games-per-hour", "1000"]).await;
    let alice = Guest::new(&server).await;
    let running = alice.create(&NewGame::friend()).await;
    let mut ended = Vec::new();
    for _ in 0..30 {
        let game = alice.create(&NewGame::friend()).await;
        let mut socket = alice.open(&game).await;
        socket.command("abort", json!({})).await.accepted();
        ended.push(game);
    }
    ended.reverse();
    let first = alice.get("/api/games").await;
    let first = ids(&first);
    assert_eq!(first[0], running);
    assert_eq!(first[1..], ended[..24], "the last to end comes first");
    let next = alice.get(&format!("/api/games?after={}", first[24])).await;
    assert_eq!(ids(&next), ended[24..]);
    let last = alice.get(&format!("/api/games?after={}", ended[29])).await;
    assert_eq!(ids(&last), [] as [&str; 0]);
    assert_eq!(alice.call("GET", "/api/games?after=no-game", "").await.status, 400);
    assert_eq!(alice.call("GET", "/api/games?after=00000000", "").await.status, 404);
    let stranger = Guest::new(&server).await;
    let foreign = stranger.call("GET", &format!("/api/games?after={}", ended[29]), "").await;
    assert_eq!(foreign.status, 404, "somebody else learns nothing of it, not even that it is there");
}
