// SPDX-License-Identifier: MIT OR Apache-2.0
//! One node of the tree: principal variation search with pruning, reductions and extensions.
//!
//! The steps, in order: draws and mates that need no search; the transposition table; the static evaluation
//! and the pruning based on it (reverse futility, razoring, null move, ProbCut); then the moves, late ones
//! with reduced depth.

use tabiya_rules::Move;

use super::checks::CheckSquares;
use super::histories::{bonus, piece_square};
use super::order::{Hints, Moves};
use super::prune::{self, PLY};
use super::singular::Singular;
use super::thread::Searcher;
use crate::eval::board::Board;
use crate::report::Bound;
use crate::score::{INFINITE, MATE_BOUND, MAX_PLY, NO_VALUE, Value, is_mate, mate_in, mated_in};
use crate::see;
use crate::tt::Entry;

impl Searcher<'_> {
    /// The value of the position for the side to move, at `depth` plies. `ply` is the distance from the root.
    ///
    /// The value is exact inside the window and a bound outside it. `cut` means that this is expected to be a
    /// cut node. When the search is stopped, the value means nothing.
    pub(super) fn search<const PV: bool>(
        &mut self,
        board: &Board,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> Value {
        if depth <= 0 {
            return self.quiesce::<PV>(board, alpha, beta, ply);
        }
        if PV {
            self.pvs[ply].clear();
        }
        if !self.enter(ply) {
            return 0;
        }
        let at_root = ply == 0;
        let in_check = board.position.is_check();
        if !at_root {
            if self.is_drawn_by_counting(board) || board.position.is_insufficient_material() {
                let mated = in_check && !board.position.has_legal_move();
                return if mated { mated_in(ply) } else { 0 };
            }
            if ply >= MAX_PLY - 2 {
                return if in_check { 0 } else { self.evaluate(board, ply) };
            }
            // Mate distance pruning: no value can be better than mating now, or worse than being mated now.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let excluded = self.frame(ply).excluded;
        let key = board.position.key();
        let known = if excluded.is_some() { None } else { self.table.probe(key, ply) };
        let table_move = match known {
            _ if at_root => self.root_moves.get(self.lines_done).map(|root| root.mv),
            Some(entry) => entry.best,
            None => None,
        };
        let was_pv = PV || known.is_some_and(|entry| entry.pv);
        let known_value = known.filter(|entry| entry.value != NO_VALUE);
        if !PV
            && let Some(entry) = known_value
            && entry.depth >= depth
            && board.position.halfmove_clock() < 90
        {
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
            };
            if enough {
                return entry.value;
            }
        }

        // The static evaluation, corrected by history, and improved by the value from the table if that has a
        // useful bound.
        let mut raw = NO_VALUE;
        let mut eval = NO_VALUE;
        let mut guess = NO_VALUE;
        if !in_check {
            raw = match known {
                Some(entry) if entry.eval != NO_VALUE => entry.eval,
                _ => self.evaluate(board, ply),
            };
            eval = self.histories.corrected(board, raw);
            guess = eval;
            if let Some(entry) = known_value.filter(|entry| !is_mate(entry.value)) {
                let better = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => entry.value > guess,
                    Bound::Upper => entry.value < guess,
                };
                if better {
                    guess = entry.value;
                }
            }
        }
        if excluded.is_none() {
            self.frame_mut(ply).eval = eval;
        }
        self.frame_mut(ply + 1).cutoffs = 0;
        let improving = !in_check && self.improving(ply, eval);

        if !PV && !in_check && excluded.is_none() {
            if let Some(value) = self.prune_node(board, alpha, beta, depth, ply, cut, guess, eval, improving)
            {
                return value;
            }
            if self.stopped {
                return 0;
            }
        }

        // Internal iterative reduction: without a table move, a shallower search finds one soon enough.
        if depth >= 4 && table_move.is_none() && (PV || cut) && excluded.is_none() {
            depth -= 1;
        }

        self.moves::<PV>(Node {
            board,
            alpha,
            beta,
            depth,
            ply,
            cut,
            in_check,
            improving,
            was_pv,
            excluded,
            table_move,
            known: known_value,
            raw,
            eval,
        })
    }

    /// The main loop over a node's moves.
    fn moves<const PV: bool>(&mut self, node: Node<'_>) -> Value {
        let Node { board, mut alpha, beta, depth, ply, cut, in_check, improving, .. } = node;
        let at_root = ply == 0;
        let turn = board.position.turn();
        let before = self.before(ply);
        let mut moves = Moves::none();
        if at_root {
            moves.listed(self.root_moves[self.lines_done..].iter().map(|root| root.mv));
        } else {
            let killers = self.frame(ply).killers;
            moves.all(board, self.histories, Hints { table_move: node.table_move, killers, before });
        }
        if !moves.any_legal {
            return if in_check { mated_in(ply) } else { 0 };
        }
        if let Some(handicap) = self.handicap.filter(|_| !at_root) {
            moves.keep(board, self.histories, |mv| handicap.sees(board, mv, ply));
        }
        if !at_root {
            self.frame_mut(ply + 1).killers = [None; 2];
        }
        let checks = CheckSquares::new(board);
        let may_prune = !at_root && board.has_pieces(turn);
        let first_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move: Option<Move> = None;
        let mut count = 0;
        let mut quiets: arrayvec::ArrayVec<Move, 64> = arrayvec::ArrayVec::new();
        let mut captures: arrayvec::ArrayVec<Move, 32> = arrayvec::ArrayVec::new();
        let mut skip_quiets = false;

        while let Some((order, mv)) = moves.next(board, self.histories, skip_quiets) {
            if node.excluded == Some(mv) {
                continue;
            }
            let quiet = !board.is_tactical(mv);
            let role = board.mover(mv);
            let moved = piece_square(turn, role, mv);
            let checking = checks.gives_check(role, mv);
            if skip_quiets && quiet && !checking {
                continue;
            }
            count += 1;
            let quiet_history = if quiet {
                Moves::quiet_history(order)
                    .unwrap_or_else(|| self.histories.after(turn, before).of(mv, moved))
            } else {
                0
            };

            if may_prune && best > -MATE_BOUND {
                let reduced = (depth - (prune::reduction(depth, count) - quiet_history / 8) / PLY).max(0);
                if quiet {
                    if count > prune::late_move_count(depth, improving) {
                        skip_quiets = true;
                        if !checking {
                            continue;
                        }
                    }
                    if !in_check
                        && !checking
                        && reduced <= 7
                        && node.eval + prune::futility_margin(reduced) <= alpha
                    {
                        skip_quiets = true;
                        continue;
                    }
                    if reduced <= 4 && quiet_history < -4_500 * depth {
                        continue;
                    }
                    if reduced <= 7 && !see::wins(board, mv, -25 * reduced * reduced) {
                        continue;
                    }
                } else if depth <= 8 && Moves::is_losing(order) && !see::wins(board, mv, -95 * depth) {
                    continue;
                }
            }

            let mut extension = 0;
            if !at_root && ply < 2 * self.root_depth as usize {
                if node.table_move == Some(mv) && node.excluded.is_none() {
                    match self.singular::<PV>(&node, mv) {
                        Singular::Extend(plies) => extension = plies,
                        Singular::Cut(value) => return value,
                    }
                    if self.stopped {
                        return 0;
                    }
                } else if checking && depth <= 6 && see::wins(board, mv, 0) {
                    extension = 1;
                }
            }

            if at_root {
                self.conditions.watch.considers(mv, self.lines_done + count, self.root_depth);
            }
            let next = self.make(board, mv, moved, ply);
            let nodes_before = self.nodes;
            let mut deeper = depth - 1 + extension;
            let mut reduced_by = 0;
            let mut value = -INFINITE;

            // Late move reductions: late moves are searched at a lower depth first. A move that is above
            // alpha is searched again.
            let late = 1 + usize::from(PV) + usize::from(at_root);
            let full_null = if depth >= 2 && count > late && !(PV && !quiet && Moves::is_winning(order)) {
                let mut less = prune::reduction(depth, count);
                less -= quiet_history / 9;
                less += PLY * i32::from(!PV) - 800 * i32::from(node.was_pv);
                less += 2 * PLY * i32::from(cut) - PLY * i32::from(improving);
                less -= 1_200 * i32::from(next.position.is_check());
                less += 700 * i32::from(node.table_move.is_some_and(|best| board.is_tactical(best)) && quiet);
                less += 1_300 * i32::from(self.frame(ply + 1).cutoffs > 3);
                if !quiet {
                    less = less / 2 + PLY * i32::from(Moves::is_losing(order));
                }
                let reduced = (deeper - less / PLY).clamp(1, deeper.max(1));
                value = -self.search::<false>(&next, -alpha - 1, -alpha, reduced, ply + 1, true);
                reduced_by = deeper - reduced;
                value > alpha && reduced < deeper
            } else {
                !PV || count > 1
            };
            if full_null && !self.stopped {
                // The result of the reduced search decides how deep the second search is.
                if reduced_by > 0 && !at_root {
                    deeper += i32::from(value > best + 40 + 2 * deeper) - i32::from(value < best + 8);
                }
                value = -self.search::<false>(&next, -alpha - 1, -alpha, deeper, ply + 1, !cut);
                if reduced_by > 0 && quiet && !self.stopped {
                    let lesson = if value > alpha { bonus(depth) } else { -bonus(depth) };
                    self.histories.update_continuation(moved, before, lesson);
                }
            }
            if PV && (count == 1 || value > alpha) && !self.stopped {
                value = -self.search::<true>(&next, -beta, -alpha, deeper, ply + 1, false);
            }
            self.keys.pop();
            if self.stopped {
                return 0;
            }

            if at_root {
                self.note_root_move(mv, value, alpha, count, self.nodes - nodes_before);
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV && !at_root {
                        self.update_pv(ply, mv);
                    }
                    if value >= beta {
                        self.frame_mut(ply).cutoffs = self.frame(ply).cutoffs.saturating_add(1);
                        break;
                    }
                    alpha = value;
                }
            }
            if quiet {
                let _ = quiets.try_push(mv);
            } else {
                let _ = captures.try_push(mv);
            }
        }

        if count == 0 {
            // No move was tried. If a move is excluded, it is the only legal one.
            return if node.excluded.is_some() { alpha } else { mated_in(ply) };
        }
        if best == -INFINITE {
            // All moves were pruned, so the value is only a bound.
            best = alpha;
        }
        if best >= beta
            && let Some(mv) = best_move
        {
            self.update_histories(board, mv, depth, ply, &quiets, &captures);
        }
        if node.excluded.is_none() && (!at_root || self.lines_done == 0) {
            let bound = if best >= beta {
                Bound::Lower
            } else if PV && best > first_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let quiet_best = best_move.is_none_or(|mv| !board.is_tactical(mv));
            let misleading = match bound {
                Bound::Lower => best <= node.eval,
                Bound::Upper => best >= node.eval,
                Bound::Exact => false,
            };
            if !in_check && quiet_best && !misleading && !is_mate(best) {
                self.histories.update_correction(board, best - node.eval, depth);
            }
            let entry = Entry { best: best_move, value: best, eval: node.raw, depth, bound, pv: node.was_pv };
            self.table.store(board.position.key(), ply, entry);
        }
        best
    }
}

/// A node whose moves are to be searched.
pub(super) struct Node<'a> {
    pub(super) board: &'a Board,
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) cut: bool,
    pub(super) in_check: bool,
    pub(super) improving: bool,
    pub(super) was_pv: bool,
    pub(super) excluded: Option<Move>,
    pub(super) table_move: Option<Move>,
    /// The table's entry, if it has a value.
    pub(super) known: Option<Entry>,
    /// The static evaluation before and after correction.
    pub(super) raw: Value,
    pub(super) eval: Value,
}
