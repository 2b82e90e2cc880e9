// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lobby in messages: who looks for an opponent, and for which game.

use serde::{Deserialize, Serialize};
use tabiya_rules::Color;

use crate::http::ColorChoice;
use crate::{PlayerView, Refusal, TimeControlView};

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
    /// Whether the game is Chess960.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub chess960: bool,
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
    /// Whether the game is Chess960.
    pub chess960: bool,
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
