// SPDX-License-Identifier: AGPL-3.0-or-later
//! What one address, one guest and one silent connection may take, and that nobody else pays for it.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::json;
use tabiya_testkit::{Answer, GameSocket, Guest, NewGame, Server, patiently};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::people::registered;
use crate::{server_with, table_on};

async fn connect(server: &Server) -> TcpStream {
    TcpStream::connect(server.address()).await.expect("the server listens")
}

/// Reads until the server closes the connection.
async fn closed(stream: &mut TcpStream) -> String {
    let mut said = Vec::new();
    // A connection that is cut off is closed, too.
    let _ = tokio::time::timeout(tabiya_testkit::PATIENCE, stream.read_to_end(&mut said))
        .await
        .expect("the server closes the connection");
    String::from_utf8_lossy(&said).into_owned()
}

/// A connection that the server has let in. It may turn some away first: connections that have just ended count until it notices.
async fn counted(server: &Server) -> TcpStream {
    loop {
        let mut stream = connect(server).await;
        let _ = stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await;
        if stream.read_exact(&mut [0; 12]).await.is_ok() {
            return stream;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Whether the server has closed the connection already.
fn is_closed(stream: &TcpStream) -> bool {
    !matches!(stream.try_read(&mut [0]), Err(error) if error.kind() == std::io::ErrorKind::WouldBlock)
}

/// Asks for a WebSocket with more headers, subscribes to the game, and returns the status. The connection stays open with
/// the stream.
async fn upgrade(server: &Server, guest: &Guest, game: &str, headers: &str) -> (u16, TcpStream) {
    upgrade_on(connect(server).await, server, guest, game, headers).await
}

/// The same on a connection that there is.
pub(crate) async fn upgrade_on(
    mut stream: TcpStream,
    server: &Server,
    guest: &Guest,
    game: &str,
    headers: &str,
) -> (u16, TcpStream) {
    let request = format!(
        "GET /api/socket HTTP/1.1\r\nhost: {}\r\norigin: {}\r\ncookie: {}\r\n\
         connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\r\n",
        server.address(),
        server.origin(),
        guest.cookie()
    );
    stream.write_all(request.as_bytes()).await.expect("the server reads");
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.expect("the server answers");
    let status = std::str::from_utf8(&status[9..]).ok().and_then(|status| status.parse().ok());
    let subscribe = format!(r#"{{"type":"subscribe","topic":"game:{game}"}}"#);
    // Where the upgrade was refused nobody reads it.
    let _ = stream.write_all(&frame(0x81, subscribe.as_bytes())).await;
    (status.expect("an answer begins with its status"), stream)
}

/// A short client's frame, masked with zeros.
pub(crate) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(payload.len()).expect("a short payload");
    assert!(length < 126);
    [&[first, 0x80 | length, 0, 0, 0, 0], payload].concat()
}

#[tokio::test]
async fn a_connection_that_never_says_what_it_wants_is_closed() {
    let server = server_with(&["--handshake-timeout", "1"]).await;
    let mut silent = connect(&server).await;
    let mut half = connect(&server).await;
    // It may be closed already, where a second is short.
    let _ = half.write_all(b"GET / HTTP/1.1\r\nhost: x\r\nsec-").await;
    closed(&mut silent).await;
    closed(&mut half).await;
    assert_eq!(server.until_answered("/healthz").await.status, 200);
}

#[tokio::test]
async fn a_connection_that_has_said_something_is_closed_when_it_says_no_more() {
    let server = server_with(&["--handshake-timeout", "1"]).await;
    let said = patiently("an answer", async {
        loop {
            let mut stream = connect(&server).await;
            // On a slow machine a second passes before the server has read it.
            let _ = stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await;
            let said = closed(&mut stream).await;
            if !said.is_empty() {
                return said;
            }
        }
    })
    .await;
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
}

#[tokio::test]
async fn hoarded_connections_harm_neither_players_nor_newcomers() {
    let server = server_with(&["--max-connections", "20", "--handshake-timeout", "600"]).await;
    let mut table = table_on(server, NewGame::friend()).await;
    let mut hoard = Vec::new();
    for _ in 0..100 {
        hoard.push(connect(&table.server).await);
    }
    table.play(&["e2e4", "e7e5"]).await;
    // Each newcomer takes the place of the silent connection that has been there longest.
    let carol = Guest::new(&table.server).await;
    let watcher = carol.open(&table.game).await;
    assert_eq!(watcher.ply(), 2);
    table.play(&["g1f3", "b8c6"]).await;
    // The end of a connection is seen a moment after another one has its place.
    patiently("fewer than 20 of the hoard to be left", async {
        while hoard.iter().filter(|stream| !is_closed(stream)).count() >= 20 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
    table.server.printed("all connections are taken").await;
    assert!(table.server.log().matches("all connections are taken").count() == 1, "{}", table.server.log());
}

#[tokio::test]
async fn when_all_places_are_taken_by_sockets_the_next_is_turned_away_and_nobody_else_is() {
    let server = server_with(&["--max-connections", "4"]).await;
    let mut table = table_on(server, NewGame::friend()).await;
    // The server may not have seen yet that the connections of calls before have ended.
    let one_more = async || loop {
        if let Ok(socket) = GameSocket::open(&table.alice, &table.game, None).await {
            return socket;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    let third = patiently("a third socket", one_more()).await;
    let fourth = patiently("a fourth socket", one_more()).await;
    assert_eq!(closed(&mut connect(&table.server).await).await, "");
    table.play(&["e2e4", "e7e5"]).await;
    third.drop_connection();
    fourth.drop_connection();
    let metrics = table.server.until_answered("/metrics").await;
    assert!(metrics.body.contains("tabiya_turned_away_total{reason=\"full\"}"), "{}", metrics.body);
}

#[tokio::test]
async fn an_address_holds_so_many_connections_and_no_more() {
    // This machine has ten times as many: two are the players' and eight are silent.
    let flags = ["--max-connections-per-address", "1", "--handshake-timeout", "600"];
    let server = server_with(&flags).await;
    let mut table = table_on(server, NewGame::friend()).await;
    let mut more = Vec::new();
    while more.len() < 8 {
        more.push(patiently("a connection that counts", counted(&table.server)).await);
    }
    assert_eq!(closed(&mut connect(&table.server).await).await, "");
    table.play(&["e2e4", "e7e5"]).await;
    more.pop();
    assert_eq!(table.server.until_answered("/healthz").await.status, 200);
}

#[tokio::test]
async fn addresses_without_limits_are_those_that_the_operator_names() {
    let flags = ["--max-connections-per-address", "1", "--unlimited-addresses", "127.0.0.0/8"];
    let server = server_with(&flags).await;
    let mut table = table_on(server, NewGame::friend()).await;
    let mut more = Vec::new();
    while more.len() < 20 {
        more.push(table.alice.open(&table.game).await);
    }
    table.play(&["e2e4", "e7e5"]).await;
}

#[tokio::test]
async fn a_guest_holds_so_many_sockets_and_no_more() {
    // Wherever the guest is: a limit per guest harms nobody else behind the same address.
    let server = server_with(&["--max-sockets-per-guest", "2", "--unlimited-addresses", "127.0.0.0/8"]).await;
    let table = table_on(server, NewGame::friend()).await;
    let tab = table.alice.open(&table.game).await;
    let origin = table.alice.origin();
    let refused = GameSocket::connect(&table.alice, &table.game, "protocol=3", Some(&origin)).await;
    assert_eq!(refused.err(), Some(429));
    table.bob.open(&table.game).await;
    tab.drop_connection();
    patiently("the server to notice that the tab is gone", async {
        while GameSocket::connect(&table.alice, &table.game, "protocol=3", Some(&origin)).await.is_err() {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn games_per_address_are_counted_behind_a_proxy() {
    let flags = ["--trusted-proxies", "127.0.0.1", "--max-games-per-hour", "2"];
    let server = server_with(&flags).await;
    let origin = server.origin();
    let body = NewGame::friend().body().to_string();
    let from = async |forwarded_for: &str| {
        let guest = Guest::new(&server).await;
        let headers = [
            ("cookie", guest.cookie()),
            ("origin", origin.as_str()),
            ("content-type", "application/json"),
            ("x-forwarded-for", forwarded_for),
        ];
        server.request("POST", "/api/games", &headers, body.as_bytes()).await.unwrap()
    };
    for _ in 0..2 {
        assert_eq!(from("203.0.113.7").await.status, 201);
    }
    let refused = from("203.0.113.7").await;
    assert_eq!((refused.status, refused.error_code().as_str()), (429, "too_fast"));
    // What a client forges stands to the left of what the proxy adds.
    assert_eq!(from("203.0.113.99, 203.0.113.7").await.status, 429);
    assert_eq!(from("203.0.113.8").await.status, 201);
}

#[tokio::test]
async fn sockets_per_address_are_counted_behind_a_proxy() {
    let flags = ["--trusted-proxies", "127.0.0.1", "--max-connections-per-address", "1"];
    let server = server_with(&flags).await;
    let (alice, bob) = (Guest::new(&server).await, Guest::new(&server).await);
    let game = alice.create(&NewGame::friend()).await;
    let (status, _first) = upgrade(&server, &alice, &game, "x-forwarded-for: 203.0.113.7\r\n").await;
    assert_eq!(status, 101);
    assert_eq!(upgrade(&server, &bob, &game, "x-forwarded-for: 203.0.113.7\r\n").await.0, 429);
    assert_eq!(upgrade(&server, &bob, &game, "x-forwarded-for: 203.0.113.8\r\n").await.0, 101);
}

/// Creates games until one is refused, each by another guest and with these headers; returns how many there were, and the
/// refusal.
async fn games_until_refused(server: &Server, forwarded: &[(&str, &str)]) -> (usize, Answer) {
    let origin = server.origin();
    let body = NewGame::friend().body().to_string();
    for created in 0..100 {
        let guest = Guest::new(server).await;
        let mut headers = vec![
            ("cookie", guest.cookie()),
            ("origin", origin.as_str()),
            ("content-type", "application/json"),
        ];
        headers.extend(forwarded);
        let answer = server.request("POST", "/api/games", &headers, body.as_bytes()).await;
        let answer = answer.expect("the server answers");
        if answer.status != 201 {
            return (created, answer);
        }
    }
    panic!("there is no limit")
}

#[tokio::test]
async fn a_private_address_may_create_ten_times_as_many_games_and_no_more() {
    // In an hour: of twenty in a minute, one more would be allowed every three seconds.
    let server = server_with(&["--max-games-per-hour", "2"]).await;
    let (created, refused) = games_until_refused(&server, &[]).await;
    assert_eq!((created, refused.status, refused.error_code().as_str()), (20, 429, "too_fast"));
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=181).contains(&wait), "{wait}");
}

#[tokio::test]
async fn who_comes_by_a_proxy_that_is_not_named_has_the_ordinary_limits() {
    for header in ["x-forwarded-for", "forwarded", "x-real-ip"] {
        // Not even the operator's word lifts them: nobody knows who is behind that proxy.
        let flags = ["--max-games-per-hour", "2", "--unlimited-addresses", "127.0.0.0/8"];
        let server = server_with(&flags).await;
        let mut statuses = Vec::new();
        for value in ["203.0.113.7", "203.0.113.8"] {
            let (created, refused) = games_until_refused(&server, &[(header, value)]).await;
            statuses.push((created, refused.status));
        }
        assert_eq!(statuses, [(2, 429), (0, 429)], "{header}");
        server.printed("--trusted-proxies").await;
        assert_eq!(server.log().matches("--trusted-proxies").count(), 1, "{}", server.log());
    }
}

#[tokio::test]
async fn sockets_by_a_proxy_that_is_not_named_have_the_ordinary_limit() {
    let server = server_with(&["--max-connections-per-address", "1"]).await;
    let alice = Guest::new(&server).await;
    let game = alice.create(&NewGame::friend()).await;
    let (status, _first) = upgrade(&server, &alice, &game, "x-forwarded-for: 203.0.113.7\r\n").await;
    assert_eq!(status, 101);
    assert_eq!(upgrade(&server, &alice, &game, "x-forwarded-for: 203.0.113.8\r\n").await.0, 429);
}

#[tokio::test]
async fn the_addresses_of_one_ipv6_network_count_as_one() {
    // The limit of an hour: one of twenty a minute lets another game through every three seconds.
    let server = server_with(&["--trusted-proxies", "127.0.0.1", "--max-games-per-hour", "2"]).await;
    let from = async |address: &str| games_until_refused(&server, &[("x-forwarded-for", address)]).await.0;
    assert_eq!(from("2001:db8::1").await, 2);
    assert_eq!(from("2001:db8::ffff").await, 0);
    // Each /64 has its own, and the /48 ten times as many.
    for network in 1..10 {
        assert_eq!(from(&format!("2001:db8:0:{network}::1")).await, 2);
    }
    assert_eq!(from("2001:db8:0:ffff::1").await, 0);
    assert_eq!(from("2001:db8:1::1").await, 2);
}

/// Each text is looked up in the database.
#[tokio::test]
async fn guesses_at_tokens_are_counted_for_their_address() {
    let server = server_with(&["--trusted-proxies", "127.0.0.1"]).await;
    let many = vec!["x"; 100].join(",");
    for (from, header, path, body) in [
        ("203.0.113.7", "", "/api/token/test", &*many),
        ("203.0.113.8", "Bearer x", "/api/account", ""),
        ("203.0.113.9", "", "/api/account", ""),
    ] {
        let mut headers = vec![("x-forwarded-for", from)];
        headers.extend((!header.is_empty()).then_some(("authorization", header)));
        let method = if body.is_empty() { "GET" } else { "POST" };
        let (begun, mut guesses) = (Instant::now(), 0);
        let refused = loop {
            let all = (0..50).map(|_| server.request(method, path, &headers, body.as_bytes()));
            let mut all = join_all(all).await.into_iter().map(|answer| answer.expect("an answer"));
            if let Some(refused) = all.find(|answer| answer.status == 429) {
                break refused;
            }
            guesses += 50;
            // Six hundred at once, and ten more a second, which a slow machine takes.
            assert!(guesses < 700 + 10 * begun.elapsed().as_secs(), "too many guesses: {guesses}");
        };
        assert!(refused.header("retry-after").is_some(), "{}", refused.body);
    }
}

/// New puzzles, races and moves in them have one limit, and each is told what there was too much of.
#[tokio::test]
async fn puzzles_and_races_are_limited_and_the_refusal_says_what_was_too_much() {
    let server = server_with(&[]).await;
    let mut ann = registered(&server, "Ann").await;
    let (begun, mut given) = (Instant::now(), 0);
    let mut until_too_many = async |ann: &Guest| loop {
        let answer = ann.call("GET", "/api/page/puzzles", "").await;
        if answer.status == 429 {
            assert_eq!(answer.error_code(), "too_fast");
            assert!(answer.body.contains("too many new puzzles in a short time"), "{}", answer.body);
            break;
        }
        given += 1;
        // So many at once, and two more a second, which a slow machine takes.
        assert!(given < 150 + 2 * begun.elapsed().as_secs(), "too many puzzles: {given}");
    };
    for (path, body, said) in [
        ("", json!({"themes": ["fork", "pin", "skewer"]}), "too many races in a short time"),
        ("/none/again", json!({}), "too many races in a short time"),
    ] {
        until_too_many(&ann).await;
        let refused = ann.act("POST", &format!("/api/page/puzzle-races{path}"), &body).await;
        assert_eq!(refused.status, 429, "{}", refused.body);
        assert!(refused.body.contains(said), "{}", refused.body);
    }
}
