// SPDX-License-Identifier: AGPL-3.0-or-later
//! Why a challenge can't be made or answered.

/// Why a challenge can't be made or answered. The text is for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChallengeError {
    /// No such challenge waits, or the player takes no part in it. Strangers can't tell the two apart.
    #[error("this challenge is gone; it was answered, taken back or has expired")]
    Gone,
    /// The challenge has other terms than those that the player has seen.
    #[error("this challenge has changed; look at its new terms and answer again")]
    Changed,
    /// The player is not the one who may do this: only the one who is asked answers, and only the one who
    /// asks takes back.
    #[error("the other player is to answer this challenge")]
    NotYours,
    /// The player challenges their own account.
    #[error("you can't challenge yourself")]
    Yourself,
    /// The player has as many open challenges as one player may have.
    #[error("{limit} of your challenges wait for an answer; take one back first")]
    TooMany {
        /// How many that is.
        limit: usize,
    },
    /// 20 challenges wait for this player's answer, or 10000 for all players'.
    #[error("this player has too many challenges to answer; try again later")]
    Busy,
    /// The other player wants no challenge of this one, or may not get one; the text says why.
    #[error("{0}")]
    Unwanted(String),
    /// The other player has reached the limit of unfinished games, or of new ones.
    #[error("the other player has too many games, or begins too many, so this one can't begin now")]
    OpponentHasTooManyGames,
    /// The opponent left too many rated games early. Only the opponent hears that.
    #[error("the other player can't begin a rated game now; a casual one is possible")]
    OpponentPaused,
}
