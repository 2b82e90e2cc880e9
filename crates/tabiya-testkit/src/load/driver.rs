// SPDX-License-Identifier: AGPL-3.0-or-later
//! The loop of the load generator: sends what is due and records what comes in.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::io;
use std::ops::Range;
use std::time::{Duration, Instant};

use tabiya_rules::Color;

use super::dialect::Dialect;
use super::game::{Client, ClientIndex, LoadGame, Misbehaviour, Progress, Stage};
use super::kills::{Kills, lose_newest_writes};
use super::options::Options;
use super::plan::Plan;
use super::poller::{Poller, Ready};
use super::requests::Requests;
use super::script::Scripts;
use super::servers::Servers;
use super::site::Site;
use super::watchers::Watching;
use crate::Random;
use crate::history::GameHistory;
use crate::latencies::Latencies;

/// The maximum sleep. The server announces its restart on a pipe, which the poller does not watch.
const MAX_SLEEP: Duration = Duration::from_millis(5);
/// A send this much after its planned time counts as late.
const LATE: Duration = Duration::from_millis(1);
/// The size of a read in bytes.
const SCRATCH: usize = 128 * 1024;

/// What happens at a certain time, besides planned moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Timer {
    /// A client connects.
    Connect(ClientIndex, u32),
    /// A move that was refused as too fast is sent again.
    Resend(usize),
    /// A misbehaving client drops its connection.
    Drop(ClientIndex),
    /// A slow watcher reads its socket.
    ReadSlowly(ClientIndex),
    /// A connection for requests is opened again.
    Request(usize),
}

/// What must be done after a message, when its connection can be written to.
#[derive(Clone, Debug)]
pub(super) enum Action {
    /// Answer a ping frame with its payload.
    Pong(ClientIndex, Vec<u8>),
    /// Send this text.
    Send(ClientIndex, String),
    /// Subscribe to the game.
    Subscribe(ClientIndex),
    /// Take the open seat.
    Join(ClientIndex),
    /// The client has all events.
    UpToDate(ClientIndex),
    /// A client received something in this game.
    Continue(usize),
    /// The server closed the connection, or it sent something invalid.
    Lost(ClientIndex),
    /// A command was refused.
    Refused(ClientIndex),
}

/// The game with the watchers of `--watchers`.
pub(super) const WATCHED: usize = 0;

/// The counts of a run.
#[derive(Default)]
pub(super) struct Statistics {
    /// The planned times that are measured, since the start of the plan.
    pub(super) window: (Duration, Duration),
    pub(super) acknowledged: Latencies,
    pub(super) delivered: Latencies,
    /// Moves acknowledged within the window, whenever they were planned.
    pub(super) moves_acked: u64,
    pub(super) moves_in_all: u64,
    pub(super) sends: u64,
    pub(super) late_sends: u64,
    /// Moves that were due before the previous move had arrived.
    pub(super) waited: u64,
    pub(super) connections_lost: u64,
    pub(super) games_ended: u64,
    pub(super) unexpected_ends: u64,
    pub(super) refused: BTreeMap<String, u64>,
    /// Moves refused although they were legal and in time.
    pub(super) moves_refused: u64,
    /// The times from the acknowledgement of a watched move to its arrival at each watcher.
    pub(super) watching: Watching,
}

/// The generator's whole state.
pub(super) struct Driver {
    pub(super) options: Options,
    pub(super) dialect: Dialect,
    /// The number of games created on a server other than Tabiya, which does not give them ids.
    pub(super) peer_games: u64,
    /// When the next client may connect to a server other than Tabiya.
    pub(super) next_connect: Duration,
    pub(super) scripts: Scripts,
    pub(super) random: Random,
    pub(super) servers: Servers,
    /// Where each server is.
    pub(super) sites: Vec<Site>,
    pub(super) up: bool,
    pub(super) poller: Poller,
    pub(super) epoch: Instant,
    pub(super) games: Vec<LoadGame>,
    pub(super) clients: Vec<Client>,
    pub(super) requests: Requests,
    pub(super) plan: Plan,
    /// The start of the plan; `None` before the run.
    pub(super) begin: Option<Duration>,
    /// Whether new moves are sent and ended games replaced.
    pub(super) playing: bool,
    /// Whether no new moves are sent for a while.
    pub(super) rests: bool,
    /// Whether clients ask for the number of the newest event, because the run ends.
    pub(super) settling: bool,
    pub(super) timers: BinaryHeap<Reverse<(Duration, Timer)>>,
    pub(super) kills: Kills,
    pub(super) finished: Vec<GameHistory>,
    pub(super) statistics: Statistics,
    /// What messages ask for. It is done after the connection was put back in its place.
    pub(super) actions: Vec<Action>,
    pub(super) frame: Vec<u8>,
    /// The time spent waiting in the poller.
    pub(super) idled: Duration,
    scratch: Vec<u8>,
    ready: Vec<Ready>,
}

impl Driver {
    pub(super) fn new(
        options: Options,
        (servers, sites): (Servers, Vec<Site>),
        scripts: Scripts,
    ) -> io::Result<Self> {
        let mut random = Random::new(options.seed);
        let plan = Plan::new(options.games, options.moves_per_second, Random::new(random.next_u64()));
        let poller = Poller::new()?;
        let warm_up = Duration::from_secs_f64(options.warm_up);
        let window = (warm_up, warm_up + Duration::from_secs_f64(options.seconds));
        let kills = Kills::new(options.kill, options.seconds);
        let mut driver = Self {
            dialect: options.peer.unwrap_or(Dialect::Tabiya),
            peer_games: 0,
            next_connect: Duration::ZERO,
            scripts,
            random,
            servers,
            sites,
            up: true,
            poller,
            epoch: Instant::now(),
            games: Vec::new(),
            clients: Vec::new(),
            requests: Requests::new(),
            plan,
            begin: None,
            playing: true,
            rests: false,
            settling: false,
            timers: BinaryHeap::new(),
            kills,
            finished: Vec::new(),
            statistics: Statistics { window, ..Statistics::default() },
            actions: Vec::new(),
            frame: Vec::new(),
            idled: Duration::ZERO,
            scratch: vec![0; SCRATCH],
            ready: Vec::new(),
            options,
        };
        driver.add_clients();
        Ok(driver)
    }

    /// Adds all clients; none is connected yet.
    fn add_clients(&mut self) {
        let games = self.options.games;
        let misbehaving = (games as f64 * self.options.misbehaving / 100.0).ceil() as usize;
        for game in 0..games {
            // The first games of the list serve as well as any.
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

    /// Creates these games. Their clients connect as soon as a game has an id.
    pub(super) fn create_games(&mut self, games: Range<usize>) {
        games.for_each(|game| self.create_game(game));
    }

    /// Creates a game. Its clients connect as soon as it has an id.
    pub(super) fn create_game(&mut self, game: usize) {
        if self.dialect.is_tabiya() {
            self.requests.create(game);
        } else {
            self.peer_games += 1;
            self.created(game, self.peer_games.to_string());
        }
    }

    /// The time since the driver was made.
    pub(super) fn now(&self) -> Duration {
        self.epoch.elapsed()
    }

    pub(super) fn after(&mut self, pause: Duration, timer: Timer) {
        let at = self.now() + pause;
        self.timers.push(Reverse((at, timer)));
    }

    /// Whether moves that are due are sent.
    pub(super) const fn sends_moves(&self) -> bool {
        self.playing && !self.rests
    }

    /// Starts the plan and the counting.
    pub(super) fn begin(&mut self) {
        let begin = self.now();
        self.begin = Some(begin);
        self.kills.up(begin + self.statistics.window.0, &mut self.random);
        for game in 0..self.games.len() {
            if self.games[game].progress == Progress::Playing {
                self.plan.plan(game, Duration::ZERO);
            }
        }
    }

    /// One round: sends what is due, then handles what has come in. It always sleeps in between, because a
    /// virtual machine that uses all its processors is throttled by its host, and the server with it.
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

    /// The time until the next thing is due.
    fn pause(&self) -> Duration {
        let now = self.now();
        let planned = self.begin.and_then(|begin| Some(begin + self.plan.next_due()?));
        let timer = self.timers.peek().map(|Reverse((at, _))| *at);
        let next = planned.into_iter().filter(|_| self.sends_moves()).chain(timer).min();
        next.map_or(MAX_SLEEP, |at| at.saturating_sub(now)).min(MAX_SLEEP)
    }

    /// Kills the server when a kill is due, and notices when it listens again.
    fn supervise(&mut self) -> io::Result<()> {
        if !self.up && self.servers.sole().listens()?.is_some() {
            self.up = true;
            let now = self.now();
            self.kills.up(now, &mut self.random);
        }
        let now = self.now();
        if self.begin.is_some() && self.kills.due(now) {
            self.servers.sole().kill()?;
            if self.options.lose_writes {
                lose_newest_writes(self.servers.data())?;
            }
            self.up = false;
            self.servers.sole().restart()?;
        }
        Ok(())
    }

    /// Sends the moves that are due.
    fn send_due(&mut self) {
        let Some(begin) = self.begin.filter(|_| self.sends_moves()) else { return };
        let now = self.now();
        while let Some((planned, game)) = self.plan.pop(now - begin) {
            self.games[game].owed = Some(planned);
            if self.try_move(game) {
                let late = (self.now() - begin).saturating_sub(planned);
                self.statistics.late_sends += u64::from(late > LATE);
            } else {
                self.statistics.waited += 1;
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
                    if still_away.stage == Stage::Disconnected && still_away.generation == generation {
                        self.connect(client);
                    }
                }
                Timer::Resend(game) => self.resend(game),
                Timer::Drop(client) => {
                    if self.clients[client].stage == Stage::UpToDate && self.playing {
                        self.connection_lost(client);
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

    /// Handles a socket's event. The token names a client's connection or one for requests.
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
            self.connection_lost(index);
        } else if !self.clients[index].slow || self.clients[index].stage != Stage::UpToDate {
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
                self.connection_lost(index);
            }
        }
        while let Some(action) = self.actions.pop() {
            self.act(action);
        }
    }
}
