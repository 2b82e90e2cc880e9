// SPDX-License-Identifier: AGPL-3.0-or-later
//! The topic `me`: each player's own.

use serde_json::{Value, json};
use tabiya_testkit::{GameSocket, Guest};

use crate::server;

/// A browser tab that follows topics.
pub(crate) struct Tab(GameSocket);

impl Tab {
    /// A tab of this guest that follows nothing yet.
    pub(crate) async fn open(guest: &Guest) -> Self {
        let socket = GameSocket::connect(guest, "none", "protocol=3", Some(&guest.origin())).await;
        Self(socket.expect("the server takes the socket"))
    }

    /// Subscribes, and waits for the first message.
    pub(crate) async fn follow(&mut self, topic: &str) -> Value {
        self.say(json!({"type": "subscribe", "topic": topic})).await;
        self.0.until("an answer", |message| message["topic"] == topic).await
    }

    /// Subscribes with the number of the last message that it has. Returns what is told, up to the answer to a ping that follows.
    pub(crate) async fn resume(&mut self, topic: &str, after: &Value) -> Vec<Value> {
        self.say(json!({"type": "subscribe", "topic": topic, "after": after})).await;
        self.say(json!({"type": "ping", "topic": topic})).await;
        let mut told = Vec::new();
        loop {
            let message = self.0.until("an answer", |message| message["topic"] == topic).await;
            match message["type"].as_str().expect("each message has a type") {
                "presence" => {}
                "pong" => return told,
                _ => told.push(message),
            }
        }
    }

    pub(crate) async fn say(&mut self, message: Value) {
        self.0.send_text(&message.to_string()).await;
    }

    /// The next message of this type.
    pub(crate) async fn next(&mut self, kind: &str) -> Value {
        self.0.next(kind).await
    }

    /// The next message of each of these types, whatever order they come in.
    pub(crate) async fn next_of<const N: usize>(&mut self, kinds: [&str; N]) -> [Value; N] {
        let mut told = [const { Value::Null }; N];
        while told.contains(&Value::Null) {
            let lacks = |message: &Value| {
                kinds.iter().zip(&told).any(|(kind, told)| message["type"] == **kind && told.is_null())
            };
            let message = self.0.until("a message of each type", lacks).await;
            let place = kinds.iter().position(|kind| message["type"] == **kind);
            told[place.expect("it is one of them")] = message;
        }
        told
    }

    /// How the server ended the connection.
    pub(crate) async fn closed(&mut self) -> Option<u16> {
        self.0.closed().await.code
    }
}

#[tokio::test]
async fn everybody_has_a_topic_of_their_own_guests_too() {
    let server = server().await;
    let guest = Guest::new(&server).await;
    let mut tab = Tab::open(&guest).await;
    let mine = tab.follow("me").await;
    assert_eq!(mine["type"], "mine");
    tab.say(json!({"type": "ping", "topic": "me"})).await;
    assert_eq!(tab.next("pong").await["seq"], mine["seq"]);
    tab.say(json!({"type": "resign", "topic": "me", "id": 7})).await;
    let refused = tab.next("refused").await;
    assert_eq!((&refused["refusal"]["kind"], &refused["id"]), (&json!("wrong_topic"), &json!(7)));
    tab.say(json!({"type": "unsubscribe", "topic": "me"})).await;
    tab.next("unsubscribed").await;
    tab.say(json!({"type": "ping", "topic": "me"})).await;
    assert_eq!(tab.next("refused").await["refusal"]["kind"], "not_subscribed");
}

#[tokio::test]
async fn who_follows_nothing_else_is_told_to_come_back_when_the_server_stops() {
    let mut server = server().await;
    let guest = Guest::new(&server).await;
    let mut tab = Tab::open(&guest).await;
    tab.follow("me").await;
    let stopped = server.stop();
    let (stopped, code) = tokio::join!(stopped, tab.closed());
    assert_eq!(code, Some(1012));
    assert!(stopped, "the server ended in form");
}
