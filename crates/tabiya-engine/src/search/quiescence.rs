// SPDX-License-Identifier: MIT OR Apache-2.0
//! Quiescence search: plays out captures before a position is evaluated, so that no evaluation is made in the
//! middle of an exchange.

use tabiya_rules::Move;

use super::histories::piece_square;
use super::order::{Hints, Moves};
use super::thread::Searcher;
use crate::eval::board::Board;
use crate::report::Bound;
use crate::score::{MATE_BOUND, MAX_PLY, NO_VALUE, Value, mated_in};
use crate::see;
use crate::tt::Entry;

/// The margin of delta pruning: a capture that does not raise the evaluation to within this much of alpha is
/// skipped.
const RESERVE: Value = 130;

impl Searcher<'_> {
    /// The value of the position, searching only captures and queen promotions, and in check all moves.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        board: &Board,
        mut alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        if PV {
            self.pvs[ply].clear();
        }
        if !self.enter(ply) {
            return 0;
        }
        let in_check = board.position.is_check();
        if self.is_drawn_by_counting(board) || board.position.is_insufficient_material() {
            let mated = in_check && !board.position.has_legal_move();
            return if mated { mated_in(ply) } else { 0 };
        }
        if ply >= MAX_PLY - 1 {
            return if in_check { 0 } else { self.evaluate(board, ply) };
        }

        let key = board.position.key();
        let known = self.table.probe(key, ply);
        if !PV && let Some(entry) = known.filter(|entry| entry.value != NO_VALUE) {
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
            };
            if enough {
                return entry.value;
            }
        }

        let mut best = mated_in(ply);
        let mut raw = NO_VALUE;
        let mut futility = best;
        if !in_check {
            raw = match known {
                Some(entry) if entry.eval != NO_VALUE => entry.eval,
                _ => self.evaluate(board, ply),
            };
            best = self.histories.corrected(board, raw);
            if let Some(entry) = known.filter(|entry| entry.value != NO_VALUE) {
                let better = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => entry.value > best,
                    Bound::Upper => entry.value < best,
                };
                if better && entry.value.abs() < MATE_BOUND {
                    best = entry.value;
                }
            }
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
            futility = best + RESERVE;
        }

        let table_move = known.and_then(|entry| entry.best);
        let mut moves = Moves::none();
        if in_check {
            let before = self.before(ply);
            moves.all(board, self.histories, Hints { table_move, killers: [None; 2], before });
        } else {
            moves.tactical(board, self.histories, table_move);
        }
        if !moves.any_legal {
            return if in_check { mated_in(ply) } else { 0 };
        }
        if let Some(handicap) = self.handicap {
            moves.keep(board, self.histories, |mv| handicap.sees(board, mv, ply));
        }

        let mut best_move: Option<Move> = None;
        let mut quiets = 0;
        while let Some((score, mv)) = moves.next(board, self.histories, false) {
            if best > -MATE_BOUND {
                if in_check {
                    let quiet = !board.is_tactical(mv);
                    quiets += i32::from(quiet);
                    if quiet && quiets > 2 {
                        continue;
                    }
                } else {
                    // Captures come first, best first. After one that loses material there is nothing left to
                    // try.
                    if Moves::is_losing(score) {
                        break;
                    }
                    if futility <= alpha && !see::wins(board, mv, 1) {
                        best = best.max(futility);
                        continue;
                    }
                    let gain = board.victim(mv).map_or(0, |(role, _)| see::WORTH[role.index()]);
                    if futility + gain <= alpha && mv.promotion().is_none() {
                        best = best.max(futility + gain);
                        continue;
                    }
                }
            }
            let moved = piece_square(board.position.turn(), board.mover(mv), mv);
            let next = self.make(board, mv, moved, ply);
            let value = -self.quiesce::<PV>(&next, -beta, -alpha, ply + 1);
            self.keys.pop();
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    alpha = value;
                    if PV {
                        self.update_pv(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        let pv = known.is_some_and(|entry| entry.pv);
        let entry = Entry { best: best_move, value: best, eval: raw, depth: 0, bound, pv };
        self.table.store(key, ply, entry);
        best
    }
}
