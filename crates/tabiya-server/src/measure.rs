// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is counted, under which names, for `/metrics`.

use std::sync::OnceLock;
use std::time::Duration;

use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

/// Seconds; a commit takes well under a millisecond on a good disk and a second on a bad day.
const COMMIT_BUCKETS: [f64; 10] = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0];

/// How often the values of histograms are folded in.
const UPKEEP: Duration = Duration::from_secs(5);

/// The process's one recorder, installed at the first call.
pub(crate) fn recorder() -> PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE
        .get_or_init(|| {
            let handle = PrometheusBuilder::new()
                .set_buckets(&COMMIT_BUCKETS)
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
            describe_histogram!("tabiya_commit_seconds", "From asking the store to its commit");
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

pub(crate) fn committed(events: usize, moves: usize, took: Duration) {
    counter!("tabiya_events_total").increment(events as u64);
    counter!("tabiya_moves_total").increment(moves as u64);
    histogram!("tabiya_commit_seconds").record(took);
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
