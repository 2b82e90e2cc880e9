// SPDX-License-Identifier: AGPL-3.0-or-later
//! A client of one game that goes on whatever happens to the nodes, as the page does.
//!
//! It pings after two seconds of silence and gives the connection up 1.8 seconds later, goes to the next node that answers, brings the
//! number of its last event along, and sends a move again that was not answered, under the same number.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::Random;
use crate::history::{Acknowledged, Received, Sent, Stream, Uci};

/// How often a client looks whether something is to be done.
const TICK: Duration = Duration::from_millis(20);
/// How long nothing may come before it pings, and how long the answer may take.
const SILENCE: Duration = Duration::from_secs(2);
const ANSWER: Duration = Duration::from_millis(1_800);
/// How long it takes at most until a client has noticed that its node is gone, and has been refused by none but one other: what that costs
/// on the clock is the client's, as on one server.
pub(super) const LOOKS_FOR_ANOTHER: Duration =
    SILENCE.saturating_add(ANSWER).saturating_add(CONNECT).saturating_add(PAUSE).saturating_add(PAUSE);

/// How long a node may take to accept a connection.
const CONNECT: Duration = Duration::from_secs(1);
/// The pause before a connection is tried anew, and before a refused move is sent again.
const PAUSE: Duration = Duration::from_millis(200);

type Socket = WebSocketStream<TcpStream>;

/// What the clients of all games of a run are told, and where they can go.
#[derive(Debug)]
pub(super) struct Orders {
    pub(super) nodes: Vec<SocketAddr>,
    /// Whether new moves are played.
    pub(super) plays: AtomicBool,
    /// Whether the clients end.
    pub(super) is_over: AtomicBool,
    /// Milliseconds that a player thinks: at least, and so many more by chance.
    pub(super) thinks: (u64, u64),
}

/// What the clients of one game share.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) game: String,
    pub(super) script: Vec<Uci>,
    /// The newest event of each client.
    pub(super) heads: [AtomicU32; 3],
    /// Whether this player waits for the answer to a move.
    pub(super) waits: [AtomicBool; 2],
    /// When moves were acknowledged.
    pub(super) acknowledged: Mutex<Vec<Instant>>,
}

impl Table {
    pub(super) fn new(game: String, script: Vec<Uci>) -> Self {
        let (heads, waits) = (Default::default(), Default::default());
        Self { game, script, heads, waits, acknowledged: Mutex::default() }
    }

    /// When the first move was acknowledged after this moment.
    pub(super) fn first_after(&self, moment: Instant) -> Option<Instant> {
        let all = self.acknowledged.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().copied().find(|&at| at > moment)
    }

    /// How many moves were acknowledged.
    pub(super) fn moves(&self) -> usize {
        self.acknowledged.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether all its clients have the same newest event, and nobody waits.
    pub(super) fn is_settled(&self) -> bool {
        let head = |client: &AtomicU32| client.load(Ordering::Relaxed);
        let is_one = self.heads.iter().all(|client| head(client) == head(&self.heads[0]));
        is_one && self.waits.iter().all(|waits| !waits.load(Ordering::Relaxed))
    }
}

/// How long a player has thought about the move at this ply, as the player saw it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thought {
    pub(super) ply: u32,
    pub(super) ms: u64,
}

/// A move that was sent and not answered.
#[derive(Clone, Copy, Debug)]
struct Pending {
    ply: u32,
    seq: u32,
    id: u32,
    /// When it is to be sent again, after a refusal.
    again: Option<Instant>,
}

/// A client: place 0 is White, 1 is Black, 2 a spectator.
pub(super) struct Player {
    pub(super) orders: Arc<Orders>,
    pub(super) table: Arc<Table>,
    pub(super) place: usize,
    pub(super) cookie: String,
    /// The node where it is.
    pub(super) node: usize,
    pub(super) random: Random,
    pub(super) heard: Heard,
}

/// What a client has sent and heard.
#[derive(Debug, Default)]
pub(super) struct Heard {
    pub(super) stream: Stream,
    pub(super) sent: Vec<Sent>,
    pub(super) acknowledged: Vec<Acknowledged>,
    pub(super) thoughts: Vec<Thought>,
    /// Connections that ended or were given up, and refusals.
    pub(super) troubles: Vec<String>,
    seq: Option<u32>,
    ply: u32,
    has_ended: bool,
    /// Since when it knows that this is the ply.
    since: Option<Instant>,
    /// When the next move is played.
    due: Option<Instant>,
    pending: Option<Pending>,
    next_id: u32,
}

/// Why a connection ended.
type Lost = String;

impl Player {
    /// Plays until the run is over.
    pub(super) async fn run(mut self) -> Heard {
        while !self.is_over() {
            let Some(mut socket) = self.connect().await else {
                self.node = (self.node + 1) % self.orders.nodes.len();
                tokio::time::sleep(PAUSE / 2).await;
                continue;
            };
            if let Err(lost) = self.follow(&mut socket).await {
                self.heard.troubles.push(lost);
                self.node = (self.node + 1) % self.orders.nodes.len();
                let pause = PAUSE.as_millis() as u64 / 2 + self.random.below(PAUSE.as_millis() as u64);
                tokio::time::sleep(Duration::from_millis(pause)).await;
            }
        }
        self.heard
    }

    fn is_over(&self) -> bool {
        self.orders.is_over.load(Ordering::Relaxed)
    }

    async fn connect(&self) -> Option<Socket> {
        let address = self.orders.nodes[self.node];
        let mut request = format!("ws://{address}/api/socket?protocol=3").into_client_request().ok()?;
        for (name, value) in [("cookie", self.cookie.clone()), ("origin", format!("http://{address}"))] {
            request.headers_mut().insert(name, HeaderValue::from_str(&value).ok()?);
        }
        let connecting = async {
            let stream = TcpStream::connect(address).await.ok()?;
            stream.set_nodelay(true).ok()?;
            Some(client_async(request, stream).await.ok()?.0)
        };
        tokio::time::timeout(CONNECT, connecting).await.ok()?
    }

    /// Follows the game on this connection until it ends, or the run does.
    async fn follow(&mut self, socket: &mut Socket) -> Result<(), Lost> {
        let topic = format!("game:{}", self.table.game);
        let mut subscribe = json!({ "type": "subscribe", "topic": topic });
        if let Some(after) = self.heard.seq {
            subscribe["after"] = after.into();
        }
        send(socket, &subscribe).await?;
        let (mut is_there, mut last, mut asked) = (false, Instant::now(), None::<Instant>);
        while !self.is_over() {
            tokio::select! {
                message = socket.next() => {
                    (last, asked) = (Instant::now(), None);
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            let message = serde_json::from_str(&text).map_err(|error| error.to_string())?;
                            if self.take_in(&message)? {
                                is_there = true;
                                self.send_again(socket).await?;
                            }
                        }
                        Some(Ok(Message::Close(frame))) => {
                            return Err(format!("closed with {:?}", frame.map(|frame| u16::from(frame.code))));
                        }
                        Some(Ok(_)) => {}
                        Some(Err(error)) => return Err(error.to_string()),
                        None => return Err("the connection ended".into()),
                    }
                }
                () = tokio::time::sleep(TICK) => {
                    let now = Instant::now();
                    if asked.is_some_and(|asked| now - asked > ANSWER) {
                        return Err("no sign of life".into());
                    }
                    if asked.is_none() && now - last > SILENCE {
                        asked = Some(now);
                        send(socket, &json!({ "type": "ping", "topic": topic })).await?;
                    }
                    if is_there {
                        self.act(socket, now).await?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes in a message. Returns whether the client has everything now after it came.
    fn take_in(&mut self, message: &Value) -> Result<bool, Lost> {
        let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
        let seq = number(&message["seq"]);
        let mut is_up_to_date = false;
        match message["type"].as_str().unwrap_or_default() {
            "state" => {
                let moves = message["game"]["moves"].as_array().map_or(&[][..], Vec::as_slice);
                let moves: Vec<Uci> = moves.iter().filter_map(|played| uci(&played["uci"])).collect();
                self.at_ply(u32::try_from(moves.len()).expect("a game has fewer moves"));
                self.heard.has_ended = message["game"]["situation"]["status"]["kind"] == "ended";
                let seq = seq.ok_or("a state without a number")?;
                self.heard.stream.heard.push(Received::State { seq, moves: moves.into() });
                self.heard.seq = Some(seq);
                is_up_to_date = true;
            }
            "event" => self.take_in_event(seq.ok_or("an event without a number")?, message),
            "synced" => {
                let seq = seq.ok_or("synced without a number")?;
                self.heard.stream.heard.push(Received::Newest { seq });
                self.heard.seq = Some(seq);
                is_up_to_date = true;
            }
            "pong" => {
                let seq = seq.ok_or("a pong without a number")?;
                self.heard.stream.heard.push(Received::Newest { seq });
            }
            "refused" => {
                let kind = message["refusal"]["kind"].as_str().unwrap_or_default();
                self.heard.troubles.push(format!("refused: {}", message["refusal"]));
                let id = number(&message["id"]);
                match self.heard.pending.as_mut().filter(|pending| id == Some(pending.id)) {
                    Some(pending) if matches!(kind, "too_fast" | "not_saved" | "unavailable") => {
                        pending.again = Some(Instant::now() + PAUSE);
                    }
                    _ => return Err(format!("refused: {}", message["refusal"])),
                }
            }
            _ => {}
        }
        self.table.heads[self.place].store(self.heard.seq.unwrap_or_default(), Ordering::Relaxed);
        Ok(is_up_to_date)
    }

    fn take_in_event(&mut self, seq: u32, message: &Value) {
        let is_known = self.heard.seq.is_some_and(|last| seq <= last);
        let id = message["id"].as_u64();
        match message["event"]["kind"].as_str() {
            Some("move_played") => {
                let Some(uci) = uci(&message["event"]["move"]["uci"]) else { return };
                let own = self.heard.pending.filter(|pending| id == Some(u64::from(pending.id)));
                if let Some(pending) = own {
                    let ply = pending.ply;
                    self.heard.acknowledged.push(Acknowledged { ply, uci, seq });
                    self.heard.pending = None;
                    let mut all = self.table.acknowledged.lock().unwrap_or_else(PoisonError::into_inner);
                    all.push(Instant::now());
                }
                if is_known {
                    self.heard.stream.heard.push(Received::Repeated { seq, uci });
                    return;
                }
                let clock =
                    message["event"]["move"]["clock_ms"].as_u64().and_then(|ms| u32::try_from(ms).ok());
                self.heard.stream.heard.push(Received::Move { seq, uci, clock });
                self.at_ply(self.heard.ply + 1);
            }
            Some("ended") => {
                self.heard.stream.heard.push(Received::Ended { seq });
                self.heard.has_ended = true;
            }
            _ => self.heard.stream.heard.push(Received::Other { seq }),
        }
        self.heard.seq = Some(seq);
    }

    /// So many half-moves were played.
    fn at_ply(&mut self, ply: u32) {
        if ply != self.heard.ply || self.heard.since.is_none() {
            let now = Instant::now();
            let (least, more) = self.orders.thinks;
            let thinks = Duration::from_millis(least + self.random.below(more.max(1)));
            (self.heard.ply, self.heard.since, self.heard.due) = (ply, Some(now), Some(now + thinks));
        }
        if self.heard.pending.is_some_and(|pending| pending.ply < ply) {
            // It is in the game: the answer was lost with the connection.
            self.heard.pending = None;
        }
    }

    /// Sends the move again that may have been lost.
    async fn send_again(&mut self, socket: &mut Socket) -> Result<(), Lost> {
        if let Some(pending) = &mut self.heard.pending {
            pending.again = None;
            let pending = *pending;
            self.play(socket, pending).await?;
        }
        self.say_whether_it_waits();
        Ok(())
    }

    /// Plays the next move if it is due, and sends a refused one again.
    async fn act(&mut self, socket: &mut Socket, now: Instant) -> Result<(), Lost> {
        let heard = &mut self.heard;
        let is_turn = self.place < 2 && heard.ply as usize % 2 == self.place && !heard.has_ended;
        if let Some(pending) = &mut heard.pending {
            if pending.again.take_if(|again| *again <= now).is_some() {
                let pending = *pending;
                self.play(socket, pending).await?;
            }
        } else if is_turn
            && self.orders.plays.load(Ordering::Relaxed)
            && heard.due.is_some_and(|due| due <= now)
            && let Some(&uci) = self.table.script.get(heard.ply as usize)
            && let Some(seq) = heard.seq
        {
            heard.next_id += 1;
            let pending = Pending { ply: heard.ply, seq, id: heard.next_id, again: None };
            heard.pending = Some(pending);
            heard.sent.push(Sent { ply: pending.ply, uci });
            let ms = heard.since.map_or(0, |since| (now - since).as_millis() as u64);
            heard.thoughts.push(Thought { ply: pending.ply, ms });
            self.play(socket, pending).await?;
        }
        self.say_whether_it_waits();
        Ok(())
    }

    fn say_whether_it_waits(&self) {
        if let Some(waits) = self.table.waits.get(self.place) {
            waits.store(self.heard.pending.is_some(), Ordering::Relaxed);
        }
    }

    async fn play(&self, socket: &mut Socket, pending: Pending) -> Result<(), Lost> {
        let uci = self.table.script[pending.ply as usize].as_str();
        let (topic, seq) = (format!("game:{}", self.table.game), pending.seq);
        send(socket, &json!({ "type": "play", "topic": topic, "id": pending.id, "seq": seq, "uci": uci }))
            .await
    }
}

async fn send(socket: &mut Socket, message: &Value) -> Result<(), Lost> {
    socket.send(Message::text(message.to_string())).await.map_err(|error| error.to_string())
}

fn uci(name: &Value) -> Option<Uci> {
    Uci::from_bytes(name.as_str()?.as_bytes())
}
