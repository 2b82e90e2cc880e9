// SPDX-License-Identifier: MIT OR Apache-2.0
//! Legal moves, without trying any.
//!
//! [`Masks`] says once where a check can be met and along which lines pinned pieces may move; then every set of targets
//! that a piece gets is legal as it stands. Only en passant looks at the board after the capture. The side to move is a
//! constant of the compiled code.

mod list;
mod masks;

use crate::chess_move::Move;
use crate::color::Color;
use crate::counting::Board;
use crate::move_list::MoveList;
use crate::position::Position;

impl Position {
    /// All legal moves, in no particular order.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        match self.turn {
            Color::White => list::generate::<true>(self, &mut moves),
            Color::Black => list::generate::<false>(self, &mut moves),
        }
        moves
    }

    /// How many legal moves there are, without writing them down.
    #[must_use]
    pub fn count_legal_moves(&self) -> usize {
        Board::new(self).count(self.turn == Color::White) as usize
    }

    /// Whether there is any legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// Whether that move is legal here.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }
}
