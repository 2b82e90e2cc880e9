// SPDX-License-Identifier: MIT OR Apache-2.0
//! Leaves are gathered, from one parent to the next, until there are enough to be counted together.

use super::expand::Leaves;
use super::king::{King, back_rank};
use super::lanes::{Boards, CAPACITY};
use crate::board::{Board, END_RANKS};
use crate::movegen::count;
use crate::movegen::limits::en_passant_capturers;
use crate::movegen::tables::lowest;
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

    /// With one right less a leaf is counted alone. Captures en passant are counted now, the other moves with those of all.
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

    /// Counts those that wait. What is missing to a multiple of eight is filled with boards that have no move.
    #[cold]
    #[inline(never)]
    fn flush<S: Side>(&mut self) -> u64 {
        // The king is shut in by its own pawns. Where it could castle, knights give a double check.
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
        // What the word has besides the enemy's rights and besides ours as they should be.
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
