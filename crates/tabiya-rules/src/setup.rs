// SPDX-License-Identifier: MIT OR Apache-2.0
//! A board that may be nonsense, and what can be wrong with it.
//!
//! A [`Setup`] is what an editor or a FEN holds. [`Position::from_setup`](crate::Position::from_setup) is the one door from
//! here to a legal position. It refuses what would break the rules' own machinery, not what no game reaches.

use core::fmt;

use crate::castling::{CastlingMode, CastlingRights, CastlingSide};
use crate::color::Color;
use crate::piece::Piece;
use crate::square::{Rank, Square};

/// Pieces on squares and the rest of what a FEN says, unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    pub(crate) board: [Option<Piece>; 64],
    /// Who moves next.
    pub turn: Color,
    /// Which rooks may still castle.
    pub castling_rights: CastlingRights,
    /// The square that a pawn has just skipped.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the current move: 1 at the start, one more after each move of Black.
    pub fullmove_number: u16,
    /// How castling is written.
    pub castling_mode: CastlingMode,
}

impl Setup {
    /// An empty board, White to move, move 1.
    #[must_use]
    pub const fn empty() -> Setup {
        Setup {
            board: [None; 64],
            turn: Color::White,
            castling_rights: CastlingRights::NONE,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            castling_mode: CastlingMode::Standard,
        }
    }

    /// What stands there.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Puts a piece on a square, or takes away what stands there.
    pub const fn set_piece(&mut self, square: Square, piece: Option<Piece>) {
        self.board[square.index()] = piece;
    }

    /// All pieces with their squares, from a1 to h8.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().filter_map(|square| self.piece_at(square).map(|piece| (square, piece)))
    }
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::empty()
    }
}

/// Why a [`Setup`] is no position. [`Display`](fmt::Display) says it in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
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
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SetupError::NoKing { color } => write!(f, "{color} has no king, exactly one is needed"),
            SetupError::ManyKings { color, found } => {
                write!(f, "{color} has {found} kings, exactly one is needed")
            }
            SetupError::PawnOnEndRank { square, color } => {
                write!(f, "a {color} pawn stands on {square}, pawns can only stand on ranks 2 to 7")
            }
            SetupError::TooManyPieces { color, found } => {
                write!(f, "{color} has {found} pieces, at most 16 are possible")
            }
            SetupError::OpponentInCheck { turn, checker } => {
                write!(f, "it is {turn}'s turn, but {turn} could take the king from {checker}")
            }
            SetupError::CastlingKing { color, king } => {
                let rank = color.back_rank();
                write!(f, "{color} has a castling right, but its king stands on {king}, not on rank {rank}")
            }
            SetupError::CastlingRook { color, side, rook } => {
                let side = match side {
                    CastlingSide::KingSide => "king",
                    CastlingSide::QueenSide => "queen",
                };
                write!(f, "{color} has the castling right on the {side}'s side, but not its rook on {rook}")
            }
            SetupError::EnPassantRank { square, expected } => {
                write!(f, "the en passant square is {square}, but it can only lie on rank {expected}")
            }
            SetupError::EnPassantBlocked { square, blocked } => {
                write!(
                    f,
                    "the en passant square is {square}, but a piece on {blocked} stands in the pawn's way"
                )
            }
            SetupError::EnPassantPawn { square, pawn } => {
                write!(f, "the en passant square is {square}, but the pawn to take is not on {pawn}")
            }
        }
    }
}

impl core::error::Error for SetupError {}
