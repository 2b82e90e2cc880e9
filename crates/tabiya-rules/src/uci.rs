// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moves in UCI notation: `e2e4`, `e7e8q`. Text is read as an [`Attempt`], which only a position can turn
//! into a move.
//!
//! Castling is written as the king's move of two squares (`e1g1`) in standard chess and as the king capturing
//! its own rook (`e1h1`) in Chess960. Both forms are read in both modes.

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use crate::castling::CastlingMode;
use crate::chess_move::Move;
use crate::role::Role;
use crate::square::{File, Square};

/// A move as somebody attempts it: two squares and perhaps a promotion. It need not be legal.
///
/// ```
/// use tabiya_rules::{Attempt, Position, Square};
///
/// let attempt: Attempt = "e2e4".parse().unwrap();
/// assert_eq!((attempt.from, attempt.to), (Square::E2, Square::E4));
/// assert!(attempt.to_move(&Position::start()).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attempt {
    /// The square of the piece.
    pub from: Square,
    /// The square that it should reach.
    pub to: Square,
    /// The role that a pawn should be promoted to.
    pub promotion: Option<Role>,
}

/// The same squares; castling as the king capturing its own rook.
impl From<Move> for Attempt {
    fn from(mv: Move) -> Attempt {
        Attempt { from: mv.from(), to: mv.to(), promotion: mv.promotion() }
    }
}

impl Move {
    /// The move in UCI notation. Castling is written as the king's move of two squares if the mode is
    /// standard and the king and rook stand on their standard squares.
    #[must_use]
    pub fn to_uci(self, mode: CastlingMode) -> String {
        self.as_uci(mode).to_string()
    }

    /// The squares and the promotion that [`to_uci`](Self::to_uci) writes, as a value instead of text.
    #[must_use]
    pub fn as_uci(self, mode: CastlingMode) -> Attempt {
        let mut attempt = Attempt::from(self);
        let usual = self.from().file() == File::E && matches!(self.to().file(), File::A | File::H);
        if self.is_castling() && mode == CastlingMode::Standard && usual {
            attempt.to = self.destination();
        }
        attempt
    }
}

impl Attempt {
    /// UCI notation in a buffer, at most five characters.
    fn write(self, buffer: &mut [u8; 5]) -> &str {
        let letters =
            |square: Square| [b'a' + square.file().index() as u8, b'1' + square.rank().index() as u8];
        let [[a, b], [c, d]] = [letters(self.from), letters(self.to)];
        let promotion = self.promotion.map_or(0, |role| role.char() as u8);
        *buffer = [a, b, c, d, promotion];
        let length = if promotion == 0 { 4 } else { 5 };
        core::str::from_utf8(&buffer[..length]).expect("letters and digits")
    }
}

/// UCI notation.
impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.write(&mut [0; 5]))
    }
}

/// Why a text is not a move in UCI notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciError {
    /// The text has neither four nor five characters.
    Length {
        /// The number of characters.
        found: usize,
    },
    /// The first or the second pair of characters is not a square.
    Square {
        /// The pair of characters.
        found: String,
    },
    /// The fifth character is not a piece letter.
    Promotion {
        /// The character.
        found: char,
    },
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciError::Length { found } => {
                write!(f, "expected a move of 4 or 5 characters, like e2e4 or e7e8q, found {found}")
            }
            UciError::Square { found } => write!(f, "expected a square from a1 to h8, found {found:?}"),
            UciError::Promotion { found } => {
                write!(f, "expected q, r, b or n for the promotion, found {found:?}")
            }
        }
    }
}

impl core::error::Error for UciError {}

/// Two squares and perhaps the promotion's letter, all in lower case. `k` and `p` are read too, because they
/// are piece letters, although no pawn promotes to them.
impl FromStr for Attempt {
    type Err = UciError;

    fn from_str(text: &str) -> Result<Attempt, UciError> {
        let count = text.chars().count();
        if !(4..=5).contains(&count) {
            return Err(UciError::Length { found: count });
        }
        let square = |skip| {
            let pair: String = text.chars().skip(skip).take(2).collect();
            pair.parse().map_err(|_| UciError::Square { found: pair })
        };
        let (from, to) = (square(0)?, square(2)?);
        let promotion = match text.chars().nth(4) {
            None => None,
            Some(letter) => match Role::from_char(letter).filter(|_| letter.is_ascii_lowercase()) {
                Some(role) => Some(role),
                None => return Err(UciError::Promotion { found: letter }),
            },
        };
        Ok(Attempt { from, to, promotion })
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Attempt {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.write(&mut [0; 5]))
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Attempt {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Attempt, D::Error> {
        deserializer.deserialize_str(crate::serde_text::Text(core::marker::PhantomData, "a move like e2e4"))
    }
}
