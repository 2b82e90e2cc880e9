// SPDX-License-Identifier: MIT OR Apache-2.0
//! The accumulators: sums of the first layer, updated from position to position.
//!
//! There is one slot for each ply of the current line. Each slot stores the position that its sums belong to,
//! so the search need not report moves that it makes and unmakes. To evaluate a position, the accumulator
//! starts from the closer of two slots: the slot of the ply before, or the slot of the same ply, which holds
//! the last position evaluated there. It then adds and subtracts the pieces in which the two positions
//! differ. The update is lazy: positions that are never evaluated cost nothing.

use arrayvec::ArrayVec;
use tabiya_rules::{Bitboard, Color, Piece, Position, Role};

use super::features::{feature, is_mirrored, output_group};
use super::net::{Net, Row, add, subtract};
use crate::score::{MAX_PLY, Value};

struct Slot {
    /// The position that the sums belong to. `None` if the slot is empty.
    position: Option<Position>,
    /// By view (White's, Black's).
    mirrored: [bool; 2],
    sums: [Row; 2],
}

/// The slots of one search thread.
pub(crate) struct Accumulators(Vec<Slot>);

/// If two positions differ in more squares than this, the sums are computed from scratch.
const FAR: usize = 8;

/// The pieces in which two positions differ, with their squares.
type Pieces = ArrayVec<(Piece, tabiya_rules::Square), FAR>;

impl Accumulators {
    pub(crate) fn new() -> Accumulators {
        let slot = || Slot { position: None, mirrored: [false; 2], sums: [Row::ZERO; 2] };
        Accumulators((0..MAX_PLY + 4).map(|_| slot()).collect())
    }

    /// Like [`Net::evaluate`]. `ply` is the distance of the position from the root.
    pub(crate) fn evaluate(&mut self, net: &Net, position: &Position, ply: usize) -> Value {
        self.update(net, position, ply);
        let slot = &self.0[ply];
        let (own, other) = (position.turn().index(), position.turn().opposite().index());
        net.output(&slot.sums[own], &slot.sums[other], output_group(position))
    }

    /// Updates the slot's sums to those of the position.
    fn update(&mut self, net: &Net, position: &Position, ply: usize) {
        let mirrored = Color::ALL.map(|view| is_mirrored(position, view));
        let nearest = [Some(ply), ply.checked_sub(1)]
            .into_iter()
            .flatten()
            .filter_map(|at| self.0[at].position.map(|base| (differing(&base, position), at, base)))
            .min_by_key(|(squares, ..)| squares.len())
            .filter(|(squares, ..)| squares.len() <= FAR);
        let mut gone = Pieces::new();
        let mut come = Pieces::new();
        if let Some((squares, _, base)) = nearest {
            let piece = |position: &Position, square| position.piece_at(square).map(|piece| (piece, square));
            gone.extend(squares.into_iter().filter_map(|square| piece(&base, square)));
            come.extend(squares.into_iter().filter_map(|square| piece(position, square)));
        }
        for view in Color::ALL {
            let index = view.index();
            let base = nearest.filter(|(_, at, _)| self.0[*at].mirrored[index] == mirrored[index]);
            self.0[ply].sums[index] = match base {
                None => net.sums(position, view),
                Some((_, at, _)) => {
                    let row = |(piece, square)| &net.weights[feature(view, mirrored[index], piece, square)];
                    changed(
                        &self.0[at].sums[index],
                        gone.iter().copied().map(row),
                        come.iter().copied().map(row),
                    )
                }
            };
        }
        self.0[ply].position = Some(*position);
        self.0[ply].mirrored = mirrored;
    }
}

/// The squares whose contents differ: another role, another colour, or empty.
fn differing(a: &Position, b: &Position) -> Bitboard {
    let roles = Role::ALL.map(|role| a.by_role(role) ^ b.by_role(role));
    roles.into_iter().fold(a.by_color(Color::White) ^ b.by_color(Color::White), |all, one| all | one)
}

/// The sums minus the rows `gone`, plus the rows `come`. Ordinary moves and captures, which are the great
/// majority, are handled in a single pass over memory.
fn changed<'a>(
    sums: &Row,
    mut gone: impl ExactSizeIterator<Item = &'a Row>,
    mut come: impl ExactSizeIterator<Item = &'a Row>,
) -> Row {
    let mut new = *sums;
    if (1..=2).contains(&gone.len())
        && come.len() == 1
        && let (Some(first), Some(here)) = (gone.next(), come.next())
    {
        match gone.next() {
            None => {
                for ((new, first), here) in new.0.iter_mut().zip(&first.0).zip(&here.0) {
                    *new = new.wrapping_add(*here).wrapping_sub(*first);
                }
            }
            Some(second) => {
                for (((new, first), second), here) in
                    new.0.iter_mut().zip(&first.0).zip(&second.0).zip(&here.0)
                {
                    *new = new.wrapping_add(*here).wrapping_sub(*first).wrapping_sub(*second);
                }
            }
        }
        return new;
    }
    gone.for_each(|row| subtract(&mut new, row));
    come.for_each(|row| add(&mut new, row));
    new
}

#[cfg(test)]
mod tests {
    use super::super::net::tests::pseudo_random_net;
    use super::*;
    use crate::eval::board::mix;

    /// Moves up and down a tree of pseudo-random moves, as a search does, and evaluates some of the
    /// positions.
    fn check(start: Position, seed: u64) {
        let net = pseudo_random_net();
        let mut accumulators = Accumulators::new();
        let mut line = vec![start];
        for n in 0..400 {
            let roll = mix(seed << 32 | n) as usize;
            let position = *line.last().unwrap();
            let moves = position.legal_moves();
            if (roll.is_multiple_of(5) && line.len() > 1) || moves.is_empty() || line.len() > 100 {
                line.truncate((line.len() / 2).max(1));
                continue;
            }
            line.push(position.after(moves[roll / 5 % moves.len()]));
            if !(roll / 1_000).is_multiple_of(3) {
                let (position, ply) = (*line.last().unwrap(), line.len() - 1);
                let found = accumulators.evaluate(&net, &position, ply);
                assert_eq!(found, net.evaluate(&position), "{} at ply {ply}", position.to_fen());
            }
        }
    }

    #[test]
    fn carried_sums_are_those_made_anew() {
        for seed in 0..20 {
            check(Position::start(), seed);
            check(Position::chess960(seed as u16 * 41).unwrap(), seed);
        }
        let promotions = Position::from_fen("1n2k1n1/P1P3P1/8/3pP3/8/8/1p1p2p1/R3K2R w KQ d6 0 1").unwrap();
        (0..20).for_each(|seed| check(promotions, seed));
    }

    #[test]
    fn castling_promotion_and_en_passant_are_carried() {
        let net = pseudo_random_net();
        let fen = "1n2k2r/P7/8/3pP3/8/8/8/R3K2R w KQk d6 0 1";
        let position = Position::from_fen(fen).unwrap();
        for mv in position.legal_moves() {
            let mut accumulators = Accumulators::new();
            accumulators.evaluate(&net, &position, 0);
            let next = position.after(mv);
            assert_eq!(accumulators.evaluate(&net, &next, 1), net.evaluate(&next), "{mv:?}");
            // Another position at the same ply, and then the first position again.
            assert_eq!(accumulators.evaluate(&net, &position, 1), net.evaluate(&position));
        }
    }
}
