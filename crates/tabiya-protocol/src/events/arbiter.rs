// SPDX-License-Identifier: MIT OR Apache-2.0
//! What only the arbiter's desk sees of an event.

use serde::{Deserialize, Serialize};
use tabiya_game::Time;

/// What the desk has noted about an entrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct DeskNotes {
    /// Whether somebody at the desk has seen the entrant.
    pub present: bool,
    /// Whether the fee is paid.
    pub paid: bool,
    /// Whether the entrant is not in the next round: marked absent, paused, or with a bye.
    pub out: bool,
}

/// How far the check-in of an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct CheckInView {
    /// Whether it has closed: whoever was not there then is not paired.
    pub closed: bool,
    /// When it closes by itself; null if an organiser closes it.
    pub closes: Option<Time>,
}
