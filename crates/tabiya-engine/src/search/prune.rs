// SPDX-License-Identifier: MIT OR Apache-2.0
//! The parameters of pruning and reductions.

use std::sync::LazyLock;

use crate::score::Value;

/// One ply, in the unit in which fractions of plies are added up.
pub(super) const PLY: i32 = 1024;

/// Late move reductions in 1/1024 of a ply ([`PLY`]), by depth and move number. They grow with the logarithm
/// of both.
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

/// Above this value a game is won. Then only mates matter, and evaluations are not used for pruning.
pub(super) const DECIDED: Value = 2_500;

/// The reduction of a late move, in 1/1024 of a ply.
pub(super) fn reduction(depth: i32, count: usize) -> i32 {
    let depth = depth.clamp(0, 63) as usize;
    REDUCTIONS[depth * 64 + count.min(63)]
}

/// The number of quiet moves after which the rest are pruned.
pub(super) fn late_move_count(depth: i32, improving: bool) -> usize {
    let depth = depth as usize;
    let count = if improving { 4 + depth * depth } else { 3 + depth * depth / 2 };
    count * 5 / 4
}

/// How far above beta an evaluation must be for a cutoff without a search.
pub(super) fn reverse_futility_margin(depth: i32, improving: bool) -> Value {
    72 * (depth - i32::from(improving)).max(0) + 10
}

/// How much a quiet move can be expected to gain at that (reduced) depth.
pub(super) fn futility_margin(depth: i32) -> Value {
    95 + 95 * depth
}

/// How far below alpha an evaluation must be for quiescence search to decide.
pub(super) fn razor_margin(depth: i32) -> Value {
    220 + 200 * depth * depth
}

/// The depth reduction after a null move.
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
