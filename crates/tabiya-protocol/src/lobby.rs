// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages about the lobby: who looks for an opponent, and for which game.

use serde::{Deserialize, Serialize};
use tabiya_rules::{Color, Variant};

use crate::http::ColorChoice;
use crate::{CommandId, PlayerView, Refusal, TimeControlView, Topic};

/// How many open seeks `lobby` lists at most.
pub const MAX_LISTED_SEEKS: usize = 40;

/// The number of a seek, unique while the server runs.
pub type SeekId = u32;

/// A game that somebody looks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SeekWish {
    /// The time control, without time odds.
    pub time: TimeControlView,
    /// Whether the game is rated, which needs an account.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// The colour that the player wants.
    #[serde(default = "any_color")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<ColorChoice>"))]
    pub color: ColorChoice,
    /// The variant; standard chess if omitted.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Variant>"))]
    pub variant: Variant,
    /// The opponent's rating; null for any opponent, also one without a rating.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub range: Option<RatingRange>,
}

const fn any_color() -> ColorChoice {
    ColorChoice::Random
}

/// A range of ratings, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct RatingRange {
    /// The lowest rating.
    pub low: u16,
    /// The highest rating.
    pub high: u16,
}

/// Somebody who looks for an opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SeekView {
    /// The seek's number.
    pub id: SeekId,
    /// Who looks, with the rating in the game's category.
    pub player: PlayerView,
    /// The time control.
    pub time: TimeControlView,
    /// Whether the game is rated.
    pub rated: bool,
    /// The colour that the player wants; null for either.
    pub color: Option<Color>,
    /// The variant.
    pub variant: Variant,
    /// The opponent's rating; null for any.
    pub range: Option<RatingRange>,
}

/// Why a search is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum SearchEnd {
    /// An opponent was found; `paired` on the topic `me` names the game.
    Paired,
    /// The player cancelled it.
    Cancelled,
    /// The player began to search in another tab.
    Elsewhere,
    /// The tab has said nothing for too long.
    Asleep,
    /// There was an opponent, but no game could begin, because of this player.
    Refused {
        /// The reason, for programs.
        refusal: Refusal,
        /// The reason in English.
        message: String,
    },
}

/// What a client asks of the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum LobbyCommand {
    /// Look for an opponent, in place of what the player was looking for before. Answered by `searching`. The search ends
    /// with the subscription, and where no ping about the lobby comes for half a minute.
    Seek {
        /// The lobby.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// The game.
        wish: SeekWish,
    },
    /// Look for an opponent no longer. Answered by `searching`.
    CancelSeek {
        /// The lobby.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
    },
    /// Play the game that somebody looks for. Answered by `paired` on the topic `me`, or by `refused`.
    AcceptSeek {
        /// The lobby.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// The seek's number.
        seek: SeekId,
    },
}

impl LobbyCommand {
    /// The types of these messages.
    pub(crate) const TYPES: &[&str] = &["seek", "cancel_seek", "accept_seek"];

    /// The command's number.
    pub const fn id(&self) -> CommandId {
        match *self {
            Self::Seek { id, .. } | Self::CancelSeek { id, .. } | Self::AcceptSeek { id, .. } => id,
        }
    }

    /// The topic that it is about.
    pub const fn topic(&self) -> &Topic {
        match self {
            Self::Seek { topic, .. } | Self::CancelSeek { topic, .. } | Self::AcceptSeek { topic, .. } => {
                topic
            }
        }
    }
}

/// What is told of the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum LobbyMessage {
    /// Who looks for an opponent. Sent after subscribing and, at most twice a second, when it has changed.
    Lobby {
        /// The topic `lobby`.
        topic: Topic,
        /// Who has waited longest, the longest first; at most 40.
        seeks: Vec<SeekView>,
        /// How many there are in all.
        waiting: u32,
    },
    /// What this client looks for. Other clients of the same player are not told.
    Searching {
        /// The topic `lobby`.
        topic: Topic,
        /// The command that this answers; null if it answers none.
        id: Option<CommandId>,
        /// What it looks for; null if it looks for nothing any more.
        seek: Option<SeekView>,
        /// Why the search is over; null if it is not.
        ended: Option<SearchEnd>,
    },
    /// Somebody who looks for the same game, but casual, while this client looks for a rated one and has found nobody. The
    /// client accepts with `accept_seek`.
    CasualOffer {
        /// The topic `lobby`.
        topic: Topic,
        /// The other one; null if that offer is gone.
        seek: Option<SeekView>,
    },
}

impl LobbyMessage {
    /// The types of these messages.
    pub(crate) const TYPES: &[&str] = &["lobby", "searching", "casual_offer"];

    /// The message for the client whose command caused it; `None` if it has no place for the command's number.
    pub(crate) fn caused_by(&self, command: CommandId) -> Option<Self> {
        let mut message = self.clone();
        match &mut message {
            Self::Searching { id, .. } => *id = Some(command),
            Self::Lobby { .. } | Self::CasualOffer { .. } => return None,
        }
        Some(message)
    }
}
