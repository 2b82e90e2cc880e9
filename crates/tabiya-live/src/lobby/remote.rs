// SPDX-License-Identifier: AGPL-3.0-or-later
//! A tab's subscription to the lobby where several nodes are one site: asks the node that runs the lobby, whichever that is.
//!
//! When the lobby goes to another node, the tab joins it there, and looks again for the game that it was looking for.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tabiya_accounts::feed::{Asked as Order, Departure, Feed, FeedGone, Listener, NotTaken, Visitor};
use tabiya_cluster::route::{Outcome, Wanted};
use tabiya_protocol::{ClientMessage, LobbyCommand, LobbyMessage, Refusal, ServerMessage, Topic};
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::topic::{Body, OutboxSender};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

use super::wire::{ABOUT, Asked, Does, Reply, read_line, slot, write};
use crate::peers::{Caller, Lost, Peers, Stream, Told, told};

/// How long the next lobby is looked for.
const PATIENCE: Duration = Duration::from_secs(15);
/// The pause between two tries to join.
const PAUSE: Duration = Duration::from_millis(100);
/// What may wait for a tab's task.
const WAITING: usize = 16;

/// One tab's subscription.
pub(super) struct RemoteFeed {
    sender: mpsc::Sender<Does>,
    /// The number of the newest list that was told.
    head: Arc<AtomicU64>,
}

impl RemoteFeed {
    pub(super) fn begin(peers: Peers, listener: Listener<'_>) -> Self {
        let Listener { visitor, after, outbox } = listener;
        let (sender, inbox) = mpsc::channel(WAITING);
        let head = Arc::new(AtomicU64::new(after.unwrap_or_default()));
        let tab = Tab {
            peers,
            caller: visitor.identity.as_ref().map(Caller::from),
            may_play: visitor.may_play,
            after,
            outbox,
            head: Arc::clone(&head),
            stream: None,
            is_lost: true,
            wants_everything: false,
            search: None,
        };
        spawn(tab.run(inbox));
        Self { sender, head }
    }

    async fn say(&self, does: Does) -> Result<(), FeedGone> {
        self.sender.send(does).await.map_err(|_| FeedGone)
    }
}

impl Feed for RemoteFeed {
    fn head(&self) -> u64 {
        self.head.load(Ordering::Relaxed)
    }

    fn command<'a>(&'a mut self, _: &'a Visitor, asked: Order) -> BoxFuture<'a, Result<(), NotTaken>> {
        async move {
            if !matches!(asked.message, ClientMessage::Lobby(_)) {
                return Err(NotTaken::Refused(Refusal::WrongTopic { topic: Topic::Lobby }));
            }
            self.say(Does::Command(asked.message)).await.map_err(NotTaken::from)
        }
        .boxed()
    }

    fn catch_up(&self) -> BoxFuture<'_, Result<(), FeedGone>> {
        self.say(Does::Miss).boxed()
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), FeedGone>> {
        self.say(Does::Ping).boxed()
    }

    fn leave(self: Box<Self>, _: Departure) -> BoxFuture<'static, ()> {
        async move {
            // A task that has ended has left.
            let _ = self.say(Does::Go).await;
        }
        .boxed()
    }
}

struct Tab {
    peers: Peers,
    caller: Option<Caller>,
    may_play: bool,
    /// The number of the list that the client had; `None` once the lobby has moved, where numbers begin anew.
    after: Option<u64>,
    outbox: OutboxSender,
    head: Arc<AtomicU64>,
    stream: Option<Stream>,
    is_lost: bool,
    /// The client has missed messages: all but everything would mislead it.
    wants_everything: bool,
    /// What the tab looks for.
    search: Option<LobbyCommand>,
}

impl Tab {
    async fn run(mut self, mut inbox: mpsc::Receiver<Does>) {
        loop {
            if self.is_lost && !self.join().await {
                // Dropped, the outbox says that the subscription has ended.
                return;
            }
            let look_at = self.stream.as_ref().map_or_else(Instant::now, Stream::look_at);
            tokio::select! {
                biased;
                told = told(&mut self.stream) => self.hear(told),
                does = inbox.recv() => match does {
                    Some(Does::Go) | None => break,
                    Some(does) => self.does(does).await,
                },
                () = sleep_until(look_at) => {
                    if let Some(stream) = &mut self.stream {
                        let heard = stream.look();
                        self.take(heard);
                    }
                }
            }
        }
        self.ask(Does::Go).await;
    }

    async fn does(&mut self, does: Does) {
        if let Does::Miss = does {
            self.outbox.catch_up();
            self.wants_everything = true;
        }
        if let Does::Command(ClientMessage::Lobby(command)) = &does {
            match command {
                LobbyCommand::Seek { .. } => self.search = Some(command.clone()),
                LobbyCommand::CancelSeek { .. } => self.search = None,
                LobbyCommand::AcceptSeek { .. } => {}
            }
        }
        self.ask(does).await;
    }

    /// Joins the lobby, wherever it is now. Returns whether it did.
    async fn join(&mut self) -> bool {
        let begun = Instant::now();
        while self.is_lost {
            self.is_lost = false;
            self.stream = Some(Stream::begin(&self.peers, ABOUT, slot()));
            let (caller, may_play) = (self.caller.clone(), self.may_play);
            let after = self.after.take();
            self.ask(Does::Come { caller, may_play, after }).await;
            if let (false, Some(search)) = (self.is_lost, self.search.clone()) {
                self.ask(Does::Command(ClientMessage::Lobby(search))).await;
            }
            if self.is_lost {
                if begun.elapsed() > PATIENCE {
                    return false;
                }
                sleep(PAUSE).await;
            }
        }
        true
    }

    /// Asks the lobby. The tab hears it all the while, also that it has moved: then nothing is waited for any more.
    async fn ask(&mut self, does: Does) {
        let Some(stream) = &mut self.stream else { return };
        stream.asks();
        let asked = write(&Asked { stream: stream.number(), does });
        let peers = self.peers.clone();
        let mut asked = pin!(peers.ask(slot(), Wanted::Command(Peers::to_lobby(&asked))));
        let outcome = loop {
            tokio::select! {
                biased;
                told = told(&mut self.stream) => self.hear(told),
                outcome = &mut asked => break outcome,
            }
            if self.is_lost {
                return;
            }
        };
        let is_done = match outcome {
            Ok(Outcome::Done(reply)) => matches!(serde_json::from_slice(&reply), Ok(Reply::Done)),
            Ok(Outcome::Moved | Outcome::Busy | Outcome::Lines { .. } | Outcome::TooOld) | Err(_) => false,
        };
        self.is_lost |= !is_done;
    }

    fn hear(&mut self, told: Told) {
        if let Some(stream) = &mut self.stream {
            let heard = stream.take(told);
            self.take(heard);
        }
    }

    fn take(&mut self, (lines, rest): (Vec<Bytes>, Result<(), Lost>)) {
        for line in lines {
            self.deliver(&line);
        }
        self.is_lost |= rest.is_err();
    }

    fn deliver(&mut self, line: &[u8]) {
        let Some((header, message)) = read_line(line) else { return };
        if let Some(number) = header.number {
            self.head.store(number, Ordering::Relaxed);
        }
        if let ServerMessage::Lobby(LobbyMessage::Searching { seek: None, .. }) = &*message {
            self.search = None;
        }
        let is_list = matches!(&*message, ServerMessage::Lobby(LobbyMessage::Lobby { .. }));
        if header.is_everything {
            self.wants_everything = false;
            // If it does not fit, the client's connection notices, and asks for everything.
            let _ = self.outbox.send(Body::Everything(message));
        } else if is_list && !self.wants_everything {
            self.outbox.send_latest(message, None);
        } else if !self.wants_everything {
            // As above.
            let _ = self.outbox.send(Body::Message { message, answers: header.answers });
        }
    }
}

#[cfg(test)]
mod tests;
