// SPDX-License-Identifier: AGPL-3.0-or-later
//! One task per WebSocket: reads commands for the game's room, writes what the room says.
//!
//! Both ways are bounded. A client that reads too slowly is let go and resumes by number; one that talks too
//! much is told so, and let go if it goes on.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Error;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use tabiya_game::PlayerId;
use tabiya_protocol::{ClientMessage, Refusal};
use tokio::sync::{mpsc, watch};

use super::close;
use super::credit::{Allowance, Credit, Verdict};
use crate::app::App;
use crate::measure;
use crate::room::{ConnectionId, OUTBOX, RoomHandle, refused};
use crate::timeline::Timeline;

/// How long one write may take.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// How often a client is asked for a sign of life; it is let go after three times as long without one.
const SIGN_OF_LIFE: Duration = Duration::from_secs(20);

/// The close code and reason with which we end a connection; none where the client is gone.
type Farewell = Option<(u16, &'static str)>;

pub(super) struct Connection {
    id: ConnectionId,
    room: RoomHandle,
    socket: WebSocket,
    timeline: Timeline,
    stopping: watch::Receiver<bool>,
    credit: Credit,
    heard: Instant,
}

impl Connection {
    pub(super) fn new(app: &App, room: RoomHandle, socket: WebSocket) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = ConnectionId(NEXT.fetch_add(1, Ordering::Relaxed));
        let heard = Instant::now();
        let (timeline, stopping) = (app.timeline, app.stopping.clone());
        Self {
            id,
            room,
            socket,
            timeline,
            stopping,
            credit: Credit::full(Allowance::new(&app.config.limits), heard),
            heard,
        }
    }

    /// Until either side ends it. `after` is the last event that the client has.
    pub(super) async fn run(mut self, player: Option<PlayerId>, after: Option<u32>) {
        let (outbox, mut inbox) = mpsc::channel(OUTBOX);
        if self.room.connect(self.id, player, after, outbox).await.is_err() {
            return;
        }
        let mut ask = tokio::time::interval(SIGN_OF_LIFE);
        let farewell = loop {
            if let Break(farewell) = self.step(&mut inbox, &mut ask).await {
                break farewell;
            }
        };
        self.room.disconnect(self.id).await;
        if let Some((code, reason)) = farewell {
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
            // Whether the goodbye arrives makes no difference any more.
            let _ = self.send(Message::Close(Some(frame))).await;
        }
    }

    async fn step(
        &mut self,
        inbox: &mut mpsc::Receiver<Utf8Bytes>,
        ask: &mut tokio::time::Interval,
    ) -> ControlFlow<Farewell> {
        tokio::select! {
            outgoing = inbox.recv() => match outgoing {
                Some(text) => self.send(Message::Text(text)).await,
                None => Break(Some((close::TOO_SLOW, "you read too slowly; resume"))),
            },
            incoming = self.socket.recv() => {
                self.heard = Instant::now();
                match incoming {
                    Some(Ok(message)) => self.receive(message).await,
                    Some(Err(error)) => Break(reason_for(&error)),
                    None => Break(None),
                }
            }
            _ = ask.tick() => {
                if self.heard.elapsed() > 3 * SIGN_OF_LIFE {
                    return Break(None);
                }
                self.send(Message::Ping(bytes::Bytes::new())).await
            }
            () = told(&mut self.stopping) => {
                Break(Some((close::RESTARTING, "the server restarts; reconnect")))
            }
        }
    }

    async fn send(&mut self, message: Message) -> ControlFlow<Farewell> {
        match tokio::time::timeout(WRITE_TIMEOUT, self.socket.send(message)).await {
            Ok(Ok(())) => Continue(()),
            Ok(Err(_)) | Err(_) => Break(None),
        }
    }

    async fn receive(&mut self, message: Message) -> ControlFlow<Farewell> {
        match message {
            Message::Text(text) => self.command(&text).await,
            Message::Binary(_) => Break(Some((close::NOT_TEXT, "send JSON in text frames"))),
            Message::Ping(_) | Message::Pong(_) => Continue(()),
            Message::Close(_) => Break(None),
        }
    }

    async fn command(&mut self, text: &str) -> ControlFlow<Farewell> {
        let arrival = self.timeline.now();
        let parsed = serde_json::from_str::<ClientMessage>(text);
        match self.credit.spend(self.heard) {
            Verdict::Take => {}
            Verdict::Refuse => {
                let id = parsed.ok().and_then(|message| message.id());
                return self.refuse(id, Refusal::TooFast).await;
            }
            Verdict::LetGo => return Break(Some((close::TOO_MUCH, "you send too many messages"))),
        }
        match parsed {
            Ok(message) => match self.room.command(self.id, message, arrival).await {
                Ok(()) => Continue(()),
                Err(_) => Break(Some((close::RESTARTING, "the game was put away; reconnect"))),
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

async fn told(stopping: &mut watch::Receiver<bool>) {
    // The sender lives as long as the server; where it is gone, the server is stopping as well.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

fn reason_for(error: &Error) -> Farewell {
    // The library reports a message over the limit as a capacity error and has not told the client yet.
    let too_large = error.to_string().to_lowercase().contains("too l");
    tracing::debug!(%error, "a socket failed");
    too_large.then_some((close::TOO_LARGE, "a message has at most 8 KiB"))
}
