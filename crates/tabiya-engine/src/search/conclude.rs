// SPDX-License-Identifier: MIT OR Apache-2.0
//! What can be concluded of a node without looking at its moves: reverse futility, razoring, null move, probcut.

use super::memory::{NOTHING, piece_square};
use super::order::Moves;
use super::prune;
use super::thread::Searcher;
use crate::board::Board;
use crate::report::Bound;
use crate::score::{MATE_BOUND, NO_VALUE, Value, is_mate};
use crate::see;
use crate::tt::Entry;

impl Searcher<'_> {
    /// What the evaluation alone, or a much cheaper search, says about a node without an open window.
    #[allow(clippy::too_many_arguments, reason = "the names of a node's values")]
    pub(super) fn conclude(
        &mut self,
        board: &Board,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        cut: bool,
        guess: Value,
        eval: Value,
        improving: bool,
    ) -> Option<Value> {
        // Reverse futility: so far above beta that the opponent will not make up for it.
        if depth <= 8
            && beta.abs() < prune::DECIDED
            && guess - prune::reverse_futility_margin(depth, improving) >= beta
        {
            return Some(beta + (guess - beta) / 3);
        }
        // Razoring: so far below alpha that only captures could help.
        if depth <= 4 && alpha.abs() < prune::DECIDED && guess + prune::razor_margin(depth) <= alpha {
            let value = self.quiesce::<false>(board, alpha, alpha + 1, ply);
            if value <= alpha || self.stopped {
                return Some(value);
            }
        }
        // Null move: if even a pass is good enough, a move will be. Not with pawns alone, where passing may be best.
        let passed = ply > 0 && self.frame(ply - 1).moved == NOTHING;
        if depth >= 3
            && !passed
            && ply >= self.verify_until
            && guess >= beta
            && eval >= beta - 18 * depth + 150
            && !is_mate(beta)
            && board.has_pieces(board.position.turn())
            && let Some(next) = board.after_pass()
        {
            let reduced = depth - prune::null_move_reduction(depth, guess - beta);
            self.walk(&next, NOTHING, ply);
            let value = -self.search::<false>(&next, -beta, -beta + 1, reduced, ply + 1, !cut);
            self.keys.pop();
            if self.stopped {
                return None;
            }
            if value >= beta {
                let value = if is_mate(value) { beta } else { value };
                if depth < 14 || self.verify_until > 0 {
                    return Some(value);
                }
                // Zugzwang is rare, but deep down a mistake costs much: look again, without passing for a while.
                self.verify_until = ply + (3 * reduced / 4).max(1) as usize;
                let verified = self.search::<false>(board, beta - 1, beta, reduced, ply, false);
                self.verify_until = 0;
                if self.stopped {
                    return None;
                }
                if verified >= beta {
                    return Some(value);
                }
            }
        }
        // Probcut: a capture that holds well above beta at a lower depth will hold above beta.
        let raised = beta + 175 - 50 * i32::from(improving);
        if depth >= 5 && !is_mate(beta) && raised < MATE_BOUND {
            return self.probcut(board, raised, depth, ply, cut, eval);
        }
        None
    }

    fn probcut(
        &mut self,
        board: &Board,
        raised: Value,
        depth: i32,
        ply: usize,
        cut: bool,
        eval: Value,
    ) -> Option<Value> {
        let key = board.position.key();
        let known = self.table.probe(key, ply);
        if known
            .is_some_and(|entry| entry.depth >= depth - 3 && entry.value != NO_VALUE && entry.value < raised)
        {
            return None;
        }
        let table_move = known.and_then(|entry| entry.best).filter(|mv| board.is_tactical(*mv));
        let mut moves = Moves::none();
        moves.tactical(board, self.memory, table_move);
        if let Some(handicap) = self.handicap {
            moves.keep(board, self.memory, |mv| handicap.sees(board, mv, ply));
        }
        while let Some((_, mv)) = moves.next(board, self.memory, false) {
            if !see::wins(board, mv, raised - eval) {
                continue;
            }
            let moved = piece_square(board.position.turn(), board.mover(mv), mv);
            let next = self.make(board, mv, moved, ply);
            let mut value = -self.quiesce::<false>(&next, -raised, -raised + 1, ply + 1);
            if value >= raised && !self.stopped {
                value = -self.search::<false>(&next, -raised, -raised + 1, depth - 4, ply + 1, !cut);
            }
            self.keys.pop();
            if self.stopped {
                return None;
            }
            if value >= raised {
                let entry =
                    Entry { best: Some(mv), value, eval, depth: depth - 3, bound: Bound::Lower, pv: false };
                self.table.store(
                    key,
                    ply,
                    Entry { eval: known.map_or(NO_VALUE, |known| known.eval), ..entry },
                );
                return Some(value);
            }
        }
        None
    }
}
