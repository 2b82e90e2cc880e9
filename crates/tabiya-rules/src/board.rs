// SPDX-License-Identifier: MIT OR Apache-2.0
//! The five words that hold all a move generator needs.

use crate::bitboard::Bitboard;
use crate::castling::{CastlingRights, CastlingSide};
use crate::color::Color;
use crate::role::Role;
use crate::side::Side;
use crate::square::Square;

/// Ranks 1 and 8.
pub(crate) const END_RANKS: u64 = 0xFF00_0000_0000_00FF;

/// Pieces, castling rights and en passant square, without turn, clocks and key.
///
/// It is small enough to be passed in registers. Three words say together which piece stands on a square:
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
    /// On the end ranks the rooks that may castle, between them the square where a pawn may be taken en passant.
    pub(crate) special: u64,
}

/// A piece as a [`Board`] writes it: whether it leaps, goes straight, goes diagonally.
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

    /// The three words' bits of a square as a number: 0 for an empty one, else what [`code`] gives for the role there.
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
            // Nothing leaps, goes straight and goes diagonally.
            None,
        ];
        ROLES[self.code_at(square)]
    }

    /// Puts a piece, by its code, on a square that is empty; the same again takes it away.
    #[inline(always)]
    pub(crate) const fn toggle(&mut self, color: Color, code: usize, square: Square) {
        let i = square.index();
        self.leaping ^= (code as u64 & 1) << i;
        self.straight ^= (code as u64 >> 1 & 1) << i;
        self.diagonal ^= (code as u64 >> 2 & 1) << i;
        self.white ^= (matches!(color, Color::White) as u64) << i;
    }

    /// The square where a pawn may be taken en passant.
    #[inline(always)]
    pub(crate) const fn en_passant(&self) -> Option<Square> {
        Bitboard(self.special & !END_RANKS).first()
    }

    /// The rook with which that side may castle there: of its one or two, the one on that side of the king.
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
