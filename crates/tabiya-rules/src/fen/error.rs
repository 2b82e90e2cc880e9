// SPDX-License-Identifier: MIT OR Apache-2.0
//! What can be wrong with a FEN.

use alloc::string::String;
use core::fmt;

use crate::setup::SetupError;

/// A field of a FEN, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FenField {
    /// The pieces, rank by rank.
    Board,
    /// `w` or `b`.
    Turn,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Half-moves since the last capture or pawn move.
    HalfmoveClock,
    /// The number of the move.
    FullmoveNumber,
}

impl FenField {
    /// All six, in order.
    pub const ALL: [FenField; 6] = [
        FenField::Board,
        FenField::Turn,
        FenField::Castling,
        FenField::EnPassant,
        FenField::HalfmoveClock,
        FenField::FullmoveNumber,
    ];
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenField::Board => "board",
            FenField::Turn => "turn",
            FenField::Castling => "castling",
            FenField::EnPassant => "en passant",
            FenField::HalfmoveClock => "half-move clock",
            FenField::FullmoveNumber => "move number",
        })
    }
}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// A field can't be read.
    Syntax {
        /// Which one.
        field: FenField,
        /// What stands there, shortened.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// The board or the turn is missing; where four fields are asked for, one of them.
    Missing {
        /// The first that is missing.
        field: FenField,
    },
    /// Something follows the sixth field.
    TooLong {
        /// What follows, shortened.
        found: String,
    },
    /// It can be read, but is no position.
    Setup(SetupError),
}

impl FenError {
    pub(super) fn syntax(field: FenField, found: &str, expected: impl Into<String>) -> FenError {
        FenError::Syntax { field, found: shorten(found), expected: expected.into() }
    }

    pub(super) fn too_long(found: &str) -> FenError {
        FenError::TooLong { found: shorten(found) }
    }
}

/// At most 40 characters of what may be megabytes.
pub(crate) fn shorten(found: &str) -> String {
    let mut short: String = found.chars().take(40).collect();
    if short.len() < found.len() {
        short.push('…');
    }
    short
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Syntax { field, found, expected } => {
                write!(f, "{field} field of the FEN: expected {expected}, found {found:?}")
            }
            FenError::Missing { field } => write!(f, "the FEN has no {field} field"),
            FenError::TooLong { found } => {
                write!(f, "the FEN should end after six fields, found {found:?}")
            }
            FenError::Setup(error) => write!(f, "impossible position: {error}"),
        }
    }
}

/// It names no source: its message says all of it already.
impl core::error::Error for FenError {}

impl From<SetupError> for FenError {
    fn from(error: SetupError) -> FenError {
        FenError::Setup(error)
    }
}
