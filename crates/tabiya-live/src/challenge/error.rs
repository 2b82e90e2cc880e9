// SPDX-License-Identifier: AGPL-3.0-or-later
//! Why a challenge can't be made or answered.

use std::time::Duration;

use tabiya_store::StorageError;

use crate::entry::NoGame;

/// What is wrong with a challenge, or with an answer to it. The text is for people.
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
        limit: u32,
    },
    /// 20 challenges wait for this player's answer, or 10000 for all players'.
    #[error("this player has too many challenges to answer; try again later")]
    Busy,
}

/// Why a challenge can't be made, answered or become a game.
#[derive(Debug, thiserror::Error)]
pub enum OfferError {
    /// The challenge is gone or has changed, or there may be none.
    #[error(transparent)]
    Challenge(#[from] ChallengeError),
    /// These terms make no game; the text says why.
    #[error("{0}")]
    Wrong(String),
    /// The player made too many challenges.
    #[error("too many challenges were made")]
    TooMany {
        /// How long until the next one.
        wait: Duration,
    },
    /// No game may begin, as the caller hears it.
    #[error(transparent)]
    NoGame(#[from] NoGame),
    /// The task that did it has panicked.
    #[error("the server has a fault")]
    Fault,
}

impl From<StorageError> for OfferError {
    fn from(error: StorageError) -> Self {
        Self::NoGame(error.into())
    }
}
