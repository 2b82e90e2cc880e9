// SPDX-License-Identifier: MIT OR Apache-2.0
//! What analyses positions: our own engine, or another UCI engine.

use std::io;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tabiya_rules::History;

use crate::limits::{Limits, Stopwatch};
use crate::report::{Info, Report};
use crate::search::Engine;

/// How long a position is analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// This number of nodes. The answer is then the same on every machine.
    Nodes(u64),
    /// This length of time.
    Time(Duration),
}

/// A position to be analysed.
#[derive(Clone, Debug)]
pub struct Request {
    /// The position, with the game before it, so that repetitions are known.
    pub history: History,
    /// How long it is analysed.
    pub budget: Budget,
    /// How many of the best lines are wanted; 0 and 1 mean one.
    pub lines: usize,
}

/// Something that analyses positions, one after the other.
pub trait Analyst: Send {
    /// Analyses a position until the budget is used up or `stop` is set. Calls `on_info` with each
    /// intermediate result.
    ///
    /// # Errors
    /// If the analyst can't go on. The pool does not use it again after that.
    fn analyse(
        &mut self,
        request: &Request,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&Info),
    ) -> io::Result<Report>;
}

/// Our own engine. It clears its memory before each request, so an answer within a number of nodes does not
/// depend on earlier requests.
pub struct OwnEngine<W> {
    engine: Engine,
    new_stopwatch: W,
}

impl<W: Fn() -> Box<dyn Stopwatch + Send> + Send> OwnEngine<W> {
    /// An engine with a transposition table of this many MiB. `new_stopwatch` is called for each request and
    /// returns a stopwatch that starts at that moment.
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
