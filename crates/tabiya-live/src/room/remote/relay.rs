// SPDX-License-Identifier: AGPL-3.0-or-later
//! A relay: stands in for the room of a game that another node owns.
//!
//! It decides nothing and knows no game. Each message that a room would take is asked of the owner, one after the other; what
//! the owner's outlet tells is put into the clients' outboxes. Where the owner does not answer or tells of another one, the
//! relay joins the game anew, for at most [`PATIENCE`]. Then its clients are told that their subscriptions have ended.
//!
//! When the server stops, every relay ends by itself, also one that is in no list any more: where its game has come to this node, a
//! room has taken its place, and the relay goes on for the clients that it has.

mod sent;

use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::{Arc, Weak};
use std::time::Duration;

use bytes::Bytes;
use tabiya_game::{Game, GameId, Millis, Time};
use tabiya_protocol::{CommandId, ConnectionMessage, GameEvent, GameMessage, Refusal, ServerMessage};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::message::refused;
use tabiya_runtime::timeline::Timeline;
use tabiya_runtime::topic::{Body, OutboxSender, SharedMessage, SubscriberId};
use tabiya_store::{Slot, WITH_KEYS};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, sleep_until};

use super::ask;
use super::meters::{Counted, REJOINED};
#[cfg(debug_assertions)]
use super::next;
use super::repeating::{is_answered_by_number, may_be_repeated};
use super::wire::{ClientDoes, Kind, Readers, Reply, Wish, about, read_line};
use crate::peers::{Caller, Lost, Peers, Stream, Told, told};
use crate::room::command::RoomCommand;
use crate::room::core::Input;
use crate::room::handle::{Client, Guests, Head, INBOX, Order, RoomHandle, RoomMessage};
use crate::room::registry::{Rooms, Shared};
use sent::Sent;

/// How long the next owner is looked for.
const PATIENCE: Duration = Duration::from_secs(15);
/// The pause between two tries to join.
const PAUSE: Duration = Duration::from_millis(100);
/// How long the order of somebody who does not follow the game is given again: the next owner is there within three seconds, mostly.
const LONGEST_ORDER: Duration = Duration::from_secs(6);
/// A relay without clients ends after this long.
const IDLE: Duration = Duration::from_secs(5);
/// How long a relay may go on with what its clients have asked for once the server stops. The clients then have most of the
/// server's own time to end in form.
const LAST_ANSWERS: Duration = Duration::from_millis(300);
/// Commands of one client that are kept until they are answered.
const UNANSWERED: usize = 4;

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
    let (clients, stream, sent, state) = (BTreeMap::new(), None, None, State::Good);
    let relay = Relay { id, rooms, peers, head, guests, clients, stream, sent, state };
    let own = handle.clone();
    tokio::spawn(relay.run(inbox, own, stopping));
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
    unanswered: Vec<Given>,
}

/// A command that was not answered.
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
    /// While a move is under way, nothing else is sent.
    sent: Option<Sent>,
    state: State,
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
    }

    /// Until it has no clients, the game can't be followed any more, or the server stops and nothing waits.
    async fn serve(&mut self, inbox: &mut mpsc::Receiver<RoomMessage>, stopping: watch::Receiver<bool>) {
        let mut is_told_to_stop = pin!(is_told(stopping));
        loop {
            let wait = match (&self.sent, &self.stream) {
                (Some(sent), _) => sent.ask_at(),
                (None, Some(stream)) => stream.look_at(),
                (None, None) => Instant::now() + IDLE,
            };
            let is_free = self.sent.is_none();
            tokio::select! {
                biased;
                told = told(&mut self.stream) => self.hear(told).await,
                message = inbox.recv(), if is_free => match message {
                    Some(RoomMessage::Close) | None => break,
                    Some(message) => self.handle(message).await,
                },
                () = &mut is_told_to_stop, if is_free => break,
                () = sleep_until(wait) => {
                    if self.stream.is_none() {
                        break;
                    }
                    match self.sent.take() {
                        Some(sent) => self.ask_about(sent).await,
                        None => self.look().await,
                    }
                }
            }
            if self.state == State::Lost {
                self.join_again().await;
            }
            if self.state == State::Ends || self.rooms.strong_count() == 0 {
                break;
            }
        }
    }

    /// What the owner answers. Without an answer the game has to be joined anew.
    async fn ask(&mut self, wish: Wish) -> Option<Reply> {
        let reply = ask(&self.peers, self.id, wish).await;
        self.answered(reply)
    }

    fn answered(&mut self, reply: Option<Reply>) -> Option<Reply> {
        let reply = reply.filter(|reply| !matches!(reply, Reply::NoStream));
        if reply.is_none() {
            self.state = State::Lost;
        }
        reply
    }

    async fn handle(&mut self, message: RoomMessage) {
        match message {
            RoomMessage::Connect(client) => {
                let Client { identity, after, outbox, .. } = *client;
                let id = outbox.id();
                let (parts, unanswered, wants_everything) = (Vec::new(), Vec::new(), false);
                self.clients
                    .insert(id, Local { outbox, identity, after, parts, wants_everything, unanswered });
                self.come(id).await;
            }
            RoomMessage::Input { input, .. } => self.input(*input).await,
            RoomMessage::Order(order) => self.order(*order).await,
            RoomMessage::LinesChanged(answer) => {
                if let Some(Reply::Done) = ask(&self.peers, self.id, Wish::LinesChanged).await {
                    // Whoever asked may be gone: then nobody needs the answer.
                    let _ = answer.send(());
                }
            }
            RoomMessage::Look(answer) => {
                if let Some(Reply::Look(look)) = ask(&self.peers, self.id, Wish::Look).await {
                    // Whoever asked may be gone: then nobody needs the answer.
                    let _ = answer.send(look);
                }
            }
            #[cfg(any(test, feature = "testing"))]
            RoomMessage::View(_) => {}
            // A relay has nothing to give away: slots are given with their rooms.
            RoomMessage::Close | RoomMessage::Give(_) => {}
        }
    }

    async fn input(&mut self, input: Input) {
        match input {
            Input::Commanded { sender: (client, id), command, arrival, lag } => {
                let command = self.as_known(command);
                let Some(local) = self.clients.get_mut(&client) else { return };
                let given = Given { id, command, arrival, lag };
                let wish = command_of(&given, self.rooms.upgrade().map(|shared| shared.timeline));
                let is_move = matches!(given.command, RoomCommand::Play { .. });
                if is_answered_by_number(&given.command) {
                    local.unanswered.push(given);
                    if local.unanswered.len() > UNANSWERED {
                        local.unanswered.remove(0);
                    }
                }
                if is_move {
                    return self.send(client, id, wish);
                }
                if let Some(Reply::Refused(refusal)) = self.client_does(client, wish).await {
                    // The owner's program does not know this command.
                    self.refuse((client, id), refusal);
                }
            }
            Input::Left { id, how } => {
                if self.clients.remove(&id).is_some() {
                    let lost = how == tabiya_accounts::feed::Departure::Lost;
                    self.client_does(id, ClientDoes::Go { lost }).await;
                }
                if self.clients.is_empty() {
                    // The outlet has ended with its last client, or will end because nobody asks.
                    (self.stream, self.state) = (None, State::Good);
                }
            }
            Input::Missed { id } => {
                if let Some(local) = self.clients.get_mut(&id) {
                    local.outbox.catch_up();
                    local.parts.clear();
                    local.wants_everything = true;
                    self.client_does(id, ClientDoes::Miss).await;
                }
            }
            Input::Pinged { id } => {
                self.client_does(id, ClientDoes::Ping).await;
            }
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

    async fn client_does(&mut self, client: SubscriberId, does: ClientDoes) -> Option<Reply> {
        let stream = self.stream.as_mut()?;
        stream.asks();
        let wish = Wish::Client { stream: stream.number(), client: client.0, does };
        self.ask(wish).await
    }

    fn refuse(&mut self, (client, id): (SubscriberId, CommandId), refusal: Refusal) {
        let Some(local) = self.clients.get_mut(&client) else { return };
        local.unanswered.retain(|given| given.id != id);
        let message = refused(Some(self.id.into()), Some(id), local.after, refusal).into();
        // If it does not fit, the client's connection notices, and asks for everything.
        let _ = local.outbox.send(Body::Message { message, answers: Some(id) });
    }

    async fn order(&mut self, order: Order) {
        let Order { identity, command, arrival, outbox } = order;
        let command = self.as_known(command);
        let topic = Some(self.id.into());
        let begun = Instant::now();
        let reply = loop {
            let (caller, age) = (Caller::from(&identity), self.age(arrival));
            let wish = Wish::Order { caller, command: command.clone(), age };
            match ask(&self.peers, self.id, wish).await {
                None | Some(Reply::NoStream)
                    if may_be_repeated(&command) && begun.elapsed() < LONGEST_ORDER =>
                {
                    sleep(PAUSE).await;
                }
                reply => break reply,
            }
        };
        let message = match reply {
            Some(Reply::Done) => ServerMessage::Connection(ConnectionMessage::Pong { topic, seq: None }),
            Some(Reply::Refused(refusal)) => refused(topic, Some(crate::room::handle::ORDER), None, refusal),
            // Dropped, the outbox says that nobody knows.
            Some(_) | None => return,
        };
        let answers = Some(crate::room::handle::ORDER);
        // There is room for one message.
        let _ = outbox.send(Body::Message { message: message.into(), answers });
    }

    /// The command as every node knows it: older ones know no keys.
    fn as_known(&self, command: RoomCommand) -> RoomCommand {
        let is_known = self.rooms.upgrade().is_some_and(|shared| shared.owned.writes(WITH_KEYS));
        if is_known { command } else { command.apart().0 }
    }

    /// How long ago a command came.
    fn age(&self, arrival: Time) -> Millis {
        let timeline = self.rooms.upgrade().map(|shared| shared.timeline);
        timeline.map_or(Millis::ZERO, |timeline| timeline.now().since(arrival))
    }

    /// Lets a client follow the game at its owner.
    async fn come(&mut self, id: SubscriberId) {
        let Some(local) = self.clients.get(&id) else { return };
        let begin = || Stream::begin(&self.peers, &about(self.id), Slot::of(self.id));
        let stream = self.stream.get_or_insert_with(begin);
        let caller = local.identity.as_ref().map(Caller::from);
        let after = local.after.filter(|_| !local.wants_everything);
        let does = ClientDoes::Come { caller, after };
        let wish = Wish::Client { stream: stream.number(), client: id.0, does };
        if let Some(Reply::NoSuchGame | Reply::Refused(_)) = self.ask(wish).await {
            // What this relay knows of the game is old, there is no game any more, or the owner does not know how clients come.
            self.state = State::Ends;
        }
    }

    /// Joins the game anew: with its next owner, or with the same one.
    async fn join_again(&mut self) {
        let begun = Instant::now();
        while self.state == State::Lost {
            // What was sent is given again below.
            (self.stream, self.sent, self.state) = (None, None, State::Good);
            if self.clients.is_empty() {
                return;
            }
            REJOINED.inc();
            let all: Vec<SubscriberId> = self.clients.keys().copied().collect();
            for id in all {
                if self.state == State::Good {
                    self.come(id).await;
                }
                if self.state == State::Good {
                    self.give_again(id).await;
                }
            }
            if self.state == State::Lost {
                if begun.elapsed() > PATIENCE || self.rooms.strong_count() == 0 {
                    tracing::debug!(game = %self.id, "no owner of this game was found");
                    self.state = State::Ends;
                    return;
                }
                sleep(PAUSE).await;
            }
        }
    }

    /// Gives the commands again that nobody has answered. A move that was played is not played twice. Of what may not be
    /// repeated the client is told that nobody knows whether it has happened.
    async fn give_again(&mut self, client: SubscriberId) {
        let timeline = self.rooms.upgrade().map(|shared| shared.timeline);
        let topic = Some(self.id.into());
        let Some(local) = self.clients.get_mut(&client) else { return };
        let seq = local.after;
        for given in local.unanswered.extract_if(.., |given| !may_be_repeated(&given.command)) {
            let message = refused(topic.clone(), Some(given.id), seq, Refusal::NotKnown).into();
            // If it does not fit, the client's connection notices, and asks for everything.
            let _ = local.outbox.send(Body::Message { message, answers: Some(given.id) });
        }
        let again: Vec<ClientDoes> =
            local.unanswered.iter().map(|given| command_of(given, timeline)).collect();
        for does in again {
            self.client_does(client, does).await;
        }
    }

    /// Asks whether the owner is still there.
    async fn look(&mut self) {
        if let Some(stream) = &mut self.stream {
            let heard = stream.look().await;
            self.take(heard).await;
        }
    }

    async fn hear(&mut self, told: Told) {
        if let Some(stream) = &mut self.stream {
            let heard = stream.take(told).await;
            self.take(heard).await;
        }
    }

    async fn take(&mut self, (lines, rest): (Vec<Bytes>, Result<(), Lost>)) {
        for line in lines {
            self.deliver(&line).await;
        }
        if rest.is_err() && self.state == State::Good {
            self.state = State::Lost;
        }
    }

    /// Tells the clients what a line says.
    async fn deliver(&mut self, line: &Bytes) {
        let Some((kind, to, message)) = read_line(line) else {
            tracing::debug!(game = %self.id, "the owner says what this version does not know");
            return;
        };
        match (kind, message) {
            (Kind::Lost, _) => self.state = State::Lost,
            (Kind::Ended, _) => {
                for (client, _) in to {
                    self.clients.remove(&SubscriberId(client));
                }
                // Somebody has taken a seat, so others may follow the game as they did no more.
                self.state = State::Ends;
            }
            (Kind::Message | Kind::Part | Kind::Everything, Some(message)) => {
                let seq = seq_of(&message);
                if let Some(seq) = seq {
                    self.look_for_less(kind, seq);
                    self.head.committed(seq);
                }
                let takes_a_seat = matches!(
                    &*message,
                    ServerMessage::Game(GameMessage::Event { event: GameEvent::Joined { .. }, .. })
                );
                self.put(kind, to, &message, seq);
                if let Some(seq) = seq {
                    self.head.told(seq);
                }
                if takes_a_seat {
                    self.look_at_seats().await;
                }
            }
            (Kind::Message | Kind::Part | Kind::Everything, None) => {}
        }
    }

    /// Whoever comes is told the whole game. If it has fewer events than were told, the owner may have another copy of the database.
    fn look_for_less(&self, kind: Kind, seq: u32) {
        let told = self.head.seq();
        if kind != Kind::Message
            && seq < told
            && let Some(shared) = self.rooms.upgrade()
        {
            shared.left_behind.keep_number(self.id, told);
        }
    }

    fn put(&mut self, kind: Kind, to: Readers, message: &SharedMessage, seq: Option<u32>) {
        let only_latest_matters = matches!(&**message, ServerMessage::Game(GameMessage::Presence { .. }));
        for (client, answers) in to {
            let Some(local) = self.clients.get_mut(&SubscriberId(client)) else { continue };
            if let Some(id) = answers {
                local.unanswered.retain(|given| given.id != id);
                self.sent.take_if(|sent| sent.is(SubscriberId(client), id));
            }
            match kind {
                Kind::Part => local.parts.push(message.clone()),
                Kind::Everything => {
                    let mut parts = std::mem::take(&mut local.parts);
                    let is_one = parts.is_empty();
                    local.wants_everything = false;
                    let seq = parts.first().and_then(|first| seq_of(first)).or(seq);
                    local.after = seq.map(u64::from).or(local.after);
                    parts.push(message.clone());
                    let body = if is_one {
                        Body::Everything(message.clone())
                    } else {
                        Body::EverythingIn(Box::new(parts.into_iter()))
                    };
                    // If it does not fit, the client's connection notices, and asks for everything.
                    let _ = local.outbox.send(body);
                }
                Kind::Message if local.wants_everything => {}
                Kind::Message if only_latest_matters => local.outbox.send_latest(message.clone(), None),
                Kind::Message => {
                    local.after = seq.map(u64::from).or(local.after);
                    // As above.
                    let _ = local.outbox.send(Body::Message { message: message.clone(), answers });
                }
                Kind::Ended | Kind::Lost => {}
            }
        }
    }

    /// Reads who sits there, for those who come later.
    async fn look_at_seats(&self) {
        if let Some(rooms) = self.rooms.upgrade().map(Rooms::from)
            && let Ok(game) = rooms.load(self.id).await
        {
            self.guests.seated(game.seats());
        }
    }

    /// Says at the owner that all clients go. They come back by themselves.
    async fn leave(&mut self) {
        let all: Vec<SubscriberId> = std::mem::take(&mut self.clients).into_keys().collect();
        let Some(stream) = &self.stream else { return };
        for id in all {
            let does = ClientDoes::Go { lost: true };
            let wish = Wish::Client { stream: stream.number(), client: id.0, does };
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

fn command_of(given: &Given, timeline: Option<Timeline>) -> ClientDoes {
    let Given { id, ref command, arrival, lag } = *given;
    let age = timeline.map_or(Millis::ZERO, |timeline| timeline.now().since(arrival));
    ClientDoes::Command { id, command: command.clone(), age, lag }
}

/// The number of the newest event that a message tells of.
fn seq_of(message: &ServerMessage) -> Option<u32> {
    let ServerMessage::Game(message) = message else { return None };
    match message {
        GameMessage::State { seq, .. } | GameMessage::Event { seq, .. } | GameMessage::Synced { seq, .. } => {
            Some(*seq)
        }
        _ => None,
    }
}
