// SPDX-License-Identifier: AGPL-3.0-or-later
//! A client of one game that goes on whatever happens to the nodes, as the page does.
//!
//! It pings after two seconds of silence and gives the connection up 1.8 seconds later, goes to the next node that answers, brings the
//! number of its last event along, and sends a move again that was not answered, under the same number. Now and then a player also
//! [asks](super::asks) for something else.

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

use super::asks::{Asks, SIDES};
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

    /// When both players had moved after this moment: the second move was acknowledged.
    pub(super) fn both_after(&self, moment: Instant) -> Option<Instant> {
        let all = self.acknowledged.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().copied().filter(|&at| at > moment).nth(1)
    }

    /// How many moves were acknowledged.
    pub(super) fn moves(&self) -> usize {
        self.acknowledged.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// The newest event that all its clients have.
    pub(super) fn newest(&self) -> u32 {
        let heads = self.heads.iter().map(|client| client.load(Ordering::Relaxed));
        heads.min().unwrap_or_default()
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
    /// The newest event that the player knew.
    pub(super) after: u32,
    pub(super) ms: u64,
}

/// A move that was sent and not answered.
#[derive(Clone, Copy, Debug)]
struct Pending {
    ply: u32,
    seq: u32,
    id: u32,
    sent: u32,
    refused: u32,
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
    /// Moves that were refused each time that they were sent.
    pub(super) refused: Vec<Sent>,
    pub(super) asks: Asks,
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
                let heard = &mut self.heard;
                let id = message["id"].as_u64();
                is_up_to_date = id.is_none();
                // These had been carried out before.
                if let Some(id) = id {
                    heard.asks.carried_out((id, None), &mut heard.next_id, &mut self.random);
                }
                heard.pending.take_if(|pending| id == Some(u64::from(pending.id)));
            }
            "pong" => {
                let seq = seq.ok_or("a pong without a number")?;
                self.heard.stream.heard.push(Received::Newest { seq });
            }
            "refused" => self.take_in_refusal(message)?,
            _ => {}
        }
        self.table.heads[self.place].store(self.heard.seq.unwrap_or_default(), Ordering::Relaxed);
        Ok(is_up_to_date)
    }

    fn take_in_refusal(&mut self, message: &Value) -> Result<(), Lost> {
        let kind = message["refusal"]["kind"].as_str().unwrap_or_default();
        let (id, now) = (message["id"].as_u64(), Instant::now());
        let heard = &mut self.heard;
        if id.is_some_and(|id| heard.asks.is_own(id)) {
            // Players ask at times for what can't be, which is no trouble.
            let is_expected = heard.asks.refused(kind, now);
            return if is_expected { Ok(()) } else { Err(format!("refused: {}", message["refusal"])) };
        }
        if id.is_some_and(|id| heard.asks.is_answered(id)) {
            return Ok(());
        }
        heard.troubles.push(format!("refused: {}", message["refusal"]));
        let pending = heard.pending.as_mut().filter(|pending| id == Some(u64::from(pending.id)));
        let Some(pending) = pending else { return Err(format!("refused: {}", message["refusal"])) };
        // Whether it was carried out is not known.
        pending.refused += u32::from(kind != "not_known");
        match kind {
            "too_fast" | "not_saved" | "unavailable" => pending.again = Some(now + PAUSE),
            // Moves were taken back, so another one is due.
            "stale" => {
                let (ply, was_always) = (pending.ply, pending.refused == pending.sent);
                heard.pending = None;
                heard.due = Some(now + PAUSE);
                if was_always {
                    heard.refused.push(Sent { ply, uci: self.table.script[ply as usize] });
                }
            }
            _ => return Err(format!("refused: {}", message["refusal"])),
        }
        Ok(())
    }

    fn take_in_event(&mut self, seq: u32, message: &Value) {
        let is_known = self.heard.seq.is_some_and(|last| seq <= last);
        let id = message["id"].as_u64();
        let kind = message["event"]["kind"].as_str();
        if let Some(id) = id {
            let heard = &mut self.heard;
            heard.asks.carried_out((id, Some(seq)), &mut heard.next_id, &mut self.random);
            if is_known && kind != Some("move_played") {
                return heard.stream.heard.push(Received::RepeatedOther { seq });
            }
        }
        match kind {
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
            kind => {
                self.heard.stream.heard.push(Received::Other { seq });
                if self.place < 2 && message["event"]["by"] == SIDES[1 - self.place] {
                    self.heard.asks.opponent_did(kind.unwrap_or_default(), &mut self.random);
                }
                if kind == Some("taken_back") {
                    let half_moves = message["event"]["half_moves"].as_u64().unwrap_or_default();
                    self.at_ply(self.heard.ply.saturating_sub(u32::try_from(half_moves).unwrap_or_default()));
                }
            }
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
            self.heard.asks.turn_begins(self.place, &mut self.random);
        }
        if self.heard.pending.is_some_and(|pending| pending.ply < ply) {
            // It is in the game: the answer was lost with the connection.
            self.heard.pending = None;
        }
    }

    /// Sends what may have been lost again.
    async fn send_again(&mut self, socket: &mut Socket) -> Result<(), Lost> {
        if self.heard.pending.is_some() {
            self.play(socket).await?;
        }
        if let Some(again) = self.heard.asks.unanswered() {
            self.ask(socket, again).await?;
        }
        self.say_whether_it_waits();
        Ok(())
    }

    /// Plays the next move if it is due, asks for what the player wants, and sends again what was refused.
    async fn act(&mut self, socket: &mut Socket, now: Instant) -> Result<(), Lost> {
        let heard = &mut self.heard;
        let is_player = self.place < 2 && !heard.has_ended;
        let is_turn = is_player && heard.ply as usize % 2 == self.place;
        let plays = self.orders.plays.load(Ordering::Relaxed);
        if let Some(pending) = &mut heard.pending {
            if pending.again.is_some_and(|again| again <= now) {
                self.play(socket).await?;
            }
        } else if is_turn
            && plays
            && heard.due.is_some_and(|due| due <= now)
            && let Some(&uci) = self.table.script.get(heard.ply as usize)
            && let Some(seq) = heard.seq
        {
            heard.next_id += 1;
            let (ply, id) = (heard.ply, heard.next_id);
            heard.pending = Some(Pending { ply, seq, id, sent: 0, refused: 0, again: None });
            heard.sent.push(Sent { ply, uci });
            let ms = heard.since.map_or(0, |since| (now - since).as_millis() as u64);
            heard.thoughts.push(Thought { ply, after: seq, ms });
            self.play(socket).await?;
        }
        let heard = &mut self.heard;
        let may_begin = is_player && plays;
        let asked = heard.asks.due(
            now,
            (may_begin, heard.seq.unwrap_or_default()),
            &mut heard.next_id,
            &mut self.random,
        );
        if let Some(asked) = asked {
            self.ask(socket, asked).await?;
        }
        self.say_whether_it_waits();
        Ok(())
    }

    fn say_whether_it_waits(&self) {
        if let Some(waits) = self.table.waits.get(self.place) {
            waits.store(self.heard.pending.is_some() || self.heard.asks.waits(), Ordering::Relaxed);
        }
    }

    /// Sends the move that waits to be played.
    async fn play(&mut self, socket: &mut Socket) -> Result<(), Lost> {
        let Some(pending) = &mut self.heard.pending else { return Ok(()) };
        pending.sent += 1;
        pending.again = None;
        let uci = self.table.script[pending.ply as usize].as_str();
        let played = json!({ "type": "play", "id": pending.id, "seq": pending.seq, "uci": uci });
        self.ask(socket, played).await
    }

    async fn ask(&self, socket: &mut Socket, mut command: Value) -> Result<(), Lost> {
        command["topic"] = format!("game:{}", self.table.game).into();
        send(socket, &command).await
    }
}

async fn send(socket: &mut Socket, message: &Value) -> Result<(), Lost> {
    socket.send(Message::text(message.to_string())).await.map_err(|error| error.to_string())
}

fn uci(name: &Value) -> Option<Uci> {
    Uci::from_bytes(name.as_str()?.as_bytes())
}
