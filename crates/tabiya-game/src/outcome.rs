// SPDX-License-Identifier: MIT OR Apache-2.0
//! How a game ended: its result and its termination.

use std::fmt;

use serde::{Deserialize, Serialize};
use tabiya_rules::{Claim, Color, Outcome};

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum GameResult {
    /// White won.
    WhiteWins,
    /// Black won.
    BlackWins,
    /// Half a point each.
    Draw,
    /// The game has no result and does not count: it was aborted, or its end is not known.
    Aborted,
}

impl GameResult {
    /// A win for this side.
    pub const fn win(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// The side that won; `None` if neither did.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::WhiteWins => Some(Color::White),
            Self::BlackWins => Some(Color::Black),
            Self::Draw | Self::Aborted => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::WhiteWins => "White wins",
            Self::BlackWins => "Black wins",
            Self::Draw => "draw",
            Self::Aborted => "aborted",
        })
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum Termination {
    /// Checkmate (FIDE 5.1.1).
    Checkmate,
    /// The loser resigned (FIDE 5.1.2).
    Resignation,
    /// Stalemate (FIDE 5.2.1).
    Stalemate,
    /// Neither side has enough pieces for a mate (part of FIDE 5.2.2).
    InsufficientMaterial,
    /// The position occurred for the fifth time (FIDE 9.6.1).
    FivefoldRepetition,
    /// 75 moves of each side without a pawn move or capture (FIDE 9.6.2).
    SeventyFiveMoves,
    /// The side to move claimed a third repetition (FIDE 9.2).
    ThreefoldRepetition,
    /// The side to move claimed 50 moves of each side without a pawn move or capture (FIDE 9.3).
    FiftyMoves,
    /// Both agreed to a draw (FIDE 5.2.3).
    Agreement,
    /// The loser's time ran out (FIDE 6.9).
    TimeForfeit,
    /// A side ran out of time, but the other can't mate by any series of legal moves (FIDE 6.9), because it
    /// lacks the pieces or because the position is blocked: a draw.
    TimeForfeitInsufficientMaterial,
    /// A side left, and the other claimed the win or a draw.
    Abandonment,
    /// A side left, and the other claimed the win but can't mate by any series of legal moves: a draw.
    AbandonmentInsufficientMaterial,
    /// A side aborted the game before both had moved.
    Abort,
    /// A side did not make its first move in time.
    NoFirstMove,
    /// An arbiter decided. The game has no result where not both sides had moved, or where the verdict is no win and no draw.
    ArbiterDecision,
    /// How the game ended is not known: its record says only the result, or stops before the end. Only games from elsewhere end
    /// like this.
    Unknown,
}

impl Termination {
    /// Whether a game that ended in this way can have this result.
    pub const fn fits(self, result: GameResult) -> bool {
        match self {
            Self::Checkmate | Self::Resignation | Self::TimeForfeit => result.winner().is_some(),
            Self::Abort | Self::NoFirstMove => matches!(result, GameResult::Aborted),
            Self::ArbiterDecision | Self::Unknown => true,
            Self::Abandonment => !matches!(result, GameResult::Aborted),
            Self::Stalemate
            | Self::InsufficientMaterial
            | Self::FivefoldRepetition
            | Self::SeventyFiveMoves
            | Self::ThreefoldRepetition
            | Self::FiftyMoves
            | Self::Agreement
            | Self::TimeForfeitInsufficientMaterial
            | Self::AbandonmentInsufficientMaterial => matches!(result, GameResult::Draw),
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Checkmate => "checkmate",
            Self::Resignation => "resignation",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::FivefoldRepetition => "fivefold repetition",
            Self::SeventyFiveMoves => "75 moves without a pawn move or capture",
            Self::ThreefoldRepetition => "threefold repetition",
            Self::FiftyMoves => "50 moves without a pawn move or capture",
            Self::Agreement => "agreement",
            Self::TimeForfeit => "time forfeit",
            Self::TimeForfeitInsufficientMaterial => "time forfeit against insufficient material",
            Self::Abandonment => "abandonment",
            Self::AbandonmentInsufficientMaterial => "abandonment against insufficient material",
            Self::Abort => "abort",
            Self::NoFirstMove => "no first move",
            Self::ArbiterDecision => "arbiter's decision",
            Self::Unknown => "end not known",
        })
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        outcome.winner().map_or(Self::Draw, Self::win)
    }
}

impl From<Outcome> for Termination {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Checkmate { winner: _ } => Self::Checkmate,
            Outcome::Stalemate => Self::Stalemate,
            Outcome::InsufficientMaterial => Self::InsufficientMaterial,
            Outcome::FivefoldRepetition => Self::FivefoldRepetition,
            Outcome::SeventyFiveMoves => Self::SeventyFiveMoves,
        }
    }
}

impl From<Claim> for Termination {
    fn from(claim: Claim) -> Self {
        match claim {
            Claim::ThreefoldRepetition => Self::ThreefoldRepetition,
            Claim::FiftyMoves => Self::FiftyMoves,
        }
    }
}
