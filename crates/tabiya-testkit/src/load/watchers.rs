// SPDX-License-Identifier: AGPL-3.0-or-later
//! One game with many watchers: the time from a move's acknowledgement until the last watcher has it.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use crate::latencies::Latencies;

/// The moves of the watched game.
#[derive(Default)]
pub(super) struct Watching(BTreeMap<u32, Watched>);

/// One move of that game.
#[derive(Default)]
struct Watched {
    /// When the mover received the acknowledgement.
    acknowledged: Option<Duration>,
    heard: usize,
    last: Duration,
}

impl Watching {
    pub(super) fn acknowledged(&mut self, ply: u32, now: Duration) {
        self.0.entry(ply).or_default().acknowledged.get_or_insert(now);
    }

    pub(super) fn heard(&mut self, ply: u32, now: Duration) {
        let watched = self.0.entry(ply).or_default();
        watched.heard += 1;
        watched.last = now;
    }

    /// The figures of all moves that every watcher has received.
    pub(super) fn figures(&self, watchers: usize) -> Vec<(&'static str, Value)> {
        let mut last = Latencies::default();
        let mut moves = 0;
        for watched in self.0.values().filter(|watched| watched.heard >= watchers) {
            if let Some(acknowledged) = watched.acknowledged {
                last.add(Duration::ZERO, watched.last.saturating_sub(acknowledged));
                moves += 1;
            }
        }
        let [p50, p99, longest] = last.at([0.5, 0.99, 1.0]);
        vec![
            ("watchers", json!(watchers)),
            ("watched_moves", json!(moves)),
            ("last_watcher_p50_ms", json!(p50)),
            ("last_watcher_p99_ms", json!(p99)),
            ("last_watcher_max_ms", json!(longest)),
        ]
    }
}
