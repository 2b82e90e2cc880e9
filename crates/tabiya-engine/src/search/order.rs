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

/// A move and its place in the order.
#[derive(Clone, Copy)]
struct Scored {
    score: i32,
    mv: Move,
    /// Whether the exchange that it begins must still be counted: it may be a capture that loses.
    unsure: bool,
}

/// The moves of one node, given out best first.
///
/// Nothing is done before it is needed. The table's move is given out before others are looked for, since it often
/// ends the node; whether a capture loses is counted when its turn comes.
pub(crate) struct Moves {
    scored: ArrayVec<Scored, { MoveList::CAPACITY }>,
    next: usize,
    /// The table's move, until it is given out.
    first: Option<Move>,
    /// What the order depends on, until the moves are listed.
    waiting: Option<Hints>,
    /// Whether the position has any legal move, wanted here or not.
    pub(crate) any_legal: bool,
}

/// What the order depends on besides the board and the memory.
#[derive(Clone, Copy)]
pub(crate) struct Hints {
    pub(crate) table_move: Option<Move>,
    pub(crate) killers: [Option<Move>; 2],
    pub(crate) before: [Option<PieceSquare>; 3],
}

impl Moves {
    /// All legal moves.
    pub(crate) fn all(board: &Board, memory: &Memory, hints: Hints) -> Moves {
        let first = hints.table_move.filter(|mv| board.position.is_legal(*mv));
        let hints = Hints { table_move: first, ..hints };
        let mut moves =
            Moves { scored: ArrayVec::new(), next: 0, first, waiting: Some(hints), any_legal: true };
        if first.is_none() {
            moves.list(board, memory);
            moves.any_legal = !moves.scored.is_empty();
        }
        moves
    }

    /// Captures and promotions to a queen.
    pub(crate) fn tactical(board: &Board, memory: &Memory, hints: Hints) -> Moves {
        let mut list = MoveList::new();
        board.position.noisy_moves_into(&mut list);
        let mut moves =
            Moves { scored: ArrayVec::new(), next: 0, first: None, waiting: None, any_legal: true };
        for &mv in list.iter().filter(|mv| board.is_tactical(**mv)) {
            if hints.table_move == Some(mv) {
                moves.first = Some(mv);
            } else {
                moves.scored.push(score(board, mv, memory, &hints));
            }
        }
        moves.any_legal = !list.is_empty() || board.position.has_legal_move();
        moves
    }

    /// These moves in this order.
    pub(crate) fn listed(moves: impl Iterator<Item = Move>) -> Moves {
        let place = |(n, mv)| Scored { score: TABLE_MOVE - n as i32, mv, unsure: false };
        let scored = moves.enumerate().map(place).collect();
        Moves { scored, next: 0, first: None, waiting: None, any_legal: true }
    }

    /// Lists and scores all but the table's move.
    fn list(&mut self, board: &Board, memory: &Memory) {
        let Some(hints) = self.waiting.take() else { return };
        let mut list = MoveList::new();
        board.position.legal_moves_into(&mut list);
        for &mv in list.iter().filter(|mv| hints.table_move != Some(**mv)) {
            self.scored.push(score(board, mv, memory, &hints));
        }
    }

    /// Leaves out what the filter refuses, unless that is everything.
    pub(crate) fn keep(&mut self, board: &Board, memory: &Memory, filter: impl Fn(Move) -> bool) {
        self.list(board, memory);
        let first = self.first.filter(|mv| filter(*mv));
        if first.is_some() || self.scored.iter().any(|entry| filter(entry.mv)) {
            self.first = first;
            self.scored.retain(|entry| filter(entry.mv));
        }
    }

    /// The next move, the best of those left; with `as_it_comes` any of them, when the order is not worth finding out.
    pub(crate) fn next(&mut self, board: &Board, memory: &Memory, as_it_comes: bool) -> Option<(i32, Move)> {
        if let Some(mv) = self.first.take() {
            return Some((TABLE_MOVE, mv));
        }
        self.list(board, memory);
        loop {
            let rest = self.scored.get_mut(self.next..)?;
            let mut best = *rest.first()?;
            if !as_it_comes {
                let mut at = 0;
                for (index, entry) in rest.iter().enumerate().skip(1) {
                    if entry.score > best.score {
                        best = *entry;
                        at = index;
                    }
                }
                rest.swap(0, at);
            }
            if best.unsure {
                rest[0].unsure = false;
                let role = board.mover(best.mv);
                let moved = piece_square(board.position.turn(), role, best.mv);
                let victim = board.victim(best.mv).map_or(Role::Pawn, |(role, _)| role);
                if !see::wins(board, best.mv, -memory.capture(moved, victim) / 256) {
                    rest[0].score += BAD_CAPTURE - GOOD_CAPTURE;
                }
                continue;
            }
            self.next += 1;
            return Some((best.score, best.mv));
        }
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

fn score(board: &Board, mv: Move, memory: &Memory, hints: &Hints) -> Scored {
    let place = |score| Scored { score, mv, unsure: false };
    if mv.promotion().is_some_and(|role| role != Role::Queen) {
        return place(UNDER_PROMOTION);
    }
    let turn = board.position.turn();
    let role = board.mover(mv);
    let moved = piece_square(turn, role, mv);
    let victim = board.victim(mv).map(|(role, _)| role);
    if victim.is_some() || mv.promotion().is_some() {
        let gain = victim.map_or(0, |role| WORTH[role.index()]) + mv.promotion().map_or(0, |_| WORTH[4]);
        let learnt = memory.capture(moved, victim.unwrap_or(Role::Pawn));
        let rank = 16 * gain - WORTH[role.index()] / 4 + learnt / 2;
        // Taking something dearer can't lose material.
        let sound =
            victim.is_some_and(|victim| WORTH[victim.index()] >= WORTH[role.index()] && role != Role::King);
        return Scored { score: GOOD_CAPTURE + rank, mv, unsure: !sound };
    }
    if hints.killers[0] == Some(mv) {
        return place(KILLER + 1);
    }
    if hints.killers[1] == Some(mv) {
        return place(KILLER);
    }
    place(memory.quiet(turn, mv, moved, &hints.before))
}
