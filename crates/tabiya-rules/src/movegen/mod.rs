// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generation of legal moves without trying them.
//!
//! [`Limits`](limits::Limits) is computed once: the targets that answer a check, and the lines along which
//! pinned pieces may move. After that every set of targets is legal. Only en passant is checked on the board
//! after the capture. The side to move is a type, so the compiler makes a generator for each side. Three
//! users share the sets: one writes lists, one counts, one asks about a single move. A fourth, perft, plays
//! every move on the bare [`Board`](crate::board::Board).

pub(crate) mod castling;
mod checks;
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
    /// // 6  . . . . . . . .     The king may move to d1, f1, d2 and f2.
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

    /// Fills a list with all legal moves, in no particular order. The list is cleared first.
    ///
    /// For hot loops: a returned list would be copied once more.
    pub fn legal_moves_into(&self, moves: &mut MoveList) {
        moves.clear();
        match self.turn {
            Color::White => list::write::<WhiteMoves>(&self.board, Wanted::All, moves),
            Color::Black => list::write::<BlackMoves>(&self.board, Wanted::All, moves),
        }
    }

    /// The legal captures, including en passant and capturing promotions, in no particular order.
    ///
    /// ```
    /// use tabiya_rules::{Position, Square};
    ///
    /// // 8  . . . . k . . .
    /// // 5  . . . p . . . .     The pawn can take the pawn. The knight is pinned and can take nothing.
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

    /// Fills a list with what [`captures`](Position::captures) returns, without generating other moves.
    pub fn captures_into(&self, moves: &mut MoveList) {
        moves.clear();
        match self.turn {
            Color::White => list::write::<WhiteMoves>(&self.board, Wanted::Captures, moves),
            Color::Black => list::write::<BlackMoves>(&self.board, Wanted::Captures, moves),
        }
    }

    /// Fills a list with the legal captures and promotions: the moves of a quiescence search.
    pub fn noisy_moves_into(&self, moves: &mut MoveList) {
        moves.clear();
        match self.turn {
            Color::White => list::write::<WhiteMoves>(&self.board, Wanted::Noisy, moves),
            Color::Black => list::write::<BlackMoves>(&self.board, Wanted::Noisy, moves),
        }
    }

    /// Fills a list with the legal moves that [`noisy_moves_into`](Position::noisy_moves_into) leaves out:
    /// neither captures nor promotions.
    pub fn quiet_moves_into(&self, moves: &mut MoveList) {
        moves.clear();
        match self.turn {
            Color::White => list::write::<WhiteMoves>(&self.board, Wanted::Quiet, moves),
            Color::Black => list::write::<BlackMoves>(&self.board, Wanted::Quiet, moves),
        }
    }

    /// The number of legal moves, without making a list.
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

    /// Whether this move is legal here, without making a list.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        match self.turn {
            Color::White => single::is_legal::<WhiteMoves>(&self.board, mv),
            Color::Black => single::is_legal::<BlackMoves>(&self.board, mv),
        }
    }
}
