// SPDX-License-Identifier: AGPL-3.0-or-later
//! Puzzles that are the end of another one: the same moves from a later position. One sequence of positions makes one puzzle.

use std::collections::HashMap;

use tabiya_rules::Move;

use crate::id::PuzzleId;
use crate::puzzle::Puzzle;

/// The key of a position in which the solver moves, and the moves from there to the end.
type Line = (u64, Vec<Move>);

/// How two puzzles overlap.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Overlap {
    /// The puzzle is the end of an earlier one.
    #[error("it is the end of {0}: the same moves from a later position")]
    EndOf(PuzzleId),
    /// An earlier puzzle is the end of this one.
    #[error("{0} is its end: the same moves from a later position")]
    HasEnd(PuzzleId),
}

/// Puzzles that must not overlap.
#[derive(Debug, Default)]
pub struct Overlaps {
    wholes: HashMap<Line, PuzzleId>,
    ends: HashMap<Line, PuzzleId>,
}

impl Overlaps {
    /// Adds a puzzle, unless it is the end of one that is there, or one that is there is its end.
    ///
    /// # Errors
    /// Which one that is.
    pub fn add(&mut self, puzzle: &Puzzle) -> Result<(), Overlap> {
        let mut lines = lines(puzzle);
        let whole = lines.next().expect("a puzzle has a move to find");
        let ends: Vec<Line> = lines.collect();
        if let Some(longer) = self.ends.get(&whole) {
            return Err(Overlap::EndOf(longer.clone()));
        }
        if let Some(shorter) = ends.iter().find_map(|end| self.wholes.get(end)) {
            return Err(Overlap::HasEnd(shorter.clone()));
        }
        self.wholes.insert(whole, puzzle.id().clone());
        self.ends.extend(ends.into_iter().map(|end| (end, puzzle.id().clone())));
        Ok(())
    }
}

/// The line of the puzzle, and its ends, the longest first.
fn lines(puzzle: &Puzzle) -> impl Iterator<Item = Line> {
    let moves: Vec<Move> = puzzle.moves().skip(1).collect();
    let starts = puzzle.positions().into_iter().take(puzzle.steps().len()).enumerate();
    starts.map(move |(solved, position)| (position.key(), moves[2 * solved..].to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORK: &str =
        "fork1234\t6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1\te7d7 d5f6 g8g7 f6d7\t- -\t600\t250\t\t\tfile\t-";
    const ITS_END: &str =
        "end12345\t6k1/3q1p1p/5N2/8/8/8/5PPP/6K1 b - - 2 2\tg8g7 f6d7\t-\t600\t250\t\t\tfile\t-";
    const ANOTHER: &str =
        "other123\t6k1/3q1p1p/5N2/8/8/8/5PPP/6K1 b - - 2 2\tg8g7 f6h5\t-\t600\t250\t\t\tfile\t-";

    fn puzzle(line: &str) -> Puzzle {
        Puzzle::from_line(line).unwrap()
    }

    #[test]
    fn the_end_of_a_puzzle_is_no_other_one() {
        let id = |line| puzzle(line).id().clone();
        let mut overlaps = Overlaps::default();
        assert_eq!(overlaps.add(&puzzle(FORK)), Ok(()));
        assert_eq!(overlaps.add(&puzzle(ITS_END)), Err(Overlap::EndOf(id(FORK))));
        assert_eq!(overlaps.add(&puzzle(ANOTHER)), Ok(()), "it goes on in another way");
        let mut overlaps = Overlaps::default();
        assert_eq!(overlaps.add(&puzzle(ITS_END)), Ok(()));
        assert_eq!(overlaps.add(&puzzle(FORK)), Err(Overlap::HasEnd(id(ITS_END))));
    }
}
