// SPDX-License-Identifier: MIT OR Apache-2.0
//! A search that is run one depth at a time.

use std::sync::atomic::{AtomicBool, AtomicU64};

use tabiya_rules::{History, Move};

use super::deepen::Progress;
use super::thread::{Searcher, StopConditions, ThreadState, Workspace};
use crate::limits::{Budget, Limits, Stopwatch};
use crate::report::{Info, Report};
use crate::tt::Table;

/// A search that [`Engine::begin`](super::Engine::begin) began and [`Engine::step`](super::Engine::step) runs one
/// depth at a time.
pub struct Steps {
    history: History,
    limits: Limits,
    /// Nodes visited, as far as the searcher has reported them.
    visited: AtomicU64,
    state: State,
}

enum State {
    Fresh,
    Between(Workspace, Progress),
    Over(Report),
}

impl Steps {
    pub(super) fn new(history: &History, limits: &Limits) -> Steps {
        let limits = Limits { mate: None, ..limits.clone() };
        Steps { history: history.clone(), limits, visited: AtomicU64::new(0), state: State::Fresh }
    }

    pub(super) fn next(
        &mut self,
        table: &Table,
        thread: &mut ThreadState,
        stop: &AtomicBool,
        watch: &dyn Stopwatch,
        on_info: &mut dyn FnMut(&Info),
    ) -> Option<Report> {
        let Steps { history, limits, visited, state } = self;
        let budget = Budget::new(limits);
        let conditions = StopConditions { stop, watch, nodes: limits.nodes, budget, visited };
        let over = match std::mem::replace(state, State::Fresh) {
            State::Fresh => {
                let mut searcher = Searcher::new(history, table, thread, conditions, None);
                let asked = |mv: Move| limits.search_moves.is_empty() || limits.search_moves.contains(&mv);
                match searcher.list_allowed(asked) {
                    Some(report) => Ok(report),
                    None => Err((searcher, Progress::default())),
                }
            }
            State::Between(workspace, progress) => {
                Err((Searcher::with(workspace, table, thread, conditions, None), progress))
            }
            State::Over(report) => Ok(report),
        };
        let report = match over {
            Ok(report) => report,
            Err((mut searcher, mut progress)) => {
                if searcher.deepen_once(limits, &mut progress, on_info) {
                    *state = State::Between(searcher.into_workspace(), progress);
                    return None;
                }
                searcher.conclude(limits, &progress, on_info)
            }
        };
        *state = State::Over(report.clone());
        Some(report)
    }
}

impl std::fmt::Debug for Steps {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Steps").field("limits", &self.limits).finish_non_exhaustive()
    }
}
