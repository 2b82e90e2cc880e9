// SPDX-License-Identifier: AGPL-3.0-or-later
//! Why no game begins, whatever way leads to it.

use std::time::Duration;

use tabiya_accounts::people::Unwanted;
use tabiya_game::PlayerId;
use tabiya_limits::rate_limit::whole_seconds;
use tabiya_protocol::Refusal;
use tabiya_store::StorageError;

/// Why no game begins. The texts are for people.
#[derive(Debug, thiserror::Error)]
pub enum NoGame {
    /// The player has as many unfinished games as one player may have.
    #[error("a player has {limit} unfinished games")]
    TooMany {
        /// Whose limit is reached.
        player: PlayerId,
        /// How many games that is.
        limit: u32,
    },
    /// The player got too many games in the last minute or hour.
    #[error("a player began too many games in a short time")]
    TooFast {
        /// Whose limit is reached.
        player: PlayerId,
        /// How long until the player may get another one.
        wait: Duration,
    },
    /// Too many games began at the player's address.
    #[error("too many games began at a player's address")]
    AddressTooFast {
        /// Whose address it is.
        player: PlayerId,
        /// How long until the next one may begin there.
        wait: Duration,
    },
    /// The player left too many rated games early.
    #[error("a player left rated games early")]
    Paused {
        /// Who left them.
        player: PlayerId,
        /// How long until the player may get another rated one.
        wait: Duration,
    },
    /// The other player has reached a limit of games. Only the other player hears which.
    #[error("the other player has too many games, or begins too many, so this one can't begin now")]
    OpponentHasTooManyGames,
    /// The other player left too many rated games early. Only the other player hears for how long.
    #[error("the other player can't begin a rated game now; a casual one is possible")]
    OpponentPaused,
    /// These two are kept apart, or the one does not want the other.
    #[error("{0}")]
    Apart(Unwanted),
    /// A bot is in a place for people.
    #[error("bots don't wait in the lobby; they are challenged by name")]
    NoBots {
        /// The bot.
        player: PlayerId,
    },
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl NoGame {
    /// Whose fault it is; `None` where it is nobody's, or that of both.
    pub const fn culprit(&self) -> Option<PlayerId> {
        match self {
            Self::TooMany { player, .. }
            | Self::TooFast { player, .. }
            | Self::AddressTooFast { player, .. }
            | Self::Paused { player, .. }
            | Self::NoBots { player } => Some(*player),
            Self::OpponentHasTooManyGames | Self::OpponentPaused | Self::Apart(_) | Self::Storage(_) => None,
        }
    }

    /// The same as the player `asking` hears it. Numbers and times are for the player whose they are.
    #[must_use]
    pub fn told_to(self, asking: PlayerId) -> Self {
        if self.culprit().is_none_or(|culprit| culprit == asking) {
            return self;
        }
        match self {
            Self::TooMany { .. } | Self::TooFast { .. } | Self::AddressTooFast { .. } => {
                Self::OpponentHasTooManyGames
            }
            Self::Paused { .. } => Self::OpponentPaused,
            other => other,
        }
    }

    /// How the player `asking` hears it on a socket.
    pub(crate) fn refusal(self, asking: PlayerId) -> Refusal {
        match self.told_to(asking) {
            Self::TooMany { limit, .. } => Refusal::TooManyGames { limit },
            Self::TooFast { wait, .. } | Self::AddressTooFast { wait, .. } => too_many_new_games(wait),
            Self::Paused { wait, .. } => {
                Refusal::Paused { wait_s: u32::try_from(whole_seconds(wait)).unwrap_or(u32::MAX) }
            }
            Self::OpponentHasTooManyGames => Refusal::OpponentHasTooManyGames,
            Self::OpponentPaused => Refusal::OpponentPaused,
            Self::Apart(unwanted) => unwanted.refusal(),
            error @ Self::NoBots { .. } => Refusal::BadSeek { why: error.to_string() },
            Self::Storage(_) => Refusal::NotSaved,
        }
    }
}

/// How a client hears that it must wait so long before its next game.
pub fn too_many_new_games(wait: Duration) -> Refusal {
    Refusal::TooManyNewGames { wait_s: u32::try_from(whole_seconds(wait)).unwrap_or(u32::MAX) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_player_hears_whose_limit_is_reached() {
        let [ann, bob] = [1, 2].map(|byte| PlayerId::from_bytes([byte; 16]));
        let wait = Duration::from_millis(1_500);
        let heard_by = |asking| {
            [
                NoGame::TooMany { player: ann, limit: 3 },
                NoGame::TooFast { player: ann, wait },
                NoGame::AddressTooFast { player: ann, wait },
                NoGame::Paused { player: ann, wait },
            ]
            .map(|error| error.refusal(asking))
        };
        assert_eq!(
            heard_by(ann),
            [
                Refusal::TooManyGames { limit: 3 },
                Refusal::TooManyNewGames { wait_s: 2 },
                Refusal::TooManyNewGames { wait_s: 2 },
                Refusal::Paused { wait_s: 2 },
            ]
        );
        let other = Refusal::OpponentHasTooManyGames;
        assert_eq!(heard_by(bob), [other.clone(), other.clone(), other, Refusal::OpponentPaused]);
    }
}
