// SPDX-License-Identifier: MIT OR Apache-2.0
//! One search thread: its stack, its counters, and its stop conditions.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use arrayvec::ArrayVec;
use tabiya_rules::{History, Move};

use super::histories::{Histories, NOTHING, PieceSquare};
use crate::eval::board::Board;
use crate::evaluation::{Evaluation, Evaluator};
use crate::handicap::Handicap;
use crate::limits::{Budget, Stopwatch};
use crate::score::{MAX_PLY, NO_VALUE, Value};
use crate::tt::Table;

/// The moves of a principal variation.
pub(super) type Pv = ArrayVec<Move, MAX_PLY>;

/// The state of one ply of the current line.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// The static evaluation; [`NO_VALUE`] in check.
    pub(super) eval: Value,
    /// The moved piece and its target; [`NOTHING`] for a null move.
    pub(super) moved: PieceSquare,
    pub(super) killers: [Option<Move>; 2],
    /// The move excluded by the singularity test.
    pub(super) excluded: Option<Move>,
    /// The number of cutoffs among the replies to this ply's moves.
    pub(super) cutoffs: u8,
}

const EMPTY: Frame = Frame { eval: NO_VALUE, moved: NOTHING, killers: [None; 2], excluded: None, cutoffs: 0 };

/// A root move and its results.
#[derive(Clone)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// The value in this iteration. Minus infinity if the move was not searched or did not raise alpha.
    pub(super) value: Value,
    /// The value in the iteration before.
    pub(super) previous: Value,
    pub(super) pv: Pv,
    pub(super) seldepth: usize,
    /// Nodes visited below it, in all iterations.
    pub(super) nodes: u64,
}

/// The state of one thread that is kept between searches.
pub(super) struct ThreadState {
    pub(super) histories: Histories,
    pub(super) evaluator: Evaluator,
}

impl ThreadState {
    pub(super) fn new(evaluation: Evaluation) -> ThreadState {
        ThreadState { histories: Histories::new(), evaluator: Evaluator::new(evaluation) }
    }
}

/// The conditions that end a search.
pub(super) struct StopConditions<'a> {
    pub(super) stop: &'a AtomicBool,
    pub(super) watch: &'a dyn Stopwatch,
    pub(super) nodes: Option<u64>,
    pub(super) budget: Budget,
    /// Nodes visited by all threads, as far as they have reported them.
    pub(super) visited: &'a AtomicU64,
}

/// The state of one search.
pub(super) struct Searcher<'a> {
    pub(super) table: &'a Table,
    pub(super) histories: &'a mut Histories,
    pub(super) evaluator: &'a mut Evaluator,
    pub(super) conditions: StopConditions<'a>,
    pub(super) handicap: Option<&'a Handicap>,
    pub(super) root: Board,
    pub(super) root_moves: Vec<RootMove>,
    /// This number of root moves is already reported and is skipped (MultiPV).
    pub(super) lines_done: usize,
    /// The keys of the game's positions and of the current line.
    pub(super) keys: Vec<u64>,
    /// The index of the root's key.
    pub(super) root_key: usize,
    frames: Vec<Frame>,
    /// `pvs[ply]` is the best line from that ply on.
    pub(super) pvs: Vec<Pv>,
    pub(super) nodes: u64,
    /// The part of them that is already reported to the other threads.
    reported_nodes: u64,
    pub(super) seldepth: usize,
    pub(super) root_depth: i32,
    /// The first iteration is not stopped before this number of nodes.
    pub(super) grace: u64,
    pub(super) stopped: bool,
    /// While a null move is being verified, no null move is tried before this ply. Zero otherwise.
    pub(super) verify_until: usize,
}

/// Frames before the root, so that four plies back always exist.
const BEFORE: usize = 4;
/// The number of nodes between two looks at the clock: a power of two.
const CHECK_INTERVAL: u64 = 1_024;
/// The first iteration is completed unless it takes more nodes than this.
pub(super) const FIRST_ITERATION: u64 = 5_000;

/// What a [`Searcher`] owns, kept between two depths of a search that is run in steps.
pub(super) struct Workspace {
    root: Board,
    root_moves: Vec<RootMove>,
    keys: Vec<u64>,
    root_key: usize,
    frames: Vec<Frame>,
    pvs: Vec<Pv>,
    nodes: u64,
    reported_nodes: u64,
}

impl Workspace {
    fn new(history: &History) -> Workspace {
        let mut keys = Vec::with_capacity(history.keys().len() + MAX_PLY + 8);
        keys.extend_from_slice(history.keys());
        let root_key = keys.len().saturating_sub(1);
        Workspace {
            root: Board::new(*history.position()),
            root_moves: Vec::new(),
            keys,
            root_key,
            frames: vec![EMPTY; MAX_PLY + BEFORE + 4],
            pvs: vec![Pv::new(); MAX_PLY + 4],
            nodes: 0,
            reported_nodes: 0,
        }
    }
}

impl<'a> Searcher<'a> {
    pub(super) fn new(
        history: &History,
        table: &'a Table,
        bench: &'a mut ThreadState,
        conditions: StopConditions<'a>,
        handicap: Option<&'a Handicap>,
    ) -> Searcher<'a> {
        Searcher::with(Workspace::new(history), table, bench, conditions, handicap)
    }

    /// A searcher that goes on where another one with the same table and state stopped after a depth.
    pub(super) fn with(
        workspace: Workspace,
        table: &'a Table,
        bench: &'a mut ThreadState,
        conditions: StopConditions<'a>,
        handicap: Option<&'a Handicap>,
    ) -> Searcher<'a> {
        let Workspace { root, root_moves, keys, root_key, frames, pvs, nodes, reported_nodes } = workspace;
        Searcher {
            table,
            histories: &mut bench.histories,
            evaluator: &mut bench.evaluator,
            conditions,
            handicap,
            root,
            root_moves,
            lines_done: 0,
            keys,
            root_key,
            frames,
            pvs,
            nodes,
            reported_nodes,
            seldepth: 0,
            root_depth: 0,
            grace: FIRST_ITERATION,
            stopped: false,
            verify_until: 0,
        }
    }

    /// What another searcher needs to go on after this depth.
    pub(super) fn into_workspace(self) -> Workspace {
        let Searcher { root, root_moves, keys, root_key, frames, pvs, nodes, reported_nodes, .. } = self;
        Workspace { root, root_moves, keys, root_key, frames, pvs, nodes, reported_nodes }
    }

    pub(super) fn frame(&self, ply: usize) -> &Frame {
        &self.frames[ply + BEFORE]
    }

    pub(super) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE]
    }

    /// Makes a move: returns the board after it, and adds its key to the line. The caller must remove the key
    /// again.
    #[inline]
    pub(super) fn make(&mut self, board: &Board, mv: Move, moved: PieceSquare, ply: usize) -> Board {
        let next = board.after(mv);
        self.walk(&next, moved, ply);
        next
    }

    /// Extends the line by that board: prefetches the table's entry, and stores the moved piece and the key.
    #[inline]
    pub(super) fn walk(&mut self, next: &Board, moved: PieceSquare, ply: usize) {
        let key = next.position.key();
        self.table.prefetch(key);
        self.frame_mut(ply).moved = moved;
        self.keys.push(key);
    }

    /// The moved pieces one, two and four plies earlier.
    pub(super) fn before(&self, ply: usize) -> [PieceSquare; 3] {
        let at = ply + BEFORE;
        [self.frames[at - 1].moved, self.frames[at - 2].moved, self.frames[at - 4].moved]
    }

    /// Whether the evaluation is better than at this side's previous turn.
    pub(super) fn improving(&self, ply: usize, eval: Value) -> bool {
        let at = ply + BEFORE;
        let earlier =
            [self.frames[at - 2].eval, self.frames[at - 4].eval].into_iter().find(|eval| *eval != NO_VALUE);
        earlier.is_some_and(|earlier| eval > earlier)
    }

    /// Counts a node. Returns false if the search must stop.
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        if self.stopped || self.conditions.nodes.is_some_and(|most| self.all_nodes() >= most) {
            self.stopped = true;
            return false;
        }
        let first = self.root_depth <= 1 && self.nodes < self.grace;
        if self.nodes.is_multiple_of(CHECK_INTERVAL) && !first && self.must_stop() {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        true
    }

    /// Nodes visited by all threads.
    pub(super) fn all_nodes(&self) -> u64 {
        self.conditions.visited.load(Ordering::Relaxed) + self.nodes - self.reported_nodes
    }

    fn must_stop(&mut self) -> bool {
        self.conditions.watch.rest();
        self.conditions.visited.fetch_add(self.nodes - self.reported_nodes, Ordering::Relaxed);
        self.reported_nodes = self.nodes;
        self.conditions.stop.load(Ordering::Relaxed)
            || self.conditions.budget.hard.is_some_and(|hard| self.elapsed_unless_pondering() >= hard)
    }

    /// The elapsed time; zero while pondering.
    pub(super) fn elapsed_unless_pondering(&self) -> Duration {
        if self.conditions.watch.pondering() { Duration::ZERO } else { self.conditions.watch.elapsed() }
    }

    /// Whether the position is a draw by repetition or by the fifty-move rule. Mate takes precedence, and the
    /// caller must check for it.
    ///
    /// A position of the current line counts as a draw when it occurs for the second time, because a side
    /// that did not avoid the repetition once would not avoid it the next time. A position of the game itself
    /// must have occurred twice before.
    pub(super) fn is_drawn_by_counting(&self, board: &Board) -> bool {
        let clock = usize::from(board.position.halfmove_clock());
        if clock >= 100 {
            return true;
        }
        let Some(now) = self.keys.len().checked_sub(1) else { return false };
        let key = self.keys[now];
        let mut seen = 0;
        let mut back = 4;
        while back <= clock.min(now) {
            if self.keys[now - back] == key {
                seen += 1;
                if now - back >= self.root_key || seen == 2 {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// The static evaluation, before any correction.
    pub(super) fn evaluate(&mut self, board: &Board, ply: usize) -> Value {
        let value = self.evaluator.evaluate(board, ply);
        match self.handicap {
            None => value,
            Some(handicap) => handicap.add_error(board, value),
        }
    }

    /// Stores the best line from this ply: a move, followed by the best line of the next ply.
    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.pvs.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend(tail[0].iter().copied().take(MAX_PLY - 1));
    }
}
