// SPDX-License-Identifier: MIT OR Apache-2.0
//! The desk: accounts that are made by list, each with a card.

use serde::{Deserialize, Serialize};

/// The body of `POST /api/page/desk/players`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct MakePlayers {
    /// Whom to make.
    pub names: Vec<String>,
    /// When the cards end, in milliseconds since 1970; none for never.
    #[serde(default)]
    pub until: Option<u64>,
    /// Whether the players are in kid mode; they are where nothing is said.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub kid: Option<bool>,
    /// Whether whoever has a card already gets a new one, which ends the old one. Else such a list is refused.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub renew: bool,
}

/// The answer to `POST /api/page/desk/players`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct CardsMade {
    /// In the order of the names.
    pub cards: Vec<Card>,
}

/// One card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Card {
    /// Whose.
    pub name: String,
    /// The code, shown this one time.
    pub code: String,
}
