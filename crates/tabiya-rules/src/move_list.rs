// SPDX-License-Identifier: MIT OR Apache-2.0
//! The moves of one position, without an allocation.

use std::fmt;
use std::ops::Deref;

use crate::chess_move::Move;
use crate::square::Square;

/// How many moves a list can hold. See [`MoveList`].
const CAPACITY: usize = 256;

/// Up to 256 moves, on the stack. A slice of [`Move`] in all but name.
///
/// No game reaches a position with more than 218 moves. A [`Position`](crate::Position) that was set up may be one that no game
/// reaches, but [`SetupError::TooManyMoves`](crate::SetupError::TooManyMoves) keeps it within this capacity.
#[derive(Clone)]
pub struct MoveList {
    len: usize,
    moves: [Move; CAPACITY],
}

impl MoveList {
    /// How many moves a list can hold.
    pub const CAPACITY: usize = CAPACITY;

    /// An empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> MoveList {
        MoveList { len: 0, moves: [Move::normal(Square::A1, Square::B1); CAPACITY] }
    }

    /// Adds a move.
    ///
    /// # Panics
    /// If the list is full.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.len] = mv;
        self.len += 1;
    }

    /// The moves as a slice.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }

    /// The moves as a slice that can be sorted.
    #[inline]
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len]
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
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
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::iter::Take<std::array::IntoIter<Move, CAPACITY>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len)
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
    }
}
