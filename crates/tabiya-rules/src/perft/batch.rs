// SPDX-License-Identifier: MIT OR Apache-2.0
//! Leaves are gathered, from one parent to the next, until there are enough to be counted together.

use super::expand::Leaves;
use super::king::{King, back_rank};
use super::lanes::{Boards, CAPACITY};
use crate::board::Board;
use crate::movegen::count;
use crate::side::{Side, WhiteMoves};

/// Counts a run of boards with the same king.
pub(super) trait CountRun {
    /// See [`lanes::count`](super::lanes::count).
    fn count_run<S: Side>(&self, boards: &Boards, len: usize, king: &King) -> u64;
}

/// Boards that wait to be counted, all with the same king of the side to move and the same castling rights.
pub(super) struct Batch<C> {
    counter: C,
    boards: Boards,
    len: usize,
    king: King,
}

impl<C: CountRun> Batch<C> {
    pub(super) fn new(counter: C) -> Batch<C> {
        let empty = [0; CAPACITY];
        let boards = Boards { leaping: empty, straight: empty, diagonal: empty, white: empty };
        // A king on no square is none of a board's, so that the first parent's takes its place.
        Batch { counter, boards, len: 0, king: King::new::<WhiteMoves>(0, 0) }
    }

    #[inline(always)]
    fn put(&mut self, board: &Board) {
        // A power of two: the mask says to the compiler what is known anyway.
        let i = self.len & (CAPACITY - 1);
        self.boards.leaping[i] = board.leaping;
        self.boards.straight[i] = board.straight;
        self.boards.diagonal[i] = board.diagonal;
        self.boards.white[i] = board.white;
        self.len += 1;
    }

    /// Counts those that wait. What is missing to a multiple of eight is filled with boards that have no move.
    #[inline(never)]
    fn flush<S: Side>(&mut self) -> u64 {
        // Two knights check a king that its own pawns shut in.
        let knights = self.king.knights;
        let white = if S::IS_WHITE { !knights } else { knights };
        while !self.len.is_multiple_of(8) {
            self.put(&Board { leaping: !0, straight: 0, diagonal: knights, white, special: 0 });
        }
        let moves = self.counter.count_run::<S>(&self.boards, self.len, &self.king);
        self.len = 0;
        moves
    }
}

impl<C: CountRun> Leaves for Batch<C> {
    #[inline(always)]
    fn begin<S: Side>(&mut self, parent: &Board) -> u64 {
        let (square, rights) = King::of::<S>(parent);
        if (square, rights) == (self.king.square, self.king.rights) {
            return 0;
        }
        let moves = self.flush::<S>();
        self.king = King::new::<S>(square, rights);
        moves
    }

    #[inline(always)]
    fn add<S: Side>(&mut self, leaf: Board) -> u64 {
        // What stands in the word besides the enemy's rights: our own, and the square to take on en passant.
        if leaf.special & !back_rank::<S::Enemy>() != self.king.rights {
            return count::count::<S>(leaf);
        }
        self.put(&leaf);
        if self.len == CAPACITY { self.flush::<S>() } else { 0 }
    }

    fn finish<S: Side>(&mut self) -> u64 {
        self.flush::<S>()
    }
}
