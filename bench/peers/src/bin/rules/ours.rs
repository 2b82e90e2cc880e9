// SPDX-License-Identifier: MIT OR Apache-2.0
//! tabiya-rules, in the way a program would use it.

use tabiya_rules::{MoveList, Position};

/// Generates and plays moves at the inner plies; `count_legal_moves` at the last.
pub(crate) fn library(position: &Position, depth: u8) -> u64 {
    if depth == 1 {
        return position.count_legal_moves() as u64;
    }
    let mut moves = MoveList::new();
    position.legal_moves_into(&mut moves);
    moves.iter().map(|mv| library(&position.after(*mv), depth - 1)).sum()
}
