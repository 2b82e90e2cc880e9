// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes the SAN of a legal move in the export format: the minimum that distinguishes the move, with `+` and
//! `#`.

use super::resolve::safe;
use super::token::{San, SanMark, What};
use crate::attacks::attacks;
use crate::chess_move::Move;
use crate::position::Position;
use crate::role::Role;

impl San {
    /// The SAN of a legal move in PGN's export format (sections 8.2.3.4 and 8.2.3.5).
    #[must_use]
    pub fn of(position: &Position, mv: Move) -> San {
        let after = position.after(mv);
        let mark = match (after.is_check(), after.is_check() && after.has_legal_move()) {
            (false, _) => SanMark::None,
            (true, true) => SanMark::Check,
            (true, false) => SanMark::Mate,
        };
        if let Some(side) = mv.castling_side() {
            return San { mark, ..San::castling(side) };
        }
        let (from, to) = (mv.from(), mv.to());
        let role = position.role_at(from).unwrap_or(Role::Pawn);
        let captures = mv.is_en_passant() || position.occupied().contains(to);
        let (by_file, by_rank) = match role {
            Role::Pawn => (captures, false),
            Role::King => (false, false),
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen => distinguish(position, mv, role),
        };
        San {
            what: What::Piece(role),
            to,
            origin: San::origin(by_file.then_some(from.file()), by_rank.then_some(from.rank())),
            promotion: mv.promotion(),
            captures,
            mark,
        }
    }
}

/// Whether file and rank must be named. If another piece of the same kind can go there, the file is named if
/// it is enough, else the rank, else both.
fn distinguish(position: &Position, mv: Move, role: Role) -> (bool, bool) {
    let (from, to) = (mv.from(), mv.to());
    let us = position.turn();
    let same_kind = position.pieces(us, role).without(from);
    let reaching = attacks(us, role, to, position.occupied()) & same_kind;
    let others = safe(position, reaching, to);
    if others.is_empty() {
        return (false, false);
    }
    let shares_file = others.intersects(from.file().into());
    let shares_rank = others.intersects(from.rank().into());
    (!shares_file || shares_rank, shares_file)
}
