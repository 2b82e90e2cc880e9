// SPDX-License-Identifier: MIT OR Apache-2.0
//! The search for a helpmate. It examines the most promising position first, and each position once.
//!
//! Three searches follow each other and share one limit of positions.
//! 1. The selective search tries few moves of each position, towards a mate. It finds most mates of real
//!    games in microseconds.
//! 2. The [`bare_king`] search captures all pieces of the other side but its king, promotes a pawn if it
//!    must, and mates. It succeeds in most positions with many pieces or blocked pawns, where no mate is near.
//! 3. The full search tries all moves. If it has examined all positions, there is no mate. The other two can
//!    only prove a yes.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

use super::bare_king;
use super::blockade;
use super::mate_distance::Reach;
use super::visited::{Place, Visited};
use crate::bitboard::Bitboard;
use crate::chess_move::Move;
use crate::color::Color;
use crate::move_list::MoveList;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::role::Role;

/// The maximum number of positions of the selective search.
const SELECTIVE_POSITIONS: u32 = 2_500;
/// The maximum number of positions of the search for a bare king.
const BARE_KING_POSITIONS: u32 = 5_000;
/// The test for a blockade counts as this many positions, because it takes about as long.
const BLOCKADE_COST: u32 = 32;
/// The selective search plays all moves of the helping king, of the mating queens, and about this many others
/// of each position.
const SELECTIVE_HELPING_MOVES: usize = 2;
const SELECTIVE_MATING_MOVES: usize = 24;

/// The selective search drops a position if its estimated distance from mate is higher by more than this than
/// before the move.
const SELECTIVE_MARGIN: u32 = 4;
/// With more pieces than this, the selective search does not move the mating side's king.
const SELECTIVE_KING_RESTS: usize = 4;
/// An ending with at most this many pieces, kings included, is small.
const SMALL_ENDING: usize = 4;

/// How a search ended.
pub(super) enum Verdict {
    /// These moves lead to mate.
    Mate(Vec<Move>),
    /// There is no mate.
    Impossible,
    /// The limit was reached before all positions were examined.
    LimitReached,
}

/// Looks for a mate by `color` among at most about this many positions.
pub(super) fn helpmate(position: &Position, color: Color, positions: u32) -> Verdict {
    if !position.can_win(color) {
        // A position that no game reaches may still be mate: two bishops on squares of one colour that give
        // check at once. No move leads to such a mate, so only the first position is asked.
        let is_won = position.outcome() == Some(Outcome::Checkmate { winner: color });
        return if is_won { Verdict::Mate(Vec::new()) } else { Verdict::Impossible };
    }
    let mut left = positions;
    let mut search = |effort: Effort, most: u32| {
        let mut share = left.min(most);
        left -= share;
        let verdict = Search::new(color, effort).run(position, &mut share);
        left += share;
        verdict
    };
    if let Verdict::Mate(line) = search(Effort::Selective, SELECTIVE_POSITIONS) {
        return Verdict::Mate(line);
    }
    if blockade::cannot_mate(position, color) {
        return Verdict::Impossible;
    }
    if bare_king::may_help(position, color)
        && let Verdict::Mate(line) = search(Effort::BareKing, BARE_KING_POSITIONS)
    {
        return Verdict::Mate(line);
    }
    search(Effort::Full, u32::MAX)
}

/// Which moves are tried, and in which order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effort {
    /// Few moves of each position, towards a mate.
    Selective,
    /// Until one comes nearer: all moves, towards a bare king and a queen or rook against it.
    BareKing,
    /// All moves, towards a mate.
    Full,
}

/// What was met, and what is still to be looked behind.
struct Search {
    color: Color,
    effort: Effort,
    visited: Visited,
    /// How near a position seems to mate, and its number: the nearest comes first, of equals the latest.
    open: BinaryHeap<u64>,
}

impl Search {
    fn new(color: Color, effort: Effort) -> Search {
        Search { color, effort, visited: Visited::new(), open: BinaryHeap::with_capacity(256) }
    }

    /// Looks at so many positions at most, and takes those that it looked at from `left`.
    fn run(&mut self, root: &Position, left: &mut u32) -> Verdict {
        let color = self.color;
        if let Some(mate) = self.meet(root) {
            return Verdict::Mate(self.line(mate));
        }
        let mut moves = MoveList::new();
        for count in 0.. {
            if *left == 0 {
                break;
            }
            let Some(entry) = self.open.pop() else { return Verdict::Impossible };
            let (index, far) = (entry as u32, !(entry >> 32) as u32);
            if self.effort == Effort::Full && self.has_no_mate(index, left) {
                continue;
            }
            *left = left.saturating_sub(1);
            let position = *self.visited.position(index);
            let reach = (self.effort != Effort::BareKing).then(|| Reach::of(&position, color));
            position.legal_moves_into(&mut moves);
            let mut selection = Selection::of(self, &position, moves.len(), count);
            // Of positions that seem equal, the latest is examined first. Moves are listed from the first rank to the
            // eighth and end with the king's. Reversed for Black, they lead both sides' kings forward. In small
            // endings it matters more that the king comes last.
            let reversed = color == Color::Black && position.occupied().len() > SMALL_ENDING;
            for turn in 0..moves.len() {
                let mv = moves[if reversed { moves.len() - 1 - turn } else { turn }];
                if self.effort == Effort::Selective && !selection.takes(mv) {
                    continue;
                }
                *left = left.saturating_sub(1);
                let next = position.after(mv);
                if (captures(&position, mv) || mv.promotion().is_some()) && !next.can_win(color) {
                    continue;
                }
                let place = self.visited.place_of(&next);
                // Most positions are met again and again by other moves. For these a guess is needed only where it says
                // whether to go on, and then the one from before will do where it depends on nothing else.
                let nearer = match (&reach, &place) {
                    (Some(_), Place::Met(_)) if self.effort == Effort::Full => continue,
                    (Some(reach), _) => reach.distance_after(&position, mv, &next),
                    (None, &Place::Met(met)) => self.visited.distance(met),
                    (None, Place::Free(_)) => bare_king::distance(&next, color),
                };
                // A mate that was met has ended the search.
                let is_mate = matches!(place, Place::Free(_))
                    && next.turn() != color
                    && next.is_check()
                    && !next.has_legal_move();
                if self.effort == Effort::Selective && !is_mate && nearer > far + SELECTIVE_MARGIN {
                    continue;
                }
                if let Place::Free(slot) = place {
                    let index = self.visited.add(slot, &next, Some((index, mv)), nearer);
                    if is_mate {
                        return Verdict::Mate(self.line(index));
                    }
                    self.open.push(u64::from(!nearer) << 32 | u64::from(index));
                }
                if self.effort != Effort::Full && nearer < far {
                    break;
                }
            }
        }
        if self.open.is_empty() { Verdict::Impossible } else { Verdict::LimitReached }
    }

    /// Notes the first position, and gives its number if it is the mate that is looked for.
    fn meet(&mut self, root: &Position) -> Option<u32> {
        let distance = match self.effort {
            Effort::BareKing => bare_king::distance(root, self.color),
            Effort::Selective | Effort::Full => Reach::of(root, self.color).distance(root),
        };
        let Place::Free(slot) = self.visited.place_of(root) else { return None };
        let index = self.visited.add(slot, root, None, distance);
        if root.turn() != self.color && root.is_check() && !root.has_legal_move() {
            return Some(index);
        }
        self.open.push(u64::from(!distance) << 32 | u64::from(index));
        None
    }

    /// Whether what led to a position has shut the mating side out for good.
    fn has_no_mate(&self, index: u32, left: &mut u32) -> bool {
        let Some((before, mv)) = self.visited.parent(index) else { return false };
        let before = self.visited.position(before);
        if !captures(before, mv) && before.role_at(mv.from()) != Some(Role::Pawn) {
            return false;
        }
        *left = left.saturating_sub(BLOCKADE_COST);
        blockade::cannot_mate(self.visited.position(index), self.color)
    }

    /// The moves that lead to a position.
    fn line(&self, mut index: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some((before, mv)) = self.visited.parent(index) {
            moves.push(mv);
            index = before;
        }
        moves.reverse();
        moves
    }
}

/// Which moves of a position the selection plays.
struct Selection {
    /// All moves of these pieces.
    favoured: Bitboard,
    /// None of these.
    resting: Bitboard,
    /// Of the others every how many-th.
    stride: usize,
    passed: usize,
}

impl Selection {
    /// `count` differs from position to position, so that not always the same moves are passed over.
    fn of(search: &Search, position: &Position, moves: usize, count: u32) -> Selection {
        let color = search.color;
        let mates = position.turn() == color;
        let (role, most) =
            if mates { (Role::Queen, SELECTIVE_MATING_MOVES) } else { (Role::King, SELECTIVE_HELPING_MOVES) };
        let rests = mates && position.by_color(color).len() > SELECTIVE_KING_RESTS;
        let stride = moves / most + 1;
        Selection {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions with the most work that were found among a hundred thousand with blocked pawns, and a middle game.
    const HARD: [&str; 4] = [
        "8/8/p7/PBp3p1/2PpK1Pp/2kP3P/7b/8 w - - 0 1",
        "1k6/1p2p2p/1P2Pp2/3p1P1P/p1pP3K/P1P5/8/8 b - - 0 1",
        "k7/6p1/p2p1pP1/P2P4/1p2pP1p/1P2P2P/7K/8 b - - 0 1",
        "1r1r1k1R/5p2/n1p1b1p1/pp1pP3/8/PBN5/1PP2PP1/2K4R b - - 3 22",
    ];

    /// The work is counted in positions: a node with many moves must not cost more than one with few.
    #[test]
    fn no_search_looks_at_more_positions_than_it_may() {
        for fen in HARD {
            let position = Position::from_fen(fen).unwrap();
            for color in Color::ALL {
                for effort in [Effort::Selective, Effort::BareKing, Effort::Full] {
                    for allowed in [0, 1, 100, 2_000] {
                        let (mut left, mut search) = (allowed, Search::new(color, effort));
                        search.run(&position, &mut left);
                        // The first is there already, and the last is looked behind to its last move.
                        let most = allowed as usize + 1 + MoveList::CAPACITY;
                        assert!(
                            search.visited.len() <= most,
                            "{} of {allowed} in {fen}",
                            search.visited.len()
                        );
                        assert!(allowed == 0 || left < allowed, "{fen}");
                    }
                }
            }
        }
    }
}
