// SPDX-License-Identifier: MIT OR Apache-2.0
//! Plays every move of a board and continues with the board after it.

use crate::attacks::{leapers, sliders};
use crate::board::{Board, END_RANKS, kind};
use crate::movegen::castling::castling_ends;
use crate::movegen::count::count;
use crate::movegen::limits::{Limits, en_passant_capturers, king_moves};
use crate::movegen::pawns::pawn_targets;
use crate::movegen::tables::lowest;
use crate::role::Role;
use crate::side::Side;

/// Counts the moves of the boards before the last ply. Each call returns a part of the sum; the part may
/// belong to boards of earlier calls.
pub(super) trait Leaves {
    /// The leaves after this board follow, with `S` to move.
    fn begin<S: Side>(&mut self, parent: &Board) -> u64;
    /// One leaf.
    fn add<S: Side>(&mut self, leaf: Board) -> u64;
    /// There are no more leaves.
    fn finish<S: Side>(&mut self) -> u64;
}

/// Counts each leaf immediately.
pub(super) struct OneByOne;

impl Leaves for OneByOne {
    #[inline(always)]
    fn begin<S: Side>(&mut self, _: &Board) -> u64 {
        0
    }

    #[inline(always)]
    fn add<S: Side>(&mut self, leaf: Board) -> u64 {
        count::<S>(leaf)
    }

    #[inline(always)]
    fn finish<S: Side>(&mut self) -> u64 {
        0
    }
}

/// The number of sequences of `depth` legal moves; `depth` is at least 2.
pub(super) fn perft<S: Side, L: Leaves>(board: Board, depth: u8, leaves: &mut L) -> u64 {
    let nodes = tree::<S, L>(board, depth, leaves);
    nodes + if depth.is_multiple_of(2) { leaves.finish::<S::Enemy>() } else { leaves.finish::<S>() }
}

fn tree<S: Side, L: Leaves>(board: Board, depth: u8, leaves: &mut L) -> u64 {
    if depth <= 2 {
        leaves.begin::<S::Enemy>(&board) + expand::<S, L, true>(board, 2, leaves)
    } else {
        expand::<S, L, false>(board, depth, leaves)
    }
}

/// Handles the board after a move: counts its moves, or plays them.
#[inline(always)]
fn continue_with<S: Side, L: Leaves, const LAST: bool>(board: Board, depth: u8, leaves: &mut L) -> u64 {
    if LAST { leaves.add::<S::Enemy>(board) } else { tree::<S::Enemy, L>(board, depth - 1, leaves) }
}

/// With `LAST` the children are leaves.
#[inline(never)]
fn expand<S: Side, L: Leaves, const LAST: bool>(board: Board, depth: u8, leaves: &mut L) -> u64 {
    let limits = Limits::new::<S>(&board);
    let mut nodes = 0;
    let king = 1 << limits.king;
    let king_moves = king_moves::<S>(&board, &limits);
    each(king_moves.steps, |to| {
        nodes += continue_with::<S, L, LAST>(king_moved::<S>(&board, king, to), depth, leaves);
    });
    if limits.targets == 0 {
        return nodes;
    }
    nodes += expand_pieces::<S, L, LAST>(&board, &limits, depth, leaves)
        + expand_pawns::<S, L, LAST>(&board, &limits, depth, leaves);
    if board.special != 0 {
        each(king_moves.castling, |rook| {
            nodes += continue_with::<S, L, LAST>(castled::<S>(&board, king, rook), depth, leaves);
        });
        if board.special & !END_RANKS != 0 {
            each(en_passant_capturers::<S>(&board, limits.king), |from| {
                nodes += continue_with::<S, L, LAST>(captured_en_passant::<S>(&board, from), depth, leaves);
            });
        }
    }
    nodes
}

/// Calls `f` with each square of the set, as a set of one square.
#[inline(always)]
fn each(mut set: u64, mut f: impl FnMut(u64)) {
    while set != 0 {
        f(set & set.wrapping_neg());
        set &= set - 1;
    }
}

#[inline(always)]
fn expand_pieces<S: Side, L: Leaves, const LAST: bool>(
    board: &Board,
    limits: &Limits,
    depth: u8,
    leaves: &mut L,
) -> u64 {
    let own = board.own::<S>();
    let occupied = board.occupied();
    let targets = limits.targets & !own;
    let (lines, diagonals) = (limits.pin_lines, limits.pin_diagonals);
    let queens = board.queens();
    let mut nodes = 0;

    each(board.knights() & own & !(lines | diagonals), |from| {
        each(leapers::KNIGHT[lowest(from)] & targets, |to| {
            nodes += continue_with::<S, L, LAST>(moved::<S>(board, from, to, Role::Knight), depth, leaves);
        });
    });
    each(board.diagonal_sliders() & own & !queens & !lines, |from| {
        let within = if from & diagonals != 0 { diagonals } else { !0 };
        each(sliders::bishop(lowest(from), occupied) & targets & within, |to| {
            nodes += continue_with::<S, L, LAST>(moved::<S>(board, from, to, Role::Bishop), depth, leaves);
        });
    });
    each(board.line_sliders() & own & !queens & !diagonals, |from| {
        let within = if from & lines != 0 { lines } else { !0 };
        each(sliders::rook(lowest(from), occupied) & targets & within, |to| {
            nodes += continue_with::<S, L, LAST>(moved::<S>(board, from, to, Role::Rook), depth, leaves);
        });
    });
    each(queens & own, |from| {
        let square = lowest(from);
        let straight = if from & lines != 0 {
            lines
        } else if from & diagonals != 0 {
            0
        } else {
            !0
        };
        let diagonal = if from & diagonals != 0 {
            diagonals
        } else if from & lines != 0 {
            0
        } else {
            !0
        };
        let reach =
            (sliders::rook(square, occupied) & straight) | (sliders::bishop(square, occupied) & diagonal);
        each(reach & targets, |to| {
            nodes += continue_with::<S, L, LAST>(moved::<S>(board, from, to, Role::Queen), depth, leaves);
        });
    });
    nodes
}

#[inline(always)]
fn expand_pawns<S: Side, L: Leaves, const LAST: bool>(
    board: &Board,
    limits: &Limits,
    depth: u8,
    leaves: &mut L,
) -> u64 {
    let targets = pawn_targets::<S>(board, limits);
    let back = |to: u64, by: u32| if S::IS_WHITE { to >> by } else { to << by };
    // Left is towards the a-file for both sides.
    let (left, right) = if S::IS_WHITE { (7, 9) } else { (9, 7) };
    let mut nodes = 0;
    for (set, by) in [(targets.ahead, 8), (targets.left, left), (targets.right, right)] {
        each(set & !END_RANKS, |to| {
            nodes +=
                continue_with::<S, L, LAST>(moved::<S>(board, back(to, by), to, Role::Pawn), depth, leaves);
        });
        each(set & END_RANKS, |to| {
            for role in Role::PROMOTIONS {
                nodes +=
                    continue_with::<S, L, LAST>(promoted::<S>(board, back(to, by), to, role), depth, leaves);
            }
        });
    }
    each(targets.two_ahead, |to| {
        nodes += continue_with::<S, L, LAST>(pawn_moved_two::<S>(board, back(to, 16), to), depth, leaves);
    });
    nodes
}

#[inline(always)]
fn white_after<S: Side>(board: &Board, from: u64, to: u64) -> u64 {
    if S::IS_WHITE { board.white ^ (from | to) } else { board.white & !to }
}

/// The board after a normal move or capture. A rook that moved or was captured loses its castling right.
#[inline(always)]
fn moved<S: Side>(board: &Board, from: u64, to: u64, role: Role) -> Board {
    let kind = kind(role);
    let both = from | to;
    let plane = |plane: u64, has: bool| if has { (plane & !to) ^ both } else { plane & !to };
    Board {
        leaping: plane(board.leaping, kind.0),
        straight: plane(board.straight, kind.1),
        diagonal: plane(board.diagonal, kind.2),
        white: white_after::<S>(board, from, to),
        special: board.special & END_RANKS & !both,
    }
}

#[inline(always)]
fn king_moved<S: Side>(board: &Board, from: u64, to: u64) -> Board {
    let mut next = moved::<S>(board, from, to, Role::King);
    next.special &= if S::IS_WHITE { !0xFF } else { !(0xFF << 56) };
    next
}

#[inline(always)]
fn promoted<S: Side>(board: &Board, from: u64, to: u64, role: Role) -> Board {
    let kind = kind(role);
    let mut next = moved::<S>(board, from, to, Role::Pawn);
    next.leaping &= !to;
    next.leaping |= if kind.0 { to } else { 0 };
    next.straight |= if kind.1 { to } else { 0 };
    next.diagonal |= if kind.2 { to } else { 0 };
    next
}

/// The board after a pawn moved two squares. The en passant square is set only if an enemy pawn stands beside
/// the pawn, because else no capture is possible.
#[inline(always)]
fn pawn_moved_two<S: Side>(board: &Board, from: u64, to: u64) -> Board {
    let mut next = moved::<S>(board, from, to, Role::Pawn);
    let enemy_pawns = board.pawns() & !board.own::<S>();
    let beside = leapers::KING[lowest(to)] & if S::IS_WHITE { 0xFF << 24 } else { 0xFF << 32 };
    if beside & enemy_pawns != 0 {
        next.special |= if S::IS_WHITE { to >> 8 } else { to << 8 };
    }
    next
}

#[inline(never)]
fn captured_en_passant<S: Side>(board: &Board, from: u64) -> Board {
    let to = board.special & !END_RANKS;
    let captured = if S::IS_WHITE { to >> 8 } else { to << 8 };
    let mut next = moved::<S>(board, from, to, Role::Pawn);
    next.leaping &= !captured;
    next.white &= !captured;
    next
}

/// King and rook may swap squares, or one of them may stay. So both are removed first, and then both are put
/// down.
#[inline(never)]
fn castled<S: Side>(board: &Board, king: u64, rook: u64) -> Board {
    let (king_to, rook_to) = castling_ends(lowest(king), lowest(rook));
    let (king_to, rook_to) = (1 << king_to, 1 << rook_to);
    let gone = !(king | rook);
    let own_rank = if S::IS_WHITE { 0xFF } else { 0xFF << 56 };
    Board {
        leaping: board.leaping & gone | king_to,
        straight: board.straight & gone | king_to | rook_to,
        diagonal: board.diagonal,
        white: if S::IS_WHITE { board.white & gone | king_to | rook_to } else { board.white },
        special: board.special & END_RANKS & !own_rank,
    }
}
