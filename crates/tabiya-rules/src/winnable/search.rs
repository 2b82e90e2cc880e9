// SPDX-License-Identifier: MIT OR Apache-2.0
//! The search for a helpmate: the most promising position first, each position once.
//!
//! A [`sketch`](helpmate) comes first, which tries few moves of each position. It finds most mates of games in microseconds, and
//! can't prove anything else. The whole search tries all moves: where it has seen everything, there is no mate.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::promise::distance;
use super::seen::Seen;
use super::walls;
use crate::chess_move::Move;
use crate::color::Color;
use crate::position::Position;
use crate::role::Role;

/// How many positions the sketch looks behind at most.
const SKETCH_NODES: u32 = 64;
/// The sketch plays all moves of the helping king, the mating queens, and about so many others of a position.
const SKETCH_HELPING_MOVES: usize = 2;
const SKETCH_MATING_MOVES: usize = 24;

/// How a search ended.
pub(super) enum Verdict {
    /// A mate can be reached with these moves.
    Mate(Vec<Move>),
    /// There is no mate.
    Impossible,
    /// The work allowed was done, and some positions were left.
    OutOfWork,
}

/// Looks for a mate by `color`, looking behind about `nodes` positions at most.
pub(super) fn helpmate(position: &Position, color: Color, nodes: u32) -> Verdict {
    if !position.can_win(color) {
        return Verdict::Impossible;
    }
    if let Verdict::Mate(line) = Search::new(color, Effort::Sketch).run(position, nodes.min(SKETCH_NODES)) {
        return Verdict::Mate(line);
    }
    if walls::shut_out(position, color) {
        return Verdict::Impossible;
    }
    Search::new(color, Effort::Whole).run(position, nodes)
}

/// Which moves are tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effort {
    Sketch,
    Whole,
}

/// What was met, and what is still to be looked behind.
struct Search {
    color: Color,
    effort: Effort,
    seen: Seen,
    /// How far a position seems from mate, and its number; of equals the latest comes first.
    open: BinaryHeap<Reverse<(u32, Reverse<u32>)>>,
}

impl Search {
    fn new(color: Color, effort: Effort) -> Search {
        Search { color, effort, seen: Seen::new(), open: BinaryHeap::with_capacity(256) }
    }

    fn run(mut self, root: &Position, nodes: u32) -> Verdict {
        if let Some(mate) = self.meet(root, None) {
            return Verdict::Mate(self.line(mate));
        }
        for count in 0..nodes {
            let Some(Reverse((_, Reverse(index)))) = self.open.pop() else { return Verdict::Impossible };
            let position = *self.seen.position(index);
            let moves = position.legal_moves();
            for (number, mv) in moves.iter().enumerate() {
                if self.effort == Effort::Sketch
                    && !self.is_sketched(&position, *mv, number + count as usize, moves.len())
                {
                    continue;
                }
                let next = position.after(*mv);
                if self.is_hopeless(&position, *mv, &next) {
                    continue;
                }
                if let Some(mate) = self.meet(&next, Some((index, *mv))) {
                    return Verdict::Mate(self.line(mate));
                }
            }
        }
        if self.open.is_empty() { Verdict::Impossible } else { Verdict::OutOfWork }
    }

    /// Whether the sketch plays a move; `number` is any that changes from move to move and from position to position.
    fn is_sketched(&self, position: &Position, mv: Move, number: usize, moves: usize) -> bool {
        let (role, most) = if position.turn() == self.color {
            (Role::Queen, SKETCH_MATING_MOVES)
        } else {
            (Role::King, SKETCH_HELPING_MOVES)
        };
        number.is_multiple_of(moves / most + 1) || position.by_role(role).contains(mv.from())
    }

    /// Notes a position if it is new, and gives its number if it is the mate that is looked for.
    fn meet(&mut self, position: &Position, came: Option<(u32, Move)>) -> Option<u32> {
        let index = self.seen.add(position, came)?;
        if position.is_check() && position.turn() != self.color && !position.has_legal_move() {
            return Some(index);
        }
        self.open.push(Reverse((distance(position, self.color), Reverse(index))));
        None
    }

    /// Whether a move has made a mate impossible for good.
    fn is_hopeless(&self, before: &Position, mv: Move, after: &Position) -> bool {
        let captured = before.occupied().len() != after.occupied().len();
        let changed = captured || before.role_at(mv.from()) == Some(Role::Pawn);
        (captured && !after.can_win(self.color))
            || (changed && self.effort == Effort::Whole && walls::shut_out(after, self.color))
    }

    /// The moves that lead to a position.
    fn line(&self, mut index: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some((before, mv)) = self.seen.came(index) {
            moves.push(mv);
            index = before;
        }
        moves.reverse();
        moves
    }
}
