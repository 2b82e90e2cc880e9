// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is counted, under which names, for `/metrics`.

use std::sync::OnceLock;
use std::time::Duration;

use metrics::{
    Counter, Histogram, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

/// Seconds. A good server decides in microseconds and commits in a millisecond; a bad day is a second.
const BUCKETS: [f64; 16] =
    [1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0];

/// How often the values of histograms are folded in.
const UPKEEP: Duration = Duration::from_secs(5);

/// The process's one recorder, installed at the first call.
pub(crate) fn recorder() -> PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE
        .get_or_init(|| {
            let handle = PrometheusBuilder::new()
                .set_buckets(&BUCKETS)
                .expect("there are buckets")
                .install_recorder()
                .expect("nothing else installs a recorder");
            describe_counter!("tabiya_moves_total", "Moves that were committed");
            describe_counter!("tabiya_events_total", "Events of games that were committed");
            describe_counter!("tabiya_refusals_total", "Commands that were refused, by reason");
            describe_counter!("tabiya_games_created_total", "Games that were created");
            describe_counter!(
                "tabiya_turned_away_total",
                "Connections and sockets that were not taken in, by reason"
            );
            describe_counter!("tabiya_overflows_total", "Sockets that read too slowly");
            describe_gauge!("tabiya_connections", "Open connections, sockets included");
            describe_gauge!("tabiya_sockets", "Open game sockets");
            describe_gauge!("tabiya_rooms", "Games in memory");
            describe_histogram!("tabiya_queue_seconds", "From a command's socket to its turn in the room");
            describe_histogram!("tabiya_decide_seconds", "Deciding a command");
            describe_histogram!("tabiya_commit_seconds", "From asking the store to its commit");
            describe_histogram!("tabiya_fan_out_seconds", "From the commit until all outboxes have it");
            describe_histogram!("tabiya_lag_seconds", "From a ping to a client to its pong");
            gauge!("tabiya_connections").increment(0.0);
            gauge!("tabiya_sockets").set(0.0);
            gauge!("tabiya_rooms").increment(0.0);
            handle
        })
        .clone()
}

/// Until it is aborted. A histogram keeps every value until somebody folds them in; nobody may be reading them.
pub(crate) async fn upkeep() {
    let mut due = tokio::time::interval(UPKEEP);
    loop {
        due.tick().await;
        recorder().run_upkeep();
    }
}

/// What every move passes through; looked up once, for there are many moves.
struct Stages {
    moves: Counter,
    events: Counter,
    queue: Histogram,
    decide: Histogram,
    commit: Histogram,
    fan_out: Histogram,
}

fn stages() -> &'static Stages {
    static STAGES: OnceLock<Stages> = OnceLock::new();
    STAGES.get_or_init(|| Stages {
        moves: counter!("tabiya_moves_total"),
        events: counter!("tabiya_events_total"),
        queue: histogram!("tabiya_queue_seconds"),
        decide: histogram!("tabiya_decide_seconds"),
        commit: histogram!("tabiya_commit_seconds"),
        fan_out: histogram!("tabiya_fan_out_seconds"),
    })
}

/// A command's turn has come, so long after it arrived.
pub(crate) fn queued(took: Duration) {
    stages().queue.record(took);
}

pub(crate) fn decided(took: Duration) {
    stages().decide.record(took);
}

pub(crate) fn committed(events: usize, moves: usize, took: Duration) {
    let stages = stages();
    stages.events.increment(events as u64);
    stages.moves.increment(moves as u64);
    stages.commit.record(took);
}

pub(crate) fn fanned_out(took: Duration) {
    stages().fan_out.record(took);
}

/// A client has answered a ping.
pub(crate) fn lag(found: Duration) {
    histogram!("tabiya_lag_seconds").record(found);
}

pub(crate) fn refused(kind: &'static str) {
    counter!("tabiya_refusals_total", "kind" => kind).increment(1);
}

/// A connection or a socket was not taken in.
pub(crate) fn turned_away(reason: &'static str) {
    counter!("tabiya_turned_away_total", "reason" => reason).increment(1);
}

/// A client reads too slowly.
pub(crate) fn overflowed() {
    counter!("tabiya_overflows_total").increment(1);
}

pub(crate) fn game_created() {
    counter!("tabiya_games_created_total").increment(1);
}

/// Counts one in a gauge for as long as it lives.
pub(crate) struct Gauged(&'static str);

impl Gauged {
    pub(crate) fn connection() -> Self {
        Self::new("tabiya_connections")
    }

    pub(crate) fn socket() -> Self {
        Self::new("tabiya_sockets")
    }

    pub(crate) fn room() -> Self {
        Self::new("tabiya_rooms")
    }

    fn new(name: &'static str) -> Self {
        gauge!(name).increment(1.0);
        Self(name)
    }
}

impl Drop for Gauged {
    fn drop(&mut self) {
        gauge!(self.0).decrement(1.0);
    }
}
