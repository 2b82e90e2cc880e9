// SPDX-License-Identifier: MIT OR Apache-2.0
//! Scores: in hundredths of a pawn, or in moves to mate.
//!
//! Outside the search a score is a [`Score`]. Inside the search it is a [`Value`], a plain integer. Mate
//! values lie outside the range of evaluations; a shorter mate has a larger absolute value.

use std::fmt;

/// The maximum length of a line, in plies from the root.
pub(crate) const MAX_PLY: usize = 128;

/// A score inside the search, from the view of the side to move.
pub(crate) type Value = i32;

/// The side to move is mated in this position: `-MATE`.
pub(crate) const MATE: Value = 32_000;
/// Larger than every score.
pub(crate) const INFINITE: Value = 32_100;
/// Means "not known". It fits in 16 bits and is not a score.
pub(crate) const NO_VALUE: Value = 32_200;
/// Values of at least this mean "mate in a number of plies".
pub(crate) const MATE_BOUND: Value = MATE - 2 * MAX_PLY as Value;
/// The maximum absolute value of an evaluation.
pub(crate) const EVAL_LIMIT: Value = 20_000;

/// The score of giving mate `ply` plies from the root.
pub(crate) const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// The score of being mated `ply` plies from the root.
pub(crate) const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// Whether the score is a mate for either side.
pub(crate) const fn is_mate(value: Value) -> bool {
    value >= MATE_BOUND || value <= -MATE_BOUND
}

/// A score, from the view of the side to move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn; positive is good for the side to move.
    Cp(i32),
    /// Mate in this number of *moves*. Positive: the side to move mates. Negative: it is mated. Zero: it is
    /// mated already.
    Mate(i32),
}

impl Score {
    /// Converts a value of the search.
    pub(crate) fn from_value(value: Value) -> Score {
        if value >= MATE_BOUND {
            Score::Mate((MATE - value + 1) / 2)
        } else if value <= -MATE_BOUND {
            Score::Mate(-(MATE + value + 1) / 2)
        } else {
            Score::Cp(value)
        }
    }

    /// One number that orders scores from worst to best. Mates lie beyond ±31,000.
    #[must_use]
    pub fn rank(self) -> i32 {
        match self {
            Score::Cp(cp) => cp.clamp(-EVAL_LIMIT, EVAL_LIMIT),
            Score::Mate(n) if n > 0 => MATE - n.min(500),
            Score::Mate(n) => -MATE - n.max(-500),
        }
    }
}

/// In UCI notation: `cp 31`, `mate -2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Cp(cp) => write!(f, "cp {cp}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_moves() {
        assert_eq!(Score::from_value(mate_in(1)), Score::Mate(1));
        assert_eq!(Score::from_value(mate_in(3)), Score::Mate(2));
        assert_eq!(Score::from_value(mated_in(0)), Score::Mate(0));
        assert_eq!(Score::from_value(mated_in(2)), Score::Mate(-1));
        assert_eq!(Score::from_value(mated_in(4)), Score::Mate(-2));
        assert_eq!(Score::from_value(-57), Score::Cp(-57));
        assert_eq!(Score::Mate(-2).to_string(), "mate -2");
    }

    #[test]
    fn rank_orders_from_worst_to_best() {
        let scores = [Score::Mate(0), Score::Mate(-1), Score::Mate(-4), Score::Cp(-900), Score::Cp(0)];
        let better = [Score::Cp(1), Score::Mate(9), Score::Mate(2), Score::Mate(1)];
        let all: Vec<i32> = scores.into_iter().chain(better).map(Score::rank).collect();
        assert!(all.is_sorted_by(|a, b| a < b), "{all:?}");
    }
}
