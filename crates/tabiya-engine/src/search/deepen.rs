// SPDX-License-Identifier: MIT OR Apache-2.0
//! Iterative deepening: one depth after the other, each with an aspiration window around the last score,
//! until the time or the limits are used up.

use std::time::Duration;

use tabiya_rules::Move;

use super::histories::NOTHING;
use super::order::{Hints, Moves};
use super::thread::{Pv, RootMove, Searcher};
use crate::limits::Limits;
use crate::report::{Bound, Info, Line, Report};
use crate::score::{INFINITE, MATE, MATE_BOUND, MAX_PLY, Score, Value, is_mate};

/// Half the width of the first aspiration window.
const WINDOW: Value = 16;
/// From this depth on, aspiration windows are used.
const WINDOW_FROM: i32 = 5;

impl Searcher<'_> {
    /// Lists the root moves, likely good moves first.
    fn list_root_moves(&mut self, allowed: impl Fn(Move) -> bool) {
        let board = self.root;
        let table_move = self.table.probe(board.position.key(), 0).and_then(|entry| entry.best);
        let hints = Hints { table_move, killers: [None; 2], before: [NOTHING; 3] };
        let mut moves = Moves::none();
        moves.all(&board, self.histories, hints);
        let moves = std::iter::from_fn(|| moves.next(&board, self.histories, false));
        self.root_moves = moves.map(|(_, mv)| mv).filter(|mv| allowed(*mv)).map(RootMove::new).collect();
    }

    /// Lists the root moves that are allowed; all, if none is. Returns the report if there is no legal move.
    pub(super) fn list_allowed(&mut self, allowed: impl Fn(Move) -> bool) -> Option<Report> {
        self.list_root_moves(allowed);
        if self.root_moves.is_empty() {
            self.list_root_moves(|_| true);
        }
        let mated = self.root.position.is_check();
        let over = Report::without_moves(if mated { Score::Mate(0) } else { Score::Cp(0) });
        self.root_moves.is_empty().then_some(over)
    }

    /// Searches deeper and deeper, then returns the report. There must be a root move.
    pub(super) fn deepen(&mut self, limits: &Limits, on_info: &mut dyn FnMut(&Info)) -> Report {
        let mut progress = Progress::default();
        while self.deepen_once(limits, &mut progress, on_info) {}
        self.conclude(limits, &progress, on_info)
    }

    /// Searches the next depth. Returns whether a deeper search is worthwhile. There must be a root move.
    pub(super) fn deepen_once(
        &mut self,
        limits: &Limits,
        progress: &mut Progress,
        on_info: &mut dyn FnMut(&Info),
    ) -> bool {
        let lines = self.lines(limits);
        let deepest = limits.depth.map_or(MAX_PLY as i32 - 2, i32::from).clamp(1, MAX_PLY as i32 - 2);
        let depth = progress.finished + 1;
        self.root_depth = depth;
        for root in &mut self.root_moves {
            root.previous = root.value;
            root.value = -INFINITE;
        }
        for line in 0..lines {
            self.lines_done = line;
            self.seldepth = 0;
            self.search_window(depth, on_info);
            self.root_moves[..=line].sort_by_key(|root| std::cmp::Reverse(root.value));
            if self.stopped {
                break;
            }
        }
        self.lines_done = 0;
        if self.stopped {
            return false;
        }
        progress.finished = depth;
        for line in 0..lines {
            self.report_line(line, Bound::Exact, on_info);
        }
        progress.told = Some(self.root_moves[0].mv);
        depth < deepest && !self.is_enough(limits, depth, &mut progress.stability)
    }

    /// The report at the end of the search.
    pub(super) fn conclude(
        &self,
        limits: &Limits,
        progress: &Progress,
        on_info: &mut dyn FnMut(&Info),
    ) -> Report {
        // An aborted iteration may have found a better move than the last one that was reported.
        if progress.finished > 0 && progress.told != Some(self.root_moves[0].mv) {
            self.report_line(0, Bound::Lower, on_info);
        }
        self.report(self.lines(limits), progress.finished)
    }

    /// The number of lines that are searched.
    fn lines(&self, limits: &Limits) -> usize {
        limits.multi_pv.clamp(1, self.root_moves.len())
    }

    /// Searches one depth. Widens the window until the score is inside it.
    fn search_window(&mut self, depth: i32, on_info: &mut dyn FnMut(&Info)) {
        let board = self.root;
        let line = self.lines_done;
        let last = self.root_moves[line].previous;
        let mut delta = WINDOW + last.abs() / 128;
        let narrow = depth >= WINDOW_FROM && last.abs() < MATE_BOUND;
        let (mut alpha, mut beta) = if narrow { (last - delta, last + delta) } else { (-INFINITE, INFINITE) };
        let mut less = 0;
        loop {
            let value = self.search::<true>(&board, alpha, beta, (depth - less).max(1), 0, false);
            // The sort is stable: the other moves keep their order.
            self.root_moves[line..].sort_by_key(|root| std::cmp::Reverse((root.value, root.previous)));
            if self.stopped {
                return;
            }
            if value <= alpha && alpha > -INFINITE {
                self.report_bound(line, Bound::Upper, on_info);
                beta = i32::midpoint(alpha, beta);
                alpha = (value - delta).max(-INFINITE);
                less = 0;
            } else if value >= beta && beta < INFINITE {
                self.report_bound(line, Bound::Lower, on_info);
                beta = (value + delta).min(INFINITE);
                less = (less + 1).min(3);
            } else {
                return;
            }
            delta += delta / 2 + 3;
            if delta > 600 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Stores the result of the search of a root move.
    pub(super) fn note_root_move(&mut self, mv: Move, value: Value, alpha: Value, count: usize, nodes: u64) {
        let seldepth = self.seldepth;
        let Some(root) = self.root_moves.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += nodes;
        if count > 1 && value <= alpha {
            root.value = -INFINITE;
            return;
        }
        root.value = value;
        root.seldepth = seldepth;
        root.pv.clear();
        root.pv.push(mv);
        root.pv.extend(self.pvs[1].iter().copied().take(MAX_PLY - 1));
    }

    /// Whether another iteration is not worthwhile.
    fn is_enough(&self, limits: &Limits, depth: i32, stability: &mut Stability) -> bool {
        let best = &self.root_moves[0];
        if let Some(moves) = limits.mate
            && best.value >= MATE - (2 * i32::from(moves) - 1)
        {
            return true;
        }
        if limits.soft_nodes.is_some_and(|most| self.all_nodes() >= most) {
            return true;
        }
        if self.conditions.watch.pondering() {
            return false;
        }
        let timed = self.conditions.budget.soft.is_some() || self.conditions.budget.hard.is_some();
        // A mate that is shorter than the depth searched can't become shorter.
        if timed && is_mate(best.value) && depth > 2 * (MATE - best.value.abs()) + 2 {
            return true;
        }
        let Some(soft) = self.conditions.budget.soft else { return false };
        if self.root_moves.len() == 1 && depth >= 4 {
            return true;
        }
        let effort = best.nodes as f64 / self.nodes.max(1) as f64;
        let factor = stability.factor(best.mv, best.value, effort, depth);
        self.elapsed_unless_pondering() >= soft.mul_f64(factor)
    }

    /// The line of a root move, with its value in this iteration, or in the last one if it has none yet.
    fn line(&self, index: usize, depth: i32) -> Line {
        let root = &self.root_moves[index];
        let value = if root.value == -INFINITE { root.previous } else { root.value };
        let value = if value == -INFINITE { 0 } else { value };
        let pv = if root.pv.is_empty() { vec![root.mv] } else { root.pv.to_vec() };
        Line {
            score: Score::from_value(value),
            depth: depth.max(0) as u8,
            seldepth: root.seldepth.max(pv.len()) as u8,
            pv,
        }
    }

    fn report_line(&self, index: usize, bound: Bound, on_info: &mut dyn FnMut(&Info)) {
        on_info(&Info {
            multi_pv: index + 1,
            line: self.line(index, self.root_depth),
            bound,
            nodes: self.all_nodes(),
            elapsed: self.conditions.watch.elapsed(),
            hashfull: self.table.hashfull(),
        });
    }

    /// Reports a bound, but only if the iteration takes long.
    fn report_bound(&self, index: usize, bound: Bound, on_info: &mut dyn FnMut(&Info)) {
        if self.conditions.watch.elapsed() > Duration::from_secs(3) {
            self.report_line(index, bound, on_info);
        }
    }

    fn report(&self, lines: usize, finished: i32) -> Report {
        let lines: Vec<Line> = (0..lines).map(|index| self.line(index, finished)).collect();
        let first = &lines[0];
        Report {
            best: first.pv.first().copied(),
            ponder: first.pv.get(1).copied().or_else(|| self.expected_answer(first.pv[0])),
            score: first.score,
            depth: first.depth,
            seldepth: first.seldepth,
            nodes: self.all_nodes(),
            pv: first.pv.clone(),
            lines,
        }
    }

    /// The reply to the best move stored in the transposition table, for a line that was cut short.
    fn expected_answer(&self, best: Move) -> Option<Move> {
        let next = self.root.position.after(best);
        let answer = self.table.probe(next.key(), 1)?.best?;
        next.is_legal(answer).then_some(answer)
    }
}

impl RootMove {
    fn new(mv: Move) -> RootMove {
        RootMove { mv, value: -INFINITE, previous: -INFINITE, pv: Pv::new(), seldepth: 0, nodes: 0 }
    }
}

/// How far iterative deepening has come.
#[derive(Default)]
pub(super) struct Progress {
    /// The last depth that was searched completely; 0 if there is none.
    finished: i32,
    /// The best move that was reported last.
    told: Option<Move>,
    stability: Stability,
}

/// How stable the best move was over the iterations.
#[derive(Default)]
struct Stability {
    best: Option<Move>,
    unchanged: u32,
    value: Value,
}

impl Stability {
    /// The factor by which the planned time is multiplied. It is larger when the move or the score changed,
    /// and smaller when nearly all nodes were spent on one move.
    fn factor(&mut self, best: Move, value: Value, effort: f64, depth: i32) -> f64 {
        if self.best == Some(best) {
            self.unchanged += 1;
        } else {
            self.best = Some(best);
            self.unchanged = 0;
        }
        let fall = f64::from((self.value - value).clamp(-20, 80));
        self.value = value;
        if depth < 5 {
            return 1.0;
        }
        let stability = [1.7, 1.35, 1.15, 1.0, 0.9][self.unchanged.min(4) as usize];
        stability * (1.0 + fall / 120.0) * (1.55 - effort).clamp(0.6, 1.4)
    }
}
