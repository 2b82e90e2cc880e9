// SPDX-License-Identifier: MIT OR Apache-2.0
//! All sections of a festival together.

use serde::{Deserialize, Serialize};

use super::{EntrantId, EventId, EventStageView, EventView, RoundStageView, SectionPartView};

/// A section in the list of a festival.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SectionListed {
    /// The event.
    pub id: EventId,
    /// The number of its last entry.
    pub number: u64,
    /// What it is called in the festival.
    pub name: String,
    /// The lowest rating of a player; null for any.
    pub rating_from: Option<u16>,
    /// The highest rating of a player; null for any.
    pub rating_to: Option<u16>,
    /// What it is among groups and a final; null in a festival without groups.
    pub part: Option<SectionPartView>,
    /// How many take part.
    pub players: u32,
    /// How far it is.
    pub stage: EventStageView,
    /// The last published round; 0 if there is none.
    pub round: u16,
    /// How far its last round is; null without one. Only organisers see a draft.
    pub round_stage: Option<RoundStageView>,
    /// Whether the visitor's rating is within its limits; of groups, whether this is the one to join. False for visitors without an
    /// account.
    pub fits: bool,
    /// Whether the visitor plays in it.
    pub mine: bool,
    /// Whether players may enter by themselves now.
    pub open: bool,
    /// Whether the visitor is one of its organisers.
    pub may_organise: bool,
    /// The number with which the boards of its next round begin.
    pub first_board: u16,
}

/// `GET /api/page/events/ID/sections`: the sections of the festival in their order; none for an event of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventSections {
    /// The sections.
    pub sections: Vec<SectionListed>,
}

/// `GET /api/page/events/ID/sections/all`: all sections as the visitor sees them, for lists across them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventViews {
    /// The sections in their order.
    pub events: Vec<EventView>,
}

/// A player of a section, as those who organise it find them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SectionPlayer {
    /// The section.
    pub section: EventId,
    /// What it is called in the festival.
    pub section_name: String,
    /// The player.
    pub entrant: EntrantId,
    /// The name.
    pub name: String,
}

/// `GET /api/page/events/ID/sections/find?find=LETTERS`: the players whom the letters may mean, in all sections that the visitor
/// organises.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SectionPlayers {
    /// At most 20: first those one of whose names begins with the letters.
    pub players: Vec<SectionPlayer>,
}
