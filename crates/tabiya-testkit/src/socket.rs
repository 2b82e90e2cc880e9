// SPDX-License-Identifier: AGPL-3.0-or-later
//! A socket of a player or a spectator that follows one game.
//!
//! Every numbered event is checked when it arrives: the numbers within a game have no gaps and no
//! repetitions.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::{Guest, PATIENCE, patiently};

/// The version of the protocol that this kit speaks.
const PROTOCOL: u16 = 3;

/// The server's answer to a command.
#[derive(Clone, Debug)]
#[must_use]
pub enum Reply {
    /// The command was accepted; the first event that it caused.
    Done(Value),
    /// The command was refused and nothing changed; the whole message.
    Refused(Value),
    /// The connection ended before an answer came.
    Lost,
}

impl Reply {
    /// The event. Panics if the command was refused.
    pub fn accepted(self) -> Value {
        match self {
            Self::Done(event) => event,
            other => panic!("expected the command to be accepted, got {other:?}"),
        }
    }

    /// Whether it was refused.
    pub fn is_refused(&self) -> bool {
        matches!(self, Self::Refused(_))
    }

    /// The refusal. Panics if the command was accepted.
    pub fn refused(self) -> Value {
        match self {
            Self::Refused(message) => message,
            other => panic!("expected a refusal, got {other:?}"),
        }
    }
}

/// How a connection ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    /// The close code (RFC 6455, 7.4), if there was one.
    pub code: Option<u16>,
    /// The reason as text.
    pub reason: String,
}

/// A socket that follows one game.
#[derive(Debug)]
pub struct GameSocket {
    topic: String,
    stream: WebSocketStream<TcpStream>,
    next_id: u32,
    seq: Option<u32>,
    you: Option<String>,
    situation: Value,
    moves: Vec<String>,
    closed: Option<Closed>,
}

impl GameSocket {
    /// Connects with the guest's cookie and origin, and reads until the socket has the current game.
    ///
    /// # Errors
    /// The HTTP status with which the server refused the upgrade.
    pub async fn open(guest: &Guest, game: &str, after: Option<u32>) -> Result<Self, u16> {
        let query = format!("protocol={PROTOCOL}");
        let origin = guest.origin();
        let mut socket = Self::connect(guest, game, &query, Some(&origin)).await?;
        socket.subscribe(after).await;
        socket.seq = after;
        // A resume ends with `synced`. If the server does not keep so many events, it sends the whole game
        // instead.
        socket.until("the game", |message| message["type"] == "synced" || message["type"] == "state").await;
        Ok(socket)
    }

    /// Connects with this query and origin, without subscribing or reading.
    ///
    /// # Errors
    /// The HTTP status with which the server refused the upgrade.
    pub async fn connect(guest: &Guest, game: &str, query: &str, origin: Option<&str>) -> Result<Self, u16> {
        let url = format!("ws://{}/api/socket?{query}", guest.address());
        let mut request = url.into_client_request().expect("a well-formed address");
        let header = |value: &str| HeaderValue::from_str(value).expect("visible ASCII");
        if !guest.cookie().is_empty() {
            request.headers_mut().insert("cookie", header(guest.cookie()));
        }
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", header(origin));
        }
        if let Some(address) = guest.forwarded_for() {
            request.headers_mut().insert("x-forwarded-for", header(address));
        }
        patiently("the socket to open", async {
            let stream = TcpStream::connect(guest.address()).await.expect("the server listens");
            stream.set_nodelay(true).expect("a fresh socket takes options");
            match client_async(request, stream).await {
                Ok((stream, _)) => Ok(Self {
                    topic: format!("game:{game}"),
                    stream,
                    next_id: 1,
                    seq: None,
                    you: None,
                    situation: Value::Null,
                    moves: Vec::new(),
                    closed: None,
                }),
                Err(Error::Http(answer)) => Err(answer.status().as_u16()),
                Err(error) => panic!("the server spoiled the handshake: {error}"),
            }
        })
        .await
    }

    /// Subscribes to the game, from the event after `after`.
    pub async fn subscribe(&mut self, after: Option<u32>) {
        let mut message = json!({ "type": "subscribe", "topic": self.topic });
        if let Some(after) = after {
            message["after"] = after.into();
        }
        self.send_text(&message.to_string()).await;
    }

    /// Asks for the number of the game's newest event.
    pub async fn ping(&mut self) {
        self.send_text(&json!({ "type": "ping", "topic": self.topic }).to_string()).await;
    }

    /// The side that this socket plays: `white`, `black`, or `None` for a watcher.
    pub fn you(&self) -> Option<&str> {
        self.you.as_deref()
    }

    /// The situation of the game in the newest message.
    pub fn situation(&self) -> &Value {
        &self.situation
    }

    /// The number of the newest event received.
    pub fn seq(&self) -> u32 {
        self.seq.expect("the game's state has come in")
    }

    /// The moves that this socket has received, in UCI notation.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The number of half-moves in the newest situation.
    pub fn ply(&self) -> u64 {
        self.situation["ply"].as_u64().expect("a situation has a ply")
    }

    /// The legal moves in the newest situation.
    pub fn legal(&self) -> Vec<String> {
        let legal = self.situation["legal"].as_array().expect("a situation lists moves").iter();
        legal.map(|one| one.as_str().expect("moves are text").to_owned()).collect()
    }

    /// `waiting`, `playing` or `ended`.
    pub fn status(&self) -> &str {
        self.situation["status"]["kind"].as_str().expect("a situation has a status")
    }

    /// The next message. `None` when the connection has ended, see [`GameSocket::closed`].
    pub async fn receive(&mut self) -> Option<Value> {
        patiently("a message", self.hear()).await
    }

    /// Reads until the connection ends, and so answers the server's signs of life.
    pub async fn stay(mut self) {
        while self.hear().await.is_some() {}
    }

    /// The next message, however long it takes. The server's signs of life go on for ever, so whoever waits for something bounds the
    /// whole wait.
    pub async fn hear(&mut self) -> Option<Value> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => {
                    let message = serde_json::from_str(&text).expect("the server speaks JSON");
                    self.take_in(&message);
                    return Some(message);
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Ok(Message::Binary(_))) => panic!("the server sent a binary frame"),
                Some(Ok(Message::Close(frame))) => {
                    let code = frame.as_ref().map(|frame| frame.code.into());
                    let reason = frame.map_or(String::new(), |frame| frame.reason.to_string());
                    self.closed = Some(Closed { code, reason });
                }
                Some(Err(_)) | None => {
                    self.closed.get_or_insert(Closed { code: None, reason: String::new() });
                    return None;
                }
            }
        }
    }

    fn take_in(&mut self, message: &Value) {
        let number =
            |value: &Value| u32::try_from(value.as_u64().expect("a number")).expect("a small number");
        let kind = message["type"].as_str().expect("a message has a type");
        if message["topic"].as_str().is_some_and(|topic| topic != self.topic) {
            return;
        }
        match kind {
            "state" => {
                self.seq = Some(number(&message["seq"]));
                self.situation = message["game"]["situation"].clone();
                let moves = message["game"]["moves"].as_array().expect("a game has moves").iter();
                self.moves = moves.map(uci_of).collect();
            }
            "moves" => {
                let from = usize::try_from(number(&message["from"])).expect("a small number");
                assert_eq!(from, self.moves.len(), "a long game's moves come in their order: {message}");
                let moves = message["moves"].as_array().expect("moves are an array").iter();
                self.moves.extend(moves.map(uci_of));
            }
            "event" => {
                let seq = number(&message["seq"]);
                if let Some(last) = self.seq {
                    if seq <= last && message["id"].is_u64() {
                        // A repeated command gets the same answer again.
                        return;
                    }
                    assert_eq!(seq, last + 1, "events come without gaps: {message}");
                }
                self.seq = Some(seq);
                self.situation = message["situation"].clone();
                match message["event"]["kind"].as_str() {
                    Some("move_played") => self.moves.push(uci_of(&message["event"]["move"])),
                    Some("taken_back") => {
                        let half_moves = usize::try_from(number(&message["event"]["half_moves"]));
                        let rest = self.moves.len().checked_sub(half_moves.expect("a small number"));
                        self.moves.truncate(rest.expect("these moves were played"));
                    }
                    _ => {}
                }
            }
            "synced" => {
                if let Some(last) = self.seq {
                    assert_eq!(number(&message["seq"]), last, "nothing is missing when synced: {message}");
                }
                self.seq = Some(number(&message["seq"]));
                self.situation = message["situation"].clone();
            }
            _ => {}
        }
        if kind == "state" || kind == "synced" {
            self.you = message["you"].as_str().map(String::from);
        }
    }

    /// Reads until a message for which `wanted` is true, and returns it.
    pub async fn until(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        patiently(what, async {
            loop {
                match self.hear().await {
                    Some(message) if wanted(&message) => return message,
                    Some(_) => {}
                    None => panic!("the connection ended ({:?}) while waiting for {what}", self.closed),
                }
            }
        })
        .await
    }

    /// Reads until a message of type `kind`.
    pub async fn next(&mut self, kind: &str) -> Value {
        self.until(kind, |message| message["type"] == kind).await
    }

    /// Reads until the event `kind` (`move_played`, `ended`, ...), and returns the whole message.
    pub async fn event(&mut self, kind: &str) -> Value {
        self.until(kind, |message| message["type"] == "event" && message["event"]["kind"] == kind).await
    }

    /// Reads until this socket has received every event that `other` has.
    pub async fn follow(&mut self, other: &Self) {
        patiently("what another socket has", async {
            while self.seq() < other.seq() {
                assert!(self.hear().await.is_some(), "the connection ended: {:?}", self.closed);
            }
        })
        .await;
    }

    /// Reads until the connection ends. Panics if it does not within three times [`PATIENCE`].
    pub async fn closed(&mut self) -> Closed {
        let end = async { while self.hear().await.is_some() {} };
        let ended = tokio::time::timeout(3 * PATIENCE, end).await;
        assert!(ended.is_ok(), "the server does not end the connection");
        self.closed.clone().expect("an ended connection says how")
    }

    /// Sends text unchanged. A closed connection is noticed when reading.
    pub async fn send_text(&mut self, text: &str) {
        let _ = self.stream.send(Message::text(text)).await;
    }

    /// Sends a binary frame.
    pub async fn send_binary(&mut self, bytes: &[u8]) {
        let _ = self.stream.send(Message::binary(bytes.to_vec())).await;
    }

    /// Sends a command of type `kind` with these `fields`, without waiting. Returns its number.
    pub async fn send(&mut self, kind: &str, fields: Value) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        let mut message = json!({ "type": kind, "topic": self.topic, "id": id });
        let fields = fields.as_object().expect("fields are an object").clone();
        message.as_object_mut().expect("a message is an object").extend(fields);
        self.send_text(&message.to_string()).await;
        id
    }

    /// The answer to the command with this number.
    pub async fn reply_to(&mut self, id: u32) -> Reply {
        patiently("the answer to a command", async {
            while let Some(message) = self.hear().await {
                match (message["type"].as_str(), message["id"].as_u64()) {
                    (Some("event"), Some(found)) if found == u64::from(id) => return Reply::Done(message),
                    (Some("refused"), Some(found)) if found == u64::from(id) => {
                        return Reply::Refused(message);
                    }
                    _ => {}
                }
            }
            Reply::Lost
        })
        .await
    }

    /// Sends a command and waits for its answer.
    pub async fn command(&mut self, kind: &str, fields: Value) -> Reply {
        let id = self.send(kind, fields).await;
        self.reply_to(id).await
    }

    /// Plays a move in the newest position.
    pub async fn play(&mut self, uci: &str) -> Reply {
        let seq = self.seq();
        self.play_since(seq, uci).await
    }

    /// Plays a move like a client that has the events up to this number.
    pub async fn play_since(&mut self, seq: u32, uci: &str) -> Reply {
        self.command("play", json!({ "seq": seq, "uci": uci })).await
    }

    /// Takes the open seat, and waits until the server names the side.
    pub async fn join(&mut self) {
        self.command("join", json!({})).await.accepted();
        self.next("synced").await;
    }

    /// Asks for the open seat; the answer may be a refusal.
    pub async fn try_join(&mut self) -> Reply {
        self.command("join", json!({})).await
    }

    /// Drops the connection without a close frame.
    pub fn drop_connection(self) {
        drop(self.stream);
    }
}

fn uci_of(played: &Value) -> String {
    played["uci"].as_str().expect("a move has a name").to_owned()
}
