// SPDX-License-Identifier: AGPL-3.0-or-later
//! An outlet: joins a room for the clients of one relay, and tells the relay what the room tells them.
//!
//! It ends with its last client, with its room, or when its relay has been silent for [`SILENCE`]: then the relay's node is gone.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use tabiya_accounts::feed::Departure;
use tabiya_cluster::route::Outcome;
use tabiya_cluster::topic::TopicName;
use tabiya_game::{Millis, Time};
use tabiya_protocol::CommandId;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::mutants::{self, Mutant};
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::topic::{Body, Outbox, Outgoing, SharedMessage, SubscriberId};
use tabiya_store::{Epoch, Incarnation};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use super::meters::Counted;
use super::wire::{ClientNumber, Kind, Readers, departure, write_line};
use crate::peers::{Peers, SILENCE, Telling};
use crate::room::command::RoomCommand;
use crate::room::handle::{Client, RoomHandle};
use crate::room::reach::ReachMeter;

/// What may wait for an outlet.
const WAITING: usize = 64;
/// Messages that go over the bus together.
const TOGETHER: usize = 64;

/// All outlets of this node. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Outlets(Arc<Mutex<HashMap<TopicName, mpsc::Sender<Message>>>>);

/// What an outlet is for.
pub(super) struct Place {
    /// The topic of its lines.
    pub(super) topic: TopicName,
    /// The node of the relay.
    pub(super) node: Incarnation,
    /// Under which epoch this node owns the game.
    pub(super) epoch: Epoch,
    pub(super) peers: Peers,
    pub(super) reach: ReachMeter,
}

enum Message {
    Wish { client: ClientNumber, wish: Wish, done: oneshot::Sender<()> },
    Lines { from: u64, answer: oneshot::Sender<Outcome> },
}

enum Wish {
    Come { identity: Option<Identity>, after: Option<u64> },
    Go(Departure),
    Miss,
    Ping,
    Command { id: CommandId, command: RoomCommand, arrival: Time, lag: Option<Millis> },
}

impl Outlets {
    /// Lets a client of the relay follow the game. Returns whether it does.
    pub(super) async fn come(
        &self,
        place: Place,
        room: RoomHandle,
        (client, identity): (ClientNumber, Option<Identity>),
        after: Option<u64>,
    ) -> bool {
        let topic = place.topic.clone();
        self.begin(place, room);
        self.wish(&topic, client, Wish::Come { identity, after }).await
    }

    pub(super) async fn go(&self, topic: &TopicName, client: ClientNumber, lost: bool) -> bool {
        self.wish(topic, client, Wish::Go(departure(lost))).await
    }

    pub(super) async fn miss(&self, topic: &TopicName, client: ClientNumber) -> bool {
        self.wish(topic, client, Wish::Miss).await
    }

    pub(super) async fn ping(&self, topic: &TopicName, client: ClientNumber) -> bool {
        self.wish(topic, client, Wish::Ping).await
    }

    pub(super) async fn command(
        &self,
        topic: &TopicName,
        (client, id): (ClientNumber, CommandId),
        command: RoomCommand,
        (arrival, lag): (Time, Option<Millis>),
    ) -> bool {
        self.wish(topic, client, Wish::Command { id, command, arrival, lag }).await
    }

    /// The lines of an outlet from this number on.
    pub(super) async fn lines(&self, topic: &TopicName, from: u64) -> Outcome {
        let (answer, answered) = oneshot::channel();
        match self.find(topic) {
            Some(outlet) if outlet.send(Message::Lines { from, answer }).await.is_ok() => {
                answered.await.unwrap_or(Outcome::TooOld)
            }
            Some(_) | None => Outcome::TooOld,
        }
    }

    async fn wish(&self, topic: &TopicName, client: ClientNumber, wish: Wish) -> bool {
        let (done, is_done) = oneshot::channel();
        let Some(outlet) = self.find(topic) else { return false };
        outlet.send(Message::Wish { client, wish, done }).await.is_ok() && is_done.await.is_ok()
    }

    fn begin(&self, place: Place, room: RoomHandle) {
        let mut all = self.lock();
        if all.get(&place.topic).is_none_or(mpsc::Sender::is_closed) {
            let (sender, inbox) = mpsc::channel(WAITING);
            all.insert(place.topic.clone(), sender);
            spawn(Outlet::new(place, room).run(inbox, self.clone()));
        }
    }

    fn forget_closed(&self, topic: &TopicName) {
        let mut all = self.lock();
        if all.get(topic).is_some_and(mpsc::Sender::is_closed) {
            all.remove(topic);
        }
    }

    fn find(&self, topic: &TopicName) -> Option<mpsc::Sender<Message>> {
        self.lock().get(topic).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TopicName, mpsc::Sender<Message>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Outlet {
    topic: TopicName,
    room: RoomHandle,
    outbox: Outbox,
    subscribed: HashMap<ClientNumber, SubscriberId>,
    /// In the order in which they came.
    clients: BTreeMap<SubscriberId, ClientNumber>,
    telling: Telling,
    reach: ReachMeter,
    /// The outages of the bus until the relay was last heard.
    outages: u32,
}

impl Outlet {
    fn new(place: Place, room: RoomHandle) -> Self {
        let Place { topic, node, epoch, peers, reach } = place;
        let telling = Telling::new(peers, topic.clone(), (node, epoch));
        let (outbox, subscribed, clients) = (Outbox::default(), HashMap::new(), BTreeMap::new());
        let outages = reach.outages();
        Self { topic, room, outbox, subscribed, clients, telling, reach, outages }
    }

    async fn run(mut self, mut inbox: mpsc::Receiver<Message>, all: Outlets) {
        let _counted = Counted::outlet();
        let mut heard = Instant::now();
        loop {
            let goes_on = tokio::select! {
                biased;
                message = inbox.recv() => match message {
                    Some(message) => {
                        heard = Instant::now();
                        self.notice_end_of_outage().await;
                        self.handle(message).await
                    }
                    None => false,
                },
                outgoing = self.outbox.next() => self.pass_on(outgoing).await,
                () = self.telling.tell_head() => true,
                () = sleep_until(heard + SILENCE), if !mutants::is(Mutant::KeepsPresence) => false,
            };
            if !goes_on {
                break;
            }
        }
        inbox.close();
        all.forget_closed(&self.topic);
        for id in self.clients.into_keys() {
            self.room.disconnect(id, Departure::Lost).await;
        }
    }

    /// The relay is heard. Its clients' time counts again where the bus was away since it was heard before.
    async fn notice_end_of_outage(&mut self) {
        let outages = self.reach.outages();
        if std::mem::replace(&mut self.outages, outages) != outages {
            for &id in self.clients.keys() {
                self.room.heard(id).await;
            }
        }
    }

    /// Returns whether the outlet goes on.
    async fn handle(&mut self, message: Message) -> bool {
        let (client, wish, done) = match message {
            Message::Wish { client, wish, done } => (client, wish, done),
            Message::Lines { from, answer } => {
                // Whoever asked may have given up.
                let _ = answer.send(self.telling.from(from));
                return true;
            }
        };
        let known = self.subscribed.get(&client).copied();
        let is_there = match (wish, known) {
            (Wish::Come { identity, after }, before) => {
                self.forget(client);
                let outbox = self.outbox.subscribe();
                self.subscribed.insert(client, outbox.id());
                self.clients.insert(outbox.id(), client);
                let comes =
                    self.room.connect(Client { identity, after, is_here: false, outbox }).await.is_ok();
                if let Some(before) = before {
                    // It has come again. For the room it is there all the time, once.
                    self.room.disconnect(before, Departure::Lost).await;
                }
                comes
            }
            (Wish::Go(how), Some(id)) => {
                self.forget(client);
                self.room.disconnect(id, how).await;
                true
            }
            (Wish::Miss, Some(id)) => self.room.catch_up(id).await.is_ok(),
            (Wish::Ping, Some(id)) => self.room.ping(id).await.is_ok(),
            (Wish::Command { id, command, arrival, lag }, Some(own)) => {
                self.room.command((own, id), command, arrival, lag).await.is_ok()
            }
            (Wish::Go(_), None) => true,
            // It came to an outlet before this one, and has not heard that this one has ended. Dropped, `done` tells it so.
            (Wish::Miss | Wish::Ping | Wish::Command { .. }, None) => return !self.clients.is_empty(),
        };
        if is_there {
            // Whoever asked may have given up.
            let _ = done.send(());
        } else {
            // Dropped, `done` says that there is no room.
            self.tell_lost();
        }
        is_there && !self.clients.is_empty()
    }

    fn forget(&mut self, client: ClientNumber) {
        if let Some(id) = self.subscribed.remove(&client) {
            self.clients.remove(&id);
            self.outbox.unsubscribe(id);
        }
    }

    /// Passes on what the room tells, as much as waits. Returns whether the outlet goes on.
    async fn pass_on(&mut self, first: Outgoing) -> bool {
        let mut gathered = Gathered::default();
        let mut next = Some(first);
        let mut goes_on = true;
        for _ in 0..TOGETHER {
            let Some(outgoing) = next.take().or_else(|| self.outbox.try_next()) else { break };
            match outgoing {
                Outgoing::Message { of, body } => {
                    if let Some(&client) = self.clients.get(&of) {
                        gathered.add(client, body);
                    }
                }
                Outgoing::Missed(id) => goes_on &= self.room.catch_up(id).await.is_ok(),
                // The relay looks for the next room, and no client is told of it.
                Outgoing::Ended(_) if self.room.is_gone() => goes_on = false,
                Outgoing::Ended(id) => {
                    if let Some(client) = self.clients.get(&id).copied() {
                        self.forget(client);
                        gathered.end(client);
                    }
                }
                Outgoing::Dismissed => {}
            }
        }
        self.telling.tell(gathered.lines());
        if !goes_on {
            self.tell_lost();
        }
        goes_on && !self.clients.is_empty()
    }

    fn tell_lost(&mut self) {
        self.telling.tell(vec![write_line(Kind::Lost, Vec::new(), None)]);
    }
}

/// Messages on their way. One that several clients get is one line.
#[derive(Default)]
struct Gathered {
    lines: Vec<Bytes>,
    last: Option<(Kind, SharedMessage, Readers)>,
}

impl Gathered {
    fn add(&mut self, client: ClientNumber, body: Body) {
        match body {
            Body::Message { message, answers } => self.add_line(Kind::Message, (client, answers), message),
            Body::Everything(message) => self.add_line(Kind::Everything, (client, None), message),
            Body::EverythingIn(parts) => {
                let mut parts = parts.peekable();
                while let Some(part) = parts.next() {
                    let kind = if parts.peek().is_some() { Kind::Part } else { Kind::Everything };
                    self.add_line(kind, (client, None), part);
                }
            }
        }
    }

    fn add_line(&mut self, kind: Kind, reader: (ClientNumber, Option<CommandId>), message: SharedMessage) {
        if let Some((last, same, readers)) = &mut self.last
            && *last == kind
            && same.is_same(&message)
        {
            return readers.push(reader);
        }
        self.finish();
        self.last = Some((kind, message, vec![reader]));
    }

    fn end(&mut self, client: ClientNumber) {
        self.finish();
        self.lines.push(write_line(Kind::Ended, vec![(client, None)], None));
    }

    fn finish(&mut self) {
        if let Some((kind, message, readers)) = self.last.take() {
            self.lines.push(write_line(kind, readers, Some(&message)));
        }
    }

    fn lines(mut self) -> Vec<Bytes> {
        self.finish();
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use tabiya_cluster::bus::{Hub, State};
    use tabiya_cluster::node::Sender;
    use tabiya_game::{Game, GameId, PlayerId, Seat, Seats, Terms};
    use tabiya_protocol::{ConnectionMessage, ServerMessage};
    use tabiya_rules::{Color, Position};
    use tabiya_runtime::timeline::Timeline;
    use tabiya_store::{SqliteStore, Store};
    use tokio::sync::watch;

    use super::super::wire::{read_line, topic};
    use super::*;
    use crate::peers::{SiteBus, SiteKeys};
    use crate::room::core::Input;
    use crate::room::handle::{Guests, Head, RoomMessage};

    fn pong(seq: u64) -> SharedMessage {
        ServerMessage::Connection(ConnectionMessage::Pong { topic: None, seq: Some(seq) }).into()
    }

    /// The lines, each with its kind, its readers, and the number in its message.
    fn said(gathered: Gathered) -> Vec<(Kind, Readers, Option<u64>)> {
        let read = |line: Bytes| {
            let (kind, to, message) = read_line(&line).unwrap();
            let seq = message.map(|message| match &*message {
                ServerMessage::Connection(ConnectionMessage::Pong { seq, .. }) => seq.unwrap(),
                message => panic!("{message:?}"),
            });
            (kind, to, seq)
        };
        gathered.lines().into_iter().map(read).collect()
    }

    /// An outlet of a room whose part the test plays.
    struct Table {
        outlets: Outlets,
        room: RoomHandle,
        inbox: mpsc::Receiver<RoomMessage>,
        peers: Peers,
        reach: ReachMeter,
        timeline: Timeline,
        topic: TopicName,
        _folder: tempfile::TempDir,
    }

    impl Table {
        async fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let site = Store::new(SqliteStore::open(folder.path()).unwrap());
            let (timeline, me) = (Timeline::start(), Incarnation(1));
            let keys = SiteKeys::new(Arc::clone(&site.site), timeline);
            let bus = SiteBus { bus: Arc::new(Hub::new().connect()), keys };
            let peers =
                Peers::join(bus, &Sender { node: "one".parse().unwrap(), incarnation: me }).await.unwrap();
            let seats = Seats::new(PlayerId::from_bytes([1; 16]), Color::White, Seat::Open);
            let (game, _) = Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(0));
            let (id, outlets, reach) = (GameId::from_bits(7), Outlets::default(), ReachMeter::default());
            let (sender, inbox) = mpsc::channel(8);
            let room = RoomHandle::new(id, sender, Arc::new(Head::new(0)), Arc::new(Guests::of(&game)));
            let topic = topic(id, Incarnation(2), 1);
            Self { outlets, room, inbox, peers, reach, timeline, topic, _folder: folder }
        }

        /// A client of the relay comes. Returns what the room hears of it.
        async fn comes(&mut self, client: ClientNumber, after: Option<u64>) -> Client {
            let place = Place {
                topic: self.topic.clone(),
                node: Incarnation(2),
                epoch: Epoch(1),
                peers: self.peers.clone(),
                reach: self.reach.clone(),
            };
            assert!(self.outlets.come(place, self.room.clone(), (client, None), after).await);
            let Some(RoomMessage::Connect(client)) = self.inbox.recv().await else { panic!("it comes") };
            *client
        }

        async fn hears(&mut self, what: &str) -> Input {
            let Some(RoomMessage::Input { input, .. }) = self.inbox.recv().await else { panic!("{what}") };
            *input
        }
    }

    #[tokio::test]
    async fn a_room_hears_which_clients_are_there_again_after_an_outage() {
        let mut table = Table::new().await;
        let client = table.comes(70, None).await;
        assert!(table.outlets.ping(&table.topic, 70).await);
        assert!(matches!(table.hears("a ping").await, Input::Pinged { .. }), "there was no outage");
        let (state, watched) = watch::channel(State::Connected);
        tokio::spawn(table.reach.clone().follow(watched, table.timeline));
        state.send_replace(State::Away);
        while table.reach.outages() == 0 {
            tokio::task::yield_now().await;
        }
        table.outlets.lines(&table.topic, 0).await;
        let heard = table.hears("that it is there").await;
        assert!(matches!(heard, Input::Heard { id } if id == client.outbox.id()));
        table.outlets.lines(&table.topic, 0).await;
        assert!(table.outlets.ping(&table.topic, 70).await);
        assert!(matches!(table.hears("a ping").await, Input::Pinged { .. }), "once an outage");
    }

    /// Else the room would take the first subscription for somebody who is here, for ever.
    #[tokio::test]
    async fn a_client_that_comes_twice_is_in_the_room_once() {
        let mut table = Table::new().await;
        let first = table.comes(70, None).await;
        let again = table.comes(70, Some(3)).await;
        let left = table.hears("that the first subscription has ended").await;
        assert!(matches!(left, Input::Left { id, .. } if id == first.outbox.id()));
        assert_eq!(again.after, Some(3));
        assert!(table.outlets.ping(&table.topic, 70).await);
        let pinged = table.hears("a ping").await;
        assert!(matches!(pinged, Input::Pinged { id } if id == again.outbox.id()));
    }

    #[test]
    fn what_several_clients_are_told_is_one_line_and_each_client_keeps_its_order() {
        let mut gathered = Gathered::default();
        let (first, second) = (pong(1), pong(2));
        for (client, answers) in [(7, Some(3)), (8, None)] {
            gathered.add(client, Body::Message { message: first.clone(), answers });
        }
        gathered.add(7, second.clone().into());
        gathered.add(8, first.into());
        gathered.end(7);
        gathered.add(8, Body::EverythingIn(Box::new([pong(4), pong(5)].into_iter())));
        gathered.add(8, Body::Everything(second));
        assert_eq!(
            said(gathered),
            [
                (Kind::Message, vec![(7, Some(3)), (8, None)], Some(1)),
                (Kind::Message, vec![(7, None)], Some(2)),
                (Kind::Message, vec![(8, None)], Some(1)),
                (Kind::Ended, vec![(7, None)], None),
                (Kind::Part, vec![(8, None)], Some(4)),
                (Kind::Everything, vec![(8, None)], Some(5)),
                (Kind::Everything, vec![(8, None)], Some(2)),
            ]
        );
    }
}
