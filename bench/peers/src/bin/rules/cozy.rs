// SPDX-License-Identifier: MIT OR Apache-2.0
//! cozy-chess, counting as in its own perft example.

use std::hint::black_box;

use cozy_chess::Board;

/// Counts sets of moves at the last ply (bulk counting); copies the board at earlier plies.
pub(crate) fn bulk(board: &Board, depth: u8) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
        return nodes;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += bulk(&next, depth - 1);
        }
        false
    });
    nodes
}

/// Plays every leaf's move.
pub(crate) fn leaves(board: &Board, depth: u8) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += if depth > 1 { leaves(&next, depth - 1) } else { made(&next) };
        }
        false
    });
    nodes
}

fn made(board: &Board) -> u64 {
    black_box(board);
    1
}
