// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whatever comes in: a clear error that names what was wrong, and nobody else is harmed.

use serde_json::json;
use tabiya_testkit::{GameSocket, Guest, NewGame};

use crate::{server, table};

#[tokio::test]
async fn calls_from_a_foreign_page_are_refused() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    let body = NewGame::friend().body().to_string();
    let json = ("content-type", "application/json");
    for origin in [Some("http://evil.example"), Some("null"), Some("http://127.0.0.1:1"), None] {
        let mut headers = vec![("cookie", alice.cookie()), json];
        headers.extend(origin.map(|origin| ("origin", origin)));
        let answer = server.request("POST", "/api/games", &headers, body.as_bytes()).await.unwrap();
        assert_eq!((answer.status, answer.error_code().as_str()), (403, "foreign_origin"), "{origin:?}");
    }
    // The own origin beside a foreign one.
    for origins in [["http://evil.example", &server.origin()], [&server.origin(), "http://evil.example"]] {
        let headers = [("cookie", alice.cookie()), json, ("origin", origins[0]), ("origin", origins[1])];
        let answer = server.request("POST", "/api/games", &headers, body.as_bytes()).await.unwrap();
        assert_eq!((answer.status, answer.error_code().as_str()), (403, "foreign_origin"), "{origins:?}");
    }
    let game = alice.create(&NewGame::friend()).await;
    for origin in [Some("http://evil.example"), Some("null"), None] {
        let refused = GameSocket::connect(&alice, &game, "protocol=3", origin).await;
        assert_eq!(refused.err(), Some(403), "{origin:?}");
    }
}

/// Another program on the same host may have set cookies that are no ASCII.
#[tokio::test]
async fn a_foreign_cookie_that_is_no_ascii_hides_no_seat() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    let game = alice.create(&NewGame::friend()).await;
    let cookies = format!("x=é; tabiya_guest=old; {}", alice.cookie());
    let page = server.request("GET", "/", &[("cookie", &cookies)], &[]).await.unwrap();
    assert_eq!(page.header("set-cookie"), None, "a new cookie would overwrite the key to the seat");
    let mine = server.request("GET", "/api/games", &[("cookie", &cookies)], &[]).await.unwrap();
    assert_eq!(mine.json()[0]["id"], game.as_str());
}

#[tokio::test]
async fn an_oversized_frame_ends_only_its_own_connection() {
    let mut table = table(NewGame::friend()).await;
    let mut watcher = Guest::new(&table.server).await.open(&table.game).await;
    watcher.send_text(&format!("{{\"type\":\"ping\",\"x\":\"{}\"}}", "x".repeat(100_000))).await;
    let code = watcher.closed().await.code;
    assert!(code.is_none() || code == Some(1009), "{code:?}");
    table.play(&["e2e4", "e7e5"]).await;
}

#[tokio::test]
async fn a_binary_frame_ends_only_its_own_connection() {
    let mut table = table(NewGame::friend()).await;
    let mut tab = table.alice.open(&table.game).await;
    tab.send_binary(&[0, 159, 146, 150]).await;
    assert_eq!(tab.closed().await.code, Some(1003));
    table.play(&["e2e4", "e7e5"]).await;
}

#[tokio::test]
async fn garbage_is_refused_by_name_and_the_connection_lives() {
    let mut table = table(NewGame::friend()).await;
    let deep = "[".repeat(4_000);
    for garbage in [
        "",
        "hello",
        "{",
        "null",
        "[]",
        "{}",
        r#"{"type":"dance","id":1}"#,
        r#"{"type":"play","topic":"game:AAAAAAAA","id":1,"seq":0}"#,
        r#"{"type":"play","topic":"game:AAAAAAAA","id":1,"seq":-1,"uci":"e2e4"}"#,
        r#"{"type":"play","topic":"game:AAAAAAAA","id":"one","seq":0,"uci":"e2e4"}"#,
        r#"{"type":"resign","topic":"game:AAAAAAAA","id":1,"really":true}"#,
        r#"{"type":"resign","id":1}"#,
        r#"{"type":"subscribe","topic":["game:AAAAAAAA"]}"#,
        "{\"type\":\"ping\"}\u{0}",
        &deep,
    ] {
        table.white.send_text(garbage).await;
        let refused = table.white.next("refused").await;
        assert_eq!(refused["refusal"]["kind"], "malformed", "{garbage:?}: {refused}");
        assert!(!refused["message"].as_str().unwrap().is_empty());
    }
    table.play(&["e2e4", "e7e5"]).await;
}

#[tokio::test]
async fn a_move_that_is_no_move_is_refused_by_name() {
    let mut table = table(NewGame::friend()).await;
    for uci in ["", "e2", "e2e9", "e2e4x", "O-O", "e2e4 ", "♙e4", "0000", "e7e8k"] {
        let refusal = table.white.play(uci).await.refused();
        let kind = refusal["refusal"]["kind"].as_str().unwrap();
        assert!(kind == "malformed" || kind == "illegal", "{uci:?}: {refusal}");
    }
    table.play(&["e2e4"]).await;
}

#[tokio::test]
async fn a_move_for_another_position_is_refused() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["e2e4", "e7e5"]).await;
    let now = table.white.seq();
    for seq in [0, 1, now - 1, now + 1, 4_000_000_000] {
        let refusal = table.white.play_since(seq, "g1f3").await.refused();
        assert_eq!(refusal["refusal"], json!({ "kind": "stale", "ply": 2 }), "{seq}");
    }
}

#[tokio::test]
async fn nothing_happens_in_a_finished_game() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    table.white.event("ended").await;
    let end = table.white.seq();
    for (kind, fields) in [
        ("play", json!({ "seq": end, "uci": "a2a3" })),
        ("resign", json!({})),
        ("abort", json!({})),
        ("offer_draw", json!({})),
        ("answer_draw", json!({ "accept": true })),
        ("claim_draw", json!({})),
        ("join", json!({})),
    ] {
        let refusal = table.white.command(kind, fields).await.refused();
        assert_eq!(refusal["seq"], end, "{kind}: {refusal}");
        if kind != "join" {
            assert_eq!(refusal["refusal"]["kind"], "game_over", "{kind}");
        }
    }
}

#[tokio::test]
async fn a_game_that_is_not_there_is_not_found() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    for id in ["AAAAAAAA", "short", "far-too-long-for-an-id", "%00%00", "..%2f..%2fetc"] {
        for path in [format!("/api/games/{id}"), format!("/api/games/{id}/pgn")] {
            let answer = server.get(&path).await;
            assert_eq!((answer.status, answer.error_code().as_str()), (404, "not_found"), "{path}");
        }
    }
    for id in ["AAAAAAAA", "short", "far-too-long-for-an-id"] {
        let mut socket = GameSocket::connect(&alice, id, "protocol=3", Some(&alice.origin())).await.unwrap();
        socket.subscribe(None).await;
        let refused = socket.next("refused").await;
        assert_eq!(refused["refusal"]["kind"], "no_such_topic", "{refused}");
        assert_eq!(refused["topic"], format!("game:{id}"));
    }
}

#[tokio::test]
async fn a_wish_that_makes_no_sense_is_refused_by_name() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    let good = NewGame::friend().body();
    let with = |field: &str, value: serde_json::Value| {
        let mut body = good.clone();
        body[field] = value;
        body.to_string()
    };
    let wishes = [
        (String::new(), ""),
        ("{".into(), ""),
        ("null".into(), ""),
        (with("opponent", json!({ "kind": "computer", "level": 0 })), "level"),
        (with("opponent", json!({ "kind": "computer", "level": 16 })), "level"),
        (with("opponent", json!({ "kind": "cat" })), "cat"),
        (with("opponent", json!(["computer", 3])), "array"),
        (json!([{ "kind": "friend" }, null, "white"]).to_string(), "array"),
        (with("opponent", json!({ "kind": "friend", "level": 3 })), "level"),
        (with("color", json!("green")), "green"),
        (with("colour", json!("white")), "colour"),
        (with("time", json!({ "initial_ms": 1, "increment_ms": 0 })), "initial"),
        (with("time", json!({ "initial_ms": 60_000, "increment_ms": 999_999 })), "increment"),
        (with("time", json!({ "initial_ms": -1, "increment_ms": 0 })), ""),
        (with("start", json!({ "kind": "fen", "fen": "not a fen" })), ""),
        (with("start", json!({ "kind": "fen", "fen": "8/8/8/8/8/8/8/8 w - - 0 1" })), "king"),
        // A game that would be over before its first move.
        (with("start", json!({ "kind": "fen", "fen": "8/8/8/3k4/8/8/8/3K4 w - - 0 1" })), ""),
    ];
    for (body, named) in wishes {
        let answer = alice.call("POST", "/api/games", &body).await;
        assert_eq!((answer.status, answer.error_code().as_str()), (400, "bad_request"), "{body}");
        let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(named), "{body}: {message:?} should name {named:?}");
    }
    assert_eq!(alice.get("/api/games").await, json!([]));
}

/// The last of two once counted, and nobody was told.
#[tokio::test]
async fn a_field_that_stands_twice_is_refused() {
    let mut table = table(NewGame::friend()).await;
    let good = NewGame::friend().body().to_string();
    for (twice, named) in [
        (good.replacen('{', r#"{"color":"white","#, 1), "color"),
        (good.replacen('{', r#"{"opponent":{"kind":"computer","level":1},"#, 1), "opponent"),
        (good.replacen(r#""friend""#, r#""friend","kind":"computer","level":3"#, 1), "kind"),
    ] {
        assert_ne!(twice, good);
        let answer = table.alice.call("POST", "/api/games", &twice).await;
        assert_eq!((answer.status, answer.error_code().as_str()), (400, "bad_request"), "{twice}");
        let said = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(said.contains("duplicate") && said.contains(named), "{twice}: {said}");
    }
    let topic = format!("game:{}", table.game);
    for twice in [
        format!(r#"{{"type":"play","topic":"{topic}","id":1,"seq":1,"uci":"e2e4","uci":"d2d4"}}"#),
        format!(r#"{{"type":"ping","type":"resign","topic":"{topic}","id":1}}"#),
        format!(r#"{{"type":"resign","topic":"game:AAAAAAAA","topic":"{topic}","id":1}}"#),
    ] {
        table.white.send_text(&twice).await;
        let refused = table.white.next("refused").await;
        assert_eq!(refused["refusal"]["kind"], "malformed", "{twice}: {refused}");
    }
    table.play(&["e2e4"]).await;
}

#[tokio::test]
async fn a_body_that_does_not_say_that_it_is_json_is_refused() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    let origin = server.origin();
    let body = NewGame::friend().body().to_string();
    for (kind, status) in
        [("text/plain", 400), ("application/jsonp", 400), ("application/json; charset=utf-8", 201)]
    {
        let headers = [("cookie", alice.cookie()), ("origin", &origin), ("content-type", kind)];
        let answer = server.request("POST", "/api/games", &headers, body.as_bytes()).await.unwrap();
        assert_eq!(answer.status, status, "{kind}: {}", answer.body);
    }
}

/// A data folder may have been set back to a backup: then clients have heard of events that are not there any more.
#[tokio::test]
async fn who_has_heard_of_events_that_are_still_to_come_gets_the_whole_game() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["e2e4", "e7e5"]).await;
    let newest = table.white.seq();
    for after in [newest + 1, newest + 1_000, u32::MAX] {
        let mut socket =
            GameSocket::connect(&table.bob, &table.game, "protocol=3", Some(&table.bob.origin()))
                .await
                .unwrap();
        socket.subscribe(Some(after)).await;
        let state = socket.until("an answer", |message| message["type"] != "presence").await;
        assert_eq!(state["type"], "state", "after {after}: {state}");
        assert_eq!((socket.seq(), socket.moves().len(), socket.you()), (newest, 2, Some("black")));
    }
    table.play(&["g1f3"]).await;
}

#[tokio::test]
async fn an_oversized_body_is_refused() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    let fen = "8/".repeat(50_000);
    let answer = alice.ask_for(&NewGame::friend().from_fen(&fen)).await;
    assert!((400..500).contains(&answer.status), "{}", answer.status);
    assert_eq!(server.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn a_flood_is_stopped_and_the_opponent_unharmed() {
    let mut table = table(NewGame::friend()).await;
    let mut flood = table.alice.open(&table.game).await;
    let ping = r#"{"type":"ping"}"#;
    for _ in 0..100 {
        flood.send_text(ping).await;
    }
    let told = flood.next("refused").await;
    assert_eq!(told["refusal"]["kind"], "too_fast");
    // Who does not listen is let go.
    for _ in 0..200 {
        flood.send_text(ping).await;
    }
    flood.closed().await;
    table.play(&["e2e4", "e7e5"]).await;
}

#[tokio::test]
async fn unfinished_games_have_a_cap_and_finishing_one_makes_room() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    let mut created = Vec::new();
    let refused = loop {
        let answer = alice.ask_for(&NewGame::friend()).await;
        if answer.status != 201 {
            break answer;
        }
        created.push(answer.json()["id"].as_str().unwrap().to_owned());
        assert!(created.len() < 1_000, "there is no cap");
    };
    assert_eq!((refused.status, refused.error_code().as_str()), (409, "too_many_games"));
    let mut one = alice.open(&created[0]).await;
    one.command("abort", json!({})).await.accepted();
    assert_eq!(alice.ask_for(&NewGame::friend()).await.status, 201);
}

/// People copy a position without its last fields, or only its board.
#[tokio::test]
async fn a_fen_may_leave_out_its_last_fields() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    let whole = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for fen in ["4k3/8/8/8/8/8/4P3/4K3", "4k3/8/8/8/8/8/4P3/4K3 w", "4k3/8/8/8/8/8/4P3/4K3 w - -", whole] {
        let game = alice.create(&NewGame::friend().from_fen(fen)).await;
        assert_eq!(alice.get(&format!("/api/games/{game}")).await["start_fen"], whole, "{fen}");
    }
}
