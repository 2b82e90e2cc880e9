// SPDX-License-Identifier: AGPL-3.0-or-later
//! HTTP/2 on the HTTPS port: the same answers, the same checks of names and origins, and sockets beside it by HTTP/1.1.

use bytes::Bytes;
use futures_util::future::join_all;
use h2::client::SendRequest;
use http::{Method, Request};
use serde_json::Value;
use tabiya_testkit::{NewGame, patiently};

use crate::https::{Browser, self_signed};

/// A connection over HTTP/2.
struct Connection(SendRequest<Bytes>);

/// An answer: its status, its first cookie and its body.
struct Answer {
    status: u16,
    cookie: Option<String>,
    body: String,
}

impl Connection {
    async fn open(browser: &Browser) -> Self {
        let stream = browser.speaking(&["h2", "http/1.1"]).connect().await.expect("the server is trusted");
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
        let (client, connection) = h2::client::handshake(stream).await.expect("the server speaks HTTP/2");
        tokio::spawn(connection);
        Self(client)
    }

    async fn send(&self, request: Request<()>, body: &str) -> Result<Answer, h2::Error> {
        let mut client = self.0.clone().ready().await?;
        let (response, mut sending) = client.send_request(request, body.is_empty())?;
        if !body.is_empty() {
            sending.send_data(Bytes::copy_from_slice(body.as_bytes()), true)?;
        }
        let (head, mut rest) = patiently("an answer", response).await?.into_parts();
        let mut bytes = Vec::new();
        while let Some(piece) = patiently("the rest of an answer", rest.data()).await {
            let piece = piece?;
            rest.flow_control().release_capacity(piece.len())?;
            bytes.extend_from_slice(&piece);
        }
        let cookie = head.headers.get("set-cookie").and_then(|cookie| cookie.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
        let body = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Answer { status: head.status.as_u16(), cookie, body })
    }

    async fn get(&self, url: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::get(url);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(()).expect("a request"), "").await.expect("an answer")
    }
}

#[tokio::test]
async fn a_page_and_a_game_come_over_one_connection() {
    let (_server, browser) = self_signed(&[]).await;
    let connection = Connection::open(&browser).await;
    let origin = browser.origin();
    let page = connection.get(&format!("{origin}/"), &[]).await;
    assert_eq!(page.status, 200);
    let cookie = page.cookie.expect("a guest's cookie");

    // The check of the origin reads the name of the host, which HTTP/2 has elsewhere. A browser cuts its cookies into pieces.
    let create = async |from: &str| {
        let request = Request::post(format!("{origin}/api/games"))
            .header("origin", from)
            .header("content-type", "application/json")
            .header("cookie", "theme=dark")
            .header("cookie", &cookie)
            .body(())
            .unwrap();
        connection.send(request, &NewGame::friend().body().to_string()).await.unwrap()
    };
    let game = create(&origin).await;
    assert_eq!(game.status, 201, "{}", game.body);
    let game: Value = serde_json::from_str(&game.body).unwrap();
    let id = game["id"].as_str().unwrap();
    assert_eq!(create("https://evil.example").await.status, 403);
    let own = async |cookies: &[(&str, &str)]| {
        let answer = connection.get(&format!("{origin}/api/games"), cookies).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    };
    assert!(own(&[("cookie", &cookie)]).await.contains(id), "the guest of the page has made it");
    assert_eq!(own(&[]).await, "[]");

    // More at once than there are places: all are answered.
    let urls: Vec<_> = (0..200).map(|_| format!("{origin}/api/info")).collect();
    let all = join_all(urls.iter().map(|url| connection.get(url, &[]))).await;
    assert!(all.iter().all(|answer| answer.status == 200 && answer.body.contains("\"self_signed\":true")));
}

#[tokio::test]
async fn names_are_checked_as_over_http_1() {
    let (_server, browser) = self_signed(&[]).await;
    let connection = Connection::open(&browser).await;
    let origin = browser.origin();
    let port = origin.rsplit(':').next().unwrap();
    for (url, host, status) in [
        (format!("{origin}/api/info"), None, 200),
        (format!("https://localhost:{port}/api/info"), None, 200),
        (format!("https://evil.example:{port}/api/info"), None, 421),
        (format!("https://evil.example:{port}/"), None, 421),
        (format!("https://evil.example:{port}/healthz"), None, 200),
        (format!("{origin}/api/info"), Some("evil.example"), 400),
        (format!("https://evil.example:{port}/api/info"), Some("127.0.0.1"), 400),
        (format!("https://me@127.0.0.1:{port}/api/info"), None, 400),
    ] {
        let headers: Vec<_> = host.iter().map(|host| ("host", *host)).collect();
        let answer = connection.get(&url, &headers).await;
        assert_eq!(answer.status, status, "{url} {host:?}: {}", answer.body);
        assert!(status == 200 || answer.cookie.is_none(), "{url} {host:?}");
    }
    // Nobody gets a tunnel through the server.
    let tunnel = Request::builder().method(Method::CONNECT).uri("127.0.0.1:22").body(()).unwrap();
    let refused = connection.send(tunnel, "").await.unwrap();
    assert!((400..500).contains(&refused.status), "{}", refused.status);
    // A socket that is asked for here is told why there is none.
    let socket = connection.get(&format!("{origin}/api/socket"), &[("sec-websocket-version", "13")]).await;
    assert!((400..500).contains(&socket.status), "{} {}", socket.status, socket.body);
}

#[tokio::test]
async fn whoever_does_not_speak_http_2_is_served_as_before() {
    let (_server, browser) = self_signed(&[]).await;
    for offered in [&["http/1.1"][..], &["http/1.1", "h2"], &[]] {
        let browser = browser.speaking(offered);
        let spoken = browser.connect().await.unwrap().get_ref().1.alpn_protocol().map(<[u8]>::to_vec);
        if offered.contains(&"h2") {
            assert_eq!(spoken.as_deref(), Some(&b"h2"[..]), "the server chooses");
        } else {
            assert_eq!(spoken.as_deref(), offered.first().map(|name| name.as_bytes()));
            assert!(browser.call("GET", "/healthz", "", "").await.ends_with("ok\n"));
        }
    }
    assert!(browser.speaking(&["spdy/3"]).connect().await.is_err());
}

#[tokio::test]
async fn a_stopping_server_waits_for_no_client_that_only_keeps_its_connection() {
    // A client that is slow to answer the goodbye delays the stop, as on a busy machine.
    let mut late = Vec::new();
    for _ in 0..5 {
        let (mut server, browser) = self_signed(&["--handshake-timeout", "600"]).await;
        let connection = Connection::open(&browser).await;
        assert_eq!(connection.get(&format!("{}/healthz", browser.origin()), &[]).await.status, 200);
        assert!(server.stop().await);
        late.extend(Some(server.log()).filter(|log| log.contains("did not end in time")));
    }
    assert!(late.len() < 3, "{}", late[0]);
}
