// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which squares a piece attacks, as if it stood alone or among others.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::role::Role;
use crate::square::Square;

const fn leap(square: usize, steps: &[(i8, i8)]) -> u64 {
    let from = Square::wrapping(square as u32);
    let mut set = 0;
    let mut i = 0;
    while i < steps.len() {
        if let Some(to) = from.offset(steps[i].0, steps[i].1) {
            set |= 1 << to.index();
        }
        i += 1;
    }
    set
}

const fn leaps(steps: &[(i8, i8)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = leap(square, steps);
        square += 1;
    }
    table
}

static KNIGHT: [u64; 64] = leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [u64; 64] = leaps(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
static PAWN: [[u64; 64]; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];

const ROOK_STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const BISHOP_STEPS: [(i8, i8); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// Walks the four rays until something stands in the way.
const fn walk(square: Square, occupied: u64, steps: &[(i8, i8); 4]) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < 4 {
        let mut at = square;
        while let Some(next) = at.offset(steps[i].0, steps[i].1) {
            set |= 1 << next.index();
            if occupied >> next.index() & 1 != 0 {
                break;
            }
            at = next;
        }
        i += 1;
    }
    set
}

/// The squares that a pawn of that colour attacks; where it moves to is another matter.
#[inline]
#[must_use]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN[color.index()][square.index()])
}

/// The squares a knight's jump away.
#[inline]
#[must_use]
pub fn knight_attacks(square: Square) -> Bitboard {
    Bitboard(KNIGHT[square.index()])
}

/// The squares next to a king.
#[inline]
#[must_use]
pub fn king_attacks(square: Square) -> Bitboard {
    Bitboard(KING[square.index()])
}

/// The squares that a bishop attacks among these pieces, up to and including the first piece on each diagonal.
#[inline]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(walk(square, occupied.0, &BISHOP_STEPS))
}

/// The squares that a rook attacks among these pieces, up to and including the first piece on each line.
#[inline]
#[must_use]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(walk(square, occupied.0, &ROOK_STEPS))
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
    let (ends, blocked) = (Bitboard::from(a) | b.into(), Bitboard::EMPTY);
    if a == b {
        Bitboard::EMPTY
    } else if rook_attacks(a, blocked).contains(b) {
        (rook_attacks(a, blocked) & rook_attacks(b, blocked)) | ends
    } else if bishop_attacks(a, blocked).contains(b) {
        (bishop_attacks(a, blocked) & bishop_attacks(b, blocked)) | ends
    } else {
        Bitboard::EMPTY
    }
}

const fn all_between() -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let steps = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let mut passed = 0;
            let mut at = Square::wrapping(from);
            while let Some(next) = at.offset(steps[i].0, steps[i].1) {
                table[from as usize][next.index()] = passed;
                passed |= 1 << next.index();
                at = next;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

static BETWEEN: [[u64; 64]; 64] = all_between();
