// SPDX-License-Identifier: AGPL-3.0-or-later
//! A whole run: a fresh server, the games, the load, the check.

use std::io;
use std::time::{Duration, Instant};

use super::driver::Driver;
use super::game::{Client, Progress, Stage};
use super::options::Options;
use super::process::ServerProcess;
use super::report::{Measured, Report};
use super::script::Scripts;
use super::stored;
use crate::binary_beside_this_program;
use crate::history::{GameHistory, Log, check};

/// How long everybody may take to come in, or to come to rest at the end.
const PATIENCE: Duration = Duration::from_secs(90);
/// The same where writes were lost on purpose: some clients then wait in vain for what the log has lost.
const PATIENCE_AFTER_LOSSES: Duration = Duration::from_secs(10);

/// Runs the load and checks the history.
///
/// # Errors
/// Where the run could not be made: the server does not start, or the machine can't hold so many sockets.
pub fn run(options: &Options) -> Result<Report, String> {
    options.check()?;
    let misbehaving = if options.idle.is_some() { 0.0 } else { options.misbehaving };
    let options = &Options { games: options.games(), misbehaving, ..options.clone() };
    let folder = tempfile::Builder::new()
        .prefix("tabiya-load-")
        .tempdir_in(&options.folder)
        .map_err(|error| format!("can't make a folder in {}: {error}", options.folder.display()))?;
    if let Some(games) = options.stored {
        return Ok(Report::of_figures(stored::measure(options, games, folder.path())?));
    }
    let failed = |error: io::Error| format!("the run failed: {error}");
    let binary = options.server.clone().unwrap_or_else(binary_beside_this_program);
    let server = ServerProcess::start(&binary, folder.path()).map_err(failed)?;
    let mut driver = Driver::new(options.clone(), server, Scripts::find()).map_err(failed)?;
    eprintln!("the server listens on {}, {} games come together", driver.address, options.games);

    let everybody = Instant::now();
    if let Some(sockets) = options.idle {
        let figures = driver.idle(sockets)?;
        return Ok(Report::of_figures(figures));
    }
    driver.invite(0..options.games);
    driver.until("all games to begin", |driver| {
        driver.games.iter().all(|game| game.progress == Progress::Playing)
            && driver.clients.iter().all(|client| client.stage == Stage::Live)
    })?;
    let gathered = everybody.elapsed();
    eprintln!("all games have begun after {:.1} s", gathered.as_secs_f64());
    let mut more = if options.resume { driver.resume()? } else { Vec::new() };
    let measured = driver.measure().map_err(failed)?;
    driver.rest()?;
    if options.watchers > 0 {
        more.extend(driver.tally.watching.figures(options.watchers));
    }
    let Driver { mut server, mut finished, tally, kills, scripts, .. } = driver;
    let stopped = server.stop().map_err(failed)?;
    if !stopped {
        return Err("the server did not end well after SIGTERM".into());
    }
    let faults = check_all(&mut finished, &server)?;
    let kills = kills.done() + u32::from(options.resume);
    let report = Report::new(options, &scripts, gathered, measured, &tally, kills, finished.len(), faults);
    Ok(report.with(more))
}

impl Driver {
    /// Goes on until `done`.
    pub(super) fn until(&mut self, what: &str, done: impl Fn(&Self) -> bool) -> Result<(), String> {
        let started = Instant::now();
        let has_lost_writes = self.options.lose_writes && self.begin.is_some();
        let patience = if has_lost_writes { PATIENCE_AFTER_LOSSES } else { PATIENCE };
        while !done(self) {
            self.step().map_err(|error| error.to_string())?;
            if started.elapsed() > patience {
                let stages = [Stage::Away, Stage::Shaking, Stage::Greeting, Stage::Live].map(|stage| {
                    let there = self.clients.iter().filter(|client| client.stage == stage).count();
                    format!("{there} {stage:?}")
                });
                let stuck = self
                    .games
                    .iter()
                    .position(|game| game.pending.is_some() || game.progress == Progress::Gathering);
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
                    self.tally.refused
                ));
            }
        }
        Ok(())
    }

    /// Plays as planned until the time is up and all kills are done, and measures.
    fn measure(&mut self) -> io::Result<Measured> {
        if self.begin.is_none() {
            self.begin();
        }
        let begin = self.begin.unwrap_or_default();
        let (from, to) = (begin + self.tally.window.0, begin + self.tally.window.1);
        while self.now() < from {
            self.step()?;
        }
        let (server, idled, wall) = (self.server.cpu_time(), self.idled, self.now());
        while self.now() < to {
            self.step()?;
        }
        let wall = self.now() - wall;
        let measured = Measured {
            wall,
            server: self.server.cpu_time() - server,
            generator: wall.saturating_sub(self.idled - idled),
            resident: self.server.resident(),
        };
        while !self.kills.all_done() || !self.up {
            self.step()?;
        }
        Ok(measured)
    }

    /// Nothing more is expected of this client.
    fn silent(&self, client: &Client) -> bool {
        client.slow || self.games[client.game].progress == Progress::Over
    }

    /// Expects nothing more of games in which a move is not answered or a client is not back.
    fn give_up_stuck_games(&mut self) {
        for client in self.clients.iter().filter(|client| client.stage != Stage::Live) {
            self.games[client.game].progress = Progress::Over;
        }
        for game in self.games.iter_mut().filter(|game| game.pending.is_some()) {
            game.progress = Progress::Over;
        }
    }

    /// No new moves; everybody comes back, hears the end and is asked for the newest number, then HTTP is asked.
    fn rest(&mut self) -> Result<(), String> {
        self.playing = false;
        let rested = self.until("every move to be answered and everybody to be back", |driver| {
            driver.up
                && driver.games.iter().all(|game| game.pending.is_none() || game.progress == Progress::Over)
                && driver.clients.iter().all(|client| client.stage == Stage::Live || driver.silent(client))
        });
        if self.options.lose_writes {
            // What became of these games is for the checker to find out.
            self.give_up_stuck_games();
        } else {
            rested?;
        }
        for index in 0..self.clients.len() {
            self.ping(index);
        }
        self.until("the newest number", |driver| {
            driver.clients.iter().all(|client| client.answered || driver.silent(client))
        })?;
        for game in 0..self.games.len() {
            if !self.games[game].history.game.is_empty() {
                self.put_away(game);
            }
        }
        for history in 0..self.finished.len() {
            self.requests.tell(history);
        }
        self.until("the games over HTTP", |driver| driver.requests.idle())
    }
}

/// Every game's history against its log.
fn check_all(finished: &mut [GameHistory], server: &ServerProcess) -> Result<Vec<String>, String> {
    let games: Vec<&str> = finished.iter().map(|history| history.game.as_str()).collect();
    let logs = Log::read_all(server.data(), &games).map_err(|error| error.to_string())?;
    let mut faults = Vec::new();
    for (history, log) in finished.iter().zip(logs) {
        let found = check(history, &log.unwrap_or_default());
        faults.extend(found.iter().map(|fault| format!("game {}: {fault}", history.game)));
    }
    Ok(faults)
}
