// SPDX-License-Identifier: MIT OR Apache-2.0
//! Singular extensions: a move that is much better than all others is searched deeper.

use tabiya_rules::Move;

use super::node::Node;
use super::thread::Searcher;
use crate::report::Bound;
use crate::score::{Value, is_mate};

/// The result of the singularity test of the table's move.
pub(super) enum Singular {
    /// Search the move deeper by this number of plies.
    Extend(i32),
    /// The value of the node: no move needs to be searched.
    Cut(Value),
}

impl Searcher<'_> {
    /// Tests whether the table's move is so much better than all others that it deserves an extension.
    pub(super) fn singular<const PV: bool>(&mut self, node: &Node<'_>, mv: Move) -> Singular {
        let Some(entry) = node.known else { return Singular::Extend(0) };
        let Node { board, depth, ply, cut, .. } = *node;
        if depth < 7 || entry.depth < depth - 3 || entry.bound == Bound::Upper || is_mate(entry.value) {
            return Singular::Extend(0);
        }
        let target = entry.value - depth * 21 / 16;
        self.frame_mut(ply).excluded = Some(mv);
        let value = self.search::<false>(board, target - 1, target, (depth - 1) / 2, ply, cut);
        self.frame_mut(ply).excluded = None;
        if value < target {
            return Singular::Extend(if !PV && value < target - 22 { 2 } else { 1 });
        }
        // Multi-cut: several moves are above beta, so the node fails high.
        if target >= node.beta && !self.stopped {
            return Singular::Cut(target);
        }
        if entry.value >= node.beta {
            return Singular::Extend(-2);
        }
        Singular::Extend(-i32::from(cut))
    }
}
