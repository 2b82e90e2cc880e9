// SPDX-License-Identifier: MIT OR Apache-2.0
//! An event as its visitor sees it.

use serde::{Deserialize, Serialize};
use tabiya_game::GameId;

use super::{ByesView, DeskNotes, EntrantId, EventFacts, EventId, EventRoundView, TeamSide};

/// `GET /api/page/events/ID[?after=NUMBER]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventAnswer {
    /// Whether there is such an event.
    pub found: bool,
    /// The event; null where no entry came after the number.
    pub event: Option<EventView>,
}

/// An event as its visitor sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventView {
    /// Its id.
    pub id: EventId,
    /// The number of its last entry. Commands say it.
    pub number: u64,
    /// What is said of the event as a whole.
    pub facts: EventFacts,
    /// The visitor's own entry.
    pub me: Option<EntrantId>,
    /// The rounds in which the visitor is not paired; null for those who have not entered, and where nobody asks for byes.
    pub my_byes: Option<ByesView>,
    /// Everybody who ever entered.
    pub entrants: Vec<EntrantView>,
    /// The rounds. Only organisers see a draft.
    pub rounds: Vec<EventRoundView>,
    /// The standings, the best first.
    pub standings: Vec<EventLineView>,
    /// After a list was added: the columns of it that nobody reads, as the list calls them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub left_out: Vec<String>,
}

/// One line of the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventLineView {
    /// The rank, shared by entrants that nothing tells apart.
    pub rank: u32,
    /// The entrant.
    pub entrant: EntrantId,
    /// The starting number.
    pub number: u16,
    /// The points, in tenths.
    pub points: i32,
    /// The value of each tie-break, as text.
    pub values: Vec<String>,
    /// What the entrant did in each round: `12w1` beat number 12 with White, `5b=`, `7w+`, `7w−`, `bye`, `½`, `−`.
    pub cells: Vec<String>,
}

/// Somebody who plays in an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EntrantView {
    /// The number in the order of entry.
    pub id: EntrantId,
    /// The name; null for an account that has left.
    pub name: Option<String>,
    /// Whether there is a profile of that name.
    pub has_account: bool,
    /// A title of FIDE's, or empty.
    pub title: String,
    /// The rating by which the entrant is seeded.
    pub rating: Option<u16>,
    /// Three letters, or empty.
    pub federation: String,
    /// The club, or empty.
    pub club: String,
    /// Whether the entrant plays at the venue.
    pub over_the_board: bool,
    /// For which team of a team match the entrant plays; null where nobody has said, and in other formats.
    pub team: Option<TeamSide>,
    /// Whether the entrant is paired.
    pub presence: PresenceView,
    /// The game that the entrant of an arena plays now; null otherwise.
    pub playing: Option<GameId>,
    /// What the desk has noted; for organisers alone.
    pub desk: Option<DeskNotes>,
}

/// Whether an entrant is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum PresenceView {
    /// In every round.
    Present,
    /// Not until they come back.
    Paused,
    /// Not any more.
    Withdrawn,
}
