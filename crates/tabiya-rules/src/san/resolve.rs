// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds the move that a SAN means, without generating all moves.
//!
//! The candidates are the pieces of this kind that attack the target. Only for them it is checked whether the
//! own king would be attacked. Even that is skipped if there is no check and the piece is on no line with its
//! king.

use alloc::vec::Vec;

use super::SanError;
use super::token::{San, What};
use crate::attacks::{
    attacks, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, rook_attacks,
};
use crate::bitboard::Bitboard;
use crate::chess_move::Move;
use crate::color::Color;
use crate::position::Position;
use crate::role::Role;
use crate::square::Square;
use crate::uci::Attempt;

/// For each origin of a [`San`], the squares that it allows.
static ORIGINS: [Bitboard; 256] = {
    let mut squares = [Bitboard(0); 256];
    let mut origin = 0;
    while origin < 256 {
        let (file, rank) = (origin & 15, origin >> 4);
        let files = if file == 0 { !0 } else { 0x0101_0101_0101_0101 << ((file - 1) & 7) };
        let ranks = if rank == 0 { !0 } else { 0xFF << (8 * ((rank - 1) & 7)) };
        squares[origin] = Bitboard(files & ranks);
        origin += 1;
    }
    squares
};

impl San {
    /// The only legal move that this can mean. `None` if there is none or more than one;
    /// [`to_move`](San::to_move) also says why.
    ///
    /// Does not check whether the `x` and the check mark are correct, see [`parse_san`](crate::parse_san).
    #[inline]
    #[must_use]
    pub fn find(self, position: &Position) -> Option<Move> {
        match self.what {
            What::Piece(Role::Pawn) => self.find_pawn(position),
            What::Piece(Role::King) => self.find_king(position),
            What::Piece(role) => self.find_piece(position, role),
            What::Squares => self.squares(position).ok(),
            What::Castling(side) => {
                let us = position.turn();
                let mv = Move::castling(position.king_of(us), position.castling_rook(us, side)?);
                position.is_legal(mv).then_some(mv)
            }
        }
    }

    /// The move of any piece on the square that is named: `g1f3`, and `e1g1` for castling.
    pub(super) fn squares(self, position: &Position) -> Result<Move, SanError> {
        let Some((from, to)) = self.both_squares() else { return Err(self.no_pawn(position)) };
        // A pawn that moves straight captures nothing.
        if self.captures && from.file() == to.file() && position.role_at(from) == Some(Role::Pawn) {
            return Err(self.no_pawn(position));
        }
        Ok(Attempt { from, to, promotion: self.promotion }.to_move(position)?)
    }

    /// Both squares, if file and rank of the origin are named.
    pub(super) fn both_squares(self) -> Option<(Square, Square)> {
        Some((Square::from_coords(self.from_file()?, self.from_rank()?), self.to()?))
    }

    fn no_pawn(self, position: &Position) -> SanError {
        SanError::NoCandidate {
            color: position.turn(),
            role: Role::Pawn,
            to: self.to,
            candidates: Vec::new(),
        }
    }

    /// The squares that the origin allows.
    #[inline]
    fn origins(self) -> Bitboard {
        ORIGINS[usize::from(self.origin)]
    }

    #[inline]
    fn find_piece(self, position: &Position, role: Role) -> Option<Move> {
        let us = position.turn();
        let reach = attacks(us, role, self.to, position.occupied());
        let own = position.by_color(us);
        let candidates = reach & position.by_role(role) & own & self.origins();
        if self.promotion.is_some() || own.contains(self.to) {
            return None;
        }
        Some(Move::normal(only_safe(position, candidates, self.to)?, self.to))
    }

    #[inline]
    fn find_king(self, position: &Position) -> Option<Move> {
        let us = position.turn();
        let king = position.king_of(us);
        let fits = self.promotion.is_none()
            && self.origins().contains(king)
            && king_attacks(self.to).contains(king)
            && !position.by_color(us).contains(self.to);
        let enemies = position.by_color(!us).without(self.to);
        let occupied = position.occupied().without(king).with(self.to);
        (fits && !is_attacked(position, us, self.to, occupied, enemies)).then(|| Move::normal(king, self.to))
    }

    #[inline]
    fn find_pawn(self, position: &Position) -> Option<Move> {
        let us = position.turn();
        let to = self.to;
        let promotes = to.rank() == us.promotion_rank();
        let promotion_fits = match self.promotion {
            None => !promotes,
            Some(role) => promotes && Role::PROMOTIONS.contains(&role),
        };
        if !promotion_fits {
            return None;
        }
        let pawns = position.pieces(us, Role::Pawn) & self.origins();
        let straight = !self.captures && (self.origin & 15 == 0 || self.origin & 15 == to.file() as u8 + 1);
        let from = if straight {
            if position.occupied().contains(to) {
                return None;
            }
            let from = stepped_from(position, us, to)?;
            (pawns.contains(from) && is_safe(position, from, to)).then_some(from)?
        } else {
            let candidates = pawns & pawn_attacks(!us, to);
            if !position.by_color(!us).contains(to) {
                return en_passant(position, us, candidates, to);
            }
            only_safe(position, candidates, to)?
        };
        Some(self.promotion.map_or(Move::normal(from, to), |role| Move::promoting(from, to, role)))
    }
}

/// The square of the pawn that can move straight to this empty square.
#[inline]
fn stepped_from(position: &Position, us: Color, to: Square) -> Option<Square> {
    let back = if us == Color::White { -1 } else { 1 };
    let near = to.offset(0, back)?;
    if position.occupied().contains(near) {
        return Some(near);
    }
    let far = near.offset(0, back)?;
    (far.rank() == us.pawn_rank()).then_some(far)
}

/// The only legal capture en passant of these pawns, which stand beside the pawn to be captured.
fn en_passant(position: &Position, us: Color, candidates: Bitboard, to: Square) -> Option<Move> {
    if position.legal_en_passant() != Some(to) {
        return None;
    }
    let king = position.king_of(us);
    let legal = |from: &Square| {
        let taken = Square::from_coords(to.file(), from.rank());
        let occupied = position.occupied().without(*from).without(taken).with(to);
        !is_attacked(position, us, king, occupied, position.by_color(!us).without(taken))
    };
    let safe: Bitboard = candidates.into_iter().filter(legal).collect();
    safe.single().map(|from| Move::en_passant(from, to))
}

/// The piece that may go there without exposing its king, if it is the only one of these.
#[inline]
fn only_safe(position: &Position, candidates: Bitboard, to: Square) -> Option<Square> {
    let first = candidates.first()?;
    if candidates.more_than_one() {
        return safe(position, candidates, to).single();
    }
    is_safe(position, first, to).then_some(first)
}

/// Those of these pieces that may go there without exposing their king. The king is not among them.
#[inline(never)]
pub(super) fn safe(position: &Position, candidates: Bitboard, to: Square) -> Bitboard {
    candidates.into_iter().filter(|from| is_safe(position, *from, to)).collect()
}

/// Whether the own king is not attacked after this move of another piece.
#[inline]
fn is_safe(position: &Position, from: Square, to: Square) -> bool {
    let us = position.turn();
    let king = position.king_of(us);
    if !position.is_check() {
        // The king can't be exposed if it is on no line with the piece, if no enemy slider is on that line,
        // or if the piece stays on it.
        let pin = line(king, from);
        if !pin.intersects(position.by_color(!us) & sliders(position)) || pin.contains(to) {
            return true;
        }
    }
    let occupied = position.occupied().without(from).with(to);
    !is_attacked(position, us, king, occupied, position.by_color(!us).without(to))
}

/// Bishops, rooks and queens of both sides.
#[inline]
fn sliders(position: &Position) -> Bitboard {
    position.by_role(Role::Bishop) | position.by_role(Role::Rook) | position.by_role(Role::Queen)
}

/// Whether one of these enemies of `us` attacks a square when `occupied` holds pieces.
#[inline(never)]
fn is_attacked(
    position: &Position,
    us: Color,
    square: Square,
    occupied: Bitboard,
    enemies: Bitboard,
) -> bool {
    let queens = position.by_role(Role::Queen);
    let attackers = (pawn_attacks(us, square) & position.by_role(Role::Pawn))
        | (knight_attacks(square) & position.by_role(Role::Knight))
        | (king_attacks(square) & position.by_role(Role::King))
        | (rook_attacks(square, occupied) & (position.by_role(Role::Rook) | queens))
        | (bishop_attacks(square, occupied) & (position.by_role(Role::Bishop) | queens));
    attackers.intersects(enemies)
}
