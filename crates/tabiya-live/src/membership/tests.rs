// SPDX-License-Identifier: AGPL-3.0-or-later
//! Nodes in one process over one log in memory: who opens which games, what moves when a node comes, drains, is stopped or dies,
//! and that a room that has lost its game says nothing.

mod between;
mod elsewhere;
mod gaps;
mod mutants;
mod set_back;

use std::time::Duration;

use tabiya_archive::archive::ReadError;
use tabiya_game::{
    Command, Event, Game, GameId, Millis, PlayerId, Seat, Seats, Stamped, Terms, Time, TimeControl,
};
use tabiya_rules::{Color, Position};
use tabiya_runtime::computer::ComputerPool;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::timeline::Timeline;
use tabiya_store::conformance::{fence, nodes, shared_nodes};
use tabiya_store::{Epoch, Formats, GameLog, LEASE, Node, NodeName, SqliteStore, Store};

use super::*;
use crate::entry::Entrance;
use crate::room::{OrderError, Patience, Ports, RoomCommand};
use between::Between;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// What all nodes share.
#[derive(Clone)]
struct Site {
    log: Arc<dyn GameLog>,
    nodes: nodes::Wrong,
    /// The tables beside the log.
    tables: Store,
    _folder: Arc<tempfile::TempDir>,
}

struct Running {
    rooms: Rooms,
    membership: Membership,
    _stop: watch::Sender<bool>,
}

fn name(text: &str) -> NodeName {
    text.parse().unwrap()
}

fn new_node(text: &str) -> NewNode {
    NewNode { name: name(text), address: "here".to_owned(), version: "1".to_owned(), formats: Formats::own() }
}

impl Site {
    fn new() -> Self {
        // tokio's clock is paused in these tests. The machine's own clock must not end leases either.
        crate::owned::never_sleeps();
        let folder = tempfile::tempdir().unwrap();
        let tables = Store::new(SqliteStore::open(folder.path()).unwrap());
        let log = fence::Wrong::new(None);
        Self { nodes: log.nodes(), log: Arc::new(log), tables, _folder: Arc::new(folder) }
    }

    async fn start(&self, text: &str) -> Running {
        self.start_with(text, None).await
    }

    async fn start_with(&self, text: &str, bus: Option<SiteBus>) -> Running {
        self.start_over(text, bus, Arc::new(self.nodes.clone())).await
    }

    /// One that reaches the table of nodes by this way.
    async fn start_over(&self, text: &str, bus: Option<SiteBus>, nodes: Arc<dyn Nodes>) -> Running {
        self.try_to_start(text, bus, nodes).await.unwrap()
    }

    fn rooms(&self, owned: Owned) -> Rooms {
        let ports = Ports {
            log: Arc::clone(&self.log),
            archive: Arc::clone(&self.tables.archive),
            deadlines: Arc::clone(&self.tables.deadlines),
            lines: Arc::clone(&self.tables.lines),
        };
        let timeline = Timeline::start();
        let entrance = Entrance::of_guests(Arc::clone(&ports.archive), timeline);
        Rooms::new(ports, timeline, ComputerPool::start(1), entrance, Patience::Usual).owning(owned)
    }

    async fn try_to_start(
        &self,
        text: &str,
        bus: Option<SiteBus>,
        nodes: Arc<dyn Nodes>,
    ) -> Result<Running, JoinError> {
        let owned = Owned::leased(Arc::clone(&nodes));
        let rooms = self.rooms(owned.clone());
        let new = new_node(text);
        let (stop, stopping) = watch::channel(false);
        let membership = Membership::join(nodes, rooms.clone(), owned, (new, bus), stopping).await?;
        Ok(Running { rooms, membership, _stop: stop })
    }

    /// A game with clocks, in which both have moved long ago. Its slot is owned under this epoch.
    async fn abandoned(&self, id: GameId, epoch: Epoch) {
        let [ann, bob] = [1, 2].map(|byte| PlayerId::from_bytes([byte; 16]));
        let time = TimeControl::new(Millis::from_secs(300), Millis::ZERO).unwrap();
        let seats = Seats::new(ann, Color::White, Seat::Player(bob));
        let (mut game, created) =
            Game::create(Terms::new(Position::start(), Some(time), seats).unwrap(), Time(1));
        let mut log = vec![created];
        for (by, uci, seq) in [(Color::White, "e2e4", 0), (Color::Black, "e7e5", 1)] {
            let command = Command::Play { by, attempt: uci.parse().unwrap(), seq, lag: None };
            for event in game.decide(command, Time(2)).unwrap() {
                log.push(Stamped::new(Time(2), event));
                game.apply(&log[log.len() - 1]);
            }
        }
        self.log.create_under(epoch, id, log).await.unwrap();
    }

    /// Such a game of this node.
    async fn abandoned_at(&self, node: &Running) -> GameId {
        let lease = self.nodes.leases(node.membership.pulse.borrow().me).await.unwrap()[0];
        let game = (0..).map(id).find(|game| Slot::of(*game) == lease.slot).unwrap();
        self.abandoned(game, lease.epoch).await;
        game
    }

    async fn length(&self, id: GameId) -> usize {
        self.log.load(id).await.unwrap().unwrap().len()
    }

    async fn slots(&self, text: &str) -> u32 {
        let all = self.nodes.nodes().await.unwrap();
        all.iter().find(|node| node.name == name(text)).map_or(0, |node| node.slots)
    }
}

/// Waits until it is so.
async fn until<F: Future<Output = bool>>(what: &str, is_so: impl Fn() -> F) {
    let waiting = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    assert!(tokio::time::timeout(PATIENCE, waiting).await.is_ok(), "{what}");
}

fn id(number: u64) -> GameId {
    GameId::from_bits(number)
}

fn terms() -> Terms {
    let [ann, bob] = [1, 2].map(|byte| PlayerId::from_bytes([byte; 16]));
    Terms::new(Position::start(), None, Seats::new(ann, Color::White, Seat::Player(bob))).unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_node_that_is_alone_plays_everything_and_a_second_one_gets_half() {
    let site = Site::new();
    let one = site.start("one").await;
    assert_eq!(site.slots("one").await, u32::from(Slot::COUNT));
    let two = site.start("two").await;
    until("each has half", || async { (site.slots("one").await, site.slots("two").await) == (512, 512) })
        .await;
    until("each knows it", || async {
        (0..200).all(|number| one.rooms.owns(id(number)) != two.rooms.owns(id(number)))
    })
    .await;
    for node in [&one, &two] {
        let game = node.rooms.create(terms()).await.unwrap();
        assert!(node.rooms.owns(game), "a game begins where it is made");
        assert!(node.rooms.get(game).await.is_ok());
    }
    let game = one.rooms.create(terms()).await.unwrap();
    let Err(error) = two.rooms.get(game).await else { panic!("a second room") };
    let ReadError::Storage(error) = error else { panic!("{error:?}") };
    assert_eq!(error, StorageError::Elsewhere { game, node: Some(name("one")) });
    assert!(error.to_string().contains("is played on the node one"), "{error}");
    let taken = two.rooms.create_as(game, terms()).await;
    assert_eq!(taken, Err(StorageError::Elsewhere { game, node: Some(name("one")) }));
}

#[tokio::test(start_paused = true)]
async fn a_node_that_leaves_or_drains_gives_its_games_to_the_others() {
    let site = Site::new();
    let (one, two) = (site.start("one").await, site.start("two").await);
    until("each has half", || async { site.slots("one").await == 512 }).await;
    until("they know it", || async {
        (0..200).all(|number| one.rooms.owns(id(number)) != two.rooms.owns(id(number)))
    })
    .await;
    let game = one.rooms.create(terms()).await.unwrap();
    let room = one.rooms.get(game).await.unwrap();
    site.nodes.drain(&name("one"), true).await.unwrap();
    until("two has everything", || async { site.slots("two").await == u32::from(Slot::COUNT) }).await;
    until("two plays it", || async { two.rooms.get(game).await.is_ok() }).await;
    assert!(room.view().await.is_err(), "its room on the first node has ended");
    assert!(one.rooms.get(game).await.is_err());
    site.nodes.drain(&name("one"), false).await.unwrap();
    until("it comes back", || async { site.slots("one").await > 0 }).await;
    two.rooms.close_all().await;
    two.membership.leave().await;
    until("one plays it", || async { one.rooms.get(game).await.is_ok() }).await;
}

#[tokio::test(start_paused = true)]
async fn the_games_of_a_node_that_died_go_on_and_their_players_lose_no_time() {
    let site = Site::new();
    let (one, two) = (site.start("one").await, site.start("two").await);
    until("each has half", || async { site.slots("one").await == 512 }).await;
    let me = one.membership.pulse.borrow().me;
    let leases = site.nodes.leases(me).await.unwrap();
    let mut games = Vec::new();
    for lease in &leases[..20] {
        let game = (0..).map(id).find(|game| Slot::of(*game) == lease.slot).unwrap();
        site.abandoned(game, lease.epoch).await;
        games.push(game);
    }
    // Killed: it neither leaves nor closes its rooms.
    drop(one);
    shared_nodes::Fixture::end_lease(&site.nodes, me).await;
    let heir = two.membership.pulse.borrow().me;
    shared_nodes::Fixture::was_in_time(&site.nodes, heir).await;
    until("two has everything", || async { site.slots("two").await == u32::from(Slot::COUNT) }).await;
    for game in games {
        until("its turn begins anew", || async { site.length(game).await == 4 }).await;
        let log = site.log.load(game).await.unwrap().unwrap();
        assert!(matches!(log[3].event, Event::TurnRestarted { .. }), "{:?}", log[3]);
        assert!(!Game::replay(&log).unwrap().is_over(), "nobody's flag fell");
    }
}

/// Whoever took the slots first might be a node that began in this moment, and had not heard how the turns stand.
#[tokio::test(start_paused = true)]
async fn a_node_that_leaves_names_its_heirs() {
    let site = Site::new();
    let (one, two) = (site.start("one").await, site.start("two").await);
    until("each has half", || async { (site.slots("one").await, site.slots("two").await) == (512, 512) })
        .await;
    one.rooms.close_all().await;
    // Two looks at its slots by itself, and by then may not have.
    two.membership.steward.abort();
    one.membership.leave().await;
    assert_eq!(site.slots("two").await, u32::from(Slot::COUNT));
}

/// Its lease has gone to another node, which it has not heard of.
#[tokio::test(start_paused = true)]
async fn a_room_that_has_lost_its_game_ends_without_a_word() {
    let site = Site::new();
    let one = site.start("one").await;
    let game = one.rooms.create(terms()).await.unwrap();
    let room = one.rooms.get(game).await.unwrap();
    assert!(room.view().await.is_ok());
    let me = one.membership.pulse.borrow().me;
    let new = NewNode {
        name: name("heir"),
        address: "there".to_owned(),
        version: "1".to_owned(),
        formats: Formats::own(),
    };
    let heir = site.nodes.join(&new).await.unwrap();
    let all = site.nodes.leases(me).await.unwrap();
    let lease = *all.iter().find(|lease| lease.slot == Slot::of(game)).unwrap();
    assert_eq!(site.nodes.hand_over(me, &[lease], heir).await.unwrap(), [lease.slot]);
    let before = site.length(game).await;
    let ann = PlayerId::from_bytes([1; 16]);
    let answer = one.rooms.order(game, Identity::guest(ann), RoomCommand::Resign).await;
    // Neither a yes nor a no: the room is gone, or the game is known to be elsewhere.
    assert!(matches!(answer, Err(OrderError::Gone | OrderError::Read(_))), "{answer:?}");
    assert_eq!(site.length(game).await, before, "nothing of it is in the log");
    until("it knows", || async { !one.rooms.owns(game) }).await;
}

/// Another node has removed it, for example because it was stopped for a while.
#[tokio::test(start_paused = true)]
async fn a_node_that_was_removed_joins_again_as_another_life() {
    let site = Site::new();
    let one = site.start("one").await;
    let game = one.rooms.create(terms()).await.unwrap();
    let before = one.membership.pulse.borrow().me;
    site.nodes.leave(before).await.unwrap();
    until("it has joined again", || async { one.membership.pulse.borrow().me != before }).await;
    until("it plays on", || async { one.rooms.get(game).await.is_ok() }).await;
    assert_eq!(site.slots("one").await, u32::from(Slot::COUNT));
}

fn node(number: i64, slots: u32, draining: bool) -> Node {
    Node {
        name: name(&format!("n{number}")),
        incarnation: Incarnation(number),
        address: String::new(),
        version: String::new(),
        joined: Time(0),
        lasts: Some(Duration::from_secs(1)),
        draining,
        slots,
        clock_ahead: 0,
    }
}

#[test]
fn what_is_given_away_brings_nobody_above_a_share() {
    let pulse =
        |draining| Pulse { me: Incarnation(1), draining, beats: 1, answers: 1, sources: 0, failed: None };
    let given = |nodes: &[Node], draining: bool| {
        let own = nodes[0].slots as usize;
        shares::surplus(nodes, pulse(draining), own).map(|(most, to)| (most, to.incarnation.0))
    };
    assert_eq!(given(&[node(1, 1_024, false)], false), None, "there is nobody else");
    assert_eq!(given(&[node(1, 1_024, false), node(2, 0, false)], false), Some((64, 2)));
    assert_eq!(given(&[node(1, 520, false), node(2, 504, false)], false), Some((8, 2)));
    assert_eq!(given(&[node(1, 512, false), node(2, 512, false)], false), None);
    assert_eq!(given(&[node(1, 342, false), node(2, 342, false), node(3, 340, false)], false), None);
    assert_eq!(given(&[node(1, 600, false), node(2, 10, true)], false), None, "it drains, too");
    assert_eq!(given(&[node(1, 30, true), node(2, 994, false)], true), Some((30, 2)));
    assert_eq!(given(&[node(1, 30, true)], true), None, "there is nobody who could have them");
    let dead = Node { lasts: None, ..node(2, 0, false) };
    assert_eq!(given(&[node(1, 1_024, false), dead], false), None);
}

/// After the database had been away, nodes that were well were removed as soon as their leases ended.
#[tokio::test(start_paused = true)]
async fn after_an_outage_of_the_database_others_get_the_time_to_renew_their_leases() {
    let pulse = Pulse { me: Incarnation(1), draining: false, beats: 1, answers: 1, sources: 0, failed: None };
    assert!(pulse.is_steady());
    let pulse = Pulse { failed: Some(Instant::now()), ..pulse };
    tokio::time::advance(2 * LEASE).await;
    assert!(!pulse.is_steady());
    tokio::time::advance(Duration::from_millis(1)).await;
    assert!(pulse.is_steady());
}

#[test]
fn the_next_end_of_a_lease_is_that_of_another_node() {
    let lasts = |incarnation, lasts: Option<u64>| Node {
        lasts: lasts.map(Duration::from_millis),
        ..node(incarnation, 0, false)
    };
    let next = |nodes: &[Node]| shares::next_end(nodes, Incarnation(1)).map(|ends| ends.as_millis());
    assert_eq!(next(&[lasts(1, Some(5)), lasts(2, None)]), None, "its own, and one that has ended");
    assert_eq!(next(&[lasts(1, Some(5)), lasts(2, Some(900)), lasts(3, Some(30))]), Some(30));
}

#[test]
fn a_node_that_stops_brings_nobody_above_a_share() {
    let leases: Vec<Lease> = Slot::all().take(341).map(|slot| Lease { slot, epoch: Epoch(1) }).collect();
    let given = |nodes: &[Node]| -> Vec<(i64, usize)> {
        let heirs = shares::heirs(nodes, Incarnation(1), &leases);
        heirs.iter().map(|(heir, given)| (heir.0, given.len())).collect()
    };
    let me = node(1, 341, false);
    assert_eq!(given(&[me.clone(), node(2, 341, false), node(3, 342, false)]), [(2, 171), (3, 170)]);
    assert_eq!(given(&[me.clone(), node(2, 341, true), node(3, 342, false)]), [(3, 341)], "the other drains");
    assert_eq!(given(&[me.clone(), node(2, 0, false), node(3, 683, false)]), [(2, 341)]);
    let dead = Node { lasts: None, ..node(2, 0, false) };
    assert_eq!(given(&[me, dead]), [], "whoever comes takes them");
}
