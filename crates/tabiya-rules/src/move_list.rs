// SPDX-License-Identifier: MIT OR Apache-2.0
//! The moves of one position, stored without heap allocation.

use core::fmt;
use core::ops::Deref;

use arrayvec::ArrayVec;

use crate::chess_move::Move;

/// An upper bound on the number of moves of any board.
///
/// Let one side have `s` sliding pieces, `k` knights, `w` pawns and a king, and let `t` be the number of
/// squares that its pieces don't occupy. A slider has at most 27 moves, a knight 8, a pawn 4. At most 8
/// sliders (one in each direction) and at most 8 knights reach a square. So there are at most `min(27s, 8t) +
/// min(8k, 8t) + 4w` moves, and for `s + k + w + t = 63` the maximum of this is 436. To this add 72
/// promotions (8 squares, 3 moves to each, 3 more pieces), the king's 8 moves and 2 castlings.
const CAPACITY: usize = 436 + 72 + 8 + 2;

/// A list of moves on the stack. It dereferences to a slice of [`Move`].
///
/// No game reaches a position with more than 218 moves. A [`Position`](crate::Position) from a setup may have
/// more, but never more than [`CAPACITY`](MoveList::CAPACITY).
#[derive(Clone, Default, PartialEq, Eq)]
pub struct MoveList {
    moves: ArrayVec<Move, CAPACITY>,
}

impl MoveList {
    /// The number of moves that a list can hold, enough for any position.
    pub const CAPACITY: usize = CAPACITY;

    /// An empty list.
    #[inline]
    #[must_use]
    pub fn new() -> MoveList {
        MoveList { moves: ArrayVec::new() }
    }

    /// Adds a move. A full list is left unchanged; no position fills it.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        let _full = self.moves.try_push(mv);
    }

    /// Adds the moves of a position.
    #[inline(always)]
    pub(crate) fn extend(&mut self, moves: impl Iterator<Item = Move>) {
        self.moves.extend(moves);
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    /// Keeps the moves for which `keep` returns true, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        self.moves.retain(|mv| keep(*mv));
    }

    /// The moves as a slice.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        self.moves.as_slice()
    }

    /// The moves as a mutable slice, for example for sorting.
    #[inline]
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [Move] {
        self.moves.as_mut_slice()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

/// An iterator over the moves of a list, which it owns.
#[derive(Clone, Debug)]
pub struct Moves(arrayvec::IntoIter<Move, CAPACITY>);

impl Iterator for Moves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Moves {}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = Moves;

    fn into_iter(self) -> Moves {
        Moves(self.moves.into_iter())
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    #[test]
    fn behaves_like_a_slice() {
        let mut list = MoveList::new();
        assert!(list.is_empty());
        list.push(Move::normal(Square::E2, Square::E4));
        list.push(Move::normal(Square::D2, Square::D4));
        assert_eq!(list.len(), 2);
        assert!(list.contains(&Move::normal(Square::D2, Square::D4)));
        assert_eq!((&list).into_iter().count(), list.clone().into_iter().count());
        list.as_mut_slice().sort();
        assert_eq!(list[0].from(), Square::D2);
        list.retain(|mv| mv.from() == Square::E2);
        assert_eq!(list.len(), 1);
    }
}
