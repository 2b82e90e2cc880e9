// SPDX-License-Identifier: MIT OR Apache-2.0
//! King safety: the pawn shelter, and the enemy pieces that attack the king's surroundings.

use tabiya_rules::{Bitboard, Color, Role, bishop_attacks, knight_attacks, rook_attacks};

use super::pawns::{fill, rank_seen_by};
use super::pieces::{Attacks, file_mask, files_around};
use super::terms::{KING_DANGER, KING_ON_OPEN_FILE, SHELTER, STORM, Sink};
use crate::eval::board::Board;

/// The highest index into the table of king danger.
const MAX_DANGER: i32 = 31;

/// Adds the king safety terms of that side.
pub(crate) fn safety(us: Color, board: &Board, attacks: &Attacks, sink: &mut impl Sink) {
    shelter(us, board, sink);
    let step = danger(us, board, attacks);
    if step > 0 {
        sink.add(KING_DANGER + step as usize, 1);
    }
}

/// The pawn shelter and the enemy's pawn storm.
fn shelter(us: Color, board: &Board, sink: &mut impl Sink) {
    let position = &board.position;
    let them = us.opposite();
    let king = position.king_of(us);
    let king_file = king.index() % 8;
    let king_rank = rank_seen_by(us, king);
    let ahead = fill(us, Bitboard::rank(king.rank()).0);
    let own = position.pieces(us, Role::Pawn).0 & ahead;
    let enemy = position.pieces(them, Role::Pawn).0 & ahead;
    for file in king_file.saturating_sub(1)..=(king_file + 1).min(7) {
        let mask = file_mask(file);
        let steps = |set: u64| {
            // Only the pawn nearest to the king counts.
            let nearest = match us {
                Color::White => Bitboard(set & mask).first(),
                Color::Black => Bitboard(set & mask).last(),
            };
            nearest.map_or(7, |square| (rank_seen_by(us, square) - king_rank).min(6))
        };
        let wing = if file == king_file { 0 } else { 8 };
        sink.add(SHELTER + wing + steps(own), 1);
        sink.add(STORM + steps(enemy), 1);
    }
    let pawns = position.by_role(Role::Pawn).0;
    let bare = (king_file.saturating_sub(1)..=(king_file + 1).min(7))
        .filter(|file| file_mask(*file) & pawns & files_around(king) == 0)
        .count();
    if bare > 0 {
        sink.add(KING_ON_OPEN_FILE, bare as i32);
    }
}

/// How strongly the enemy attacks the king of that side, 0 to [`MAX_DANGER`].
fn danger(us: Color, board: &Board, attacks: &Attacks) -> i32 {
    let position = &board.position;
    let them = us.opposite();
    let (at, enemy) = (us.index(), them.index());
    let has_queen = position.pieces(them, Role::Queen).any();
    if attacks.attackers[enemy] < 2 - i32::from(has_queen) {
        return 0;
    }
    let king = position.king_of(us);
    let occupied = position.occupied();
    // Squares that the enemy attacks and that only our king or queen, or nothing, defends.
    let weak = attacks.all[enemy]
        & !attacks.twice[at]
        & (!attacks.all[at]
            | attacks.by_role[at][Role::King.index()]
            | attacks.by_role[at][Role::Queen.index()]);
    let safe = !position.by_color(them).0 & (!attacks.all[at] | weak & attacks.twice[enemy]);
    let lines = rook_attacks(king, occupied).0;
    let diagonals = bishop_attacks(king, occupied).0;
    let by = &attacks.by_role[enemy];
    let mut units = attacks.pressure[enemy];
    units += 3 * (weak & attacks.ring[at]).count_ones() as i32;
    for (role, from, weight) in [
        (Role::Queen, lines | diagonals, 8),
        (Role::Rook, lines, 10),
        (Role::Knight, knight_attacks(king).0, 9),
        (Role::Bishop, diagonals, 6),
    ] {
        if by[role.index()] & from & safe != 0 {
            units += weight;
        }
    }
    units += 2 * attacks.attackers[enemy];
    if !has_queen {
        units -= 18;
    }
    (units / 2 - 3).clamp(0, MAX_DANGER)
}
