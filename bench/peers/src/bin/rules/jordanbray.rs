// SPDX-License-Identifier: MIT OR Apache-2.0
//! The crate chess.

use std::hint::black_box;

use chess::{Board, MoveGen};

pub(crate) fn bulk(board: &Board, depth: u8) -> u64 {
    let moves = MoveGen::new_legal(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.map(|mv| bulk(&board.make_move_new(mv), depth - 1)).sum()
}

/// Plays every leaf's move.
pub(crate) fn leaves(board: &Board, depth: u8) -> u64 {
    let moves = MoveGen::new_legal(board);
    moves
        .map(|mv| {
            let next = board.make_move_new(mv);
            if depth > 1 { leaves(&next, depth - 1) } else { made(&next) }
        })
        .sum()
}

fn made(board: &Board) -> u64 {
    black_box(board);
    1
}
