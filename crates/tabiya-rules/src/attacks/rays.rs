// SPDX-License-Identifier: MIT OR Apache-2.0
//! The eight rays from each square, and tables made from them: the squares between two squares, and the lines
//! through them.

use crate::square::Square;

/// East, north-east, north, north-west, then their opposites in the same order: the opposite of `d` is `(d + 4) % 8`.
const STEPS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The directions of a rook.
pub(super) const LINES: [usize; 4] = [0, 2, 4, 6];
/// The directions of a bishop.
pub(super) const DIAGONALS: [usize; 4] = [1, 3, 5, 7];

/// By direction and square. The square itself is not included.
pub(crate) static RAYS: [[u64; 64]; 8] = {
    let mut rays = [[0; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = STEPS[direction];
        let mut from = 0;
        while from < 64 {
            let mut at = Square::wrapping(from);
            while let Some(next) = at.offset(files, ranks) {
                rays[direction][from as usize] |= 1 << next.index();
                at = next;
            }
            from += 1;
        }
        direction += 1;
    }
    rays
};

/// The squares of these rays, each up to and including its first blocker.
pub(super) const fn slide(square: usize, occupied: u64, directions: &[usize]) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < directions.len() {
        let direction = directions[i];
        let ray = RAYS[direction][square];
        let blockers = ray & occupied;
        set |= ray;
        if blockers != 0 {
            // The first four directions lead to squares with higher indexes, the others to lower ones.
            let first = if direction < 4 { blockers.trailing_zeros() } else { 63 - blockers.leading_zeros() };
            set ^= RAYS[direction][first as usize];
        }
        i += 1;
    }
    set
}

/// The squares where a blocker changes the attacks: all squares of these rays but the last of each.
pub(super) const fn relevant(square: usize, directions: &[usize]) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < directions.len() {
        let ray = RAYS[directions[i]][square];
        if ray != 0 {
            let last = if directions[i] < 4 { 63 - ray.leading_zeros() } else { ray.trailing_zeros() };
            set |= ray & !(1 << last);
        }
        i += 1;
    }
    set
}

pub(super) const fn all_between() -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut direction = 0;
    while direction < 8 {
        let mut a = 0;
        while a < 64 {
            let mut left = RAYS[direction][a];
            while left != 0 {
                let b = left.trailing_zeros() as usize;
                table[a][b] = RAYS[direction][a] & RAYS[(direction + 4) % 8][b];
                left &= left - 1;
            }
            a += 1;
        }
        direction += 1;
    }
    table
}

pub(super) const fn all_lines() -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut direction = 0;
    while direction < 8 {
        let mut a = 0;
        while a < 64 {
            let mut left = RAYS[direction][a];
            while left != 0 {
                table[a][left.trailing_zeros() as usize] =
                    RAYS[direction][a] | RAYS[(direction + 4) % 8][a] | 1 << a;
                left &= left - 1;
            }
            a += 1;
        }
        direction += 1;
    }
    table
}
