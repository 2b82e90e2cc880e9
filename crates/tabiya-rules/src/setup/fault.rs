// SPDX-License-Identifier: MIT OR Apache-2.0
//! How strictly a setup is checked, and its faults.

use alloc::vec::Vec;
use core::fmt;

use crate::bitboard::Bitboard;
use crate::castling::CastlingSide;
use crate::color::Color;
use crate::square::{Rank, Square};

/// How strictly a [`Setup`](crate::Setup) is checked before it becomes a [`Position`](crate::Position).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Validity {
    /// Nothing is checked. For setups that are known to be legal, and for programs that must accept
    /// everything. The answers of an impossible position have no meaning, but nothing panics or runs forever.
    Unchecked,
    /// Refuses setups on which the rules' algorithms fail: no king or several, the side not to move in check,
    /// pawns on the end ranks, more than 16 pieces of a side, castling rights without king or rook, an en
    /// passant square without its pawn.
    #[default]
    Playable,
    /// Also refuses positions that no game reaches, as far as counting and the last move can tell: more than
    /// 8 pawns, more promoted pieces than missing pawns, a check that no move gives, rights that the
    /// [`CastlingMode`](crate::CastlingMode) does not have, counters that contradict each other.
    Strict,
}

/// One fault of a [`Setup`](crate::Setup). [`Display`](fmt::Display) gives a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SetupFault {
    /// A side has no king.
    NoKing {
        /// The side without a king.
        color: Color,
    },
    /// A side has two kings or more.
    ManyKings {
        /// The side.
        color: Color,
        /// The number of its kings.
        found: usize,
    },
    /// A pawn stands on the first or the eighth rank.
    PawnOnEndRank {
        /// The pawn's square.
        square: Square,
        /// The pawn's side.
        color: Color,
    },
    /// A side has more than 16 pieces.
    TooManyPieces {
        /// The side.
        color: Color,
        /// The number of its pieces.
        found: usize,
    },
    /// The side that is not to move is in check.
    OpponentInCheck {
        /// The side that is to move and could capture the king.
        turn: Color,
        /// The square of a piece that could.
        checker: Square,
    },
    /// A side has a castling right, but its king is not on its back rank.
    CastlingKing {
        /// The side.
        color: Color,
        /// The king's square.
        king: Square,
    },
    /// A side has a castling right, but the rook is not there.
    CastlingRook {
        /// The side.
        color: Color,
        /// The direction of castling.
        side: CastlingSide,
        /// The square where the rook should stand.
        rook: Square,
    },
    /// The en passant square is on the wrong rank.
    EnPassantRank {
        /// The square.
        square: Square,
        /// The only possible rank.
        expected: Rank,
    },
    /// The en passant square, or the square that the pawn came from, is occupied.
    EnPassantBlocked {
        /// The en passant square.
        square: Square,
        /// The occupied square.
        blocked: Square,
    },
    /// No pawn stands beyond the en passant square.
    EnPassantPawn {
        /// The en passant square.
        square: Square,
        /// The square where the pawn should stand.
        pawn: Square,
    },
    /// Strict: a side has more pawns than at the start.
    TooManyPawns {
        /// The side.
        color: Color,
        /// The number of its pawns.
        found: usize,
    },
    /// Strict: a side has more promoted pieces than missing pawns. A second bishop on squares of the same
    /// colour counts as promoted.
    TooManyPromoted {
        /// The side.
        color: Color,
        /// The number of its pieces beyond those of the start.
        promoted: usize,
        /// The number of pawns that were captured or promoted.
        missing_pawns: usize,
    },
    /// Strict: no last move can have given this check. For example, three pieces give it, or two that can't
    /// have begun to attack at once, or one that must have attacked before.
    ImpossibleCheck {
        /// The king in check.
        king: Square,
        /// The pieces that give check.
        checkers: Bitboard,
    },
    /// Strict: in standard chess a king with castling rights stands on the e-file, and its rook on the a-file
    /// or h-file.
    CastlingNotStandard {
        /// The side.
        color: Color,
        /// The direction of castling.
        side: CastlingSide,
    },
    /// Strict: the en passant square means that the last move was a pawn's, but the half-move clock is not 0.
    EnPassantClock {
        /// The clock.
        halfmove_clock: u16,
    },
    /// Strict: the half-move clock counts more half-moves than were played.
    HalfmoveClock {
        /// The clock.
        halfmove_clock: u16,
        /// The number of half-moves that move number and turn allow.
        played: u32,
    },
    /// Strict: move numbers start at 1.
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

/// Why a [`Setup`](crate::Setup) is not a position: all its faults, at least one.
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

    /// The faults in the order of [`Setup::faults`](crate::Setup::faults). Never empty.
    #[must_use]
    pub fn faults(&self) -> &[SetupFault] {
        &self.faults
    }
}

/// All faults, separated by `;`.
impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupError {}
