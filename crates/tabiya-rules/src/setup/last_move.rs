// SPDX-License-Identifier: MIT OR Apache-2.0
//! Undoes the last move in every possible way, to see whether a check can have arisen.
//!
//! A check is possible if some move of the other side leads to this board from one on which the king was not
//! in check. All moves are undone in turn: each piece from its square to each square it can have come from,
//! with and without a capture, promotions, en passant and castling. Whether the captured pieces fit the rest
//! of the board is not checked.

use super::Setup;
use crate::attacks::{
    attacks, between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use crate::bitboard::Bitboard;
use crate::castling::{CastlingMode, CastlingSide};
use crate::color::Color;
use crate::position::Position;
use crate::role::Role;
use crate::square::{File, Rank, Square};

/// The board before the last move, as far as its mover's attacks depend on it.
#[derive(Clone, Copy)]
struct Before {
    mover: Color,
    /// The pieces of the side that made the move, by role.
    pieces: [Bitboard; 6],
    /// The pieces of both sides.
    occupied: Bitboard,
}

impl Before {
    fn remove(&mut self, role: Role, square: Square) {
        self.pieces[role.index()] = self.pieces[role.index()].without(square);
        self.occupied = self.occupied.without(square);
    }

    fn put(&mut self, role: Role, square: Square) {
        self.pieces[role.index()] = self.pieces[role.index()].with(square);
        self.occupied = self.occupied.with(square);
    }

    /// The board with this piece moved back; `was` is its role before the move.
    fn moved_back(mut self, role: Role, to: Square, was: Role, from: Square) -> Before {
        self.remove(role, to);
        self.put(was, from);
        self
    }

    /// The board with a piece of the other side on this square.
    fn with_captured(mut self, square: Square) -> Before {
        self.occupied = self.occupied.with(square);
        self
    }

    fn attacks_king(&self, king: Square) -> bool {
        let [pawns, knights, bishops, rooks, queens, kings] = self.pieces;
        let attackers = (pawn_attacks(!self.mover, king) & pawns)
            | (knight_attacks(king) & knights)
            | (king_attacks(king) & kings)
            | (bishop_attacks(king, self.occupied) & (bishops | queens))
            | (rook_attacks(king, self.occupied) & (rooks | queens));
        attackers.any()
    }
}

/// Whether some last move explains the check to `king`. `position` holds the pieces of `setup`.
pub(super) fn could_have_given_check(position: &Position, setup: &Setup, king: Square) -> bool {
    let mover = !setup.turn;
    let now = Before {
        mover,
        pieces: Role::ALL.map(|role| position.pieces(mover, role)),
        occupied: position.occupied(),
    };
    if let Some(skipped) = setup.en_passant {
        let at = |rank: Rank| Square::from_coords(skipped.file(), rank.seen_by(mover));
        return !now
            .moved_back(Role::Pawn, at(Rank::Fourth), Role::Pawn, at(Rank::Second))
            .attacks_king(king);
    }
    position
        .by_color(mover)
        .into_iter()
        .any(|to| position.role_at(to).is_some_and(|role| may_have_moved(&now, role, to, king, setup)))
        || castled(&now, setup, king)
}

/// Whether this piece may have made the last move.
fn may_have_moved(now: &Before, role: Role, to: Square, king: Square, setup: &Setup) -> bool {
    // A king or rook with castling rights has not moved.
    let mut rights = setup.castling_rights.iter().filter(|(color, ..)| *color == now.mover);
    if rights.any(|(_, _, rook)| role == Role::King || rook == to) {
        return false;
    }
    let free = !now.occupied;
    if role == Role::Pawn {
        return pawn_may_have_moved(now, Role::Pawn, to, king);
    }
    let steps = attacks(now.mover, role, to, now.occupied) & free;
    let moved = steps.into_iter().any(|from| {
        let before = now.moved_back(role, to, role, from);
        !before.attacks_king(king) || !before.with_captured(to).attacks_king(king)
    });
    let promotes = to.rank() == now.mover.promotion_rank() && role != Role::King;
    moved || (promotes && pawn_may_have_moved(now, role, to, king))
}

/// Whether the last move may have been a pawn's to `to`. `role` is the piece there now: the pawn, or the
/// piece it promoted to.
fn pawn_may_have_moved(now: &Before, role: Role, to: Square, king: Square) -> bool {
    let back: i8 = if now.mover == Color::White { -1 } else { 1 };
    let pawn_ranks = |square: &Square| !matches!(square.rank(), Rank::First | Rank::Eighth);
    let free = |square: &Square| pawn_ranks(square) && !now.occupied.contains(*square);
    let fine = |before: Before| !before.attacks_king(king);
    let step = to.offset(0, back).filter(free);
    if step.is_some_and(|from| fine(now.moved_back(role, to, Role::Pawn, from))) {
        return true;
    }
    let two = step.and_then(|square| square.offset(0, back)).filter(free);
    let two = two.filter(|from| from.rank() == now.mover.pawn_rank());
    if two.is_some_and(|from| fine(now.moved_back(role, to, Role::Pawn, from))) {
        return true;
    }
    [-1, 1].into_iter().filter_map(|side| to.offset(side, back).filter(free)).any(|from| {
        let before = now.moved_back(role, to, Role::Pawn, from);
        fine(before.with_captured(to)) || took_en_passant(&before, to, from).is_some_and(fine)
    })
}

/// The board before a capture en passant from `from` to `to`, if that is possible.
fn took_en_passant(before: &Before, to: Square, from: Square) -> Option<Before> {
    let captured = Square::from_coords(to.file(), from.rank());
    let origin = Square::from_coords(to.file(), Rank::Seventh.seen_by(before.mover));
    let possible = to.rank() == Rank::Sixth.seen_by(before.mover)
        && !before.occupied.contains(captured)
        && !before.occupied.contains(origin);
    possible.then(|| before.with_captured(captured))
}

/// Whether castling may have been the last move.
fn castled(now: &Before, setup: &Setup, king: Square) -> bool {
    if setup.castling_rights.iter().any(|(color, ..)| color == now.mover) {
        return false;
    }
    let at = |file: File| Square::from_coords(file, now.mover.back_rank());
    CastlingSide::ALL.into_iter().any(|side| {
        let (king_to, rook_to) = (at(side.king_file()), at(side.rook_file()));
        if !now.pieces[Role::King.index()].contains(king_to)
            || !now.pieces[Role::Rook.index()].contains(rook_to)
        {
            return false;
        }
        let mut after = *now;
        after.remove(Role::King, king_to);
        after.remove(Role::Rook, rook_to);
        starts(setup.castling_mode, side).any(|(king_file, rook_file)| {
            let (king_from, rook_from) = (at(king_file), at(rook_file));
            let way =
                between(king_from, king_to).with(king_from) | between(rook_from, rook_to).with(rook_from);
            let mut before = after;
            before.put(Role::King, king_from);
            before.put(Role::Rook, rook_from);
            !after.occupied.intersects(way) && !before.attacks_king(king)
        })
    })
}

/// The files of king and rook from which castling to this side is possible.
fn starts(mode: CastlingMode, side: CastlingSide) -> impl Iterator<Item = (File, File)> {
    let files = File::ALL.into_iter().flat_map(|king| File::ALL.into_iter().map(move |rook| (king, rook)));
    files.filter(move |&(king, rook)| match (mode, side) {
        (CastlingMode::Standard, CastlingSide::KingSide) => king == File::E && rook == File::H,
        (CastlingMode::Standard, CastlingSide::QueenSide) => king == File::E && rook == File::A,
        (CastlingMode::Chess960, CastlingSide::KingSide) => rook > king,
        (CastlingMode::Chess960, CastlingSide::QueenSide) => rook < king,
    })
}
