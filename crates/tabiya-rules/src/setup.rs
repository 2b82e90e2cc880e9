// SPDX-License-Identifier: MIT OR Apache-2.0
//! A board that may be impossible, and its faults.
//!
//! A [`Setup`] is what an editor or a FEN holds. [`Position::from_setup`](crate::Position::from_setup) checks
//! it and makes it a legal position. It refuses setups on which the rules' algorithms would fail, but accepts
//! positions that no game can reach. [`Validity`] names a stricter check, and one that refuses nothing.

mod fault;
mod last_move;
mod strict;

pub use fault::{SetupError, SetupFault, Validity};
pub(crate) use strict::{find_faults as find_strict_faults, non_standard_fault};

use crate::castling::{CastlingMode, CastlingRights};
use crate::color::Color;
use crate::piece::Piece;
use crate::square::Square;

/// Pieces on squares and everything else that a FEN says, unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    pub(crate) board: [Option<Piece>; 64],
    /// The side to move.
    pub turn: Color,
    /// Which rooks may still castle.
    pub castling_rights: CastlingRights,
    /// The square that a pawn skipped with the last move.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the current move: 1 at the start, one more after each move of Black.
    pub fullmove_number: u16,
    /// How castling is written in UCI.
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

    /// The piece on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Puts a piece on a square; `None` empties it.
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
