// SPDX-License-Identifier: MIT OR Apache-2.0
//! laura_core with its feature bmi2 (PEXT), which its authors recommend.

use std::hint::black_box;

use laura_core::{AllMoves, Board, enumerate_legal_moves};

/// Counts moves at the last ply by a callback for each, without a list.
pub(crate) fn bulk(board: &Board, depth: u8) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        enumerate_legal_moves::<AllMoves, _>(board, |_| {
            nodes += 1;
            true
        });
        return nodes;
    }
    enumerate_legal_moves::<AllMoves, _>(board, |mv| {
        nodes += bulk(&board.make_move(mv), depth - 1);
        true
    });
    nodes
}

/// Plays every leaf's move.
pub(crate) fn leaves(board: &Board, depth: u8) -> u64 {
    let mut nodes = 0;
    enumerate_legal_moves::<AllMoves, _>(board, |mv| {
        let next = board.make_move(mv);
        nodes += if depth > 1 { leaves(&next, depth - 1) } else { made(&next) };
        true
    });
    nodes
}

fn made(board: &Board) -> u64 {
    black_box(board);
    1
}
