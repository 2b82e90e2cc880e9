// SPDX-License-Identifier: MIT OR Apache-2.0
//! A legal position: the pieces, the turn, castling rights, en passant square and counters.

use core::fmt;

use crate::attacks::{
    attacks, between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::{CastlingMode, CastlingRights, CastlingSide};
use crate::color::Color;
use crate::piece::Piece;
use crate::role::Role;
use crate::square::Square;

/// A position in which each side has one king and the side that is not to move is not in check.
///
/// It fills one cache line and is `Copy`. [`after`](Position::after) returns the position after a move and
/// leaves this one unchanged. Two positions are equal if their FENs and their [`CastlingMode`]s are equal. To
/// find repetitions, compare [`key`](Position::key)s.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// Has an en passant square only if a capture there is legal.
    pub(crate) board: Board,
    pub(crate) key: u64,
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
    pub(crate) turn: Color,
    pub(crate) mode: CastlingMode,
}

impl Position {
    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The piece on a square.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let role = self.role_at(square)?;
        let color = if self.by_color(Color::White).contains(square) { Color::White } else { Color::Black };
        Some(Piece { color, role })
    }

    /// The kind of piece on a square.
    #[inline]
    #[must_use]
    pub const fn role_at(&self, square: Square) -> Option<Role> {
        self.board.role_at(square)
    }

    /// All squares with a piece.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.board.occupied())
    }

    /// The squares with a piece of this side.
    #[inline]
    #[must_use]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.board.white),
            Color::Black => Bitboard(self.board.occupied() & !self.board.white),
        }
    }

    /// The squares with a piece of this kind, of both sides.
    #[inline]
    #[must_use]
    pub const fn by_role(&self, role: Role) -> Bitboard {
        Bitboard(self.board.by_role(role))
    }

    /// The squares with a piece of this side and kind.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.by_color(color).0 & self.by_role(role).0)
    }

    /// The square of this side's king.
    #[inline]
    #[must_use]
    pub const fn king_of(&self, color: Color) -> Square {
        Square::wrapping(self.pieces(color, Role::King).0.trailing_zeros())
    }

    /// The castling rights of both sides.
    #[must_use]
    pub fn castling_rights(&self) -> CastlingRights {
        self.board.castling_rights()
    }

    /// The square of the rook with which `color` still has the right to castle to `side`.
    #[must_use]
    pub const fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.board.castling_rook(color, side)
    }

    /// The square that an enemy pawn skipped with the last move, if a capture en passant there is legal.
    #[inline]
    #[must_use]
    pub const fn legal_en_passant(&self) -> Option<Square> {
        self.board.en_passant()
    }

    /// The number of half-moves since the last capture or pawn move. It stops at 65535.
    #[inline]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the current move, at least 1. It stops at 65535.
    #[must_use]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// How castling is written in UCI and read from it for this position.
    #[must_use]
    pub const fn castling_mode(&self) -> CastlingMode {
        self.mode
    }

    /// The same position with another castling mode.
    #[must_use]
    pub const fn with_castling_mode(mut self, mode: CastlingMode) -> Position {
        self.mode = mode;
        self
    }

    /// A 64-bit key of pieces, turn, castling rights and, if a capture there is legal, the en passant square.
    /// The counters and the castling mode are not part of it, so positions with equal keys are repetitions
    /// (FIDE 9.2.3).
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The pieces of both sides that attack a square when `occupied` holds pieces.
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.by_role(Role::Queen);
        (pawn_attacks(Color::Black, square) & self.pieces(Color::White, Role::Pawn))
            | (pawn_attacks(Color::White, square) & self.pieces(Color::Black, Role::Pawn))
            | (knight_attacks(square) & self.by_role(Role::Knight))
            | (king_attacks(square) & self.by_role(Role::King))
            | (bishop_attacks(square, occupied) & (self.by_role(Role::Bishop) | queens))
            | (rook_attacks(square, occupied) & (self.by_role(Role::Rook) | queens))
    }

    /// The squares that the piece on `square` attacks, those of own pieces included. Empty if the square is
    /// empty.
    #[must_use]
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        match self.piece_at(square) {
            Some(Piece { color, role }) => attacks(color, role, square, self.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// The pieces of this side that are pinned to their own king: an enemy rook, bishop or queen would attack
    /// the king if they were not there.
    #[must_use]
    pub fn pinned(&self, color: Color) -> Bitboard {
        let king = self.king_of(color);
        let (own, enemy) = (self.by_color(color), self.by_color(!color));
        let queens = self.by_role(Role::Queen);
        let snipers = (rook_attacks(king, enemy) & (self.by_role(Role::Rook) | queens) & enemy)
            | (bishop_attacks(king, enemy) & (self.by_role(Role::Bishop) | queens) & enemy);
        snipers
            .into_iter()
            .map(|sniper| between(king, sniper) & own)
            .filter(|blockers| !blockers.more_than_one())
            .fold(Bitboard::EMPTY, |pinned, blocker| pinned | blocker)
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::start()
    }
}

/// `Position("...")` with the FEN.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Position").field(&self.to_fen()).finish()
    }
}
