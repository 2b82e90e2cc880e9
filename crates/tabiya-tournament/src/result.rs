// SPDX-License-Identifier: MIT OR Apache-2.0
//! What one player did in one round.

use std::fmt;

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// The white pieces.
    White,
    /// The black pieces.
    Black,
}

impl Colour {
    /// The other side.
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// A result against a scheduled opponent, as the player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// Won on the board: `1`.
    Win,
    /// Drawn on the board: `=`.
    Draw,
    /// Lost on the board: `0`.
    Loss,
    /// Won in under one move, not rated: `W`.
    ShortWin,
    /// Drawn in under one move, not rated: `D`.
    ShortDraw,
    /// Lost in under one move, not rated: `L`.
    ShortLoss,
    /// Won because the opponent did not come: `+`. Not a game in the sense of C.04.2 3.4.
    ForfeitWin,
    /// Lost by not coming: `-`.
    ForfeitLoss,
    /// Not known yet: being played, or adjourned. Counts as a draw for pairing unless `162 X` says otherwise.
    Unknown,
}

impl GameResult {
    /// Whether a game took place; forfeits give no colour and are no meeting (C.04.2 3.4, 3.5).
    pub const fn is_played(self) -> bool {
        !matches!(self, Self::ForfeitWin | Self::ForfeitLoss)
    }

    /// The result that the opponent of a player with this one usually has.
    pub const fn seen_by_opponent(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            Self::ShortWin => Self::ShortLoss,
            Self::ShortLoss => Self::ShortWin,
            Self::ForfeitWin => Self::ForfeitLoss,
            Self::ForfeitLoss => Self::ForfeitWin,
            Self::Draw | Self::ShortDraw | Self::Unknown => self,
        }
    }
}

/// A round without an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bye {
    /// The pairing-allocated bye (PAB) of C.04.1 article 3: `U`.
    PairingAllocated,
    /// A bye worth a win, given on request: `F`.
    Full,
    /// A bye worth a draw, given on request: `H`.
    Half,
    /// An absence: `Z`, or nothing at all.
    Zero,
}

/// One cell of the cross table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// A game that was scheduled, whether or not both came.
    Game {
        /// The opponent's starting number.
        opponent: u16,
        /// The colour that was allotted; forfeits may have none.
        colour: Option<Colour>,
        /// The result as this player sees it.
        result: GameResult,
    },
    /// A round without an opponent.
    Bye(Bye),
}

impl Cell {
    /// The absence.
    pub const ABSENT: Self = Self::Bye(Bye::Zero);

    /// The opponent and colour of a game that was really played.
    pub const fn played(self) -> Option<(u16, Option<Colour>, GameResult)> {
        match self {
            Self::Game { opponent, colour, result } if result.is_played() => Some((opponent, colour, result)),
            Self::Game { .. } | Self::Bye(_) => None,
        }
    }

    /// The scheduled opponent, whether or not the game was played.
    pub const fn opponent(self) -> Option<u16> {
        match self {
            Self::Game { opponent, .. } => Some(opponent),
            Self::Bye(_) => None,
        }
    }
}
