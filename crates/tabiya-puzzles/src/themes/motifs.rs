// SPDX-License-Identifier: AGPL-3.0-or-later
//! What wins: forks, pins and the like.

use tabiya_rules::{Move, Pin, Position, Role, Square, between};

use super::Theme;
use super::walk::{Turn, Walk, lead, taken, worth};

pub(super) fn add(walk: &Walk, themes: &mut Vec<Theme>) {
    for (place, turn) in walk.turns.iter().enumerate() {
        let rest = &walk.turns[place..];
        let found = [
            (is_fork(rest), Theme::Fork),
            (is_pin(rest), Theme::Pin),
            (is_skewer(rest), Theme::Skewer),
            (is_discovered_attack(rest), Theme::DiscoveredAttack),
            (is_discovered_check(turn), Theme::DiscoveredCheck),
            (turn.after.checkers().more_than_one(), Theme::DoubleCheck),
            (is_trap(rest), Theme::TrappedPiece),
            (is_quiet(rest), Theme::QuietMove),
            (turn.mv.is_castling(), Theme::Castling),
            (turn.mv.is_en_passant(), Theme::EnPassant),
            (turn.mv.promotion().is_some(), Theme::Promotion),
            (turn.mv.promotion().is_some_and(|role| role != Role::Queen), Theme::UnderPromotion),
            (is_advanced(walk, turn), Theme::AdvancedPawn),
        ];
        themes.extend(found.into_iter().filter(|(is_it, _)| *is_it).map(|(_, theme)| theme));
    }
    if takes_what_hangs(walk) {
        themes.push(Theme::HangingPiece);
    }
    if gives_material(walk) {
        themes.push(Theme::Sacrifice);
    }
    let first = &walk.turns[0];
    if themes.contains(&Theme::Equality) && first.taken().is_none() && !first.after.is_check() {
        themes.push(Theme::DefensiveMove);
    }
}

/// One piece attacks two that it wants, and the line takes one of them with it. In the last step nothing is taken any more: there
/// it must be safe where it stands.
fn is_fork(rest: &[Turn]) -> bool {
    let turn = &rest[0];
    let Some(role) = turn.role() else { return false };
    let enemy = turn.after.turn();
    let is_wanted = |square: Square| {
        let Some(target) = turn.after.role_at(square) else { return false };
        worth(target) > worth(role)
            || (target != Role::Pawn && turn.after.attackers(square, enemy).is_empty())
    };
    let targets = turn.attacks() & turn.after.by_color(enemy);
    let wanted: Vec<Square> = targets.into_iter().filter(|square| is_wanted(*square)).collect();
    wanted.len() >= 2
        && match rest.get(1) {
            Some(next) => next.mv.from() == turn.mv.destination() && wanted.contains(&next.mv.to()),
            None => is_a_threat(turn),
        }
}

/// A last move whose point is what it attacks: it takes no piece and mates nobody, and the piece that has moved is not lost.
fn is_a_threat(turn: &Turn) -> bool {
    let takes_a_piece = turn.taken().is_some_and(|(role, _)| role != Role::Pawn);
    let stands = turn.mv.destination();
    !takes_a_piece
        && turn.after.outcome().is_none()
        && turn.role().is_some_and(|role| !is_lost(&turn.after, role, stands))
}

/// A man that seems to protect what is taken is pinned; or a pinned piece is attacked and taken; or the last move pins a piece that is
/// worth more than what pins it.
fn is_pin(rest: &[Turn]) -> bool {
    let turn = &rest[0];
    let enemy = turn.after.turn();
    let pins = turn.after.pins(enemy);
    if turn.taken().is_some() {
        let defenders = turn.after.attackers(turn.mv.to(), enemy);
        let cannot = |pinned| pins.iter().any(|pin| pin.pinned == pinned && !pin.line.contains(turn.mv.to()));
        let nobody_can = turn.after.legal_captures().iter().all(|mv| mv.to() != turn.mv.to());
        return nobody_can && defenders.into_iter().any(cannot);
    }
    let Some(next) = rest.get(1) else {
        let is_dearer = |pinned| turn.after.role_at(pinned).map_or(0, worth) > turn.role().map_or(0, worth);
        let is_held = |pin: &Pin| pin.by == turn.mv.destination() && is_dearer(pin.pinned);
        return is_a_threat(turn) && pins.iter().any(is_held);
    };
    let Some((role, square)) = next.taken() else { return false };
    // It was pinned when it was attacked, and still stands there.
    role != Role::Pawn
        && pins.iter().any(|pin| pin.pinned == square && turn.after.role_at(square) == Some(role))
        && turn.attacks().contains(square)
}

/// A piece must leave a line, and the one behind it is taken; in the last step, will be.
fn is_skewer(rest: &[Turn]) -> bool {
    let [turn, next, ..] = rest else { return will_skewer(&rest[0]) };
    let Some(reply) = turn.reply else { return false };
    let slides = matches!(turn.role(), Some(Role::Bishop | Role::Rook | Role::Queen));
    let (Some(front), Some((behind, square))) = (turn.after.role_at(reply.from()), next.taken()) else {
        return false;
    };
    slides
        && next.mv.from() == turn.mv.destination()
        && turn.attacks().contains(reply.from())
        && between(next.mv.from(), square).contains(reply.from())
        && reply.destination() != square
        && worth(front) > worth(behind)
}

/// A last move that attacks a piece, and through it a cheaper one that is then lost.
fn will_skewer(turn: &Turn) -> bool {
    let Some(role) = turn.role() else { return false };
    let (from, enemy) = (turn.mv.destination(), turn.after.turn());
    let worth_at = |square| turn.after.role_at(square).map_or(0, worth);
    let is_skewered = |back: Square| {
        let Some(front) = (between(from, back) & turn.after.by_color(enemy)).single() else { return false };
        let protectors = turn.after.attackers(back, enemy) - front.into();
        let is_won = worth_at(back) > worth(role) || (worth_at(back) > 1 && protectors.is_empty());
        is_won && worth_at(front) > worth_at(back).max(worth(role))
    };
    let behind = turn.after.xrays_from(from) & turn.after.by_color(enemy);
    is_a_threat(turn) && behind.into_iter().any(is_skewered)
}

/// A piece opens a line, and the one behind it takes something on it.
fn is_discovered_attack(rest: &[Turn]) -> bool {
    let [turn, next, ..] = rest else { return false };
    let Some((role, square)) = next.taken() else { return false };
    let by = next.mv.from();
    by != turn.mv.destination()
        && role != Role::Pawn
        && turn.after.role_at(square) == Some(role)
        && turn.before.role_at(by) == turn.after.role_at(by)
        && !turn.before.attacks_from(by).contains(square)
        && turn.after.attacks_from(by).contains(square)
        && between(by, square).contains(turn.mv.from())
}

fn is_discovered_check(turn: &Turn) -> bool {
    turn.after.checkers().into_iter().any(|by| by != turn.mv.destination() && !turn.mv.is_castling())
}

/// A piece is attacked, is lost wherever it goes, and is taken.
fn is_trap(rest: &[Turn]) -> bool {
    let [turn, next, ..] = rest else { return will_trap(&rest[0]) };
    let Some((role, square)) = next.taken() else { return false };
    let Some(reply) = turn.reply else { return false };
    // Where it stood when it was attacked.
    let stood = if reply.destination() == square { reply.from() } else { square };
    turn.after.role_at(stood) == Some(role) && has_no_way(turn, role, stood)
}

/// A last move that attacks such a piece, which could go if that helped.
fn will_trap(turn: &Turn) -> bool {
    let enemy = turn.after.turn();
    let pins = turn.after.pins(enemy);
    let is_trapped = |square: Square| {
        let is_free = pins.iter().all(|pin| pin.pinned != square);
        is_free && turn.after.role_at(square).is_some_and(|role| has_no_way(turn, role, square))
    };
    let targets = turn.attacks() & turn.after.by_color(enemy);
    is_a_threat(turn) && !is_fork(std::slice::from_ref(turn)) && targets.into_iter().any(is_trapped)
}

/// Whether a piece is attacked, and is lost wherever it goes.
fn has_no_way(turn: &Turn, role: Role, stood: Square) -> bool {
    if matches!(role, Role::Pawn | Role::King) || turn.after.is_check() || !is_lost(&turn.after, role, stood)
    {
        return false;
    }
    turn.after.legal_moves_of(stood).iter().all(|mv| {
        let gain = taken(&turn.after, *mv).map_or(0, |(role, _)| worth(role));
        gain < worth(role) && is_lost(&turn.after.after(*mv), role, mv.to())
    })
}

/// Whether the solver takes this piece with profit where it stands: by a cheaper one, or because nothing protects it.
fn is_lost(position: &Position, role: Role, square: Square) -> bool {
    let Some(piece) = position.piece_at(square) else { return false };
    let attackers = position.attackers(square, piece.color.opposite());
    let protectors = position.attackers(square, piece.color);
    let by_cheaper = attackers
        .into_iter()
        .any(|by| position.role_at(by).is_some_and(|attacker| worth(attacker) < worth(role)));
    by_cheaper || (attackers.any() && protectors.is_empty())
}

/// No check, no capture, no promotion, no way out of check or, at the end, out of an attack, and nothing attacked by the piece
/// that has moved.
fn is_quiet(rest: &[Turn]) -> bool {
    let turn = &rest[0];
    let flees = rest.len() == 1 && turn.before.attackers(turn.mv.from(), turn.after.turn()).any();
    let enemies = turn.after.by_color(turn.after.turn()) - turn.after.by_role(Role::Pawn);
    turn.taken().is_none()
        && !turn.before.is_check()
        && !turn.after.is_check()
        && !flees
        && turn.mv.promotion().is_none()
        && !turn.mv.is_castling()
        && !turn.attacks().intersects(enemies)
}

/// A pawn of the solver on its sixth or seventh rank moves on.
fn is_advanced(walk: &Walk, turn: &Turn) -> bool {
    turn.before.role_at(turn.mv.from()) == Some(Role::Pawn)
        && turn.mv.from().rank().seen_by(walk.solver).index() >= 5
}

/// The first move takes a piece that nothing protects, and that has not just taken something of its worth there.
fn takes_what_hangs(walk: &Walk) -> bool {
    let turn = &walk.turns[0];
    let Some((role, square)) = turn.taken() else { return false };
    let has_exchanged = walk.mistake.to() == square
        && taken(&walk.before_mistake, walk.mistake).is_some_and(|(taken, _)| worth(taken) >= worth(role));
    role != Role::Pawn && !has_exchanged && turn.before.attackers(square, turn.after.turn()).is_empty()
}

/// After some reply the solver is two pawns or more behind what it had, and that is no exchange in its middle.
fn gives_material(walk: &Walk) -> bool {
    let before = lead(walk.start(), walk.solver);
    walk.turns.windows(2).any(|pair| {
        let behind = lead(&pair[1].before, walk.solver) <= before - 2;
        behind && !pair[0].reply.is_some_and(|reply| is_taken_back(&pair[0].after, reply, &pair[1].before))
    })
}

/// Whether what a reply takes is protected and worth no more than what takes it.
fn is_taken_back(before: &Position, reply: Move, after: &Position) -> bool {
    let Some((role, _)) = taken(before, reply) else { return false };
    let takes = before.role_at(reply.from()).map_or(0, worth);
    worth(role) <= takes && after.attackers(reply.destination(), after.turn()).any()
}
