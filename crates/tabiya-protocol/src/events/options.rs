// SPDX-License-Identifier: MIT OR Apache-2.0
//! What an organiser decides about an event besides its name, format, time and start.

use serde::{Deserialize, Serialize};

/// Which ratings an event takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct RatingLimits {
    /// The lowest rating of a player; null for any.
    pub from: Option<u16>,
    /// The highest rating of a player; null for any.
    pub to: Option<u16>,
}

/// Decisions about an event. Where one is absent, it stays as it is, or as usual for a new event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventOptions {
    /// Whether online games are rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rated: Option<bool>,
    /// Whether players may enter by themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub open: Option<bool>,
    /// Whether the players of an arena may go berserk.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub berserk: Option<bool>,
    /// Whether Chess960 is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub chess960: Option<bool>,
    /// The tie-breaks in their order, as TRF writes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub tie_breaks: Option<Vec<String>>,
    /// Half-point byes that each player of a Swiss may ask for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub most_byes: Option<u16>,
    /// The last round in which a bye that was asked for is worth half a point; 0 if in none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub last_bye: Option<u16>,
    /// Whether the pairing-allocated bye of a Swiss is worth half a point, in place of a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub half_bye: Option<bool>,
    /// The last round that is worth half a point to whoever enters a Swiss after it; 0 if none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub late_half: Option<u16>,
    /// How many games each pairing of a Swiss has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub games_per_pairing: Option<u8>,
    /// Minutes after the start of a round after which whoever is not at a wooden board loses (Laws 6.7).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub default_time: Option<u16>,
    /// Whether players who enter by themselves need the event's entry code. Switched on, the server makes one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub by_code: Option<bool>,
    /// Which ratings may enter by themselves. A section has limits of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub ratings: Option<RatingLimits>,
}
