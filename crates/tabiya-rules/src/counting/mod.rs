// SPDX-License-Identifier: MIT OR Apache-2.0
//! Counting moves on a board that says only what counting needs.
//!
//! A [`Board`] is five words that fit into registers: no key, no clocks, no mailbox. [`count`] counts the moves of one such
//! board set by set and writes none down; [`expand`] makes every move and goes on with the boards behind them. Perft and
//! [`Position::count_legal_moves`](crate::Position::count_legal_moves) stand on it; the generator that writes lists is
//! another one, and the tests hold both against each other.

mod board;
mod count;
mod expand;
mod limits;
mod tables;

pub(crate) use board::Board;

use crate::side::{BlackMoves, WhiteMoves};

impl Board {
    /// How many legal moves the side to move has.
    pub(crate) fn count(&self, white_moves: bool) -> u64 {
        if white_moves { count::count::<WhiteMoves>(*self) } else { count::count::<BlackMoves>(*self) }
    }

    /// How many sequences of `depth` legal moves there are; `depth` is 2 or more.
    pub(crate) fn perft(&self, white_moves: bool, depth: u8) -> u64 {
        if white_moves {
            expand::perft::<WhiteMoves>(*self, depth)
        } else {
            expand::perft::<BlackMoves>(*self, depth)
        }
    }
}
