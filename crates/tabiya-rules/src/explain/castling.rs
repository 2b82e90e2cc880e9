// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether an attempt is castling, and what forbids it (FIDE 3.8.2; Chess960: guideline II).

use super::king::attackers;
use super::{Context, Mover, Reason, nearest};
use crate::attacks::between;
use crate::bitboard::Bitboard;
use crate::castling::{CastlingMode, CastlingSide};
use crate::color::Color;
use crate::history::History;
use crate::piece::Piece;
use crate::position::Position;
use crate::role::Role;
use crate::square::{File, Square};

/// An attempt to castle: the side, and the rook that would take part.
#[derive(Clone, Copy)]
pub(super) struct CastlingAttempt {
    pub(super) side: CastlingSide,
    /// The square where the rook stands or should stand.
    pub(super) rook: Square,
}

impl CastlingAttempt {
    /// The square where the king ends, on its rank.
    pub(super) fn king_to(self, king: Square) -> Square {
        Square::from_coords(self.side.king_file(), king.rank())
    }

    /// The square where the rook ends.
    pub(super) fn rook_to(self, king: Square) -> Square {
        Square::from_coords(self.side.rook_file(), king.rank())
    }
}

/// The castling that an attempt means; `None` if it is not castling.
///
/// There are two ways to write it: the king goes to the square of its own rook, or it goes from its home
/// square at least two squares to the c-file or g-file. In the second case the target must hold no own piece:
/// if it does, that piece is the reason against the move.
pub(super) fn attempted(context: Context<'_>, mover: &Mover) -> Option<CastlingAttempt> {
    let Mover { piece: Piece { color, role }, from, to, .. } = *mover;
    let rank = color.back_rank();
    if role != Role::King || from.rank() != rank || to.rank() != rank || from == to {
        return None;
    }
    let position = context.position;
    let side = if to.file() > from.file() { CastlingSide::KingSide } else { CastlingSide::QueenSide };
    let right = position.castling_rook(color, side);
    match position.piece_at(to) {
        Some(target) if target == Piece::new(color, Role::Rook) => {
            let castles = match position.castling_mode() {
                _ if right == Some(to) => true,
                CastlingMode::Standard => from.file() == File::E && to == corner(color, side),
                CastlingMode::Chess960 => right.is_none(),
            };
            castles.then_some(CastlingAttempt { side, rook: to })
        }
        Some(target) if target.color == color => None,
        Some(_) | None => {
            let reaches =
                to.file() == side.king_file() && from.file().index().abs_diff(to.file().index()) >= 2;
            let rook = right.or_else(|| rook_at_home(context, color, side, from))?;
            reaches.then_some(CastlingAttempt { side, rook })
        }
    }
}

/// If the king stands on its home square, the square where the rook of a lost right should stand.
fn rook_at_home(context: Context<'_>, color: Color, side: CastlingSide, king: Square) -> Option<Square> {
    match context.position.castling_mode() {
        CastlingMode::Standard => (king.file() == File::E).then(|| corner(color, side)),
        CastlingMode::Chess960 => {
            let start = context.history?.start();
            start.castling_rook(color, side).filter(|_| start.king_of(color) == king)
        }
    }
}

/// The castling that `O-O` or `O-O-O` means, wherever the king stands.
pub(super) fn by_side(context: Context<'_>, color: Color, side: CastlingSide) -> CastlingAttempt {
    let position = context.position;
    let rook = position.castling_rook(color, side).unwrap_or_else(|| match position.castling_mode() {
        CastlingMode::Standard => corner(color, side),
        CastlingMode::Chess960 => outermost_rook(position, color, side).unwrap_or(corner(color, side)),
    });
    CastlingAttempt { side, rook }
}

/// The side's own rook on its back rank that is farthest from the king in this direction.
fn outermost_rook(position: &Position, color: Color, side: CastlingSide) -> Option<Square> {
    let rooks = position.by_color(color) & position.by_role(Role::Rook) & Bitboard::rank(color.back_rank());
    let king = position.king_of(color);
    match side {
        CastlingSide::KingSide => rooks.last().filter(|rook| *rook > king),
        CastlingSide::QueenSide => rooks.first().filter(|rook| *rook < king),
    }
}

/// The a- or h-square of a side's back rank.
fn corner(color: Color, side: CastlingSide) -> Square {
    let file = match side {
        CastlingSide::KingSide => File::H,
        CastlingSide::QueenSide => File::A,
    };
    Square::from_coords(file, color.back_rank())
}

/// The first reason against castling in order of precedence, except an attack on the square where the king
/// ends.
pub(super) fn obstacle(context: Context<'_>, color: Color, attempt: CastlingAttempt) -> Option<Reason> {
    let position = context.position;
    let king = position.king_of(color);
    missing_right(context, color, attempt)
        .or_else(|| {
            nearest(position, position.checkers(), king).map(|(by, on)| Reason::CastlingInCheck {
                color,
                by,
                on,
            })
        })
        .or_else(|| attack_on_the_way(position, color, attempt))
        .or_else(|| {
            let blockers = way(king, attempt) & position.occupied();
            nearest(position, blockers, king).map(|(by, on)| Reason::CastlingBlocked { color, by, on })
        })
}

/// The reason that there is no rook or no castling right.
pub(super) fn missing_right(context: Context<'_>, color: Color, attempt: CastlingAttempt) -> Option<Reason> {
    let CastlingAttempt { side, rook } = attempt;
    if context.position.castling_rook(color, side) == Some(rook) {
        return None;
    }
    if context.position.piece_at(rook) != Some(Piece::new(color, Role::Rook)) {
        return Some(Reason::CastlingNoRook { color, square: rook });
    }
    let known = context.history.and_then(|history| how_the_right_was_lost(history, color, side));
    Some(known.unwrap_or(Reason::CastlingRightLost { color, square: rook }))
}

/// The first move of the game that took the right away. `None` if the game did not begin with the right.
fn how_the_right_was_lost(history: &History, color: Color, side: CastlingSide) -> Option<Reason> {
    let square = history.start().castling_rook(color, side)?;
    let king = history.start().king_of(color);
    history.moves().iter().enumerate().find_map(|(ply, mv)| {
        // The number always fits in practice: a FEN keeps only 16 bits of it.
        let move_number = u32::try_from(history.fullmove_number_at(ply)).unwrap_or(u32::MAX);
        match history.mover_at(ply) == color {
            true if mv.from() == king => Some(Reason::CastlingKingMoved { color, move_number }),
            true if mv.from() == square => Some(Reason::CastlingRookMoved { color, square, move_number }),
            false if mv.to() == square => Some(Reason::CastlingRookCaptured { color, square, move_number }),
            true | false => None,
        }
    })
}

/// An attack on the first attacked square between the king and the square where it ends.
fn attack_on_the_way(position: &Position, color: Color, attempt: CastlingAttempt) -> Option<Reason> {
    let king = position.king_of(color);
    let occupied = position.occupied() - king.into();
    let attacked = between(king, attempt.king_to(king))
        .into_iter()
        .filter(|square| attackers(position, *square, occupied).any())
        .min_by_key(|square| square.file().index().abs_diff(king.file().index()))?;
    nearest(position, attackers(position, attacked, occupied), attacked)
        .map(|(by, on)| Reason::CastlingThroughAttack { color, square: attacked, by, on })
}

/// All squares that must be empty except for king and rook: those between them and the squares where they
/// end, those included.
fn way(king: Square, attempt: CastlingAttempt) -> Bitboard {
    let (king_to, rook_to) = (attempt.king_to(king), attempt.rook_to(king));
    let all = between(king, king_to)
        | between(attempt.rook, rook_to)
        | Bitboard::square(king_to)
        | Bitboard::square(rook_to);
    all - king.into() - attempt.rook.into()
}
