// SPDX-License-Identifier: MIT OR Apache-2.0
//! One searching thread: its stack, its counters, and when it must stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use arrayvec::ArrayVec;
use tabiya_rules::{History, Move};

use super::memory::{Memory, NOTHING, PieceSquare};
use crate::board::Board;
use crate::evaluation::{Evaluation, Judge};
use crate::handicap::Handicap;
use crate::limits::{Budget, Stopwatch};
use crate::score::{MAX_PLY, NO_VALUE, Value};
use crate::tt::Table;

/// The moves of a principal variation.
pub(super) type Pv = ArrayVec<Move, MAX_PLY>;

/// What a ply of the current line remembers.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// The evaluation; [`NO_VALUE`] in check.
    pub(super) eval: Value,
    /// What moved where from here; [`NOTHING`] for a pass.
    pub(super) moved: PieceSquare,
    pub(super) killers: [Option<Move>; 2],
    /// Left out while its singularity is tested.
    pub(super) excluded: Option<Move>,
    /// How many replies to the move of this ply failed high.
    pub(super) cutoffs: u8,
}

const EMPTY: Frame = Frame { eval: NO_VALUE, moved: NOTHING, killers: [None; 2], excluded: None, cutoffs: 0 };

/// A first move and what is known of it.
#[derive(Clone)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Of this iteration; minus infinity if it was not searched or not good enough.
    pub(super) value: Value,
    /// Of the iteration before.
    pub(super) previous: Value,
    pub(super) pv: Pv,
    pub(super) seldepth: usize,
    /// Positions visited behind it, in all iterations.
    pub(super) nodes: u64,
}

/// What lives on between searches, for one thread.
pub(super) struct Workbench {
    pub(super) memory: Memory,
    pub(super) judge: Judge,
}

impl Workbench {
    pub(super) fn new(evaluation: Evaluation) -> Workbench {
        Workbench { memory: Memory::new(), judge: Judge::new(evaluation) }
    }
}

/// How the search is ended from outside.
pub(super) struct Brakes<'a> {
    pub(super) stop: &'a AtomicBool,
    pub(super) watch: &'a dyn Stopwatch,
    pub(super) nodes: Option<u64>,
    pub(super) budget: Budget,
    /// Positions visited by all threads, as far as they have said it.
    pub(super) visited: &'a AtomicU64,
}

/// The state of one search.
pub(super) struct Searcher<'a> {
    pub(super) table: &'a Table,
    pub(super) memory: &'a mut Memory,
    pub(super) judge: &'a mut Judge,
    pub(super) brakes: Brakes<'a>,
    pub(super) handicap: Option<&'a Handicap>,
    pub(super) root: Board,
    pub(super) root_moves: Vec<RootMove>,
    /// The first so many root moves are reported already and left out.
    pub(super) lines_done: usize,
    /// Keys of the game's positions and of the line being searched.
    pub(super) keys: Vec<u64>,
    /// The index of the root's key.
    pub(super) root_key: usize,
    frames: Vec<Frame>,
    /// `pvs[ply]` is the best line from that ply on.
    pub(super) pvs: Vec<Pv>,
    pub(super) nodes: u64,
    /// How many of them the other threads know of.
    told_nodes: u64,
    pub(super) seldepth: usize,
    pub(super) root_depth: i32,
    /// Up to this many nodes the first iteration is not to be stopped.
    pub(super) grace: u64,
    pub(super) stopped: bool,
    /// No null move verification below this ply.
    pub(super) verify_until: usize,
}

/// Frames before the root, so that looking four plies back is always possible.
const BEFORE: usize = 4;
/// How often the clock is looked at, in nodes; a power of two.
const BETWEEN_LOOKS: u64 = 1_024;
/// The first iteration runs to its end unless it takes more nodes than this.
pub(super) const FIRST_ITERATION: u64 = 5_000;

impl<'a> Searcher<'a> {
    pub(super) fn new(
        history: &History,
        table: &'a Table,
        bench: &'a mut Workbench,
        brakes: Brakes<'a>,
        handicap: Option<&'a Handicap>,
    ) -> Searcher<'a> {
        let mut keys = Vec::with_capacity(history.keys().len() + MAX_PLY + 8);
        keys.extend_from_slice(history.keys());
        let root_key = keys.len().saturating_sub(1);
        Searcher {
            table,
            memory: &mut bench.memory,
            judge: &mut bench.judge,
            brakes,
            handicap,
            root: Board::new(*history.position()),
            root_moves: Vec::new(),
            lines_done: 0,
            keys,
            root_key,
            frames: vec![EMPTY; MAX_PLY + BEFORE + 4],
            pvs: vec![Pv::new(); MAX_PLY + 4],
            nodes: 0,
            told_nodes: 0,
            seldepth: 0,
            root_depth: 0,
            grace: FIRST_ITERATION,
            stopped: false,
            verify_until: 0,
        }
    }

    pub(super) fn frame(&self, ply: usize) -> &Frame {
        &self.frames[ply + BEFORE]
    }

    pub(super) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE]
    }

    /// Makes a move at that ply: the board behind it, noted as the next of the line. Who calls it pops its key again.
    #[inline]
    pub(super) fn make(&mut self, board: &Board, mv: Move, moved: PieceSquare, ply: usize) -> Board {
        let next = board.after(mv);
        self.walk(&next, moved, ply);
        next
    }

    /// The line goes on to that board: the table's entry is asked for early, what moved and the key are noted.
    #[inline]
    pub(super) fn walk(&mut self, next: &Board, moved: PieceSquare, ply: usize) {
        let key = next.position.key();
        self.table.prefetch(key);
        self.frame_mut(ply).moved = moved;
        self.keys.push(key);
    }

    /// What moved one, two and four plies before.
    pub(super) fn before(&self, ply: usize) -> [PieceSquare; 3] {
        let at = ply + BEFORE;
        [self.frames[at - 1].moved, self.frames[at - 2].moved, self.frames[at - 4].moved]
    }

    /// Whether the side to move evaluates better than at its last turn.
    pub(super) fn improving(&self, ply: usize, eval: Value) -> bool {
        let at = ply + BEFORE;
        let earlier =
            [self.frames[at - 2].eval, self.frames[at - 4].eval].into_iter().find(|eval| *eval != NO_VALUE);
        earlier.is_some_and(|earlier| eval > earlier)
    }

    /// Counts a node. False if the search is over.
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        if self.stopped || self.brakes.nodes.is_some_and(|most| self.all_nodes() >= most) {
            self.stopped = true;
            return false;
        }
        let first = self.root_depth <= 1 && self.nodes < self.grace;
        if self.nodes.is_multiple_of(BETWEEN_LOOKS) && !first && self.must_stop() {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        true
    }

    /// Positions visited by all threads.
    pub(super) fn all_nodes(&self) -> u64 {
        self.brakes.visited.load(Ordering::Relaxed) + self.nodes - self.told_nodes
    }

    fn must_stop(&mut self) -> bool {
        self.brakes.visited.fetch_add(self.nodes - self.told_nodes, Ordering::Relaxed);
        self.told_nodes = self.nodes;
        self.brakes.stop.load(Ordering::Relaxed)
            || self.brakes.budget.hard.is_some_and(|hard| self.elapsed_unless_pondering() >= hard)
    }

    /// Zero while the opponent's clock runs.
    pub(super) fn elapsed_unless_pondering(&self) -> Duration {
        if self.brakes.watch.pondering() { Duration::ZERO } else { self.brakes.watch.elapsed() }
    }

    /// Whether the game would be drawn here by repetition or by fifty moves. Mate comes first; the caller sees to it.
    ///
    /// One return to a position of the line searched is enough: who could avoid it and did not, would not the
    /// next time either. A position of the game itself must have stood there twice.
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

    /// What the position is worth at first sight, before any correction.
    pub(super) fn evaluate(&mut self, board: &Board, ply: usize) -> Value {
        let value = self.judge.evaluate(board, ply);
        match self.handicap {
            None => value,
            Some(handicap) => handicap.blur(board, value),
        }
    }

    /// Notes the best line from this ply: a move, and the best line behind it.
    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.pvs.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend(tail[0].iter().copied().take(MAX_PLY - 1));
    }
}
