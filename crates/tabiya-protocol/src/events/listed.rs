// SPDX-License-Identifier: MIT OR Apache-2.0
//! The list of events.

use serde::{Deserialize, Serialize};
use tabiya_game::Time;

use super::{EventFormatView, EventId, EventStageView, SectionName};
use crate::TimeControlView;

/// An event in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventListed {
    /// Its id.
    pub id: EventId,
    /// What it is called.
    pub name: String,
    /// How it is paired.
    pub format: EventFormatView,
    /// The time control; null if games have no clock.
    pub time: Option<TimeControlView>,
    /// Whether online games are rated.
    pub rated: bool,
    /// Whether it is played over the board.
    pub over_the_board: bool,
    /// Whether Chess960 is played.
    pub chess960: bool,
    /// How many take part.
    pub players: u32,
    /// The last published round; 0 if there is none.
    pub round: u16,
    /// How many rounds will be played; 0 if that follows from the entrants.
    pub rounds: u16,
    /// When it begins or was created.
    pub starts: Time,
    /// Whether somebody has said when it begins.
    pub planned: bool,
    /// Whether the visitor has entered it, or one of its sections.
    pub entered: bool,
    /// How far it is.
    pub stage: EventStageView,
    /// The sections of a festival, which stands in lists once; empty for an event of its own.
    pub sections: Vec<SectionName>,
}

/// `GET /api/page/events`: the latest events of each stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventList {
    /// Those that are played or to come.
    pub current: Vec<EventListed>,
    /// Those that are over.
    pub past: Vec<EventListed>,
    /// Whether the visitor may create one.
    pub may_create: bool,
}
