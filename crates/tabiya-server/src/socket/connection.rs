// SPDX-License-Identifier: AGPL-3.0-or-later
//! One task per WebSocket: reads commands for the game's room, writes what the room says.
//!
//! Both ways are bounded. A player who reads too slowly is let go and resumes by number, one who watches gets the
//! latest state; one that talks too much is told so, and let go if it goes on.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Error;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes};
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use tabiya_game::PlayerId;
use tabiya_protocol::{OldClientMessage, Refusal, ServerMessage, read};
use tokio::sync::watch;
use tokio::time::Instant;

use super::close;
use super::credit::{Allowance, Credit, Verdict};
use super::lag::Lag;
use super::outbox::{Outbox, OutboxSender, Outgoing};
use crate::measure;
use crate::room::{ConnectionId, Departure, RoomHandle, encode, refused};
use crate::timeline::Timeline;

/// How long one write may take.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// A client that is silent for this long is asked for a sign of life, and let go after three times as long without one.
const SIGN_OF_LIFE: Duration = Duration::from_secs(20);
/// How long a client may take to read our goodbye and to say its own.
const GOODBYE: Duration = Duration::from_secs(1);

/// A ping as the page sends it, known without taking the text apart.
const PING: &str = r#"{"type":"ping"}"#;

/// The close code and reason with which we end a connection; none where the client is gone.
type Farewell = Option<(u16, &'static str)>;

/// A WebSocket's messages, both ways.
pub(crate) trait Socket:
    Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin
{
}

impl<S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin> Socket for S {}

pub(crate) struct Connection<S> {
    id: ConnectionId,
    timeline: Timeline,
    /// Whether the server is being stopped.
    stopping: watch::Receiver<bool>,
    room: RoomHandle,
    socket: S,
    credit: Credit,
    heard: Instant,
    outbox: Outbox,
    /// The client has been told how the game stands, and of everything since.
    greeted: bool,
    /// The outbox overflowed, and the room has not been heard of since.
    missed: bool,
    lag: Lag,
    departure: Departure,
}

impl<S: Socket> Connection<S> {
    pub(crate) fn new(
        allowance: Allowance,
        timeline: Timeline,
        stopping: watch::Receiver<bool>,
        room: RoomHandle,
        socket: S,
        outbox: Outbox,
    ) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = ConnectionId(NEXT.fetch_add(1, Ordering::Relaxed));
        let heard = Instant::now();
        let credit = Credit::full(allowance, heard);
        let lag = Lag::default();
        Self {
            id,
            timeline,
            stopping,
            room,
            socket,
            credit,
            heard,
            outbox,
            greeted: false,
            missed: false,
            lag,
            departure: Departure::Lost,
        }
    }

    /// Until either side ends it. `after` is the last event that the client has.
    pub(crate) async fn run(mut self, sender: OutboxSender, player: Option<PlayerId>, after: Option<u32>) {
        if self.room.connect(self.id, player, after, sender).await.is_err() {
            return;
        }
        let mut ask = tokio::time::interval(SIGN_OF_LIFE);
        if let Break(_) = self.ping().await {
            return self.room.disconnect(self.id, self.departure).await;
        }
        let farewell = loop {
            if let Break(farewell) = self.step(&mut ask).await {
                break farewell;
            }
        };
        self.room.disconnect(self.id, self.departure).await;
        if let Some((code, reason)) = farewell {
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
            if self.send(Message::Close(Some(frame))).await.is_continue() {
                // What the client had sent is read first: else the system would cut it off before it has read this.
                let rest = async { while let Some(Ok(_)) = self.socket.next().await {} };
                // Whether the goodbye arrives makes no difference any more.
                let _ = tokio::time::timeout(GOODBYE, rest).await;
            }
        }
    }

    async fn step(&mut self, ask: &mut tokio::time::Interval) -> ControlFlow<Farewell> {
        tokio::select! {
            // What arrives is stamped before anything else: its sender's clock runs.
            biased;
            incoming = self.socket.next() => {
                self.heard = Instant::now();
                match incoming {
                    Some(Ok(message)) => self.receive(message).await,
                    Some(Err(error)) => Break(reason_for(&error)),
                    None => Break(None),
                }
            }
            outgoing = self.outbox.next() => self.tell(outgoing).await,
            _ = ask.tick() => {
                let silent = self.heard.elapsed();
                if silent > 3 * SIGN_OF_LIFE {
                    return Break(None);
                }
                if silent < SIGN_OF_LIFE {
                    return Continue(());
                }
                self.ping().await
            }
        }
    }

    async fn tell(&mut self, outgoing: Outgoing) -> ControlFlow<Farewell> {
        match outgoing {
            Outgoing::Text(text) => {
                self.missed = false;
                self.greeted = self.greeted || tells_everything(&text);
                self.send(Message::Text(text)).await
            }
            Outgoing::Missed => {
                (self.missed, self.greeted) = (true, false);
                measure::overflowed();
                match self.room.catch_up(self.id).await {
                    Ok(()) => Continue(()),
                    Err(_) => Break(self.room_ended()),
                }
            }
            Outgoing::End => Break(self.room_ended()),
        }
    }

    /// Why the room says nothing more.
    fn room_ended(&self) -> Farewell {
        Some(match (*self.stopping.borrow(), self.missed) {
            (true, _) => (close::RESTARTING, "the server restarts; reconnect"),
            (false, true) => (close::TOO_SLOW, "you read too slowly; resume"),
            (false, false) => (close::RESTARTING, "the game was put away; reconnect"),
        })
    }

    async fn send(&mut self, message: Message) -> ControlFlow<Farewell> {
        match tokio::time::timeout(WRITE_TIMEOUT, self.socket.send(message)).await {
            Ok(Ok(())) => Continue(()),
            Ok(Err(_)) | Err(_) => Break(None),
        }
    }

    async fn ping(&mut self) -> ControlFlow<Farewell> {
        let number = self.lag.ask(Instant::now(), self.timeline.stalled());
        self.send(Message::Ping(bytes::Bytes::copy_from_slice(&number))).await
    }

    async fn receive(&mut self, message: Message) -> ControlFlow<Farewell> {
        match message {
            Message::Text(text) => self.command(&text).await,
            Message::Binary(_) => Break(Some((close::NOT_TEXT, "send JSON in text frames"))),
            Message::Pong(payload) => {
                // The line learns of a stall by being asked.
                self.timeline.now();
                self.lag.answered(&payload, self.heard, self.timeline.stalled());
                Continue(())
            }
            Message::Ping(_) => Continue(()),
            Message::Close(_) => {
                self.departure = Departure::Left;
                Break(None)
            }
        }
    }

    async fn command(&mut self, text: &str) -> ControlFlow<Farewell> {
        let arrival = self.timeline.now();
        let parsed = if text == PING { Ok(OldClientMessage::Ping {}) } else { read(text.as_bytes()) };
        match self.credit.spend(self.heard) {
            Verdict::Take => {}
            Verdict::Refuse => {
                let id = parsed.ok().and_then(|message| message.id());
                return self.refuse(id, Refusal::TooFast).await;
            }
            Verdict::LetGo => return Break(Some((close::TOO_MUCH, "you send too many messages"))),
        }
        let message = match parsed {
            Ok(message) => message,
            Err(error) => return self.refuse(None, Refusal::Malformed { detail: error.to_string() }).await,
        };
        // Most messages by far; most of the time the room need not be asked.
        if let (OldClientMessage::Ping {}, true) = (&message, self.greeted)
            && let Some(seq) = self.room.head_if_quiet(|| self.outbox.is_empty())
        {
            return self
                .send(Message::Text(encode(&ServerMessage::Pong {
                    topic: Some(self.room.game().into()),
                    seq: Some(seq),
                })))
                .await;
        }
        let plays = matches!(message, OldClientMessage::Play { .. });
        match self.room.command(self.id, message, arrival, self.lag.mean()).await {
            Ok(()) if plays && self.lag.is_due(self.heard) => self.ping().await,
            Ok(()) => Continue(()),
            Err(_) => Break(self.room_ended()),
        }
    }

    /// Refuses what never reached the room.
    async fn refuse(&mut self, id: Option<u32>, refusal: Refusal) -> ControlFlow<Farewell> {
        measure::refused(refusal.kind());
        let text = refused(self.room.game(), id, self.room.head(), refusal);
        self.send(Message::Text(text)).await
    }
}

/// Whether who has heard this has missed nothing.
fn tells_everything(text: &str) -> bool {
    [r#"{"type":"state""#, r#"{"type":"synced""#].iter().any(|start| text.starts_with(start))
}

fn reason_for(error: &Error) -> Farewell {
    // The library reports a message over the limit as a capacity error and has not told the client yet.
    let too_large = error.to_string().to_lowercase().contains("too l");
    tracing::debug!(%error, "a socket failed");
    too_large.then_some((close::TOO_LARGE, "a message has at most 8 KiB"))
}
