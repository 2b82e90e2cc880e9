// SPDX-License-Identifier: MIT OR Apache-2.0
//! Errors in a FEN.

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
    /// The move number.
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

/// Why a text is not a FEN of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// A field is not valid.
    Syntax {
        /// The field.
        field: FenField,
        /// The text found there, shortened.
        found: String,
        /// What would be valid.
        expected: String,
    },
    /// The board is missing. If at least four fields are required, the first of them that is missing.
    Missing {
        /// The first field that is missing.
        field: FenField,
    },
    /// There is text after the sixth field.
    TooLong {
        /// That text, shortened.
        found: String,
    },
    /// The text is a FEN, but its board is not a position.
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

/// At most 40 characters of a text that may be megabytes long.
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

/// Has no source, because its message already contains that of the inner error.
impl core::error::Error for FenError {}

impl From<SetupError> for FenError {
    fn from(error: SetupError) -> FenError {
        FenError::Setup(error)
    }
}
