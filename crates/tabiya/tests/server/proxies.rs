// SPDX-License-Identifier: AGPL-3.0-or-later
//! What changes where a proxy stands in front of the server.

use tabiya_testkit::{GameSocket, Guest, NewGame};

use crate::{server, server_with};

#[tokio::test]
async fn with_a_public_url_only_its_pages_may_change_anything() {
    let server = server_with(&["--public-url", "https://chess.example"]).await;
    let alice = Guest::new(&server).await;
    let body = NewGame::friend().body().to_string();
    let ask = async |origin: &str| {
        let headers = [("cookie", alice.cookie()), ("origin", origin), ("content-type", "application/json")];
        server.request("POST", "/api/games", &headers, body.as_bytes()).await.unwrap()
    };
    let refused = ask(&server.origin()).await;
    assert_eq!((refused.status, refused.error_code().as_str()), (403, "foreign_origin"));
    assert!(refused.body.contains("https://chess.example"), "it says what would be right: {}", refused.body);
    let created = ask("https://chess.example").await;
    assert_eq!(created.status, 201);
    let game = created.json()["id"].as_str().unwrap().to_owned();
    for (origin, status) in [("https://chess.example", None), ("https://evil.example", Some(403))] {
        let socket = GameSocket::connect(&alice, &game, "protocol=3", Some(origin)).await;
        assert_eq!(socket.err(), status, "{origin}");
    }
}

#[tokio::test]
async fn behind_tls_cookies_are_for_tls_only_and_browsers_remember_it() {
    let server = server_with(&["--public-url", "https://chess.example"]).await;
    let page = server.get("/").await;
    assert!(page.header("set-cookie").unwrap().ends_with("; Secure"), "{:?}", page.headers);
    assert_eq!(page.header("strict-transport-security"), Some("max-age=31536000"));
    let plain = server_with(&["--public-url", "http://chess.example"]).await.get("/").await;
    assert!(!plain.header("set-cookie").unwrap().contains("Secure"), "{:?}", plain.headers);
    assert_eq!(plain.header("strict-transport-security"), None);
}

#[tokio::test]
async fn metrics_are_for_the_own_network() {
    let stranger = [("x-forwarded-for", "203.0.113.7")];
    let neighbour = [("x-forwarded-for", "192.168.0.7")];
    let status = async |flags: &[&str], headers: &[(&str, &str)]| {
        server_with(flags).await.request("GET", "/metrics", headers, &[]).await.unwrap().status
    };
    let trusting = ["--trusted-proxies", "127.0.0.1"];
    assert_eq!(status(&trusting, &stranger).await, 403);
    assert_eq!(status(&trusting, &neighbour).await, 200);
    // What a stranger adds makes nobody else of them, also if it is no text or no address.
    for forged in ["é, 203.0.113.7", "127.0.0.1, 203.0.113.7", "unknown", "é"] {
        assert_eq!(status(&trusting, &[("x-forwarded-for", forged)]).await, 403, "{forged}");
    }
    assert_eq!(
        status(&["--metrics-addresses", "203.0.113.7", "--trusted-proxies", "::/0, 127.0.0.1"], &stranger)
            .await,
        200
    );
    assert_eq!(status(&["--metrics-addresses", ""], &[]).await, 403);
    // Where the proxy is not named, everybody would seem to be on this machine.
    assert_eq!(server().await.request("GET", "/metrics", &stranger, &[]).await.unwrap().status, 403);
}
