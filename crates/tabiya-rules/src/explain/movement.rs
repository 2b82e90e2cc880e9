// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether the piece moves this way and whether a piece is in its way: all reasons except those about
//! castling and the king's safety.

use super::{Context, Mover, Reason, king, nearest};
use crate::attacks::{attacks, between};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::piece::Piece;
use crate::position::Position;
use crate::role::Role;
use crate::square::Square;

/// The first reason against the move in order of precedence.
pub(super) fn obstacle(context: Context<'_>, mover: &Mover) -> Option<Reason> {
    let position = context.position;
    let Mover { piece, from, to, .. } = *mover;
    if from == to {
        return Some(Reason::AlreadyThere { piece, square: from });
    }
    if let Some(by) = position.piece_at(to).filter(|target| target.color == piece.color) {
        return Some(Reason::OwnPiece { piece, from, by, on: to });
    }
    if piece.role == Role::Pawn {
        return pawn_obstacle(context, mover);
    }
    if !attacks(piece.color, piece.role, from, Bitboard::EMPTY).contains(to) {
        return Some(Reason::DoesNotMoveSo { piece, from, to });
    }
    let blockers = between(from, to) & position.occupied();
    nearest(position, blockers, from).map(|(by, on)| Reason::Blocked { piece, from, to, by, on })
}

/// The same for pawns. Their moves depend on whether a piece stands on the target.
fn pawn_obstacle(context: Context<'_>, mover: &Mover) -> Option<Reason> {
    let position = context.position;
    let Mover { piece, from, to, .. } = *mover;
    let target = position.piece_at(to);
    let (files, ranks) = ahead(piece.color, from, to);
    match (files, ranks, target) {
        (0, 1 | 2, Some(by)) => Some(Reason::PawnCapturesDiagonally { piece, from, by, on: to }),
        (0, 1, None) | (-1 | 1, 1, Some(_)) => None,
        (0, 2, None) => {
            let blockers = between(from, to) & position.occupied();
            match nearest(position, blockers, from) {
                Some((by, on)) => Some(Reason::Blocked { piece, from, to, by, on }),
                None if from.rank() == piece.color.pawn_rank() => None,
                None => Some(Reason::PawnTwoSquares { piece, from, to }),
            }
        }
        (-1 | 1, 1, None) => match pawn_beside(position, mover) {
            Some(_) if is_en_passant(context, mover) => None,
            Some((by, on)) => Some(Reason::EnPassantTooLate { piece, from, to, by, on }),
            None => Some(Reason::NothingToCapture { piece, from, to }),
        },
        (_, ..0, _) => Some(Reason::PawnBackwards { piece, from, to }),
        (_, 0.., _) => Some(Reason::DoesNotMoveSo { piece, from, to }),
    }
}

/// The number of files to the right and of ranks forward, as this side sees them.
fn ahead(color: Color, from: Square, to: Square) -> (i8, i8) {
    let files = to.file().index() as i8 - from.file().index() as i8;
    let ranks = to.rank().index() as i8 - from.rank().index() as i8;
    match color {
        Color::White => (files, ranks),
        Color::Black => (files, -ranks),
    }
}

/// Whether the move captures the pawn that has just advanced two squares.
///
/// A position keeps the en passant square only if the capture is legal, but the last move of the game tells
/// the rest. Without a game, a capture that looks like en passant and fails only because of the king counts
/// as en passant: the reason given is true in either case.
pub(super) fn is_en_passant(context: Context<'_>, mover: &Mover) -> bool {
    let Context { position, history } = context;
    let Mover { piece, from, to, .. } = *mover;
    if piece.role != Role::Pawn || !attacks(piece.color, Role::Pawn, from, Bitboard::EMPTY).contains(to) {
        return false;
    }
    let Some((pawn, beside)) = pawn_beside(position, mover) else {
        return false;
    };
    let origin = Square::from_coords(to.file(), pawn.color.pawn_rank());
    match history.and_then(|history| history.moves().last()) {
        _ if position.legal_en_passant() == Some(to) => true,
        Some(last) => last.from() == origin && last.to() == beside,
        None => {
            position.halfmove_clock() == 0
                && !position.occupied().intersects(Bitboard::square(origin) | Bitboard::square(to))
                && king::exposed_by_en_passant(position, mover).is_some()
        }
    }
}

/// The opponent's pawn beside the mover that a capture en passant would take; `None` if the ranks don't fit.
fn pawn_beside(position: &Position, mover: &Mover) -> Option<(Piece, Square)> {
    let pawn = Piece::new(!mover.piece.color, Role::Pawn);
    let beside = Square::from_coords(mover.to.file(), mover.from.rank());
    // A move of two squares ends on the fourth rank of the side that makes it.
    let reached =
        ahead(pawn.color, Square::from_coords(beside.file(), pawn.color.pawn_rank()), beside).1 == 2;
    (reached && position.piece_at(beside) == Some(pawn)).then_some((pawn, beside))
}
