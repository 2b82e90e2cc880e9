// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which squares a piece attacks, on an empty board or among other pieces.

pub(crate) mod leapers;
mod magics;
pub(crate) mod pairs;
pub(crate) mod rays;
pub(crate) mod sliders;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::role::Role;
use crate::square::Square;

/// Fills the tables of attacks in a module for browsers, which must call it before anything else. Elsewhere it does nothing.
#[cfg(feature = "tables-at-start")]
pub fn prepare() {
    #[cfg(target_family = "wasm")]
    {
        sliders::prepare();
        pairs::prepare();
    }
}

/// The squares that a pawn of this colour attacks. The squares that it moves to are others.
#[inline]
#[must_use]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    Bitboard(leapers::PAWN[color.index()][square.index()])
}

/// The squares a knight's jump away.
#[inline]
#[must_use]
pub fn knight_attacks(square: Square) -> Bitboard {
    Bitboard(leapers::KNIGHT[square.index()])
}

/// The squares next to a king.
#[inline]
#[must_use]
pub fn king_attacks(square: Square) -> Bitboard {
    Bitboard(leapers::KING[square.index()])
}

/// The squares that a bishop attacks when `occupied` holds pieces: on each diagonal up to the first piece,
/// whose square is included.
#[inline]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(sliders::bishop(square.index(), occupied.0))
}

/// The squares that a rook attacks when `occupied` holds pieces: on each line up to the first piece, whose
/// square is included.
#[inline]
#[must_use]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(sliders::rook(square.index(), occupied.0))
}

/// The squares that a queen attacks when `occupied` holds pieces, the squares of the first pieces included.
#[inline]
#[must_use]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// The squares that a piece attacks when `occupied` holds pieces. Only sliding pieces depend on `occupied`.
#[inline]
#[must_use]
pub fn attacks(color: Color, role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn_attacks(color, square),
        Role::Knight => knight_attacks(square),
        Role::Bishop => bishop_attacks(square, occupied),
        Role::Rook => rook_attacks(square, occupied),
        Role::Queen => queen_attacks(square, occupied),
        Role::King => king_attacks(square),
    }
}

/// The squares strictly between two squares on one rank, file or diagonal. Empty if the two share no line.
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(pairs::between(a.index(), b.index()))
}

/// The whole rank, file or diagonal through two squares, both included. Empty if the two share no line or are
/// the same square.
#[inline]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(pairs::line(a.index(), b.index()))
}
