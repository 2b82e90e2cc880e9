// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is counted, under which names, for `/metrics`.
//!
//! A crate above keeps its meters in statics of its own and makes them with [`counter`], [`gauge`] and [`histogram`].

use std::sync::LazyLock;
use std::time::Duration;

use prometheus::core::Collector;
pub use prometheus::{Histogram, IntCounter, IntGauge};
use prometheus::{HistogramOpts, IntCounterVec, Opts, Registry, TextEncoder};

/// Seconds. A good server decides in microseconds and commits in a millisecond; a bad day is a second.
const BUCKETS: [f64; 16] =
    [1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0];

/// All of the process's; each is an atomic or a few of them.
static METERS: LazyLock<Meters> = LazyLock::new(Meters::new);

/// Where each meter of the process is registered.
static REGISTRY: LazyLock<Names> = LazyLock::new(|| Names(Registry::new()));

struct Meters {
    moves: IntCounter,
    events: IntCounter,
    refusals: IntCounterVec,
    games_created: IntCounter,
    turned_away: IntCounterVec,
    overflows: IntCounter,
    connections: IntGauge,
    sockets: IntGauge,
    rooms: IntGauge,
    storage: IntGauge,
    queue: Histogram,
    decide: Histogram,
    commit: Histogram,
    fan_out: Histogram,
    lag: Histogram,
}

impl Meters {
    fn new() -> Self {
        let names = &*REGISTRY;
        Self {
            moves: names.counter("moves_total", "Moves that were committed"),
            events: names.counter("events_total", "Events of games that were committed"),
            refusals: names.counters("refusals_total", "Commands that were refused, by reason", "kind"),
            games_created: names.counter("games_created_total", "Games that were created"),
            turned_away: names.counters(
                "turned_away_total",
                "Connections and sockets that were not taken in, by reason",
                "reason",
            ),
            overflows: names.counter("overflows_total", "Sockets that read too slowly"),
            connections: names.gauge("connections", "Open connections, sockets included"),
            sockets: names.gauge("sockets", "Open game sockets"),
            rooms: names.gauge("rooms", "Games in memory"),
            storage: names.gauge("storage_ready", "1 while the data can be read and writes succeed, else 0"),
            queue: names.histogram("queue_seconds", "From a command's socket to its turn in the room"),
            decide: names.histogram("decide_seconds", "Deciding a command"),
            commit: names.histogram("commit_seconds", "From asking the store to its commit"),
            fan_out: names.histogram("fan_out_seconds", "From the commit until all outboxes have it"),
            lag: names.histogram("lag_seconds", "From a ping to a client to its pong"),
        }
    }
}

/// Makes meters under the program's name and registers them.
struct Names(Registry);

impl Names {
    fn counter(&self, name: &str, help: &str) -> IntCounter {
        self.registered(IntCounter::with_opts(options(name, help)))
    }

    fn counters(&self, name: &str, help: &str, label: &str) -> IntCounterVec {
        self.registered(IntCounterVec::new(options(name, help), &[label]))
    }

    fn gauge(&self, name: &str, help: &str) -> IntGauge {
        self.registered(IntGauge::with_opts(options(name, help)))
    }

    fn histogram(&self, name: &str, help: &str) -> Histogram {
        let options = HistogramOpts::from(options(name, help)).buckets(BUCKETS.to_vec());
        self.registered(Histogram::with_opts(options))
    }

    fn registered<M: Collector + Clone + 'static>(&self, meter: prometheus::Result<M>) -> M {
        let meter = meter.expect("the name is well formed");
        self.0.register(Box::new(meter.clone())).expect("each name is given once");
        meter
    }
}

fn options(name: &str, help: &str) -> Opts {
    Opts::new(name, help).namespace("tabiya")
}

/// A counter of a subject, which `/metrics` shows as `tabiya_NAME`; its name ends in `_total`. To be kept in a `LazyLock`:
///
/// ```
/// use std::sync::LazyLock;
/// use tabiya_runtime::measure::{self, IntCounter};
///
/// static SOLVED: LazyLock<IntCounter> =
///     LazyLock::new(|| measure::counter("puzzles_solved_total", "Puzzles that were solved"));
/// SOLVED.inc();
/// assert!(measure::text().contains("tabiya_puzzles_solved_total 1"));
/// ```
///
/// # Panics
/// If a meter has that name already, or it has letters other than `a` to `z`, digits and `_`.
pub fn counter(name: &str, help: &str) -> IntCounter {
    REGISTRY.counter(name, help)
}

/// The same for a number that goes up and down.
///
/// # Panics
/// As [`counter`] does.
pub fn gauge(name: &str, help: &str) -> IntGauge {
    REGISTRY.gauge(name, help)
}

/// The same for durations in seconds, from 10 µs to 1 s; its name ends in `_seconds`.
///
/// # Panics
/// As [`counter`] does.
pub fn histogram(name: &str, help: &str) -> Histogram {
    REGISTRY.histogram(name, help)
}

/// All of them in Prometheus' text format.
pub fn text() -> String {
    LazyLock::force(&METERS);
    let families = REGISTRY.0.gather();
    TextEncoder::new().encode_to_string(&families).expect("each meter has a name and values")
}

/// What the desk shows.
pub struct Live {
    /// Games in memory.
    pub games: u64,
    /// Moves that were committed since the server's start.
    pub moves: u64,
    /// Seconds within which 99 of 100 commits were durable, rounded up to a bucket; none before the first.
    pub commit_p99: Option<f64>,
}

/// Reads what the desk shows.
pub fn live() -> Live {
    let families = METERS.commit.collect();
    let metric = families.first().and_then(|family| family.get_metric().first());
    let commit_p99 = metric.and_then(|metric| {
        let commits = metric.get_histogram();
        let all = commits.get_sample_count();
        let mut buckets = commits.get_bucket().iter();
        let bucket = buckets.find(|bucket| bucket.cumulative_count() * 100 >= all * 99)?;
        (all > 0).then(|| bucket.upper_bound())
    });
    let games = u64::try_from(METERS.rooms.get()).unwrap_or_default();
    Live { games, moves: METERS.moves.get(), commit_p99 }
}

/// A command's turn has come, so long after it arrived.
pub fn queued(took: Duration) {
    METERS.queue.observe(took.as_secs_f64());
}

/// A room has decided a command, and took so long.
pub fn decided(took: Duration) {
    METERS.decide.observe(took.as_secs_f64());
}

/// So many events, and so many moves among them, were committed, so long after the store was asked.
pub fn committed(events: usize, moves: usize, took: Duration) {
    METERS.events.inc_by(events as u64);
    METERS.moves.inc_by(moves as u64);
    METERS.commit.observe(took.as_secs_f64());
}

/// How many moves were committed since the start.
pub(crate) fn moves_committed() -> u64 {
    METERS.moves.get()
}

/// The events of a commit are in all outboxes, so long after the commit.
pub fn fanned_out(took: Duration) {
    METERS.fan_out.observe(took.as_secs_f64());
}

/// A client has answered a ping.
pub fn lag(found: Duration) {
    METERS.lag.observe(found.as_secs_f64());
}

/// A command was refused. `kind` is the refusal's code (`Refusal::kind`).
pub fn refused(kind: &'static str) {
    METERS.refusals.with_label_values(&[kind]).inc();
}

/// A connection or a socket was not taken in.
pub fn turned_away(reason: &'static str) {
    METERS.turned_away.with_label_values(&[reason]).inc();
}

/// A client reads too slowly.
pub fn overflowed() {
    METERS.overflows.inc();
}

/// Whether the storage answers.
pub(crate) fn storage_ready(is_ready: bool) {
    METERS.storage.set(is_ready.into());
}

/// A game was created.
pub fn game_created() {
    METERS.games_created.inc();
}

/// Counts one in a gauge for as long as it lives.
pub struct Gauged(&'static IntGauge);

impl Gauged {
    /// Counts an open connection, sockets included.
    pub fn connection() -> Self {
        Self::new(&METERS.connections)
    }

    /// Counts an open WebSocket.
    pub fn socket() -> Self {
        Self::new(&METERS.sockets)
    }

    /// Counts a game in memory.
    pub fn room() -> Self {
        Self::new(&METERS.rooms)
    }

    fn new(gauge: &'static IntGauge) -> Self {
        gauge.inc();
        Self(gauge)
    }
}

impl Drop for Gauged {
    fn drop(&mut self) {
        self.0.dec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meters_of_other_crates_stand_beside_ours() {
        counter("tries_total", "Tries").inc_by(3);
        gauge("waiting", "Those who wait").set(2);
        histogram("waited_seconds", "How long they waited").observe(0.004);
        let text = text();
        for line in [
            "# HELP tabiya_tries_total Tries",
            "tabiya_tries_total 3",
            "tabiya_waiting 2",
            "tabiya_waited_seconds_bucket{le=\"0.002\"} 0",
            "tabiya_waited_seconds_bucket{le=\"0.005\"} 1",
            "tabiya_moves_total ",
        ] {
            assert!(text.lines().any(|each| each.starts_with(line)), "{line}\n{text}");
        }
    }

    #[test]
    #[should_panic = "each name is given once"]
    fn a_second_meter_of_a_name_is_a_fault() {
        gauge("twice", "Made here");
        gauge("twice", "Made there");
    }
}
