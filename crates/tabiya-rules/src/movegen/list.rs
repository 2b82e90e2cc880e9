// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writing the legal moves into a list.

use super::masks::{Masks, attacked_among};
use crate::attacks::{between, bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use crate::bitboard::Bitboard;
use crate::castling::CastlingSide;
use crate::chess_move::Move;
use crate::color::Color;
use crate::move_list::MoveList;
use crate::position::Position;
use crate::role::Role;
use crate::square::{File, Rank, Square};

const fn side(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

pub(super) fn generate<const WHITE: bool>(position: &Position, moves: &mut MoveList) {
    let masks = Masks::new::<WHITE>(position);
    king_moves::<WHITE>(position, &masks, moves);
    if position.checkers().more_than_one() {
        return;
    }
    if position.checkers().is_empty() {
        castling_moves::<WHITE>(position, &masks, moves);
    }
    piece_moves::<WHITE>(position, &masks, moves);
    pawn_moves::<WHITE>(position, &masks, moves);
    if let Some(target) = position.en_passant {
        for from in position.en_passant_capturers(target) {
            moves.push(Move::en_passant(from, target));
        }
    }
}

#[inline]
fn push_all(moves: &mut MoveList, from: Square, targets: Bitboard) {
    for to in targets {
        moves.push(Move::normal(from, to));
    }
}

#[inline]
fn king_moves<const WHITE: bool>(position: &Position, masks: &Masks, moves: &mut MoveList) {
    let steps = king_attacks(masks.king) - position.by_color(side(WHITE));
    push_all(moves, masks.king, steps - attacked_among::<WHITE>(position, steps));
}

/// Castling needs an empty way for both pieces, a way for the king that nobody attacks, and a rook that shields the king from
/// nothing. The last matters in Chess960 only: there the rook may be pinned along the back rank.
fn castling_moves<const WHITE: bool>(position: &Position, masks: &Masks, moves: &mut MoveList) {
    let us = side(WHITE);
    for castling_side in CastlingSide::ALL {
        let Some(rook) = position.castling_rook(us, castling_side) else { continue };
        let king_to = Square::from_coords(castling_side.king_file(), us.back_rank());
        let rook_to = Square::from_coords(castling_side.rook_file(), us.back_rank());
        let king_way = between(masks.king, king_to).with(king_to);
        let rook_way = between(rook, rook_to).with(rook_to);
        let others = position.occupied().without(masks.king).without(rook);
        if !(king_way | rook_way).intersects(others)
            && !masks.pin_lines.contains(rook)
            && attacked_among::<WHITE>(position, king_way).is_empty()
        {
            moves.push(Move::castling(masks.king, rook));
        }
    }
}

#[inline]
fn piece_moves<const WHITE: bool>(position: &Position, masks: &Masks, moves: &mut MoveList) {
    let us = side(WHITE);
    let own = position.by_color(us);
    let occupied = position.occupied();
    let targets = masks.targets - own;
    let (lines, diagonals) = (masks.pin_lines, masks.pin_diagonals);
    let queens = position.by_role(Role::Queen);

    for from in (position.by_role(Role::Knight) & own) - (lines | diagonals) {
        push_all(moves, from, knight_attacks(from) & targets);
    }
    for from in ((position.by_role(Role::Bishop) | queens) & own) - lines {
        let free = if diagonals.contains(from) { targets & diagonals } else { targets };
        push_all(moves, from, bishop_attacks(from, occupied) & free);
    }
    for from in ((position.by_role(Role::Rook) | queens) & own) - diagonals {
        let free = if lines.contains(from) { targets & lines } else { targets };
        push_all(moves, from, rook_attacks(from, occupied) & free);
    }
}

/// Shifts a set by that many squares, up the board for positive numbers.
#[inline]
const fn shift(set: Bitboard, by: i32) -> Bitboard {
    if by >= 0 { Bitboard(set.0 << by) } else { Bitboard(set.0 >> -by) }
}

#[inline]
fn pawn_moves<const WHITE: bool>(position: &Position, masks: &Masks, moves: &mut MoveList) {
    let us = side(WHITE);
    let (ahead, left, right) = if WHITE { (8, 7, 9) } else { (-8, -9, -7) };
    let pawns = position.pieces(us, Role::Pawn);
    let empty = !position.occupied();
    let enemy = position.by_color(!us);
    let (lines, diagonals) = (masks.pin_lines, masks.pin_diagonals);

    // A pawn pinned on a line may advance within it; one pinned on a diagonal may capture within it.
    let walkers = pawns - diagonals;
    let steps = shift(walkers - lines, ahead) | (shift(walkers & lines, ahead) & lines);
    let single = steps & empty;
    let third = Bitboard::rank(Rank::Third.seen_by(us));
    let double = shift(single & third, ahead) & empty;
    // On a vertical pin line the second square is in the line whenever the first is: the pinner is further on.
    let hunters = pawns - lines;
    let pinned = hunters & diagonals;
    let free = hunters - diagonals;
    let (not_a, not_h) = (!Bitboard::file(File::A), !Bitboard::file(File::H));
    let capture = |by: i32, inside: Bitboard| {
        (shift(free & inside, by) | (shift(pinned & inside, by) & diagonals)) & enemy & masks.targets
    };

    push_pawns::<WHITE>(moves, single & masks.targets, ahead);
    push_pawns::<WHITE>(moves, capture(left, not_a), left);
    push_pawns::<WHITE>(moves, capture(right, not_h), right);
    for to in double & masks.targets {
        moves.push(Move::normal(Square::wrapping((to.index() as i32 - 2 * ahead) as u32), to));
    }
}

#[inline]
fn push_pawns<const WHITE: bool>(moves: &mut MoveList, targets: Bitboard, by: i32) {
    let last = Bitboard::rank(side(WHITE).promotion_rank());
    let origin = |to: Square| Square::wrapping((to.index() as i32 - by) as u32);
    for to in targets - last {
        moves.push(Move::normal(origin(to), to));
    }
    for to in targets & last {
        for role in Role::PROMOTIONS {
            moves.push(Move::promoting(origin(to), to, role));
        }
    }
}
