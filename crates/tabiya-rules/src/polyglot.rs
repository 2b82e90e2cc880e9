// SPDX-License-Identifier: MIT OR Apache-2.0
//! Opening books in the Polyglot format: keys, entries, moves with weights.
//!
//! A book is a list of 16-byte entries (key, move, weight, learn; big-endian), sorted by key. The format
//! defines its own key from 781 published numbers. It differs from [`Position::key`] in when the en passant
//! square counts:
//!
//! | | the en passant square counts |
//! |---|---|
//! | [`Position::key`], for repetition (FIDE 9.2.3) | if a capture there is legal |
//! | the book's key | if an enemy pawn stands beside the pawn that moved, even a pinned one |
//!
//! A [`Position`] keeps the en passant square only if a capture is legal. So the book's key is exact when
//! computed from a [`Setup`] (a FEN) or from a [`History`] (which knows the last move). Computed from a
//! position it is wrong in the rare case that such a pawn is pinned.
//!
//! Source: the description of the format by Michel Van den Bergh, "Polyglot book format".

mod book;
mod numbers;

#[cfg(feature = "std")]
pub use book::BookReader;
pub use book::{Book, BookMove, choose_book_move};

use crate::castling::CastlingSide;
use crate::color::Color;
use crate::history::History;
use crate::piece::Piece;
use crate::position::Position;
use crate::role::Role;
use crate::setup::Setup;
use crate::square::{Rank, Square};
use numbers::NUMBERS;

/// The index of the first number for castling rights: White's king's side, White's queen's side, then
/// Black's.
const CASTLING: usize = 768;
/// The index of the first number for the file of an en passant square.
const EN_PASSANT: usize = 772;
/// The index of the number for White to move.
const TURN: usize = 780;

impl Position {
    /// The key of the position in Polyglot's books. See the [table](crate::Book) for how it differs from
    /// [`key`](Position::key).
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// assert_eq!(Position::start().polyglot_key(), 0x463B_9618_1691_FC9C);
    /// ```
    #[must_use]
    pub fn polyglot_key(&self) -> u64 {
        self.to_setup().polyglot_key()
    }
}

impl Setup {
    /// The key of the setup in Polyglot's books, with the en passant square as the setup has it.
    ///
    /// ```
    /// use tabiya_rules::{Position, Setup};
    ///
    /// // 8  . . . . k . . .
    /// // 7  . . . . . . . .
    /// // 6  . . . . . . . .     White has just played d2-d4. The pawn on e4 may not capture on d3, because
    /// // 5  . . . . . . . .     the rook would give check. The book's key includes the square all the same.
    /// // 4  . . . P p . . .
    /// // 3  . . . . . . . .
    /// // 2  . . . . . . . .
    /// // 1  . . . . R . K .
    /// //    a b c d e f g h
    /// let setup = Setup::from_fen("4k3/8/8/8/3Pp3/8/8/4R1K1 b - d3 0 1")?;
    /// let position = Position::from_setup(&setup).unwrap();
    /// assert_ne!(setup.polyglot_key(), position.polyglot_key());
    /// # Ok::<(), tabiya_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn polyglot_key(&self) -> u64 {
        let pieces = self.pieces().fold(0, |key, (square, piece)| key ^ piece_number(piece, square));
        let rights = self.castling_rights.iter();
        let rights = rights.fold(0, |key, (color, side, _)| key ^ right_number(color, side));
        let skipped = self.en_passant.filter(|square| {
            let at = |rank| Square::from_coords(square.file(), Rank::seen_by(rank, self.turn));
            let hunter = Some(Piece::new(self.turn, Role::Pawn));
            let beside = |files| at(Rank::Fifth).offset(files, 0).and_then(|square| self.piece_at(square));
            square.rank() == Rank::Sixth.seen_by(self.turn) && (beside(-1) == hunter || beside(1) == hunter)
        });
        let skipped = skipped.map_or(0, |square| NUMBERS[EN_PASSANT + square.file().index()]);
        pieces ^ rights ^ skipped ^ turn_number(self.turn)
    }
}

impl History {
    /// The key of the current position in Polyglot's books. The last move tells which square was skipped.
    ///
    /// ```
    /// use tabiya_rules::{History, Move, Position, Square};
    ///
    /// let mut history = History::new(Position::start());
    /// history.play(Move::normal(Square::E2, Square::E4));
    /// assert_eq!(history.polyglot_key(), 0x823C_9B50_FD11_4196);
    /// ```
    #[must_use]
    pub fn polyglot_key(&self) -> u64 {
        let mut setup = self.position().to_setup();
        if let Some(last) = self.moves().last() {
            let (from, to) = (last.from().index(), last.to().index());
            let pawn = setup.piece_at(last.to()).is_some_and(|piece| piece.role == Role::Pawn);
            if pawn && from.abs_diff(to) == 16 {
                setup.en_passant =
                    Some(Square::from_coords(last.to().file(), Rank::Sixth.seen_by(setup.turn)));
            }
        }
        setup.polyglot_key()
    }
}

fn piece_number(piece: Piece, square: Square) -> u64 {
    // The order of the format: black pawn, white pawn, black knight, ...
    let kind = 2 * piece.role.index() + usize::from(piece.color == Color::White);
    NUMBERS[64 * kind + square.index()]
}

fn right_number(color: Color, side: CastlingSide) -> u64 {
    NUMBERS[CASTLING + 2 * color.index() + side.index()]
}

fn turn_number(turn: Color) -> u64 {
    match turn {
        Color::White => NUMBERS[TURN],
        Color::Black => 0,
    }
}
