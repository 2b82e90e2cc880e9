// SPDX-License-Identifier: MIT OR Apache-2.0
//! The working of a tie-break.

use serde::{Deserialize, Serialize};

use super::EntrantId;

/// `GET /api/page/events/ID/working/ENTRANT/PLACE`: how the value of a tie-break comes about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventWorking {
    /// What each round has to do with it; empty where there is nothing to add up.
    pub parts: Vec<WorkingPart>,
}

/// What one round has to do with the value of a tie-break.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct WorkingPart {
    /// The round, from 1.
    pub round: u16,
    /// The opponent; null for a round without one.
    pub opponent: Option<EntrantId>,
    /// The opponent's score as it counts here; null where it doesn't.
    pub theirs: Option<String>,
    /// The own points in the round; null where they don't count.
    pub own: Option<String>,
    /// What the round adds; of ratings, what goes into the average.
    pub value: String,
    /// Whether it counts; else it is cut.
    pub counts: bool,
    /// Whether nothing was played.
    pub unplayed: bool,
}
