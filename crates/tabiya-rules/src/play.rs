// SPDX-License-Identifier: MIT OR Apache-2.0
//! Playing a move.

use crate::attacks::pawn_attacks;
use crate::bitboard::Bitboard;
use crate::board::END_RANKS;
use crate::castling::CastlingSide;
use crate::chess_move::Move;
use crate::color::Color;
use crate::position::Position;
use crate::role::Role;
use crate::square::Square;
use crate::zobrist;

impl Position {
    /// Plays a move. It must be legal here, see [`is_legal`](Position::is_legal); with another one the position is
    /// nonsense afterwards, though nothing panics in release builds.
    pub fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {}", self.to_fen());
        self.make(mv);
    }

    /// The position behind a legal move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let mut next = *self;
        next.play(mv);
        next
    }

    /// Adds or removes a piece, on the board and in the key.
    #[inline(always)]
    fn toggle(&mut self, color: Color, role: Role, square: Square) {
        self.board.toggle(color, role, square);
        self.key ^= zobrist::piece(color, role, square);
    }

    #[inline]
    fn make(&mut self, mv: Move) {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let old_special = self.board.special;
        // A rook that leaves its square, or is taken there, can't castle any more; the skipped square is forgotten.
        let mut special = old_special & END_RANKS & !(1 << from.index() | 1 << to.index());
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.turn = !us;

        if mv.is_castling() {
            let side = if to > from { CastlingSide::KingSide } else { CastlingSide::QueenSide };
            // King and rook may swap squares, or one may stand still: both go first, then both arrive.
            self.toggle(us, Role::King, from);
            self.toggle(us, Role::Rook, to);
            self.toggle(us, Role::King, Square::from_coords(side.king_file(), from.rank()));
            self.toggle(us, Role::Rook, Square::from_coords(side.rook_file(), from.rank()));
            special &= !Bitboard::rank(us.back_rank()).0;
        } else if let Some(role) = self.board.role_at(from) {
            if let Some(captured) = self.board.role_at(to) {
                self.toggle(!us, captured, to);
                self.halfmove_clock = 0;
            }
            self.toggle(us, role, from);
            self.toggle(us, mv.promotion().unwrap_or(role), to);
            if role == Role::Pawn {
                self.halfmove_clock = 0;
                if mv.is_en_passant() {
                    self.toggle(!us, Role::Pawn, Square::from_coords(to.file(), from.rank()));
                } else if from.index().abs_diff(to.index()) == 16 {
                    let skipped = Square::wrapping((from.index() as u32 + to.index() as u32) / 2);
                    if (pawn_attacks(us, skipped) & self.pieces(!us, Role::Pawn)).any() {
                        special |= 1 << skipped.index();
                    }
                }
            } else if role == Role::King {
                special &= !Bitboard::rank(us.back_rank()).0;
            }
        }

        self.board.special = special;
        if special & !END_RANKS != 0 {
            self.drop_vain_en_passant();
        }
        if us == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.key ^= zobrist::special(old_special ^ self.board.special) ^ zobrist::black_to_move();
        self.checkers = self.find_checkers();
    }
}
