// SPDX-License-Identifier: MIT OR Apache-2.0
//! Attacked, defended and hanging pieces.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::position::Position;
use crate::role::Role;
use crate::square::Square;

impl Position {
    /// The pieces of this side that attack a square: they could capture an enemy piece on it. Pins are
    /// ignored, as in FIDE 3.1.3. If a piece of the same side stands there, these are its defenders.
    ///
    /// ```
    /// use tabiya_rules::{Bitboard, Color, Position, Square};
    ///
    /// // 5  . . . p . . . .
    /// // 4  . . . . P . . .     e4 is attacked by the pawn, defended by the knight.
    /// // 3  . . N . . . . .
    /// //    a b c d e f g h
    /// let position = Position::from_fen("4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1").unwrap();
    /// assert_eq!(position.attackers(Square::E4, Color::Black), Bitboard::from(Square::D5));
    /// assert_eq!(position.attackers(Square::E4, Color::White), Bitboard::from(Square::C3));
    /// ```
    #[must_use]
    pub fn attackers(&self, square: Square, color: Color) -> Bitboard {
        self.attackers_to(square, self.occupied()) & self.by_color(color)
    }

    /// The pieces of this side that the other side attacks, including a king in check.
    #[must_use]
    pub fn attacked(&self, color: Color) -> Bitboard {
        self.by_color(color).into_iter().filter(|square| self.attackers(*square, !color).any()).collect()
    }

    /// The hanging pieces of this side: attacked and not defended. Kings are not included.
    ///
    /// ```
    /// use tabiya_rules::{Bitboard, Color, Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
    /// assert_eq!(position.hanging(Color::White), Bitboard::from(Square::E4));
    /// ```
    #[must_use]
    pub fn hanging(&self, color: Color) -> Bitboard {
        (self.attacked(color) - self.by_role(Role::King))
            .into_iter()
            .filter(|square| self.attackers(*square, color).is_empty())
            .collect()
    }
}
