// SPDX-License-Identifier: AGPL-3.0-or-later
//! Mates by their names.

use tabiya_rules::{Bitboard, Position, Rank, Role, king_attacks};

use super::Theme;
use super::walk::Walk;

pub(super) fn add(walk: &Walk, themes: &mut Vec<Theme>) {
    let end = &walk.last().after;
    if !end.is_checkmate() {
        return;
    }
    themes.push(Theme::Mate);
    themes.extend(match walk.turns.len() {
        1 => Some(Theme::MateIn1),
        2 => Some(Theme::MateIn2),
        3 => Some(Theme::MateIn3),
        4 => Some(Theme::MateIn4),
        5 => Some(Theme::MateIn5),
        _ => None,
    });
    let named = [
        (is_smothered(end), Theme::SmotheredMate),
        (is_back_rank(end), Theme::BackRankMate),
        (is_arabian(end), Theme::ArabianMate),
        (is_double_bishop(end), Theme::DoubleBishopMate),
    ];
    themes.extend(named.into_iter().filter(|(is_it, _)| *is_it).map(|(_, theme)| theme));
}

/// A knight alone gives check, and the king's own men stand on all squares around it.
fn is_smothered(end: &Position) -> bool {
    let king = end.king_of(end.turn());
    let by_knight = end.checkers().single().is_some_and(|by| end.role_at(by) == Some(Role::Knight));
    by_knight && king_attacks(king).is_subset(end.by_color(end.turn()))
}

/// A rook or queen gives check along the back rank, and the king's own men stand on all squares before it.
fn is_back_rank(end: &Position) -> bool {
    let side = end.turn();
    let king = end.king_of(side);
    let next = if side.back_rank() == Rank::First { Rank::Second } else { Rank::Seventh };
    let before = king_attacks(king) & Bitboard::rank(next);
    let along = end
        .checkers()
        .into_iter()
        .any(|by| matches!(end.role_at(by), Some(Role::Rook | Role::Queen)) && by.rank() == king.rank());
    king.rank() == side.back_rank() && along && before.is_subset(end.by_color(side))
}

/// In a corner a rook beside the king gives check, protected by a knight that also guards the square of flight.
fn is_arabian(end: &Position) -> bool {
    let side = end.turn();
    let king = end.king_of(side);
    let is_corner = king_attacks(king).len() == 3;
    let Some(by) = end.checkers().single() else { return false };
    let knights = end.pieces(side.opposite(), Role::Knight);
    is_corner
        && end.role_at(by) == Some(Role::Rook)
        && king_attacks(king).contains(by)
        && (end.attackers(by, side.opposite()) & knights).any()
}

/// Two bishops alone give the mate: one checks, and the other takes squares of flight.
fn is_double_bishop(end: &Position) -> bool {
    let side = end.turn();
    let king = end.king_of(side);
    let bishops = end.pieces(side.opposite(), Role::Bishop);
    let Some(by) = end.checkers().single() else { return false };
    if bishops.len() != 2 || !bishops.contains(by) {
        return false;
    }
    let around = king_attacks(king) - end.by_color(side);
    let guarded_by =
        |square| end.attackers_to(square, end.occupied().without(king)) & end.by_color(side.opposite());
    around.into_iter().all(|square| (guarded_by(square) & bishops).any())
        && around.into_iter().any(|square| (guarded_by(square) & bishops).without(by).any())
}
