// SPDX-License-Identifier: MIT OR Apache-2.0
//! Standard algebraic notation: `Nf3`, `exd8=Q#`, `O-O` (PGN standard, section 8.2.3).
//!
//! Written as the standard wants it: the least that tells the move from the others, with `+` and `#`. Read with some
//! patience: check marks, `x`, `=` and annotations like `!?` may be there or not, more may be said than is needed
//! (`Ng1f3`, `e2-e4`), castling may be spelt with zeros, and `e.p.` may follow.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

mod error;
mod syntax;

pub use error::SanError;

use crate::bitboard::Bitboard;
use crate::castling::CastlingSide;
use crate::chess_move::Move;
use crate::explain::{Context, Reason};
use crate::position::Position;
use crate::role::Role;
use crate::square::Square;
use crate::uci::Attempt;
use syntax::{San, Target};

/// A legal move in SAN.
///
/// ```
/// use tabiya_rules::{Position, parse_san, san};
///
/// let position = Position::start();
/// let mv = parse_san(&position, "Ng1-f3").unwrap();
/// assert_eq!(san(&position, mv), "Nf3");
/// ```
#[must_use]
pub fn san(position: &Position, mv: Move) -> String {
    let mut text = String::with_capacity(8);
    match (mv.castling_side(), position.piece_at(mv.from()).map(|piece| piece.role)) {
        (Some(CastlingSide::KingSide), _) => text.push_str("O-O"),
        (Some(CastlingSide::QueenSide), _) => text.push_str("O-O-O"),
        (None, None | Some(Role::Pawn)) => {
            if mv.from().file() != mv.to().file() {
                text.push(mv.from().file().char());
                text.push('x');
            }
            text.push_str(&mv.to().to_string());
            if let Some(role) = mv.promotion() {
                text.push('=');
                text.push(role.upper_char());
            }
        }
        (None, Some(role)) => {
            text.push(role.upper_char());
            distinguish(&mut text, position, mv, role);
            if position.piece_at(mv.to()).is_some() {
                text.push('x');
            }
            text.push_str(&mv.to().to_string());
        }
    }
    let after = position.after(mv);
    if after.is_check() {
        text.push(if after.has_legal_move() { '+' } else { '#' });
    }
    text
}

/// The file, else the rank, else both, if another piece of the same kind may go there too.
fn distinguish(text: &mut String, position: &Position, mv: Move, role: Role) {
    let from = mv.from();
    let same_kind = position.by_role(role) & position.by_color(position.turn());
    if role == Role::King || !same_kind.more_than_one() {
        return;
    }
    let others: Bitboard = position
        .legal_moves()
        .iter()
        .filter(|other| other.to() == mv.to() && other.from() != from && same_kind.contains(other.from()))
        .map(|other| other.from())
        .collect();
    if others.is_empty() {
        return;
    }
    let shares_file = others.intersects(from.file().into());
    let shares_rank = others.intersects(from.rank().into());
    if !shares_file || shares_rank {
        text.push(from.file().char());
    }
    if shares_file {
        text.push(from.rank().char());
    }
}

/// The legal move that a text in SAN means.
///
/// # Errors
/// [`SanError::Syntax`] where the text is no SAN, whatever the position; else why no move or more than one fits.
pub fn parse_san(position: &Position, text: &str) -> Result<Move, SanError> {
    let context = Context::of_position(position);
    match syntax::parse(text)? {
        San::Castling(side) => context.resolve_castling(side).map_err(SanError::Illegal),
        San::Piece(target) => choose(position, context, &target),
    }
}

/// Finds the one piece that can go there, or says why there is none.
fn choose(position: &Position, context: Context<'_>, target: &Target) -> Result<Move, SanError> {
    let &Target { role, to, promotion, .. } = target;
    let mut legal = Vec::new();
    let mut illegal = Vec::new();
    for from in candidates(position, target) {
        match context.resolve_plain(Attempt { from, to, promotion }) {
            Ok(mv) => legal.push(mv),
            Err(reason) => illegal.push((from, reason)),
        }
    }
    match (legal.as_slice(), illegal.as_slice()) {
        ([mv], _) => return Ok(*mv),
        ([_, _, ..], _) => return Err(SanError::Ambiguous { role, to, candidates: legal }),
        ([], [(_, reason)]) => return Err(SanError::Illegal(reason.clone())),
        ([], _) => {}
    }
    let mut near = illegal.iter().filter(|(_, reason)| !is_far_off(reason));
    match (near.next(), near.next()) {
        (Some((_, reason)), None) => Err(SanError::Illegal(reason.clone())),
        _ => Err(SanError::NoCandidate { color: position.turn(), role, to, candidates: illegal }),
    }
}

/// The own pieces of that kind on the file and rank that the text names; for a pawn's plain move those on its file.
fn candidates(position: &Position, target: &Target) -> Bitboard {
    let mut set = position.by_color(position.turn()) & position.by_role(target.role);
    let straight = target.role == Role::Pawn && target.from_rank.is_none() && !target.captures;
    let file = target.from_file.or(straight.then_some(target.to.file()));
    if let Some(file) = file {
        set &= file.into();
    }
    if let Some(rank) = target.from_rank {
        set &= rank.into();
    }
    set
}

/// Whether the piece can't have been meant: it would not get there on an empty board either.
fn is_far_off(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::DoesNotMoveSo { .. } | Reason::PawnBackwards { .. } | Reason::AlreadyThere { .. }
    )
}

/// The squares from which the candidates come, for messages.
fn squares(moves: &[Move]) -> Vec<Square> {
    moves.iter().map(|mv| mv.from()).collect()
}
