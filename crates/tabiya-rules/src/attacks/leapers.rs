// SPDX-License-Identifier: MIT OR Apache-2.0
//! Attack tables of the pieces that don't slide.

use crate::square::Square;

const fn leaps(steps: &[(i8, i8)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = Square::wrapping(square).offset(steps[i].0, steps[i].1) {
                table[square as usize] |= 1 << to.index();
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// The squares that a knight attacks, by its square.
pub(crate) static KNIGHT: [u64; 64] =
    leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);

/// The squares that a king attacks, by its square.
pub(crate) static KING: [u64; 64] =
    leaps(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);

/// The squares that a pawn attacks, by its colour and square.
pub(crate) static PAWN: [[u64; 64]; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];
