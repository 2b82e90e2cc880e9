// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files, ranks and the 64 squares.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::color::Color;

/// A file, `a` to `h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// From a to h.
    pub const ALL: [File; 8] = [File::A, File::B, File::C, File::D, File::E, File::F, File::G, File::H];

    /// 0 for the a-file up to 7 for the h-file.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file with this index; `None` from 8 on.
    #[must_use]
    pub const fn new(index: u8) -> Option<File> {
        if index < 8 { Some(File::ALL[index as usize]) } else { None }
    }

    /// The small letter.
    #[must_use]
    pub const fn char(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Reads a small letter.
    #[must_use]
    pub const fn from_char(c: char) -> Option<File> {
        match c {
            'a'..='h' => File::new(c as u8 - b'a'),
            _ => None,
        }
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}

/// A rank, 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// From the first to the eighth.
    pub const ALL: [Rank; 8] = [
        Rank::First,
        Rank::Second,
        Rank::Third,
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ];

    /// 0 for the first rank up to 7 for the eighth.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank with this index; `None` from 8 on.
    #[must_use]
    pub const fn new(index: u8) -> Option<Rank> {
        if index < 8 { Some(Rank::ALL[index as usize]) } else { None }
    }

    /// The digit.
    #[must_use]
    pub const fn char(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Reads a digit.
    #[must_use]
    pub const fn from_char(c: char) -> Option<Rank> {
        match c {
            '1'..='8' => Rank::new(c as u8 - b'1'),
            _ => None,
        }
    }

    /// The rank as this side counts ranks: its own back rank is the first.
    #[must_use]
    pub const fn seen_by(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::ALL[7 - self as usize],
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}

/// One of the 64 squares. Index 0 is a1, 7 is h1, 8 is a2, 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts", type = "string"))]
pub struct Square(u8);

impl Square {
    /// The square with this index; `None` from 64 on.
    #[must_use]
    pub const fn new(index: u8) -> Option<Square> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// The square with the low six bits of this index.
    #[inline]
    #[must_use]
    pub(crate) const fn wrapping(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// The square on this file and this rank.
    #[inline]
    #[must_use]
    pub const fn from_coords(file: File, rank: Rank) -> Square {
        Square(rank as u8 * 8 + file as u8)
    }

    /// The index, 0 to 63.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // The mask tells the compiler the range, so that accesses to tables of 64 need no bounds check.
        (self.0 & 63) as usize
    }

    /// Its file.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File::ALL[(self.0 & 7) as usize]
    }

    /// Its rank.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 >> 3 & 7) as usize]
    }

    /// Whether it is a light square, like h1.
    #[must_use]
    pub const fn is_light(self) -> bool {
        (self.0 / 8 + self.0) % 2 == 1
    }

    /// The square this many files to the right and ranks up; `None` if it is off the board.
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = (self.0 & 7) as i8 + files;
        let rank = (self.0 >> 3) as i8 + ranks;
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Square((rank * 8 + file) as u8))
        } else {
            None
        }
    }

    /// All squares, from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64u8).map(Square)
    }
}

/// Defines the constants `Square::A1` to `Square::H8`.
macro_rules! squares {
    ($($name:ident)*) => {
        #[allow(missing_docs)]
        impl Square {
            squares!(@ 0u8, $($name)*);
        }
    };
    (@ $index:expr, $name:ident $($rest:ident)*) => {
        pub const $name: Square = Square($index);
        squares!(@ $index + 1, $($rest)*);
    };
    (@ $index:expr,) => {};
}

squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

/// "e4".
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareError {
    found: String,
}

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a square from a1 to h8, found {:?}", self.found)
    }
}

impl core::error::Error for SquareError {}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let mut chars = text.chars();
        match (chars.next().and_then(File::from_char), chars.next().and_then(Rank::from_char), chars.next()) {
            (Some(file), Some(rank), None) => Ok(Square::from_coords(file, rank)),
            _ => Err(SquareError { found: text.chars().take(20).collect() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips_for_all_squares() {
        assert_eq!(Square::all().count(), 64);
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::from_coords(square.file(), square.rank()), square);
        }
        assert_eq!(Square::H8.index(), 63);
        assert_eq!(Square::E4.to_string(), "e4");
    }

    #[test]
    fn what_is_not_a_square_is_named() {
        for text in ["", "e", "e9", "i1", "E4", "e44", "é4"] {
            let error = text.parse::<Square>().unwrap_err();
            assert!(error.to_string().contains("a1 to h8"), "{error}");
        }
    }

    #[test]
    fn colours_of_corner_squares() {
        assert!(!Square::A1.is_light() && Square::H1.is_light() && Square::A8.is_light());
        assert!(!Square::H8.is_light() && Square::E4.is_light());
    }
}
