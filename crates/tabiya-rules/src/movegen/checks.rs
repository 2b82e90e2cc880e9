// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checks and en passant of a position, computed as for the move generator.

use super::limits;
use crate::bitboard::Bitboard;
use crate::board::END_RANKS;
use crate::color::Color;
use crate::position::Position;
use crate::side::{BlackMoves, WhiteMoves};

impl Position {
    /// The pieces that give check to the side to move. Computed at each call.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        Bitboard(match self.turn {
            Color::White => limits::checkers::<WhiteMoves>(&self.board),
            Color::Black => limits::checkers::<BlackMoves>(&self.board),
        })
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Removes the en passant square if no capture there is legal. Does not change the key.
    #[inline]
    pub(crate) fn drop_illegal_en_passant(&mut self) {
        let legal = match self.turn {
            Color::White => limits::can_take_en_passant::<WhiteMoves>(self.board),
            Color::Black => limits::can_take_en_passant::<BlackMoves>(self.board),
        };
        if !legal {
            self.board.special &= END_RANKS;
        }
    }
}
