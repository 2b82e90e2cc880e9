// SPDX-License-Identifier: AGPL-3.0-or-later
//! Clients who go away in the middle of a call, or make many at once.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tabiya_testkit::{Guest, Server, patiently};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::desk::with_admin;
use crate::people::{registered, take_over};
use crate::programs::ask;
use crate::{server, server_with};

/// Sends a call and goes away a moment later, whatever the server has done by then.
async fn call_and_go(server: &Server, browser: &Guest, path: &str, after: Duration) {
    let mut stream = TcpStream::connect(server.address()).await.expect("the server listens");
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nOrigin: {}\r\nCookie: {}\r\nContent-Length: 0\r\n\r\n",
        server.address(),
        browser.origin(),
        browser.cookie()
    );
    stream.write_all(request.as_bytes()).await.expect("the server reads");
    tokio::time::sleep(after).await;
}

/// What was stored was not forgotten from memory: of 200 tokens that were revoked like this, 49 still opened the account.
#[tokio::test]
async fn what_a_client_has_begun_is_done_to_its_end() {
    let server = server().await;
    let ann = registered(&server, "Ann").await;
    let mut tokens = Vec::new();
    for number in 0..30_u32 {
        let wish = json!({"note": number.to_string(), "scopes": ""}).to_string();
        let token = ann.call("POST", "/api/page/tokens", &wish).await.json()["token"].clone();
        let token = token.as_str().expect("a token").to_owned();
        // The server remembers it from now on.
        assert_eq!(ask(&server, "GET", "/api/account", &token, "").await.status, 200);
        tokens.push(token);
    }
    let listed = ann.get("/api/page/tokens").await;
    for token in listed.as_array().expect("a list") {
        let number: u32 = token["note"].as_str().expect("a note").parse().expect("a number");
        let path = format!("/api/page/tokens/{}/revoke", token["id"].as_str().expect("an id"));
        call_and_go(&server, &ann, &path, Duration::from_micros(u64::from(number) * 100)).await;
    }
    patiently("each token to be listed or refused", async {
        loop {
            let listed = ann.get("/api/page/tokens").await;
            let listed = listed.as_array().expect("a list");
            let mut wrong = Vec::new();
            for (number, token) in tokens.iter().enumerate() {
                let note = number.to_string();
                let is_listed = listed.iter().any(|one| one["note"] == note);
                let opens = ask(&server, "GET", "/api/account", token, "").await.status == 200;
                if is_listed != opens {
                    wrong.push(number);
                }
            }
            if wrong.is_empty() && listed.len() < tokens.len() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    })
    .await;
}

/// Each of many calls at once found room for one more.
#[tokio::test]
async fn calls_at_once_make_no_more_tokens_than_one_after_the_other() {
    let server = server().await;
    let ann = registered(&server, "Ann").await;
    let wish = json!({"note": "one of many", "scopes": ""}).to_string();
    for _ in 0..195 {
        assert_eq!(ann.call("POST", "/api/page/tokens", &wish).await.status, 201);
    }
    let mut calls = JoinSet::new();
    for _ in 0..40 {
        let (ann, wish) = (ann.clone(), wish.clone());
        calls.spawn(async move { ann.call("POST", "/api/page/tokens", &wish).await.status });
    }
    let made = calls.join_all().await.into_iter().filter(|status| *status == 201).count();
    assert_eq!(made, 5);
    assert_eq!(ann.get("/api/page/tokens").await.as_array().expect("a list").len(), 200);
}

/// The same of sessions: each log-in would count the others before any of them was stored. Cards are not hashed as
/// passwords are, which is done one after the other: the log-ins come to the count together.
#[tokio::test]
async fn log_ins_at_once_leave_no_more_sessions_than_one_after_the_other() {
    let (server, mut admin) = with_admin().await;
    let made = admin.act("POST", "/api/page/desk/players", &json!({"names": ["Annika"]})).await;
    let card = json!({"code": made.json()["cards"][0]["code"]});
    for _ in 0..45 {
        assert_eq!(Guest::new(&server).await.act("POST", "/api/card", &card).await.status, 200);
    }
    let mut calls = JoinSet::new();
    for _ in 0..20 {
        let (mut browser, card) = (Guest::new(&server).await, card.clone());
        calls.spawn(async move {
            assert_eq!(browser.act("POST", "/api/card", &card).await.status, 200);
            browser
        });
    }
    let browsers = patiently("all to be logged in", calls.join_all()).await;
    let mut listed = 0;
    for browser in browsers {
        let sessions = browser.call("GET", "/api/page/sessions", "").await;
        if sessions.status == 200 {
            listed = sessions.json().as_array().map_or(0, Vec::len);
        }
    }
    assert_eq!(listed, 50);
}

/// The same of guests whose games an account takes over.
#[tokio::test]
async fn guests_taken_over_at_once_are_no_more_than_one_after_the_other() {
    let server = Arc::new(server_with(&["--unlimited-addresses", "127.0.0.0/8"]).await);
    let ann = registered(&server, "Ann").await;
    for number in 1..=95 {
        let guest = Guest::new(&server).await;
        assert_eq!(take_over(&server, &guest, &ann).await.status, 204, "{number}");
    }
    let mut calls = JoinSet::new();
    for _ in 0..20 {
        let (server, guest, ann) = (Arc::clone(&server), Guest::new(&server).await, ann.clone());
        calls.spawn(async move { take_over(&server, &guest, &ann).await.status });
    }
    let taken = calls.join_all().await;
    assert_eq!(taken.iter().filter(|status| **status == 204).count(), 5, "{taken:?}");
}
