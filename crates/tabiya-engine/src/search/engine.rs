// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine as others see it: a table, a memory, and a way to ask for a move.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use tabiya_rules::{History, Move, Position};

use super::thread::{Brakes, RootMove, Searcher, Workbench};
use crate::board::Board;
use crate::evaluation::Evaluation;
use crate::handicap::Handicap;
use crate::level::Strength;
use crate::limits::{Budget, Limits, Stopwatch, Untimed};
use crate::report::{Info, Report};
use crate::score::Score;
use crate::tt::Table;

/// A chess engine.
///
/// It keeps what it learnt from one search to the next; [`clear`](Engine::clear) makes it forget. With the same
/// searches in the same order, limited by depth or nodes, it always answers the same, as long as it has one thread.
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
    /// Made with the first search, so that an engine in waiting costs nothing.
    table: Option<Table>,
    /// One for each thread; made with the first search, too.
    benches: Vec<Workbench>,
}

impl Engine {
    /// The smallest transposition table, in MiB.
    pub const LEAST_HASH: usize = 1;
    /// The largest transposition table, in MiB.
    pub const MOST_HASH: usize = 65_536;
    /// With how many threads it can search at most.
    pub const MOST_THREADS: usize = 256;

    /// An engine whose transposition table takes so many MiB. Memory is taken with the first search.
    #[must_use]
    pub fn new(hash_mebibytes: usize) -> Engine {
        let mebibytes = hash_mebibytes.clamp(Engine::LEAST_HASH, Engine::MOST_HASH);
        Engine { mebibytes, threads: 1, evaluation: Evaluation::default(), table: None, benches: Vec::new() }
    }

    /// Changes the size of the table, in MiB; what was in it is lost.
    pub fn set_hash(&mut self, mebibytes: usize) {
        let mebibytes = mebibytes.clamp(Engine::LEAST_HASH, Engine::MOST_HASH);
        if mebibytes != self.mebibytes {
            self.mebibytes = mebibytes;
            self.table = None;
        }
    }

    /// Searches with so many threads from now on, at least one. They share the table, so what one finds another need not look
    /// for; with more than one, equal searches no longer give equal answers.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, Engine::MOST_THREADS);
        self.benches.truncate(self.threads);
    }

    /// Lets another one judge positions; everything learnt so far is forgotten. Levels below 10 don't ask it: what
    /// they overlook and misjudge was measured with the evaluation written by hand.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.evaluation = evaluation;
        self.benches.clear();
        self.clear();
    }

    /// Takes the memory now rather than with the first search, which then starts at once.
    pub fn prepare(&mut self) {
        self.parts();
    }

    /// The table, and a workbench for each thread.
    fn parts(&mut self) -> (&Table, &mut [Workbench]) {
        let mebibytes = self.mebibytes;
        let table = self.table.get_or_insert_with(|| Table::new(mebibytes));
        while self.benches.len() < self.threads {
            self.benches.push(Workbench::new(self.evaluation.clone()));
        }
        (table, &mut self.benches)
    }

    /// Forgets everything: the next search does not know what was searched before.
    pub fn clear(&mut self) {
        if let Some(table) = &self.table {
            table.clear();
        }
        for bench in &mut self.benches {
            bench.memory.clear();
        }
    }

    /// What the position is worth for the side to move at first sight, in hundredths of a pawn; nothing is looked ahead. It
    /// means little in check or where something can be taken.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let (_, benches) = self.parts();
        benches[0].judge.evaluate(&Board::new(*position), 0)
    }

    /// Looks for the best move.
    ///
    /// Whatever the limits and however soon `stop` is raised, the report has a legal move if there is one. `on_info` hears of
    /// each finished iteration.
    pub fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &dyn Stopwatch,
        on_info: &mut dyn FnMut(&Info),
    ) -> Report {
        let (table, benches) = self.parts();
        let allowed = |mv: Move| limits.search_moves.is_empty() || limits.search_moves.contains(&mv);
        table.grow_older();
        run(history, limits, stop, watch, on_info, table, benches, None, &allowed)
    }

    /// Chooses a move as a player of that level or strength would.
    ///
    /// The answer depends on the game's moves, the level and the seed alone (give each game its own seed), unless time or
    /// `stop` cuts it short. The level says how much is searched; `limits` can only make it less: pass the clock if there
    /// is one, [`Limits::default`] if not.
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
        if let Some(report) = handicap.at_once(history)
            && report
                .best
                .is_some_and(|mv| limits.search_moves.is_empty() || limits.search_moves.contains(&mv))
        {
            return report;
        }
        let least = |own: u64, asked: Option<u64>| Some(asked.map_or(own, |asked| asked.min(own)));
        let within = Limits {
            depth: least(handicap.depth().into(), limits.depth.map(u64::from)).map(|depth| depth as u8),
            nodes: least(handicap.nodes(), limits.nodes),
            ..limits.clone()
        };
        // Nothing may be left from other games, and nothing of this player's errors may stay.
        let table = Table::new(handicap.hash_mebibytes());
        let considered = handicap.first_moves(history.position());
        let allowed = |mv: Move| {
            considered.contains(&mv) && (limits.search_moves.is_empty() || limits.search_moves.contains(&mv))
        };
        let blind = (!handicap.is_full()).then_some(&handicap);
        let evaluation = if handicap.asks_the_net() { self.evaluation.clone() } else { Evaluation::ByHand };
        let mut bench = [Workbench::new(evaluation)];
        run(history, &within, stop, watch, &mut |_| (), &table, &mut bench, blind, &allowed)
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("mebibytes", &self.mebibytes).finish_non_exhaustive()
    }
}

/// One search with everything it needs.
#[allow(clippy::too_many_arguments, reason = "private, called from two places above")]
fn run(
    history: &History,
    limits: &Limits,
    stop: &AtomicBool,
    watch: &dyn Stopwatch,
    on_info: &mut dyn FnMut(&Info),
    table: &Table,
    benches: &mut [Workbench],
    handicap: Option<&Handicap>,
    allowed: &dyn Fn(Move) -> bool,
) -> Report {
    let Some((bench, helpers)) = benches.split_first_mut() else {
        unreachable!("there is a workbench for each thread, and one thread at least")
    };
    let visited = AtomicU64::new(0);
    let brakes = Brakes { stop, watch, nodes: limits.nodes, budget: Budget::new(limits), visited: &visited };
    let mut searcher = Searcher::new(history, table, bench, brakes, handicap);
    searcher.list_root_moves(allowed);
    if searcher.root_moves.is_empty() {
        searcher.list_root_moves(|_| true);
    }
    if searcher.root_moves.is_empty() {
        let mated = history.position().is_check();
        return Report::without_moves(if mated { Score::Mate(0) } else { Score::Cp(0) });
    }
    if let Some(moves) = limits.mate
        && let Some(report) = searcher.find_mate(moves, on_info)
    {
        return report;
    }
    if let Some(depth) = limits.depth_without_mate() {
        return searcher.deepen(&Limits { depth: Some(depth), ..limits.clone() }, on_info);
    }
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        for bench in helpers {
            let brakes = Brakes {
                stop: &over,
                watch: &Untimed,
                nodes: limits.nodes,
                budget: Budget::default(),
                visited: &visited,
            };
            let (root_moves, lines) = (searcher.root_moves.clone(), limits.multi_pv);
            scope.spawn(move || help(history, table, bench, brakes, root_moves, lines));
        }
        // The helpers are sent home even if the search should panic.
        let _at_the_end = Dismiss(&over);
        searcher.deepen(limits, on_info)
    })
}

/// Searches the same as another thread does, to fill the table that both read, until it is told to stop.
fn help(
    history: &History,
    table: &Table,
    bench: &mut Workbench,
    brakes: Brakes<'_>,
    root_moves: Vec<RootMove>,
    multi_pv: usize,
) {
    let mut searcher = Searcher::new(history, table, bench, brakes, None);
    searcher.root_moves = root_moves;
    searcher.grace = 0;
    searcher.deepen(&Limits { multi_pv, ..Limits::default() }, &mut |_| ());
}

/// Raises the flag when it goes out of scope.
struct Dismiss<'a>(&'a AtomicBool);

impl Drop for Dismiss<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
