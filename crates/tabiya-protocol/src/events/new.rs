// SPDX-License-Identifier: MIT OR Apache-2.0
//! Creating an event.

use serde::{Deserialize, Serialize};
use tabiya_game::Time;

use super::{EventFormatView, EventId, EventOptions, NewGroups, NewSection};
use crate::TimeControlView;

/// The body of `POST /api/page/events`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NewEvent {
    /// What it is called.
    pub name: String,
    /// How it is paired.
    pub format: EventFormatView,
    /// The time control.
    pub time: TimeControlView,
    /// Whether online games are rated.
    pub rated: bool,
    /// Whether entrants play over the board unless they say otherwise.
    pub over_the_board: bool,
    /// Whether players may enter by themselves.
    pub open: bool,
    /// When it begins; absent if that is not known yet.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub starts: Option<Time>,
    /// Seconds between a round's last result and the next round, where rounds follow by themselves. Then the first one begins
    /// when the event does.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub pause: Option<u32>,
    /// Whether the players of an arena may go berserk; absent for yes.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub berserk: Option<bool>,
    /// The names of the two teams of a team match.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub teams: Option<[String; 2]>,
    /// The sections of a festival, each an event; absent for a single event.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub sections: Option<Vec<NewSection>>,
    /// Groups, then a final, in place of `sections`; absent for any other event.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub groups: Option<NewGroups>,
    /// Everything else that was decided; absent where all is as usual. Its `rated`, `open` and `berserk` count before those above.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub options: Option<EventOptions>,
}

/// The answer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct CreatedEvent {
    /// The event's id; that of the first section of a festival.
    pub id: EventId,
}
