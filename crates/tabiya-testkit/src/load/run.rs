// SPDX-License-Identifier: AGPL-3.0-or-later
//! A whole run: a fresh server, the games, the load, the check.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::TempDir;

use super::analyses::Analyses;
use super::background::Background;
use super::calls::Calls;
use super::driver::Driver;
use super::game::{Client, Progress, Stage};
use super::hostile::HostileImports;
use super::options::Options;
use super::playing::CONNECT_PAUSE;
use super::racers::Racers;
use super::report::{Checked, Measured, Report};
use super::script::Scripts;
use super::servers::Servers;
use super::site::Site;
use super::stored;
use crate::binary_beside_this_program;
use crate::history::{GameHistory, Log, check};

/// How long the clients may take to connect, or to come to rest at the end.
const PATIENCE: Duration = Duration::from_secs(90);
/// The same if writes were lost on purpose: then some clients wait in vain for events that the log has lost.
const PATIENCE_AFTER_LOSSES: Duration = Duration::from_secs(10);
/// How long to wait at the end for moves under way on a server other than Tabiya, which may have lost them.
const PATIENCE_FOR_PEERS: Duration = Duration::from_secs(5);
/// How often all clients are asked at the end for the newest event.
const SETTLE_ROUNDS: usize = 10;

/// Runs the load and checks the history.
///
/// # Errors
/// The server does not start, or the machine does not allow so many sockets.
pub fn run(options: &Options) -> Result<Report, String> {
    options.check()?;
    let misbehaving =
        if options.idle.is_some() || options.peer.is_some() { 0.0 } else { options.misbehaving };
    let options = &Options { games: options.games(), misbehaving, ..options.clone() };
    let folder = folder_for(options)?;
    if let Some(games) = options.stored {
        return Ok(Report::of_figures(stored::measure(options, games, folder.path())?));
    }
    let failed = |error: io::Error| format!("the run failed: {error}");
    let binary = options.server.clone().unwrap_or_else(binary_beside_this_program);
    let mut driver = driver_of(options, folder.path()).map_err(failed)?;
    let origins: Vec<String> = driver.sites.iter().map(Site::origin).collect();
    eprintln!("the server listens on {}, {} games are being created", origins.join(" and "), options.games);

    let everybody = Instant::now();
    if let Some(sockets) = options.idle {
        let figures = driver.idle(sockets)?;
        return Ok(Report::of_figures(figures));
    }
    driver.begin_all_games()?;
    let gathered = everybody.elapsed();
    eprintln!("all games have begun after {:.1} s", gathered.as_secs_f64());
    let mut more = if options.resume { driver.resume()? } else { Vec::new() };
    let (data, address) = (driver.servers.data().to_owned(), driver.sites[0].address());
    let calls = options.calls.map(|rate| Calls::start(&binary, &data, address, rate)).transpose()?;
    let after = Duration::from_secs_f64(options.warm_up);
    let imports = options
        .hostile_imports
        .map(|count| HostileImports::plan(address, count, options.import_addresses, after))
        .transpose()?;
    let analyses =
        options.analyses.map(|count| Analyses::plan(address, count, &driver.scripts, options.seed, after));
    let racers = options.racers.map(|count| Racers::plan(address, count, options.seed, after));
    let measured = driver.measure().map_err(failed)?;
    if let Some(racers) = racers {
        more.extend(racers.finish()?);
    }
    if let Some(analyses) = analyses {
        more.extend(analyses.finish()?);
    }
    if let Some(imports) = imports {
        more.extend(imports.finish()?);
    }
    if let Some(calls) = calls {
        more.extend(calls.finish()?);
    }
    if let Some(dialect) = options.peer {
        let unanswered = driver.finish_moves().map_err(failed)?;
        more.extend([("peer", json!(format!("{dialect:?}"))), ("unanswered", json!(unanswered))]);
        let Driver { statistics, scripts, .. } = driver;
        let report = Report::new(options, &scripts, gathered, measured, &statistics, 0, Checked::default());
        return Ok(report.with(more));
    }
    let unsettled = driver.settle()?;
    if options.watchers > 0 {
        more.extend(driver.statistics.watching.figures(options.watchers));
    }
    let Driver { servers, finished, statistics, kills, scripts, .. } = driver;
    let checked = Checked { unsettled, ..stop_and_check(&finished, servers, options)? };
    let kills = kills.done() + u32::from(options.resume);
    let report = Report::new(options, &scripts, gathered, measured, &statistics, kills, checked);
    Ok(report.with(more))
}

/// A temporary folder for a run.
pub(super) fn folder_for(options: &Options) -> Result<TempDir, String> {
    tempfile::Builder::new()
        .prefix("tabiya-load-")
        .tempdir_in(&options.folder)
        .map_err(|error| format!("can't make a folder in {}: {error}", options.folder.display()))
}

/// Starts what is driven.
pub(super) fn driver_of(options: &Options, folder: &Path) -> io::Result<Driver> {
    Driver::new(options.clone(), Servers::start(options, folder)?, Scripts::find())
}

impl Driver {
    /// Creates all games, and waits until all clients follow them.
    pub(super) fn begin_all_games(&mut self) -> Result<(), String> {
        self.create_games(0..self.games.len());
        self.until("all games to begin", |driver| {
            driver.games.iter().all(|game| game.progress == Progress::Playing)
                && driver.clients.iter().all(|client| client.stage == Stage::UpToDate)
        })
    }

    /// Keeps running until `done`.
    pub(super) fn until(&mut self, what: &str, done: impl Fn(&Self) -> bool) -> Result<(), String> {
        let started = Instant::now();
        let has_lost_writes = self.options.lose_writes && self.begin.is_some();
        let mut patience = if has_lost_writes { PATIENCE_AFTER_LOSSES } else { PATIENCE };
        if !self.dialect.is_tabiya() {
            patience += CONNECT_PAUSE * u32::try_from(self.clients.len()).unwrap_or(u32::MAX);
        }
        while !done(self) {
            self.step().map_err(|error| error.to_string())?;
            if started.elapsed() > patience {
                let stages = [Stage::Disconnected, Stage::Handshake, Stage::Subscribing, Stage::UpToDate]
                    .map(|stage| {
                        let there = self.clients.iter().filter(|client| client.stage == stage).count();
                        format!("{there} {stage:?}")
                    });
                let stuck = self
                    .games
                    .iter()
                    .position(|game| game.pending.is_some() || game.progress == Progress::Joining);
                let stuck = stuck.map_or(String::new(), |game| {
                    let load = &self.games[game];
                    format!(
                        "; game {} is {:?} at ply {} with {:?}",
                        load.history.game, load.progress, load.ply, load.pending
                    )
                });
                return Err(format!(
                    "waited {patience:?} in vain for {what}; clients: {}; refused: {:?}{stuck}",
                    stages.join(", "),
                    self.statistics.refused
                ));
            }
        }
        Ok(())
    }

    /// Plays as planned until the time is up and all kills are done, and measures.
    pub(super) fn measure(&mut self) -> io::Result<Measured> {
        // Early enough: what a thread had computed before it is seen first counts whole.
        let background = self.options.background.then(|| Background::watch(self.servers.id()));
        if self.begin.is_none() {
            self.begin();
        }
        let begin = self.begin.unwrap_or_default();
        let (from, to) = (begin + self.statistics.window.0, begin + self.statistics.window.1);
        while self.now() < from {
            self.step()?;
        }
        let spent = || background.as_ref().map(Background::spent);
        let before = spent();
        let (server, idled, wall) = (self.servers.cpu_time(), self.idled, self.now());
        while self.now() < to {
            self.step()?;
        }
        let wall = self.now() - wall;
        let measured = Measured {
            wall,
            server: self.servers.cpu_time() - server,
            background: spent().zip(before).map(|(after, before)| after.saturating_sub(before)),
            generator: wall.saturating_sub(self.idled - idled),
            resident: self.servers.resident(),
        };
        while !self.kills.all_done() || !self.up {
            self.step()?;
        }
        Ok(measured)
    }

    /// Whether nothing more is expected of this client.
    fn silent(&self, client: &Client) -> bool {
        client.slow || self.games[client.game].progress == Progress::Over
    }

    /// Stops expecting anything of games in which a move is not answered or a client has not reconnected.
    fn give_up_stuck_games(&mut self) {
        for client in self.clients.iter().filter(|client| client.stage != Stage::UpToDate) {
            self.games[client.game].progress = Progress::Over;
        }
        for game in self.games.iter_mut().filter(|game| game.has_command_under_way()) {
            game.progress = Progress::Over;
        }
    }

    /// Sends no new moves, and waits some seconds for those under way. Returns how many are not answered
    /// then.
    fn finish_moves(&mut self) -> io::Result<usize> {
        self.playing = false;
        let end = self.now() + PATIENCE_FOR_PEERS;
        while self.now() < end && self.games.iter().any(|game| game.pending.is_some()) {
            self.step()?;
        }
        Ok(self.games.iter().filter(|game| game.pending.is_some()).count())
    }

    /// Ends the run. Sends no new moves, waits for all commands under way and for clients that are
    /// reconnecting, and asks all clients for the newest event until the clients of each game agree. Then it
    /// fetches the games over HTTP. Returns the number of games whose clients still did not agree.
    pub(super) fn settle(&mut self) -> Result<usize, String> {
        self.playing = false;
        let answered = self.until(
            "every command to be answered and every client to be connected and seated",
            |driver| {
                driver.up
                    && driver.games.iter().all(|game| !game.has_command_under_way())
                    && driver.clients.iter().all(|client| client.has_arrived() || driver.silent(client))
            },
        );
        if self.options.lose_writes {
            // The checker finds out what became of these games.
            self.give_up_stuck_games();
        } else {
            answered?;
        }
        self.settling = true;
        let mut unsettled = self.games.len();
        for _ in 0..SETTLE_ROUNDS {
            // An event may follow a client's answer, so all clients are asked again until those of each game
            // have the same one.
            self.clients.iter_mut().for_each(|client| client.answered = false);
            (0..self.clients.len()).for_each(|index| self.ping(index));
            self.until("the number of the newest event", |driver| {
                driver.clients.iter().all(|client| client.answered || driver.silent(client))
            })?;
            unsettled = self.unsettled();
            if unsettled == 0 {
                break;
            }
        }
        for game in 0..self.games.len() {
            if !self.games[game].history.game.is_empty() {
                self.games[game].history.newest = self.newest(game);
                self.finish_history(game);
            }
        }
        for history in 0..self.finished.len() {
            self.requests.fetch_moves(history);
        }
        self.until("the games over HTTP", |driver| driver.requests.idle())?;
        Ok(unsettled)
    }

    /// The newest event that any client of the game has. Clients that need not have all events are left out.
    fn newest(&self, game: usize) -> Option<u32> {
        let clients = self.clients.iter().filter(|client| client.game == game && !self.silent(client));
        clients.filter_map(|client| client.seq).max()
    }

    /// The number of games in which some client lacks the newest event that another client has.
    fn unsettled(&self) -> usize {
        let mut newest = vec![None; self.games.len()];
        let heard = || self.clients.iter().filter(|client| !self.silent(client));
        heard().for_each(|client| newest[client.game] = newest[client.game].max(client.seq));
        let mut behind: Vec<_> =
            heard().filter(|client| client.seq < newest[client.game]).map(|client| client.game).collect();
        behind.sort_unstable();
        behind.dedup();
        behind.len()
    }
}

/// Ends the servers, and checks every game's history against its log.
pub(super) fn stop_and_check(
    finished: &[GameHistory],
    mut servers: Servers,
    options: &Options,
) -> Result<Checked, String> {
    let games: Vec<&str> = finished.iter().map(|history| history.game.as_str()).collect();
    let wrong = |problem: &dyn std::fmt::Display| problem.to_string();
    let mut logs = None;
    if let Some(url) = &options.database {
        // While its nodes run.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| wrong(&error))?;
        logs = Some(runtime.block_on(Log::read_beside(url, &games)).map_err(|error| wrong(&error))?);
    }
    if !servers.stop().map_err(|error| wrong(&error))? {
        return Err("the server did not exit with status 0 after SIGTERM".into());
    }
    let logs = match logs {
        Some(logs) => logs,
        None => Log::read_all(servers.data(), &games).map_err(|error| wrong(&error))?,
    };
    let mut checked = Checked { games: finished.len(), ..Checked::default() };
    for (history, log) in finished.iter().zip(logs) {
        let log = log.unwrap_or_default();
        let found = check(history, &log);
        checked.faults.extend(found.iter().map(|fault| format!("game {}: {fault}", history.game)));
        checked.events_after_the_end += log.events_after(history.newest);
    }
    Ok(checked)
}
