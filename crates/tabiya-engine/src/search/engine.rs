// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine's public interface: a transposition table, search threads, and calls that choose a move.

use std::sync::atomic::{AtomicBool, AtomicU64};

use tabiya_rules::{History, Move, Position};

use super::steps::Steps;
use super::thread::{Searcher, StopConditions, ThreadState};
use crate::eval::board::Board;
use crate::evaluation::Evaluation;
use crate::handicap::Handicap;
use crate::level::Strength;
use crate::limits::{Budget, Limits, Stopwatch};
use crate::report::{Info, Report};
use crate::tt::Table;

/// A chess engine.
///
/// The engine keeps its tables from one search to the next; [`clear`](Engine::clear) empties them. With one
/// thread, the same searches in the same order, limited by depth or nodes, always give the same answers.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use tabiya_engine::{Engine, Limits, Score, Untimed};
/// use tabiya_rules::{History, Position};
///
/// let mut engine = Engine::new(1);
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")?;
/// let history = History::new(position);
/// let report = engine.search(&history, &Limits::depth(4), &AtomicBool::new(false), &Untimed, &mut |_| ());
/// assert_eq!(report.score, Score::Mate(1));
/// # Ok::<(), tabiya_rules::FenError>(())
/// ```
pub struct Engine {
    mebibytes: usize,
    threads: usize,
    evaluation: Evaluation,
    /// Allocated by the first search, so that an idle engine costs nothing.
    table: Option<Table>,
    /// One for each thread; also allocated by the first search.
    states: Vec<ThreadState>,
}

impl Engine {
    /// The smallest transposition table, in MiB.
    pub const MIN_HASH: usize = 1;
    /// The largest transposition table, in MiB.
    pub const MAX_HASH: usize = 65_536;
    /// The maximum number of search threads: one where there are no threads, as in a browser.
    pub const MAX_THREADS: usize = if cfg!(target_family = "wasm") { 1 } else { 256 };

    /// An engine whose transposition table takes this many MiB. The memory is allocated by the first search.
    #[must_use]
    pub fn new(hash_mebibytes: usize) -> Engine {
        let mebibytes = hash_mebibytes.clamp(Engine::MIN_HASH, Engine::MAX_HASH);
        Engine { mebibytes, threads: 1, evaluation: Evaluation::default(), table: None, states: Vec::new() }
    }

    /// Changes the size of the table, in MiB, and empties it.
    pub fn set_hash(&mut self, mebibytes: usize) {
        let mebibytes = mebibytes.clamp(Engine::MIN_HASH, Engine::MAX_HASH);
        if mebibytes != self.mebibytes {
            self.mebibytes = mebibytes;
            self.table = None;
        }
    }

    /// The size of the table in MiB. Once it is allocated, this may be less than what was asked for, if there
    /// is not as much memory.
    #[must_use]
    pub fn hash(&self) -> usize {
        self.mebibytes
    }

    /// Sets the number of search threads for the following searches, at least one. The threads share the
    /// table, so each uses the others' results. With more than one thread, equal searches no longer give
    /// equal answers.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, Engine::MAX_THREADS);
        self.states.truncate(self.threads);
    }

    /// Sets the evaluation and clears all tables. Levels below 13 always use the hand-crafted evaluation,
    /// because their errors were measured with it.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.evaluation = evaluation;
        self.states.clear();
        self.clear();
    }

    /// Allocates the memory now, so that the first search starts at once.
    pub fn prepare(&mut self) {
        self.parts();
    }

    /// The transposition table, and the state of each thread.
    fn parts(&mut self) -> (&Table, &mut [ThreadState]) {
        let mebibytes = self.mebibytes;
        let table = self.table.get_or_insert_with(|| Table::new(mebibytes));
        self.mebibytes = table.mebibytes();
        while self.states.len() < self.threads {
            self.states.push(ThreadState::new(self.evaluation.clone()));
        }
        (table, &mut self.states)
    }

    /// Clears all tables: the next search does not use results of earlier ones.
    pub fn clear(&mut self) {
        if let Some(table) = &self.table {
            table.clear();
        }
        for state in &mut self.states {
            state.histories.clear();
        }
    }

    /// The static evaluation of the position for the side to move, in hundredths of a pawn, without a search.
    /// It means little in check or where a capture is possible.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let (_, states) = self.parts();
        states[0].evaluator.evaluate(&Board::new(*position), 0)
    }

    /// Searches for the best move.
    ///
    /// The report has a legal move if there is one, whatever the limits are and however early `stop` is set.
    /// `on_info` is called at the end of each iteration.
    pub fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &dyn Stopwatch,
        on_info: &mut dyn FnMut(&Info),
    ) -> Report {
        let (table, states) = self.parts();
        let allowed = |mv: Move| limits.search_moves.is_empty() || limits.search_moves.contains(&mv);
        table.grow_older();
        run(history, limits, stop, watch, on_info, table, states, None, &allowed)
    }

    /// Begins a search that [`step`](Engine::step) runs one depth at a time, on one thread. Between two depths the
    /// caller can do other things, such as listening whether the search is still wanted. In all, the search visits
    /// the same nodes and gives the same report as [`search`](Engine::search), except that `limits.mate` is ignored.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use tabiya_engine::{Engine, Limits, Untimed};
    /// use tabiya_rules::{History, Position};
    ///
    /// let mut engine = Engine::new(1);
    /// let mut steps = engine.begin(&History::new(Position::start()), &Limits::depth(4));
    /// let mut depths = 1;
    /// let report = loop {
    ///     match engine.step(&mut steps, &AtomicBool::new(false), &Untimed, &mut |_| ()) {
    ///         Some(report) => break report,
    ///         None => depths += 1,
    ///     }
    /// };
    /// assert_eq!((report.depth, depths), (4, 4));
    /// ```
    pub fn begin(&mut self, history: &History, limits: &Limits) -> Steps {
        self.parts().0.grow_older();
        Steps::new(history, limits)
    }

    /// Searches the next depth. Returns the report when the search is over: because of its limits, because
    /// `stop` was set, or because there is nothing left to search. After that, each call returns the same report.
    pub fn step(
        &mut self,
        steps: &mut Steps,
        stop: &AtomicBool,
        watch: &dyn Stopwatch,
        on_info: &mut dyn FnMut(&Info),
    ) -> Option<Report> {
        let (table, states) = self.parts();
        steps.next(table, &mut states[0], stop, watch, on_info)
    }

    /// Chooses a move like a player of that level or strength.
    ///
    /// Give each game its own seed. The answer depends only on the moves of the game, the level and the seed,
    /// unless time or `stop` ends the search early. The level sets the depth and the number of nodes, and
    /// `limits` can only lower them. Pass the clock if there is one, and [`Limits::default`] if not.
    pub fn play_at_level(
        &mut self,
        history: &History,
        strength: impl Into<Strength>,
        seed: u64,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &dyn Stopwatch,
    ) -> Report {
        let handicap = Handicap::new(history.position(), strength.into(), seed);
        let asked = |mv: Move| limits.search_moves.is_empty() || limits.search_moves.contains(&mv);
        if let Some(report) = handicap.at_once(history, asked).filter(|report| report.best.is_some_and(asked))
        {
            return report;
        }
        let least = |own: u64, asked: Option<u64>| Some(asked.map_or(own, |asked| asked.min(own)));
        let within = Limits {
            depth: least(handicap.depth().into(), limits.depth.map(u64::from)).map(|depth| depth as u8),
            nodes: least(handicap.nodes(), limits.nodes),
            ..limits.clone()
        };
        // A table of its own keeps out results of other games, and keeps this player's errors out of the
        // engine's table.
        let table = Table::new(handicap.hash_mebibytes());
        let considered = handicap.first_moves(history.position());
        let allowed = |mv: Move| considered.contains(&mv) && asked(mv);
        let overlooked = (!handicap.is_full()).then_some(&handicap);
        let evaluation = if handicap.uses_network() { self.evaluation.clone() } else { Evaluation::ByHand };
        let mut state = [ThreadState::new(evaluation)];
        run(history, &within, stop, watch, &mut |_| (), &table, &mut state, overlooked, &allowed)
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("mebibytes", &self.mebibytes).finish_non_exhaustive()
    }
}

/// Runs one search.
#[allow(clippy::too_many_arguments, reason = "private, called from two places above")]
fn run(
    history: &History,
    limits: &Limits,
    stop: &AtomicBool,
    watch: &dyn Stopwatch,
    on_info: &mut dyn FnMut(&Info),
    table: &Table,
    states: &mut [ThreadState],
    handicap: Option<&Handicap>,
    allowed: &dyn Fn(Move) -> bool,
) -> Report {
    #[cfg_attr(target_family = "wasm", allow(unused_variables, reason = "there are no threads"))]
    let Some((state, helpers)) = states.split_first_mut() else {
        unreachable!("there is a workbench for each thread, and one thread at least")
    };
    let visited = AtomicU64::new(0);
    let conditions =
        StopConditions { stop, watch, nodes: limits.nodes, budget: Budget::new(limits), visited: &visited };
    let mut searcher = Searcher::new(history, table, state, conditions, handicap);
    if let Some(report) = searcher.list_allowed(allowed) {
        return report;
    }
    #[cfg(not(target_family = "wasm"))]
    if let Some(moves) = limits.mate
        && let Some(report) = searcher.find_mate(moves, on_info)
    {
        return report;
    }
    if let Some(depth) = limits.depth_without_mate() {
        return searcher.deepen(&Limits { depth: Some(depth), ..limits.clone() }, on_info);
    }
    #[cfg(target_family = "wasm")]
    return searcher.deepen(limits, on_info);
    #[cfg(not(target_family = "wasm"))]
    super::helpers::deepen_with(helpers, &mut searcher, history, limits, on_info)
}
