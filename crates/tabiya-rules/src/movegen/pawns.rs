// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moves of pawns, computed for all pawns of a side at once.

use super::limits::Limits;
use super::tables::{NOT_A, NOT_H};
use crate::board::Board;
use crate::side::Side;

/// The targets of pawns by direction, without en passant.
pub(crate) struct PawnTargets {
    pub(crate) ahead: u64,
    pub(crate) two_ahead: u64,
    /// Captures towards the a-file.
    pub(crate) left: u64,
    /// Captures towards the h-file.
    pub(crate) right: u64,
}

/// A pawn that is pinned along a line may only advance along it; one pinned along a diagonal may only capture
/// along it.
#[inline(always)]
pub(crate) fn pawn_targets<S: Side>(board: &Board, limits: &Limits) -> PawnTargets {
    let own = board.own::<S>();
    let occupied = board.occupied();
    let enemy = occupied & !own;
    let pawns = board.pawns() & own;
    let (lines, diagonals) = (limits.pin_lines, limits.pin_diagonals);
    let up = |set: u64| if S::IS_WHITE { set << 8 } else { set >> 8 };
    let left = |set: u64| if S::IS_WHITE { (set & NOT_A) << 7 } else { (set & NOT_A) >> 9 };
    let right = |set: u64| if S::IS_WHITE { (set & NOT_H) << 9 } else { (set & NOT_H) >> 7 };

    let walkers = pawns & !diagonals;
    let ahead = (up(walkers & !lines) | (up(walkers & lines) & lines)) & !occupied;
    let third_rank = if S::IS_WHITE { 0xFF << 16 } else { 0xFF << 40 };
    let two_ahead = up(ahead & third_rank) & !occupied;
    let hunters = pawns & !lines;
    let (free, pinned) = (hunters & !diagonals, hunters & diagonals);
    let prey = enemy & limits.targets;
    PawnTargets {
        ahead: ahead & limits.targets,
        two_ahead: two_ahead & limits.targets,
        left: (left(free) | (left(pinned) & diagonals)) & prey,
        right: (right(free) | (right(pinned) & diagonals)) & prey,
    }
}
