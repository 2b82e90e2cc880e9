// SPDX-License-Identifier: AGPL-3.0-or-later
//! The loop: what is due is sent, what comes in is taken down.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::io;
use std::ops::Range;
use std::time::{Duration, Instant};

use tabiya_rules::Color;

use super::figures::Latencies;
use super::game::{Client, ClientIndex, LoadGame, Misbehaviour, Progress, Stage};
use super::kills::{Kills, lose_newest_writes};
use super::options::Options;
use super::plan::Plan;
use super::poller::{Poller, Ready};
use super::process::ServerProcess;
use super::requests::Requests;
use super::script::Scripts;
use super::watchers::Watching;
use crate::Random;
use crate::history::GameHistory;

/// The longest sleep: the server's announcement after a restart comes by another way than sockets.
const NAP: Duration = Duration::from_millis(5);
/// How late a send may be before it counts as late.
const LATE: Duration = Duration::from_millis(1);
/// Bytes read at once.
const SCRATCH: usize = 128 * 1024;

/// What is to happen at some instant besides planned moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Timer {
    /// A client comes back.
    Connect(ClientIndex, u32),
    /// A move that was refused for haste is sent again.
    Resend(usize),
    /// A client that drops connections drops this one.
    Drop(ClientIndex),
    /// A client that hardly reads reads.
    ReadSlowly(ClientIndex),
    /// A connection for requests is opened again.
    Request(usize),
}

/// The game that watchers come to.
pub(super) const WATCHED: usize = 0;

/// What was counted in a run.
pub(super) struct Tally {
    /// Planned instants that count, since the beginning.
    pub(super) window: (Duration, Duration),
    pub(super) acknowledged: Latencies,
    pub(super) delivered: Latencies,
    /// Acknowledged within the window, whenever they were planned.
    pub(super) moves_acked: u64,
    pub(super) moves_in_all: u64,
    pub(super) sends: u64,
    pub(super) late_sends: u64,
    /// Moves that were due before their predecessor had come in.
    pub(super) waited: u64,
    pub(super) reconnects: u64,
    pub(super) games_ended: u64,
    pub(super) unexpected_ends: u64,
    pub(super) refused: BTreeMap<String, u64>,
    /// Refused although they were legal and in time.
    pub(super) moves_refused: u64,
    /// From the acknowledgement of a watched move to each watcher's receipt.
    pub(super) watching: Watching,
}

/// The generator's whole state.
pub(super) struct Driver {
    pub(super) options: Options,
    pub(super) scripts: Scripts,
    pub(super) random: Random,
    pub(super) server: ServerProcess,
    pub(super) address: std::net::SocketAddr,
    pub(super) up: bool,
    pub(super) poller: Poller,
    pub(super) epoch: Instant,
    pub(super) games: Vec<LoadGame>,
    pub(super) clients: Vec<Client>,
    pub(super) requests: Requests,
    pub(super) plan: Plan,
    /// Instants of the plan count from here; none before the run.
    pub(super) begin: Option<Duration>,
    /// Whether new moves are sent and ended games replaced.
    pub(super) playing: bool,
    pub(super) timers: BinaryHeap<Reverse<(Duration, Timer)>>,
    pub(super) kills: Kills,
    pub(super) finished: Vec<GameHistory>,
    pub(super) tally: Tally,
    /// What a message asks for is done once its connection is back in its place.
    pub(super) actions: Vec<super::hearing::Action>,
    pub(super) frame: Vec<u8>,
    /// Time in which there was nothing to do.
    pub(super) idled: Duration,
    scratch: Vec<u8>,
    ready: Vec<Ready>,
}

impl Driver {
    pub(super) fn new(options: Options, mut server: ServerProcess, scripts: Scripts) -> io::Result<Self> {
        let address = server.wait_until_it_listens()?;
        let mut random = Random::new(options.seed);
        let plan = Plan::new(options.games, options.moves_per_second, Random::new(random.next_u64()));
        let poller = Poller::new()?;
        let warm_up = Duration::from_secs_f64(options.warm_up);
        let window = (warm_up, warm_up + Duration::from_secs_f64(options.seconds));
        let kills = Kills::new(options.kill, options.seconds);
        let mut driver = Self {
            scripts,
            random,
            server,
            address,
            up: true,
            poller,
            epoch: Instant::now(),
            games: Vec::new(),
            clients: Vec::new(),
            requests: Requests::new(),
            plan,
            begin: None,
            playing: true,
            timers: BinaryHeap::new(),
            kills,
            finished: Vec::new(),
            tally: Tally {
                window,
                acknowledged: Latencies::default(),
                delivered: Latencies::default(),
                moves_acked: 0,
                moves_in_all: 0,
                sends: 0,
                late_sends: 0,
                waited: 0,
                reconnects: 0,
                games_ended: 0,
                unexpected_ends: 0,
                refused: BTreeMap::new(),
                moves_refused: 0,
                watching: Watching::default(),
            },
            actions: Vec::new(),
            frame: Vec::new(),
            idled: Duration::ZERO,
            scratch: vec![0; SCRATCH],
            ready: Vec::new(),
            options,
        };
        driver.people();
        Ok(driver)
    }

    /// Everybody takes a place; nobody is connected yet.
    fn people(&mut self) {
        let games = self.options.games;
        let misbehaving = (games as f64 * self.options.misbehaving / 100.0).ceil() as usize;
        for game in 0..games {
            // The first games of the list are as good as any.
            let misbehaviour =
                (game < misbehaving).then(|| Misbehaviour::ALL[game % Misbehaviour::ALL.len()]);
            self.games.push(LoadGame::new(self.scripts.pick(&mut self.random), misbehaviour));
            for side in Color::ALL {
                self.clients.push(Client::new(game, Some(side), &mut self.random));
            }
        }
        for game in 0..games {
            match self.games[game].misbehaviour {
                Some(Misbehaviour::SlowWatcher) => {
                    let index = self.clients.len();
                    self.clients.push(Client { slow: true, ..Client::new(game, None, &mut self.random) });
                    self.after(Duration::from_secs(5), Timer::ReadSlowly(index));
                }
                Some(Misbehaviour::Drops) => {
                    let index = 2 * game + self.random.below(2) as usize;
                    self.after(Duration::from_secs(3), Timer::Drop(index));
                }
                Some(Misbehaviour::Illegal | Misbehaviour::Repeats) | None => {}
            }
        }
        for _ in 0..self.options.watchers {
            self.clients.push(Client::new(WATCHED, None, &mut self.random));
        }
    }

    /// These games are created, and everybody in them comes.
    pub(super) fn invite(&mut self, games: Range<usize>) {
        games.for_each(|game| self.requests.create(game));
    }

    /// Since the beginning of everything.
    pub(super) fn now(&self) -> Duration {
        self.epoch.elapsed()
    }

    pub(super) fn after(&mut self, pause: Duration, timer: Timer) {
        let at = self.now() + pause;
        self.timers.push(Reverse((at, timer)));
    }

    /// Begins to count and to play as planned.
    pub(super) fn begin(&mut self) {
        let begin = self.now();
        self.begin = Some(begin);
        self.kills.up(begin + self.tally.window.0, &mut self.random);
        for game in 0..self.games.len() {
            if self.games[game].progress == Progress::Playing {
                self.plan.plan(game, Duration::ZERO);
            }
        }
    }

    /// One round: what is due, then what has come in. It sleeps in between, however short that is: a virtual machine that
    /// burns all its processors is made to pause by its host, and the server with it.
    pub(super) fn step(&mut self) -> io::Result<()> {
        self.supervise()?;
        self.send_due();
        self.fire_timers();
        self.requests_out();
        let pause = self.pause();
        let mut ready = std::mem::take(&mut self.ready);
        let asked = self.now();
        self.poller.wait(pause, &mut ready)?;
        if !pause.is_zero() {
            self.idled += self.now() - asked;
        }
        for event in ready.drain(..) {
            self.handle(event);
        }
        self.ready = ready;
        Ok(())
    }

    /// Until the next thing is due.
    fn pause(&self) -> Duration {
        let now = self.now();
        let planned = self.begin.and_then(|begin| Some(begin + self.plan.next_due()?));
        let timer = self.timers.peek().map(|Reverse((at, _))| *at);
        let next = planned.into_iter().filter(|_| self.playing).chain(timer).min();
        next.map_or(NAP, |at| at.saturating_sub(now)).min(NAP)
    }

    /// Kills the server when it is time to, and sees it come back.
    fn supervise(&mut self) -> io::Result<()> {
        if !self.up && self.server.listens()?.is_some() {
            self.up = true;
            let now = self.now();
            self.kills.up(now, &mut self.random);
        }
        let now = self.now();
        if self.begin.is_some() && self.kills.due(now) {
            self.server.kill()?;
            if self.options.lose_writes {
                lose_newest_writes(self.server.data())?;
            }
            self.up = false;
            self.server.restart()?;
        }
        Ok(())
    }

    /// Sends the moves whose time has come.
    fn send_due(&mut self) {
        let Some(begin) = self.begin.filter(|_| self.playing) else { return };
        let now = self.now();
        while let Some((planned, game)) = self.plan.pop(now - begin) {
            self.games[game].owed = Some(planned);
            if self.try_move(game) {
                let late = (self.now() - begin).saturating_sub(planned);
                self.tally.late_sends += u64::from(late > LATE);
            } else {
                self.tally.waited += 1;
            }
        }
    }

    fn fire_timers(&mut self) {
        let now = self.now();
        while let Some(&Reverse((at, timer))) = self.timers.peek() {
            if at > now {
                return;
            }
            self.timers.pop();
            match timer {
                Timer::Connect(client, generation) => {
                    let still_away = &self.clients[client];
                    if still_away.stage == Stage::Away && still_away.generation == generation {
                        self.connect(client);
                    }
                }
                Timer::Resend(game) => self.resend(game),
                Timer::Drop(client) => {
                    if self.clients[client].stage == Stage::Live && self.playing {
                        self.lost(client);
                    }
                    let pause = Duration::from_millis(2000 + self.random.below(3000));
                    self.after(pause, Timer::Drop(client));
                }
                Timer::ReadSlowly(client) => {
                    self.read(client, true);
                    self.after(Duration::from_secs(5), Timer::ReadSlowly(client));
                }
                Timer::Request(index) => self.requests.reopen(index),
            }
        }
    }

    /// What a token names: a client's connection, or one for requests.
    fn handle(&mut self, event: Ready) {
        let (index, generation) = ((event.token & 0xffff_ffff) as usize, (event.token >> 32) as u32);
        if let Some(request) = index.checked_sub(super::requests::TOKENS) {
            self.request_ready(request, generation, event);
            return;
        }
        let client = &mut self.clients[index];
        if client.generation != generation {
            return;
        }
        if event.writable && client.connection.as_mut().is_some_and(|connection| !connection.flush()) {
            self.lost(index);
        } else if !self.clients[index].slow || self.clients[index].stage != Stage::Live {
            self.read(index, event.ended);
        }
    }

    /// Reads what has come in for a client.
    pub(super) fn read(&mut self, index: ClientIndex, ended: bool) {
        let Some(mut connection) = self.clients[index].connection.take() else { return };
        let generation = self.clients[index].generation;
        let mut scratch = std::mem::take(&mut self.scratch);
        let readable = connection.read(&mut scratch, ended, |bytes| self.take_in(index, bytes));
        self.scratch = scratch;
        if self.clients[index].generation == generation {
            self.clients[index].connection = Some(connection);
            if readable == super::connection::Readable::Gone {
                self.lost(index);
            }
        }
        while let Some(action) = self.actions.pop() {
            self.act(action);
        }
    }
}
