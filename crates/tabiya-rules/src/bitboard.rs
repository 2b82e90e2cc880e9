// SPDX-License-Identifier: MIT OR Apache-2.0
//! A set of squares in one 64-bit word.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::square::{File, Rank, Square};

/// A set of squares; bit 0 is a1, bit 63 is h8.
///
/// ```
/// use tabiya_rules::{Bitboard, Rank, Square};
///
/// let corners = Bitboard::from(Square::A1) | Square::H1.into() | Square::A8.into() | Square::H8.into();
/// assert_eq!(corners.len(), 4);
/// assert_eq!((corners & Bitboard::rank(Rank::First)).into_iter().last(), Some(Square::H1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All squares.
    pub const FULL: Bitboard = Bitboard(!0);
    /// a1, c1, ..., h8.
    pub const DARK: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);
    /// b1, d1, ..., g8.
    pub const LIGHT: Bitboard = Bitboard(!0xAA55_AA55_AA55_AA55);

    /// The squares of a file.
    #[inline]
    #[must_use]
    pub const fn file(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file as u8)
    }

    /// The squares of a rank.
    #[inline]
    #[must_use]
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xFF << (rank as u8 * 8))
    }

    /// The set of this square alone.
    #[inline]
    #[must_use]
    pub const fn square(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// The number of squares.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set is not empty.
    #[inline]
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set holds two squares or more.
    #[inline]
    #[must_use]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the sets share a square.
    #[inline]
    #[must_use]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether each square of this set is in the other.
    #[inline]
    #[must_use]
    pub const fn is_subset(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// The square with the lowest index.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrapping(self.0.trailing_zeros())) }
    }

    /// The square with the highest index.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrapping(63 - self.0.leading_zeros())) }
    }

    /// The square, if the set holds exactly one.
    #[inline]
    #[must_use]
    pub const fn single(self) -> Option<Square> {
        if self.more_than_one() { None } else { self.first() }
    }

    /// This set with the square added.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square.index())
    }

    /// This set with the square removed.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square.index()))
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard::square(square)
    }
}

impl From<File> for Bitboard {
    fn from(file: File) -> Bitboard {
        Bitboard::file(file)
    }
}

impl From<Rank> for Bitboard {
    fn from(rank: Rank) -> Bitboard {
        Bitboard::rank(rank)
    }
}

/// Implements a binary operator and its assigning form on the words.
macro_rules! operator {
    ($trait:ident $method:ident $assign_trait:ident $assign:ident $op:expr) => {
        impl $trait for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                let op: fn(u64, u64) -> u64 = $op;
                Bitboard(op(self.0, other.0))
            }
        }

        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Bitboard) {
                *self = self.$method(other);
            }
        }
    };
}

operator!(BitAnd bitand BitAndAssign bitand_assign |a, b| a & b);
operator!(BitOr bitor BitOrAssign bitor_assign |a, b| a | b);
operator!(BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b);
operator!(Sub sub SubAssign sub_assign |a, b| a & !b);

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// Iterates over the squares of a set, from a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

impl DoubleEndedIterator for Squares {
    fn next_back(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).last()?;
        self.0 = Bitboard(self.0).without(square).0;
        Some(square)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self |= squares.into_iter().collect();
    }
}

/// Eight lines of `1` and `.`, the eighth rank first.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            writeln!(f)?;
            for file in File::ALL {
                let mark = if self.contains(Square::from_coords(file, rank)) { "1" } else { "." };
                let gap = if file == File::H { "" } else { " " };
                write!(f, "{mark}{gap}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_operations() {
        let set: Bitboard = [Square::A1, Square::E4, Square::H8].into_iter().collect();
        assert_eq!(set.len(), 3);
        assert_eq!(set.into_iter().rev().collect::<Vec<_>>(), [Square::H8, Square::E4, Square::A1]);
        assert_eq!((set - Square::E4.into()).len(), 2);
        assert!(set.more_than_one() && set.single().is_none());
        assert_eq!((set & Bitboard::file(File::E)).single(), Some(Square::E4));
        assert_eq!(Bitboard::EMPTY.first(), None);
        assert_eq!(Bitboard::EMPTY.last(), None);
    }

    #[test]
    fn light_and_dark_agree_with_the_squares() {
        for square in Square::all() {
            assert_eq!(Bitboard::LIGHT.contains(square), square.is_light());
            assert_eq!(Bitboard::DARK.contains(square), !square.is_light());
        }
    }

    #[test]
    fn debug_draws_a_board() {
        assert!(format!("{:?}", Bitboard::square(Square::A8)).starts_with("\n1 . . ."));
    }
}
