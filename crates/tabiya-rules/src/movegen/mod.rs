// SPDX-License-Identifier: MIT OR Apache-2.0
//! Legal moves, without trying any.
//!
//! [`Limits`](limits::Limits) says once where a check can be met and along which lines pinned pieces may move; then every set
//! of targets that a piece gets is legal as it stands. Only en passant looks at the board after the capture. The
//! side to move is a type, so each side's generator is compiled by itself. Three readers share the sets: one writes lists,
//! one counts, one asks for a single move; a fourth, perft's, makes every move on the bare [`Board`](crate::board::Board).

pub(crate) mod castling;
pub(crate) mod count;
pub(crate) mod limits;
mod list;
pub(crate) mod pawns;
mod single;
pub(crate) mod tables;

use self::list::Wanted;
use crate::chess_move::Move;
use crate::color::Color;
use crate::move_list::MoveList;
use crate::position::Position;
use crate::side::{BlackMoves, WhiteMoves};

impl Position {
    /// All legal moves, in no particular order.
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// // 8  . . . . . . . .
    /// // 7  . . . . . . . .     The knight is pinned by the rook.
    /// // 6  . . . . . . . .     The king may step to d1, f1, d2 and f2.
    /// // 5  . . . . r . . .
    /// // 4  . . . . . . . .
    /// // 3  . . . . . . . .
    /// // 2  . . . . N . . .
    /// // 1  . . . . K . . k
    /// //    a b c d e f g h
    /// let position = Position::from_fen("8/8/8/4r3/8/8/4N3/4K2k w - - 0 1").unwrap();
    /// assert_eq!(position.legal_moves().len(), 4);
    /// assert!(position.legal_moves().iter().all(|mv| mv.from() == position.king_of(position.turn())));
    /// ```
    #[inline]
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.legal_moves_into(&mut moves);
        moves
    }

    /// Fills a list with all legal moves, in no particular order; what it held is gone.
    ///
    /// For hot loops: a list that is returned is copied once more by the compiler.
    pub fn legal_moves_into(&self, moves: &mut MoveList) {
        moves.clear();
        match self.turn {
            Color::White => list::write::<WhiteMoves>(&self.board, Wanted::All, moves),
            Color::Black => list::write::<BlackMoves>(&self.board, Wanted::All, moves),
        }
    }

    /// The legal captures, those en passant and those that promote among them, in no particular order.
    ///
    /// ```
    /// use tabiya_rules::{Position, Square};
    ///
    /// // 8  . . . . k . . .
    /// // 5  . . . p . . . .     The pawn takes the pawn; the knight takes nothing, for it is pinned.
    /// // 4  . . . . P . . .
    /// // 1  K N . . . . . r
    /// //    a b c d e f g h
    /// let position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/KN5r w - - 0 1").unwrap();
    /// let captures = position.captures();
    /// assert_eq!(captures.len(), 1);
    /// assert_eq!(captures[0].to(), Square::D5);
    /// ```
    #[inline]
    #[must_use]
    pub fn captures(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.captures_into(&mut moves);
        moves
    }

    /// Fills a list with what [`captures`](Position::captures) gives, without looking at the other moves.
    pub fn captures_into(&self, moves: &mut MoveList) {
        moves.clear();
        match self.turn {
            Color::White => list::write::<WhiteMoves>(&self.board, Wanted::Captures, moves),
            Color::Black => list::write::<BlackMoves>(&self.board, Wanted::Captures, moves),
        }
    }

    /// Fills a list with the legal captures and promotions: what a quiescence search looks at.
    pub fn noisy_moves_into(&self, moves: &mut MoveList) {
        moves.clear();
        match self.turn {
            Color::White => list::write::<WhiteMoves>(&self.board, Wanted::Noisy, moves),
            Color::Black => list::write::<BlackMoves>(&self.board, Wanted::Noisy, moves),
        }
    }

    /// Fills a list with the legal moves that [`noisy_moves_into`](Position::noisy_moves_into) leaves out: no captures, no
    /// promotions.
    pub fn quiet_moves_into(&self, moves: &mut MoveList) {
        moves.clear();
        match self.turn {
            Color::White => list::write::<WhiteMoves>(&self.board, Wanted::Quiet, moves),
            Color::Black => list::write::<BlackMoves>(&self.board, Wanted::Quiet, moves),
        }
    }

    /// How many legal moves there are, without writing them down.
    #[must_use]
    pub fn count_legal_moves(&self) -> usize {
        let moves = match self.turn {
            Color::White => count::count::<WhiteMoves>(self.board),
            Color::Black => count::count::<BlackMoves>(self.board),
        };
        moves as usize
    }

    /// Whether there is any legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// Whether that move is legal here, without writing down the others.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        match self.turn {
            Color::White => single::is_legal::<WhiteMoves>(&self.board, mv),
            Color::Black => single::is_legal::<BlackMoves>(&self.board, mv),
        }
    }
}
