// SPDX-License-Identifier: MIT OR Apache-2.0
//! How closely a setup is looked at, and what is found.

use alloc::vec::Vec;
use core::fmt;

use crate::bitboard::Bitboard;
use crate::castling::CastlingSide;
use crate::color::Color;
use crate::square::{Rank, Square};

/// How closely a [`Setup`](crate::Setup) is looked at on its way to a [`Position`](crate::Position).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Validity {
    /// Nothing is refused. For setups that are known to be fine, and for programs that must go on with anything: what
    /// a nonsensical position answers is not said, but nothing panics and everything ends.
    Unchecked,
    /// What would break the rules' machinery is refused: kings missing or more than one, the side that has just moved in
    /// check, pawns on the end ranks, more than 16 pieces, rights without king or rook, an en passant square without
    /// its pawn.
    #[default]
    Playable,
    /// What no game reaches is refused too, as far as it can be told from counting and from the last move:
    /// more than 8 pawns, more promoted pieces than missing pawns, a check that no move gives, rights that the
    /// [`CastlingMode`](crate::CastlingMode) doesn't have, counters that contradict each other.
    Strict,
}

/// One thing that is wrong with a [`Setup`](crate::Setup). [`Display`](fmt::Display) says it in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SetupFault {
    /// A side has no king.
    NoKing {
        /// Whose king is missing.
        color: Color,
    },
    /// A side has two kings or more.
    ManyKings {
        /// Whose.
        color: Color,
        /// How many.
        found: usize,
    },
    /// A pawn stands on the first or the eighth rank.
    PawnOnEndRank {
        /// Where.
        square: Square,
        /// Whose.
        color: Color,
    },
    /// A side has more than 16 pieces.
    TooManyPieces {
        /// Whose.
        color: Color,
        /// How many.
        found: usize,
    },
    /// The side that has just moved stands in check.
    OpponentInCheck {
        /// The side that is to move and could take the king.
        turn: Color,
        /// A square from which it could.
        checker: Square,
    },
    /// A castling right without the king on its back rank.
    CastlingKing {
        /// Whose right.
        color: Color,
        /// Where the king stands.
        king: Square,
    },
    /// A castling right without that rook.
    CastlingRook {
        /// Whose right.
        color: Color,
        /// To which side.
        side: CastlingSide,
        /// Where the rook should stand.
        rook: Square,
    },
    /// The en passant square lies on the wrong rank.
    EnPassantRank {
        /// The square.
        square: Square,
        /// Where it could lie.
        expected: Rank,
    },
    /// The en passant square, or the one the pawn came from, is occupied.
    EnPassantBlocked {
        /// The en passant square.
        square: Square,
        /// The occupied one.
        blocked: Square,
    },
    /// No pawn stands in front of the en passant square.
    EnPassantPawn {
        /// The en passant square.
        square: Square,
        /// Where the pawn should stand.
        pawn: Square,
    },
    /// Strict: more pawns than a side begins with.
    TooManyPawns {
        /// Whose.
        color: Color,
        /// How many.
        found: usize,
    },
    /// Strict: more pieces that must have been pawns than pawns are missing. Two bishops on squares of one colour
    /// count among them.
    TooManyPromoted {
        /// Whose.
        color: Color,
        /// How many pieces a side does not begin with.
        promoted: usize,
        /// How many pawns have left the board or been promoted.
        missing_pawns: usize,
    },
    /// Strict: no last move can have given this check. It may be that of three pieces, or of two that can't have attacked at
    /// once, or one that must have been there before.
    ImpossibleCheck {
        /// The king in check.
        king: Square,
        /// The pieces that give check.
        checkers: Bitboard,
    },
    /// Strict: in standard chess a king that may castle stands on the e-file, and its rook on the a- or h-file.
    CastlingNotStandard {
        /// Whose right.
        color: Color,
        /// To which side.
        side: CastlingSide,
    },
    /// Strict: there is an en passant square, so the last move was a pawn's, but the half-move clock is not 0.
    EnPassantClock {
        /// The clock.
        halfmove_clock: u16,
    },
    /// Strict: the half-move clock counts more half-moves than were played.
    HalfmoveClock {
        /// The clock.
        halfmove_clock: u16,
        /// How many half-moves the move number and the turn allow.
        played: u32,
    },
    /// Strict: moves are counted from 1.
    MoveNumberZero,
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SetupFault::NoKing { color } => write!(f, "{color} has no king, exactly one is needed"),
            SetupFault::ManyKings { color, found } => {
                write!(f, "{color} has {found} kings, exactly one is needed")
            }
            SetupFault::PawnOnEndRank { square, color } => {
                write!(f, "a {color} pawn stands on {square}, pawns can only stand on ranks 2 to 7")
            }
            SetupFault::TooManyPieces { color, found } => {
                write!(f, "{color} has {found} pieces, at most 16 are possible")
            }
            SetupFault::OpponentInCheck { turn, checker } => {
                write!(f, "it is {turn}'s turn, but {turn} could take the king from {checker}")
            }
            SetupFault::CastlingKing { color, king } => {
                let rank = color.back_rank();
                write!(f, "{color} has a castling right, but its king stands on {king}, not on rank {rank}")
            }
            SetupFault::CastlingRook { color, side, rook } => {
                let side = side_name(side);
                write!(f, "{color} has the castling right on the {side}'s side, but not its rook on {rook}")
            }
            SetupFault::EnPassantRank { square, expected } => {
                write!(f, "the en passant square is {square}, but it can only lie on rank {expected}")
            }
            SetupFault::EnPassantBlocked { square, blocked } => {
                write!(
                    f,
                    "the en passant square is {square}, but a piece on {blocked} stands in the pawn's way"
                )
            }
            SetupFault::EnPassantPawn { square, pawn } => {
                write!(f, "the en passant square is {square}, but the pawn to take is not on {pawn}")
            }
            SetupFault::TooManyPawns { color, found } => {
                write!(f, "{color} has {found} pawns, at most 8 are possible")
            }
            SetupFault::TooManyPromoted { color, promoted, missing_pawns } => write!(
                f,
                "{color} must have promoted {promoted} pawns, but only {missing_pawns} of its pawns are missing"
            ),
            SetupFault::ImpossibleCheck { king, checkers } => {
                write!(f, "no move can have given the check to the king on {king} from ")?;
                for (i, square) in checkers.into_iter().enumerate() {
                    write!(f, "{}{square}", if i == 0 { "" } else { " and " })?;
                }
                Ok(())
            }
            SetupFault::CastlingNotStandard { color, side } => write!(
                f,
                "{color} has the castling right on the {}'s side, but in standard chess the king would stand on the e-file \
                 and the rook in the corner",
                side_name(side)
            ),
            SetupFault::EnPassantClock { halfmove_clock } => write!(
                f,
                "a pawn has just moved, so the half-move clock should be 0, but it is {halfmove_clock}"
            ),
            SetupFault::HalfmoveClock { halfmove_clock, played } => write!(
                f,
                "the half-move clock is {halfmove_clock}, but by the move number only {played} half-moves were played"
            ),
            SetupFault::MoveNumberZero => f.write_str("the move number is 0, the first move has number 1"),
        }
    }
}

impl core::error::Error for SetupFault {}

const fn side_name(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "king",
        CastlingSide::QueenSide => "queen",
    }
}

/// Why a [`Setup`](crate::Setup) is no position: all its faults at once, at least one.
///
/// ```
/// use tabiya_rules::{Position, Setup};
///
/// let error = Position::from_setup(&Setup::from_fen("4k2P/8/8/8/8/8/8/8 w - - 0 1")?).unwrap_err();
/// assert_eq!(error.faults().len(), 2);
/// assert_eq!(
///     error.to_string(),
///     "white has no king, exactly one is needed; \
///      a white pawn stands on h8, pawns can only stand on ranks 2 to 7"
/// );
/// # Ok::<(), tabiya_rules::FenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    faults: Vec<SetupFault>,
}

impl SetupError {
    /// An error if there are faults.
    pub(crate) fn check(faults: Vec<SetupFault>) -> Result<(), SetupError> {
        if faults.is_empty() { Ok(()) } else { Err(SetupError { faults }) }
    }

    /// What is wrong, in the order of [`Setup::faults`](crate::Setup::faults). Never empty.
    #[must_use]
    pub fn faults(&self) -> &[SetupFault] {
        &self.faults
    }
}

/// All faults in a row, with `;` between.
impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupError {}
