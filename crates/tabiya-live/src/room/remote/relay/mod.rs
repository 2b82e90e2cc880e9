// SPDX-License-Identifier: AGPL-3.0-or-later
//! A relay: stands in for the room of a game that another node owns.
//!
//! It decides nothing and knows no game. What a client wants of the room is asked of the owner, [one thing after the other](queue);
//! what the owner's outlet tells is put into the clients' [outboxes](lines). No wait for an answer keeps the relay from hearing its
//! game, and no client waits for another one's answer. Where the owner does not answer or tells of another one, the relay [looks for
//! the owner](search) and joins the game anew. If it finds none, its clients are told that their subscriptions have ended.
//!
//! When the server stops, every relay ends by itself, also one that is in no list any more: where its game has come to this node, a
//! room has taken its place, and the relay goes on for the clients that it has.

mod asking;
mod beside;
mod lines;
mod queue;
mod search;
mod sent;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::{Arc, Weak};
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use tabiya_accounts::feed::Departure;
use tabiya_game::{Game, GameId, Millis, Time};
use tabiya_protocol::{CommandId, Refusal};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::message::refused;
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::timeline::Timeline;
use tabiya_runtime::topic::{Body, OutboxSender, SharedMessage, SubscriberId};
use tabiya_store::WITH_KEYS;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, sleep_until};

use super::ask;
use super::meters::Counted;
#[cfg(debug_assertions)]
use super::next;
use super::wire::{ClientDoes, Reply, Wish};
use crate::peers::{Peers, Stream, told};
use crate::room::command::RoomCommand;
use crate::room::core::Input;
use crate::room::handle::{Client, Guests, Head, INBOX, RoomHandle, RoomMessage};
use crate::room::registry::{Rooms, Shared};
use asking::Waits;
use beside::Beside;
use queue::{Queue, Request};
use search::Search;

/// A relay without clients ends after this long.
const IDLE: Duration = Duration::from_secs(5);
/// How long a relay may go on with what its clients have asked for once the server stops. The clients then have most of the
/// server's own time to end in form.
const LAST_ANSWERS: Duration = Duration::from_millis(300);
/// Commands of one client that may wait until those before are answered.
const COMMANDS_WAITING: usize = 16;

/// Starts a game's relay. It ends when `stopping` says so.
pub(super) fn start(
    (rooms, stopping): (Weak<Shared>, watch::Receiver<bool>),
    peers: Peers,
    id: GameId,
    game: &Game,
) -> RoomHandle {
    let (sender, inbox) = mpsc::channel(INBOX);
    let head = Arc::new(Head::new(game.last_seq()));
    let guests = Arc::new(Guests::of(game));
    let handle = RoomHandle::relay(id, sender, Arc::clone(&head), Arc::clone(&guests));
    let relay = Relay {
        id,
        rooms,
        peers,
        head,
        guests,
        clients: BTreeMap::new(),
        stream: None,
        waits: FuturesUnordered::new(),
        last_wait: 0,
        beside: FuturesUnordered::new(),
        reads: None,
        search: Search::default(),
        state: State::Good,
        stops: false,
    };
    let own = handle.clone();
    spawn(relay.run(inbox, own, stopping));
    handle
}

/// One client, which is connected to this node.
struct Local {
    outbox: OutboxSender,
    identity: Option<Identity>,
    /// The number of the newest event that it was told.
    after: Option<u64>,
    /// Parts of everything, until the last one has come.
    parts: Vec<SharedMessage>,
    /// It has missed messages: all but everything would mislead it.
    wants_everything: bool,
    /// What it wants of the owner.
    queue: Queue,
    /// It has come to the owner's outlet of this stream, and has not been told to go.
    is_there: bool,
    /// The commands that were given to the owner, and that no line has answered.
    unanswered: Vec<Given>,
    /// Commands of which the relay has said that it knows nothing, and that a line may answer all the same.
    given_up: Vec<CommandId>,
}

/// A command.
struct Given {
    id: CommandId,
    command: RoomCommand,
    arrival: Time,
    lag: Option<Millis>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Good,
    /// The owner is gone, or was out of reach: the game has to be joined anew.
    Lost,
    /// The relay ends: whoever comes back gets another one, which reads the game again.
    Ends,
}

struct Relay {
    id: GameId,
    rooms: Weak<Shared>,
    peers: Peers,
    head: Arc<Head>,
    guests: Arc<Guests>,
    /// In the order in which they came: whoever came first joins again first.
    clients: BTreeMap<SubscriberId, Local>,
    stream: Option<Stream>,
    /// What clients wait for.
    waits: Waits,
    last_wait: u64,
    /// What others wait for.
    beside: Beside,
    /// Reads who sits there, for somebody whom the owner has refused.
    reads: Option<JoinHandle<()>>,
    search: Search,
    state: State,
    /// The server stops.
    stops: bool,
}

impl Relay {
    async fn run(
        mut self,
        mut inbox: mpsc::Receiver<RoomMessage>,
        own: RoomHandle,
        stopping: watch::Receiver<bool>,
    ) {
        let _counted = Counted::relay();
        #[cfg(debug_assertions)]
        next::greet(&self.peers, self.id).await;
        let overdue = async {
            is_told(stopping.clone()).await;
            sleep(LAST_ANSWERS).await;
        };
        tokio::select! {
            biased;
            // It may be waiting for an owner that does not answer, or looking for the next one.
            () = overdue => {}
            () = self.serve(&mut inbox, stopping.clone()) => {}
        }
        // Dropped, the outboxes of those who came in this moment say that the subscription has ended.
        drop(inbox);
        self.leave().await;
        if let Some(rooms) = Weak::upgrade(&self.rooms) {
            Rooms::from(rooms).forget(self.id, &own);
        }
        // What was asked for beside the game may have been done, and whoever asked waits for the owner's answer.
        while !self.stops && self.beside.next().await.is_some() {}
    }

    /// Until it has no clients, the game can't be followed any more, or the server stops and nothing waits.
    async fn serve(&mut self, inbox: &mut mpsc::Receiver<RoomMessage>, stopping: watch::Receiver<bool>) {
        let mut is_told_to_stop = pin!(is_told(stopping));
        while self.state != State::Ends && self.rooms.strong_count() > 0 {
            let wake_at = self.wake_at();
            tokio::select! {
                biased;
                told = told(&mut self.stream) => self.hear(told),
                Some(came) = self.waits.next() => if let Ok(came) = came {
                    self.came(came);
                },
                Some(()) = self.beside.next() => {}
                () = sleep_until(wake_at) => self.wake(),
                message = inbox.recv() => match message {
                    Some(RoomMessage::Close) | None => return,
                    Some(message) => self.handle(message),
                },
                () = &mut is_told_to_stop, if !self.stops => {
                    self.stops = true;
                    self.hurry_moves();
                }
            }
            if self.state == State::Lost {
                self.lose();
            }
            if self.stops && self.has_answered_all() && inbox.is_empty() {
                return;
            }
        }
    }

    fn wake_at(&self) -> Instant {
        match (self.search.next(), &self.stream) {
            (Some(next), _) => next,
            (None, Some(stream)) => stream.look_at(),
            (None, None) => Instant::now() + IDLE,
        }
    }

    fn wake(&mut self) {
        if self.search.waits() {
            self.join();
        } else if self.stream.is_some() {
            self.look();
        } else if self.beside.is_empty() {
            self.state = State::Ends;
        }
    }

    fn has_answered_all(&self) -> bool {
        let is_answered = |local: &Local| local.queue.is_empty() && local.unanswered.is_empty();
        self.beside.is_empty() && self.clients.values().all(is_answered)
    }

    fn handle(&mut self, message: RoomMessage) {
        match message {
            RoomMessage::Connect(client) => {
                let Client { identity, after, outbox, .. } = *client;
                let id = outbox.id();
                let mut queue = Queue::default();
                queue.push(Request::Come);
                let local = Local {
                    outbox,
                    identity,
                    after,
                    parts: Vec::new(),
                    wants_everything: false,
                    queue,
                    is_there: false,
                    unanswered: Vec::new(),
                    given_up: Vec::new(),
                };
                self.clients.insert(id, local);
                self.advance(id);
            }
            RoomMessage::Input { input, .. } => self.input(*input),
            RoomMessage::Order(order) => self.order(*order),
            RoomMessage::LinesChanged(answer) => {
                let is_done = |reply| matches!(reply, Reply::Done).then_some(());
                self.ask_beside(Wish::LinesChanged, answer, is_done);
            }
            RoomMessage::Look(answer) => self.ask_beside(Wish::Look, answer, |reply| match reply {
                Reply::Look(look) => Some(look),
                _ => None,
            }),
            #[cfg(any(test, feature = "testing"))]
            RoomMessage::View(_) => {}
            // A relay has nothing to give away: slots are given with their rooms.
            RoomMessage::Close | RoomMessage::Give(_) => {}
        }
    }

    fn input(&mut self, input: Input) {
        match input {
            Input::Commanded { sender: (client, id), command, arrival, lag } => {
                let command = self.as_known(command);
                let Some(local) = self.clients.get_mut(&client) else { return };
                if local.queue.commands() >= COMMANDS_WAITING {
                    return self.refuse((client, id), Refusal::Unavailable);
                }
                self.want(client, Request::Command(Given { id, command, arrival, lag }));
            }
            Input::Left { id, how } => self.left(id, how),
            Input::Missed { id } => {
                if let Some(local) = self.clients.get_mut(&id) {
                    local.outbox.catch_up();
                    local.parts.clear();
                    local.wants_everything = true;
                    self.want(id, Request::Miss);
                }
            }
            Input::Pinged { id } => self.want(id, Request::Ping),
            // All nodes are told of a game that was rated, and its owner tells the room.
            Input::Rated(_) => {}
            Input::Begun
            | Input::Came { .. }
            | Input::Unfair { .. }
            | Input::LinesChanged
            | Input::Woken
            | Input::Heard { .. }
            | Input::GivenAway
            | Input::Thought(_)
            | Input::Appended { .. }
            | Input::LogRead(_)
            | Input::Ruled(_)
            | Input::RematchCreated(_)
            | Input::RematchKept(_)
            | Input::LinesRead(_)
            | Input::Entered(_)
            | Input::FairnessAsked(_) => {
                debug_assert!(false, "a room's task alone gives this to its core");
            }
        }
    }

    fn want(&mut self, client: SubscriberId, request: Request) {
        if let Some(local) = self.clients.get_mut(&client) {
            local.queue.push(request);
            self.advance(client);
        }
    }

    /// A client has gone. What it has asked for before is still done.
    fn left(&mut self, client: SubscriberId, how: Departure) {
        self.want(client, Request::Go { lost: how == Departure::Lost });
        let has_nothing = |local: &Local| local.queue.commands() == 0;
        if self.search.waits() && self.clients.get(&client).is_some_and(has_nothing) {
            // No owner knows it.
            self.remove(client);
        }
    }

    fn remove(&mut self, client: SubscriberId) {
        self.clients.remove(&client);
        if self.clients.is_empty() {
            // The outlet has ended with its last client, or will end because nobody asks.
            (self.stream, self.search, self.state) = (None, Search::default(), State::Good);
            self.head.lost(false);
        }
    }

    fn refuse(&mut self, (client, id): (SubscriberId, CommandId), refusal: Refusal) {
        let Some(local) = self.clients.get_mut(&client) else { return };
        local.unanswered.retain(|given| given.id != id);
        let message = refused(Some(self.id.into()), Some(id), local.after, refusal).into();
        // If it does not fit, the client's connection notices, and asks for everything.
        let _ = local.outbox.send(Body::Message { message, answers: Some(id) });
    }

    /// The command as every node knows it: older ones know no keys.
    fn as_known(&self, command: RoomCommand) -> RoomCommand {
        let is_known = self.rooms.upgrade().is_some_and(|shared| shared.owned.writes(WITH_KEYS));
        if is_known { command } else { command.apart().0 }
    }

    fn timeline(&self) -> Option<Timeline> {
        self.rooms.upgrade().map(|shared| shared.timeline)
    }

    /// Says at the owner that all clients go. They come back by themselves.
    async fn leave(&mut self) {
        let all: Vec<SubscriberId> = std::mem::take(&mut self.clients).into_keys().collect();
        let Some(stream) = self.stream.as_ref().map(Stream::number) else { return };
        for id in all {
            let does = ClientDoes::Go { lost: true };
            let wish = Wish::Client { stream, client: id.0, does };
            if ask(&self.peers, self.id, wish).await.is_none() {
                return;
            }
        }
    }
}

/// Returns when the server stops.
async fn is_told(mut stopping: watch::Receiver<bool>) {
    // Without rooms there is nothing to relay.
    let _ = stopping.wait_for(|is_stopping| *is_stopping).await;
}

/// How long ago a command came.
fn age(timeline: Option<Timeline>, arrival: Time) -> Millis {
    timeline.map_or(Millis::ZERO, |timeline| timeline.now().since(arrival))
}

fn command_of(given: &Given, timeline: Option<Timeline>) -> ClientDoes {
    let Given { id, ref command, arrival, lag } = *given;
    ClientDoes::Command { id, command: command.clone(), age: age(timeline, arrival), lag }
}
