// SPDX-License-Identifier: MIT OR Apache-2.0
//! Estimates how far a side is from having a queen or rook against a bare king. Only the order of the search
//! depends on it, never an answer.
//!
//! Both sides help, so a piece that can move can soon be captured. Against a bare king the mate is near.

use super::mate_distance::{Reach, foremost, promotion, steps};
use crate::attacks::attacks;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::position::Position;
use crate::role::Role;

/// Whether this side has a queen or rook, or a pawn that may become one.
pub(super) fn may_help(position: &Position, color: Color) -> bool {
    let strong = position.by_role(Role::Queen) | position.by_role(Role::Rook) | position.by_role(Role::Pawn);
    strong.intersects(position.by_color(color))
}

/// More than any estimate for a bare king, so that the last capture always reduces the distance.
const NOT_BARE: u32 = 200;
/// The distance for each piece of the other side, found by trying positions of real games.
const MAN: u32 = 40;
/// The side has nothing that could become a queen.
const HOPELESS: u32 = 10_000;

/// The estimated distance from a mate of the bare king; 0 is nearest.
pub(super) fn distance(position: &Position, color: Color) -> u32 {
    let men = position.by_color(!color).without(position.king_of(!color));
    let heavy = position.pieces(color, Role::Queen) | position.pieces(color, Role::Rook);
    if men.is_empty() && heavy.any() {
        return Reach::of(position, color).distance(position);
    }
    let promotion = if heavy.any() {
        0
    } else {
        match foremost(position.pieces(color, Role::Pawn), color) {
            Some(pawn) => 10 + promotion(position, color, pawn),
            None => HOPELESS,
        }
    };
    let capture = if men.is_empty() { 0 } else { 2 + capture(position, color, men) };
    NOT_BARE + MAN * men.len() as u32 + capture + promotion
}

/// The distance from a capture of one of these pieces: 0 if one is attacked, else the king's moves to the
/// nearest that is not protected.
fn capture(position: &Position, color: Color, men: Bitboard) -> u32 {
    let king = position.king_of(color);
    if men.intersects(attacked_by(position, position.by_color(color).without(king))) {
        return 0;
    }
    let protected = attacked_by(position, position.by_color(!color));
    (men - protected).into_iter().map(|man| steps(king, man) - 1).min().unwrap_or(7)
}

/// All squares that these pieces attack.
fn attacked_by(position: &Position, pieces: Bitboard) -> Bitboard {
    let occupied = position.occupied();
    pieces
        .into_iter()
        .filter_map(|from| position.piece_at(from).map(|piece| (from, piece)))
        .map(|(from, piece)| attacks(piece.color, piece.role, from, occupied))
        .fold(Bitboard::EMPTY, |set, squares| set | squares)
}
