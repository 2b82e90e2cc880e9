// SPDX-License-Identifier: MIT OR Apache-2.0
//! Helper threads (Lazy SMP): they run the same search, to fill the table that all threads share.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tabiya_rules::History;

use super::thread::{RootMove, Searcher, StopConditions, ThreadState};
use crate::limits::{Budget, Limits, Untimed};
use crate::report::{Info, Report};
use crate::threads::Starter;
use crate::tt::Table;

/// Runs the search, with one helper thread for each of these states.
pub(super) fn deepen_with(
    helpers: &mut [ThreadState],
    searcher: &mut Searcher<'_>,
    history: &History,
    limits: &Limits,
    on_info: &mut dyn FnMut(&Info),
) -> Report {
    let (table, visited) = (searcher.table, searcher.conditions.visited);
    let (over, starter) = (AtomicBool::new(false), Starter::of(helpers.len()));
    thread::scope(|scope| {
        for state in helpers {
            let conditions = StopConditions {
                stop: &over,
                watch: &Untimed,
                nodes: limits.nodes,
                budget: Budget::default(),
                visited,
            };
            let (root_moves, lines) = (searcher.root_moves.clone(), limits.multi_pv);
            let job = move || help(history, table, state, conditions, root_moves, lines);
            // If the system starts no more threads, those that run are enough for an answer.
            if !starter.start(scope, job) {
                break;
            }
        }
        // Stops the helper threads even if the search panics.
        let _at_the_end = SetOnDrop(&over);
        searcher.deepen(limits, on_info)
    })
}

/// A helper thread: searches until it is told to stop.
fn help(
    history: &History,
    table: &Table,
    state: &mut ThreadState,
    conditions: StopConditions<'_>,
    root_moves: Vec<RootMove>,
    multi_pv: usize,
) {
    let mut searcher = Searcher::new(history, table, state, conditions, None);
    searcher.root_moves = root_moves;
    searcher.grace = 0;
    searcher.deepen(&Limits { multi_pv, ..Limits::default() }, &mut |_| ());
}

/// Sets the flag when it is dropped.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
