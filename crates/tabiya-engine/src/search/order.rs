// SPDX-License-Identifier: MIT OR Apache-2.0
//! Move ordering: the table's move, captures that don't lose material, killer moves, quiet moves by history,
//! captures that lose material.

use arrayvec::ArrayVec;
use tabiya_rules::{Move, MoveList, Role};

use super::histories::{Histories, PieceSquare, piece_square};
use crate::eval::board::Board;
use crate::see::{self, WORTH};

const TABLE_MOVE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 26;
const KILLER: i32 = 1 << 24;
const BAD_CAPTURE: i32 = -(1 << 26);
const UNDER_PROMOTION: i32 = -(1 << 27);

/// A move with its score, in one number that compares in the order wanted: the score is above bit 32; bit 16
/// says that the exchange has yet to be evaluated; the low 16 bits are the move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Scored(i64);

impl Scored {
    /// The capture may lose material: its exchange is evaluated when its turn comes.
    const UNSURE: i64 = 1 << 16;

    fn new(score: i32, mv: Move) -> Scored {
        Scored(i64::from(score) << 32 | i64::from(mv.to_bits()))
    }

    fn unsure(self) -> bool {
        self.0 & Scored::UNSURE != 0
    }

    fn score(self) -> i32 {
        (self.0 >> 32) as i32
    }

    fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }
}

/// The moves of one node, returned best first (staged move generation).
///
/// Work is done as late as possible, because an early cutoff saves the rest. The table's move is returned
/// before other moves are generated, and captures are returned before quiet moves are generated. Whether a
/// capture loses material is computed when its turn comes.
pub(crate) struct Moves {
    scored: ArrayVec<Scored, { MoveList::CAPACITY }>,
    next: usize,
    /// The table's move, until it is returned.
    first: Option<Move>,
    /// What the scores of captures, and of quiet moves, depend on, until those moves are generated.
    captures: Option<Hints>,
    quiets: Option<Hints>,
    /// Whether the position has any legal move, in this list or not.
    pub(crate) any_legal: bool,
}

/// What the order depends on besides the board and the histories.
#[derive(Clone, Copy)]
pub(crate) struct Hints {
    pub(crate) table_move: Option<Move>,
    pub(crate) killers: [Option<Move>; 2],
    pub(crate) before: [PieceSquare; 3],
}

impl Moves {
    /// An empty list. It is large, so it is filled in place and not moved.
    #[inline(always)]
    pub(crate) fn none() -> Moves {
        Moves { scored: ArrayVec::new(), next: 0, first: None, captures: None, quiets: None, any_legal: true }
    }

    /// All legal moves.
    pub(crate) fn all(&mut self, board: &Board, histories: &Histories, hints: Hints) {
        self.first = hints.table_move.filter(|mv| board.position.is_legal(*mv));
        let hints = Some(Hints { table_move: self.first, ..hints });
        (self.captures, self.quiets) = (hints, hints);
        if self.first.is_none() {
            self.list_captures(board, histories);
            if self.scored.is_empty() {
                self.list_quiets(board, histories);
            }
            self.any_legal = !self.scored.is_empty();
        }
    }

    /// Only captures and promotions to a queen.
    pub(crate) fn tactical(&mut self, board: &Board, histories: &Histories, table_move: Option<Move>) {
        let mut list = MoveList::new();
        board.position.noisy_moves_into(&mut list);
        for &mv in list.iter().filter(|mv| board.is_tactical(**mv)) {
            if table_move == Some(mv) {
                self.first = Some(mv);
            } else {
                self.scored.push(score_tactical(board, mv, histories));
            }
        }
        self.any_legal = !list.is_empty() || board.position.has_legal_move();
    }

    /// These moves, in this order.
    pub(crate) fn listed(&mut self, moves: impl Iterator<Item = Move>) {
        self.scored.extend(moves.enumerate().map(|(n, mv)| Scored::new(TABLE_MOVE - n as i32, mv)));
    }

    /// Generates and scores captures and promotions.
    fn list_captures(&mut self, board: &Board, histories: &Histories) {
        let Some(hints) = self.captures.take() else { return };
        let mut list = MoveList::new();
        board.position.noisy_moves_into(&mut list);
        let others = list.iter().filter(|mv| hints.table_move != Some(**mv));
        self.scored.extend(others.map(|&mv| score_tactical(board, mv, histories)));
    }

    /// Generates and scores all other moves.
    fn list_quiets(&mut self, board: &Board, histories: &Histories) {
        let Some(hints) = self.quiets.take() else { return };
        let mut list = MoveList::new();
        board.position.quiet_moves_into(&mut list);
        let turn = board.position.turn();
        let history = histories.after(turn, hints.before);
        let score = |mv: Move| match hints.killers.iter().position(|killer| *killer == Some(mv)) {
            Some(at) => KILLER + 1 - at as i32,
            None => history.of(mv, piece_square(turn, board.mover(mv), mv)),
        };
        let others = list.iter().filter(|mv| hints.table_move != Some(**mv));
        self.scored.extend(others.map(|&mv| Scored::new(score(mv), mv)));
    }

    /// Removes the moves that the filter rejects, unless it rejects all of them.
    pub(crate) fn keep(&mut self, board: &Board, histories: &Histories, filter: impl Fn(Move) -> bool) {
        self.list_captures(board, histories);
        self.list_quiets(board, histories);
        let first = self.first.filter(|mv| filter(*mv));
        let wanted = |scored: &Scored| scored.mv().is_some_and(&filter);
        if first.is_some() || self.scored.iter().any(wanted) {
            self.first = first;
            self.scored.retain(|scored| wanted(scored));
        }
    }

    /// The next move: the best one left. With `as_it_comes`, any move, where sorting is not worth its cost.
    pub(crate) fn next(
        &mut self,
        board: &Board,
        histories: &Histories,
        as_it_comes: bool,
    ) -> Option<(i32, Move)> {
        if let Some(mv) = self.first.take() {
            return Some((TABLE_MOVE, mv));
        }
        self.list_captures(board, histories);
        loop {
            let rest = self.scored.get_mut(self.next..)?;
            if !as_it_comes && let Some(best) = rest.iter().max() {
                let at = rest.iter().position(|scored| scored == best)?;
                rest.swap(0, at);
            }
            if self.quiets.is_some() && rest.first().is_none_or(|best| best.score() < GOOD_CAPTURE / 2) {
                self.list_quiets(board, histories);
                continue;
            }
            let best = rest.first_mut()?;
            let mv = best.mv()?;
            if best.unsure() {
                let moved = piece_square(board.position.turn(), board.mover(mv), mv);
                let victim = board.victim(mv).map_or(Role::Pawn, |(role, _)| role);
                let sound = see::wins(board, mv, -histories.capture(moved, victim) / 256);
                let change = if sound { 0 } else { BAD_CAPTURE - GOOD_CAPTURE };
                *best = Scored::new(best.score() + change, mv);
                continue;
            }
            self.next += 1;
            return Some((best.score(), mv));
        }
    }

    /// The history value in the score of a quiet move, if the score is one.
    pub(crate) fn quiet_history(score: i32) -> Option<i32> {
        (score.abs() < KILLER / 2).then_some(score)
    }

    /// Whether the score is that of a capture that loses material.
    pub(crate) fn is_losing(score: i32) -> bool {
        score < BAD_CAPTURE / 2
    }

    /// Whether the score is that of a capture or promotion that does not lose material.
    pub(crate) fn is_winning(score: i32) -> bool {
        (GOOD_CAPTURE / 2..TABLE_MOVE).contains(&score)
    }
}

/// The score of a capture or promotion.
fn score_tactical(board: &Board, mv: Move, histories: &Histories) -> Scored {
    if mv.promotion().is_some_and(|role| role != Role::Queen) {
        return Scored::new(UNDER_PROMOTION, mv);
    }
    let role = board.mover(mv);
    let moved = piece_square(board.position.turn(), role, mv);
    let victim = board.victim(mv).map(|(role, _)| role);
    let gain = victim.map_or(0, |role| WORTH[role.index()]) + mv.promotion().map_or(0, |_| WORTH[4]);
    let quiet_history = histories.capture(moved, victim.unwrap_or(Role::Pawn));
    let scored = Scored::new(GOOD_CAPTURE + 16 * gain - WORTH[role.index()] / 4 + quiet_history / 2, mv);
    // Capturing a piece of higher value can't lose material.
    let sound =
        victim.is_some_and(|victim| WORTH[victim.index()] >= WORTH[role.index()] && role != Role::King);
    if sound { scored } else { Scored(scored.0 | Scored::UNSURE) }
}
