// SPDX-License-Identifier: MIT OR Apache-2.0
//! Counting the leaves of the tree of legal moves (perft), the standard test of a move generator.
//!
//! The moves of the last ply are counted without playing them: board by board, or for eight boards at a time
//! if the processor has 512-bit words.

use alloc::vec::Vec;

#[cfg(any(test, all(feature = "std", target_arch = "x86_64")))]
mod batch;
mod expand;
#[cfg(any(test, all(feature = "std", target_arch = "x86_64")))]
mod king;
#[cfg(any(test, all(feature = "std", target_arch = "x86_64")))]
mod lanes;
mod table;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
#[cfg(feature = "std")]
mod threads;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod wide;

use core::hint::black_box;

use crate::board::Board;
use crate::chess_move::Move;
use crate::color::Color;
use crate::move_list::MoveList;
use crate::position::Position;
use crate::side::{BlackMoves, Side, WhiteMoves};

pub use table::{PerftTable, perft_with_table};
#[cfg(feature = "std")]
pub use threads::perft_on_threads;

/// The number of sequences of `depth` legal moves. The moves of the last ply are counted, not played.
///
/// ```
/// use tabiya_rules::{Position, perft};
///
/// assert_eq!(perft(&Position::start(), 4), 197_281);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u8) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => match position.turn() {
            Color::White => fastest::<WhiteMoves>(position.board, depth),
            Color::Black => fastest::<BlackMoves>(position.board, depth),
        },
    }
}

/// Counts eight leaves at a time if this processor can, else one at a time.
fn fastest<S: Side>(board: Board, depth: u8) -> u64 {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if let Some(wide) = wide::Wide::detect() {
        return expand::perft::<S, _>(board, depth, &mut batch::Batch::new(wide));
    }
    expand::perft::<S, _>(board, depth, &mut expand::OneByOne)
}

/// The same number with the leaves counted one at a time on every processor, for comparison.
#[doc(hidden)]
#[must_use]
pub fn perft_scalar(position: &Position, depth: u8) -> u64 {
    match depth {
        0 | 1 => perft(position, depth),
        _ => match position.turn() {
            Color::White => expand::perft::<WhiteMoves, _>(position.board, depth, &mut expand::OneByOne),
            Color::Black => expand::perft::<BlackMoves, _>(position.board, depth, &mut expand::OneByOne),
        },
    }
}

/// The same number, but the moves of the last ply are played too, with everything that a [`Position`] keeps.
#[must_use]
pub fn perft_no_bulk(position: &Position, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::new();
    position.legal_moves_into(&mut moves);
    if depth > 1 {
        return moves.iter().map(|mv| perft_no_bulk(&position.after(*mv), depth - 1)).sum();
    }
    for mv in &moves {
        // Without `black_box` the compiler would see that the position is unused and not compute it.
        black_box(&position.after(*mv));
    }
    moves.len() as u64
}

/// The number of leaves after each legal move, in the generator's order. Depth 0 counts as depth 1.
#[must_use]
pub fn perft_divide(position: &Position, depth: u8) -> Vec<(Move, u64)> {
    let rest = depth.saturating_sub(1);
    position.legal_moves().iter().map(|mv| (*mv, perft(&position.after(*mv), rest))).collect()
}
