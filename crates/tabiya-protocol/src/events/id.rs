// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ids of events and entrants.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tabiya_game::{GameId, IdError};

/// An event's id: eight of the characters `0-9A-Za-z`, as in the address `/event/ID`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts", type = "string"))]
pub struct EventId(GameId);

impl EventId {
    /// The id for these bits, as [`GameId::from_bits`].
    pub const fn from_bits(bits: u64) -> Self {
        Self(GameId::from_bits(bits))
    }

    /// The id's text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for EventId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        text.parse().map(Self)
    }
}

/// An entrant's number in the order of entry, from 1. It never changes; the number by which players are paired (TPN)
/// follows from the ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts", type = "number"))]
pub struct EntrantId(pub u16);

impl EntrantId {
    /// The entrant's place in the list of entrants.
    pub const fn index(self) -> usize {
        (self.0 as usize).wrapping_sub(1)
    }
}

impl fmt::Display for EntrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
