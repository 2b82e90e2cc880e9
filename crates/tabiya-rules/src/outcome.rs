// SPDX-License-Identifier: MIT OR Apache-2.0
//! How the rules alone end a game, and which draws may be claimed.
//!
//! Articles are those of the FIDE Laws of Chess of 2023.

use core::fmt;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::position::Position;
use crate::role::Role;

/// How the rules alone ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "outcome", rename_all = "snake_case")
)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export_to = "protocol.ts", tag = "outcome", rename_all = "snake_case")
)]
pub enum Outcome {
    /// The king is in check and its side has no legal move (5.1.1).
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check (5.2.1).
    Stalemate,
    /// Neither side has enough pieces for any checkmate (part of 5.2.2).
    InsufficientMaterial,
    /// The same position occurred for the fifth time (9.6.1).
    FivefoldRepetition,
    /// 75 moves of each side without a capture or a pawn move (9.6.2).
    SeventyFiveMoves,
}

impl Outcome {
    /// The winner; `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } => Some(winner),
            Outcome::Stalemate
            | Outcome::InsufficientMaterial
            | Outcome::FivefoldRepetition
            | Outcome::SeventyFiveMoves => None,
        }
    }
}

/// In words: "checkmate, white wins", "draw by stalemate".
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Checkmate { winner } => write!(f, "checkmate, {winner} wins"),
            Outcome::Stalemate => f.write_str("draw by stalemate"),
            Outcome::InsufficientMaterial => f.write_str("draw by insufficient material"),
            Outcome::FivefoldRepetition => f.write_str("draw by fivefold repetition"),
            Outcome::SeventyFiveMoves => f.write_str("draw by the 75-move rule"),
        }
    }
}

/// A draw that the side to move may claim but need not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts", rename_all = "snake_case"))]
pub enum Claim {
    /// The same position occurred for the third time or more (9.2).
    ThreefoldRepetition,
    /// 50 moves of each side without a capture or a pawn move (9.3).
    FiftyMoves,
}

/// In words: "threefold repetition".
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Claim::ThreefoldRepetition => "threefold repetition",
            Claim::FiftyMoves => "50-move rule",
        })
    }
}

impl Position {
    /// How the game ends in this position, whatever came before: by checkmate, stalemate or insufficient
    /// material. Repetitions and counted moves are known to [`History`](crate::History).
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            Some(if self.is_check() {
                Outcome::Checkmate { winner: !self.turn() }
            } else {
                Outcome::Stalemate
            })
        } else if self.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else {
            None
        }
    }

    /// Whether neither side can ever mate: only kings are left, or kings and one knight in all, or kings and
    /// bishops that all stand on squares of one colour.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        let kings = self.by_role(Role::King);
        let bishops = self.by_role(Role::Bishop);
        let rest = self.occupied() - kings;
        let lone_knight = rest == self.by_role(Role::Knight) && rest.len() <= 1;
        lone_knight || (rest == bishops && on_one_colour(bishops))
    }

    /// Whether `color` has enough material to mate if the other side helps. This matters when the other side
    /// runs out of time (6.9). Only the material counts here, not the squares of the pieces;
    /// [`winnable`](Position::winnable) considers those, too.
    ///
    /// A side can't win with a king alone, with one knight against only a king and queens, or with bishops on
    /// squares of one colour if the other side has no knight, no pawn and no bishop on the other colour.
    #[must_use]
    pub fn can_win(&self, color: Color) -> bool {
        let kings = self.by_role(Role::King);
        let bishops = self.by_role(Role::Bishop);
        let own = self.by_color(color) - kings;
        let others = self.by_color(!color) - kings;
        if own.is_empty() {
            false
        } else if own.len() == 1 && own.is_subset(self.by_role(Role::Knight)) {
            !others.is_subset(self.by_role(Role::Queen))
        } else if own.is_subset(bishops) && on_one_colour(own) {
            others.intersects(self.by_role(Role::Knight) | self.by_role(Role::Pawn))
                || !on_one_colour(own | (others & bishops))
        } else {
            true
        }
    }
}

fn on_one_colour(set: Bitboard) -> bool {
    !set.intersects(Bitboard::LIGHT) || !set.intersects(Bitboard::DARK)
}
