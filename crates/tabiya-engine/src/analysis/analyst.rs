// SPDX-License-Identifier: MIT OR Apache-2.0
//! Who looks at positions: our own engine, or another one.

use std::io;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tabiya_rules::History;

use crate::limits::{Limits, Stopwatch};
use crate::report::{Info, Report};
use crate::search::Engine;

/// How much a position is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many positions of the tree: the same answer on every machine.
    Nodes(u64),
    /// So long.
    Time(Duration),
}

/// A position to be looked at.
#[derive(Clone, Debug)]
pub struct Request {
    /// The position, and the game before it, for repetitions.
    pub history: History,
    /// How much it is looked at.
    pub budget: Budget,
    /// How many best lines are wanted; 0 and 1 mean one.
    pub lines: usize,
}

/// Somebody who looks at positions, one after the other.
pub trait Analyst: Send {
    /// Looks at a position until the budget is used up or `stop` is raised; `on_info` hears what is found meanwhile.
    ///
    /// # Errors
    /// If it can't go on; it is not asked again then.
    fn analyse(
        &mut self,
        request: &Request,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&Info),
    ) -> io::Result<Report>;
}

/// Our own engine. It remembers nothing from one request to the next, so an answer within so many nodes does not
/// depend on what was asked before.
pub struct OwnEngine<W> {
    engine: Engine,
    new_stopwatch: W,
}

impl<W: Fn() -> Box<dyn Stopwatch + Send> + Send> OwnEngine<W> {
    /// With a table of so many MiB; `new_stopwatch` is called with each request and gives a watch that starts then.
    #[must_use]
    pub fn new(hash_mebibytes: usize, new_stopwatch: W) -> OwnEngine<W> {
        OwnEngine { engine: Engine::new(hash_mebibytes), new_stopwatch }
    }
}

impl<W: Fn() -> Box<dyn Stopwatch + Send> + Send> Analyst for OwnEngine<W> {
    fn analyse(
        &mut self,
        request: &Request,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&Info),
    ) -> io::Result<Report> {
        let limits = match request.budget {
            Budget::Nodes(nodes) => Limits::nodes(nodes),
            Budget::Time(time) => Limits::move_time(time),
        };
        let limits = Limits { multi_pv: request.lines, ..limits };
        self.engine.clear();
        let watch = (self.new_stopwatch)();
        Ok(self.engine.search(&request.history, &limits, stop, &*watch, on_info))
    }
}
