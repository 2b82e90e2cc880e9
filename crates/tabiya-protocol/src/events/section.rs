// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sections: events such as an Open and a Minor that are parts of one festival.

use serde::{Deserialize, Serialize};

use super::{EventFormatView, EventId};

/// Which section of which festival an event is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SectionView {
    /// The festival: the id of its first section.
    pub festival: EventId,
    /// What the festival is called.
    pub festival_name: String,
    /// What the section is called in it.
    pub name: String,
    /// The lowest rating of a player; null for any.
    pub rating_from: Option<u16>,
    /// The highest rating of a player; null for any.
    pub rating_to: Option<u16>,
    /// The number of its first board, where an arbiter has fixed it; null where its boards follow those of the section before.
    pub first_board: Option<u16>,
    /// What it is among groups and a final; null in a festival without groups.
    pub part: Option<SectionPartView>,
}

/// A section in a list of events, where the festival stands once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SectionName {
    /// The event.
    pub id: EventId,
    /// What it is called in the festival.
    pub name: String,
}

/// What a section is in a festival of groups and a final.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum SectionPartView {
    /// Its best players go on to the final.
    Group,
    /// Those who have gone on from the groups play here.
    Final {
        /// How many go on from each group.
        go_on: u16,
        /// Whether the points of the group count here, too.
        carry: bool,
    },
}

/// A section of a new festival.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NewSection {
    /// What it is called.
    pub name: String,
    /// The lowest rating of a player; null for any.
    pub rating_from: Option<u16>,
    /// The highest rating of a player; null for any.
    pub rating_to: Option<u16>,
    /// How it is paired; null for what the new event says.
    pub format: Option<EventFormatView>,
}

/// A new festival of groups whose first players go on to a final.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NewGroups {
    /// What the groups are called, in their order. Each is paired as the new event says: a round robin or a Swiss.
    pub names: Vec<String>,
    /// What the final is called.
    pub last: String,
    /// How many go on from each group.
    pub go_on: u16,
    /// How the final is played: a knockout or a round robin.
    pub format: EventFormatView,
    /// Whether the points of the group count in the final, too.
    pub carry: bool,
}
