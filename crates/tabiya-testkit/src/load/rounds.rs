// SPDX-License-Identifier: AGPL-3.0-or-later
//! Several loads in turn on servers that stay, so that what is compared meets the same moments of a busy machine.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use super::driver::{Driver, Statistics};
use super::game::Progress;
use super::options::Options;
use super::plan::Plan;
use super::run::{driver_of, folder_for, stop_and_check};
use crate::Random;

/// A server or the nodes of a site, with players in a thread of their own who move when they are told to.
pub struct Played {
    orders: Sender<Order>,
    rounds: Receiver<Result<Round, String>>,
    thread: JoinHandle<Result<Vec<String>, String>>,
}

/// How fast all games together move, and how long that is measured.
#[derive(Clone, Copy, Debug)]
struct Order {
    moves_per_second: f64,
    warm_up: Duration,
    measured: Duration,
}

/// What a round has shown.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// Moves a second that were acknowledged.
    pub moves_per_second: f64,
    /// Microseconds of processor time of all servers for a move.
    pub cpu: f64,
    /// Of ninety-nine of a hundred moves, milliseconds from when they were planned to the mover's own socket.
    pub acknowledged: f64,
    /// The same to the opponent's.
    pub delivered: f64,
    /// The same of the median second: what the servers do while the machine does not stall.
    pub delivered_mostly: f64,
    /// The share of its time in which the generator was busy.
    pub generator: f64,
    /// The share of the moves that it sent late.
    pub late: f64,
    /// Moves that were refused.
    pub refused: u64,
}

impl Played {
    /// Starts servers and players, and waits until all games have begun and the server's first start is over. Of the options those on
    /// the servers count, and the number of games.
    ///
    /// # Errors
    /// A server does not start, or not all games begin.
    pub fn start(options: &Options) -> Result<Self, String> {
        options.check()?;
        let (orders, taken) = channel();
        let (tell, rounds) = channel();
        let (ready, is_ready) = channel();
        let options = options.clone();
        // The driver's scripts stay in the thread that has read them.
        let thread = std::thread::spawn(move || play(&options, &ready, (&taken, &tell)));
        match is_ready.recv() {
            Ok(()) => Ok(Self { orders, rounds, thread }),
            Err(_) => Err(match thread.join() {
                Ok(ended) => ended.err().unwrap_or_default(),
                Err(_) => "the generator panicked".to_owned(),
            }),
        }
    }

    /// Plays so many moves a second, and measures after the warm-up.
    ///
    /// # Errors
    /// A server fails, or does not answer.
    pub fn round(
        &self,
        moves_per_second: f64,
        warm_up: Duration,
        measured: Duration,
    ) -> Result<Round, String> {
        let gone = || "the generator has ended".to_owned();
        self.orders.send(Order { moves_per_second, warm_up, measured }).map_err(|_| gone())?;
        self.rounds.recv().map_err(|_| gone())?
    }

    /// Ends games and servers, and compares everything with the log. What is wrong, in words.
    ///
    /// # Errors
    /// Nothing is known, because a server fails or the log can't be read.
    pub fn end(self) -> Result<Vec<String>, String> {
        drop(self.orders);
        self.thread.join().map_err(|_| "the generator panicked".to_owned())?
    }
}

fn play(
    options: &Options,
    ready: &Sender<()>,
    (orders, rounds): (&Receiver<Order>, &Sender<Result<Round, String>>),
) -> Result<Vec<String>, String> {
    let failed = |error: std::io::Error| format!("the run failed: {error}");
    let folder = folder_for(options)?;
    let mut driver = driver_of(options, folder.path()).map_err(failed)?;
    driver.begin_all_games()?;
    driver.servers.wait_for_the_first_start().map_err(failed)?;
    // Whoever started this may have gone.
    let _ = ready.send(());
    loop {
        match orders.try_recv() {
            Ok(order) => {
                let round = driver.round(order);
                let _ = rounds.send(round);
            }
            // Servers are answered that look whether their clients live.
            Err(TryRecvError::Empty) => driver.step().map_err(failed)?,
            Err(TryRecvError::Disconnected) => break,
        }
    }
    let unsettled = driver.settle()?;
    let Driver { servers, finished, .. } = driver;
    let mut faults = stop_and_check(&finished, servers, options)?.faults;
    if unsettled > 0 {
        faults.push(format!("in {unsettled} games the clients do not agree"));
    }
    Ok(faults)
}

impl Driver {
    /// Plays by a plan of its own. Before and after it all games rest.
    fn round(&mut self, order: Order) -> Result<Round, String> {
        let random = Random::new(self.random.next_u64());
        self.plan = Plan::new(self.games.len(), order.moves_per_second, random);
        let window = (order.warm_up, order.warm_up + order.measured);
        self.statistics = Statistics { window, ..Statistics::default() };
        self.rests = false;
        let measured = self.measure().map_err(|error| error.to_string())?;
        self.rests = true;
        self.until("the last moves to be answered", |driver| {
            driver.games.iter().all(|game| game.progress == Progress::Over || game.pending.is_none())
        })?;
        self.games.iter_mut().for_each(|game| game.owed = None);
        self.begin = None;
        let counted = &self.statistics;
        let seconds = measured.wall.as_secs_f64();
        let [acknowledged] = counted.acknowledged.at([0.99]);
        let [delivered] = counted.delivered.at([0.99]);
        Ok(Round {
            moves_per_second: counted.moves_acked as f64 / seconds,
            cpu: measured.server.as_secs_f64() * 1e6 / counted.moves_acked.max(1) as f64,
            acknowledged,
            delivered,
            delivered_mostly: counted.delivered.at_in_median_second(0.99),
            generator: measured.generator.as_secs_f64() / seconds,
            late: counted.late_sends as f64 / counted.sends.max(1) as f64,
            refused: counted.moves_refused,
        })
    }
}
