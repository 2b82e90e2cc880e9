// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pruning of a whole node before its moves are searched: reverse futility, razoring, null move, ProbCut.

use super::histories::{NOTHING, piece_square};
use super::order::Moves;
use super::prune;
use super::thread::Searcher;
use crate::eval::board::Board;
use crate::report::Bound;
use crate::score::{MATE_BOUND, NO_VALUE, Value, is_mate};
use crate::see;
use crate::tt::Entry;

impl Searcher<'_> {
    /// The value of a node with a null window, if the evaluation alone, or a much cheaper search, is enough
    /// to tell it.
    #[allow(clippy::too_many_arguments, reason = "the names of a node's values")]
    pub(super) fn prune_node(
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
        // Reverse futility: the value is so far above beta that the opponent can't catch up.
        if depth <= 8
            && beta.abs() < prune::DECIDED
            && guess - prune::reverse_futility_margin(depth, improving) >= beta
        {
            return Some(beta + (guess - beta) / 3);
        }
        // Razoring: the value is so far below alpha that only captures could help.
        if depth <= 4 && alpha.abs() < prune::DECIDED && guess + prune::razor_margin(depth) <= alpha {
            let value = self.quiesce::<false>(board, alpha, alpha + 1, ply);
            if value <= alpha || self.stopped {
                return Some(value);
            }
        }
        // Null move: if passing is good enough, some move will be, too. Not in pawn endings, where passing
        // may be best (zugzwang).
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
                // Zugzwang is rare, but at high depth a mistake costs much. Verify with a search in which the
                // next plies make no null move.
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
        // ProbCut: a capture that a shallower search proves to be well above beta will be above beta.
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
        moves.tactical(board, self.histories, table_move);
        if let Some(handicap) = self.handicap {
            moves.keep(board, self.histories, |mv| handicap.sees(board, mv, ply));
        }
        while let Some((_, mv)) = moves.next(board, self.histories, false) {
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
