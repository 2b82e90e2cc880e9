// SPDX-License-Identifier: AGPL-3.0-or-later
//! Asks the engine about a position, with a fixed number of nodes.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use tabiya_engine::Bound;
use tabiya_engine::analysis::{Analyst, Budget, Request};
use tabiya_rules::History;

use crate::proof::{Seen, SeenLine};

/// The engine can't go on, or somebody asked it to stop.
#[derive(Debug, thiserror::Error)]
pub enum Interrupted {
    /// It was stopped.
    #[error("the search was stopped")]
    Stopped,
    /// The engine failed.
    #[error("the engine failed: {0}")]
    Failed(#[from] io::Error),
}

/// The engine, and when it must stop.
pub(crate) struct Eyes<'a> {
    pub(crate) analyst: &'a mut dyn Analyst,
    pub(crate) stop: &'a AtomicBool,
}

impl Eyes<'_> {
    /// So many of the best lines. Lines of different depths can't be compared, so what counts is the last depth that was
    /// searched for all of them.
    pub(crate) fn look(&mut self, history: &History, nodes: u64, lines: usize) -> Result<Seen, Interrupted> {
        let request = Request { history: history.clone(), budget: Budget::Nodes(nodes), lines };
        let (mut depth, mut found) = (0, Vec::new());
        let report = self.analyst.analyse(&request, self.stop, &mut |info| {
            if info.bound != Bound::Exact {
                return;
            }
            if info.multi_pv == 1 {
                depth = info.line.depth;
                found.clear();
            }
            if let Some(mv) = info.line.pv.first() {
                found.push(SeenLine { mv: *mv, score: info.line.score });
            }
        })?;
        if self.stop.load(Ordering::Relaxed) {
            return Err(Interrupted::Stopped);
        }
        // A position without a legal move has no lines, and one in which no depth was completed is told at the end alone.
        if found.is_empty()
            && let Some(mv) = report.best
        {
            found.push(SeenLine { mv, score: report.score });
        }
        Ok(Seen { nodes, depth, lines: found })
    }
}
