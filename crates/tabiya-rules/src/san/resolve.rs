// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds the move that a SAN means, without generating all moves.
//!
//! The candidates are the pieces of this kind that attack the target. Only for them it is checked whether the
//! own king would be attacked.

use alloc::vec::Vec;

use super::SanError;
use super::token::{San, What};
use crate::attacks::sliders::{reach_on_diagonals, reach_on_lines};
use crate::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, leapers, pawn_attacks, rook_attacks,
};
use crate::bitboard::Bitboard;
use crate::board::kind;
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

/// By role and square, the squares that a piece attacks on an empty board. Pawns are left out.
static REACH: [[u64; 64]; 6] = {
    let mut reach = [[0; 64], leapers::KNIGHT, [0; 64], [0; 64], [0; 64], leapers::KING];
    let mut square = 0;
    while square < 64 {
        let (lines, diagonals) = (reach_on_lines(square), reach_on_diagonals(square));
        reach[Role::Bishop as usize][square] = diagonals;
        reach[Role::Rook as usize][square] = lines;
        reach[Role::Queen as usize][square] = lines | diagonals;
        square += 1;
    }
    reach
};

/// By role, all ones for each of a board's three words in which pieces of this kind are missing.
static NOT_KIND: [(u64, u64, u64); 6] = {
    let mut masks = [(0, 0, 0); 6];
    let mut i = 0;
    while i < 6 {
        let (leaping, straight, diagonal) = kind(Role::ALL[i]);
        masks[i] = (leaping as u64, straight as u64, diagonal as u64);
        masks[i] = (masks[i].0.wrapping_sub(1), masks[i].1.wrapping_sub(1), masks[i].2.wrapping_sub(1));
        i += 1;
    }
    masks
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

    /// Of pieces and kings. The kind of piece changes from move to move, so the processor would mispredict a branch on
    /// it. Tables and masks take its place.
    #[inline]
    fn find_piece(self, position: &Position, role: Role) -> Option<Move> {
        let own = position.by_color(position.turn());
        if self.promotion.is_some() || own.contains(self.to) {
            return None;
        }
        let reach = Bitboard(REACH[role.index()][self.to.index()]);
        let candidates = reach & of_role(position, role) & own & self.origins();
        let from = candidates.first()?;
        if candidates.more_than_one() {
            let free = candidates.into_iter().filter(|from| is_free(position, *from, self.to)).collect();
            return Some(Move::normal(only_safe(position, free, self.to)?, self.to));
        }
        (is_free(position, from, self.to) && is_safe(position, from, self.to))
            .then(|| Move::normal(from, self.to))
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

/// Those of these pieces that may go there without exposing their king.
#[inline(never)]
pub(super) fn safe(position: &Position, candidates: Bitboard, to: Square) -> Bitboard {
    candidates.into_iter().filter(|from| is_safe(position, *from, to)).collect()
}

/// Whether the own king is not attacked after this move, which is neither castling nor en passant.
#[inline]
fn is_safe(position: &Position, from: Square, to: Square) -> bool {
    let us = position.turn();
    let king = position.king_of(us);
    let king = if king == from { to } else { king };
    let occupied = position.occupied().without(from).with(to);
    !is_attacked(position, us, king, occupied, position.by_color(!us).without(to))
}

/// Whether no piece stands between two squares.
#[inline]
fn is_free(position: &Position, from: Square, to: Square) -> bool {
    !between(from, to).intersects(position.occupied())
}

/// The pieces of this kind, of both sides.
#[inline]
fn of_role(position: &Position, role: Role) -> Bitboard {
    let (leaping, straight, diagonal) = NOT_KIND[role.index()];
    let board = &position.board;
    Bitboard((board.leaping ^ leaping) & (board.straight ^ straight) & (board.diagonal ^ diagonal))
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
