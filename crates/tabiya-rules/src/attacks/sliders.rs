// SPDX-License-Identifier: MIT OR Apache-2.0
//! Attacks of bishops and rooks among blockers. Magic multiplication gives the index into a table of 1 MiB.
//!
//! The table is computed at compile time. With the feature `tables-at-start`, a module for browsers fills it when it
//! starts ([`prepare`](crate::prepare)): that takes a few milliseconds, and the table would be a third of the module.

use super::magics;
use super::rays::{DIAGONALS, LINES, relevant, slide};

/// 107,648 entries are used. With a power of two, a mask replaces the bounds check.
const TABLE_SIZE: usize = 1 << 17;

/// What turns the blockers around one square into an index.
#[derive(Clone, Copy)]
struct Magic {
    relevant: u64,
    factor: u64,
    offset: u32,
    shift: u32,
}

impl Magic {
    #[inline]
    const fn index(&self, occupied: u64) -> usize {
        let product = (occupied & self.relevant).wrapping_mul(self.factor);
        (self.offset as usize + (product >> (self.shift & 63)) as usize) & (TABLE_SIZE - 1)
    }
}

const fn magics(factors: &[u64; 64], directions: &[usize; 4], first_offset: u32) -> [Magic; 64] {
    let mut magics = [Magic { relevant: 0, factor: 0, offset: 0, shift: 0 }; 64];
    let mut offset = first_offset;
    let mut square = 0;
    while square < 64 {
        let relevant = relevant(square, directions);
        let bits = relevant.count_ones();
        magics[square] = Magic { relevant, factor: factors[square], offset, shift: 64 - bits };
        offset += 1 << bits;
        square += 1;
    }
    magics
}

const ROOK_MAGICS: [Magic; 64] = magics(&magics::ROOK, &LINES, 0);
/// The rooks use the first 102,400 entries of the table.
const BISHOP_MAGICS: [Magic; 64] = magics(&magics::BISHOP, &DIAGONALS, 102_400);

// This takes more steps than the lint allows, but only a fraction of a second.
#[cfg(not(all(target_family = "wasm", feature = "tables-at-start")))]
#[allow(long_running_const_eval)]
const fn table() -> [u64; TABLE_SIZE] {
    let mut table = [0; TABLE_SIZE];
    let mut square = 0;
    while square < 64 {
        fill(&mut table, &ROOK_MAGICS[square], square, &LINES);
        fill(&mut table, &BISHOP_MAGICS[square], square, &DIAGONALS);
        square += 1;
    }
    table
}

/// Stores the attacks for every set of blockers, that is, every subset of the relevant squares. Blockers on one of the two lines
/// change nothing on the other, so each line is looked at once: compilers interpret this code, and need seconds to slide along
/// both for each of the 107,648 sets.
#[cfg(not(all(target_family = "wasm", feature = "tables-at-start")))]
const fn fill(table: &mut [u64; TABLE_SIZE], magic: &Magic, square: usize, directions: &[usize; 4]) {
    let [one, other, back, other_back] = *directions;
    let (one, other) = (Line::new(square, &[one, back]), Line::new(square, &[other, other_back]));
    let mut i = 0;
    while i < one.len {
        let mut j = 0;
        while j < other.len {
            table[magic.index(one.blockers[i] | other.blockers[j])] = one.attacks[i] | other.attacks[j];
            j += 1;
        }
        i += 1;
    }
}

/// Every set of blockers on one line through a square, and the attacks along it.
#[cfg(not(all(target_family = "wasm", feature = "tables-at-start")))]
struct Line {
    len: usize,
    blockers: [u64; 64],
    attacks: [u64; 64],
}

#[cfg(not(all(target_family = "wasm", feature = "tables-at-start")))]
impl Line {
    const fn new(square: usize, directions: &[usize; 2]) -> Self {
        let relevant = relevant(square, directions);
        let mut line = Self { len: 0, blockers: [0; 64], attacks: [0; 64] };
        let mut blockers = 0u64;
        loop {
            line.blockers[line.len] = blockers;
            line.attacks[line.len] = slide(square, blockers, directions);
            line.len += 1;
            blockers = blockers.wrapping_sub(relevant) & relevant;
            if blockers == 0 {
                return line;
            }
        }
    }
}

static ROOKS: [Magic; 64] = ROOK_MAGICS;
static BISHOPS: [Magic; 64] = BISHOP_MAGICS;
#[cfg(not(all(target_family = "wasm", feature = "tables-at-start")))]
#[allow(long_running_const_eval)]
static TABLE: [u64; TABLE_SIZE] = table();

#[cfg(not(all(target_family = "wasm", feature = "tables-at-start")))]
#[inline(always)]
fn entry(index: usize) -> u64 {
    TABLE[index]
}

/// Atomic, so that safe code can fill it. There are no threads, so reading an entry costs no more than a plain read.
#[cfg(all(target_family = "wasm", feature = "tables-at-start"))]
static TABLE: [core::sync::atomic::AtomicU64; TABLE_SIZE] =
    [const { core::sync::atomic::AtomicU64::new(0) }; TABLE_SIZE];

#[cfg(all(target_family = "wasm", feature = "tables-at-start"))]
#[inline(always)]
fn entry(index: usize) -> u64 {
    TABLE[index].load(core::sync::atomic::Ordering::Relaxed)
}

/// Fills the table.
#[cfg(all(target_family = "wasm", feature = "tables-at-start"))]
pub(crate) fn prepare() {
    for square in 0..64 {
        for (magic, directions) in [(&ROOKS[square], &LINES), (&BISHOPS[square], &DIAGONALS)] {
            let mut blockers = 0u64;
            loop {
                let attacks = slide(square, blockers, directions);
                TABLE[magic.index(blockers)].store(attacks, core::sync::atomic::Ordering::Relaxed);
                blockers = blockers.wrapping_sub(magic.relevant) & magic.relevant;
                if blockers == 0 {
                    break;
                }
            }
        }
    }
}

/// The attacks of a rook on that square, 0 to 63.
#[inline]
pub(crate) fn rook(square: usize, occupied: u64) -> u64 {
    entry(ROOKS[square & 63].index(occupied))
}

/// The attacks of a bishop on that square, 0 to 63.
#[inline]
pub(crate) fn bishop(square: usize, occupied: u64) -> u64 {
    entry(BISHOPS[square & 63].index(occupied))
}

/// The squares that a rook attacks on an empty board.
pub(crate) const fn reach_on_lines(square: usize) -> u64 {
    slide(square, 0, &LINES)
}

/// The squares that a bishop attacks on an empty board.
pub(crate) const fn reach_on_diagonals(square: usize) -> u64 {
    slide(square, 0, &DIAGONALS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks every subset of the relevant squares, with the other squares full and empty.
    fn check(lookup: fn(usize, u64) -> u64, directions: &[usize; 4]) {
        for square in 0..64 {
            let relevant = relevant(square, directions);
            let mut blockers = 0u64;
            loop {
                let expected = slide(square, blockers, directions);
                assert_eq!(lookup(square, blockers), expected);
                assert_eq!(lookup(square, blockers | !relevant), expected);
                blockers = blockers.wrapping_sub(relevant) & relevant;
                if blockers == 0 {
                    break;
                }
            }
        }
    }

    #[test]
    fn every_magic_finds_its_attacks() {
        check(rook, &LINES);
        check(bishop, &DIAGONALS);
    }
}
