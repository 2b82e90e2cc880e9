// SPDX-License-Identifier: MIT OR Apache-2.0
//! Playing a move.

use crate::attacks::pawn_attacks;
use crate::bitboard::Bitboard;
use crate::board::{Board, END_RANKS, code};
use crate::castling::CastlingSide;
use crate::chess_move::Move;
use crate::color::Color;
use crate::movegen::limits;
use crate::position::Position;
use crate::role::Role;
use crate::side::{BlackMoves, Side, WhiteMoves};
use crate::square::Square;
use crate::zobrist;

impl Position {
    /// Plays a move. It must be legal here, see [`is_legal`](Position::is_legal); with another one the position is
    /// nonsense afterwards, though nothing panics in release builds.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        *self = self.after(mv);
    }

    /// The position behind a legal move; see [`play`](Position::play).
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        // Without a king, which only an unchecked setup lacks, the legal moves are nonsense.
        debug_assert!(
            self.is_legal(mv) || self.pieces(self.turn, Role::King).is_empty(),
            "{mv:?} is not legal in {}",
            self.to_fen()
        );
        match self.turn {
            Color::White => after::<WhiteMoves>(self, mv),
            Color::Black => after::<BlackMoves>(self, mv),
        }
    }
}

/// Everything is worked out in registers and stored once.
fn after<S: Side>(position: &Position, mv: Move) -> Position {
    let (us, them) = (S::COLOR, S::Enemy::COLOR);
    let (from, to) = (mv.from(), mv.to());
    let own_rank = if S::IS_WHITE { 0xFF } else { 0xFF << 56 };
    let mut board = position.board;
    let mut key = position.key ^ zobrist::black_to_move();
    let mut halfmove_clock = position.halfmove_clock.saturating_add(1);
    // A rook that leaves its square, or is taken there, can't castle any more; the skipped square is forgotten.
    board.special &= END_RANKS & !(1 << from.index() | 1 << to.index());

    if mv.is_castling() {
        key ^= castle(&mut board, us, from, to);
        board.special &= !own_rank;
    } else {
        let (moved, captured) = (board.code_at(from), board.code_at(to));
        let arrived = mv.promotion().map_or(moved, code);
        move_piece::<S>(&mut board, from, to, arrived);
        // Code 0, where nothing was captured, has the word 0.
        key ^= zobrist::piece(us, moved, from)
            ^ zobrist::piece(us, arrived, to)
            ^ zobrist::piece(them, captured, to);
        if moved == code(Role::Pawn) {
            halfmove_clock = 0;
            if mv.is_en_passant() {
                let taken = Square::from_coords(to.file(), from.rank());
                board.toggle(them, code(Role::Pawn), taken);
                key ^= zobrist::piece(them, code(Role::Pawn), taken);
            } else if from.index().abs_diff(to.index()) == 16 {
                note_skipped_square::<S>(&mut board, to);
            }
        } else if captured != 0 {
            halfmove_clock = 0;
        }
        if moved == code(Role::King) {
            board.special &= !own_rank;
        }
    }

    key ^= zobrist::special(position.board.special ^ board.special);
    Position {
        board,
        checkers: Bitboard(limits::checkers::<S::Enemy>(&board)),
        key,
        halfmove_clock,
        fullmove_number: position.fullmove_number.saturating_add(us.index() as u16),
        turn: them,
        mode: position.mode,
    }
}

/// What stood on `to` is gone, and a piece with that code has come from `from`.
#[inline(always)]
fn move_piece<S: Side>(board: &mut Board, from: Square, to: Square, code: usize) {
    let (code, i) = (code as u64, to.index());
    let keep = !(1 << from.index() | 1 << i);
    board.leaping = (board.leaping & keep) | (code & 1) << i;
    board.straight = (board.straight & keep) | (code >> 1 & 1) << i;
    board.diagonal = (board.diagonal & keep) | (code >> 2 & 1) << i;
    board.white = (board.white & keep) | u64::from(S::IS_WHITE) << i;
}

/// Castles, and gives what that does to the key. King and rook may swap squares, or one may stand still: both go first,
/// then both arrive.
fn castle(board: &mut Board, us: Color, king: Square, rook: Square) -> u64 {
    let side = if rook > king { CastlingSide::KingSide } else { CastlingSide::QueenSide };
    let at = |file| Square::from_coords(file, king.rank());
    let mut key = 0;
    for (role, square) in [
        (Role::King, king),
        (Role::Rook, rook),
        (Role::King, at(side.king_file())),
        (Role::Rook, at(side.rook_file())),
    ] {
        board.toggle(us, code(role), square);
        key ^= zobrist::piece(us, code(role), square);
    }
    key
}

/// Notes the square behind a pawn of `S` that went two squares, if it can legally be taken there.
#[inline(always)]
fn note_skipped_square<S: Side>(board: &mut Board, to: Square) {
    let skipped = Square::wrapping(if S::IS_WHITE { to.index() as u32 - 8 } else { to.index() as u32 + 8 });
    let enemy_pawns = board.pawns() & board.own::<S::Enemy>();
    if pawn_attacks(S::COLOR, skipped).0 & enemy_pawns != 0 {
        board.special |= 1 << skipped.index();
        if !limits::can_take_en_passant::<S::Enemy>(board) {
            board.special &= END_RANKS;
        }
    }
}
