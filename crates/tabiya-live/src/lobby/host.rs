// SPDX-License-Identifier: AGPL-3.0-or-later
//! The lobby for the tabs of all nodes: on the node that owns the lobby's slot, each tab has a task that follows the lobby for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tabiya_accounts::feed::{Asked as Order, Departure, Feed, Listener, Visitor};
use tabiya_cluster::node::Sender;
use tabiya_cluster::route::Outcome;
use tabiya_cluster::topic::TopicName;
use tabiya_protocol::ClientMessage;
use tabiya_runtime::beat::Beat;
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::topic::{Body, Outbox, Outgoing};
use tabiya_store::{Epoch, Slot};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use super::feed::LobbyFeed;
use super::task::Lobby;
use super::wire::{ABOUT, Asked, Does, Header, Reply, slot, write, write_line};
use crate::peers::{Answers, Peers, SILENCE, Telling, topic_of};

/// How often a task looks whether this node still runs the lobby: nobody may be paired in two lobbies.
const LOOK: Duration = Duration::from_millis(100);
/// What may wait for a tab's task.
const WAITING: usize = 16;

/// The tabs of all nodes. Cheap to clone.
#[derive(Clone)]
pub(super) struct Hosts(Arc<Inner>);

struct Inner {
    lobby: Lobby,
    peers: Peers,
    tabs: Mutex<HashMap<TopicName, mpsc::Sender<Message>>>,
}

enum Message {
    Does(Does, oneshot::Sender<()>),
    Lines(u64, oneshot::Sender<Outcome>),
}

impl Answers for Hosts {
    fn carry_out(&self, from: Sender, _: Slot, command: Bytes) -> BoxFuture<'static, Outcome> {
        let hosts = self.clone();
        async move { hosts.carry_out(&from, &command).await }.boxed()
    }

    fn lines(&self, topic: TopicName, from: u64) -> BoxFuture<'static, Outcome> {
        let tab = self.tabs().get(&topic).cloned();
        async move {
            let (answer, answered) = oneshot::channel();
            match tab {
                Some(tab) if tab.send(Message::Lines(from, answer)).await.is_ok() => {
                    answered.await.unwrap_or(Outcome::TooOld)
                }
                Some(_) | None => Outcome::TooOld,
            }
        }
        .boxed()
    }
}

impl Hosts {
    pub(super) fn new(lobby: Lobby, peers: Peers) -> Self {
        Self(Arc::new(Inner { lobby, peers, tabs: Mutex::default() }))
    }

    async fn carry_out(&self, from: &Sender, command: &Bytes) -> Outcome {
        let rooms = &self.0.lobby.ports.rooms;
        let Some(epoch) = rooms.epoch_of(slot()) else { return Outcome::Moved };
        let Ok(Asked { stream, does }) = serde_json::from_slice(command) else {
            return Outcome::Done(write(&Reply::NoStream));
        };
        let topic = topic_of(ABOUT, from.incarnation, stream);
        if let Does::Come { caller, may_play, after } = does {
            let identity = match caller {
                None => None,
                Some(caller) => match caller.identity(Some(&self.0.lobby.ports.store)).await {
                    Ok(identity) => identity,
                    Err(_) => return Outcome::Busy,
                },
            };
            // From where the tab comes is known on its own node alone, so nothing is counted for its address.
            let visitor = Visitor { may_play, ..Visitor::reading(identity) };
            return Outcome::Done(write(&self.begin(topic, (visitor, after), (from, epoch)).await));
        }
        let tab = self.tabs().get(&topic).cloned();
        let (done, is_done) = oneshot::channel();
        let is_there = match tab {
            Some(tab) => tab.send(Message::Does(does, done)).await.is_ok() && is_done.await.is_ok(),
            None => false,
        };
        Outcome::Done(write(if is_there { &Reply::Done } else { &Reply::NoStream }))
    }

    async fn begin(
        &self,
        topic: TopicName,
        (visitor, after): (Visitor, Option<u64>),
        (from, epoch): (&Sender, Epoch),
    ) -> Reply {
        let mut outbox = Outbox::default();
        let listener = Listener { visitor: &visitor, after, outbox: outbox.subscribe() };
        let Ok(feed) = self.0.lobby.subscribe_here(listener).await else { return Reply::NoStream };
        let telling = Telling::new(self.0.peers.clone(), topic.clone(), (from.incarnation, epoch));
        let (sender, inbox) = mpsc::channel(WAITING);
        self.tabs().insert(topic.clone(), sender);
        let tab = Tab { hosts: self.clone(), topic, epoch, visitor, outbox, feed, telling };
        spawn(tab.run(inbox));
        Reply::Done
    }

    fn tabs(&self) -> MutexGuard<'_, HashMap<TopicName, mpsc::Sender<Message>>> {
        self.0.tabs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A tab, which is open on some node.
struct Tab {
    hosts: Hosts,
    topic: TopicName,
    epoch: Epoch,
    visitor: Visitor,
    outbox: Outbox,
    feed: LobbyFeed,
    telling: Telling,
}

impl Tab {
    async fn run(mut self, mut inbox: mpsc::Receiver<Message>) {
        let mut heard = Instant::now();
        let mut look = Beat::every(LOOK);
        loop {
            let goes_on = tokio::select! {
                biased;
                _ = look.next() => self.hosts.0.lobby.ports.rooms.epoch_of(slot()) == Some(self.epoch),
                message = inbox.recv() => match message {
                    Some(message) => {
                        heard = Instant::now();
                        self.handle(message).await
                    }
                    None => false,
                },
                outgoing = self.outbox.next() => self.pass_on(outgoing).await,
                () = self.telling.tell_head() => true,
                () = sleep_until(heard + SILENCE) => false,
            };
            if !goes_on {
                break;
            }
        }
        self.hosts.tabs().remove(&self.topic);
        Box::new(self.feed).leave(Departure::Lost).await;
    }

    /// Returns whether the tab stays.
    async fn handle(&mut self, message: Message) -> bool {
        let (does, done) = match message {
            Message::Does(does, done) => (does, done),
            Message::Lines(from, answer) => {
                // Whoever asked may have given up.
                let _ = answer.send(self.telling.from(from));
                return true;
            }
        };
        let stays = match does {
            Does::Come { .. } | Does::Go => false,
            Does::Miss => self.feed.catch_up().await.is_ok(),
            Does::Ping => {
                self.feed.is_awake();
                self.feed.ping().await.is_ok()
            }
            Does::Command(message) => self.command(message).await,
        };
        // Whoever asked may have given up.
        let _ = done.send(());
        stays
    }

    async fn command(&mut self, message: ClientMessage) -> bool {
        let arrival = self.hosts.0.lobby.ports.rooms.timeline().now();
        let Some(id) = message.id() else { return true };
        let order = Order { id, message, arrival, lag: None };
        // The lobby refuses within its topic, so a command that it does not take finds no lobby.
        self.feed.command(&self.visitor, order).await.is_ok()
    }

    async fn pass_on(&mut self, outgoing: Outgoing) -> bool {
        match outgoing {
            Outgoing::Message { body: Body::Message { message, answers }, .. } => {
                let header = Header { is_everything: false, answers, number: message.number() };
                self.telling.tell(vec![write_line(header, &message)]);
                true
            }
            Outgoing::Message { body, .. } => {
                for message in body.messages() {
                    let header = Header { is_everything: true, answers: None, number: message.number() };
                    self.telling.tell(vec![write_line(header, &message)]);
                }
                true
            }
            Outgoing::Missed(_) => self.feed.catch_up().await.is_ok(),
            Outgoing::Ended(_) | Outgoing::Dismissed => false,
        }
    }
}
