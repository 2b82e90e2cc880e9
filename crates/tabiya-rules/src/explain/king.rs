// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reasons about the mover's own king: exposed by en passant, double check, pins, checks, attacked squares.

use super::castling::CastlingAttempt;
use super::{Mover, Reason, nearest};
use crate::bitboard::Bitboard;
use crate::position::Position;
use crate::role::Role;
use crate::square::Square;

/// How the king would be attacked by castling, if there is no other reason against it.
pub(super) fn exposed_by_castling(
    position: &Position,
    from: Square,
    castling: CastlingAttempt,
) -> Option<Reason> {
    let (to, rook_to) = (castling.king_to(from), castling.rook_to(from));
    let occupied = (position.occupied() - from.into() - castling.rook.into()).with(to).with(rook_to);
    let attackers = attackers(position, to, occupied);
    nearest(position, attackers, to).map(|(by, on)| Reason::KingIntoAttack { from, to, by, on })
}

/// How the king would be attacked after any other move that would else be possible, in order of precedence.
pub(super) fn exposed_by_move(position: &Position, mover: &Mover) -> Option<Reason> {
    let Mover { piece, from, to, .. } = *mover;
    let occupied = position.occupied().without(from).with(to);
    if piece.role == Role::King {
        let attackers = attackers(position, to, occupied).without(to);
        return nearest(position, attackers, to).map(|(by, on)| Reason::KingIntoAttack { from, to, by, on });
    }
    let king = position.king_of(piece.color);
    let attackers = attackers(position, king, occupied).without(to);
    let exposed = nearest(position, attackers - position.checkers(), king);
    double_check(position, mover)
        .or(exposed.map(|(by, on)| Reason::Pinned { piece, from, by, on }))
        .or_else(|| left_in_check(position, mover, attackers))
}

/// The same for a capture en passant, which removes two pawns from one rank.
pub(super) fn exposed_by_en_passant(position: &Position, mover: &Mover) -> Option<Reason> {
    let Mover { piece, from, to, .. } = *mover;
    let captured = Square::from_coords(to.file(), from.rank());
    let king = position.king_of(piece.color);
    let occupied = position.occupied().without(from).without(captured).with(to);
    let attackers = attackers(position, king, occupied).without(captured);
    nearest(position, attackers - position.checkers(), king)
        .map(|(by, on)| Reason::EnPassantExposesKing { piece, from, to, by, on })
        .or_else(|| double_check(position, mover))
        .or_else(|| left_in_check(position, mover, attackers))
}

/// Two pieces give check, and the mover is not the king.
fn double_check(position: &Position, mover: &Mover) -> Option<Reason> {
    let Mover { piece, from, .. } = *mover;
    let king = position.king_of(piece.color);
    let (by, on) = nearest(position, position.checkers(), king)?;
    let (and_by, and_on) = nearest(position, position.checkers().without(on), king)?;
    Some(Reason::DoubleCheck { piece, from, by, on, and_by, and_on })
}

/// A piece attacks the king after the move, too.
fn left_in_check(position: &Position, mover: &Mover, attackers: Bitboard) -> Option<Reason> {
    let Mover { piece, from, to, .. } = *mover;
    nearest(position, attackers, position.king_of(piece.color)).map(|(by, on)| Reason::LeavesInCheck {
        piece,
        from,
        to,
        by,
        on,
    })
}

/// The opponent's pieces that attack a square when `occupied` holds pieces.
pub(super) fn attackers(position: &Position, square: Square, occupied: Bitboard) -> Bitboard {
    position.attackers_to(square, occupied) & position.by_color(!position.turn())
}
