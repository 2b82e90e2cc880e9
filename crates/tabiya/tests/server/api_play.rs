// SPDX-License-Identifier: AGPL-3.0-or-later
//! Playing through the compatible API where clients differ from pages: challenges that wait with their caller, searches,
//! opponents who go away, moves that are sent twice, and what an export leaves out.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tabiya_testkit::{LineStream, Server, patiently};

use crate::clients::token_of_new;
use crate::desk::with_admin;
use crate::programs::{ask, error};
use crate::server;

const SCOPES: &str = "challenge:read,challenge:write,board:play";

async fn two(server: &Server) -> [String; 2] {
    [token_of_new(server, "Ann", SCOPES), token_of_new(server, "Bob", SCOPES)]
}

/// A call that succeeds; its answer.
async fn call(server: &Server, path: &str, token: &str, body: &str) -> Value {
    let answer = ask(server, "POST", path, token, body).await;
    assert!(answer.status < 300, "{path} {body}: {} {}", answer.status, answer.body);
    answer.json()
}

fn id_of(value: &Value) -> String {
    value["id"].as_str().unwrap_or_else(|| panic!("an id in {value}")).to_owned()
}

async fn waiting(server: &Server, token: &str) -> usize {
    let waiting = ask(server, "GET", "/api/challenge", token, "").await.json();
    waiting["in"].as_array().map_or(0, Vec::len)
}

/// A game of Ann, who plays White, and another player.
async fn game(server: &Server, [white, black]: [&str; 2], opponent: &str, wish: &str) -> String {
    let wish = format!("{wish}&color=white&acceptByToken={black}");
    let begun = call(server, &format!("/api/challenge/{opponent}"), white, &wish).await;
    assert_eq!(
        (&begun["destUser"]["id"], &begun["status"]),
        (&json!(opponent), &json!("accepted")),
        "{begun}"
    );
    assert_eq!(begun["id"], begun["game"]["gameId"]);
    id_of(&begun)
}

async fn play(server: &Server, game: &str, token: &str, uci: &str) -> u16 {
    ask(server, "POST", &format!("/api/board/game/{game}/move/{uci}"), token, "").await.status
}

#[tokio::test]
async fn a_challenge_kept_alive_says_how_it_ended() {
    let server = server().await;
    let [ann, bob] = two(&server).await;
    let wish = "clock.limit=60&clock.increment=0&keepAliveStream=true";
    for (who, deed, word) in
        [(&bob, "accept", "accepted"), (&bob, "decline", "declined"), (&ann, "cancel", "canceled")]
    {
        let mut stream = LineStream::open(&server, "POST", "/api/challenge/bob", &ann, wish).await;
        let challenge = stream.next().await.expect("the challenge comes first");
        assert_eq!(challenge["challenger"]["id"], json!("ann"), "{challenge}");
        let id = id_of(&challenge);
        call(&server, &format!("/api/challenge/{id}/{deed}"), who, "").await;
        assert_eq!(stream.rest().await, [json!({ "done": word })], "{deed}");
        if deed == "accept" {
            call(&server, &format!("/api/board/game/{id}/abort"), &ann, "").await;
        }
    }
    // A caller that goes away takes its challenge with it.
    let mut events = LineStream::open(&server, "GET", "/api/stream/event", &bob, "").await;
    let mut stream = LineStream::open(&server, "POST", "/api/challenge/bob", &ann, wish).await;
    let id = id_of(&stream.next().await.expect("the challenge"));
    assert_eq!(waiting(&server, &bob).await, 1);
    drop(stream);
    let gone = |line: &Value| line["type"] == "challengeCanceled" && line["challenge"]["id"] == json!(id);
    events.until("that it is gone", gone).await;
    assert_eq!(waiting(&server, &bob).await, 0);
}

/// Once the players of a challenge were looked up by their names as they were when it was made: after a change of a name
/// nobody was told how it ended.
#[tokio::test]
async fn a_player_with_a_new_name_declines_and_the_other_hears_it() {
    let (server, mut admin) = with_admin().await;
    let [ann, bob] = two(&server).await;
    let mut events = LineStream::open(&server, "GET", "/api/stream/event", &ann, "").await;
    let id = id_of(&call(&server, "/api/challenge/bob", &ann, "days=2").await);
    let renamed = admin.act("POST", "/api/page/desk/users/bob/rename", &json!({"name": "Robert"})).await;
    assert_eq!(renamed.status, 204, "{}", renamed.body);
    call(&server, &format!("/api/challenge/{id}/decline"), &bob, "reason=later").await;
    let declined = events.until("the answer", |line| line["type"] == "challengeDeclined").await;
    let challenge = &declined["challenge"];
    assert_eq!((&challenge["id"], &challenge["direction"]), (&json!(id), &json!("out")), "{declined}");
}

/// Once a challenge was nowhere while it was being accepted, and nowhere once it had ended: a client that asked how it
/// stood gave up.
#[tokio::test]
async fn whoever_asks_how_a_challenge_stands_is_always_told() {
    let server = server().await;
    let [ann, bob] = two(&server).await;
    let eve = token_of_new(&server, "Eve", SCOPES);
    let show = async |id: &str, token: &str| {
        let shown = ask(&server, "GET", &format!("/api/challenge/{id}/show"), token, "").await;
        (shown.status, shown.json()["status"].clone())
    };
    for _ in 0..5 {
        let id = id_of(&call(&server, "/api/challenge/bob", &ann, "days=2").await);
        let accept = async {
            tokio::task::yield_now().await;
            call(&server, &format!("/api/challenge/{id}/accept"), &bob, "").await;
        };
        let ask_until_accepted = async {
            for asked in 0.. {
                let (status, word) = show(&id, &ann).await;
                assert_eq!(status, 200, "{id} is nowhere");
                if word == "accepted" {
                    return;
                }
                assert_eq!(word, "created");
                // A busy machine takes its time, and nobody may ask hundreds of times a minute.
                if asked > 20 {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        };
        tokio::join!(accept, ask_until_accepted);
    }
    for (deed, who, status, reason) in
        [("decline?reason=tooFast", &bob, "declined", Some("toofast")), ("cancel", &ann, "canceled", None)]
    {
        let id = id_of(&call(&server, "/api/challenge/bob", &ann, "days=2").await);
        call(&server, &format!("/api/challenge/{id}/{deed}"), who, "").await;
        for token in [&ann, &bob] {
            assert_eq!(show(&id, token).await, (200, json!(status)));
        }
        let shown = ask(&server, "GET", &format!("/api/challenge/{id}/show"), &bob, "").await.json();
        assert_eq!(
            (shown["declineReasonKey"].as_str(), &shown["direction"]),
            (reason, &json!("in")),
            "{shown}"
        );
        for stranger in [&*eve, ""] {
            assert_eq!(show(&id, stranger).await.0, 404, "only its players see it");
        }
        let late = ask(&server, "POST", &format!("/api/challenge/{id}/accept"), &bob, "").await;
        assert_eq!(late.status, 404, "{}", late.body);
    }
    // Nobody puts a reason into the other's mouth.
    let id = id_of(&call(&server, "/api/challenge/bob", &ann, "days=2").await);
    let own = ask(&server, "POST", &format!("/api/challenge/{id}/decline?reason=tooSlow"), &ann, "").await;
    assert!(own.status >= 400, "{}", own.body);
    call(&server, &format!("/api/challenge/{id}/decline"), &bob, "").await;
    let shown = ask(&server, "GET", &format!("/api/challenge/{id}/show"), &ann, "").await.json();
    assert_eq!(shown["declineReasonKey"], "generic", "{shown}");
}

/// Once aborted games were among the rated ones and not among all.
#[tokio::test]
async fn aborted_games_count_nowhere() {
    let server = server().await;
    let [ann, bob] = two(&server).await;
    let wish = "rated=true&clock.limit=300&clock.increment=0";
    let aborted = game(&server, [&ann, &bob], "bob", wish).await;
    call(&server, &format!("/api/board/game/{aborted}/abort"), &ann, "").await;
    let played = game(&server, [&ann, &bob], "bob", wish).await;
    for (token, uci) in [(&ann, "e2e4"), (&bob, "e7e5")] {
        assert_eq!(play(&server, &played, token, uci).await, 200);
    }
    call(&server, &format!("/api/board/game/{played}/resign"), &bob, "").await;
    let count = ask(&server, "GET", "/api/account", &ann, "").await.json()["count"].clone();
    assert_eq!((&count["all"], &count["rated"], &count["win"]), (&json!(1), &json!(1), &json!(1)), "{count}");
}

#[tokio::test]
async fn a_challenge_whose_caller_does_not_stay_waits_a_short_time() {
    let server = server().await;
    let [ann, bob] = two(&server).await;
    let cid = token_of_new(&server, "Cid", SCOPES);
    let mut events = LineStream::open(&server, "GET", "/api/stream/event", &bob, "").await;
    call(&server, "/api/challenge/bob", &ann, "days=2").await;
    let kept = "clock.limit=60&keepAliveStream=true";
    let _kept = LineStream::open(&server, "POST", "/api/challenge/bob", &cid, kept).await;
    let dora = token_of_new(&server, "Dora", SCOPES);
    let short = id_of(&call(&server, "/api/challenge/bob", &dora, "clock.limit=60").await);
    let gone = events.until("that it is gone", |line| line["type"] == "challengeCanceled").await;
    assert_eq!(gone["challenge"]["id"], json!(short), "the other two wait on");
    assert_eq!(waiting(&server, &bob).await, 2);
}

#[tokio::test]
async fn searches_for_games_over_days_find_each_other() {
    let server = server().await;
    let [ann, bob] = two(&server).await;
    let mut events = LineStream::open(&server, "GET", "/api/stream/event", &ann, "").await;
    let seek = |days: u8| format!("rated=false&days={days}");
    let mut other = LineStream::open(&server, "POST", "/api/board/seek", &bob, &seek(5)).await;
    assert_eq!(other.line().await.as_deref(), Some(""));
    let mut first = LineStream::open(&server, "POST", "/api/board/seek", &ann, &seek(2)).await;
    assert_eq!(first.line().await.as_deref(), Some(""), "nobody looks for the same");
    drop(other);
    let mut second = LineStream::open(&server, "POST", "/api/board/seek", &bob, &seek(2)).await;
    let start = events.until("a pair", |line| line["type"] == "gameStart").await;
    assert_eq!(start["game"]["speed"], json!("correspondence"));
    assert!(first.rest().await.is_empty() && second.rest().await.is_empty(), "both requests end");
    let id = id_of(&start["game"]);
    let mut stream =
        LineStream::open(&server, "GET", &format!("/api/board/game/stream/{id}"), &bob, "").await;
    assert_eq!(stream.next().await.expect("the game")["daysPerTurn"], json!(2));
}

#[tokio::test]
async fn a_board_is_told_that_its_opponent_has_gone_and_come_back() {
    let server = server().await;
    let [ann, bob] = two(&server).await;
    let id = game(&server, [&ann, &bob], "bob", "clock.limit=300&clock.increment=0").await;
    let path = format!("/api/board/game/stream/{id}");
    let mut own = LineStream::open(&server, "GET", &path, &ann, "").await;
    let mut others = LineStream::open(&server, "GET", &path, &bob, "").await;
    assert_eq!(
        (&own.next().await.expect("the game")["type"], &others.next().await.expect("it")["type"]),
        (&json!("gameFull"), &json!("gameFull"))
    );
    assert_eq!([play(&server, &id, &ann, "e2e4").await, play(&server, &id, &bob, "e7e5").await], [200; 2]);
    drop(others);
    // Nobody has to wait for an opponent who is not to move.
    assert_eq!(play(&server, &id, &ann, "g1f3").await, 200);
    let gone = own.until("that Bob has gone", |line| line["type"] == "opponentGone").await;
    assert_eq!(gone["gone"], json!(true));
    assert!(gone["claimWinInSeconds"].is_u64(), "{gone}");
    let _again = LineStream::open(&server, "GET", &path, &bob, "").await;
    let back =
        own.until("that Bob is back", |line| line["type"] == "opponentGone" && line["gone"] == false).await;
    assert_eq!(back["claimWinInSeconds"], Value::Null);
}

#[tokio::test]
async fn a_board_hears_that_time_was_given() {
    let server = server().await;
    let [ann, bob] = two(&server).await;
    let id = game(&server, [&ann, &bob], "bob", "clock.limit=300&clock.increment=0").await;
    let path = format!("/api/board/game/stream/{id}");
    let mut stream = LineStream::open(&server, "GET", &path, &ann, "").await;
    assert_eq!(stream.next().await.expect("the game")["state"]["btime"], json!(300_000));
    let add_time = format!("/api/round/{id}/add-time/15");
    let stranger = token_of_new(&server, "Stranger", SCOPES);
    for path in [&*add_time, &*format!("/api/board/game/{id}/resign")] {
        let answer = ask(&server, "POST", path, &stranger, "").await;
        assert_eq!((answer.status, error(&answer).as_str()), (404, "No such game"), "{path}");
    }
    call(&server, &add_time, &ann, "").await;
    let state = stream.until("more time", |line| line["type"] == "gameState").await;
    assert_eq!((&state["wtime"], &state["btime"]), (&json!(300_000), &json!(315_000)));
}

/// A program whose call was not answered makes it again, also after the server was killed.
#[tokio::test]
async fn a_call_that_is_made_again_with_its_key_is_carried_out_once() {
    let mut server = server().await;
    let [ann, bob] = two(&server).await;
    let id = game(&server, [&ann, &bob], "bob", "clock.limit=300&clock.increment=0").await;
    let add_time = format!("/api/round/{id}/add-time/15?key=Rk3mZ0qP");
    let abort = format!("/api/board/game/{id}/abort?key=Rk3mZ0qQ");
    for player in [&ann, &ann, &bob] {
        call(&server, &add_time, player, "").await;
    }
    server.kill().await;
    server.restart().await;
    call(&server, &add_time, &ann, "").await;
    let path = format!("/api/board/game/stream/{id}");
    let mut stream = LineStream::open(&server, "GET", &path, &ann, "").await;
    let state = stream.next().await.expect("the game")["state"].clone();
    assert_eq!((&state["wtime"], &state["btime"]), (&json!(315_000), &json!(315_000)));
    let refused = ask(&server, "POST", &add_time.replace("Rk3", "Rk%203"), &ann, "").await;
    assert_eq!(refused.status, 400);
    assert!(error(&refused).starts_with("key: it is 1 to 32 letters"), "{}", error(&refused));
    // Without the key the second one would say that the game is over.
    for _ in 0..2 {
        call(&server, &abort, &ann, "").await;
    }
}

#[tokio::test]
async fn a_stream_of_named_games_tells_beginnings_and_ends_alone() {
    let server = server().await;
    let [ann, bob] = two(&server).await;
    let open = id_of(&call(&server, "/api/challenge/open", "", "clock.limit=180&clock.increment=2").await);
    let wish = "clock.limit=300&clock.increment=0";
    let (one, added) =
        (game(&server, [&ann, &bob], "bob", wish).await, game(&server, [&ann, &bob], "bob", wish).await);
    let ids = format!("{open},Abcd1234,{one}");
    let mut stream = LineStream::open(&server, "POST", "/api/stream/games/mine", &ann, &ids).await;
    let mut heard = Vec::new();
    let mut hear = async || {
        let line = stream.next().await.expect("a line");
        heard.push(format!("{} {}", id_of(&line), line["statusName"].as_str().unwrap_or_default()));
    };
    hear().await;
    hear().await;
    // A game that nobody could be named for begins when both have come.
    for token in [&ann, &bob] {
        call(&server, &format!("/api/challenge/{open}/accept"), token, "").await;
    }
    hear().await;
    call(&server, "/api/stream/games/mine/add", &ann, &added).await;
    hear().await;
    for (id, token, uci) in [(&one, &ann, "e2e4"), (&one, &bob, "e7e5"), (&one, &ann, "g1f3")] {
        assert_eq!(play(&server, id, token, uci).await, 200);
    }
    call(&server, &format!("/api/board/game/{one}/resign"), &bob, "").await;
    hear().await;
    let told =
        [(&open, "created"), (&one, "started"), (&open, "started"), (&added, "started"), (&one, "resign")];
    assert_eq!(heard, told.map(|(id, word)| format!("{id} {word}")));
}

#[tokio::test]
async fn the_end_of_a_rated_game_says_what_it_has_changed() {
    let server = server().await;
    let [ann, bob] = two(&server).await;
    let mut events = LineStream::open(&server, "GET", "/api/stream/event", &ann, "").await;
    let id = game(&server, [&ann, &bob], "bob", "rated=true&clock.limit=180&clock.increment=0").await;
    for (white, black) in [("f2f3", "e7e5"), ("g2g4", "d8h4")] {
        assert_eq!([play(&server, &id, &ann, white).await, play(&server, &id, &bob, black).await], [200; 2]);
    }
    let end = events.until("the end", |line| line["type"] == "gameFinish").await;
    let (own, theirs) = (&end["game"]["ratingDiff"], &end["game"]["opponent"]["ratingDiff"]);
    assert_eq!(end["game"]["rating"], json!(1500));
    assert!(
        own.as_i64().is_some_and(|points| points < 0) && theirs.as_i64().is_some_and(|points| points > 0),
        "{end}"
    );
}

#[tokio::test]
async fn a_delay_is_told_from_an_increment() {
    let server = server().await;
    let [ann, bob] = two(&server).await;
    let id = game(&server, [&ann, &bob], "bob", "clock.limit=180&clock.delay=2").await;
    let path = format!("/api/board/game/stream/{id}");
    let full = LineStream::open(&server, "GET", &path, &ann, "").await.next().await.expect("the game");
    assert_eq!((&full["clock"]["delay"], &full["clock"]["increment"]), (&json!(2_000), &json!(2_000)));
    let json = [("Accept", "application/json")];
    let export = server.request("GET", &format!("/game/export/{id}"), &json, b"").await.expect("it").json();
    assert_eq!((&export["clock"]["delay"], &export["clock"]["bronstein"]), (&json!(2), &Value::Null));
    let open = call(&server, "/api/challenge/open", "", "clock.limit=180&clock.bronstein=3").await;
    assert_eq!(open["timeControl"]["bronstein"], json!(3), "{open}");
}

#[tokio::test]
async fn a_challenge_does_not_say_who_is_here() {
    let server = server().await;
    let [ann, bob] = two(&server).await;
    let _events = LineStream::open(&server, "GET", "/api/stream/event", &bob, "").await;
    let made = call(&server, "/api/challenge/bob", &ann, "days=2").await;
    assert_eq!((&made["destUser"]["id"], &made["destUser"]["online"]), (&json!("bob"), &Value::Null));
}

#[tokio::test]
async fn a_call_about_many_players_counts_as_many() {
    // What one player's programs have in a minute, and what a call about 300 players costs of it.
    const PER_MINUTE: f64 = 1_500.0;
    const COST: f64 = 15.0;
    let names = vec!["nobody"; 300].join(",");
    let by_address = format!("/api/player/autocomplete?names={names}");
    for (method, path, body) in [("POST", "/api/users", &*names), ("GET", &by_address, "")] {
        let server = server().await;
        let [ann, _] = two(&server).await;
        let (began, mut answered) = (Instant::now(), 0);
        while answered < 300 && ask(&server, method, path, &ann, body).await.status == 200 {
            answered += 1;
        }
        // On a slow machine much of it comes back in the meantime.
        let allowed = PER_MINUTE * (1.0 + began.elapsed().as_secs_f64() / 60.0) / COST;
        assert!(answered > 5 && f64::from(answered) <= allowed + 1.0, "{method}: {answered} of {allowed}");
    }
}

#[tokio::test]
async fn a_move_that_is_sent_again_is_played_once() {
    let server = server().await;
    let [ann, bob] = two(&server).await;
    let id = game(&server, [&ann, &bob], "bob", "clock.limit=300&clock.increment=0").await;
    assert_eq!(play(&server, &id, &ann, "e2e4").await, 200);
    assert_eq!(play(&server, &id, &ann, "e2e4").await, 200, "the answer to the first was lost");
    assert_eq!(play(&server, &id, &ann, "d2d4").await, 400, "another move waits for its turn");
    assert_eq!(play(&server, &id, &bob, "e7e5").await, 200);
    assert_eq!(play(&server, &id, &ann, "e2e4").await, 400, "the opponent has moved");
    let headers = [("Accept", "application/json")];
    let export =
        server.request("GET", &format!("/game/export/{id}"), &headers, b"").await.expect("an answer");
    assert_eq!(export.json()["moves"], json!("e4 e5"));
    let illegal = ask(&server, "POST", &format!("/api/board/game/{id}/move/e1e8"), &ann, "").await;
    assert_eq!(illegal.status, 400);
    assert!(illegal.json()["refusal"].is_object() && !error(&illegal).is_empty(), "{}", illegal.body);
}

#[tokio::test]
async fn an_export_holds_what_was_asked_for() {
    let server = server().await;
    let [ann, bob] = two(&server).await;
    let cid = token_of_new(&server, "Cid", SCOPES);
    let mut ids = Vec::new();
    for (opponent, token, wish) in [
        ("bob", &bob, "rated=true&clock.limit=180&clock.increment=2"),
        ("cid", &cid, "rated=false&days=3"),
        ("bob", &bob, "rated=false&clock.limit=900&clock.increment=0"),
        ("cid", &cid, "rated=false&clock.limit=900&clock.increment=0"),
    ] {
        let id = game(&server, [&ann, token], opponent, wish).await;
        assert_eq!(
            [play(&server, &id, &ann, "e2e4").await, play(&server, &id, token, "e7e5").await],
            [200; 2]
        );
        if ids.len() < 3 {
            call(&server, &format!("/api/board/game/{id}/resign"), token, "").await;
        }
        ids.push(id);
    }
    let games = async |query: &str| {
        let headers = [("Accept", "application/x-ndjson")];
        let path = format!("/api/games/user/ann?{query}");
        let answer = server.request("GET", &path, &headers, b"").await.expect("an answer");
        assert_eq!(answer.status, 200, "{query}: {}", answer.body);
        let lines = answer.body.lines().map(|line| serde_json::from_str(line).expect("a game"));
        lines.collect::<Vec<Value>>()
    };
    let first = games("sort=dateAsc&max=1").await.remove(0);
    let (made, now) = (first["createdAt"].as_u64().expect("a time"), "9999999999999");
    for (query, wanted) in [
        ("", &[2, 1, 0][..]),
        ("sort=dateAsc", &[0, 1, 2]),
        ("max=2", &[2, 1]),
        ("rated=true", &[0]),
        ("rated=False", &[2, 1]),
        ("vs=cid", &[1]),
        ("color=black", &[]),
        ("color=white&max=1", &[2]),
        ("perfType=blitz,correspondence", &[1, 0]),
        ("perfType=chess960", &[]),
        ("ongoing=true&finished=false", &[3]),
        ("ongoing=true", &[3, 2, 1, 0]),
        ("ongoing=true&finished=false&vs=cid&perfType=rapid&rated=false&color=white", &[3]),
        ("ongoing=true&finished=false&rated=true", &[]),
        ("ongoing=true&finished=false&vs=bob", &[]),
        ("ongoing=true&finished=false&color=black", &[]),
        (&format!("ongoing=true&finished=false&since={now}"), &[]),
        (&format!("since={now}"), &[]),
        (&format!("until={now}"), &[2, 1, 0]),
        (&format!("since={made}"), &[2, 1, 0]),
        ("until=1", &[]),
    ] {
        let found: Vec<_> = games(query).await.iter().map(id_of).collect();
        let wanted: Vec<_> = wanted.iter().map(|number: &usize| ids[*number].clone()).collect();
        assert_eq!(found, wanted, "{query}");
    }
    let bare = games("max=1&moves=false&opening=false").await.remove(0);
    assert_eq!(
        (&bare["moves"], &bare["opening"], &bare["clocks"], &bare["pgn"]),
        (&Value::Null, &Value::Null, &Value::Null, &Value::Null)
    );
    let full = games("max=1&clocks=true&pgnInJson=true&lastFen=true").await.remove(0);
    assert_eq!(full["clocks"].as_array().map(Vec::len), Some(2), "{full}");
    assert!(full["pgn"].as_str().is_some_and(|pgn| pgn.contains("1. e4")) && full["lastFen"].is_string());
    for (query, field) in
        [("max=x", "max"), ("rated=perhaps", "rated"), ("sort=up", "sort"), ("since=-1", "since")]
    {
        let answer = ask(&server, "GET", &format!("/api/games/user/ann?{query}"), "", "").await;
        assert!(answer.status == 400 && error(&answer).contains(field), "{query}: {}", answer.body);
    }
}

#[tokio::test]
async fn a_literate_export_says_the_opening_and_the_end_in_words() {
    let server = server().await;
    let [ann, bob] = two(&server).await;
    let id = game(&server, [&ann, &bob], "bob", "clock.limit=300&clock.increment=0").await;
    for (token, uci) in [(&ann, "e2e4"), (&bob, "c7c5"), (&ann, "a2a3")] {
        assert_eq!(play(&server, &id, token, uci).await, 200);
    }
    let moves = async |id: &str, query: &str| {
        let pgn = ask(&server, "GET", &format!("/game/export/{id}?clocks=false{query}"), "", "").await.body;
        pgn.split_once("\n\n").expect("tags, then moves").1.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let running = moves(&id, "&literate=true").await;
    assert!(running.starts_with("1. e4 c5 ") && running.ends_with("} *"), "{running}");
    call(&server, &format!("/api/board/game/{id}/resign"), &bob, "").await;
    let ended = moves(&id, "&literate=True").await;
    assert!(ended.ends_with("{Black resigned. White won.} 1-0"), "{ended}");
    assert!(ended.matches('{').count() == 2 && ended.contains(" {B20 Sicilian Defense"), "{ended}");
    assert_eq!(moves(&id, "").await, "1. e4 c5 2. a3 1-0");
    assert_eq!(moves(&id, "&literate=true&moves=false").await, "1-0");
    // Why a player won elsewhere is not known.
    let import = json!({ "pgn": "1. e4 a6 1-0" }).to_string();
    let imported = id_of(&call(&server, "/api/import", &ann, &import).await);
    let imported = moves(&imported, "&literate=true").await;
    assert!(imported.ends_with("{White won.} 1-0"), "{imported}");
}

#[tokio::test]
async fn an_account_that_has_played_becomes_no_bot() {
    let server = server().await;
    let [ann, bob] = [("Ann", "bot:play,challenge:write"), ("Bob", "bot:play,board:play,challenge:write")]
        .map(|(name, scopes)| token_of_new(&server, name, scopes));
    let upgrade = async |token: &str| ask(&server, "POST", "/api/bot/account/upgrade", token, "").await;
    let id = game(&server, [&ann, &bob], "bob", "clock.limit=300&clock.increment=0").await;
    for ended in [false, true] {
        if ended {
            assert_eq!(play(&server, &id, &bob, "e7e5").await, 400, "White begins");
            call(&server, &format!("/api/board/game/{id}/resign"), &bob, "").await;
        }
        for token in [&ann, &bob] {
            let refused = upgrade(token).await;
            assert_eq!(refused.status, 400, "over: {ended}: {}", refused.body);
            assert!(error(&refused).contains("has already played games"), "{}", refused.body);
        }
    }
    assert_eq!(ask(&server, "GET", "/api/account", &ann, "").await.json()["title"], Value::Null);
}

#[tokio::test]
async fn the_win_is_claimed_from_an_opponent_who_has_left() {
    let server = server().await;
    let [ann, bob] = two(&server).await;
    for (claim, winner) in [("claim-victory/", json!("white")), ("claim-draw", Value::Null)] {
        let id = game(&server, [&ann, &bob], "bob", "clock.limit=60&clock.increment=0").await;
        let path = format!("/api/board/game/stream/{id}");
        let mut own = LineStream::open(&server, "GET", &path, &ann, "").await;
        let mut others = LineStream::open(&server, "GET", &path, &bob, "").await;
        others.next().await.expect("the game");
        for (token, uci) in [(&ann, "e2e4"), (&bob, "e7e5"), (&ann, "g1f3")] {
            assert_eq!(play(&server, &id, token, uci).await, 200);
        }
        let left = std::time::Instant::now();
        drop(others);
        let gone = own.until("that Bob has gone", |line| line["type"] == "opponentGone").await;
        let wait = gone["claimWinInSeconds"].as_u64().expect("a number of seconds");
        let claim = format!("/api/board/game/{id}/{claim}");
        let early = ask(&server, "POST", &claim, &ann, "").await.status;
        assert!(early == 400 || left.elapsed().as_secs() + 1 >= wait, "not yet: {early}");
        patiently("the claim", async {
            while early != 200 && ask(&server, "POST", &claim, &ann, "").await.status != 200 {
                tokio::time::sleep(std::time::Duration::from_millis(500)).await;
            }
        })
        .await;
        let end =
            own.until("the end", |line| line["type"] == "gameState" && line["status"] != "started").await;
        assert_eq!((&end["status"], &end["winner"]), (&json!("timeout"), &winner), "{end}");
    }
}

#[tokio::test]
async fn a_draw_is_claimed_by_the_third_repetition() {
    let server = server().await;
    let [ann, bob] = two(&server).await;
    let id = game(&server, [&ann, &bob], "bob", "clock.limit=300&clock.increment=0").await;
    let claim = format!("/api/board/game/{id}/claim-draw");
    for (number, uci) in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2).into_iter().enumerate() {
        assert_eq!(ask(&server, "POST", &claim, &ann, "").await.status, 400, "after {number} moves");
        let token = if number % 2 == 0 { &ann } else { &bob };
        assert_eq!(play(&server, &id, token, uci).await, 200);
    }
    // A program whose claim was not answered claims again, with the same key.
    let keyed = format!("{claim}?key=Rk3mZ0qP");
    for _ in 0..2 {
        call(&server, &keyed, &ann, "").await;
    }
    assert_eq!(ask(&server, "POST", &claim, &ann, "").await.status, 400, "without a key the game is over");
    let headers = [("Accept", "application/json")];
    let export =
        server.request("GET", &format!("/game/export/{id}"), &headers, b"").await.expect("it").json();
    assert_eq!((&export["status"], &export["winner"]), (&json!("draw"), &Value::Null), "{export}");
}

#[tokio::test]
async fn bots_are_not_among_the_best_people() {
    let server = server().await;
    let [ann, bob] = two(&server).await;
    let botty = token_of_new(&server, "Botty", "bot:play,challenge:write");
    assert_eq!(ask(&server, "POST", "/api/bot/account/upgrade", &botty, "").await.status, 200);
    for (opponent, token, kind) in [("bob", &bob, "board"), ("botty", &botty, "bot")] {
        let id = game(&server, [&ann, token], opponent, "rated=true&clock.limit=180&clock.increment=0").await;
        for (white, black) in [("f2f3", "e7e5"), ("g2g4", "d8h4")] {
            assert_eq!(play(&server, &id, &ann, white).await, 200);
            call(&server, &format!("/api/{kind}/game/{id}/move/{black}"), token, "").await;
        }
    }
    let is_rated = async |name: &str| {
        let person = ask(&server, "GET", &format!("/api/user/{name}"), "", "").await.json();
        person["perfs"]["blitz"]["games"].as_u64().is_some_and(|games| games > 0)
    };
    tabiya_testkit::patiently("both games are rated", async {
        while !(is_rated("bob").await && is_rated("botty").await) {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    })
    .await;
    let leaders = ask(&server, "GET", "/api/player/top/50/blitz", "", "").await.json();
    let names: Vec<_> = leaders["users"].as_array().expect("a list").iter().map(id_of).collect();
    assert_eq!(names, ["bob", "ann"], "the bot won too");
    // The page's lists are the same people's; a search still finds the bot.
    let names = |rows: &Value| {
        let rows = rows.as_array().expect("a list").iter();
        rows.map(|row| row["name"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    let page = server.get("/api/page/leaderboards/blitz").await.json();
    assert_eq!(names(&page["rows"]), ["Bob", "Ann"]);
    let all = server.get("/api/page/leaderboards").await.json();
    let blitz = all.as_array().expect("a list").iter().find(|board| board["category"] == "blitz");
    assert_eq!(names(&blitz.expect("blitz")["rows"]), ["Bob", "Ann"]);
    assert_eq!(names(&server.get("/api/page/search?prefix=bot").await.json()), ["Botty"]);
}
