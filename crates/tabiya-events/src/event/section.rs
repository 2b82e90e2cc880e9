// SPDX-License-Identifier: AGPL-3.0-or-later
//! A section: an event such as the Open or the Minor that is a part of one festival.
//!
//! Each section is an event of its own, with its own journal, pairing and standings. What the sections share stands in the
//! settings of each, so that every journal can be read without the others.

use serde::{Deserialize, Serialize};
use tabiya_protocol::events::EventId;

use super::entry_rules::is_within;

/// At most so many sections of one festival.
pub const MOST_SECTIONS: usize = 20;
/// The highest number with which the boards of a section may begin: there is a card for each table up to 500.
pub const HIGHEST_FIRST_BOARD: u16 = 500;

/// What a section is in a festival of groups and a final.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "part", rename_all = "snake_case")]
pub enum SectionPart {
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

/// Which section of which festival an event is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// The festival: the id of its first section.
    pub festival: EventId,
    /// What the festival is called.
    pub festival_name: String,
    /// What the section is called in it: "Open".
    pub name: String,
    /// Its place among the sections, from 1. Board numbers run on in this order.
    pub place: u16,
    /// The lowest rating of a player; `None` for any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_from: Option<u16>,
    /// The highest rating of a player; `None` for any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_to: Option<u16>,
    /// The number of its first board, where an arbiter has fixed it; else its boards follow those of the section before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_board: Option<u16>,
    /// What it is among groups and a final; `None` in a festival without groups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<SectionPart>,
}

impl Section {
    /// What the event is called as a whole: "Spring congress, Open".
    pub fn full_name(&self) -> String {
        format!("{}, {}", self.festival_name, self.name)
    }

    /// Whether a player of this rating belongs here. Somebody without a rating belongs where no lowest one is asked for.
    pub fn takes(&self, rating: Option<u16>) -> bool {
        is_within(rating, self.rating_from, self.rating_to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(rating_from: Option<u16>, rating_to: Option<u16>) -> Section {
        Section {
            festival: EventId::from_bits(1),
            festival_name: "Spring congress".into(),
            name: "Minor".into(),
            place: 2,
            rating_from,
            rating_to,
            first_board: None,
            part: None,
        }
    }

    #[test]
    fn a_section_takes_the_ratings_within_its_limits() {
        for (from, to, rating, takes) in [
            (None, Some(1600), Some(1600), true),
            (None, Some(1600), Some(1601), false),
            (None, Some(1600), None, true),
            (Some(1400), None, Some(1400), true),
            (Some(1400), None, Some(1399), false),
            (Some(1400), None, None, false),
            (None, None, Some(2800), true),
        ] {
            assert_eq!(section(from, to).takes(rating), takes, "{from:?} {to:?} {rating:?}");
        }
    }

    #[test]
    fn its_event_is_called_by_both_names() {
        assert_eq!(section(None, None).full_name(), "Spring congress, Minor");
    }
}
