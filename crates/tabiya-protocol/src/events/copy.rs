// SPDX-License-Identifier: MIT OR Apache-2.0
//! The copy of an event in a second place.

use serde::{Deserialize, Serialize};
use tabiya_game::Time;

/// `GET /api/page/events/ID/copy`: how the copy of an event in the second place stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventCopy {
    /// Where copies go; null where the server makes none.
    pub folder: Option<String>,
    /// When the newest copy was made; null without one since the server's start.
    pub at: Option<Time>,
    /// What time it is, by the same clock.
    pub now: Time,
    /// Entries of the journal that are not in it.
    pub behind: u64,
    /// Why the last try made none; null if all is well.
    pub problem: Option<CopyProblem>,
}

/// Why no copy of an event could be made. The server's log says more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
#[serde(rename_all = "snake_case")]
pub enum CopyProblem {
    /// The folder does not answer: a network that is away.
    NoAnswer,
    /// The folder is not there: a stick that is pulled out.
    Gone,
    /// The folder has no room left.
    Full,
    /// Nothing may be written there.
    ReadOnly,
    /// Something else.
    Other,
}
