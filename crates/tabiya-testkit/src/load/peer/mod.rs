// SPDX-License-Identifier: AGPL-3.0-or-later
//! Other people's servers under the same load: the same real games, the same plan, the same sockets, the same figures.
//!
//! Such a server is asked for nothing but moves: nobody misbehaves, nothing is killed, and there is no log to compare with.
//! It is a program that takes `serve --listen HOST:PORT --data FOLDER` and says on a line where it listens.

mod dialect;

use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde_json::json;
use tabiya_rules::Color;

pub use dialect::Dialect;
use dialect::Heard;

use super::connection::{Connection, Readable};
use super::figures::Latencies;
use super::game::Pending;
use super::http::read_answer;
use super::options::Options;
use super::plan::Plan;
use super::poller::{Poller, Ready};
use super::process::ServerProcess;
use super::report::Report;
use super::script::{Script, Scripts};
use super::websocket::{self, handshake, read_frame, write_frame};
use crate::Random;

/// How long everybody may take to come in.
const PATIENCE: Duration = Duration::from_secs(120);
/// Between two who come in: such servers take them in one by one.
const PAUSE: Duration = Duration::from_millis(5);
/// How late a send may be before it counts as late.
const LATE: Duration = Duration::from_millis(1);
/// Bytes read at once.
const SCRATCH: usize = 128 * 1024;

/// A player's socket.
#[derive(Default)]
struct Player {
    connection: Option<Connection>,
    /// The server has agreed to speak WebSocket.
    open: bool,
    /// Half-moves that it has heard of; none before it has been told how its game stands.
    ply: Option<u32>,
    /// Counts connections, so that an old one's events are not taken for the new one's.
    generation: u32,
}

struct Game {
    number: u64,
    script: Rc<Script>,
    players: [Player; 2],
    ply: u32,
    owed: Option<Duration>,
    pending: Option<Pending>,
}

struct Driver {
    dialect: Dialect,
    server: ServerProcess,
    address: std::net::SocketAddr,
    poller: Poller,
    plan: Plan,
    random: Random,
    scripts: Scripts,
    games: Vec<Game>,
    /// Numbers given to games so far.
    numbers: u64,
    epoch: Instant,
    begin: Option<Duration>,
    window: (Duration, Duration),
    acknowledged: Latencies,
    delivered: Latencies,
    moves: u64,
    sends: u64,
    late: u64,
    lost: u64,
    idled: Duration,
    frame: Vec<u8>,
}

/// Drives the server that `--server` names.
///
/// # Errors
/// Where it does not start, or does not take everybody in.
pub fn run_peer(options: &Options, dialect: Dialect) -> Result<Report, String> {
    options.check()?;
    let program = options.server.as_deref().ok_or("--peer needs --server: the program to start")?;
    let folder = tempfile::Builder::new()
        .prefix("tabiya-load-")
        .tempdir_in(&options.folder)
        .map_err(|error| format!("can't make a folder in {}: {error}", options.folder.display()))?;
    let failed = |error: io::Error| format!("the run failed: {error}");
    let server = ServerProcess::start(program, folder.path()).map_err(failed)?;
    let mut driver = Driver::new(options, dialect, server).map_err(failed)?;
    driver.gather(options.games)?;
    driver.measure(options).map_err(failed)
}

impl Driver {
    fn new(options: &Options, dialect: Dialect, mut server: ServerProcess) -> io::Result<Self> {
        let address = server.wait_until_it_listens()?;
        let mut random = Random::new(options.seed);
        let warm_up = Duration::from_secs_f64(options.warm_up);
        Ok(Self {
            dialect,
            server,
            address,
            poller: Poller::new()?,
            plan: Plan::new(options.games, options.moves_per_second, Random::new(random.next_u64())),
            random,
            scripts: Scripts::find(),
            games: Vec::new(),
            numbers: 0,
            epoch: Instant::now(),
            begin: None,
            window: (warm_up, warm_up + Duration::from_secs_f64(options.seconds)),
            acknowledged: Latencies::default(),
            delivered: Latencies::default(),
            moves: 0,
            sends: 0,
            late: 0,
            lost: 0,
            idled: Duration::ZERO,
            frame: Vec::new(),
        })
    }

    fn now(&self) -> Duration {
        self.epoch.elapsed()
    }

    /// Since the plan's beginning.
    fn planned_now(&self) -> Option<Duration> {
        Some(self.now() - self.begin?)
    }

    fn new_game(&mut self) -> Game {
        self.numbers += 1;
        let script = self.scripts.pick(&mut self.random);
        Game { number: self.numbers, script, players: Default::default(), ply: 0, owed: None, pending: None }
    }

    /// Everybody comes in.
    fn gather(&mut self, games: usize) -> Result<(), String> {
        let started = Instant::now();
        for game in 0..games {
            let new = self.new_game();
            self.games.push(new);
            for player in 0..2 {
                self.connect(2 * game + player);
                self.step(PAUSE).map_err(|error| error.to_string())?;
            }
        }
        while !self.games.iter().all(ready) {
            self.step(PAUSE).map_err(|error| error.to_string())?;
            if started.elapsed() > PATIENCE {
                let there = self.games.iter().filter(|game| ready(game)).count();
                return Err(format!("after {PATIENCE:?} only {there} of {games} games could begin"));
            }
        }
        Ok(())
    }

    /// Plays as planned, and tells what it came to.
    fn measure(&mut self, options: &Options) -> io::Result<Report> {
        let begin = self.now();
        self.begin = Some(begin);
        (0..self.games.len()).for_each(|game| self.plan.plan(game, Duration::ZERO));
        self.play_until(begin + self.window.0)?;
        let (cpu, idled, wall, moves) = (self.server.cpu_time(), self.idled, self.now(), self.moves);
        self.play_until(begin + self.window.1)?;
        let wall = (self.now() - wall).as_secs_f64();
        let moves = self.moves - moves;
        let cpu = (self.server.cpu_time() - cpu).as_secs_f64();
        let busy = 1.0 - (self.idled - idled).as_secs_f64() / wall;
        let resident = self.server.resident();
        // What is still on its way belongs to the figures, however late it comes.
        let patience = self.now() + Duration::from_secs(5);
        while self.games.iter().any(|game| game.pending.is_some()) && self.now() < patience {
            self.step(PAUSE)?;
        }
        let unanswered = self.games.iter().filter(|game| game.pending.is_some()).count();
        let [ack_p50, ack_p99] = self.acknowledged.at([0.5, 0.99]);
        let [p50, p99, longest] = self.delivered.at([0.5, 0.99, 1.0]);
        let median_second = self.delivered.at_in_median_second(0.99);
        Ok(Report::of_figures(vec![
            ("peer", json!(format!("{:?}", self.dialect))),
            ("concurrent_games", json!(options.games)),
            ("scripts", json!(self.scripts.origin())),
            ("moves_per_second_planned", json!(options.moves_per_second)),
            ("moves_per_second", json!(moves as f64 / wall)),
            ("ack_p50_ms", json!(ack_p50)),
            ("ack_p99_ms", json!(ack_p99)),
            ("opponent_p50_ms", json!(p50)),
            ("opponent_p99_ms", json!(p99)),
            ("opponent_p99_of_median_second_ms", json!(median_second)),
            ("opponent_max_ms", json!(longest)),
            ("server_core_share", json!(cpu / wall)),
            ("cpu_us_per_move", json!(cpu * 1e6 / moves.max(1) as f64)),
            ("server_rss_bytes", json!(resident)),
            ("generator_core_share", json!(busy)),
            ("sends", json!(self.sends)),
            ("late_sends", json!(self.late)),
            ("unanswered", json!(unanswered)),
            ("connections_lost", json!(self.lost)),
        ]))
    }

    fn play_until(&mut self, end: Duration) -> io::Result<()> {
        while self.now() < end {
            let begin = self.begin.unwrap_or_default();
            while let Some((planned, game)) = self.plan.pop(self.now() - begin) {
                self.games[game].owed = Some(planned);
                if self.try_move(game) {
                    let late = (self.now() - begin).saturating_sub(planned);
                    self.late += u64::from(late > LATE);
                }
            }
            let due = self.plan.next_due().map_or(PAUSE, |due| (begin + due).saturating_sub(self.now()));
            self.step(due.min(PAUSE))?;
        }
        Ok(())
    }

    /// Waits at most so long, and takes in what has come.
    fn step(&mut self, pause: Duration) -> io::Result<()> {
        let mut ready = Vec::new();
        let asked = self.now();
        self.poller.wait(pause, &mut ready)?;
        if !pause.is_zero() {
            self.idled += self.now() - asked;
        }
        ready.into_iter().for_each(|event| self.handle(event));
        Ok(())
    }

    fn player(&mut self, index: usize) -> &mut Player {
        &mut self.games[index / 2].players[index % 2]
    }

    fn connect(&mut self, index: usize) {
        let (number, side) = (self.games[index / 2].number, Color::ALL[index % 2]);
        let (path, cookie) = (self.dialect.path(number), self.dialect.cookie(number, side));
        let request = handshake(self.address, &path, &cookie);
        let generation = self.player(index).generation + 1;
        let connection = Connection::open(self.address).ok().filter(|connection| {
            self.poller.add(connection, u64::from(generation) << 32 | index as u64).is_ok()
        });
        *self.player(index) = Player { connection, generation, ..Player::default() };
        self.send(index, request.as_bytes());
    }

    /// Such a server promises nothing to who comes back: the move on its way counts as unanswered.
    fn gone(&mut self, index: usize) {
        self.lost += 1;
        self.player(index).connection = None;
    }

    fn send(&mut self, index: usize, bytes: &[u8]) {
        let sent = self.player(index).connection.as_mut().is_some_and(|connection| connection.send(bytes));
        if !sent {
            self.gone(index);
        }
    }

    fn say(&mut self, index: usize, opcode: u8, text: &str) {
        let mask = (self.random.next_u64() as u32).to_le_bytes();
        let mut frame = std::mem::take(&mut self.frame);
        frame.clear();
        write_frame(&mut frame, opcode, text.as_bytes(), mask);
        self.send(index, &frame);
        self.frame = frame;
    }

    fn handle(&mut self, event: Ready) {
        let (index, generation) = ((event.token & 0xffff_ffff) as usize, (event.token >> 32) as u32);
        let player = self.player(index);
        if player.generation != generation {
            return;
        }
        let Some(mut connection) = player.connection.take() else { return };
        let flushed = !event.writable || connection.flush();
        let mut frames = Vec::new();
        let mut open = player.open;
        let mut scratch = vec![0; SCRATCH];
        let readable = connection.read(&mut scratch, event.ended, |bytes| {
            let mut taken = 0;
            if !open {
                let Some(answer) = read_answer(bytes) else { return 0 };
                (open, taken) = (true, answer.length);
            }
            while let Some(frame) = read_frame(&bytes[taken..]) {
                frames.push((frame.opcode, frame.payload.to_vec()));
                taken += frame.length;
            }
            taken
        });
        player.open = open;
        player.connection = Some(connection);
        for (opcode, payload) in frames {
            match opcode {
                websocket::TEXT => self.hear(index, &payload),
                websocket::PING => {
                    self.say(index, websocket::PONG, std::str::from_utf8(&payload).unwrap_or(""));
                }
                _ => {}
            }
        }
        if !flushed || readable == Readable::Gone {
            self.gone(index);
        }
    }

    fn hear(&mut self, index: usize, text: &[u8]) {
        let (game, side) = (index / 2, Color::ALL[index % 2]);
        match self.dialect.hear(self.games[game].number, side, text) {
            Heard::At(ply) => {
                let player = self.player(index);
                player.ply = player.ply.max(Some(ply));
                self.advance(game);
            }
            Heard::Answer(answer) => self.say(index, websocket::TEXT, &answer),
            Heard::Nothing => {}
        }
    }

    /// Counts a move that has come in at its mover or its opponent.
    fn advance(&mut self, index: usize) {
        let Some(now) = self.planned_now() else { return };
        let game = &mut self.games[index];
        let mover = (game.ply % 2) as usize;
        if let Some(pending) = &mut game.pending {
            let counts = pending.planned >= self.window.0 && pending.planned < self.window.1;
            let second = pending.planned.saturating_sub(self.window.0);
            let latency = now.saturating_sub(pending.planned);
            if !pending.acknowledged && game.players[mover].ply > Some(game.ply) {
                pending.acknowledged = true;
                if counts {
                    self.acknowledged.add(second, latency);
                }
            }
            if !pending.delivered && game.players[1 - mover].ply > Some(game.ply) {
                pending.delivered = true;
                if counts {
                    self.delivered.add(second, latency);
                }
            }
            if pending.acknowledged && pending.delivered {
                self.moves += 1;
                game.pending = None;
                game.ply += 1;
                self.next(index);
            }
        }
        if self.games[index].owed.is_some() {
            self.try_move(index);
        }
    }

    /// Plans the next move: of a new game, where this one is over.
    fn next(&mut self, index: usize) {
        let game = &self.games[index];
        if (game.ply as usize) < game.script.moves.len() {
            self.plan.plan(index, Duration::ZERO);
            return;
        }
        let generations = game.players.each_ref().map(|player| player.generation);
        self.games[index] = self.new_game();
        for (player, generation) in generations.into_iter().enumerate() {
            self.player(2 * index + player).generation = generation;
            self.connect(2 * index + player);
        }
        let now = self.planned_now().unwrap_or_default();
        self.plan.plan(index, now);
    }

    /// Sends the game's next move, if it is due and its players are there.
    fn try_move(&mut self, index: usize) -> bool {
        let game = &self.games[index];
        let mover = (game.ply % 2) as usize;
        if !ready(game) || game.pending.is_some() || game.players[mover].ply < Some(game.ply) {
            return false;
        }
        let text = self.dialect.play(game.number, game.ply, game.script.moves[game.ply as usize]);
        let game = &mut self.games[index];
        let Some(planned) = game.owed.take() else { return false };
        game.pending = Some(Pending { planned, acknowledged: false, delivered: false });
        self.sends += 1;
        self.say(2 * index + mover, websocket::TEXT, &text);
        true
    }
}

/// Whether both players know how the game stands.
fn ready(game: &Game) -> bool {
    game.players.iter().all(|player| player.ply.is_some())
}
