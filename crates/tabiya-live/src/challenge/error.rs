// SPDX-License-Identifier: AGPL-3.0-or-later
//! Why a challenge can't be made or answered.

/// Why a challenge can't be made or answered. The text is for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChallengeError {
    #[error("this challenge is gone; it was answered, taken back or has expired")]
    Gone,
    #[error("this challenge has changed; look at its new terms and answer again")]
    Changed,
    #[error("the other player is to answer this challenge")]
    NotYours,
    #[error("you can't challenge yourself")]
    Yourself,
    #[error("{limit} of your challenges wait for an answer; take one back first")]
    TooMany { limit: usize },
    #[error("this player has too many challenges to answer; try again later")]
    Busy,
    #[error("{0}")]
    Unwanted(String),
    #[error("the other player has too many games, or begins too many, so this one can't begin now")]
    OpponentHasTooManyGames,
    /// The opponent left too many rated games early. Only the opponent hears that.
    #[error("the other player can't begin a rated game now; a casual one is possible")]
    OpponentPaused,
}
