// SPDX-License-Identifier: AGPL-3.0-or-later
//! The command line.

use std::path::PathBuf;

use super::dialect::Dialect;

/// Drive a fresh server with thousands of games and measure it
///
/// Open loop: a move's latency counts from its planned time. Afterwards every acknowledged move is looked up
/// in the log, and every client's events are compared with it. Exits with status 1 on any fault
#[derive(clap::Parser, Clone, Debug)]
#[command(
    name = "cargo xtask load",
    after_help = "Example, twenty kills under a small load:\n  cargo xtask load --games 100 --moves-per-second 200 --seconds 30 --kill 20"
)]
pub struct Options {
    /// Games that run at the same time, each with two players on separate sockets
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub games: usize,
    /// Moves per second, of all games together
    #[arg(long, value_name = "R", default_value_t = 1000.0)]
    pub moves_per_second: f64,
    /// Seconds to measure, after the warm-up
    #[arg(long, value_name = "S", default_value_t = 20.0)]
    pub seconds: f64,
    /// How often to kill the server (kill -9) at random times and start it again
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub kill: u32,
    /// Don't play; open this many sockets on idle games, measure the memory of each, then let all of them
    /// ping every 2.5 s
    #[arg(long, value_name = "SOCKETS", conflicts_with_all = ["kill", "watchers", "resume"])]
    pub idle: Option<usize>,
    /// With --idle: how many sockets share a game (two players, the others watchers)
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub sockets_per_game: usize,
    /// Instead of playing: so many unfinished correspondence games lie in the store; what each costs in memory, and how
    /// long it takes to open a finished game
    #[arg(long, value_name = "GAMES", conflicts_with_all = ["kill", "watchers", "resume", "idle"])]
    pub stored: Option<u64>,
    /// So many watch the first game: how long until the last of them has a move, and how the other games' players fare
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub watchers: usize,
    /// Drive nodes of one site on this PostgreSQL database, in place of one server with SQLite. The two players of a game are on
    /// different nodes
    #[arg(long, value_name = "URL", requires = "bus", conflicts_with_all = ["kill", "resume", "idle", "stored", "calls", "peer", "https", "background"])]
    pub database: Option<String>,
    /// The NATS servers of these nodes
    #[arg(long, value_name = "URL", requires = "database")]
    pub bus: Option<String>,
    /// How many nodes
    #[arg(long, value_name = "N", default_value_t = 2, requires = "database")]
    pub nodes: usize,
    /// Let the server run on all cores, as nodes do; else it has the first one
    #[arg(long)]
    pub all_cores: bool,
    /// Speak HTTPS with the server, which has a certificate of its own: what a move and an idle socket cost over TLS
    #[arg(long, conflicts_with_all = ["stored", "calls", "hostile_imports", "analyses", "racers", "peer"])]
    pub https: bool,
    /// Beside the games, programs make so many calls a second (at most 400): how long these take
    #[arg(long, value_name = "N", conflicts_with_all = ["kill", "resume", "idle", "stored", "peer"])]
    pub calls: Option<f64>,
    /// Beside the games, so many hostile imports (250 KB of tags that never end) at once when measuring begins: how the games'
    /// players fare
    #[arg(long, value_name = "N", conflicts_with_all = ["kill", "resume", "idle", "stored", "peer"])]
    pub hostile_imports: Option<u32>,
    /// With --hostile-imports: from how many addresses they come, each of a network of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub import_addresses: u32,
    /// Beside the games, so many guests have games of 40 moves analysed, one after another, from when measuring begins: how the
    /// games' players fare
    #[arg(long, value_name = "N", conflicts_with_all = ["kill", "resume", "idle", "stored", "peer"])]
    pub analyses: Option<u32>,
    /// Beside the games, so many guests (at most 40) race on one link from when measuring begins, one race after another: how long
    /// their calls take, and how the games' players fare
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=40), conflicts_with_all = ["kill", "resume", "idle", "stored", "peer"])]
    pub racers: Option<u32>,
    /// Also say what the server's threads of low priority compute, and what a move costs without it. Ten minutes after its start a server
    /// begins to search its finished games for puzzles: --warm-up 660 measures beside it
    #[arg(long, conflicts_with_all = ["kill", "resume", "idle", "stored", "peer"])]
    pub background: bool,
    /// Kill the server once in the middle, and measure until every client has resumed
    #[arg(long, conflicts_with = "kill")]
    pub resume: bool,
    /// Write the report as JSON to this file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Percent of the games in which a client misbehaves
    #[arg(long, value_name = "PERCENT", default_value_t = 1.0)]
    pub misbehaving: f64,
    /// The same seed gives the same random numbers
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// Seconds of play before measuring begins
    #[arg(long, value_name = "S", default_value_t = 3.0)]
    pub warm_up: f64,
    /// Where to make a temporary folder; it is removed at the end
    #[arg(long, value_name = "FOLDER", default_value_os_t = std::env::temp_dir())]
    pub folder: PathBuf,
    /// The server program [default: the one beside this program]
    #[arg(long, value_name = "FILE")]
    pub server: Option<PathBuf>,
    /// Kill in runs of 20, each on a new folder, append each run's report to this file, and stop when the
    /// file has --kill kills; may be interrupted and continued at any time
    #[arg(long, value_name = "FILE")]
    pub resumable: Option<PathBuf>,
    /// Drive another kind of server for comparison, the program that --server names; no client misbehaves and
    /// no log is checked
    #[arg(long, value_name = "KIND", requires = "server", conflicts_with_all = ["kill", "watchers", "resume", "idle"])]
    pub peer: Option<Dialect>,
    /// Negative control: after each kill, cut the newest writes off the log; the checker must find faults
    #[arg(long)]
    pub lose_writes: bool,
}

impl Options {
    /// The options of an empty command line, with this server program.
    ///
    /// # Panics
    /// Never: every option has a default.
    pub fn of(server: impl Into<PathBuf>) -> Self {
        let defaults = <Self as clap::Parser>::parse_from(["load"]);
        Self { server: Some(server.into()), ..defaults }
    }

    /// The number of games; with --idle, as many as its sockets fill.
    pub(super) fn games(&self) -> usize {
        self.idle.map_or(self.games, |sockets| sockets / self.sockets_per_game)
    }

    /// # Errors
    /// The options contradict each other; the text says how, in a sentence.
    pub fn check(&self) -> Result<(), String> {
        /// A client may send eight messages a second on average, and a move is one of them.
        const FASTEST: f64 = 6.0;
        if self.games == 0 {
            return Err("--games must be at least 1".into());
        }
        if self.sockets_per_game < 2 || self.idle.is_some_and(|sockets| sockets < 2 * self.sockets_per_game) {
            return Err("--sockets-per-game must be at least 2, and --idle enough for two games".into());
        }
        if self.nodes == 0 {
            return Err("--nodes must be at least 1".into());
        }
        if self.calls.is_some_and(|calls| !(calls > 0.0 && calls <= 400.0)) {
            return Err("--calls must be above 0 and at most 400".into());
        }
        if self.stored == Some(0) {
            return Err("--stored must be at least 1".into());
        }
        if self.idle.is_some() || self.stored.is_some() {
            return Ok(());
        }
        let each = self.moves_per_second / self.games as f64 / 2.0;
        if !(each > 0.0 && each <= FASTEST) {
            let most = self.games as f64 * 2.0 * FASTEST;
            return Err(format!(
                "--moves-per-second must be above 0 and, for {} games, at most {most}: a client may send {FASTEST} moves a second",
                self.games
            ));
        }
        if (self.lose_writes || self.resumable.is_some()) && self.kill == 0 {
            return Err("--lose-writes and --resumable need --kill".into());
        }
        Ok(())
    }
}
