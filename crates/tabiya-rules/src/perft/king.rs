// SPDX-License-Identifier: MIT OR Apache-2.0
//! Data that depends only on the king's square and the castling rights.

use crate::attacks::leapers;
use crate::attacks::rays::RAYS;
use crate::board::Board;
use crate::movegen::castling::WAYS;
use crate::movegen::tables::lowest;
use crate::side::Side;

/// The king of the side to move, with the rooks with which it may castle.
pub(super) struct King {
    pub(super) square: u64,
    /// The squares next to it.
    pub(super) ring: u64,
    /// The squares from which a knight gives check.
    pub(super) knights: u64,
    /// The squares from which a pawn gives check.
    pub(super) pawns: u64,
    pub(super) north: u64,
    pub(super) north_east: u64,
    pub(super) east: u64,
    pub(super) south_east: u64,
    pub(super) south: u64,
    pub(super) south_west: u64,
    pub(super) west: u64,
    pub(super) north_west: u64,
    /// Whether it has any castling right.
    pub(super) castles: bool,
    pub(super) ways: [CastlingWay; 2],
    /// The rooks that may castle.
    pub(super) rights: u64,
}

impl King {
    /// `rights` are the rooks with which `S` may castle.
    pub(super) fn new<S: Side>(square: u64, rights: u64) -> King {
        let king = lowest(square);
        let ray = |direction: usize| RAYS[direction][king];
        let above = rights & square.wrapping_neg();
        let way = |rook| if rook == 0 { CastlingWay::NONE } else { CastlingWay::new(king, lowest(rook)) };
        King {
            square,
            ring: leapers::KING[king],
            knights: leapers::KNIGHT[king],
            pawns: leapers::PAWN[S::COLOR.index()][king],
            north: ray(2),
            north_east: ray(1),
            east: ray(0),
            south_east: ray(7),
            south: ray(6),
            south_west: ray(5),
            west: ray(4),
            north_west: ray(3),
            castles: rights != 0,
            ways: [way(above), way(rights ^ above)],
            rights,
        }
    }

    /// The square and the castling rights of the king of `S`.
    pub(super) fn of<S: Side>(board: &Board) -> (u64, u64) {
        (board.kings() & board.own::<S>(), board.special & back_rank::<S>())
    }
}

/// What prevents castling with one rook, as sets of squares of the whole board.
#[derive(Clone, Copy)]
pub(super) struct CastlingWay {
    /// The squares that the king passes or reaches: none may be attacked.
    pub(super) king: u64,
    /// The squares that must be empty.
    pub(super) clear: u64,
    /// The rook, which must not be pinned.
    pub(super) rook: u64,
}

impl CastlingWay {
    /// A way that is never free, because `clear` is the whole board.
    const NONE: CastlingWay = CastlingWay { king: 0, clear: !0, rook: 0 };

    /// `king` and `rook` are squares, 0 to 63.
    fn new(king: usize, rook: usize) -> CastlingWay {
        let back_rank = king & 56;
        let way = &WAYS[king & 7][rook & 7];
        CastlingWay { king: way.king << back_rank, clear: way.clear << back_rank, rook: 1 << rook }
    }
}

/// The first rank or the eighth.
#[inline(always)]
pub(super) const fn back_rank<S: Side>() -> u64 {
    if S::IS_WHITE { 0xFF } else { 0xFF << 56 }
}
