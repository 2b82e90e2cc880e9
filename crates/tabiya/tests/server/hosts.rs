// SPDX-License-Identifier: AGPL-3.0-or-later
//! Under which names the server answers: a stranger's name that points to this machine (DNS rebinding) gets nothing.

use tabiya_testkit::Server;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::{server, server_with};

/// Sends a request as it stands and returns the answer as it stands.
async fn raw(server: &Server, request: &str) -> String {
    let mut stream = TcpStream::connect(server.address()).await.expect("the server listens");
    stream.write_all(request.as_bytes()).await.expect("the server reads");
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    tokio::time::timeout(tabiya_testkit::PATIENCE, read).await.expect("an answer").expect("a whole answer");
    String::from_utf8_lossy(&answer).into_owned()
}

/// The status of a page that is asked for with these lines, and the whole answer.
pub(crate) async fn status(server: &Server, path: &str, lines: &str) -> (u16, String) {
    let answer = raw(server, &format!("GET {path} HTTP/1.1\r\n{lines}connection: close\r\n\r\n")).await;
    let status = answer.get(9..12).and_then(|status| status.parse().ok());
    (status.unwrap_or_else(|| panic!("no answer to {lines:?}: {answer}")), answer)
}

async fn named(server: &Server, host: &str) -> u16 {
    status(server, "/api/info", &format!("host: {host}\r\n")).await.0
}

#[tokio::test]
async fn a_strangers_name_gets_nothing_and_the_answer_names_the_setting() {
    let server = server().await;
    for host in [
        "evil.example",
        "evil.example:8080",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "evil.locals",
    ] {
        for path in ["/", "/api/info", "/api/games", "/game/AAAAAAAA", "/nothing"] {
            let (status, answer) = status(&server, path, &format!("host: {host}\r\n")).await;
            assert_eq!(status, 421, "{host} {path}: {answer}");
            assert!(answer.contains("allowed-hosts") && answer.contains("unknown_host"), "{answer}");
            assert!(!answer.contains("set-cookie"), "{answer}");
        }
    }
    // Programs that watch over the server may call it as they like.
    assert_eq!(status(&server, "/healthz", "host: evil.example\r\n").await.0, 200);
    assert_eq!(status(&server, "/metrics", "host: evil.example\r\n").await.0, 200);
}

#[tokio::test]
async fn names_that_no_stranger_can_have_are_answered() {
    let server = server().await;
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or("localhost".into());
    for host in [
        "127.0.0.1:1",
        "192.168.0.7",
        "[::1]:8080",
        "localhost",
        "LOCALHOST:8080",
        "chess",
        "chess.localhost",
        "my-mac.local",
        "my-mac.local.",
        "pi.lan",
        "pi.home.arpa",
        "tabiya.internal:8080",
        machine.trim(),
    ] {
        assert_eq!(named(&server, host).await, 200, "{host}");
    }
}

#[tokio::test]
async fn the_operator_may_add_names() {
    let flags = ["--public-url", "https://chess.example", "--allowed-hosts", "old.example, *.club.example"];
    let server = server_with(&flags).await;
    for host in ["chess.example", "CHESS.example:443", "old.example", "a.club.example", "127.0.0.1"] {
        assert_eq!(named(&server, host).await, 200, "{host}");
    }
    for host in ["club.example", "a.chess.example", "a.old.example"] {
        assert_eq!(named(&server, host).await, 421, "{host}");
    }
}

#[tokio::test]
async fn a_request_names_one_host() {
    let server = server().await;
    for lines in [
        "",
        "host: 127.0.0.1\r\nhost: 127.0.0.1\r\n",
        "host: 127.0.0.1\r\nhost: evil.example\r\n",
        "host:\r\n",
        "host: 127.0.0.1, evil.example\r\n",
        "host: me@127.0.0.1\r\n",
        "host: evil.example/127.0.0.1\r\n",
    ] {
        let (status, answer) = status(&server, "/api/info", lines).await;
        assert_eq!(status, 400, "{lines:?}: {answer}");
    }
    // The first line of a request may name a host, too.
    let (other, answer) = status(&server, "http://evil.example/api/info", "host: 127.0.0.1\r\n").await;
    assert_eq!(other, 400, "{answer}");
    assert_eq!(status(&server, "http://127.0.0.1:80/api/info", "host: 127.0.0.1\r\n").await.0, 200);
}
