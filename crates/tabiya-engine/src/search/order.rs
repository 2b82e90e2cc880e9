// SPDX-License-Identifier: MIT OR Apache-2.0
//! In which order moves are tried: the table's move, captures that win, killers, quiet moves by their history,
//! captures that lose.

use arrayvec::ArrayVec;
use tabiya_rules::{Move, MoveList, Role};

use super::memory::{Memory, PieceSquare, piece_square};
use crate::board::Board;
use crate::see::{self, WORTH};

const TABLE_MOVE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 26;
const KILLER: i32 = 1 << 24;
const BAD_CAPTURE: i32 = -(1 << 26);
const UNDER_PROMOTION: i32 = -(1 << 27);

/// The moves of one node, given out best first.
pub(crate) struct Moves {
    scored: ArrayVec<(i32, Move), { MoveList::CAPACITY }>,
    next: usize,
    /// Whether the position has any legal move, wanted here or not.
    pub(crate) any_legal: bool,
}

/// What the order depends on besides the board.
pub(crate) struct Hints<'a> {
    pub(crate) memory: &'a Memory,
    pub(crate) table_move: Option<Move>,
    pub(crate) killers: [Option<Move>; 2],
    pub(crate) before: [Option<PieceSquare>; 3],
}

impl Moves {
    /// All legal moves.
    pub(crate) fn all(board: &Board, hints: &Hints<'_>) -> Moves {
        let mut moves = MoveList::new();
        board.position.legal_moves_into(&mut moves);
        let scored = moves.iter().map(|&mv| (score(board, mv, hints), mv)).collect();
        Moves { scored, next: 0, any_legal: !moves.is_empty() }
    }

    /// Captures and promotions to a queen.
    pub(crate) fn tactical(board: &Board, hints: &Hints<'_>) -> Moves {
        let mut moves = MoveList::new();
        board.position.noisy_moves_into(&mut moves);
        let chosen = moves.iter().filter(|mv| board.is_tactical(**mv));
        let scored = chosen.map(|&mv| (score(board, mv, hints), mv)).collect();
        Moves { scored, next: 0, any_legal: !moves.is_empty() || board.position.has_legal_move() }
    }

    /// These moves in this order.
    pub(crate) fn listed(moves: impl Iterator<Item = Move>) -> Moves {
        let scored = moves.enumerate().map(|(n, mv)| (TABLE_MOVE - n as i32, mv)).collect();
        Moves { scored, next: 0, any_legal: true }
    }

    /// Leaves out what the filter refuses, unless that is everything.
    pub(crate) fn keep(&mut self, filter: impl Fn(Move) -> bool) {
        let kept: ArrayVec<(i32, Move), { MoveList::CAPACITY }> =
            self.scored.iter().copied().filter(|(_, mv)| filter(*mv)).collect();
        if !kept.is_empty() {
            self.scored = kept;
        }
    }

    /// The next move in no particular order, when the order of the rest is not worth finding out.
    pub(crate) fn next_as_it_comes(&mut self) -> Option<(i32, Move)> {
        let entry = self.scored.get(self.next).copied();
        self.next += 1;
        entry
    }

    /// The history behind the score of a quiet move, where that is what the score is.
    pub(crate) fn learnt(score: i32) -> Option<i32> {
        (score.abs() < KILLER / 2).then_some(score)
    }

    /// Whether the score means a capture that loses material.
    pub(crate) fn is_losing(score: i32) -> bool {
        score < BAD_CAPTURE / 2
    }

    /// Whether it is a capture or promotion that does not lose material.
    pub(crate) fn is_winning(score: i32) -> bool {
        (GOOD_CAPTURE / 2..TABLE_MOVE).contains(&score)
    }
}

impl Iterator for Moves {
    type Item = (i32, Move);

    fn next(&mut self) -> Option<(i32, Move)> {
        let rest = self.scored.get_mut(self.next..)?;
        let mut best = *rest.first()?;
        let mut at = 0;
        for (index, entry) in rest.iter().enumerate().skip(1) {
            if entry.0 > best.0 {
                best = *entry;
                at = index;
            }
        }
        rest.swap(0, at);
        self.next += 1;
        Some(best)
    }
}

fn score(board: &Board, mv: Move, hints: &Hints<'_>) -> i32 {
    if hints.table_move == Some(mv) {
        return TABLE_MOVE;
    }
    let turn = board.position.turn();
    let role = board.mover(mv);
    let moved = piece_square(turn, role, mv);
    let victim = board.victim(mv).map(|(role, _)| role);
    match mv.promotion() {
        Some(Role::Queen) | None => {}
        Some(_) => return UNDER_PROMOTION,
    }
    if victim.is_some() || mv.promotion().is_some() {
        let gain = victim.map_or(0, |role| WORTH[role.index()]) + mv.promotion().map_or(0, |_| WORTH[4]);
        let learnt = hints.memory.capture(moved, victim.unwrap_or(Role::Pawn));
        let rank = 16 * gain - WORTH[role.index()] / 4 + learnt / 2;
        // Taking something dearer can't lose material.
        let sound = victim
            .is_some_and(|victim| WORTH[victim.index()] >= WORTH[role.index()] && role != Role::King)
            || see::wins(board, mv, -learnt / 256);
        return if sound { GOOD_CAPTURE + rank } else { BAD_CAPTURE + rank };
    }
    if hints.killers[0] == Some(mv) {
        return KILLER + 1;
    }
    if hints.killers[1] == Some(mv) {
        return KILLER;
    }
    hints.memory.quiet(turn, mv, moved, &hints.before)
}
