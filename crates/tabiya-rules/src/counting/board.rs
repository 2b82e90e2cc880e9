// SPDX-License-Identifier: MIT OR Apache-2.0
//! The five words.

use crate::color::Color;
use crate::position::Position;
use crate::role::Role;
use crate::side::Side;

/// Ranks 1 and 8.
pub(super) const END_RANKS: u64 = 0xFF00_0000_0000_00FF;

/// A position without its past. Three words say together which piece stands on a square:
///
/// | | leaps | goes straight | goes diagonally |
/// |---|---|---|---|
/// | pawn | x | | |
/// | knight | x | | x |
/// | bishop | | | x |
/// | rook | | x | |
/// | queen | | x | x |
/// | king | x | x | |
#[derive(Clone, Copy)]
pub(crate) struct Board {
    pub(super) leaping: u64,
    pub(super) straight: u64,
    pub(super) diagonal: u64,
    /// The white pieces.
    pub(super) white: u64,
    /// On the end ranks the rooks that may castle, between them the square where a pawn may perhaps be taken en passant.
    pub(super) special: u64,
}

impl Board {
    pub(crate) fn new(position: &Position) -> Board {
        let role = |role| position.by_role(role).0;
        let (pawns, knights, bishops) = (role(Role::Pawn), role(Role::Knight), role(Role::Bishop));
        let (rooks, queens, kings) = (role(Role::Rook), role(Role::Queen), role(Role::King));
        let mut special = 0;
        for (_, _, rook) in position.castling_rights().iter() {
            special |= 1 << rook.index();
        }
        if let Some(square) = position.legal_en_passant() {
            special |= 1 << square.index();
        }
        Board {
            leaping: pawns | knights | kings,
            straight: rooks | queens | kings,
            diagonal: bishops | queens | knights,
            white: position.by_color(Color::White).0,
            special,
        }
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> u64 {
        self.leaping | self.straight | self.diagonal
    }

    #[inline(always)]
    pub(super) fn own<S: Side>(&self) -> u64 {
        if S::IS_WHITE { self.white } else { self.occupied() & !self.white }
    }

    #[inline(always)]
    pub(super) fn pawns(&self) -> u64 {
        self.leaping & !(self.straight | self.diagonal)
    }

    #[inline(always)]
    pub(super) fn knights(&self) -> u64 {
        self.leaping & self.diagonal
    }

    #[inline(always)]
    pub(super) fn kings(&self) -> u64 {
        self.leaping & self.straight
    }

    /// Rooks and queens.
    #[inline(always)]
    pub(super) fn line_sliders(&self) -> u64 {
        self.straight & !self.leaping
    }

    /// Bishops and queens.
    #[inline(always)]
    pub(super) fn diagonal_sliders(&self) -> u64 {
        self.diagonal & !self.leaping
    }
}
