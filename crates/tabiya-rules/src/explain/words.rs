// SPDX-License-Identifier: MIT OR Apache-2.0
//! An English sentence for each [`Reason`].

use core::fmt;

use super::reason::Reason;
use crate::color::Color;
use crate::role::Role;

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::GameOver { outcome } => match outcome.winner() {
                Some(winner) => write!(f, "The game is over: checkmate, {} wins.", side(winner)),
                None => write!(f, "The game is over: {outcome}."),
            },
            Reason::NoPiece { square } => write!(f, "There is no piece on {square}."),
            Reason::NotYourTurn { piece, square } => {
                let (turn, owner) = (side(!piece.color), side(piece.color));
                write!(f, "It is {turn}'s turn, and the {} on {square} is {owner}'s.", piece.role)
            }
            Reason::AlreadyThere { piece, square } => {
                write!(f, "The {} is already on {square}.", piece.role)
            }
            Reason::OwnPiece { piece, from, by, on } => {
                write!(f, "The {} on {from} cannot go to {on}: its own {} stands there.", piece.role, by.role)
            }
            Reason::PawnCapturesDiagonally { from, by, on, .. } => write!(
                f,
                "The pawn on {from} cannot capture the {} on {on}: pawns capture only diagonally.",
                by.role
            ),
            Reason::NothingToCapture { to, .. } => {
                write!(f, "There is nothing to capture on {to}, and pawns move diagonally only to capture.")
            }
            Reason::PawnTwoSquares { from, .. } => write!(
                f,
                "The pawn on {from} cannot advance two squares: pawns do so only from their first rank."
            ),
            Reason::PawnBackwards { from, to, .. } => {
                write!(f, "The pawn on {from} cannot go to {to}: pawns never move backwards.")
            }
            Reason::DoesNotMoveSo { piece, from, to } => {
                write!(f, "{} It cannot go from {from} to {to}.", way_of_moving(piece.role))
            }
            Reason::Blocked { piece, from, by, on, .. } => {
                write!(f, "The {} on {from} is blocked by the {} on {on}.", piece.role, by.role)
            }
            Reason::CastlingNoRook { square, .. } => {
                write!(f, "There is no rook on {square} to castle with.")
            }
            Reason::CastlingKingMoved { color, move_number } => {
                write!(f, "The king moved at move {move_number}, so {} may no longer castle.", side(color))
            }
            Reason::CastlingRookMoved { color, square, move_number } => write!(
                f,
                "The rook from {square} moved at move {move_number}, so {} may no longer castle on that side.",
                side(color)
            ),
            Reason::CastlingRookCaptured { color, square, move_number } => write!(
                f,
                "The rook from {square} was captured at move {move_number}, so {} may no longer castle on that \
                 side.",
                side(color)
            ),
            Reason::CastlingRightLost { color, square } => write!(
                f,
                "{} may no longer castle with the rook on {square}: the right was lost earlier.",
                side(color)
            ),
            Reason::CastlingInCheck { color, by, on } => write!(
                f,
                "{} may not castle while the king is in check from the {} on {on}.",
                side(color),
                by.role
            ),
            Reason::CastlingThroughAttack { color, square, by, on } => write!(
                f,
                "{} may not castle: the king would pass {square}, which the {} on {on} attacks.",
                side(color),
                by.role
            ),
            Reason::CastlingBlocked { color, by, on } => {
                write!(f, "{} may not castle: the {} on {on} is in the way.", side(color), by.role)
            }
            Reason::EnPassantTooLate { on, .. } => {
                write!(f, "The pawn on {on} may be captured en passant only right after its double step.")
            }
            Reason::EnPassantExposesKing { by, on, .. } => {
                write!(f, "Capturing en passant would expose the king to the {} on {on}.", by.role)
            }
            Reason::DoubleCheck { by, on, and_by, and_on, .. } => write!(
                f,
                "The king is in check from the {} on {on} and the {} on {and_on}: only the king may move.",
                by.role, and_by.role
            ),
            Reason::Pinned { piece, from, by, on } => {
                write!(f, "The {} on {from} is pinned to the king by the {} on {on}.", piece.role, by.role)
            }
            Reason::LeavesInCheck { by, on, .. } => {
                write!(f, "The king is in check from the {} on {on}, and this move leaves it there.", by.role)
            }
            Reason::KingIntoAttack { to, by, on, .. } => {
                write!(f, "The king would stand on {to}, which the {} on {on} attacks.", by.role)
            }
            Reason::PromotionMissing { to, .. } => {
                write!(f, "The pawn promotes on {to}: say to a queen, rook, bishop or knight.")
            }
            Reason::PromotionNotAllowed { role, .. } => {
                write!(f, "A pawn cannot become a {role}, only a queen, rook, bishop or knight.")
            }
            Reason::NoPromotion { piece, from, .. } => write!(
                f,
                "The {} on {from} cannot promote: only a pawn that reaches the last rank does.",
                piece.role
            ),
        }
    }
}

/// The side's name as a proper noun.
const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// How pieces of this role move.
const fn way_of_moving(role: Role) -> &'static str {
    match role {
        Role::Pawn => "A pawn moves straight ahead and captures one square diagonally ahead.",
        Role::Knight => "A knight moves in an L: two squares one way and one to the side.",
        Role::Bishop => "A bishop moves diagonally.",
        Role::Rook => "A rook moves along files and ranks.",
        Role::Queen => "A queen moves along files, ranks and diagonals.",
        Role::King => "A king moves one square at a time.",
    }
}
