// SPDX-License-Identifier: MIT OR Apache-2.0
//! Counting the moves of one board.

use super::limits::{Limits, en_passant_capturers, king_moves};
use super::pawns::pawn_targets;
use super::tables::lowest;
use crate::attacks::{leapers, sliders};
use crate::board::{Board, END_RANKS};
use crate::side::Side;

/// The number of legal moves.
#[inline(always)]
pub(crate) fn count<S: Side>(board: Board) -> u64 {
    count_words::<S>(board.leaping, board.straight, board.diagonal, board.white, board.special)
}

/// The same. A separate call, so that all five words are passed in registers.
#[inline(never)]
fn count_words<S: Side>(leaping: u64, straight: u64, diagonal: u64, white: u64, special: u64) -> u64 {
    let board = Board { leaping, straight, diagonal, white, special };
    let limits = Limits::new::<S>(&board);
    let king = king_moves::<S>(&board, &limits);
    let mut moves = ones(king.steps);
    if limits.targets == 0 {
        return moves;
    }
    moves += if limits.pin_lines | limits.pin_diagonals == 0 {
        // Most positions have no pins. Knowing that at compile time removes the masks.
        let free = Limits { pin_lines: 0, pin_diagonals: 0, ..limits };
        count_pieces::<S>(&board, &free) + count_pawns::<S>(&board, &free)
    } else {
        count_pieces::<S>(&board, &limits) + count_pawns::<S>(&board, &limits)
    };
    if special != 0 {
        moves += ones(king.castling);
        if special & !END_RANKS != 0 {
            moves += ones(en_passant_capturers::<S>(&board, limits.king));
        }
    }
    moves
}

#[inline(always)]
fn ones(set: u64) -> u64 {
    u64::from(set.count_ones())
}

#[inline(always)]
fn count_pieces<S: Side>(board: &Board, limits: &Limits) -> u64 {
    let own = board.own::<S>();
    let occupied = board.occupied();
    let targets = limits.targets & !own;
    let (lines, diagonals) = (limits.pin_lines, limits.pin_diagonals);
    let mut moves = 0;

    let mut knights = board.knights() & own & !(lines | diagonals);
    while knights != 0 {
        moves += ones(leapers::KNIGHT[lowest(knights)] & targets);
        knights &= knights - 1;
    }
    let sliders = board.line_sliders() & own & !diagonals;
    let mut free = sliders & !lines;
    while free != 0 {
        moves += ones(sliders::rook(lowest(free), occupied) & targets);
        free &= free - 1;
    }
    let mut pinned = sliders & lines;
    while pinned != 0 {
        moves += ones(sliders::rook(lowest(pinned), occupied) & targets & lines);
        pinned &= pinned - 1;
    }
    let sliders = board.diagonal_sliders() & own & !lines;
    let mut free = sliders & !diagonals;
    while free != 0 {
        moves += ones(sliders::bishop(lowest(free), occupied) & targets);
        free &= free - 1;
    }
    let mut pinned = sliders & diagonals;
    while pinned != 0 {
        moves += ones(sliders::bishop(lowest(pinned), occupied) & targets & diagonals);
        pinned &= pinned - 1;
    }
    moves
}

/// A move to the last rank counts as four. Pawns never reach the other end rank.
///
/// Moves straight ahead and captures never have the same target, nor do moves of one and of two squares.
/// Captures to the left and to the right may.
#[inline(always)]
fn count_pawns<S: Side>(board: &Board, limits: &Limits) -> u64 {
    let to = pawn_targets::<S>(board, limits);
    let most = to.ahead | to.two_ahead | to.left;
    let mut moves = ones(most) + ones(to.right);
    if (most | to.right) & END_RANKS != 0 {
        moves += 3 * (ones(most & END_RANKS) + ones(to.right & END_RANKS));
    }
    moves
}
