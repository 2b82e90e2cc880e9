// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether a single move is legal.

use super::limits::{Limits, en_passant_capturers, king_moves};
use super::list::piece_reach;
use super::pawns::pawn_targets;
use crate::board::{Board, END_RANKS};
use crate::chess_move::Move;
use crate::role::Role;
use crate::side::Side;

/// Whether `S` has this move. Any move is accepted, also one that is legal in no position.
pub(super) fn is_legal<S: Side>(board: &Board, mv: Move) -> bool {
    let (from, to) = (1 << mv.from().index(), 1u64 << mv.to().index());
    let own = board.own::<S>();
    let Some(role) = board.role_at(mv.from()) else { return false };
    if own & from == 0 {
        return false;
    }
    let limits = Limits::new::<S>(board);
    if mv.is_castling() {
        return role == Role::King && king_moves::<S>(board, &limits).castling & to != 0;
    }
    if mv.is_en_passant() {
        return board.en_passant() == Some(mv.to())
            && en_passant_capturers::<S>(board, limits.king) & from != 0;
    }
    let promotes = role == Role::Pawn && to & END_RANKS != 0;
    if promotes != mv.promotion().is_some() {
        return false;
    }
    match role {
        Role::King => king_moves::<S>(board, &limits).steps & to != 0,
        Role::Pawn => {
            let targets = pawn_targets::<S>(board, &limits);
            let back = |set: u64, by: u32| if S::IS_WHITE { set >> by } else { set << by };
            let (left, right) = if S::IS_WHITE { (7, 9) } else { (9, 7) };
            [(targets.ahead, 8), (targets.two_ahead, 16), (targets.left, left), (targets.right, right)]
                .into_iter()
                .any(|(set, by)| set & to != 0 && back(to, by) == from)
        }
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
            piece_reach(board, &limits, mv.from()) & limits.targets & !own & to != 0
        }
    }
}
