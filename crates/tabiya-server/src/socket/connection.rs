// SPDX-License-Identifier: AGPL-3.0-or-later
//! One task per WebSocket: reads commands for the game's room, writes what the room says.
//!
//! Both ways are bounded. A player who reads too slowly is let go and resumes by number, one who watches gets the
//! latest state; one that talks too much is told so, and let go if it goes on.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Error;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use tabiya_game::PlayerId;
use tabiya_protocol::{ClientMessage, Refusal};

use super::close;
use super::credit::{Allowance, Credit, Verdict};
use super::lag::Lag;
use super::outbox::{Outbox, Outgoing, outbox};
use crate::app::App;
use crate::measure;
use crate::room::{ConnectionId, RoomHandle, refused};

/// How long one write may take.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// A client that is silent for this long is asked for a sign of life, and let go after three times as long without one.
const SIGN_OF_LIFE: Duration = Duration::from_secs(20);
/// How long a client may take to read our goodbye and to say its own.
const GOODBYE: Duration = Duration::from_secs(1);

/// The close code and reason with which we end a connection; none where the client is gone.
type Farewell = Option<(u16, &'static str)>;

pub(super) struct Connection {
    id: ConnectionId,
    app: App,
    room: RoomHandle,
    socket: WebSocket,
    credit: Credit,
    heard: Instant,
    /// The outbox overflowed, and the room has not been heard of since.
    missed: bool,
    lag: Lag,
}

impl Connection {
    pub(super) fn new(app: App, room: RoomHandle, socket: WebSocket) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = ConnectionId(NEXT.fetch_add(1, Ordering::Relaxed));
        let heard = Instant::now();
        let credit = Credit::full(Allowance::new(&app.config.limits), heard);
        Self { id, app, room, socket, credit, heard, missed: false, lag: Lag::default() }
    }

    /// Until either side ends it. `after` is the last event that the client has.
    pub(super) async fn run(mut self, player: Option<PlayerId>, after: Option<u32>) {
        let (sender, mut outbox) = outbox();
        if self.room.connect(self.id, player, after, sender).await.is_err() {
            return;
        }
        let mut ask = tokio::time::interval(SIGN_OF_LIFE);
        if let Break(_) = self.ping().await {
            return self.room.disconnect(self.id).await;
        }
        let farewell = loop {
            if let Break(farewell) = self.step(&mut outbox, &mut ask).await {
                break farewell;
            }
        };
        self.room.disconnect(self.id).await;
        if let Some((code, reason)) = farewell {
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
            if self.send(Message::Close(Some(frame))).await.is_continue() {
                // What the client had sent is read first: else the system would cut it off before it has read this.
                let rest = async { while let Some(Ok(_)) = self.socket.recv().await {} };
                // Whether the goodbye arrives makes no difference any more.
                let _ = tokio::time::timeout(GOODBYE, rest).await;
            }
        }
    }

    async fn step(&mut self, outbox: &mut Outbox, ask: &mut tokio::time::Interval) -> ControlFlow<Farewell> {
        tokio::select! {
            outgoing = outbox.next() => self.tell(outgoing).await,
            incoming = self.socket.recv() => {
                self.heard = Instant::now();
                match incoming {
                    Some(Ok(message)) => self.receive(message).await,
                    Some(Err(error)) => Break(reason_for(&error)),
                    None => Break(None),
                }
            }
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
                self.send(Message::Text(text)).await
            }
            Outgoing::Missed => {
                self.missed = true;
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
        Some(match (*self.app.stopping.borrow(), self.missed) {
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
        let number = self.lag.ask(Instant::now());
        self.send(Message::Ping(bytes::Bytes::copy_from_slice(&number))).await
    }

    async fn receive(&mut self, message: Message) -> ControlFlow<Farewell> {
        match message {
            Message::Text(text) => self.command(&text).await,
            Message::Binary(_) => Break(Some((close::NOT_TEXT, "send JSON in text frames"))),
            Message::Pong(payload) => {
                self.lag.answered(&payload, self.heard);
                Continue(())
            }
            Message::Ping(_) => Continue(()),
            Message::Close(_) => Break(None),
        }
    }

    async fn command(&mut self, text: &str) -> ControlFlow<Farewell> {
        let arrival = self.app.timeline.now();
        let parsed = serde_json::from_str::<ClientMessage>(text);
        match self.credit.spend(self.heard) {
            Verdict::Take => {}
            Verdict::Refuse => {
                let id = parsed.ok().and_then(|message| message.id());
                return self.refuse(id, Refusal::TooFast).await;
            }
            Verdict::LetGo => return Break(Some((close::TOO_MUCH, "you send too many messages"))),
        }
        let plays = matches!(parsed, Ok(ClientMessage::Play { .. }));
        match parsed {
            Ok(message) => match self.room.command(self.id, message, arrival, self.lag.mean()).await {
                Ok(()) if plays && self.lag.is_due(self.heard) => self.ping().await,
                Ok(()) => Continue(()),
                Err(_) => Break(self.room_ended()),
            },
            Err(error) => self.refuse(None, Refusal::Malformed { detail: error.to_string() }).await,
        }
    }

    /// Refuses what never reached the room.
    async fn refuse(&mut self, id: Option<u32>, refusal: Refusal) -> ControlFlow<Farewell> {
        measure::refused(refusal.kind());
        let text = refused(id, self.room.head(), refusal);
        self.send(Message::Text(text)).await
    }
}

fn reason_for(error: &Error) -> Farewell {
    // The library reports a message over the limit as a capacity error and has not told the client yet.
    let too_large = error.to_string().to_lowercase().contains("too l");
    tracing::debug!(%error, "a socket failed");
    too_large.then_some((close::TOO_LARGE, "a message has at most 8 KiB"))
}
