// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a search reports while it runs and at its end.

use std::time::Duration;

use tabiya_rules::Move;

use crate::score::Score;

/// What a score means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The exact score.
    Exact,
    /// A lower bound: the score is at least this.
    Lower,
    /// An upper bound: the score is at most this.
    Upper,
}

/// A principal variation: the best line, or the second best, and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The score from the view of the side to move.
    pub score: Score,
    /// The depth of the iteration, in plies.
    pub depth: u8,
    /// The length of the longest line searched in the iteration, in plies.
    pub seldepth: u8,
    /// The moves; each is legal after the ones before it. Never empty.
    pub pv: Vec<Move>,
}

/// A report from a running search, at the end of each iteration and whenever the score was outside the
/// aspiration window.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Info {
    /// The rank of the line; 1 is the best.
    pub multi_pv: usize,
    /// The line.
    pub line: Line,
    /// What its score means.
    pub bound: Bound,
    /// Nodes visited so far.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u16,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The move to play. `None` only if there is no legal move.
    pub best: Option<Move>,
    /// The reply that the search expects.
    pub ponder: Option<Move>,
    /// The score from the view of the side to move. At a level below the highest, it includes that level's
    /// errors.
    pub score: Score,
    /// The depth of the last complete iteration, in plies.
    pub depth: u8,
    /// The length of the longest line searched, in plies.
    pub seldepth: u8,
    /// Nodes visited.
    pub nodes: u64,
    /// The best line; it starts with `best`.
    pub pv: Vec<Move>,
    /// All lines that were asked for, best first. The first one equals `pv`. Empty if there is no legal move.
    pub lines: Vec<Line>,
}

impl Report {
    /// The report on a position without legal moves.
    pub(crate) fn without_moves(score: Score) -> Report {
        let (depth, seldepth, nodes) = (0, 0, 0);
        Report { best: None, ponder: None, score, depth, seldepth, nodes, pv: Vec::new(), lines: Vec::new() }
    }

    /// A report that was kept: its best line, empty for a position without legal moves, and its score for the side to move.
    #[must_use]
    pub fn kept(score: Score, depth: u8, nodes: u64, pv: Vec<Move>) -> Report {
        let (best, ponder) = (pv.first().copied(), pv.get(1).copied());
        let line = Line { score, depth, seldepth: depth, pv: pv.clone() };
        let lines = if pv.is_empty() { Vec::new() } else { vec![line] };
        Report { best, ponder, score, depth, seldepth: depth, nodes, pv, lines }
    }

    /// The report of another engine: its best move with perhaps the expected reply, and its lines. `None` if
    /// it reported no line.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn from_lines(best: Vec<Move>, mut lines: Vec<Line>, nodes: u64) -> Option<Report> {
        // The line that begins with the move played becomes the first.
        match lines.iter().position(|line| line.pv.first() == best.first()) {
            Some(first) => lines[..=first].rotate_right(1),
            None => lines.first_mut()?.pv.clone_from(&best),
        }
        let Line { score, depth, seldepth, pv } = lines.first()?.clone();
        let (best, ponder) = (best.first().copied(), best.get(1).copied());
        Some(Report { best, ponder, score, depth, seldepth, nodes, pv, lines })
    }

    /// The report on a move that was chosen without a search.
    pub(crate) fn without_search(best: Move, score: Score) -> Report {
        let (depth, seldepth, nodes) = (1, 1, 0);
        let line = Line { score, depth, seldepth, pv: vec![best] };
        let (pv, lines) = (vec![best], vec![line]);
        Report { best: Some(best), ponder: None, score, depth, seldepth, nodes, pv, lines }
    }
}
