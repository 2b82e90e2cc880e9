// SPDX-License-Identifier: MIT OR Apache-2.0
//! Playing a move.

use crate::bitboard::Bitboard;
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

    /// Adds or removes a piece, in the sets and in the key.
    #[inline]
    fn toggle(&mut self, color: Color, role: Role, square: Square) {
        let bit = Bitboard::from(square);
        self.roles[role.index()] ^= bit;
        self.colors[color.index()] ^= bit;
        self.key ^= zobrist::piece(color, role, square);
    }

    #[inline]
    pub(crate) fn make(&mut self, mv: Move) {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let role = self.role_at(from).unwrap_or(Role::Pawn);
        let old_castling = self.castling;
        self.key ^= zobrist::en_passant(self.en_passant);
        self.en_passant = None;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        let mut skipped = None;

        if mv.is_castling() {
            let side = if to > from { CastlingSide::KingSide } else { CastlingSide::QueenSide };
            self.toggle(us, Role::King, from);
            self.toggle(us, Role::Rook, to);
            self.toggle(us, Role::King, Square::from_coords(side.king_file(), from.rank()));
            self.toggle(us, Role::Rook, Square::from_coords(side.rook_file(), from.rank()));
            self.castling.clear(us);
        } else {
            if self.by_color(!us).contains(to) {
                let captured = self.role_at(to).unwrap_or(Role::Pawn);
                self.toggle(!us, captured, to);
                self.castling.remove_rook(!us, to);
                self.halfmove_clock = 0;
            }
            self.toggle(us, role, from);
            self.toggle(us, mv.promotion().unwrap_or(role), to);
            match role {
                Role::Pawn => {
                    self.halfmove_clock = 0;
                    if mv.is_en_passant() {
                        self.toggle(!us, Role::Pawn, Square::from_coords(to.file(), from.rank()));
                    } else if from.index().abs_diff(to.index()) == 16 {
                        skipped = Some(Square::wrapping((from.index() as u32 + to.index() as u32) / 2));
                    }
                }
                Role::Rook => self.castling.remove_rook(us, from),
                Role::King => self.castling.clear(us),
                Role::Knight | Role::Bishop | Role::Queen => {}
            }
        }

        if self.castling != old_castling {
            self.key ^= zobrist::castling(&old_castling) ^ zobrist::castling(&self.castling);
        }
        if us == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.turn = !us;
        self.key ^= zobrist::black_to_move();
        self.checkers = self.attackers_to(self.king_of(!us), self.occupied()) & self.by_color(us);
        if let Some(square) = skipped
            && self.can_capture_en_passant(square)
        {
            self.en_passant = skipped;
            self.key ^= zobrist::en_passant(skipped);
        }
    }
}
