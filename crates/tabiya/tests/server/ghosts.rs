// SPDX-License-Identifier: AGPL-3.0-or-later
//! Closed accounts: their games stay, and nobody but staff is shown whose they were.

use serde_json::{Value, json};
use tabiya_testkit::{GameSocket, Guest, Server};

use crate::desk::{staff, with_admin};
use crate::people::{PASSWORD, registered};
use crate::profiles::lost_by;
use crate::server;

const NAME: &str = "Closed account";

/// All that a reader can ask about a game of Ann's.
async fn told(server: &Server, reader: &Guest, game: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for path in [
        format!("/api/games/{game}"),
        format!("/api/games/{game}/pgn"),
        format!("/game/{game}"),
        format!("/game/export/{game}"),
        "/api/games/user/Bob".to_owned(),
        "/api/page/players/Bob/games".to_owned(),
        "/api/page/players/Bob/games.pgn".to_owned(),
    ] {
        let answer = reader.call("GET", &path, "").await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        all.push((path, answer.body.clone()));
    }
    let json = [("Accept", "application/json")];
    let exported =
        server.request("GET", &format!("/game/export/{game}"), &json, b"").await.expect("an answer");
    all.push(("the export as JSON".to_owned(), exported.body.clone()));
    let mut socket =
        GameSocket::connect(reader, game, "protocol=3", Some(&reader.origin())).await.expect("a socket");
    socket.subscribe(None).await;
    let state = socket.until("the game", |message| message["type"] == "state").await;
    all.push(("the socket".to_owned(), state.to_string()));
    // The id is random, and may hold a name.
    all.into_iter().map(|(path, body)| (path, body.replace(game, ""))).collect()
}

async fn status(reader: &Guest, path: &str) -> u16 {
    reader.call("GET", path, "").await.status
}

/// What is asked of a closed account by its name.
const OF_ANN: [&str; 9] = [
    "/api/page/players/Ann/games",
    "/api/page/players/Ann/games.pgn",
    "/api/page/players/Ann/curve/blitz",
    "/api/page/players/Ann/against/Bob",
    "/api/page/players/Ann/openings",
    "/api/page/players/Bob/against/Ann",
    "/api/page/players/Bob/games?opponent=Ann",
    "/api/games/user/Ann",
    "/api/user/Ann/rating-history",
];

#[tokio::test]
async fn games_of_a_closed_account_stay_under_a_ghost_name() {
    let server = server().await;
    let (mut ann, bob) = (registered(&server, "Ann").await, registered(&server, "Bob").await);
    let game = lost_by(&ann, &bob, true).await;
    let visitor = Guest::new(&server).await;
    for (path, body) in told(&server, &visitor, &game).await {
        assert!(body.contains("Ann"), "{path}: {body}");
    }
    for path in OF_ANN {
        assert_eq!(status(&visitor, path).await, 200, "{path}");
    }

    assert_eq!(ann.act("POST", "/api/page/close", &json!({"password": PASSWORD})).await.status, 204);
    for (path, body) in told(&server, &visitor, &game).await {
        assert!(!body.contains("Ann") && !body.contains("\"ann\""), "{path}: {body}");
    }
    for path in OF_ANN {
        assert_eq!(status(&visitor, path).await, 404, "{path}");
    }
    let view = visitor.get(&format!("/api/games/{game}")).await;
    assert_eq!((&view["white"], &view["black"]["name"]), (&json!({"kind": "ghost"}), &json!("Bob")));
    let row = &visitor.get("/api/page/players/Bob/games").await["games"][0];
    assert_eq!((&row["white"]["player"], &row["result"]), (&json!({"kind": "ghost"}), &json!("black_wins")));
    let pgn = visitor.call("GET", &format!("/api/games/{game}/pgn"), "").await.body;
    assert!(pgn.contains(&format!("[White \"{NAME}\"]")) && !pgn.contains("WhiteElo"), "{pgn}");
    let page = visitor.get("/api/page/players/Ann").await;
    assert_eq!((&page["closed"], &page["ratings"]), (&json!(true), &json!([])));
    assert_eq!(page["results"]["white"]["lost"], 0);
    // The set is read again at a start.
    let mut server = server;
    assert!(server.stop().await);
    server.restart().await;
    assert_eq!(visitor.get(&format!("/api/games/{game}")).await["white"]["kind"], "ghost");
}

#[tokio::test]
async fn staff_see_whose_games_they_were_and_bring_the_names_back() {
    let (server, mut admin) = with_admin().await;
    let (ann, bob) = (registered(&server, "Ann").await, registered(&server, "Bob").await);
    let mut judge = staff(&server, &mut admin, "judge", "moderator").await;
    let game = lost_by(&ann, &bob, true).await;
    let close = json!({"text": "gone"});
    assert_eq!(judge.act("POST", "/api/page/desk/users/Ann/close", &close).await.status, 204);
    let visitor = Guest::new(&server).await;
    assert_eq!(visitor.get(&format!("/api/games/{game}")).await["white"]["kind"], "ghost");
    for path in OF_ANN.iter().filter(|path| path.starts_with("/api/page")) {
        assert_eq!((status(&judge, path).await, status(&visitor, path).await), (200, 404), "{path}");
    }
    let rows = judge.get("/api/page/players/Ann/games").await;
    assert_eq!(rows["games"][0]["white"]["player"]["name"], "Ann");
    let users = judge.get("/api/page/desk/users?prefix=ann").await;
    assert_eq!((&users["users"][0]["name"], &users["users"][0]["closed"]), (&json!("Ann"), &json!(true)));

    // Undone in the log, done again by undoing that the same way, and opened with a word.
    let last = judge.get("/api/page/desk/log").await["entries"][0]["id"].clone();
    let undo = judge.act("POST", &format!("/api/page/desk/log/{last}/undo"), &Value::Null).await;
    assert_eq!(undo.status, 204, "{}", undo.body);
    assert_eq!(visitor.get(&format!("/api/games/{game}")).await["white"]["name"], "Ann");
    assert_eq!(judge.act("POST", "/api/page/desk/users/Ann/close", &close).await.status, 204);
    assert_eq!(judge.act("POST", "/api/page/desk/users/Ann/reopen", &close).await.status, 204);
    let last = judge.get("/api/page/desk/log").await["entries"][0]["id"].clone();
    let undo = judge.act("POST", &format!("/api/page/desk/log/{last}/undo"), &Value::Null).await;
    assert_eq!(undo.status, 204, "{}", undo.body);
    assert_eq!(visitor.get(&format!("/api/games/{game}")).await["white"]["kind"], "ghost");
}
