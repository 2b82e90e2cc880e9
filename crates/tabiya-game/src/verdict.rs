// SPDX-License-Identifier: MIT OR Apache-2.0
//! An arbiter decides a game that is being played, and ends it by that.
//!
//! Before both sides have moved nothing was played: the arbiter can only say who did not come, and the game ends without a result,
//! so it rates nobody. Later the verdict is the result. One that gives the sides different scores than a win or a draw, such as a
//! loss for both, leaves the game without a result, too. In each case the event that ends the game keeps the verdict.

use serde::{Deserialize, Serialize};

use crate::{GameResult, PlayerId};

/// What an arbiter decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// White wins.
    WhiteWins,
    /// Half a point each.
    Draw,
    /// Black wins.
    BlackWins,
    /// Neither scores.
    BothLose,
    /// Half a point for White, nothing for Black.
    WhiteDraws,
    /// Half a point for Black, nothing for White.
    BlackDraws,
}

/// A verdict, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decided {
    /// The verdict.
    pub verdict: Verdict,
    /// The arbiter; `None` for whoever runs the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arbiter: Option<PlayerId>,
}

impl Verdict {
    /// Whether it can be given where somebody did not come.
    pub(crate) const fn is_default(self) -> bool {
        matches!(self, Self::WhiteWins | Self::BlackWins | Self::BothLose)
    }

    /// The result of a game in which both have moved.
    pub(crate) const fn result(self) -> GameResult {
        match self {
            Self::WhiteWins => GameResult::WhiteWins,
            Self::Draw => GameResult::Draw,
            Self::BlackWins => GameResult::BlackWins,
            Self::BothLose | Self::WhiteDraws | Self::BlackDraws => GameResult::Aborted,
        }
    }
}
