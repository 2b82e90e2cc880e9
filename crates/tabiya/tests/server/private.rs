// SPDX-License-Identifier: AGPL-3.0-or-later
//! Private games: for their players and staff. For everybody else there is no such game, by any door.

use serde_json::{Value, json};
use tabiya_testkit::{GameSocket, Guest, LineStream, NewGame, Server};

use crate::clients::{token_of, token_of_new};
use crate::desk::{staff, with_admin};
use crate::people::registered;
use crate::programs::ask;
use crate::{game_of, server, table_on};

/// How a subscription to this game is answered: `state`, or the kind of the refusal.
async fn followed_by(guest: &Guest, game: &str) -> String {
    let mut socket = GameSocket::connect(guest, game, "protocol=3", Some(&guest.origin())).await;
    let socket = socket.as_mut().expect("sockets are for everybody");
    socket.subscribe(None).await;
    let answer = |message: &Value| message["type"] == "state" || message["type"] == "refused";
    let answer = socket.until("an answer", answer).await;
    let kind = answer["refusal"]["kind"].as_str().or(answer["type"].as_str());
    kind.expect("both have a kind").to_owned()
}

/// The status of each call about a game, of its pictures and of its page.
async fn calls(guest: &Guest, game: &str) -> Vec<u16> {
    let calls = ["", "/pgn", "/lag"].map(|call| format!("/api/games/{game}{call}"));
    let pictures = ["board.png", "moves.gif"].map(|file| format!("/picture/game/{game}/{file}"));
    let page = format!("/game/{game}");
    let mut found = Vec::new();
    for path in calls.into_iter().chain(pictures).chain([page]) {
        found.push(guest.call("GET", &path, "").await.status);
    }
    found
}

#[tokio::test]
async fn calls_and_sockets_show_a_private_game_to_its_players_and_staff_alone() {
    let (server, mut admin) = with_admin().await;
    let judge = staff(&server, &mut admin, "judge", "moderator").await;
    let stranger = registered(&server, "stranger").await;
    let mut table = table_on(server, NewGame::friend().clocks(300_000, 0).private()).await;
    table.play(&["f2f3", "e7e5"]).await;
    for (who, status, answer) in [
        (&table.alice, 200, "state"),
        (&table.bob, 200, "state"),
        (&judge, 200, "state"),
        (&stranger, 404, "no_such_topic"),
    ] {
        assert_eq!(calls(who, &table.game).await, [status; 6]);
        assert_eq!(followed_by(who, &table.game).await, answer);
    }
    assert_eq!(table.alice.get(&format!("/api/games/{}", table.game)).await["private"], true);
    // The same once it is over, when no room is asked.
    table.play(&["g2g4", "d8h4"]).await;
    assert_eq!(table.white.status(), "ended");
    drop((table.white, table.black));
    assert!(table.server.stop().await);
    table.server.restart().await;
    for (who, status, answer) in
        [(&table.alice, 200, "state"), (&judge, 200, "state"), (&stranger, 404, "no_such_topic")]
    {
        assert_eq!(calls(who, &table.game).await, [status; 6]);
        assert_eq!(followed_by(who, &table.game).await, answer);
    }
}

/// The first line that such a stream tells.
async fn first_told(server: &Server, path: &str, token: &str, body: &str) -> Value {
    let mut stream = LineStream::open(server, "POST", path, token, body).await;
    assert_eq!(stream.status, 200, "{path}");
    stream.next().await.expect("a game")["id"].clone()
}

#[tokio::test]
async fn programs_see_a_private_game_of_their_owner_alone() {
    let server = server().await;
    let (ann, bob) = (registered(&server, "Ann").await, registered(&server, "Bob").await);
    // The order matters: what a stream tells first is the private game, if it tells it at all.
    let (secret, mut white, mut black) =
        game_of(&ann, &bob, NewGame::friend().clocks(300_000, 0).private()).await;
    white.play("e2e4").await.accepted();
    black.follow(&white).await;
    let (public, ..) = game_of(&ann, &bob, NewGame::friend().clocks(300_000, 0)).await;
    let own = token_of(&server, "Ann", "");
    let strangers = token_of_new(&server, "Eve", "");
    for is_over in [false, true] {
        if is_over {
            black.command("resign", json!({})).await.accepted();
        }
        for (token, status) in [(&*own, 200), (&*strangers, 404), ("", 404)] {
            let export = format!("/game/export/{secret}");
            assert_eq!(ask(&server, "GET", &export, token, "").await.status, status, "{export}");
            let moves = format!("/api/stream/game/{secret}");
            let stream = LineStream::open(&server, "GET", &moves, token, "").await;
            assert_eq!(stream.status, status, "{moves}");
            let both = format!("{secret},{public}");
            let exported = ask(&server, "POST", "/api/games/export/_ids", token, &both).await.body;
            assert_eq!(exported.contains(&secret), status == 200, "{exported}");
            assert!(exported.contains(&public), "{exported}");
            let first = if status == 200 { &secret } else { &public };
            assert_eq!(first_told(&server, "/api/stream/games/mine", token, &both).await, first.as_str());
            let users = "/api/stream/games-by-users?withCurrentGames=true";
            let told = first_told(&server, users, token, "ann,bob").await;
            assert!(status == 200 || told == public.as_str(), "{told}");
            let current = ask(&server, "GET", "/api/user/ann/current-game", token, "").await.body;
            assert!(status == 200 || !current.contains(&secret), "{current}");
            let of_ann = ask(&server, "GET", "/api/games/user/ann?ongoing=true", token, "").await.body;
            assert!(status == 200 || !of_ann.contains(&secret), "{of_ann}");
        }
    }
}

#[tokio::test]
async fn a_private_game_is_open_to_its_link_until_the_seat_is_taken() {
    let server = server().await;
    let [alice, bob, carol] =
        [Guest::new(&server).await, Guest::new(&server).await, Guest::new(&server).await];
    let game = alice.create(&NewGame::friend().private()).await;
    let origin = carol.origin();
    let mut watcher = GameSocket::connect(&carol, &game, "", Some(&origin)).await.expect("a socket opens");
    let subscribe = |topic: &str| json!({ "type": "subscribe", "topic": topic }).to_string();
    for (topic, first) in [(format!("game:{game}"), "state"), ("me".to_owned(), "mine")] {
        watcher.send_text(&subscribe(&topic)).await;
        watcher.until("the first message", |message| message["type"] == first).await;
    }
    let mut black = bob.open(&game).await;
    black.join().await;
    // Carol was here before, and is shown out of the game alone. The whole connection was closed.
    let refused = watcher.until("the end", |message| message["type"] == "refused").await;
    assert_eq!(
        (&refused["topic"], &refused["refusal"]["kind"]),
        (&json!(format!("game:{game}")), &json!("no_such_topic"))
    );
    watcher.send_text(&json!({ "type": "ping", "topic": "me" }).to_string()).await;
    watcher.until("a pong", |message| message["type"] == "pong" && message["topic"] == "me").await;
    assert_eq!(followed_by(&carol, &game).await, "no_such_topic");
    assert_eq!(followed_by(&bob, &game).await, "state");
}

#[tokio::test]
async fn no_list_holds_a_private_game_but_that_of_ones_own() {
    let server = server().await;
    let (alice, bob) = (registered(&server, "Alice").await, registered(&server, "Bob").await);
    let mut games = Vec::new();
    for wish in [NewGame::friend().private(), NewGame::friend()] {
        let (game, mut white, mut black) = game_of(&alice, &bob, wish).await;
        white.play("e2e4").await.accepted();
        black.follow(&white).await;
        black.play("e7e5").await.accepted();
        white.follow(&black).await;
        white.command("resign", json!({})).await.accepted();
        games.push(game);
    }
    let ids = |list: &Value| -> Vec<String> {
        let list = list.as_array().expect("a list").iter();
        list.map(|game| game["id"].as_str().expect("an id").to_owned()).collect()
    };
    let own = ids(&alice.get("/api/games").await);
    assert!(games.iter().all(|game| own.contains(game)), "{own:?}");
    for path in ["/api/page/players/Alice/games", "/api/page/players/Bob/against/Alice"] {
        assert_eq!(ids(&bob.get(path).await["games"]), games[1..], "{path}");
    }
    let pgn = bob.call("GET", "/api/page/players/Alice/games.pgn", "").await.body;
    assert_eq!(pgn.matches("[Event ").count(), 1, "{pgn}");
    let against = bob.get("/api/page/players/Bob/against/Alice").await;
    assert_eq!((&against["won"], &against["lost"]), (&json!(1), &json!(0)), "{against}");
    let profile = bob.get("/api/page/players/Bob").await;
    assert_eq!(profile["results"]["black"]["won"], 1, "{profile}");
}

#[tokio::test]
async fn a_private_game_is_not_rated_and_its_rematch_is_private_too() {
    let server = server().await;
    let (alice, bob) = (registered(&server, "Alice").await, registered(&server, "Bob").await);
    let refused = alice.ask_for(&NewGame::friend().clocks(300_000, 0).rated().private()).await;
    assert_eq!(refused.status, 400);
    assert!(refused.body.contains("private"), "{}", refused.body);
    let (_, mut white, mut black) = game_of(&alice, &bob, NewGame::friend().private()).await;
    white.command("resign", json!({})).await.accepted();
    white.send("rematch", json!({})).await;
    black.next("rematch").await;
    black.send("rematch", json!({})).await;
    let agreed = |message: &Value| message["type"] == "rematch" && message["game"].is_string();
    let next = white.until("the new game", agreed).await["game"].clone();
    let next = next.as_str().expect("an id");
    assert_eq!(calls(&alice, next).await, [200; 6]);
    assert_eq!(calls(&registered(&server, "stranger").await, next).await, [404; 6]);
}

/// A first move on the start page begins such a game, and whoever only tries a piece was listed as a player of it.
#[tokio::test]
async fn a_game_that_is_only_tried_is_in_no_list_of_others() {
    let server = server().await;
    let ann = registered(&server, "ann").await;
    let visitor = Guest::new(&server).await;
    let ongoing =
        async || ask(&server, "GET", "/api/games/user/ann?ongoing=true&finished=false", "", "").await.body;
    let finished = async || ask(&server, "GET", "/api/games/user/ann", "", "").await.body;
    let listed = async |browser: &Guest| {
        let list = browser.get("/api/page/players/ann/games").await;
        list["games"].as_array().expect("a list").len()
    };
    let mut tried = ann.open(&ann.create(&NewGame::computer(1)).await).await;
    tried.play("e2e4").await.accepted();
    tried.event("move_played").await;
    assert_eq!(ongoing().await, "", "after one move");
    tried.command("resign", json!({})).await.accepted();
    assert_eq!((listed(&visitor).await, listed(&ann).await), (0, 1), "the own list has it");
    assert_eq!(finished().await, "");
    assert_eq!(visitor.call("GET", "/api/page/players/ann/games.pgn", "").await.body, "");

    let game = ann.create(&NewGame::computer(1)).await;
    let mut played = ann.open(&game).await;
    for _ in 0..2 {
        let own = if played.ply() == 0 { "e2e4".to_owned() } else { played.legal()[0].clone() };
        played.play(&own).await.accepted();
        played.event("move_played").await;
    }
    assert!(
        ongoing().await.contains("[White \"ann\"]"),
        "from the second move on it is a game like any other"
    );
    played.command("resign", json!({})).await.accepted();
    assert_eq!((listed(&visitor).await, listed(&ann).await), (1, 2));
    assert!(finished().await.contains(game.as_str()));
}
