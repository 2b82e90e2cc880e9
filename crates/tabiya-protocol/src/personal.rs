// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages on a player's own topic, `me`. It takes no commands.

use serde::{Deserialize, Serialize};
use tabiya_game::{GameId, Time};

use crate::events::EventId;
use crate::{ChallengeEnd, ChallengeView, PlayerView, Topic};

/// What is told to all tabs of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum PersonalMessage {
    /// The beginning of everything on the topic `me`: the first message to a client that subscribed to it, and again after it
    /// has missed messages. The client forgets what it was told before; what still holds follows directly.
    Mine {
        /// The topic `me`.
        topic: Topic,
        /// The name of the account for which this connection speaks; omitted for a guest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        account: Option<String>,
        /// The challenges that still wait, each of which follows. Whoever shows others takes these away.
        challenges: Vec<GameId>,
    },
    /// The player's notices have changed, or were read in another tab: ask for them again.
    Notices {
        /// The topic `me`.
        topic: Topic,
    },
    /// The player has an opponent: a search, a challenge or an organiser's round has become a game.
    Paired {
        /// The topic `me`.
        topic: Topic,
        /// The new game.
        game: GameId,
        /// The opponent.
        opponent: PlayerView,
    },
    /// A challenge to or from the player: a new one, or one with new terms.
    Challenge {
        /// The topic `me`.
        topic: Topic,
        /// The challenge.
        challenge: ChallengeView,
    },
    /// A challenge to or from the player waits no longer.
    ChallengeEnded {
        /// The topic `me`.
        topic: Topic,
        /// The challenge.
        challenge: ChallengeView,
        /// How it ended.
        ended: ChallengeEnd,
    },
    /// A round of an event in which the player takes part begins by itself within the next minutes, or does so no longer; or, with
    /// `enter`, the next event of the site.
    NextRound {
        /// The topic `me`.
        topic: Topic,
        /// The event.
        event: EventId,
        /// What it is called.
        name: String,
        /// The round; 0 for an event that begins as a whole.
        round: u16,
        /// When it begins; null if it has begun, or waits.
        at: Option<Time>,
        /// Whether it is the next event of the site, told to everybody; omitted if not.
        #[serde(default, skip_serializing_if = "crate::left_out::is_false")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        enter: bool,
    },
}

impl PersonalMessage {
    /// The types of these messages.
    pub(crate) const TYPES: &[&str] =
        &["mine", "notices", "paired", "challenge", "challenge_ended", "next_round"];
}
