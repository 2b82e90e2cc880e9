// SPDX-License-Identifier: MIT OR Apache-2.0
//! Leaves are collected, across parents, until there are enough to count them together.

use super::expand::Leaves;
use super::king::{King, back_rank};
use super::lanes::{Boards, CAPACITY};
use crate::board::{Board, END_RANKS};
use crate::movegen::count;
use crate::movegen::limits::en_passant_capturers;
use crate::movegen::tables::lowest;
use crate::side::{Side, WhiteMoves};

/// A function that counts the moves of many boards with the same king.
pub(super) trait CountRun {
    /// See [`lanes::count`](super::lanes::count).
    fn count_run<S: Side>(&self, boards: &Boards, len: usize, king: &King) -> u64;
}

/// Boards that wait to be counted. All have the same king of the side to move and the same castling rights.
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
        // No board has this king, so the first parent replaces it.
        Batch { counter, boards, len: 0, king: King::new::<WhiteMoves>(0, 0) }
    }

    #[inline(always)]
    fn put(&mut self, board: &Board) {
        // The capacity is a power of two, so the mask removes the bounds check.
        let i = self.len & (CAPACITY - 1);
        self.boards.leaping[i] = board.leaping;
        self.boards.straight[i] = board.straight;
        self.boards.diagonal[i] = board.diagonal;
        self.boards.white[i] = board.white;
        self.len += 1;
    }

    /// Counts a leaf with fewer castling rights at once. For a leaf with an en passant square, counts only
    /// the captures there; its other moves are counted with the batch.
    #[cold]
    #[inline(never)]
    fn add_other<S: Side>(&mut self, leaf: Board, other: u64) -> u64 {
        if other & END_RANKS != 0 {
            return count::count::<S>(leaf);
        }
        let captures = en_passant_capturers::<S>(&leaf, lowest(self.king.square)).count_ones();
        self.put(&leaf);
        u64::from(captures) + if self.len == CAPACITY { self.flush::<S>() } else { 0 }
    }

    /// Counts the waiting boards. Boards without a legal move fill the batch up to a multiple of eight.
    #[cold]
    #[inline(never)]
    fn flush<S: Side>(&mut self) -> u64 {
        // The king of such a board is blocked by its own pawns. If it had castling rights, two knights give
        // check.
        let knights = if self.king.castles { self.king.knights } else { 0 };
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
        // The bits that differ from the enemy's rights and from our rights of this batch.
        let other = (leaf.special & !back_rank::<S::Enemy>()) ^ self.king.rights;
        if other != 0 {
            return self.add_other::<S>(leaf, other);
        }
        self.put(&leaf);
        if self.len == CAPACITY { self.flush::<S>() } else { 0 }
    }

    fn finish<S: Side>(&mut self) -> u64 {
        self.flush::<S>()
    }
}
