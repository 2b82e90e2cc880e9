// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lines with a piece between: x-rays, pins, discovered checks, ways that are blocked.

use alloc::vec::Vec;

use crate::attacks::{attacks, between, line};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::position::Position;
use crate::role::Role;
use crate::square::Square;

/// A bishop, rook or queen that would attack a square but for one piece between, of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Xray {
    /// Where it stands.
    pub by: Square,
    /// The one piece between.
    pub through: Square,
}

/// A piece that may not leave a line, since it would give its own king away (an absolute pin).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pin {
    /// The pinned piece.
    pub pinned: Square,
    /// The bishop, rook or queen that pins it.
    pub by: Square,
    /// Where it may still go, if it moves that way: between king and pinner, or taking the pinner.
    pub line: Bitboard,
}

impl Position {
    /// What the bishop, rook or queen there would attack beyond the first piece on each of its lines, if that were gone; nothing
    /// from other squares.
    ///
    /// ```
    /// use tabiya_rules::{Bitboard, Position, Square};
    ///
    /// // 1  R . . B . K . k     The rook sees d1, and through it e1 and the king's square.
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

    /// Who of that side would attack a square but for exactly one piece between, from a1 to h8.
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

    /// The absolute pins of that side's pieces, with pinner and line; [`pinned`](Position::pinned) gives the pieces alone.
    ///
    /// ```
    /// use tabiya_rules::{Color, Position, Square};
    ///
    /// // 8  . . . . r . k .
    /// // 2  . . . . R . . .     It may move on the e-file only.
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

    /// The pieces of that side that give a discovered check if they leave their line: an own bishop, rook or queen looks
    /// through them at the enemy king.
    #[must_use]
    pub fn discoverers(&self, color: Color) -> Bitboard {
        self.xray_attackers(self.king_of(!color), color)
            .into_iter()
            .map(|xray| xray.through)
            .filter(|through| self.by_color(color).contains(*through))
            .collect()
    }

    /// The pieces strictly between two squares on one rank, file or diagonal; `None` if no such line joins them.
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
