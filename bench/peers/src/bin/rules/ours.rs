// SPDX-License-Identifier: MIT OR Apache-2.0
//! tabiya-rules, as a program would use it.

use tabiya_rules::{MoveList, Position};

/// Positions, lists and moves for the inner plies, `count_legal_moves` for the last.
pub(crate) fn library(position: &Position, depth: u8) -> u64 {
    if depth == 1 {
        return position.count_legal_moves() as u64;
    }
    let mut moves = MoveList::new();
    position.legal_moves_into(&mut moves);
    moves.iter().map(|mv| library(&position.after(*mv), depth - 1)).sum()
}
