// SPDX-License-Identifier: MIT OR Apache-2.0
//! The search for a helpmate: the most promising position first, each position once.
//!
//! A [`sketch`](helpmate) comes first, which tries few moves of each position. It finds most mates of games in microseconds, and
//! can't prove anything else. The whole search tries all moves: where it has seen everything, there is no mate.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

use super::promise::Reach;
use super::seen::{Came, Seen};
use super::walls;
use crate::bitboard::Bitboard;
use crate::chess_move::Move;
use crate::color::Color;
use crate::move_list::MoveList;
use crate::position::Position;
use crate::role::Role;

/// How many positions the sketch looks behind at most.
const SKETCH_NODES: u32 = 64;
/// The sketch plays all moves of the helping king, the mating queens, and about so many others of a position.
const SKETCH_HELPING_MOVES: usize = 2;
const SKETCH_MATING_MOVES: usize = 24;

/// The sketch drops what seems farther from mate than the position before by more than this.
const SKETCH_SLACK: u32 = 4;
/// With more pieces than this the sketch leaves the mating side's king where it is.
const SKETCH_KING_RESTS: usize = 4;

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
    /// How near a position seems to mate, and its number: the nearest comes first, of equals the latest.
    open: BinaryHeap<u64>,
}

impl Search {
    fn new(color: Color, effort: Effort) -> Search {
        Search { color, effort, seen: Seen::new(), open: BinaryHeap::with_capacity(256) }
    }

    fn run(mut self, root: &Position, nodes: u32) -> Verdict {
        let color = self.color;
        if let Some(mate) = self.meet(root, None, || Reach::of(root, color).distance(root)) {
            return Verdict::Mate(self.line(mate));
        }
        let mut moves = MoveList::new();
        for count in 0..nodes {
            let Some(entry) = self.open.pop() else { return Verdict::Impossible };
            let (index, far) = (entry as u32, !(entry >> 32) as u32);
            if self.effort == Effort::Whole && self.is_shut_out(index) {
                continue;
            }
            let position = *self.seen.position(index);
            let reach = Reach::of(&position, color);
            position.legal_moves_into(&mut moves);
            let mut sketch = Sketch::of(&self, &position, moves.len(), count);
            for &mv in &moves {
                if self.effort == Effort::Sketch && !sketch.takes(mv) {
                    continue;
                }
                let next = position.after(mv);
                if captures(&position, mv) && !next.can_win(color) {
                    continue;
                }
                let nearer = reach.distance_behind(&position, mv, &next);
                let is_mate = next.turn() != color && next.is_check() && !next.has_legal_move();
                if self.effort == Effort::Sketch && !is_mate && nearer > far + SKETCH_SLACK {
                    continue;
                }
                if let Some(index) = self.seen.add(&next, Some((index, mv))) {
                    if is_mate {
                        return Verdict::Mate(self.line(index));
                    }
                    self.open.push(u64::from(!nearer) << 32 | u64::from(index));
                }
                if self.effort == Effort::Sketch && nearer < far {
                    break;
                }
            }
        }
        if self.open.is_empty() { Verdict::Impossible } else { Verdict::OutOfWork }
    }

    /// Notes a position if it is new, and gives its number if it is the mate that is looked for.
    #[inline(always)]
    fn meet(&mut self, position: &Position, came: Came, distance: impl FnOnce() -> u32) -> Option<u32> {
        let index = self.seen.add(position, came)?;
        if position.turn() != self.color && position.is_check() && !position.has_legal_move() {
            return Some(index);
        }
        self.open.push(u64::from(!distance()) << 32 | u64::from(index));
        None
    }

    /// Whether what led to a position has shut the mating side out for good.
    fn is_shut_out(&self, index: u32) -> bool {
        let Some((before, mv)) = self.seen.came(index) else { return false };
        let before = self.seen.position(before);
        (captures(before, mv) || before.role_at(mv.from()) == Some(Role::Pawn))
            && walls::shut_out(self.seen.position(index), self.color)
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

/// Which moves of a position the sketch plays.
struct Sketch {
    /// All moves of these pieces.
    favoured: Bitboard,
    /// None of these.
    resting: Bitboard,
    /// Of the others every how many-th.
    stride: usize,
    passed: usize,
}

impl Sketch {
    /// `count` differs from position to position, so that not always the same moves are passed over.
    fn of(search: &Search, position: &Position, moves: usize, count: u32) -> Sketch {
        let color = search.color;
        let mates = position.turn() == color;
        let (role, most) =
            if mates { (Role::Queen, SKETCH_MATING_MOVES) } else { (Role::King, SKETCH_HELPING_MOVES) };
        let rests = mates && position.by_color(color).len() > SKETCH_KING_RESTS;
        let stride = moves / most + 1;
        Sketch {
            favoured: position.by_role(role),
            resting: if rests { position.king_of(color).into() } else { Bitboard::EMPTY },
            stride,
            passed: count as usize % stride,
        }
    }

    fn takes(&mut self, mv: Move) -> bool {
        self.passed += 1;
        if self.passed >= self.stride {
            self.passed = 0;
            return !self.resting.contains(mv.from());
        }
        self.favoured.contains(mv.from()) && !self.resting.contains(mv.from())
    }
}

fn captures(position: &Position, mv: Move) -> bool {
    mv.is_en_passant() || (!mv.is_castling() && position.occupied().contains(mv.to()))
}
