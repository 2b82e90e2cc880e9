// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games that are followed and played from nodes that don't own them, over a bus inside the process.

mod cut_off;
mod lost_answers;
mod sent_moves;
mod written_keys;

use tabiya_accounts::feed::{Asked, Departure, Feed, Listener, Visitor};
use tabiya_cluster::bus::{Fate, Hub, Letter, LocalBus, Weather};
use tabiya_protocol::{
    ClientMessage, ConnectionMessage, GameCommand, GameEvent, GameMessage, Refusal, ServerMessage,
};
use tabiya_runtime::topic::{Body, Outbox, Outgoing};

use super::*;
use crate::peers::SiteKeys;
use crate::room::GameFeed;

/// Of the clients' messages on the bus some are lost and some come twice.
struct Drizzle(u32);

impl Weather for Drizzle {
    fn fate(&mut self, letter: &Letter) -> Fate {
        // The slots' own announcements are left alone, so that the test begins soon.
        if letter.subject.as_str() == "tabiya.taken" {
            return Fate::Arrives;
        }
        self.0 += 1;
        match self.0 % 24 {
            5 => Fate::Lost,
            3 | 8 | 14 => Fate::Twice,
            _ => Fate::Arrives,
        }
    }
}

async fn node(site: &Site, hub: &Hub, text: &str) -> (Running, Arc<LocalBus>) {
    let bus = Arc::new(hub.connect());
    let all: Arc<dyn tabiya_cluster::bus::Bus> = Arc::clone(&bus) as _;
    let keys = SiteKeys::new(Arc::clone(&site.tables.site), Timeline::start());
    let bus_of_site = SiteBus { bus: all, keys };
    (site.start_with(text, Some(bus_of_site)).await, bus)
}

/// Two nodes, of which the second one has got its first slots. Slots without rooms go on moving while a test runs.
async fn two(site: &Site, hub: &Hub) -> [(Running, Arc<LocalBus>); 2] {
    let both = [node(site, hub, "one").await, node(site, hub, "two").await];
    until("the second one owns games", || async { !both[1].0.rooms.owned_slots().is_empty() }).await;
    // Not earlier: both have now stored the site's keys, in a thread for which a paused clock would not have waited.
    tokio::time::pause();
    both
}

/// One who follows a game, and what they were told. It panics where an event is missing or told twice.
struct Client {
    visitor: Visitor,
    /// By which its commands arrive: that of its node, since any other one goes on while tokio's clock stands.
    timeline: Timeline,
    feed: GameFeed,
    outbox: Outbox,
    seq: Option<u32>,
    /// The side, once the game has been told.
    you: Option<Color>,
    last: Option<GameEvent>,
    /// The last refusal.
    refused: Option<Refusal>,
    commands: u32,
    moves: u32,
    /// How often it was told how the game stands.
    greetings: u32,
}

impl Client {
    async fn of(rooms: &Rooms, game: GameId, player: Option<PlayerId>) -> Self {
        let visitor = Visitor { may_play: true, ..Visitor::reading(player.map(Identity::guest)) };
        let mut outbox = Outbox::default();
        let listener = Listener { visitor: &visitor, after: None, outbox: outbox.subscribe() };
        let feed = rooms.follow(game, listener).await.unwrap();
        let (seq, you, last, commands, moves, greetings) = (None, None, None, 0, 0, 0);
        let (refused, timeline) = (None, rooms.timeline());
        let mut client =
            Self { visitor, timeline, feed, outbox, seq, you, last, refused, commands, moves, greetings };
        while client.seq.is_none() {
            client.hear().await;
        }
        client
    }

    async fn hear(&mut self) -> Option<u32> {
        let waiting = tokio::time::timeout(PATIENCE, self.outbox.next());
        let (body, answered) = match waiting.await.expect("something is told") {
            Outgoing::Message { body: Body::Message { message, answers }, .. } => (message.into(), answers),
            Outgoing::Message { body, .. } => (body, None),
            Outgoing::Missed(_) => panic!("it reads at once"),
            Outgoing::Ended(_) | Outgoing::Dismissed => panic!("the subscription has ended"),
        };
        for message in body.messages() {
            match &*message {
                ServerMessage::Game(GameMessage::State { seq, you, .. }) => {
                    (self.seq, self.you) = (Some(*seq), *you)
                }
                ServerMessage::Game(GameMessage::Synced { seq, .. }) => {
                    self.greetings += 1;
                    assert_eq!(self.seq, Some(*seq), "nothing is missing");
                }
                ServerMessage::Game(GameMessage::Event { seq, event, .. }) => {
                    if answered.is_some() && self.seq.is_some_and(|last| *seq <= last) {
                        continue;
                    }
                    assert_eq!(Some(*seq), self.seq.map(|last| last + 1), "{event:?}");
                    self.seq = Some(*seq);
                    self.moves += u32::from(matches!(event, GameEvent::MovePlayed { .. }));
                    self.last = Some(event.clone());
                }
                ServerMessage::Connection(ConnectionMessage::Refused { refusal, .. }) => {
                    self.refused = Some(refusal.clone());
                }
                _ => {}
            }
        }
        answered
    }

    /// Until it is told that its subscription has ended.
    async fn hears_the_end(&mut self) {
        let ended = async { while !matches!(self.outbox.next().await, Outgoing::Ended(_)) {} };
        let in_time = tokio::time::timeout(Duration::from_secs(8), ended).await;
        assert!(in_time.is_ok(), "it hears that the server stops");
    }

    async fn hear_moves(&mut self, moves: u32) {
        while self.moves < moves {
            self.hear().await;
        }
    }

    /// Gives a command, and waits for its answer.
    async fn command(&mut self, command: impl FnOnce(u32) -> GameCommand) {
        self.commands += 1;
        let id = self.commands;
        let message = ClientMessage::Game(command(id));
        let asked = Asked { id, message, arrival: self.timeline.now(), lag: None };
        assert!(self.feed.command(&self.visitor, asked).await.is_ok(), "the command is taken");
        while self.hear().await != Some(id) {}
    }

    /// Sends illegal moves, each after the answer to the one before, until the subscription ends. Panics if one is not answered,
    /// unless the node has lost its games because its lease had ended: then its rooms say nothing more.
    async fn asks_until_the_end(mut self, game: GameId, rooms: &Rooms) {
        for id in 1.. {
            let command = GameCommand::Play { topic: game.into(), id, seq: 0, uci: "e2e5".to_owned() };
            let message = ClientMessage::Game(command);
            let asked = Asked { id, message, arrival: self.timeline.now(), lag: None };
            if self.feed.command(&self.visitor, asked).await.is_err() {
                return;
            }
            let answered = async {
                loop {
                    match self.outbox.next().await {
                        Outgoing::Message { body: Body::Message { answers: Some(answered), .. }, .. } => {
                            assert_eq!(answered, id);
                            return;
                        }
                        Outgoing::Message { .. } => {}
                        _ => {
                            assert!(
                                rooms.has_had_a_gap(),
                                "the room has heard {id} and ends without an answer"
                            );
                            return;
                        }
                    }
                }
            };
            tokio::time::timeout(PATIENCE, answered).await.expect("an answer");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    async fn play(&mut self, game: GameId, uci: &str) {
        let seq = self.seq.unwrap();
        self.command(|id| GameCommand::Play { topic: game.into(), id, seq, uci: uci.to_owned() }).await;
    }
}

const MATE: [&str; 7] = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"];

fn players() -> [PlayerId; 2] {
    [1, 2].map(|byte| PlayerId::from_bytes([byte; 16]))
}

/// Plays these moves in turn, and all follow.
async fn play(game: GameId, both: &mut [Client; 2], moves: &[&str], watcher: &mut Client) {
    for uci in moves {
        let ply = both[0].moves;
        both[(ply % 2) as usize].play(game, uci).await;
        for client in both.iter_mut().chain([&mut *watcher]) {
            client.hear_moves(ply + 1).await;
        }
    }
}

async fn played(site: &Site, game: GameId) -> Game {
    Game::replay(&site.log.load(game).await.unwrap().unwrap()).unwrap()
}

#[tokio::test]
async fn two_people_on_two_nodes_play_to_the_end_over_a_bus_that_loses_and_doubles() {
    let (site, hub) = (Site::new(), Hub::with_weather(Drizzle(0)));
    let [(one, _bus), (two, _other)] = two(&site, &hub).await;
    let game = one.rooms.create(terms()).await.unwrap();
    let [ann, bob] = players().map(Some);
    let mut both = [Client::of(&one.rooms, game, ann).await, Client::of(&two.rooms, game, bob).await];
    assert_eq!(both.each_ref().map(|client| client.you), [Some(Color::White), Some(Color::Black)]);
    let mut watcher = Client::of(&two.rooms, game, None).await;
    play(game, &mut both, &MATE, &mut watcher).await;
    assert!(
        matches!(watcher.last, Some(GameEvent::Ended { .. })) || {
            watcher.hear().await;
            true
        }
    );
    let game = played(&site, game).await;
    assert!(game.is_over());
    assert_eq!(game.ply(), 7, "each move once");
}

/// A game of which four moves were played when its owner was killed: both players and a watcher are on the other node.
async fn half_played_and_killed(
    site: &Site,
    hub: &Hub,
) -> (GameId, [Client; 2], Client, (Running, Arc<LocalBus>)) {
    let [(one, dying), (two, bus)] = two(site, hub).await;
    let game = one.rooms.create(terms()).await.unwrap();
    let [ann, bob] = players().map(Some);
    let mut both = [Client::of(&two.rooms, game, ann).await, Client::of(&two.rooms, game, bob).await];
    let mut watcher = Client::of(&two.rooms, game, None).await;
    play(game, &mut both, &MATE[..4], &mut watcher).await;
    // Nothing goes in or out any more, and it neither leaves nor closes its rooms.
    let me = one.membership.pulse.borrow().me;
    dying.cut();
    drop(one);
    shared_nodes::Fixture::end_lease(&site.nodes, me).await;
    let heir = two.membership.pulse.borrow().me;
    shared_nodes::Fixture::was_in_time(&site.nodes, heir).await;
    (game, both, watcher, (two, bus))
}

#[tokio::test]
async fn clients_of_other_nodes_hear_no_end_when_the_owner_dies_and_no_move_is_lost() {
    let (site, hub) = (Site::new(), Hub::new());
    let (game, mut both, mut watcher, _two) = half_played_and_killed(&site, &hub).await;
    play(game, &mut both, &MATE[4..], &mut watcher).await;
    let game = played(&site, game).await;
    assert!(game.is_over());
    assert_eq!(game.ply(), 7, "each move once");
}

/// What may not be done twice is not asked again, and nobody is left without an answer.
#[tokio::test]
async fn whoever_offers_a_draw_while_the_owner_dies_hears_that_nobody_knows() {
    let (site, hub) = (Site::new(), Hub::new());
    let (game, mut both, _watcher, _two) = half_played_and_killed(&site, &hub).await;
    both[0].command(|id| GameCommand::OfferDraw { topic: game.into(), id, key: None }).await;
    assert_eq!(both[0].refused, Some(Refusal::NotKnown));
    // Nothing has happened, so it is done again.
    both[0].command(|id| GameCommand::OfferDraw { topic: game.into(), id, key: None }).await;
    assert!(matches!(both[0].last, Some(GameEvent::DrawOffered { .. })), "{:?}", both[0].last);
}

/// With a key it may reach two owners.
#[tokio::test]
async fn a_draw_that_is_offered_with_a_key_while_the_owner_dies_is_offered_by_the_next_one() {
    let (site, hub) = (Site::new(), Hub::new());
    let (game, mut both, _watcher, _two) = half_played_and_killed(&site, &hub).await;
    let key = "Rk3mZ0qP".parse().ok();
    both[0].command(|id| GameCommand::OfferDraw { topic: game.into(), id, key }).await;
    assert_eq!(both[0].refused, None);
    assert!(matches!(both[0].last, Some(GameEvent::DrawOffered { .. })), "{:?}", both[0].last);
}

/// The program of an older node can't read a log with keys, and would carry out a repeat.
#[tokio::test]
async fn while_an_older_node_is_there_no_key_is_written_and_nothing_is_repeated() {
    let (site, hub) = (Site::new(), Hub::new());
    let older = NewNode {
        name: name("older"),
        address: "here".to_owned(),
        version: "0".to_owned(),
        formats: Formats { newest: 1, oldest: 1 },
    };
    let older = site.nodes.join(&older).await.unwrap();
    site.nodes.drain(&name("older"), true).await.unwrap();
    let [(one, dying), (two, _bus)] = two(&site, &hub).await;
    let game = one.rooms.create(terms()).await.unwrap();
    let key = || Some("Rk3mZ0qP".parse().unwrap());
    let mut ann = Client::of(&one.rooms, game, Some(players()[0])).await;
    ann.play(game, MATE[0]).await;
    ann.command(|id| GameCommand::OfferDraw { topic: game.into(), id, key: key() }).await;
    let log = site.log.load(game).await.unwrap().unwrap();
    assert!(matches!(log[2], Stamped { event: Event::DrawOffered { .. }, keyed: None, .. }), "{log:?}");
    let mut bob = Client::of(&two.rooms, game, Some(players()[1])).await;
    dying.cut();
    let me = one.membership.pulse.borrow().me;
    drop(one);
    shared_nodes::Fixture::end_lease(&site.nodes, me).await;
    let heir = two.membership.pulse.borrow().me;
    shared_nodes::Fixture::was_in_time(&site.nodes, heir).await;
    let accept = true;
    let answer = |id| GameCommand::AnswerDraw { topic: game.into(), id, accept, seq: None, key: key() };
    bob.command(answer).await;
    assert_eq!(bob.refused, Some(Refusal::NotKnown));
    // The last one that does not know keys has gone.
    site.nodes.leave(older).await.unwrap();
    until("the site writes keys", || async { site.nodes.format() > 1 }).await;
    bob.command(answer).await;
    let log = site.log.load(game).await.unwrap().unwrap();
    let is_keyed =
        |stamped: &Stamped| matches!(stamped.event, Event::Ended { .. }) && stamped.keyed.is_some();
    assert!(log.last().is_some_and(is_keyed), "{log:?}");
}

/// Its slot goes to the node of its clients, which then asks itself.
#[tokio::test]
async fn clients_of_other_nodes_hear_no_end_when_the_owner_drains() {
    let (site, hub) = (Site::new(), Hub::new());
    let [(one, _bus), (two, _other)] = two(&site, &hub).await;
    let game = one.rooms.create(terms()).await.unwrap();
    let [ann, bob] = players().map(Some);
    let mut both = [Client::of(&two.rooms, game, ann).await, Client::of(&two.rooms, game, bob).await];
    let mut watcher = Client::of(&two.rooms, game, None).await;
    play(game, &mut both, &MATE[..4], &mut watcher).await;
    site.nodes.drain(&name("one"), true).await.unwrap();
    until("two owns the game", || async { two.rooms.owns(game) }).await;
    let mut late = Client::of(&two.rooms, game, None).await;
    play(game, &mut both, &MATE[4..], &mut watcher).await;
    late.hear_moves(3).await;
    assert!(played(&site, game).await.is_over());
}

/// How long white has thought when the game goes elsewhere.
const THOUGHT: Millis = Millis(1_500);

/// Whoever had thought for long had all of it back when a node was stopped for a new version.
async fn goes_on(stops: impl AsyncFnOnce(&Site, Running)) {
    let (site, hub) = (Site::new(), Hub::new());
    let [(one, _bus), (two, _other)] = two(&site, &hub).await;
    let time = TimeControl::new(Millis::from_secs(300), Millis::ZERO).unwrap();
    let seats = Seats::new(players()[0], Color::White, Seat::Player(players()[1]));
    let timed = Terms::new(Position::start(), Some(time), seats).unwrap();
    let game = one.rooms.create(timed).await.unwrap();
    let [ann, bob] = players().map(Some);
    let mut both = [Client::of(&two.rooms, game, ann).await, Client::of(&one.rooms, game, bob).await];
    let mut watcher = Client::of(&two.rooms, game, None).await;
    play(game, &mut both, &MATE[..2], &mut watcher).await;
    let (timeline, began) = (one.rooms.timeline(), one.rooms.timeline().now());
    until("white has thought for long", || async { timeline.now().since(began) >= THOUGHT }).await;
    // No two nodes have the same time to the millisecond.
    let apart = timeline.now().0.abs_diff(two.rooms.timeline().now().0);
    stops(&site, one).await;
    until("two owns the game", || async { two.rooms.owns(game) }).await;
    both[0].play(game, MATE[2]).await;
    let log = site.log.load(game).await.unwrap().unwrap();
    let [white, _] = Game::replay(&log).unwrap().clocks_at(Time(0)).unwrap();
    // A time for which the machine stands still is charged to nobody.
    let stood_still = timeline.stalled() + two.rooms.timeline().stalled();
    let most = u64::from(300_000 - THOUGHT.0) + stood_still + apart;
    assert!(u64::from(white.0) <= most, "{white:?} of at most {most}: {log:?}");
}

#[tokio::test]
async fn a_turn_goes_on_where_it_was_when_the_owner_drains() {
    goes_on(async |site, one| {
        site.nodes.drain(&name("one"), true).await.unwrap();
        until("it has given everything away", || async { site.slots("one").await == 0 }).await;
        drop(one);
    })
    .await;
}

#[tokio::test]
async fn a_turn_goes_on_where_it_was_when_the_owner_is_stopped() {
    goes_on(async |_, one| {
        one.rooms.close_all().await;
        one.membership.leave().await;
    })
    .await;
}

/// Its own clients must not wait for ever, while their clocks run.
#[tokio::test]
async fn what_a_room_has_heard_is_answered_before_its_game_goes_to_another_node() {
    let (site, hub) = (Site::new(), Hub::new());
    let (one, _bus) = node(&site, &hub, "one").await;
    let mut all = Vec::new();
    for _ in 0..100 {
        let game = one.rooms.create(terms()).await.unwrap();
        all.push(Client::of(&one.rooms, game, Some(players()[0])).await.asks_until_the_end(game, &one.rooms));
    }
    let goes = async {
        let two = node(&site, &hub, "two").await;
        site.nodes.drain(&name("one"), true).await.unwrap();
        until("one has no game any more", || async { one.rooms.owned_slots().is_empty() }).await;
        two
    };
    let (_, (two, _other)) = tokio::join!(futures_util::future::join_all(all), goes);
    until("the other one has them", || async { !two.rooms.owned_slots().is_empty() }).await;
}

/// A game that has come to their node has a room there, and their relay is in no list any more. Then the game goes away again.
#[tokio::test]
async fn whoever_has_followed_a_game_to_and_fro_hears_that_the_server_stops() {
    let (site, hub) = (Site::new(), Hub::new());
    let [(one, _bus), (two, _other)] = two(&site, &hub).await;
    let game = one.rooms.create(terms()).await.unwrap();
    let [ann, bob] = players().map(Some);
    let mut both = [Client::of(&two.rooms, game, ann).await, Client::of(&two.rooms, game, bob).await];
    let mut watcher = Client::of(&two.rooms, game, None).await;
    site.nodes.drain(&name("one"), true).await.unwrap();
    until("two owns the game", || async { two.rooms.owns(game) }).await;
    play(game, &mut both, &MATE[..2], &mut watcher).await;
    site.nodes.drain(&name("one"), false).await.unwrap();
    site.nodes.drain(&name("two"), true).await.unwrap();
    until("one owns the game again", || async { one.rooms.owns(game) }).await;
    play(game, &mut both, &MATE[2..4], &mut watcher).await;
    two.rooms.close_all().await;
    for client in both.iter_mut().chain([&mut watcher]) {
        client.hears_the_end().await;
    }
}

/// Its relay looks for the next owner, for longer than a server may take to stop.
#[tokio::test]
async fn whoever_waits_for_the_next_owner_hears_that_the_server_stops() {
    let (site, hub) = (Site::new(), Hub::new());
    let [(one, dying), (two, _bus)] = two(&site, &hub).await;
    let game = one.rooms.create(terms()).await.unwrap();
    let mut watcher = Client::of(&two.rooms, game, None).await;
    dying.cut();
    // The relay asks the owner about this, and gets no answer.
    let asked = Asked {
        id: 1,
        message: ClientMessage::Game(GameCommand::Resign { topic: game.into(), id: 1 }),
        arrival: watcher.timeline.now(),
        lag: None,
    };
    assert!(!watcher.feed.is_out_of_reach());
    assert!(watcher.feed.command(&watcher.visitor, asked).await.is_ok(), "the command is taken");
    until("a ping is told that nobody answers", || async { watcher.feed.is_out_of_reach() }).await;
    two.rooms.close_all().await;
    watcher.hears_the_end().await;
}

/// The owner must not take a relay for gone that only listens.
#[tokio::test]
async fn a_spectator_of_another_node_stays_through_a_long_busy_game() {
    let (site, hub) = (Site::new(), Hub::new());
    let [(one, _bus), (two, _other)] = two(&site, &hub).await;
    let game = one.rooms.create(terms()).await.unwrap();
    let [ann, bob] = players().map(Some);
    let mut both = [Client::of(&one.rooms, game, ann).await, Client::of(&one.rooms, game, bob).await];
    let mut watcher = Client::of(&two.rooms, game, None).await;
    for uci in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(14) {
        play(game, &mut both, &[uci], &mut watcher).await;
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    assert_eq!(watcher.greetings, 0, "it was never away");
}

#[tokio::test]
async fn an_order_a_creation_and_a_refusal_find_the_owner() {
    let (site, hub) = (Site::new(), Hub::new());
    let [(one, _bus), (two, _other)] = two(&site, &hub).await;
    let ours = (0..).map(id).find(|game| one.rooms.owns(*game)).unwrap();
    assert_eq!(two.rooms.create_as(ours, terms()).await, Ok(true));
    let [ann, bob] = players().map(Identity::guest);
    let play = |uci: &str| RoomCommand::PlayNow { uci: uci.to_owned() };
    assert!(two.rooms.order(ours, ann.clone(), play("e2e4")).await.is_ok());
    let refused = two.rooms.order(ours, ann, play("d2d4")).await;
    assert!(matches!(refused, Err(OrderError::Refused { .. })), "{refused:?}");
    let stranger = Identity::guest(PlayerId::from_bytes([9; 16]));
    let refused = two.rooms.order(ours, stranger, play("e7e5")).await;
    assert!(matches!(refused, Err(OrderError::Refused { .. })), "{refused:?}");
    assert!(two.rooms.order(ours, bob, RoomCommand::Resign).await.is_ok());
    assert!(played(&site, ours).await.is_over());
}

/// Whoever leaves on another node has left the room.
#[tokio::test]
async fn the_owner_knows_who_is_here() {
    let (site, hub) = (Site::new(), Hub::new());
    let [(one, _bus), (two, _other)] = two(&site, &hub).await;
    let game = one.rooms.create(terms()).await.unwrap();
    let [ann, bob] = players().map(Some);
    let mut here = Client::of(&one.rooms, game, ann).await;
    let there = Client::of(&two.rooms, game, bob).await;
    let black_is_here = async |client: &mut Client| loop {
        if let Outgoing::Message { body: Body::Message { message, .. }, .. } = client.outbox.next().await
            && let ServerMessage::Game(GameMessage::Presence { black, .. }) = &*message
        {
            return *black;
        }
    };
    until_told(async { while !black_is_here(&mut here).await {} }).await;
    Box::new(there.feed).leave(Departure::Left).await;
    until_told(async { while black_is_here(&mut here).await {} }).await;
}

async fn until_told(told: impl Future<Output = ()>) {
    assert!(tokio::time::timeout(PATIENCE, told).await.is_ok(), "it is told");
}
