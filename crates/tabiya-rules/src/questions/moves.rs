// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parts of the legal moves, and checkmate and stalemate.

use crate::chess_move::Move;
use crate::move_list::MoveList;
use crate::position::Position;
use crate::square::Square;

impl Position {
    /// The legal moves of the piece on a square. Empty for an empty square and for pieces of the side that is
    /// not to move.
    ///
    /// ```
    /// use tabiya_rules::{Position, Square};
    ///
    /// assert_eq!(Position::start().legal_moves_of(Square::G1).len(), 2);
    /// ```
    #[must_use]
    pub fn legal_moves_of(&self, square: Square) -> MoveList {
        let mut moves = self.legal_moves();
        moves.retain(|mv| mv.from() == square);
        moves
    }

    /// The legal moves that capture, en passant included.
    #[must_use]
    pub fn legal_captures(&self) -> MoveList {
        let mut moves = self.legal_moves();
        moves.retain(|mv| self.is_capture(mv));
        moves
    }

    /// Whether a legal move captures.
    #[must_use]
    pub fn is_capture(&self, mv: Move) -> bool {
        mv.is_en_passant() || (!mv.is_castling() && self.occupied().contains(mv.to()))
    }

    /// Whether the side to move is checkmated (FIDE 1.4.1).
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the side to move has no legal move and is not in check (FIDE 5.2.1).
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }
}
