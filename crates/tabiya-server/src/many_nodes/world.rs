// SPDX-License-Identifier: AGPL-3.0-or-later
//! The world: moves the time on, lets the nodes run, and brings what the plan has in store for them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tabiya_cluster::bus::{Fate, Hub, Letter, Weather};
use tabiya_game::{Game, GameId, Millis, PlayerId, Seat, Seats, Terms, Time, TimeControl};
use tabiya_rules::{Color, Position};
use tabiya_testkit::Random;

use super::client::Client;
use super::database::{BEGINNING, Database, Life};
use super::link::{Store, Straggling};
use super::node::Node;
use super::plan::{Act, END, HEALED, Plan, REST};

/// The time moves on in steps of so many milliseconds.
const STEP: u64 = 10;

/// What becomes of messages on the bus, in a thousand.
struct Losses {
    random: Random,
    lost: u64,
    twice: u64,
    waits: u64,
    letters: Arc<AtomicU64>,
}

impl Weather for Losses {
    fn fate(&mut self, _: &Letter) -> Fate {
        self.letters.fetch_add(1, Ordering::Relaxed);
        match self.random.below(1_000) {
            drawn if drawn < self.lost => Fate::Lost,
            drawn if drawn < self.lost + self.twice => Fate::Twice,
            drawn if drawn < self.lost + self.twice + self.waits => Fate::Waits,
            _ => Fate::Arrives,
        }
    }
}

/// What a seed brought.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) story: Vec<String>,
    pub(super) faults: Vec<String>,
    pub(super) events: usize,
    pub(super) moves: usize,
    pub(super) letters: u64,
    pub(super) acts: BTreeMap<&'static str, u32>,
}

pub(super) struct World {
    pub(super) now: u64,
    pub(super) plan: Plan,
    pub(super) store: Store,
    pub(super) hub: Hub,
    pub(super) nodes: Vec<Node>,
    pub(super) clients: Vec<Client>,
    pub(super) games: Vec<GameId>,
    random: Random,
    keeps_story: bool,
    pub(super) outcome: Outcome,
    letters: Arc<AtomicU64>,
    /// What comes by itself, by its time and number.
    queue: BTreeMap<(u64, usize), Act>,
    planned: usize,
    /// When each node is started again by its supervisor.
    starts_at: Vec<Option<u64>>,
    /// Nodes that are suspended with their next renewal, and for how long.
    stutters: BTreeMap<usize, u64>,
    /// Whether the owners of the games were looked at, which is done once, after all has healed.
    pub(super) has_looked: bool,
}

impl World {
    pub(super) fn new(seed: u64, nodes: usize, keeps_story: bool) -> Self {
        let mut random = Random::new(seed ^ 0x4d41_4e59_4e4f_4445);
        let plan = Plan::draw(seed, &mut random, nodes);
        let mut database = Database::new();
        let mut games = Vec::new();
        let mut clients = Vec::new();
        for number in 0..plan.games {
            let game = GameId::from_bits(random.next_u64() >> 20);
            let [white, black] = [1, 2].map(|side| PlayerId::from_bytes([(number * 2 + side) as u8; 16]));
            let time =
                TimeControl::new(Millis::from_secs(plan.seconds), Millis::ZERO).expect("a time control");
            let seats = Seats::new(white, Color::White, Seat::Player(black));
            let time = Some(time).filter(|_| number == 0 || !plan.is_untimed);
            let terms = Terms::new(Position::start(), time, seats).expect("terms");
            database.begin(game, Game::create(terms, Time(BEGINNING)).1);
            games.push(game);
            for (side, player) in [("w", Some(white)), ("b", Some(black)), ("s", None)] {
                let node = random.below(nodes as u64) as usize;
                let own = Random::new(random.next_u64());
                clients.push(Client::new(format!("{side}{number}"), game, player, node, own));
            }
        }
        let letters = Arc::<AtomicU64>::default();
        let losses = Losses {
            random: Random::new(random.next_u64()),
            lost: plan.lost,
            twice: plan.twice,
            waits: plan.waits,
            letters: Arc::clone(&letters),
        };
        let starts_at = (0..nodes).map(|node| Some(node as u64 * 20)).collect();
        let skews = plan.skews.clone();
        let mut queue = BTreeMap::new();
        for (number, (at, act)) in plan.acts.iter().enumerate() {
            queue.insert((*at, number), act.clone());
        }
        Self {
            now: 0,
            store: Store::new(database),
            hub: Hub::with_weather(losses),
            nodes: skews.into_iter().enumerate().map(|(node, skew)| Node::new(node, skew)).collect(),
            clients,
            games,
            random,
            keeps_story,
            outcome: Outcome::default(),
            letters,
            planned: queue.len(),
            queue,
            starts_at,
            plan,
            stutters: BTreeMap::new(),
            has_looked: false,
        }
    }

    pub(super) fn say(&mut self, what: impl FnOnce() -> String) {
        if self.keeps_story {
            let line = format!("{:>7} {}", self.now, what());
            self.outcome.story.push(line);
        }
    }

    pub(super) fn later(&mut self, after: u64, act: Act) {
        self.planned += 1;
        self.queue.insert((self.now + after, self.planned), act);
    }

    /// Plays the whole seed.
    pub(super) fn run(mut self) -> Outcome {
        while self.now < END && self.outcome.faults.is_empty() {
            self.now += STEP;
            self.step();
        }
        self.judge();
        self.nodes.iter_mut().for_each(Node::kill);
        self.outcome.letters = self.letters.load(Ordering::Relaxed);
        self.outcome
    }

    fn step(&mut self) {
        while let Some(entry) = self.queue.first_entry().filter(|entry| entry.key().0 <= self.now) {
            let act = entry.remove();
            self.happen(act);
        }
        let cut: Vec<bool> = self.nodes.iter().map(|node| node.is_cut_off_store).collect();
        self.store.run(self.now, |node| cut[node]);
        self.stutter();
        self.straggle();
        while self.random.below(3) > 0
            && self.hub.release(|waiting| self.random.below(waiting as u64) as usize)
        {}
        for node in 0..self.nodes.len() {
            if self.starts_at[node].is_some_and(|at| at <= self.now) {
                self.starts_at[node] = None;
                let own = Random::new(self.random.next_u64());
                let Self { nodes, store, hub, now, plan, .. } = self;
                nodes[node].start(*now, store, hub, (plan.slow, own));
                self.say(|| format!("n{node} starts"));
            }
            self.nodes[node].run(self.now);
            if let Some(why) = self.nodes[node].ended() {
                self.say(|| format!("n{node} has ended: {why}"));
                self.starts_at[node] = Some(self.now + 500);
            }
        }
        for client in 0..self.clients.len() {
            let story = self.clients[client].look(self.now, &self.nodes);
            for line in story {
                self.say(|| line);
            }
            let faults = std::mem::take(&mut self.clients[client].faults);
            self.outcome.faults.extend(faults);
        }
        self.watch();
        if self.now >= HEALED + 4_000 && !std::mem::replace(&mut self.has_looked, true) {
            self.look_at_owners();
        }
        if self.now >= REST && !self.clients[0].rests {
            self.clients.iter_mut().for_each(|client| client.rests = true);
        }
    }

    /// Suspends nodes whose renewal has just reached the database.
    fn stutter(&mut self) {
        let renewed = std::mem::take(&mut self.store.database().history.renewed);
        for life in renewed {
            let node = life.node;
            if self.nodes[node].life == life
                && self.nodes[node].is_up()
                && let Some(ms) = self.stutters.remove(&node)
            {
                self.say(|| format!("n{node} is suspended in its renewal for {ms} ms"));
                self.nodes[node].suspended = true;
                // The answer has come meanwhile, and nothing else goes or comes from then on.
                self.later(ms - 20, Act::CutStore { node, ms: 3_000 });
                self.later(ms, Act::GoOn { node });
                self.unwell(node, ms + 3_000);
            }
        }
    }

    /// Suspends nodes that have sent the append which waits on its way.
    fn straggle(&mut self) {
        for (life, ms) in self.store.take_straggling() {
            let node = life.node;
            if self.nodes[node].life == life && self.nodes[node].is_up() {
                self.say(|| format!("n{node} is suspended in an append for {ms} ms"));
                *self.outcome.acts.entry("suspended in an append").or_default() += 1;
                self.happen(Act::Suspend { node, ms });
            }
        }
    }

    fn unwell(&mut self, node: usize, ms: u64) {
        // A lease, and two tries to renew.
        let until = self.now + ms + 3_000;
        self.nodes[node].unwell_until = self.nodes[node].unwell_until.max(until);
    }

    fn happen(&mut self, act: Act) {
        self.say(|| format!("{act:?}"));
        *self.outcome.acts.entry(act.name()).or_default() += 1;
        match act {
            Act::Kill { node, back_after } => {
                if self.nodes[node].is_up() {
                    self.nodes[node].kill();
                    self.starts_at[node] = Some(self.now + back_after);
                    self.unwell(node, back_after);
                }
            }
            Act::Stop { node } => {
                self.nodes[node].suspended = false;
                if self.nodes[node].takes_part() {
                    self.nodes[node].stop();
                    self.unwell(node, 6_000);
                }
            }
            Act::Suspend { node, ms } => {
                self.nodes[node].suspended = true;
                self.later(ms, Act::GoOn { node });
                self.unwell(node, ms);
            }
            Act::Stutter { node, ms } => drop(self.stutters.insert(node, ms)),
            Act::Straggle { node, ms, late } => self.store.delay_append(node, Straggling { ms, late }),
            Act::GoOn { node } => self.nodes[node].suspended = false,
            Act::CutStore { node, ms } => {
                self.nodes[node].is_cut_off_store = true;
                self.unwell(node, ms);
                self.later(ms, Act::JoinStore { node });
            }
            Act::JoinStore { node } => self.nodes[node].is_cut_off_store = false,
            Act::CutBus { node, ms } => {
                self.nodes[node].cut_off_bus(true);
                self.later(ms, Act::JoinBus { node });
            }
            Act::JoinBus { node } => self.nodes[node].cut_off_bus(false),
            Act::Drain { node, ms } => {
                let name = self.nodes[node].name().parse().expect("a name");
                self.store.database().drain(&name, true);
                self.later(ms, Act::Undrain { node });
            }
            Act::Undrain { node } => {
                let name = self.nodes[node].name().parse().expect("a name");
                self.store.database().drain(&name, false);
            }
            Act::StoreAway { ms } => {
                self.store.is_away.store(true, Ordering::Relaxed);
                self.later(ms, Act::StoreBack);
            }
            Act::StoreBack => self.store.is_away.store(false, Ordering::Relaxed),
            Act::ClearUp => self.hub.clear_up(),
        }
    }

    /// Looks whether two nodes act for one game, and whether nodes are removed that are well.
    fn watch(&mut self) {
        let removed = std::mem::take(&mut self.store.database().history.removed);
        for life in removed {
            self.say(|| format!("{life:?} is removed"));
            let node = &self.nodes[life.node];
            if node.life == life && node.is_up() && node.unwell_until < self.now {
                self.outcome.faults.push(format!("{life:?} was removed at {}, and is well", self.now));
            }
        }
        for game in self.games.clone() {
            let id = game.to_string();
            let acting: Vec<Life> =
                self.nodes.iter().filter(|node| node.does(&id)).map(|node| node.life).collect();
            if acting.len() > 1 {
                self.outcome.faults.push(format!("(7) {acting:?} act for {game} at {}", self.now));
            }
        }
    }
}
