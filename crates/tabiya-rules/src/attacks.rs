// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which squares a piece attacks, as if it stood alone or among others.

pub(crate) mod leapers;
mod magics;
pub(crate) mod rays;
pub(crate) mod sliders;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::role::Role;
use crate::square::Square;

pub(crate) static BETWEEN: [[u64; 64]; 64] = rays::all_between();
static LINE: [[u64; 64]; 64] = rays::all_lines();

/// The squares that a pawn of that colour attacks; where it moves to is another matter.
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

/// The squares that a bishop attacks among these pieces, up to and including the first piece on each diagonal.
#[inline]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(sliders::bishop(square.index(), occupied.0))
}

/// The squares that a rook attacks among these pieces, up to and including the first piece on each line.
#[inline]
#[must_use]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(sliders::rook(square.index(), occupied.0))
}

/// The squares that a queen attacks among these pieces.
#[inline]
#[must_use]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// The squares that a piece attacks among these pieces.
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

/// The squares strictly between two squares on one rank, file or diagonal; none if they share no line.
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The whole rank, file or diagonal through two squares, both included; none if they share no line or are one square.
#[inline]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(LINE[a.index()][b.index()])
}
