// SPDX-License-Identifier: MIT OR Apache-2.0
//! One node of the tree: principal variation search with what makes it fast.
//!
//! In order: draws and mates that need no search, the transposition table, the evaluation and what can be concluded
//! from it (reverse futility, razoring, null move, probcut), then the moves, late ones less deeply.

use tabiya_rules::{Color, Move, Role, Square, bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};

use super::memory::{NOTHING, bonus, piece_square};
use super::order::{Hints, Moves};
use super::prune;
use super::thread::Searcher;
use crate::board::Board;
use crate::report::Bound;
use crate::score::{INFINITE, MATE_BOUND, MAX_PLY, NO_VALUE, Value, is_mate, mate_in, mated_in};
use crate::see;
use crate::tt::Entry;

/// The squares from which each role would give check, on the board as it is; a fast guess that misses discovered checks.
struct CheckSquares([u64; 6]);

impl CheckSquares {
    fn new(board: &Board) -> CheckSquares {
        let position = &board.position;
        let them = position.turn().opposite();
        let king: Square = position.king_of(them);
        let (diagonals, lines) =
            (bishop_attacks(king, position.occupied()).0, rook_attacks(king, position.occupied()).0);
        let pawns = pawn_attacks(them, king).0;
        CheckSquares([pawns, knight_attacks(king).0, diagonals, lines, diagonals | lines, 0])
    }

    fn gives_check(&self, role: Role, mv: Move) -> bool {
        let role = mv.promotion().unwrap_or(role);
        !mv.is_castling() && self.0[role.index()] >> mv.to().index() & 1 != 0
    }
}

impl Searcher<'_> {
    /// The value of the position for the side to move, `depth` plies deep, from `ply` plies behind the root.
    ///
    /// It is exact within the window and a bound outside it. `cut` says that this is expected to be a cut node. When the
    /// search is stopped the value means nothing.
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
            // Nothing here can be better than mating at once, or worse than being mated.
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

        // What the position looks like: the evaluation, put right, and perhaps known better.
        let mut raw = NO_VALUE;
        let mut eval = NO_VALUE;
        let mut guess = NO_VALUE;
        if !in_check {
            raw = match known {
                Some(entry) if entry.eval != NO_VALUE => entry.eval,
                _ => self.evaluate(board, ply),
            };
            eval = self.memory.corrected(board, raw);
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
            if let Some(value) = self.conclude(board, alpha, beta, depth, ply, cut, guess, eval, improving) {
                return value;
            }
            if self.stopped {
                return 0;
            }
        }

        // Without a move to begin with, a shallower search finds one soon enough.
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

    /// What the evaluation alone, or a much cheaper search, says about a node without an open window.
    #[allow(clippy::too_many_arguments, reason = "the names of a node's values")]
    fn conclude(
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
            && eval >= beta - 18 * depth + 160
            && !is_mate(beta)
            && board.has_pieces(board.position.turn())
            && let Some(next) = board.after_pass()
        {
            self.table.prefetch(next.position.key());
            let reduced = depth - prune::null_move_reduction(depth, guess - beta);
            self.frame_mut(ply).moved = NOTHING;
            self.keys.push(next.position.key());
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
        let raised = beta + 190 - 50 * i32::from(improving);
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
            let next = board.after(mv);
            self.table.prefetch(next.position.key());
            let role = board.mover(mv);
            self.frame_mut(ply).moved = piece_square(board.position.turn(), role, mv);
            self.keys.push(next.position.key());
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
            moves.all(board, self.memory, Hints { table_move: node.table_move, killers, before });
        }
        if !moves.any_legal {
            return if in_check { mated_in(ply) } else { 0 };
        }
        if let Some(handicap) = self.handicap.filter(|_| !at_root) {
            moves.keep(board, self.memory, |mv| handicap.sees(board, mv, ply));
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

        while let Some((order, mv)) = moves.next(board, self.memory, skip_quiets) {
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
            let learnt = if quiet {
                Moves::learnt(order).unwrap_or_else(|| self.memory.after(turn, before).of(mv, moved))
            } else {
                0
            };

            if may_prune && best > -MATE_BOUND {
                let reduced = (depth - prune::reduction(depth, count) + learnt / 8_000).max(0);
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
                    if reduced <= 4 && learnt < -4_500 * depth {
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
                self.brakes.watch.considers(mv, self.lines_done + count, self.root_depth);
            }
            let next = board.after(mv);
            self.table.prefetch(next.position.key());
            self.frame_mut(ply).moved = moved;
            self.keys.push(next.position.key());
            let nodes_before = self.nodes;
            let deeper = depth - 1 + extension;
            let mut value = -INFINITE;

            // Late moves are looked at less deeply first; whoever does well gets a second look.
            let late = 1 + usize::from(PV) + usize::from(at_root);
            let full_null = if depth >= 2 && count > late && !(PV && !quiet && Moves::is_winning(order)) {
                let mut less = prune::reduction(depth, count);
                less -= learnt / 9_000;
                less += i32::from(!PV) - i32::from(node.was_pv);
                less += 2 * i32::from(cut) - i32::from(improving);
                less -= i32::from(next.position.is_check());
                less += i32::from(node.table_move.is_some_and(|best| board.is_tactical(best)) && quiet);
                less += i32::from(self.frame(ply + 1).cutoffs > 3);
                if !quiet {
                    less = less / 2 + i32::from(Moves::is_losing(order));
                }
                let reduced = (deeper - less).clamp(1, deeper.max(1));
                value = -self.search::<false>(&next, -alpha - 1, -alpha, reduced, ply + 1, true);
                value > alpha && reduced < deeper
            } else {
                !PV || count > 1
            };
            if full_null && !self.stopped {
                value = -self.search::<false>(&next, -alpha - 1, -alpha, deeper, ply + 1, !cut);
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
            // All but the excluded move; or, with one that was pruned before any other, a bound.
            return if node.excluded.is_some() { alpha } else { mated_in(ply) };
        }
        if best == -INFINITE {
            best = alpha;
        }
        if best >= beta
            && let Some(mv) = best_move
        {
            self.learn(board, mv, depth, ply, &quiets, &captures);
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
                self.memory.learn_correction(board, best - node.eval, depth);
            }
            let entry = Entry { best: best_move, value: best, eval: node.raw, depth, bound, pv: node.was_pv };
            self.table.store(board.position.key(), ply, entry);
        }
        best
    }

    /// Whether the table's move is so much better than all others that it deserves a deeper look.
    fn singular<const PV: bool>(&mut self, node: &Node<'_>, mv: Move) -> Singular {
        let Some(entry) = node.known else { return Singular::Extend(0) };
        let Node { board, depth, ply, cut, .. } = *node;
        if depth < 7 || entry.depth < depth - 3 || entry.bound == Bound::Upper || is_mate(entry.value) {
            return Singular::Extend(0);
        }
        let target = entry.value - depth * 3 / 2;
        self.frame_mut(ply).excluded = Some(mv);
        let value = self.search::<false>(board, target - 1, target, (depth - 1) / 2, ply, cut);
        self.frame_mut(ply).excluded = None;
        if value < target {
            return Singular::Extend(if !PV && value < target - 20 { 2 } else { 1 });
        }
        // Several moves beat beta: one of them will do.
        if target >= node.beta && !self.stopped {
            return Singular::Cut(target);
        }
        if entry.value >= node.beta {
            return Singular::Extend(-2);
        }
        Singular::Extend(-i32::from(cut))
    }

    /// A move failed high: reward it, punish those tried before it.
    fn learn(
        &mut self,
        board: &Board,
        best: Move,
        depth: i32,
        ply: usize,
        quiets: &[Move],
        captures: &[Move],
    ) {
        let turn: Color = board.position.turn();
        let before = self.before(ply);
        let bonus = bonus(depth);
        let index = |mv: Move| piece_square(turn, board.mover(mv), mv);
        let victim = |mv: Move| board.victim(mv).map_or(Role::Pawn, |(role, _)| role);
        if board.is_tactical(best) {
            self.memory.learn_capture(index(best), victim(best), bonus);
        } else {
            let killers = &mut self.frame_mut(ply).killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            self.memory.learn_quiet(turn, best, index(best), before, bonus);
            for &mv in quiets {
                self.memory.learn_quiet(turn, mv, index(mv), before, -bonus);
            }
        }
        for &mv in captures {
            self.memory.learn_capture(index(mv), victim(mv), -bonus);
        }
    }
}

/// A node whose moves are to be searched.
struct Node<'a> {
    board: &'a Board,
    alpha: Value,
    beta: Value,
    depth: i32,
    ply: usize,
    cut: bool,
    in_check: bool,
    improving: bool,
    was_pv: bool,
    excluded: Option<Move>,
    table_move: Option<Move>,
    /// The table's entry, if it has a value.
    known: Option<Entry>,
    /// The evaluation as it is, and put right.
    raw: Value,
    eval: Value,
}

/// What came of testing the table's move.
enum Singular {
    /// Search it so much deeper.
    Extend(i32),
    /// No need to search anything.
    Cut(Value),
}
