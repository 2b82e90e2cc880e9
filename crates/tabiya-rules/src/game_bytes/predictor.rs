// SPDX-License-Identifier: MIT OR Apache-2.0
//! How likely each legal move is, guessed from what one sees at a glance.
//!
//! A move has a handful of traits: the piece and its squares, what it takes, whether it walks into an attack or out of one,
//! whether it takes back, gives check, castles, goes back. Each trait has a number in [`WEIGHTS`](super::weights::WEIGHTS);
//! their sum is the logarithm of the chance (a multinomial logit, fitted once to rated games). All is integer arithmetic,
//! for whoever reads a game must guess exactly as its writer did, on any machine and for ever. So nothing here may
//! change, unless under another version number.

use alloc::vec::Vec;

use super::weights::WEIGHTS;
use crate::attacks::attacks;
use crate::bitboard::Bitboard;
use crate::chess_move::Move;
use crate::color::Color;
use crate::piece::Piece;
use crate::position::Position;
use crate::role::Role;
use crate::square::Square;

/// Where in the table each family of traits begins.
const TO: usize = 0;
const FROM: usize = TO + 2 * 6 * 64;
const ROLE: usize = FROM + 2 * 6 * 64;
const CAPTURE: usize = ROLE + 6;
const DANGER: usize = CAPTURE + 6 * 6 * 2;
const ESCAPE: usize = DANGER + 6 * 4;
const PROMOTION: usize = ESCAPE + 6 * 4;
const CASTLING: usize = PROMOTION + 6;
const CHECK: usize = CASTLING + 2;
const RECAPTURE: usize = CHECK + 2;
const SAME_PIECE: usize = RECAPTURE + 6;
const THREAT: usize = SAME_PIECE + 2;
/// How many traits there are.
pub(super) const TRAITS: usize = THREAT + 6 * 2;

/// The last two moves of a game: the opponent's, and one's own before it.
#[derive(Clone, Copy, Default)]
pub(super) struct Before {
    pub(super) theirs: Option<Move>,
    pub(super) own: Option<Move>,
}

/// What is attacked and defended, worked out once for all moves of a position.
struct Sight {
    occupied: Bitboard,
    /// Attacked by the opponent's pawns.
    by_pawns: Bitboard,
    /// Attacked by any of its pieces.
    by_any: Bitboard,
    /// Attacked or defended by one own piece or more, and by two or more.
    own: [Bitboard; 2],
    /// 0 while the opponent has a queen, 1 afterwards.
    phase: usize,
    enemy_king: Square,
}

impl Sight {
    fn new(position: &Position) -> Sight {
        let us = position.turn();
        let occupied = position.occupied();
        let mut by_pawns = Bitboard::EMPTY;
        let mut by_any = Bitboard::EMPTY;
        let mut own = [Bitboard::EMPTY; 2];
        for square in occupied {
            let Some(Piece { color, role }) = position.piece_at(square) else { continue };
            let reach = attacks(color, role, square, occupied);
            if color == us {
                own[1] |= own[0] & reach;
                own[0] |= reach;
            } else {
                by_any |= reach;
                if role == Role::Pawn {
                    by_pawns |= reach;
                }
            }
        }
        let phase = usize::from(position.pieces(!us, Role::Queen).is_empty());
        Sight { occupied, by_pawns, by_any, own, phase, enemy_king: position.king_of(!us) }
    }

    /// 0: nobody attacks there; 1: a pawn does; 2: a piece does and nothing else defends; 3: a piece does, defended.
    fn danger(&self, square: Square, defended: Bitboard) -> usize {
        if self.by_pawns.contains(square) {
            1
        } else if !self.by_any.contains(square) {
            0
        } else if defended.contains(square) {
            3
        } else {
            2
        }
    }
}

/// Hands the numbers of a move's traits to `add`.
fn for_each_trait(position: &Position, sight: &Sight, before: Before, mv: Move, mut add: impl FnMut(usize)) {
    let us = position.turn();
    let (from, to) = (mv.from(), mv.to());
    if let Some(side) = mv.castling_side() {
        add(CASTLING + side.index());
        return;
    }
    let Some(role) = position.role_at(from) else { return };
    let r = role.index();
    // As White would see it.
    let flip = if us == Color::White { 0 } else { 56 };
    let on_square = |square: Square| (sight.phase * 6 + r) * 64 + (square.index() ^ flip);
    add(ROLE + r);
    add(TO + on_square(to));
    add(FROM + on_square(from));
    // A pawn's step is defended by what defends the square anyway; a capturing pawn and all others leave one defender less.
    let defended = if role == Role::Pawn && from.file() == to.file() { sight.own[0] } else { sight.own[1] };
    let danger = sight.danger(to, defended);
    add(DANGER + r * 4 + danger);
    add(ESCAPE + r * 4 + sight.danger(from, sight.own[0]));
    let victim = if mv.is_en_passant() { Some(Role::Pawn) } else { position.role_at(to) };
    if let Some(victim) = victim {
        add(CAPTURE + (r * 6 + victim.index()) * 2 + usize::from(danger != 0));
        if before.theirs.is_some_and(|last| last.destination() == to) {
            add(RECAPTURE + victim.index());
        }
    }
    if let Some(promotion) = mv.promotion() {
        add(PROMOTION + promotion.index());
    }
    let reach = attacks(us, mv.promotion().unwrap_or(role), to, sight.occupied.without(from));
    if reach.contains(sight.enemy_king) {
        add(CHECK + usize::from(danger != 0));
    }
    let dearer = match role {
        Role::Pawn => position.by_role(Role::Knight) | position.by_role(Role::Bishop),
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => Bitboard::EMPTY,
    } | match role {
        Role::Pawn | Role::Knight | Role::Bishop => {
            position.by_role(Role::Rook) | position.by_role(Role::Queen)
        }
        Role::Rook => position.by_role(Role::Queen),
        Role::Queen | Role::King => Bitboard::EMPTY,
    };
    if reach.intersects(dearer & position.by_color(!us)) {
        add(THREAT + r * 2 + usize::from(danger != 0));
    }
    if let Some(own) = before.own.filter(|own| own.destination() == from) {
        add(SAME_PIECE + usize::from(own.from() == to));
    }
}

/// The legal moves in an order of their own, each with its share of the chances, at least 1 and at most 2^15.
pub(super) fn chances(position: &Position, before: Before, moves: &mut Vec<(Move, u32)>) {
    moves.clear();
    moves.extend(position.legal_moves().into_iter().map(|mv| (mv, 0)));
    // Not the generator's order: that may change.
    let order = |mv: &Move| (mv.from(), mv.to(), mv.promotion());
    moves.sort_unstable_by_key(|(mv, _)| order(mv));
    let sight = Sight::new(position);
    let mut scores = [0i32; crate::MoveList::CAPACITY];
    let mut best = i32::MIN;
    for ((mv, _), score) in moves.iter().zip(&mut scores) {
        for_each_trait(position, &sight, before, *mv, |i| *score += i32::from(WEIGHTS[i]));
        best = best.max(*score);
    }
    for ((_, chance), score) in moves.iter_mut().zip(scores) {
        let behind = usize::try_from(best - score).unwrap_or(usize::MAX);
        *chance = EXPONENTIALS.get(behind).copied().unwrap_or(1);
    }
}

/// 2^15 times e^(-i/32), down to 1.
static EXPONENTIALS: [u32; 330] = {
    // 2^32 times e^(-1/32).
    const STEP: u64 = 4_162_825_044;
    let mut table = [0; 330];
    let mut value: u64 = 1 << 47;
    let mut i = 0;
    while i < table.len() {
        let rounded = (value + (1 << 31)) >> 32;
        table[i] = if rounded == 0 { 1 } else { rounded as u32 };
        value = ((value >> 16) * (STEP >> 8)) >> 8;
        i += 1;
    }
    table
};
