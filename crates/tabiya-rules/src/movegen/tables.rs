// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tables by the king's square.

use crate::attacks::leapers;
use crate::attacks::sliders;

/// For each square of the king, the squares from which a piece could, on an empty board, ...
pub(crate) struct KingTables {
    /// ... attack the king as a rook.
    pub(crate) lines: [u64; 64],
    /// ... attack the king as a bishop.
    pub(crate) diagonals: [u64; 64],
    /// ... attack a square next to the king as a rook.
    pub(crate) line_zone: [u64; 64],
    /// ... attack a square next to the king as a bishop.
    pub(crate) diagonal_zone: [u64; 64],
    /// ... attack a square next to the king as a knight.
    pub(crate) knight_zone: [u64; 64],
}

pub(crate) static KING_TABLES: KingTables = {
    let mut tables = KingTables {
        lines: [0; 64],
        diagonals: [0; 64],
        line_zone: [0; 64],
        diagonal_zone: [0; 64],
        knight_zone: [0; 64],
    };
    let mut king = 0;
    while king < 64 {
        tables.lines[king] = sliders::reach_on_lines(king);
        tables.diagonals[king] = sliders::reach_on_diagonals(king);
        let mut ring = leapers::KING[king];
        while ring != 0 {
            let square = ring.trailing_zeros() as usize;
            tables.line_zone[king] |= sliders::reach_on_lines(square) | 1 << square;
            tables.diagonal_zone[king] |= sliders::reach_on_diagonals(square) | 1 << square;
            tables.knight_zone[king] |= leapers::KNIGHT[square];
            ring &= ring - 1;
        }
        king += 1;
    }
    tables
};

/// The index of the lowest square of a set, which must not be empty.
#[inline(always)]
pub(crate) fn lowest(set: u64) -> usize {
    (set.trailing_zeros() & 63) as usize
}

pub(crate) const NOT_A: u64 = !0x0101_0101_0101_0101;
pub(crate) const NOT_H: u64 = !0x8080_8080_8080_8080;
