// SPDX-License-Identifier: MIT OR Apache-2.0
//! The numbers behind pruning and reductions: which moves and subtrees are not worth their time.

use std::sync::LazyLock;

use crate::score::Value;

/// What stands for one ply where parts of plies are added up.
pub(super) const PLY: i32 = 1024;

/// Late move reductions, in parts of a [`PLY`], by depth and number of the move: it grows with the logarithm of both.
static REDUCTIONS: LazyLock<Vec<i32>> = LazyLock::new(|| {
    let mut table = vec![0; 64 * 64];
    for depth in 1..64 {
        for count in 1..64 {
            let (d, m) = (depth as f64, count as f64);
            table[depth * 64 + count] = (f64::from(PLY) * (0.9 + d.ln() * m.ln() / 2.1)) as i32;
        }
    }
    table
});

/// Beyond this a game is won; then mates are to be found, and evaluations prove nothing.
pub(super) const DECIDED: Value = 2_500;

/// By how much a move this late is looked at less deeply, in parts of a [`PLY`].
pub(super) fn reduction(depth: i32, count: usize) -> i32 {
    let depth = depth.clamp(0, 63) as usize;
    REDUCTIONS[depth * 64 + count.min(63)]
}

/// After how many quiet moves the rest is not worth trying.
pub(super) fn late_move_count(depth: i32, improving: bool) -> usize {
    let depth = depth as usize;
    let count = if improving { 4 + depth * depth } else { 3 + depth * depth / 2 };
    count * 5 / 4
}

/// How far above beta an evaluation must be to trust it without a search.
pub(super) fn reverse_futility_margin(depth: i32, improving: bool) -> Value {
    72 * (depth - i32::from(improving)).max(0) + 10
}

/// How much a quiet move can be expected to gain at that (reduced) depth.
pub(super) fn futility_margin(depth: i32) -> Value {
    95 + 95 * depth
}

/// Below alpha by this much, quiescence decides.
pub(super) fn razor_margin(depth: i32) -> Value {
    220 + 200 * depth * depth
}

/// How many plies a pass saves.
pub(super) fn null_move_reduction(depth: i32, above: Value) -> i32 {
    4 + depth / 4 + (above / 180).clamp(0, 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_moves_are_reduced_more() {
        assert!(reduction(1, 1) < PLY);
        for depth in 1..70 {
            for count in 1..80 {
                assert!(reduction(depth, count) <= reduction(depth, count + 1));
                assert!(reduction(depth, count) <= reduction(depth + 1, count));
            }
        }
    }
}
