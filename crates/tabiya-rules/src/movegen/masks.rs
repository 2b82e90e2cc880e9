// SPDX-License-Identifier: MIT OR Apache-2.0
//! What limits the moves of a side: checks, pins and attacked squares.

use crate::attacks::{between, bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::position::Position;
use crate::role::Role;
use crate::square::{File, Square};

/// The limits on the moves of the side to move.
pub(super) struct Masks {
    /// Where the king stands.
    pub(super) king: Square,
    /// Where pieces other than the king may go: everywhere without a check, onto the checker or between with one, nowhere
    /// with two.
    pub(super) targets: Bitboard,
    /// Ranks and files from the king to each piece that pins along them, that piece included. A pinned piece on them may
    /// only move within them.
    pub(super) pin_lines: Bitboard,
    /// The same on diagonals.
    pub(super) pin_diagonals: Bitboard,
}

impl Masks {
    pub(super) fn new<const WHITE: bool>(position: &Position) -> Masks {
        let us = if WHITE { Color::White } else { Color::Black };
        let king = position.king_of(us);
        let (own, enemy) = (position.by_color(us), position.by_color(!us));
        let queens = position.by_role(Role::Queen);
        let checkers = position.checkers();
        let targets = match checkers.single() {
            Some(checker) => between(king, checker) | checkers,
            None if checkers.is_empty() => Bitboard::FULL,
            None => Bitboard::EMPTY,
        };
        // Through own pieces, up to the first enemy: a slider found there pins if just one own piece is between.
        let rays = |snipers: Bitboard| {
            let mut rays = Bitboard::EMPTY;
            for sniper in snipers & enemy {
                let ray = between(king, sniper);
                if (ray & own).single().is_some() {
                    rays |= ray.with(sniper);
                }
            }
            rays
        };
        let pin_lines = rays(rook_attacks(king, enemy) & (position.by_role(Role::Rook) | queens));
        let pin_diagonals = rays(bishop_attacks(king, enemy) & (position.by_role(Role::Bishop) | queens));
        Masks { king, targets, pin_lines, pin_diagonals }
    }
}

/// The squares among these that the enemy attacks, the own king looked through.
pub(super) fn attacked_among<const WHITE: bool>(position: &Position, squares: Bitboard) -> Bitboard {
    let us = if WHITE { Color::White } else { Color::Black };
    let enemy = position.by_color(!us);
    let occupied = position.occupied() - position.pieces(us, Role::King);
    let queens = position.by_role(Role::Queen);
    let pawns = pawn_set_attacks(!us, position.by_role(Role::Pawn) & enemy);
    let mut attacked = pawns | king_attacks(position.king_of(!us));
    for knight in position.by_role(Role::Knight) & enemy {
        attacked |= knight_attacks(knight);
    }
    for bishop in (position.by_role(Role::Bishop) | queens) & enemy {
        attacked |= bishop_attacks(bishop, occupied);
    }
    for rook in (position.by_role(Role::Rook) | queens) & enemy {
        attacked |= rook_attacks(rook, occupied);
    }
    attacked & squares
}

/// All squares that these pawns attack.
#[inline]
pub(super) fn pawn_set_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let (not_a, not_h) = (pawns - Bitboard::file(File::A), pawns - Bitboard::file(File::H));
    match color {
        Color::White => Bitboard(not_a.0 << 7 | not_h.0 << 9),
        Color::Black => Bitboard(not_a.0 >> 9 | not_h.0 >> 7),
    }
}
