// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which squares must be empty or not attacked for castling.
//!
//! Castling requires that the squares that king and rook pass are empty, that the king passes no attacked
//! square, and that the rook does not shield the king: in Chess960 it may be pinned along the back rank.

use super::limits::Limits;
use super::tables::lowest;
use crate::board::Board;
use crate::side::Side;

/// The squares for one king's file and one rook's file, as sets of squares of the first rank.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    /// The squares that the king passes and the one where it ends. Its own square is included only if it ends
    /// there.
    pub(crate) king: u64,
    /// The squares that must be empty. Those of king and rook are not included.
    pub(crate) clear: u64,
}

/// By the king's file and the rook's file.
pub(crate) static WAYS: [[Way; 8]; 8] = {
    let mut ways = [[Way { king: 0, clear: 0 }; 8]; 8];
    let mut i = 0;
    while i < 64 {
        let (king, rook) = (i / 8, i % 8);
        let (king_to, rook_to) = castling_ends(king, rook);
        let king_way = (span(king, king_to) & !(1 << king)) | 1 << king_to;
        ways[king][rook] =
            Way { king: king_way, clear: (king_way | span(rook, rook_to)) & !(1 << king | 1 << rook) };
        i += 1;
    }
    ways
};

/// All squares from one to the other, both included.
const fn span(a: usize, b: usize) -> u64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    (2 << high) - (1 << low)
}

/// The squares where king and rook end: c and d on the queen's side, g and f on the king's side.
#[inline(always)]
pub(crate) const fn castling_ends(king: usize, rook: usize) -> (usize, usize) {
    let rank = king & 56;
    if rook > king { (rank | 6, rank | 5) } else { (rank | 2, rank | 3) }
}

/// The ways of castling on which no piece stands, one for each side.
pub(super) struct ClearWays {
    /// The rook on the higher squares than the king's, then the one on the lower.
    rooks: [u64; 2],
    ways: [u64; 2],
}

impl ClearWays {
    /// `rights` are the rooks with which `S` has the right to castle.
    #[inline(always)]
    pub(super) fn new<S: Side>(board: &Board, limits: &Limits, rights: u64) -> ClearWays {
        let back_rank = if S::IS_WHITE { 0 } else { 56 };
        let occupied = board.occupied() >> back_rank;
        let above = rights & !((1 << limits.king) - 1);
        let rooks = [above, rights ^ above];
        let mut ways = [0; 2];
        for side in 0..2 {
            let rook = rooks[side] & !limits.pin_lines;
            if rook != 0 {
                let way = &WAYS[limits.king & 7][lowest(rook) & 7];
                if way.clear & occupied == 0 {
                    ways[side] = way.king << back_rank;
                }
            }
        }
        ClearWays { rooks, ways }
    }

    /// The squares that the king passes or reaches in both ways.
    #[inline(always)]
    pub(super) fn king_squares(&self) -> u64 {
        self.ways[0] | self.ways[1]
    }

    /// The rooks for which all squares of the king's way are in this set.
    #[inline(always)]
    pub(super) fn rooks_within(&self, free: u64) -> u64 {
        let mut rooks = 0;
        for side in 0..2 {
            if self.ways[side] != 0 && self.ways[side] & !free == 0 {
                rooks |= self.rooks[side];
            }
        }
        rooks
    }
}
