// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a search says while it runs and when it is done.

use std::time::Duration;

use tabiya_rules::Move;

use crate::score::Score;

/// How to read a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// It is at least that.
    Lower,
    /// It is at most that.
    Upper,
}

/// One line of play that the search considers best (or second best, ...).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// From the view of the side to move.
    pub score: Score,
    /// How many plies the iteration looked ahead.
    pub depth: u8,
    /// How many plies the longest line within it had.
    pub seldepth: u8,
    /// The moves, legal one after the other; never empty.
    pub pv: Vec<Move>,
}

/// News from a running search, at the end of each iteration and whenever its window was missed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Info {
    /// Which line this is about; 1 is the best.
    pub multi_pv: usize,
    /// The line.
    pub line: Line,
    /// How to read its score.
    pub bound: Bound,
    /// Positions visited so far.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u16,
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The move to play; `None` only where there is no legal one.
    pub best: Option<Move>,
    /// The answer that the search expects.
    pub ponder: Option<Move>,
    /// From the view of the side to move. Of a level below the highest it is what *that player* believes.
    pub score: Score,
    /// The last finished iteration, in plies.
    pub depth: u8,
    /// The longest line, in plies.
    pub seldepth: u8,
    /// Positions visited.
    pub nodes: u64,
    /// The best line; starts with `best`.
    pub pv: Vec<Move>,
    /// All lines asked for, best first; the first repeats `pv`. Empty where there is no legal move.
    pub lines: Vec<Line>,
}

impl Report {
    /// The report of a finished game.
    pub(crate) fn without_moves(score: Score) -> Report {
        let (depth, seldepth, nodes) = (0, 0, 0);
        Report { best: None, ponder: None, score, depth, seldepth, nodes, pv: Vec::new(), lines: Vec::new() }
    }

    /// The report of another engine: the best move and perhaps the expected answer, and what it said of its lines; `None` if it
    /// said nothing.
    pub(crate) fn from_lines(best: Vec<Move>, mut lines: Vec<Line>, nodes: u64) -> Option<Report> {
        // Its last word counts: the line that begins with the move it plays.
        match lines.iter().position(|line| line.pv.first() == best.first()) {
            Some(first) => lines[..=first].rotate_right(1),
            None => lines.first_mut()?.pv.clone_from(&best),
        }
        let Line { score, depth, seldepth, pv } = lines.first()?.clone();
        let (best, ponder) = (best.first().copied(), best.get(1).copied());
        Some(Report { best, ponder, score, depth, seldepth, nodes, pv, lines })
    }

    /// The report of a move that was known beforehand.
    pub(crate) fn without_search(best: Move, score: Score) -> Report {
        let (depth, seldepth, nodes) = (1, 1, 0);
        let line = Line { score, depth, seldepth, pv: vec![best] };
        let (pv, lines) = (vec![best], vec![line]);
        Report { best: Some(best), ponder: None, score, depth, seldepth, nodes, pv, lines }
    }
}
