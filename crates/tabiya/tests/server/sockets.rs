// SPDX-License-Identifier: AGPL-3.0-or-later
//! One socket for many topics, and its frames (RFC 6455).

use serde_json::{Value, json};
use tabiya_testkit::{GameSocket, Guest, NewGame};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::limits::{frame, upgrade_on};
use crate::{server, table};

async fn tell(socket: &mut GameSocket, message: Value) {
    socket.send_text(&message.to_string()).await;
}

#[tokio::test]
async fn one_socket_follows_several_games_and_each_message_names_its_own() {
    let server = server().await;
    let (alice, bob) = (Guest::new(&server).await, Guest::new(&server).await);
    let mut games = Vec::new();
    for _ in 0..3 {
        let game = alice.create(&NewGame::friend()).await;
        bob.open(&game).await.join().await;
        games.push(game);
    }
    let mut tab = alice.open(&games[0]).await;
    for game in &games[1..] {
        let topic = format!("game:{game}");
        tell(&mut tab, json!({ "type": "subscribe", "topic": topic })).await;
        let state = tab.until("the state", |message| message["type"] == "state").await;
        assert_eq!((&state["topic"], &state["you"]), (&json!(topic), &json!("white")));
    }
    for (id, game) in (100..).zip(&games) {
        let topic = format!("game:{game}");
        let play = json!({ "type": "play", "topic": topic, "id": id, "seq": 1, "uci": "e2e4" });
        tell(&mut tab, play).await;
        let event = tab.until("the move", |message| message["id"] == id).await;
        assert_eq!((&event["type"], &event["topic"]), (&json!("event"), &json!(topic)));
        let mut opponent = bob.open(game).await;
        opponent.play("e7e5").await.accepted();
        let told = tab.until("the answer", |message| message["event"]["by"] == "black").await;
        assert_eq!(told["topic"], topic);
    }
    // Of one that it has left it hears nothing more; of the others it does.
    let (left, kept) = (format!("game:{}", games[1]), format!("game:{}", games[2]));
    tell(&mut tab, json!({ "type": "unsubscribe", "topic": left })).await;
    tab.until("the answer", |message| message["type"] == "unsubscribed" && message["topic"] == left).await;
    alice.open(&games[1]).await.play("g1f3").await.accepted();
    tell(&mut tab, json!({ "type": "resign", "topic": left, "id": 7 })).await;
    let refused = tab.until("the refusal", |message| message["id"] == 7).await;
    assert_eq!(refused["refusal"]["kind"], "not_subscribed", "{refused}");
    alice.open(&games[2]).await.play("g1f3").await.accepted();
    let next = tab.until("the next event", |message| message["type"] == "event").await;
    assert_eq!(next["topic"], kept, "{next}");
}

#[tokio::test]
async fn a_subscription_that_is_refused_closes_nothing() {
    let mut table = table(NewGame::friend()).await;
    for topic in ["hall", "", "game:", "game:AAAAAAAA"] {
        tell(&mut table.white, json!({ "type": "subscribe", "topic": topic })).await;
        let refused = table.white.next("refused").await;
        assert_eq!(
            (&refused["topic"], &refused["id"], &refused["seq"]),
            (&json!(topic), &Value::Null, &Value::Null)
        );
        assert_eq!(refused["refusal"], json!({ "kind": "no_such_topic", "topic": topic }));
    }
    let mut tab = table.alice.open(&table.game).await;
    for _ in 0..7 {
        let game = table.bob.create(&NewGame::friend()).await;
        tell(&mut tab, json!({ "type": "subscribe", "topic": format!("game:{game}") })).await;
        tab.next("state").await;
    }
    let game = table.bob.create(&NewGame::friend()).await;
    tell(&mut tab, json!({ "type": "subscribe", "topic": format!("game:{game}") })).await;
    assert_eq!(tab.next("refused").await["refusal"], json!({ "kind": "too_many_topics", "limit": 8 }));
    table.play(&["e2e4", "e7e5"]).await;
    tab.follow(&table.white).await;
}

#[tokio::test]
async fn whoever_subscribes_again_is_told_again() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["e2e4", "e7e5"]).await;
    table.black.subscribe(None).await;
    table.black.next("state").await;
    table.play(&["g1f3", "b8c6"]).await;
    let missed = table.black.seq();
    table.black.subscribe(Some(missed)).await;
    table.black.next("synced").await;
    table.black.ping().await;
    assert_eq!(table.black.next("pong").await["seq"], missed);
}

/// A socket whose frames the test writes itself.
async fn raw_socket() -> (crate::Table, TcpStream) {
    let table = table(NewGame::friend()).await;
    let stream = TcpStream::connect(table.server.address()).await.expect("the server listens");
    let (status, mut stream) = upgrade_on(stream, &table.server, &table.alice, &table.game, "").await;
    assert_eq!(status, 101);
    // The rest of the head.
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.expect("the head has an end"));
    }
    (table, stream)
}

/// The code of the server's close frame; none where it drops the connection without one.
async fn close_code(stream: &mut TcpStream) -> Option<u16> {
    loop {
        let (first, second) = (stream.read_u8().await.ok()?, stream.read_u8().await.ok()?);
        let length = match second {
            126 => u64::from(stream.read_u16().await.ok()?),
            127 => stream.read_u64().await.ok()?,
            short => short.into(),
        };
        let mut payload = vec![0; usize::try_from(length).expect("a message fits into memory")];
        stream.read_exact(&mut payload).await.ok()?;
        if first == 0x88 {
            return Some(u16::from_be_bytes([*payload.first()?, *payload.get(1)?]));
        }
    }
}

#[tokio::test]
async fn a_close_frame_is_answered_with_its_own_code() {
    let (_table, mut stream) = raw_socket().await;
    stream.write_all(&frame(0x88, &1001_u16.to_be_bytes())).await.unwrap();
    assert_eq!(close_code(&mut stream).await, Some(1001));
    assert_eq!(stream.read(&mut [0]).await.unwrap_or(0), 0, "then the server ends the connection");
}

#[tokio::test]
async fn frames_against_the_standard_are_answered_with_the_code_for_it() {
    let unmasked = [&[0x81, 15][..], br#"{"type":"ping"}"#].concat();
    let cases: [(&str, Vec<u8>, u16); 7] = [
        ("a reserved bit", frame(0xc1, b"{}"), 1002),
        ("an unknown opcode", frame(0x83, b"{}"), 1002),
        ("a fragmented control frame", frame(0x09, b""), 1002),
        ("a continuation of nothing", frame(0x80, b"{}"), 1002),
        ("an unmasked frame", unmasked, 1002),
        ("text that is not UTF-8", frame(0x81, &[0xff, 0xfe]), 1007),
        ("a binary frame", frame(0x82, b"{}"), 1003),
    ];
    for (what, bytes, code) in cases {
        let (mut table, mut stream) = raw_socket().await;
        stream.write_all(&bytes).await.unwrap();
        assert_eq!(close_code(&mut stream).await, Some(code), "{what}");
        table.play(&["e2e4", "e7e5"]).await;
    }
}

/// One socket kept a core busy with frames that cost it nothing.
#[tokio::test]
async fn every_frame_costs_credit() {
    // A text's beginning goes before the empty fragments.
    let fragments = [frame(0x01, b""), frame(0x00, b"").repeat(2_000)].concat();
    for (what, bytes) in [
        ("empty fragments", fragments),
        ("pings", frame(0x89, b"").repeat(2_000)),
        ("pongs", frame(0x8a, b"").repeat(2_000)),
    ] {
        let (mut table, mut stream) = raw_socket().await;
        // The server may hang up before it has all.
        let _ = stream.write_all(&bytes).await;
        assert_eq!(close_code(&mut stream).await, Some(4002), "{what}");
        table.play(&["e2e4", "e7e5"]).await;
    }
}
