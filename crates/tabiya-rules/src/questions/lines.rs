// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lines with a piece on them: x-rays, pins, discovered checks, pieces in the way.

use alloc::vec::Vec;

use crate::attacks::{attacks, between, line};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::position::Position;
use crate::role::Role;
use crate::square::Square;

/// A bishop, rook or queen that would attack a square if a single piece, of either side, were not between
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Xray {
    /// The square of the slider.
    pub by: Square,
    /// The piece between.
    pub through: Square,
}

/// A piece that may not leave a line because its king would be attacked (an absolute pin).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pin {
    /// The pinned piece.
    pub pinned: Square,
    /// The bishop, rook or queen that pins it.
    pub by: Square,
    /// The squares that the pinned piece may still move to, if it moves that way: those between king and
    /// pinning piece, and the pinning piece's.
    pub line: Bitboard,
}

impl Position {
    /// The squares that the bishop, rook or queen on `square` would attack beyond the first piece on each of
    /// its lines if that piece were gone. Empty for other pieces and empty squares.
    ///
    /// ```
    /// use tabiya_rules::{Bitboard, Position, Square};
    ///
    /// // 1  R . . B . K . k     The rook attacks d1, and through it e1 and the king's square.
    /// //    a b c d e f g h
    /// let position = Position::from_fen("8/8/8/8/8/8/8/R2B1K1k w - - 0 1").unwrap();
    /// assert_eq!(position.xrays_from(Square::A1), Bitboard::from(Square::E1) | Square::F1.into());
    /// ```
    #[must_use]
    pub fn xrays_from(&self, square: Square) -> Bitboard {
        let Some(piece) = self.piece_at(square) else { return Bitboard::EMPTY };
        let seen = attacks(piece.color, piece.role, square, self.occupied());
        attacks(piece.color, piece.role, square, self.occupied() - seen) - seen
    }

    /// The pieces of this side that would attack a square if exactly one piece were not between, from a1 to
    /// h8.
    ///
    /// ```
    /// use tabiya_rules::{Color, Position, Square, Xray};
    ///
    /// let position = Position::from_fen("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1").unwrap();
    /// let xray = Xray { by: Square::E8, through: Square::E2 };
    /// assert_eq!(position.xray_attackers(Square::E1, Color::Black), [xray]);
    /// ```
    #[must_use]
    pub fn xray_attackers(&self, square: Square, color: Color) -> Vec<Xray> {
        let sliders = self.by_role(Role::Bishop) | self.by_role(Role::Rook) | self.by_role(Role::Queen);
        (sliders & self.by_color(color))
            .into_iter()
            .filter(|by| self.xrays_from(*by).contains(square))
            .filter_map(|by| {
                (between(by, square) & self.occupied()).single().map(|through| Xray { by, through })
            })
            .collect()
    }

    /// The absolute pins of this side's pieces. [`pinned`](Position::pinned) gives only the pieces.
    ///
    /// ```
    /// use tabiya_rules::{Color, Position, Square};
    ///
    /// // 8  . . . . r . k .
    /// // 2  . . . . R . . .     It may only move along the e-file.
    /// // 1  . . . . K . . .
    /// //    a b c d e f g h
    /// let position = Position::from_fen("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1").unwrap();
    /// let pin = position.pins(Color::White)[0];
    /// assert_eq!((pin.pinned, pin.by, pin.line.len()), (Square::E2, Square::E8, 6));
    /// ```
    #[must_use]
    pub fn pins(&self, color: Color) -> Vec<Pin> {
        let king = self.king_of(color);
        self.xray_attackers(king, !color)
            .into_iter()
            .filter(|xray| self.by_color(color).contains(xray.through))
            .map(|Xray { by, through }| Pin {
                pinned: through,
                by,
                line: between(king, by).with(by).without(through),
            })
            .collect()
    }

    /// The pieces of this side that give a discovered check when they leave their line: an own bishop, rook
    /// or queen would attack the enemy king without them.
    #[must_use]
    pub fn discoverers(&self, color: Color) -> Bitboard {
        self.xray_attackers(self.king_of(!color), color)
            .into_iter()
            .map(|xray| xray.through)
            .filter(|through| self.by_color(color).contains(*through))
            .collect()
    }

    /// The pieces strictly between two squares on one rank, file or diagonal. `None` if the squares share no
    /// such line.
    ///
    /// ```
    /// use tabiya_rules::{Bitboard, Position, Square};
    ///
    /// let start = Position::start();
    /// assert_eq!(start.obstacles(Square::A1, Square::A4), Some(Bitboard::from(Square::A2)));
    /// assert_eq!(start.obstacles(Square::A3, Square::H3), Some(Bitboard::EMPTY));
    /// assert_eq!(start.obstacles(Square::G1, Square::F3), None);
    /// ```
    #[must_use]
    pub fn obstacles(&self, from: Square, to: Square) -> Option<Bitboard> {
        (from == to || line(from, to).any()).then(|| between(from, to) & self.occupied())
    }
}
