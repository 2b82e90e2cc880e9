// SPDX-License-Identifier: MIT OR Apache-2.0
//! The five 64-bit words that hold everything a move generator needs.

use crate::bitboard::Bitboard;
use crate::castling::{CastlingRights, CastlingSide};
use crate::color::Color;
use crate::role::Role;
use crate::side::Side;
use crate::square::Square;

/// Ranks 1 and 8.
pub(crate) const END_RANKS: u64 = 0xFF00_0000_0000_00FF;

/// Pieces, castling rights and en passant square, without the turn, the counters and the key.
///
/// It is small enough to be passed in registers. Three words together say which kind of piece stands on a
/// square:
///
/// | | leaping | straight | diagonal |
/// |---|---|---|---|
/// | pawn | x | | |
/// | knight | x | | x |
/// | bishop | | | x |
/// | rook | | x | |
/// | queen | | x | x |
/// | king | x | x | |
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    pub(crate) leaping: u64,
    pub(crate) straight: u64,
    pub(crate) diagonal: u64,
    /// The white pieces.
    pub(crate) white: u64,
    /// On ranks 1 and 8 the rooks that may castle; on the other ranks the en passant square.
    pub(crate) special: u64,
}

/// A kind of piece as a [`Board`] stores it: whether it leaps, moves straight, moves diagonally.
pub(crate) type Kind = (bool, bool, bool);

/// The [`Kind`] of a role.
#[inline(always)]
pub(crate) const fn kind(role: Role) -> Kind {
    match role {
        Role::Pawn => (true, false, false),
        Role::Knight => (true, false, true),
        Role::Bishop => (false, false, true),
        Role::Rook => (false, true, false),
        Role::Queen => (false, true, true),
        Role::King => (true, true, false),
    }
}

/// The [`Kind`] of a role as a number of three bits, from 1 to 6.
#[inline(always)]
pub(crate) const fn code(role: Role) -> usize {
    let (leaping, straight, diagonal) = kind(role);
    leaping as usize | (straight as usize) << 1 | (diagonal as usize) << 2
}

impl Board {
    pub(crate) const EMPTY: Board = Board { leaping: 0, straight: 0, diagonal: 0, white: 0, special: 0 };

    #[inline(always)]
    pub(crate) const fn occupied(&self) -> u64 {
        self.leaping | self.straight | self.diagonal
    }

    /// The pieces of the side to move.
    #[inline(always)]
    pub(crate) fn own<S: Side>(&self) -> u64 {
        if S::IS_WHITE { self.white } else { self.occupied() & !self.white }
    }

    #[inline(always)]
    pub(crate) const fn pawns(&self) -> u64 {
        self.leaping & !(self.straight | self.diagonal)
    }

    #[inline(always)]
    pub(crate) const fn knights(&self) -> u64 {
        self.leaping & self.diagonal
    }

    #[inline(always)]
    pub(crate) const fn queens(&self) -> u64 {
        self.straight & self.diagonal
    }

    #[inline(always)]
    pub(crate) const fn kings(&self) -> u64 {
        self.leaping & self.straight
    }

    /// Rooks and queens.
    #[inline(always)]
    pub(crate) const fn line_sliders(&self) -> u64 {
        self.straight & !self.leaping
    }

    /// Bishops and queens.
    #[inline(always)]
    pub(crate) const fn diagonal_sliders(&self) -> u64 {
        self.diagonal & !self.leaping
    }

    #[inline(always)]
    pub(crate) const fn by_role(&self, role: Role) -> u64 {
        match role {
            Role::Pawn => self.pawns(),
            Role::Knight => self.knights(),
            Role::Bishop => self.diagonal_sliders() & !self.straight,
            Role::Rook => self.line_sliders() & !self.diagonal,
            Role::Queen => self.queens(),
            Role::King => self.kings(),
        }
    }

    /// The bits of a square in the three words as a number: 0 for an empty square, else the [`code`] of the
    /// piece's role.
    #[inline(always)]
    pub(crate) const fn code_at(&self, square: Square) -> usize {
        let bit = 1 << square.index();
        (self.leaping & bit != 0) as usize
            | ((self.straight & bit != 0) as usize) << 1
            | ((self.diagonal & bit != 0) as usize) << 2
    }

    #[inline(always)]
    pub(crate) const fn role_at(&self, square: Square) -> Option<Role> {
        const ROLES: [Option<Role>; 8] = [
            None,
            Some(Role::Pawn),
            Some(Role::Rook),
            Some(Role::King),
            Some(Role::Bishop),
            Some(Role::Knight),
            Some(Role::Queen),
            // No piece leaps and moves both straight and diagonally.
            None,
        ];
        ROLES[self.code_at(square)]
    }

    /// Puts a piece, given by its code, on an empty square. A second call with the same arguments removes it.
    #[inline(always)]
    pub(crate) const fn toggle(&mut self, color: Color, code: usize, square: Square) {
        let i = square.index();
        self.leaping ^= (code as u64 & 1) << i;
        self.straight ^= (code as u64 >> 1 & 1) << i;
        self.diagonal ^= (code as u64 >> 2 & 1) << i;
        self.white ^= (matches!(color, Color::White) as u64) << i;
    }

    /// The en passant square: the square that a pawn skipped with its last move of two squares.
    #[inline(always)]
    pub(crate) const fn en_passant(&self) -> Option<Square> {
        Bitboard(self.special & !END_RANKS).first()
    }

    /// The rook with which `color` may castle to `side`. If two rooks may castle, it is the one on that side
    /// of the king.
    #[inline(always)]
    pub(crate) const fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let rank = Bitboard::rank(color.back_rank()).0;
        let king = self.kings() & if matches!(color, Color::White) { self.white } else { !self.white };
        let above_king = !(king | king.wrapping_sub(1));
        match side {
            CastlingSide::KingSide => Bitboard(self.special & rank & above_king).first(),
            CastlingSide::QueenSide => Bitboard(self.special & rank & !above_king).first(),
        }
    }

    /// All castling rights.
    pub(crate) fn castling_rights(&self) -> CastlingRights {
        let mut rights = CastlingRights::NONE;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                rights.set(color, side, self.castling_rook(color, side).map(Square::file));
            }
        }
        rights
    }
}
