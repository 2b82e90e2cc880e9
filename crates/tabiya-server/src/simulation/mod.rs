// SPDX-License-Identifier: AGPL-3.0-or-later
//! A seeded simulation: the real rooms and connections between a store and a network that fail in every way they may.
//!
//! One number decides everything: the game, its players and what they do, how long messages are under way, when lines
//! break, what becomes of every write, when the process stands still, is stopped or killed. Time is tokio's paused
//! clock, everything runs on one thread, and so the same seed always tells the same story. Real are: the
//! room with its clocks and absences, the registry, a socket's connection with its outbox, credit and lag, the
//! protocol, the game. Not real are: the [store](ledger), the [WebSocket below the connection](line), the clock.
//!
//! What must hold is checked where it is said ([`truth`], [`client`]) and, after everything has healed, over the whole
//! ([`judge`]):
//!
//! - an acknowledged move stands in the log once, in order, and where it was said to be;
//! - nothing is told that the log does not hold, and it is told as the log has it;
//! - every client's numbers have no gap, over all its lines, and reach the log's end;
//! - what was refused has not happened, and what was carried out is never refused when it is sent again;
//! - the room equals the replay of the log, clocks and lag reports included;
//! - no clock gains, no flag falls early, no outage is charged, lag is forgiven within its quota, one event ends the
//!   game;
//! - a correspondence game that nobody watches needs no room, and its flag falls in time all the same;
//! - the room has one append under way, with the right number;
//! - while an arbiter has paused the clocks nobody moves and no flag falls;
//! - a conditional move is played as soon as it is due, also after a restart, and nothing else is played for anybody.
//!
//! Simulated topics: game.
//!
//! Beside the game, a player's own news are told over lines that break (`news_tests`).
//!
//! `cargo xtask simulate --seeds 10000` plays more seeds, `cargo xtask simulate --seed N` one with its story.

mod absent_tests;
mod acts;
mod arbiter;
mod client;
mod judge;
mod kept_lines;
mod kinds_tests;
mod ledger;
mod life;
mod line;
mod network;
mod news_tests;
mod plan;
mod preparing;
mod tables;
mod trace;
mod truth;
mod world;

#[cfg(test)]
pub(super) use ledger::{Ledger, WriteFaults};

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once};
use std::thread;

use world::Outcome;

/// How many seeds every run of the tests plays.
const USUAL_SEEDS: u64 = 60;

thread_local! {
    static PANICS: Cell<u32> = const { Cell::new(0) };
}

/// Plays a seed. A panic in a task is a fault, too.
fn simulate(seed: u64, keep_trace: bool) -> Outcome {
    static COUNT_PANICS: Once = Once::new();
    COUNT_PANICS.call_once(|| {
        tabiya_runtime::topic::shrink_outboxes();
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            PANICS.set(PANICS.get() + 1);
            usual(info);
        }));
    });
    let before = PANICS.get();
    let mut outcome = world::run(seed, keep_trace);
    if PANICS.get() > before {
        outcome.faults.push("a task panicked".to_owned());
    }
    outcome
}

fn number(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} must be a number, not {value:?}")))
}

/// What many seeds brought.
#[derive(Default)]
struct Tally {
    seeds: u64,
    events: u64,
    takebacks: u64,
    pauses: u64,
    premoves: u64,
    /// Moves that their players had prepared.
    replies: u64,
    lives: u64,
    /// How often a correspondence game without a room was woken.
    woken: u64,
    /// By the way in which they ended, games that did not end included.
    ends: BTreeMap<String, u64>,
    failed: Vec<(u64, Vec<String>)>,
}

impl Tally {
    fn count(&mut self, seed: u64, outcome: Outcome) {
        self.seeds += 1;
        self.events += outcome.events as u64;
        self.takebacks += outcome.takebacks as u64;
        self.pauses += outcome.pauses as u64;
        self.premoves += outcome.premoves as u64;
        self.replies += outcome.replies as u64;
        self.lives += u64::from(outcome.lives);
        self.woken += outcome.woken;
        let end = outcome.ending.map_or("no end".to_owned(), |ending| ending.to_string());
        *self.ends.entry(end).or_default() += 1;
        if !outcome.faults.is_empty() {
            println!("seed {seed}; its story: cargo xtask simulate --seed {seed}");
            outcome.faults.iter().for_each(|fault| println!("  {fault}"));
            self.failed.push((seed, outcome.faults));
        }
    }
}

/// 60 seeds, or as many as `TABIYA_SIMULATE_SEEDS` says, from `TABIYA_SIMULATE_FROM` on.
#[test]
fn no_seed_brings_a_fault() {
    let seeds = number("TABIYA_SIMULATE_SEEDS").unwrap_or(USUAL_SEEDS);
    let from = number("TABIYA_SIMULATE_FROM").unwrap_or(0);
    let next = AtomicU64::new(from);
    let tally = Mutex::<Tally>::default();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= from + seeds || tally.lock().unwrap().failed.len() >= 10 {
                        return;
                    }
                    let outcome = simulate(seed, false);
                    tally.lock().unwrap().count(seed, outcome);
                }
            });
        }
    });
    let tally = tally.into_inner().unwrap();
    let Tally { seeds: played, events, takebacks, pauses, premoves, replies, lives, woken, ends, failed } =
        tally;
    println!(
        "{played} seeds from {from} on: {events} events, {takebacks} takebacks, {pauses} pauses, {premoves} premoves, {replies} conditional moves, {lives} lives, \
         {woken} games woken, {} seeds with faults",
        failed.len()
    );
    ends.iter().for_each(|(end, games)| println!("  {games:>6} games: {end}"));
    let failed: Vec<_> = failed.iter().map(|(seed, _)| seed).collect();
    assert!(failed.is_empty(), "seeds with faults: {failed:?}");
    // Else it would find nothing because nothing happens in it.
    let much_is_played = events > 10 * seeds
        && takebacks > seeds / 10
        && pauses > seeds / 10
        && premoves > seeds / 10
        && replies > seeds / 20;
    let much_happens = much_is_played && ends.len() > 6 && woken > seeds / 50;
    let counted = format!(
        "{events} events, {takebacks} takebacks, {pauses} pauses, {premoves} premoves, {replies} conditional moves, {woken} games woken, {ends:?}"
    );
    assert!(seeds < USUAL_SEEDS || much_happens, "{counted}");
}

#[test]
fn seeds_that_brought_faults_once_bring_none() {
    // A player in correspondence whose move could not be stored lost by it.
    for seed in [1541, 3558, 4051] {
        assert_eq!(simulate(seed, false).faults, Vec::<String>::new(), "seed {seed}");
    }
}

/// Prints what happens in the seed that `TABIYA_SIMULATE_SEED` names.
#[test]
fn a_seed_tells_the_same_story_twice() {
    let wanted = number("TABIYA_SIMULATE_SEED");
    let seeds = wanted.map_or(0..20, |seed| seed..seed + 1);
    for seed in seeds {
        let (first, second) = (simulate(seed, true), simulate(seed, true));
        if wanted.is_some() {
            first.trace.lines().iter().for_each(|line| println!("{line}"));
        }
        for (one, other) in first.trace.lines().iter().zip(second.trace.lines()) {
            assert_eq!(one, other, "seed {seed} told two stories");
        }
        assert_eq!(first.trace.hash(), second.trace.hash(), "seed {seed} told two stories");
        assert_eq!(first.faults, Vec::<String>::new(), "seed {seed}");
    }
}
