// SPDX-License-Identifier: AGPL-3.0-or-later
//! The world around the server: lines, players, a clock, and lives that end.
//!
//! One thread, one queue of what will happen, and tokio's paused clock, which leaps to the next deadline as soon as no
//! task has anything to do. Each life of the process is a runtime of its own; dropping it is `kill -9`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tabiya_archive::view;
use tabiya_game::{Game, GameId, Termination};
use tabiya_http::feeds::Feeds;
use tabiya_live::room::Rooms;
use tabiya_protocol::GameView;
use tabiya_runtime::timeline::Timeline;
use tabiya_testkit::Random;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use super::client::Client;
use super::ledger::Ledger;
use super::line::{Frame, Route};
use super::plan::Plan;
use super::trace::Trace;
use super::truth::Truth;

/// The wall clock's time at the beginning, since 1970.
pub(super) const BEGINNING: Duration = Duration::from_millis(1_795_000_000_000);

/// Something that will happen.
#[derive(Debug)]
pub(super) enum Happening {
    /// A client does something.
    Acts(usize),
    /// A message reaches the server by this line.
    ToServer(usize, Frame),
    /// A message reaches the client by this line.
    ToClient(usize, Message),
    /// The server notices that this line is gone.
    ServerLoses(usize),
    /// The client does.
    ClientLoses(usize),
    /// The client reads again.
    Reads(usize),
    /// The process stands still for so many milliseconds.
    Stall(u64),
    /// The wall clock leaps by so many milliseconds.
    Leap(i64),
    /// All clients leave for so many milliseconds.
    AllLeave(u64),
    /// The wall clock goes fast as long as nobody is here.
    Hurry,
    /// The disk fills up, or is emptied.
    Disk(bool),
    /// The process is told to stop.
    Stop,
    /// The process is killed.
    Kill,
    /// All is well from now on.
    Heal,
    /// Nobody starts anything new.
    Rest,
    /// The end.
    Finish,
}

/// When, on whose account, and in which order.
type Key = (u64, usize, u64);

/// What became of a seed.
pub(super) struct Outcome {
    pub(super) faults: Vec<String>,
    pub(super) trace: Trace,
    pub(super) events: usize,
    pub(super) takebacks: usize,
    /// How often an arbiter paused the clocks.
    pub(super) pauses: usize,
    pub(super) premoves: usize,
    /// How many moves their players had prepared.
    pub(super) replies: usize,
    /// How the game ended.
    pub(super) ending: Option<Termination>,
    pub(super) lives: u32,
    /// How often a game without a room was woken.
    pub(super) woken: u64,
}

/// Plays one seed to its end.
pub(super) fn run(seed: u64, keep_trace: bool) -> Outcome {
    let mut world = World::new(seed, keep_trace);
    while world.faults.is_empty() && !world.is_finished {
        world.live();
    }
    world.judge()
}

pub(super) struct World {
    pub(super) id: GameId,
    pub(super) plan: Plan,
    pub(super) random: Random,
    /// For what players prepare.
    pub(super) lines_random: Random,
    /// For what an arbiter does.
    pub(super) arbiter_random: Random,
    pub(super) ledger: Ledger,
    pub(super) truth: Truth,
    pub(super) trace: Trace,
    pub(super) faults: Vec<String>,
    pub(super) queue: BTreeMap<Key, Happening>,
    counts: BTreeMap<usize, u64>,
    pub(super) clients: Vec<Client>,
    pub(super) routes: Vec<Route>,
    pub(super) said: Arc<Notify>,
    /// Milliseconds before this life.
    pub(super) base: u64,
    pub(super) began: Option<Instant>,
    /// How far the wall clock is from the truth.
    pub(super) leap: Arc<AtomicI64>,
    pub(super) life: u32,
    /// No client is here before then.
    pub(super) away_until: u64,
    /// Lives in which the wall clock leapt or the disk was full.
    pub(super) disturbed: BTreeSet<u32>,
    /// When the log last grew.
    pub(super) last_event: u64,
    pub(super) healed: bool,
    pub(super) resting: bool,
    pub(super) is_finished: bool,
}

/// The server, while it lives.
pub(super) struct Process {
    pub(super) rooms: Rooms,
    pub(super) feeds: Arc<Feeds>,
    pub(super) timeline: Timeline,
    pub(super) stop: watch::Sender<bool>,
    pub(super) answers: Arc<Mutex<Vec<GameView>>>,
}

/// On whose account something happens that is nobody's: after all clients' and lines'.
pub(super) const NOBODY: usize = usize::MAX;

impl World {
    fn new(seed: u64, keep_trace: bool) -> Self {
        let mut random = Random::new(seed);
        let plan = Plan::of(&mut random);
        let id = GameId::from_bits(seed);
        let ledger = Ledger::new(seed);
        let at = tabiya_game::Time(u64::try_from(BEGINNING.as_millis()).expect("it fits"));
        ledger.begin(id, Game::create(plan.terms.clone(), at).1);
        let clients = plan.clients.iter().enumerate();
        let clients = clients.map(|(number, &player)| Client::new(number, player)).collect();
        let mut world = Self {
            id,
            random,
            lines_random: Random::new(!seed),
            arbiter_random: Random::new(seed.rotate_left(32)),
            ledger,
            truth: Truth::new(id),
            trace: Trace::new(keep_trace),
            faults: Vec::new(),
            queue: BTreeMap::new(),
            counts: BTreeMap::new(),
            clients,
            routes: Vec::new(),
            said: Arc::default(),
            base: 0,
            began: None,
            leap: Arc::default(),
            life: 0,
            away_until: 0,
            disturbed: BTreeSet::new(),
            last_event: 0,
            healed: false,
            resting: false,
            is_finished: false,
            plan,
        };
        let plan = format!("{:?}", world.plan);
        world.say(&plan);
        for client in 0..world.clients.len() {
            let first = world.random.below(1_000);
            world.plan_in(first, client, Happening::Acts(client));
        }
        world
    }

    /// Milliseconds since the beginning.
    pub(super) fn now(&self) -> u64 {
        let here = self.began.map_or(0, |began| u64::try_from(began.elapsed().as_millis()).unwrap_or(0));
        self.base + here
    }

    pub(super) fn say(&mut self, line: &str) {
        let now = self.now();
        self.trace.say(now, line);
    }

    pub(super) fn fault(&mut self, fault: String) {
        self.say(&format!("FAULT: {fault}"));
        self.faults.push(fault);
    }

    pub(super) fn plan_in(&mut self, after: u64, account: usize, happening: Happening) {
        let at = self.now() + after;
        self.plan_at(at, account, happening);
    }

    pub(super) fn plan_at(&mut self, at: u64, account: usize, happening: Happening) {
        let count = self.counts.entry(account).or_default();
        *count += 1;
        self.queue.insert((at, account, *count), happening);
    }

    /// Takes up what has been written and said since.
    pub(super) fn collect(&mut self) {
        for note in self.ledger.take_notes(self.id) {
            self.say(&note);
        }
        let new = self.ledger.since(self.id, self.truth.len());
        if !new.is_empty() {
            self.last_event = self.now();
        }
        if let Err(error) = self.truth.extend(new) {
            self.fault(format!("the log can't be replayed: {error}"));
        }
        for fault in self.ledger.take_faults() {
            self.fault(fault);
        }
        for number in 0..self.routes.len() {
            if self.routes[number].is_in_this_life && !self.routes[number].server_is_gone {
                self.collect_from(number);
            }
        }
    }

    /// The room as HTTP shows it must be one that the log knows.
    pub(super) fn collect_answers(&mut self, process: &Process) {
        let answers = std::mem::take(&mut *process.answers.lock().expect("nothing panics under the lock"));
        for view in answers {
            if !self.truth.has_been(&view) {
                self.fault(format!("HTTP tells a game that never stood so: {view:?}"));
            }
        }
    }

    pub(super) async fn finish(&mut self, process: &Process) {
        self.is_finished = true;
        let Ok(room) = process.rooms.get(self.id).await else {
            return self.fault("the game has no room, though all is well".to_owned());
        };
        let Ok((told, lag)) = room.view().await else {
            return self.fault("the room does not answer, though all is well".to_owned());
        };
        self.collect();
        let now = process.timeline.for_control(self.plan.terms.time());
        let replayed = view::game(self.id, self.truth.game(), now);
        if told != replayed {
            self.fault(format!("the room has {told:?}, the log's replay {replayed:?}"));
        }
        if lag != view::lag(self.truth.game()) {
            self.fault(format!("the room's lag report {lag:?} is not that of the log's replay"));
        }
        if self.truth.game().deadline().is_some_and(|deadline| deadline < now) {
            self.fault("the flag has not fallen, though all is well".to_owned());
        }
        self.look_for_forgotten_replies();
        let last = u32::try_from(self.truth.len() - 1).expect("a short game");
        for number in 0..self.clients.len() {
            let client = &mut self.clients[number];
            client.stream.to_the_end = true;
            if client.last != Some(last) || !client.greeted {
                let fault = format!("client {number} has event {:?} in the end, the log {last}", client.last);
                self.fault(fault);
            } else if let Some(id) = client.pending {
                let fault = format!("client {number}'s command {id} was never answered");
                self.fault(fault);
            }
        }
    }
}
