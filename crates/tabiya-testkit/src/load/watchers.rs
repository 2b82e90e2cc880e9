// SPDX-License-Identifier: AGPL-3.0-or-later
//! One game that many watch: how long after a move's acknowledgement the last watcher has it.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use super::figures::Histogram;

/// The moves of the watched game.
#[derive(Default)]
pub(super) struct Watching(BTreeMap<u32, Watched>);

/// One move.
#[derive(Default)]
struct Watched {
    /// When the mover had its acknowledgement.
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

    /// The figures over all moves that every watcher has heard.
    pub(super) fn figures(&self, watchers: usize) -> Vec<(&'static str, Value)> {
        let mut last = Histogram::new();
        let mut moves = 0;
        for watched in self.0.values().filter(|watched| watched.heard >= watchers) {
            if let Some(acknowledged) = watched.acknowledged {
                last.add(watched.last.saturating_sub(acknowledged));
                moves += 1;
            }
        }
        vec![
            ("watchers", json!(watchers)),
            ("watched_moves", json!(moves)),
            ("last_watcher_p50_ms", json!(last.at(0.5))),
            ("last_watcher_p99_ms", json!(last.at(0.99))),
            ("last_watcher_max_ms", json!(last.longest_ms())),
        ]
    }
}
