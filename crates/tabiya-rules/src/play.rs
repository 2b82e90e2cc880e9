// SPDX-License-Identifier: MIT OR Apache-2.0
//! Playing a move.

use crate::board::{Board, END_RANKS, code};
use crate::castling::CastlingSide;
use crate::chess_move::Move;
use crate::color::Color;
use crate::movegen::limits;
use crate::movegen::tables::{NOT_A, NOT_H};
use crate::position::Position;
use crate::role::Role;
use crate::side::{BlackMoves, Side, WhiteMoves};
use crate::square::Square;
use crate::zobrist;

impl Position {
    /// Plays a move. It must be legal, see [`is_legal`](Position::is_legal). After an illegal move the
    /// position is invalid, but nothing panics in release builds.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        *self = self.after(mv);
    }

    /// The position after a legal move; see [`play`](Position::play).
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        // A missing king means an unchecked position, in which "legal" has no meaning.
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

    /// The position after a null move: the side to move passes. `None` if it is in check, because its king
    /// could then be captured.
    ///
    /// Null moves are not part of the rules. Annotators write them to show a threat.
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// let passed = Position::start().after_null_move().unwrap();
    /// assert_eq!(passed.to_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1");
    /// ```
    #[must_use]
    pub fn after_null_move(&self) -> Option<Position> {
        let mut setup = self.to_setup();
        setup.turn = !self.turn;
        setup.en_passant = None;
        setup.halfmove_clock = setup.halfmove_clock.saturating_add(1);
        if setup.turn == Color::White {
            setup.fullmove_number = setup.fullmove_number.saturating_add(1);
        }
        Position::from_setup(&setup).ok()
    }
}

/// Moves that change more than two squares or a piece's kind, or that create an en passant square, have
/// functions of their own.
#[inline(always)]
fn after<S: Side>(position: &Position, mv: Move) -> Position {
    let (from, to) = (mv.from().index(), mv.to().index());
    let is_pawn = position.board.pawns() >> from & 1 != 0;
    if !mv.is_normal() {
        after_special::<S>(position, mv)
    } else if (from ^ to == 16) & is_pawn & (beside_enemy_pawns::<S>(&position.board) >> to & 1 != 0) {
        after_two_steps::<S>(position, mv)
    } else {
        after_normal::<S>(position, mv)
    }
}

/// The squares beside enemy pawns on the rank where a pawn of `S` arrives after a move of two squares.
#[inline(always)]
fn beside_enemy_pawns<S: Side>(board: &Board) -> u64 {
    let rank = if S::IS_WHITE { 0xFF << 24 } else { 0xFF << 32 };
    let enemies = board.pawns() & board.own::<S::Enemy>() & rank;
    (enemies & NOT_A) >> 1 | (enemies & NOT_H) << 1
}

/// Has no branch that depends on the kind of piece or on whether the move captures: a mispredicted branch
/// would cost more than everything else here.
#[inline(always)]
fn after_normal<S: Side>(position: &Position, mv: Move) -> Position {
    let (us, them) = (S::COLOR, S::Enemy::COLOR);
    let (from, to) = (mv.from(), mv.to());
    let (moved, captured) = (position.board.code_at(from), position.board.code_at(to));
    let board = moved_piece::<S>(&position.board, from, to, moved == code(Role::King));
    // Code 0, for no captured piece, has the word 0.
    let key = position.key
        ^ zobrist::black_to_move()
        ^ zobrist::piece(us, moved, from)
        ^ zobrist::piece(us, moved, to)
        ^ zobrist::piece(them, captured, to)
        ^ zobrist::special(position.board.special ^ board.special);
    let lasting = (moved == code(Role::Pawn)) | (captured != 0);
    Position {
        board,
        key,
        halfmove_clock: if lasting { 0 } else { position.halfmove_clock.saturating_add(1) },
        fullmove_number: position.fullmove_number.saturating_add(us.index() as u16),
        turn: them,
        mode: position.mode,
    }
}

/// A pawn moved two squares, to a square beside an enemy pawn. The skipped square is stored if a capture
/// there is legal.
#[inline(never)]
fn after_two_steps<S: Side>(position: &Position, mv: Move) -> Position {
    let mut next = after_normal::<S>(position, mv);
    let skipped = 1 << ((mv.from().index() + mv.to().index()) / 2);
    let noted = Board { special: next.board.special | skipped, ..next.board };
    if limits::can_take_en_passant::<S::Enemy>(noted) {
        next.board = noted;
        next.key ^= zobrist::special(skipped);
    }
    next
}

/// Castling, promotion, en passant.
#[inline(never)]
fn after_special<S: Side>(position: &Position, mv: Move) -> Position {
    if mv.is_castling() {
        return after_castling::<S>(position, mv);
    }
    let mut next = after_normal::<S>(position, mv);
    let pawn = code(Role::Pawn);
    let mut toggle = |color, code, square| {
        next.board.toggle(color, code, square);
        next.key ^= zobrist::piece(color, code, square);
    };
    if let Some(role) = mv.promotion() {
        toggle(S::COLOR, pawn, mv.to());
        toggle(S::COLOR, code(role), mv.to());
    } else {
        toggle(S::Enemy::COLOR, pawn, Square::from_coords(mv.to().file(), mv.from().rank()));
    }
    next
}

/// King and rook may swap squares, or one of them may stay. So both are removed first, and then both are put
/// down.
fn after_castling<S: Side>(position: &Position, mv: Move) -> Position {
    let us = S::COLOR;
    let (king, rook) = (mv.from(), mv.to());
    let side = if rook > king { CastlingSide::KingSide } else { CastlingSide::QueenSide };
    let at = |file| Square::from_coords(file, king.rank());
    let mut next = *position;
    next.key ^= zobrist::black_to_move();
    for (role, square) in [
        (Role::King, king),
        (Role::Rook, rook),
        (Role::King, at(side.king_file())),
        (Role::Rook, at(side.rook_file())),
    ] {
        next.board.toggle(us, code(role), square);
        next.key ^= zobrist::piece(us, code(role), square);
    }
    next.board.special &= END_RANKS & !if S::IS_WHITE { 0xFF } else { 0xFF << 56 };
    next.key ^= zobrist::special(position.board.special ^ next.board.special);
    next.halfmove_clock = position.halfmove_clock.saturating_add(1);
    next.fullmove_number = position.fullmove_number.saturating_add(us.index() as u16);
    next.turn = S::Enemy::COLOR;
    next
}

/// The board after the piece on `from` moved to `to` and the piece there was removed. A rook that moves or is
/// captured loses its castling right, a king that moves loses both. There is no en passant square.
#[inline(always)]
fn moved_piece<S: Side>(board: &Board, from: Square, to: Square, is_king: bool) -> Board {
    let keep = !(1 << from.index() | 1 << to.index());
    let own_rank = if S::IS_WHITE { 0xFF } else { 0xFF << 56 };
    let [leaping, straight, diagonal, white] = [board.leaping, board.straight, board.diagonal, board.white]
        .map(|word| (word & keep) | (word >> from.index() & 1) << to.index());
    Board {
        leaping,
        straight,
        diagonal,
        white,
        special: board.special & END_RANKS & keep & if is_king { !own_rank } else { !0 },
    }
}
