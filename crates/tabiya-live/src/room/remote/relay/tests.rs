// SPDX-License-Identifier: AGPL-3.0-or-later
//! A relay and its owner, whose part the test plays: it answers when it likes, and tells what it likes. The time is tokio's.

mod answers;
mod newcomers;
mod own_node;

use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tabiya_accounts::feed::Departure;
use tabiya_archive::view;
use tabiya_cluster::bus::{Fate, Hub, Letter, Weather};
use tabiya_cluster::node::Sender;
use tabiya_cluster::route::Outcome;
use tabiya_cluster::topic::TopicName;
use tabiya_game::{PlayerId, Seat, Seats, Terms};
use tabiya_protocol::{ConnectionMessage, GameEvent, GameMessage, ServerMessage};
use tabiya_rules::{Color, Position};
use tabiya_runtime::computer::ComputerPool;
use tabiya_runtime::timeline::with_clock_held;
use tabiya_runtime::topic::{Outbox, Outgoing};
use tabiya_store::conformance::nodes;
use tabiya_store::{Epoch, Incarnation, Lease, Slot, SqliteStore, Store};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::super::wire::{Asked, Kind, Readers, StreamNumber, topic, write_line};
use super::*;
use crate::entry::Entrance;
use crate::owned::Owned;
use crate::peers::{Answers, SiteBus, SiteKeys, Telling};
use crate::room::handle::{ORDER, Order};
use crate::room::{Patience, Ports};

/// Within this time happens what waits for nothing: less than any wait of a relay.
const SOON: Duration = Duration::from_millis(90);
/// Longer than a request is repeated.
const LONG: Duration = Duration::from_secs(10);

/// What the owner is asked, and where its answer goes.
struct Held {
    from: Sender,
    wish: Wish,
    answer: oneshot::Sender<Outcome>,
}

impl Held {
    fn reply(self, reply: &Reply) {
        // A relay that has given up hears no answer.
        let _ = self.answer.send(Outcome::Done(reply.encode().into()));
    }

    fn does(&self) -> (StreamNumber, u64, &ClientDoes) {
        match &self.wish {
            Wish::Client { stream, client, does } => (*stream, *client, does),
            wish => panic!("a client's: {wish:?}"),
        }
    }
}

struct Holding(mpsc::UnboundedSender<Held>);

impl Answers for Holding {
    fn carry_out(&self, from: Sender, _: Slot, command: bytes::Bytes) -> BoxFuture<'static, Outcome> {
        let Asked { wish, .. } = Asked::decode(&command).unwrap();
        let (answer, answered) = oneshot::channel();
        // A test that is over asks for nothing more.
        let _ = self.0.send(Held { from, wish, answer });
        // One that is dropped is never answered.
        let answer = async move {
            match answered.await {
                Ok(outcome) => outcome,
                Err(_) => std::future::pending().await,
            }
        };
        answer.boxed()
    }

    fn lines(&self, _: TopicName, _: u64) -> BoxFuture<'static, Outcome> {
        std::future::pending().boxed()
    }
}

/// Loses what goes to owners while it is on.
#[derive(Clone, Default)]
struct Losing(Arc<AtomicBool>);

impl Weather for Losing {
    fn fate(&mut self, letter: &Letter) -> Fate {
        let is_asked = letter.subject.as_str().starts_with("tabiya.slot.");
        if is_asked && self.0.load(Ordering::Relaxed) { Fate::Lost } else { Fate::Arrives }
    }
}

/// A node that owns the game, as far as others know.
struct Owner {
    peers: Peers,
    held: mpsc::UnboundedReceiver<Held>,
}

impl Owner {
    async fn start(peers: Peers, id: GameId, epoch: i64) -> Self {
        let (sender, held) = mpsc::unbounded_channel();
        let lease = Lease { slot: Slot::of(id), epoch: Epoch(epoch) };
        let answers: Arc<dyn Answers> = Arc::new(Holding(sender));
        peers.answer_for(&[lease], &answers).await;
        Self { peers, held }
    }

    /// What it is asked next.
    async fn asked(&mut self) -> Held {
        let asked = timeout(SOON, self.held.recv()).await;
        asked.expect("the relay asks").expect("the owner hears")
    }

    async fn is_asked_nothing(&mut self) {
        assert!(timeout(SOON, self.held.recv()).await.is_err(), "the relay asks nothing");
    }

    /// A client comes, and is let in.
    async fn lets_in(&mut self, site: &Site, epoch: i64) -> Telling {
        let held = self.asked().await;
        let (stream, _, does) = held.does();
        assert!(matches!(does, ClientDoes::Come { .. }), "{does:?}");
        let node = held.from.incarnation;
        let topic = topic(site.id, node, stream);
        held.reply(&Reply::Done);
        Telling::new(self.peers.clone(), topic, (node, Epoch(epoch)))
    }
}

struct Site {
    id: GameId,
    game: Game,
    /// Another node, which owns nothing yet.
    heir: Peers,
    losing: Losing,
    /// Of the relay's node, which owns nothing.
    rooms: Rooms,
    nodes: nodes::Wrong,
    stop: watch::Sender<bool>,
    _folder: tempfile::TempDir,
}

impl Site {
    async fn start() -> (Self, Owner, RoomHandle) {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
        let (tables, ports) = (Store::from(Arc::clone(&store)), Ports::from(&Store::from(store)));
        let timeline = Timeline::start();
        let entrance = Entrance::of_guests(Arc::clone(&ports.archive), timeline);
        let rooms = Rooms::new(ports, timeline, ComputerPool::start(1), entrance, Patience::Usual);
        let nodes = nodes::Wrong::new(None);
        let rooms = rooms.owning(Owned::leased(Arc::new(nodes.clone())));
        let seats = Seats::new(player(1), Color::White, Seat::Player(player(2)));
        let terms = Terms::new(Position::start(), None, seats).unwrap().private().unwrap();
        let (game, _) = Game::create(terms, Time(0));
        let losing = Losing::default();
        let (hub, id) = (Hub::with_weather(losing.clone()), GameId::from_bits(7));
        let (stop, stopping) = watch::channel(false);
        let join = async |number: i64| {
            let keys = SiteKeys::new(Arc::clone(&tables.site), timeline);
            let me = Sender { node: format!("n{number}").parse().unwrap(), incarnation: Incarnation(number) };
            Peers::join(SiteBus { bus: Arc::new(hub.connect()), keys }, &me).await.unwrap()
        };
        let owner = Owner::start(join(1).await, id, 1).await;
        let (peers, heir) = (join(2).await, join(3).await);
        // The keys were read from the database, whose threads tokio's clock does not know.
        tokio::time::pause();
        let relay = start((rooms.downgrade(), stopping), peers, id, &game);
        (Self { id, game, heir, losing, rooms, nodes, stop, _folder: folder }, owner, relay)
    }

    /// That a draw was offered is event `seq`.
    fn event(&self, seq: u32) -> SharedMessage {
        let situation = Box::new(view::situation(&self.game, Time(0)));
        let event = GameEvent::DrawOffered { by: Color::White };
        ServerMessage::Game(GameMessage::Event { topic: self.id.into(), seq, id: None, event, situation })
            .into()
    }

    /// All is told up to event `seq`.
    fn synced(&self, seq: u32) -> SharedMessage {
        let situation = Box::new(view::situation(&self.game, Time(0)));
        let (topic, you) = (self.id.into(), None);
        ServerMessage::Game(GameMessage::Synced { topic, seq, you, id: None, situation }).into()
    }
}

fn player(byte: u8) -> PlayerId {
    PlayerId::from_bytes([byte; 16])
}

/// Somebody who follows the game through the relay.
struct Follower {
    relay: RoomHandle,
    id: SubscriberId,
    outbox: Outbox,
}

/// What a client was told.
#[derive(Debug, PartialEq)]
enum Said {
    Event(u32, Option<CommandId>),
    Synced(u32),
    Presence,
    Refused(Refusal, Option<CommandId>),
    Ended,
    Other,
}

impl Follower {
    async fn come(relay: &RoomHandle) -> Self {
        let mut outbox = Outbox::default();
        let own = outbox.subscribe();
        let id = own.id();
        let client =
            Client { identity: Some(Identity::guest(player(1))), after: Some(0), is_here: true, outbox: own };
        relay.connect(client).await.unwrap();
        Self { relay: relay.clone(), id, outbox }
    }

    async fn command(&self, id: CommandId, command: RoomCommand) {
        self.relay.command((self.id, id), command, Time(0), None).await.unwrap();
    }

    async fn play(&self, id: CommandId) {
        self.command(id, RoomCommand::Play { seq: 0, uci: "e2e4".to_owned() }).await;
    }

    fn reads(&self) -> Readers {
        vec![(self.id.0, None)]
    }

    /// What it is told next; `None` if nothing comes soon.
    async fn told(&mut self) -> Option<Said> {
        let outgoing = timeout(SOON, self.outbox.next()).await.ok()?;
        let (message, answers) = match outgoing {
            Outgoing::Message { body: Body::Message { message, answers }, .. } => (message, answers),
            Outgoing::Message { body, .. } => (body.messages().next()?, None),
            Outgoing::Ended(_) => return Some(Said::Ended),
            Outgoing::Missed(_) | Outgoing::Dismissed => return Some(Said::Other),
        };
        Some(match &*message {
            ServerMessage::Game(GameMessage::Event { seq, .. }) => Said::Event(*seq, answers),
            ServerMessage::Game(GameMessage::Synced { seq, .. }) => Said::Synced(*seq),
            ServerMessage::Game(GameMessage::Presence { .. }) => Said::Presence,
            ServerMessage::Connection(ConnectionMessage::Refused { refusal, .. }) => {
                Said::Refused(refusal.clone(), answers)
            }
            _ => Said::Other,
        })
    }
}

fn tell(lines: &mut Telling, kind: Kind, to: Readers, message: &SharedMessage) {
    lines.tell(vec![write_line(kind, to, Some(message))]);
}

#[tokio::test]
async fn a_client_hears_the_game_while_its_relay_waits_for_an_answer() {
    let (site, mut owner, relay) = Site::start().await;
    let mut ann = Follower::come(&relay).await;
    let mut lines = owner.lets_in(&site, 1).await;
    relay.ping(ann.id).await.unwrap();
    let _held = owner.asked().await;
    tell(&mut lines, Kind::Message, ann.reads(), &site.event(1));
    assert_eq!(ann.told().await, Some(Said::Event(1, None)));
}

/// A line is missing, and the owner does not say what it was.
#[tokio::test]
async fn a_client_is_served_while_its_relay_asks_for_lost_lines() {
    let (site, mut owner, relay) = Site::start().await;
    let mut ann = Follower::come(&relay).await;
    let mut lines = owner.lets_in(&site, 1).await;
    tell(&mut lines, Kind::Message, ann.reads(), &site.event(1));
    assert_eq!(ann.told().await, Some(Said::Event(1, None)));
    site.losing.0.store(true, Ordering::Relaxed);
    tokio::time::sleep(LONG / 4).await;
    site.losing.0.store(false, Ordering::Relaxed);
    relay.ping(ann.id).await.unwrap();
    assert!(matches!(owner.asked().await.does().2, ClientDoes::Ping));
}

#[tokio::test]
async fn a_relay_that_waits_for_an_answer_hears_that_its_game_has_another_owner() {
    let (site, mut owner, relay) = Site::start().await;
    let mut ann = Follower::come(&relay).await;
    let mut lines = owner.lets_in(&site, 1).await;
    tell(&mut lines, Kind::Message, ann.reads(), &site.event(1));
    assert_eq!(ann.told().await, Some(Said::Event(1, None)));
    relay.ping(ann.id).await.unwrap();
    let _held = owner.asked().await;
    owner.peers.be_silent_for(&Slot::all().collect());
    let mut heir = Owner::start(site.heir.clone(), site.id, 2).await;
    let came = heir.asked().await;
    assert!(matches!(came.does().2, ClientDoes::Come { after: Some(1), .. }), "{:?}", came.wish);
}

#[tokio::test]
async fn an_order_that_is_not_answered_keeps_nobody_waiting() {
    let (site, mut owner, relay) = Site::start().await;
    let ann = Follower::come(&relay).await;
    let _lines = owner.lets_in(&site, 1).await;
    let mut answers = Outbox::default();
    let (identity, outbox) = (Identity::guest(player(2)), answers.subscribe());
    let order = Order { identity, command: RoomCommand::Resign, arrival: Time(0), outbox };
    relay.send(RoomMessage::Order(Box::new(order))).await.unwrap();
    let held = owner.asked().await;
    assert!(matches!(held.wish, Wish::Order { .. }));
    relay.ping(ann.id).await.unwrap();
    assert!(matches!(owner.asked().await.does().2, ClientDoes::Ping));
    held.reply(&Reply::Done);
    let answered = timeout(SOON, answers.answer(ORDER)).await;
    assert!(matches!(answered, Ok(tabiya_runtime::topic::Answer::Done(_))), "{answered:?}");
}

/// The owner carries out what was asked for, although somebody else has ended the relay meanwhile.
#[tokio::test]
async fn an_order_is_answered_after_its_relay_has_ended() {
    let (site, mut owner, relay) = Site::start().await;
    let ann = Follower::come(&relay).await;
    let mut lines = owner.lets_in(&site, 1).await;
    let mut answers = Outbox::default();
    let (identity, outbox) = (Identity::guest(player(2)), answers.subscribe());
    let order = Order { identity, command: RoomCommand::Resign, arrival: Time(0), outbox };
    relay.send(RoomMessage::Order(Box::new(order))).await.unwrap();
    let held = owner.asked().await;
    lines.tell(vec![write_line(Kind::Ended, ann.reads(), None)]);
    owner.is_asked_nothing().await;
    assert!(relay.is_gone());
    held.reply(&Reply::Done);
    let answered = timeout(SOON, answers.answer(ORDER)).await;
    assert!(matches!(answered, Ok(tabiya_runtime::topic::Answer::Done(_))), "{answered:?}");
}

/// What one client has missed is older than what the others were told. Pings must not be answered as if that were all.
#[tokio::test]
async fn the_newest_number_stays_while_a_client_catches_up() {
    let (site, mut owner, relay) = Site::start().await;
    let mut ann = Follower::come(&relay).await;
    let mut lines = owner.lets_in(&site, 1).await;
    for seq in [1, 2] {
        tell(&mut lines, Kind::Message, ann.reads(), &site.event(seq));
        assert_eq!(ann.told().await, Some(Said::Event(seq, None)));
    }
    let bob = Follower::come(&relay).await;
    owner.lets_in(&site, 1).await;
    tell(&mut lines, Kind::Part, bob.reads(), &site.event(1));
    tell(&mut lines, Kind::Message, ann.reads(), &site.event(3));
    assert_eq!(ann.told().await, Some(Said::Event(3, None)));
    tell(&mut lines, Kind::Everything, bob.reads(), &site.synced(2));
    owner.is_asked_nothing().await;
    assert_eq!(relay.head_if_quiet(|| true), None);
    tell(&mut lines, Kind::Message, bob.reads(), &site.event(3));
    owner.is_asked_nothing().await;
    assert_eq!(relay.head_if_quiet(|| true), Some(3));
}

/// A ping is answered with the newest number alone, so it must wait for a client that has not been told all.
#[tokio::test]
async fn nobody_is_up_to_date_before_all_have_come_to_the_next_owner() {
    let (site, mut owner, relay) = Site::start().await;
    let (ann, bob) = (Follower::come(&relay).await, Follower::come(&relay).await);
    let mut lines = owner.lets_in(&site, 1).await;
    owner.lets_in(&site, 1).await;
    let both = vec![(ann.id.0, None), (bob.id.0, None)];
    tell(&mut lines, Kind::Message, both, &site.event(1));
    lines.tell(vec![write_line(Kind::Lost, Vec::new(), None)]);
    let mut lines = owner.lets_in(&site, 1).await;
    owner.lets_in(&site, 1).await;
    for (client, is_quiet) in [(&ann, false), (&bob, true)] {
        tell(&mut lines, Kind::Part, client.reads(), &site.event(2));
        tell(&mut lines, Kind::Part, client.reads(), &site.event(3));
        tell(&mut lines, Kind::Everything, client.reads(), &site.synced(3));
        owner.is_asked_nothing().await;
        assert_eq!(relay.head_if_quiet(|| true), is_quiet.then_some(3));
    }
    lines.tell(vec![write_line(Kind::Lost, Vec::new(), None)]);
    let came = owner.asked().await;
    assert!(matches!(came.does().2, ClientDoes::Come { after: Some(3), .. }), "{:?}", came.wish);
}

/// Many orders under way are refused instead of kept.
#[tokio::test]
async fn an_order_too_many_is_refused_and_has_not_happened() {
    let (_site, mut owner, relay) = Site::start().await;
    let mut last = Outbox::default();
    let mut all = Vec::new();
    for _ in 0..=super::beside::MOST {
        last = Outbox::default();
        let (identity, outbox) = (Identity::guest(player(2)), last.subscribe());
        let order = Order { identity, command: RoomCommand::Resign, arrival: Time(0), outbox };
        relay.send(RoomMessage::Order(Box::new(order))).await.unwrap();
        if all.len() < super::beside::MOST {
            all.push(owner.asked().await);
        }
    }
    owner.is_asked_nothing().await;
    let answered = last.answer(ORDER).await;
    assert!(
        matches!(answered, tabiya_runtime::topic::Answer::Refused { refusal: Refusal::Unavailable, .. }),
        "{answered:?}"
    );
}

/// As a spectator's, which the room refuses only after a slow commit.
#[tokio::test]
async fn nobody_waits_for_the_answer_to_the_move_of_somebody_else() {
    let (site, mut owner, relay) = Site::start().await;
    let (eve, ann) = (Follower::come(&relay).await, Follower::come(&relay).await);
    let _lines = owner.lets_in(&site, 1).await;
    owner.lets_in(&site, 1).await;
    eve.play(1).await;
    ann.play(1).await;
    for client in [&eve, &ann] {
        assert_eq!(owner.asked().await.does().1, client.id.0);
    }
}

#[tokio::test]
async fn what_one_client_asks_for_reaches_the_owner_in_its_order() {
    let (site, mut owner, relay) = Site::start().await;
    let mut ann = Follower::come(&relay).await;
    let mut lines = owner.lets_in(&site, 1).await;
    ann.play(1).await;
    ann.command(2, RoomCommand::Resign).await;
    relay.disconnect(ann.id, Departure::Lost).await;
    assert!(matches!(owner.asked().await.does().2, ClientDoes::Command { id: 1, .. }));
    owner.is_asked_nothing().await;
    tell(&mut lines, Kind::Message, vec![(ann.id.0, Some(1))], &site.event(1));
    let resigns = owner.asked().await;
    assert!(matches!(resigns.does().2, ClientDoes::Command { id: 2, .. }));
    assert_eq!(ann.told().await, Some(Said::Event(1, Some(1))));
    owner.is_asked_nothing().await;
    resigns.reply(&Reply::Done);
    assert!(matches!(owner.asked().await.does().2, ClientDoes::Go { lost: true }));
}

#[tokio::test]
async fn a_move_that_was_lost_is_asked_about_before_the_server_stops() {
    let (site, mut owner, relay) = Site::start().await;
    let ann = Follower::come(&relay).await;
    let _lines = owner.lets_in(&site, 1).await;
    site.losing.0.store(true, Ordering::Relaxed);
    ann.play(1).await;
    owner.is_asked_nothing().await;
    site.losing.0.store(false, Ordering::Relaxed);
    site.stop.send_replace(true);
    let asked = timeout(LAST_ANSWERS, owner.held.recv()).await.expect("before the relay ends").unwrap();
    assert!(matches!(asked.does().2, ClientDoes::Command { id: 1, .. }), "{:?}", asked.wish);
}

#[tokio::test]
async fn each_event_is_told_once_and_in_order() {
    let (site, mut owner, relay) = Site::start().await;
    let mut ann = Follower::come(&relay).await;
    let mut lines = owner.lets_in(&site, 1).await;
    for seq in [1, 2, 1, 2, 3] {
        tell(&mut lines, Kind::Message, ann.reads(), &site.event(seq));
    }
    for seq in 1..=3 {
        assert_eq!(ann.told().await, Some(Said::Event(seq, None)));
    }
    // The answer to a command that was given again tells of an older event.
    tell(&mut lines, Kind::Message, vec![(ann.id.0, Some(1))], &site.event(2));
    assert_eq!(ann.told().await, Some(Said::Event(2, Some(1))));
    assert_eq!(relay.head(), 3, "the game does not go back");
    lines.tell(vec![write_line(Kind::Lost, Vec::new(), None)]);
    let came = owner.asked().await;
    assert!(matches!(came.does().2, ClientDoes::Come { after: Some(3), .. }), "{:?}", came.wish);
}

/// Who is here stands in no other message.
#[tokio::test]
async fn a_client_that_has_missed_messages_is_told_who_is_here() {
    let (site, mut owner, relay) = Site::start().await;
    let mut ann = Follower::come(&relay).await;
    let mut lines = owner.lets_in(&site, 1).await;
    relay.catch_up(ann.id).await.unwrap();
    owner.asked().await.reply(&Reply::Done);
    let (topic, watchers) = (site.id.into(), 0);
    let presence = GameMessage::Presence { topic, white: true, black: true, watchers, names: Vec::new() };
    tell(&mut lines, Kind::Message, ann.reads(), &ServerMessage::Game(presence).into());
    tell(&mut lines, Kind::Message, ann.reads(), &site.event(1));
    tell(&mut lines, Kind::Everything, ann.reads(), &site.synced(1));
    let told = [ann.told().await, ann.told().await, ann.told().await];
    assert!(told.contains(&Some(Said::Presence)) && told.contains(&Some(Said::Synced(1))), "{told:?}");
    assert!(told.contains(&None), "{told:?}");
}

/// A client that has gone comes back for what it has asked for before, and for nothing else.
#[tokio::test]
async fn what_was_asked_for_before_the_client_went_is_given_to_the_next_owner() {
    let (site, mut owner, relay) = Site::start().await;
    let (ann, eve) = (Follower::come(&relay).await, Follower::come(&relay).await);
    let mut lines = owner.lets_in(&site, 1).await;
    owner.lets_in(&site, 1).await;
    ann.play(1).await;
    relay.disconnect(ann.id, Departure::Left).await;
    relay.ping(eve.id).await.unwrap();
    relay.disconnect(eve.id, Departure::Left).await;
    for _ in 0..2 {
        owner.asked().await;
    }
    lines.tell(vec![write_line(Kind::Lost, Vec::new(), None)]);
    let came = owner.asked().await;
    assert_eq!(came.does().1, ann.id.0);
    came.reply(&Reply::Done);
    assert!(matches!(owner.asked().await.does().2, ClientDoes::Command { id: 1, .. }));
    owner.is_asked_nothing().await;
}

/// An outlet ends with its last client. The next one under the same number would begin to count its lines anew.
#[tokio::test]
async fn the_last_client_of_an_outlet_goes_when_nobody_is_coming_to_it() {
    let (site, mut owner, relay) = Site::start().await;
    let ann = Follower::come(&relay).await;
    owner.lets_in(&site, 1).await;
    let bob = Follower::come(&relay).await;
    let comes = owner.asked().await;
    let (stream, ..) = comes.does();
    relay.disconnect(ann.id, Departure::Left).await;
    owner.is_asked_nothing().await;
    comes.reply(&Reply::Done);
    let goes = owner.asked().await;
    assert!(matches!(goes.does(), (_, id, ClientDoes::Go { .. }) if id == ann.id.0));
    goes.reply(&Reply::Done);
    // Now Bob is the last one.
    relay.disconnect(bob.id, Departure::Left).await;
    let goes = owner.asked().await;
    assert!(matches!(goes.does(), (last, id, ClientDoes::Go { .. }) if (last, id) == (stream, bob.id.0)));
    let _eve = Follower::come(&relay).await;
    let comes = owner.asked().await;
    assert!(matches!(comes.does(), (next, _, ClientDoes::Come { .. }) if next != stream));
}

/// Each may need an account to be read.
#[tokio::test]
async fn not_all_clients_come_to_the_next_owner_at_once() {
    let (site, mut owner, relay) = Site::start().await;
    let (mut all, mut lines) = (Vec::new(), None);
    for _ in 0..40 {
        all.push(Follower::come(&relay).await);
        let came = owner.lets_in(&site, 1).await;
        lines.get_or_insert(came);
    }
    lines.unwrap().tell(vec![write_line(Kind::Lost, Vec::new(), None)]);
    let mut coming = Vec::new();
    for client in &all[..32] {
        coming.push(owner.asked().await);
        assert_eq!(coming.last().unwrap().does().1, client.id.0, "whoever came first comes first");
    }
    owner.is_asked_nothing().await;
    for client in &all[32..] {
        coming.remove(0).reply(&Reply::Done);
        assert_eq!(owner.asked().await.does().1, client.id.0);
    }
}

/// The clients' subscriptions end, and the pages subscribe again.
#[tokio::test]
async fn an_owner_that_is_not_found_is_looked_for_no_longer_than_its_clients_wait() {
    let (site, mut owner, relay) = Site::start().await;
    let mut ann = Follower::come(&relay).await;
    let mut lines = owner.lets_in(&site, 1).await;
    lines.tell(vec![write_line(Kind::Lost, Vec::new(), None)]);
    owner.asked().await;
    owner.peers.be_silent_for(&Slot::all().collect());
    let begun = Instant::now();
    while ann.told().await != Some(Said::Ended) {
        assert!(begun.elapsed() < LONG * 3, "the relay ends");
    }
    assert!(begun.elapsed() > LONG, "it has looked for the owner: {:?}", begun.elapsed());
}
