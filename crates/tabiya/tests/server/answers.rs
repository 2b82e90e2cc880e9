// SPDX-License-Identifier: AGPL-3.0-or-later
//! The form of answers: errors, methods, caching, and what strangers are not told.

use serde_json::json;
use tabiya_testkit::{Guest, NewGame, Server};

use crate::{server, server_with};

#[tokio::test]
async fn every_error_is_json_with_a_stable_code() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    let long = json!({ "x": "x".repeat(100_000) }).to_string();
    for (method, path, body, status, code) in [
        ("GET", "/api/page/nothing", "", 404, "not_found"),
        ("GET", "/nothing", "", 404, "not_found"),
        ("GET", "/assets/nothing.js", "", 404, "not_found"),
        ("GET", "/api/games/%ff%fe", "", 400, "bad_request"),
        ("DELETE", "/api/games", "", 405, "wrong_method"),
        ("POST", "/", "", 405, "wrong_method"),
        ("PUT", "/api/info", "", 405, "wrong_method"),
        ("POST", "/healthz", "", 405, "wrong_method"),
        ("POST", "/api/games", "{", 400, "bad_request"),
        ("POST", "/api/games", &long, 413, "too_large"),
        // No WebSocket handshake.
        ("GET", "/api/socket", "", 400, "bad_request"),
    ] {
        let answer = alice.call(method, path, body).await;
        assert_eq!((answer.status, answer.error_code().as_str()), (status, code), "{method} {path}");
        assert_eq!(answer.header("content-type"), Some("application/json"), "{method} {path}");
        let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.len() > 10, "{method} {path}: {message:?}");
    }
}

#[tokio::test]
async fn a_wrong_method_is_told_the_right_ones() {
    let server = server().await;
    for (path, allowed) in [("/api/games", ["GET", "POST"]), ("/api/info", ["GET", "HEAD"])] {
        let answer = server.request("DELETE", path, &[], &[]).await.unwrap();
        let allow = answer.header("allow").unwrap_or_default();
        assert!(allowed.iter().all(|method| allow.contains(method)), "{path}: {allow:?}");
    }
    assert_eq!(server.request("HEAD", "/api/info", &[], &[]).await.unwrap().status, 200);
}

#[tokio::test]
async fn a_socket_begins_with_get_alone() {
    let server = server().await;
    let origin = server.origin();
    let headers = [
        ("origin", origin.as_str()),
        ("connection", "upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let answer = server.request("HEAD", "/api/socket", &headers, &[]).await.unwrap();
    assert_eq!((answer.status, answer.header("allow")), (405, Some("GET")));
}

#[tokio::test]
async fn answers_that_are_for_one_caller_are_kept_by_nobody() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    let game = alice.create(&NewGame::friend()).await;
    let caching =
        |answer: &tabiya_testkit::Answer| answer.header("cache-control").unwrap_or("none").to_owned();
    for path in ["/api/games", "/api/info", "/healthz", &format!("/api/games/{game}"), "/api/nothing"] {
        let answer = alice.call("GET", path, "").await;
        assert_eq!(caching(&answer), "no-store", "{path}");
    }
    assert_eq!(caching(&alice.ask_for(&NewGame::friend()).await), "no-store");
    // The page that brings a new visitor's key. Without a key it is the same for all.
    assert_eq!(caching(&server.get("/").await), "no-store");
    assert_eq!(caching(&alice.call("GET", "/", "").await), "no-cache");
}

#[tokio::test]
async fn only_who_is_on_the_network_hears_its_addresses() {
    let everywhere = "0.0.0.0:0".parse().unwrap();
    let start =
        async |flags: &[&str]| Server::start_with(env!("CARGO_BIN_EXE_tabiya"), everywhere, flags).await;
    let urls = async |server: &Server, headers: &[(&str, &str)]| {
        let answer = server.request("GET", "/api/info", headers, &[]).await.unwrap();
        answer.json()["lan_urls"].as_array().unwrap().len()
    };
    let stranger = [("x-forwarded-for", "203.0.113.7")];
    let server = start(&[]).await;
    let known = urls(&server, &[]).await;
    // Behind a proxy that is not named everybody would seem to be on this machine.
    assert_eq!(urls(&server, &stranger).await, 0);
    let trusting = start(&["--trusted-proxies", "127.0.0.1"]).await;
    assert_eq!(urls(&trusting, &stranger).await, 0);
    assert_eq!(urls(&trusting, &[("x-forwarded-for", "127.0.0.1")]).await, known);
    // The page is at the public URL, for everybody.
    assert_eq!(urls(&start(&["--public-url", "https://chess.example"]).await, &[]).await, 0);
}

/// Else its firewall may be closed, and the page says what opens it.
#[tokio::test]
async fn a_server_says_whether_another_machine_has_called() {
    let server = server_with(&["--trusted-proxies", "127.0.0.1"]).await;
    let was_reached = async |from: &str| {
        let answer = server.request("GET", "/api/info", &[("x-forwarded-for", from)], &[]).await.unwrap();
        answer.json()["was_reached"].as_bool().unwrap()
    };
    assert!(!was_reached("127.0.0.1").await);
    assert!(was_reached("203.0.113.7").await);
    assert!(was_reached("127.0.0.1").await, "it stays so");
}

#[tokio::test]
async fn who_has_too_many_sockets_hears_when_to_come_again() {
    let server = server_with(&["--max-sockets-per-guest", "1"]).await;
    let alice = Guest::new(&server).await;
    let game = alice.create(&NewGame::friend()).await;
    let _tab = alice.open(&game).await;
    let origin = server.origin();
    let headers = [
        ("cookie", alice.cookie()),
        ("origin", origin.as_str()),
        ("connection", "upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let refused = server.request("GET", "/api/socket", &headers, &[]).await.unwrap();
    assert_eq!((refused.status, refused.error_code().as_str()), (429, "too_many_sockets"));
    assert_eq!(refused.header("retry-after"), Some("10"));
}

#[tokio::test]
async fn who_is_too_fast_hears_when_to_come_again() {
    let server = server_with(&["--max-games-per-minute", "1", "--max-sockets-per-guest", "1"]).await;
    let alice = Guest::new(&server).await;
    let mut refused = alice.ask_for(&NewGame::friend()).await;
    while refused.status == 201 {
        refused = alice.ask_for(&NewGame::friend()).await;
    }
    let seconds: u32 = refused.header("retry-after").expect("it says when").parse().expect("whole seconds");
    assert_eq!(refused.status, 429);
    assert!((1..=60).contains(&seconds), "{seconds}");
}
