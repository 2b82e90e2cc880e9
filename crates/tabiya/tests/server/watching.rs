// SPDX-License-Identifier: AGPL-3.0-or-later
//! "Watch": the best running games, and a player's running game.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tabiya_testkit::{GameSocket, Guest, LineStream, NewGame, patiently};

use crate::clients::token_of;
use crate::people::registered;
use crate::programs::ask;
use crate::ratings::{begun, blitz};
use crate::{game_of, server, server_with};

/// The pieces after 1. e4, as a FEN begins.
const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";

/// Asks until the shown games satisfy this: the answer is made once a second.
async fn until(guest: &Guest, what: &str, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
    patiently(what, async {
        loop {
            let games = guest.get("/api/page/watch").await["games"].as_array().expect("a list").clone();
            if wanted(&games) {
                return games;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    })
    .await
}

#[tokio::test]
async fn running_games_are_shown_by_speed_and_move_until_they_end() {
    let server = server().await;
    let (mut alice, bob) = (registered(&server, "Alice").await, registered(&server, "Bob").await);
    let carol = Guest::new(&server).await;
    assert_eq!(carol.get("/api/page/watch").await["games"], json!([]));
    let (blitz, mut white, _b) = game_of(&alice, &bob, NewGame::friend().clocks(300_000, 0)).await;
    let (rapid, ..) = game_of(&alice, &bob, NewGame::friend().clocks(900_000, 0)).await;
    // None of these is for "Watch": private, without a clock, waiting for an opponent, by days.
    let (secret, ..) = game_of(&alice, &bob, NewGame::friend().clocks(300_000, 0).private()).await;
    game_of(&alice, &bob, NewGame::friend()).await;
    alice.create(&NewGame::friend().clocks(300_000, 0)).await;
    let shown = until(&carol, "both games", |games| games.len() == 2).await;
    assert_eq!([&shown[0]["id"], &shown[1]["id"]], [blitz.as_str(), rapid.as_str()]);
    assert_eq!((&shown[0]["speed"], &shown[0]["white"]["name"]), (&json!("blitz"), &json!("Alice")));
    white.play("e2e4").await.accepted();
    until(&carol, "the move", |games| games[0]["last_move"] == "e2e4").await;
    white.command("abort", json!({})).await.accepted();
    until(&carol, "the end", |games| games.len() == 1 && games[0]["id"] == rapid.as_str()).await;
    let tv = carol.get("/api/page/players/alice/tv").await;
    assert_eq!(
        (&tv["name"], &tv["game"]),
        (&json!("Alice"), &json!(rapid)),
        "not {secret}, which is private"
    );
    let hidden = json!({ "online": "nobody" });
    assert_eq!(alice.act("PUT", "/api/page/settings", &hidden).await.status, 204);
    let tv = carol.get("/api/page/players/alice/tv").await;
    assert_eq!(tv["game"], Value::Null, "who may not see that Alice is there finds no game of hers");
    assert_eq!(carol.call("GET", "/api/page/players/nobody/tv", "").await.status, 404);
}

#[tokio::test]
async fn a_game_that_has_just_ended_is_listed_late_for_those_who_did_not_play() {
    let server = server_with(&["--watch-delay-seconds", "600"]).await;
    let (ann, bob, eve) =
        (registered(&server, "ann").await, registered(&server, "bob").await, Guest::new(&server).await);
    let (game, mut white, mut black) = game_of(&ann, &bob, NewGame::friend().clocks(300_000, 0)).await;
    white.play("e2e4").await.accepted();
    black.follow(&white).await;
    black.command("resign", json!({})).await.accepted();
    for (visitor, sees) in [(&ann, true), (&eve, false)] {
        for path in ["games", "games.pgn", "against/bob"] {
            let body = visitor.call("GET", &format!("/api/page/players/ann/{path}"), "").await.body;
            assert_eq!(body.contains(&game), sees, "{path}: {body}");
        }
    }
    let none = json!({"white": [], "black": []});
    assert_ne!(ann.get("/api/page/players/ann/openings").await, none);
    assert_eq!(eve.get("/api/page/players/ann/openings").await, none);
    // Counts of casual games tell no result either.
    let count = async |visitor: &Guest| {
        let tokens = visitor.get("/api/page/players/ann/against/bob").await;
        let profile = visitor.get("/api/page/players/ann").await;
        (
            tokens["won"].clone(),
            profile["results"]["white"]["won"].as_u64(),
            profile["results"]["black"]["won"].as_u64(),
        )
    };
    let (own, others) = (count(&ann).await, count(&eve).await);
    assert_eq!((own.0, own.1.max(own.2)), (json!(1), Some(1)));
    assert_eq!(others, (json!(0), Some(0), Some(0)), "{others:?}");
    let token = token_of(&server, "bob", "");
    for (token, games) in [(&*token, 1), ("", 0)] {
        let table = ask(&server, "GET", "/api/crosstable/ann/bob", token, "").await.json();
        let user = ask(&server, "GET", "/api/user/ann", token, "").await.json();
        assert_eq!((&table["nbGames"], &table["users"]["ann"]), (&json!(games), &json!(f64::from(games))));
        // Bob is another viewer of Ann's profile: only their games with each other are his.
        assert_eq!((&user["count"]["win"], &user["count"]["me"]), (&json!(0), &json!(games)), "{user}");
    }
    let own = ask(&server, "GET", "/api/user/ann", &token_of(&server, "ann", ""), "").await.json();
    assert_eq!(own["count"]["win"], json!(1));
    for path in ["/api/games/user/ann", "/api/user/ann/current-game"] {
        let body = eve.call("GET", path, "").await.body;
        assert!(!body.contains("e4"), "{path}: {body}");
    }
    // What a player may see no shared cache keeps for others.
    let picture = ann.call("GET", &format!("/picture/game/{game}/board.png"), "").await;
    assert_eq!(picture.header("cache-control"), Some("no-store"));
}

/// A rating that changes at once tells who has won.
#[tokio::test]
async fn a_game_that_is_shown_late_is_rated_late() {
    let mut server = server_with(&["--watch-delay-seconds", "600"]).await;
    let (ann, bob, eve) =
        (registered(&server, "ann").await, registered(&server, "bob").await, Guest::new(&server).await);
    let (_, mut white, mut black) = begun(&ann, &bob, blitz()).await;
    white.command("resign", json!({})).await.accepted();
    black.follow(&white).await;
    // Without the delay it is rated within 100 ms.
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(eve.get("/api/page/players/ann/curve/blitz").await, json!([]));
    assert!(server.stop().await);
    server.restart_with(&[]).await;
    patiently("the rating", async {
        while eve.get("/api/page/players/ann/curve/blitz").await == json!([]) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn those_who_dont_play_see_a_delayed_game_late_by_every_door() {
    let server = server_with(&["--watch-delay-moves", "2"]).await;
    let [alice, bob, carol] =
        [Guest::new(&server).await, Guest::new(&server).await, Guest::new(&server).await];
    let (game, mut white, mut black) = game_of(&alice, &bob, NewGame::friend().clocks(300_000, 0)).await;
    let mut play = async |moves: &[&str]| {
        for uci in moves {
            let (mover, other) = if white.ply().is_multiple_of(2) {
                (&mut white, &mut black)
            } else {
                (&mut black, &mut white)
            };
            mover.play(uci).await.accepted();
            other.follow(mover).await;
        }
    };
    play(&["e2e4", "e7e5", "g1f3"]).await;
    assert_eq!(carol.moves(&game).await, ["e2e4"]);
    assert_eq!(alice.moves(&game).await.len(), 3);
    let pgn = carol.call("GET", &format!("/api/games/{game}/pgn"), "").await.body;
    // Names and ids are random, and may hold "e5".
    let (_, moves) = pgn.split_once("\n\n").expect("moves follow the tags");
    assert!(moves.contains("1. e4") && !moves.contains("e5"), "{pgn}");
    for path in [format!("/game/export/{game}"), "/api/tv/blitz".to_owned()] {
        let pgn = carol.call("GET", &path, "").await.body;
        let (_, moves) =
            pgn.split_once("\n\n").unwrap_or_else(|| panic!("{path}: moves follow the tags: {pgn}"));
        assert!(moves.contains("1. e4") && !moves.contains("e5"), "{path}: {pgn}");
    }
    let mut feed = LineStream::open(&server, "GET", "/api/tv/blitz/feed", "", "").await;
    let featured = feed.next().await.expect("the game")["d"]["fen"].clone();
    assert!(featured.as_str().is_some_and(|fen| fen.starts_with(AFTER_E4)), "{featured}");
    let mut stream = LineStream::open(&server, "GET", &format!("/api/stream/game/{game}"), "", "").await;
    let first = stream.next().await.expect("how the game stands");
    assert_eq!((&first["turns"], &first["lastMove"]), (&json!(1), &json!("e2e4")));
    stream.until("the first move", |line| line["lm"] == "e2e4").await;
    let picture = |ply: u32| format!("/picture/game/{game}/board.png?ply={ply}");
    assert_eq!(carol.call("GET", &picture(1), "").await.status, 200);
    assert_eq!(carol.call("GET", &picture(3), "").await.status, 400);
    assert!(carol.call("GET", &format!("/game/{game}"), "").await.body.contains("board.png?ply=1\""));
    let mut watcher = carol.open(&game).await;
    assert_eq!(watcher.moves(), ["e2e4"]);
    until(&carol, "the first move", |games| games.len() == 1 && games[0]["last_move"] == "e2e4").await;
    play(&["b8c6"]).await;
    let moves = |message: &Value| message["game"]["moves"].as_array().map(Vec::len);
    watcher.until("the second move", |message| moves(message) == Some(2)).await;
    assert_eq!(stream.next().await.expect("the second move")["lm"], "e7e5");
    assert_eq!(watcher.command("resign", json!({})).await.refused()["refusal"]["kind"], "not_a_player");
    white.command("resign", json!({})).await.accepted();
    watcher.until("the end", |message| moves(message) == Some(4)).await;
    assert_eq!(watcher.status(), "ended");
    let rest = stream.rest().await;
    let told = rest.iter().map(|line| line["lm"].as_str().or(line["statusName"].as_str()));
    assert_eq!(told.collect::<Vec<_>>(), [Some("g1f3"), Some("b8c6"), Some("resign")]);
}

/// A spectator whose line was lost was sent the whole game again, though it had all that it may see.
#[tokio::test]
async fn those_who_see_a_game_late_resume_by_number_and_learn_nothing_early() {
    let server = server_with(&["--watch-delay-moves", "2"]).await;
    let [alice, bob, carol] =
        [Guest::new(&server).await, Guest::new(&server).await, Guest::new(&server).await];
    // Without clocks nothing is given back by an event, however slow the machine is.
    let (game, mut white, mut black) = game_of(&alice, &bob, NewGame::friend()).await;
    let mut played = Vec::new();
    let mut play = async |moves: &[&'static str]| {
        for uci in moves {
            let whites = played.len() % 2 == 0;
            let (mover, other) = if whites { (&mut white, &mut black) } else { (&mut black, &mut white) };
            mover.play(uci).await.accepted();
            other.follow(mover).await;
            played.push(*uci);
        }
        white.seq()
    };
    let head = play(&["e2e4", "e7e5", "g1f3"]).await;
    let watcher = carol.open(&game).await;
    let seen = watcher.seq();
    assert_eq!((watcher.moves(), seen), (&["e2e4".to_owned()][..], head - 2));
    watcher.drop_connection();
    play(&["b8c6", "f1b5"]).await;
    // What each line says first: an event for each move that the delay has let go since, then that this was all.
    let resumed = async |after: u64| {
        let opened = GameSocket::connect(&carol, &game, "protocol=3", Some(&carol.origin())).await;
        let mut line = opened.expect("sockets are for everybody");
        let subscribe = json!({"type": "subscribe", "topic": format!("game:{game}"), "after": after});
        line.send_text(&subscribe.to_string()).await;
        let mut told = Vec::new();
        loop {
            let message = line.receive().await.expect("the line holds");
            let kind = message["type"].as_str().expect("a type").to_owned();
            told.push(message["event"]["move"]["uci"].as_str().map_or(kind.clone(), str::to_owned));
            if kind == "synced" || kind == "state" {
                break;
            }
        }
        assert_eq!((line.seq(), line.you(), line.situation()["ply"].as_u64()), (seen + 2, None, Some(3)));
        told
    };
    assert_eq!(resumed(seen.into()).await, ["e7e5", "g1f3", "synced"]);
    assert_eq!(resumed(u64::from(seen) + 2).await, ["synced"]);
    // Numbers that are not shown yet, though they were given: as of a player who has become a spectator.
    for early in [u64::from(seen) + 3, u64::from(seen) + 4, u64::from(seen) + 5, u64::MAX >> 11] {
        assert_eq!(resumed(early).await, ["state"], "{early}");
    }
}

/// Such a stream once ended with the join, because the room lets go of those who see the game late from then on.
#[tokio::test]
async fn a_stream_that_began_before_the_join_goes_on_late() {
    let late = Duration::from_secs(2);
    let server = server_with(&["--watch-delay-seconds", &late.as_secs().to_string()]).await;
    let (ann, bob) = (registered(&server, "ann").await, registered(&server, "bob").await);
    let game = ann.create(&NewGame::friend().clocks(300_000, 0)).await;
    let mut stream = LineStream::open(&server, "GET", &format!("/api/stream/game/{game}"), "", "").await;
    assert_eq!(stream.next().await.expect("how the game stands")["id"], json!(game));
    let start = stream.next().await.expect("its first position");
    assert!(start["fen"].as_str().is_some_and(|fen| fen.starts_with("rnbqkbnr/pppppppp/")), "{start}");
    let (mut one, mut other) = (ann.open(&game).await, bob.open(&game).await);
    other.join().await;
    one.follow(&other).await;
    let (white, black) =
        if one.you() == Some("white") { (&mut one, &mut other) } else { (&mut other, &mut one) };
    let from = Instant::now();
    white.play("e2e4").await.accepted();
    black.follow(white).await;
    black.command("resign", json!({})).await.accepted();
    let played = stream.next().await.expect("the stream goes on");
    assert_eq!(played["lm"], json!("e2e4"), "the first position is not told twice");
    assert!(from.elapsed() >= late, "after {:?}", from.elapsed());
    let rest = stream.rest().await;
    assert_eq!((rest.len(), &rest[0]["statusName"]), (1, &json!("resign")), "{rest:?}");
}

/// Such a stream once said nothing more: when the game ended it saw the game as it was before, and nothing woke it later.
#[tokio::test]
async fn programs_that_dont_play_are_told_late_how_a_game_has_ended() {
    // Long enough that a busy machine opens a stream within it.
    let late = Duration::from_secs(8);
    let server = server_with(&["--watch-delay-seconds", &late.as_secs().to_string()]).await;
    let (ann, bob) = (registered(&server, "ann").await, registered(&server, "bob").await);
    let (game, mut white, mut black) = game_of(&ann, &bob, NewGame::friend().clocks(300_000, 0)).await;
    white.play("e2e4").await.accepted();
    black.follow(&white).await;
    black.play("e7e5").await.accepted();
    let users = "/api/stream/games-by-users";
    let mut streams = vec![
        LineStream::open(&server, "POST", "/api/stream/games/mine", "", &game).await,
        LineStream::open(&server, "POST", users, "", "ann,bob").await,
    ];
    let from = Instant::now();
    black.command("resign", json!({})).await.accepted();
    // This stream begins when the game is over and others don't see it yet.
    streams.push(LineStream::open(&server, "POST", "/api/stream/games/other", "", &game).await);
    for mut stream in streams {
        let end = stream.until("the end", |line| line["statusName"] == "resign").await;
        assert_eq!((&end["id"], &end["winner"]), (&json!(game), &json!("white")));
        assert!(from.elapsed() >= late, "after {:?}", from.elapsed());
    }
}
