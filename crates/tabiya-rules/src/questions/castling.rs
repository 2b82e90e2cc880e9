// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether castling is possible now, whether it may ever be, and why not.

use crate::castling::CastlingSide;
use crate::chess_move::Move;
use crate::color::Color;
use crate::explain::{Context, Reason};
use crate::history::History;
use crate::position::Position;
use crate::square::Square;

impl Position {
    /// The castling move of the side to move to this side, if it is legal now.
    ///
    /// # Errors
    /// The first [`Reason`] against it: no rook, no right, in check, the king would pass an attacked square,
    /// a piece is in the way.
    ///
    /// ```
    /// use tabiya_rules::{CastlingSide, Position, Reason};
    ///
    /// // 4  . . b . . . . .     The bishop attacks f1.
    /// // 1  R . . . K . . R
    /// //    a b c d e f g h
    /// let position = Position::from_fen("4k3/8/8/8/2b5/8/8/R3K2R w KQ - 0 1").unwrap();
    /// let reason = position.castling_now(CastlingSide::KingSide).unwrap_err();
    /// assert!(matches!(reason, Reason::CastlingThroughAttack { .. }));
    /// assert!(position.castling_now(CastlingSide::QueenSide).is_ok());
    /// ```
    pub fn castling_now(&self, side: CastlingSide) -> Result<Move, Reason> {
        Context::of_position(self).resolve_castling(side)
    }

    /// The rook with which `color` has the right to castle to `side`, now or later.
    ///
    /// # Errors
    /// [`Reason::CastlingNoRook`] or [`Reason::CastlingRightLost`]. A position does not know how a right was
    /// lost; [`History::castling_ever`] does.
    pub fn castling_ever(&self, color: Color, side: CastlingSide) -> Result<Square, Reason> {
        Context::of_position(self).castling_right(color, side)
    }
}

impl History {
    /// The rook with which `color` has the right to castle to `side`, now or later.
    ///
    /// # Errors
    /// How the right was lost, with the move number if the game knows it.
    ///
    /// ```
    /// use tabiya_rules::{CastlingSide, Color, History, Position, parse_san};
    ///
    /// let mut history = History::new(Position::start());
    /// for text in ["e4", "e5", "Ke2"] {
    ///     history.play(parse_san(history.position(), text).unwrap());
    /// }
    /// let reason = history.castling_ever(Color::White, CastlingSide::KingSide).unwrap_err();
    /// assert_eq!(reason.to_string(), "The king moved at move 2, so White may no longer castle.");
    /// ```
    pub fn castling_ever(&self, color: Color, side: CastlingSide) -> Result<Square, Reason> {
        Context::of_game(self).castling_right(color, side)
    }
}
