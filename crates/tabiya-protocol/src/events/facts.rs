// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is said of an event as a whole.

use serde::{Deserialize, Serialize};
use tabiya_game::Time;

use super::{
    ArenaView, CheckInView, EventFormatView, EventOptions, FeesView, HelperCodeView, RatingLimits,
    SectionView, TeamsView,
};
use crate::TimeControlView;

/// What is said of an event as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventFacts {
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
    /// Whether players may enter by themselves now.
    pub open: bool,
    /// Whether they need the entry code for that.
    pub by_code: bool,
    /// Which ratings may enter by themselves.
    pub ratings: RatingLimits,
    /// Whether Chess960 is played.
    pub chess960: bool,
    /// How far it is.
    pub stage: EventStageView,
    /// Whose it is; null if it belongs to the admins.
    pub owner: Option<String>,
    /// When it begins; null if nobody has said.
    pub starts: Option<Time>,
    /// How many rounds will be played.
    pub total_rounds: u16,
    /// Whether the visitor may pair, publish and enter results.
    pub may_organise: bool,
    /// When the next round begins by itself; null if an organiser begins it, or games must end first.
    pub next_start: Option<Time>,
    /// Seconds between a round's last result and the next round, where rounds follow by themselves.
    pub pause: Option<u32>,
    /// How many games each pairing has; 1 in formats that are no Swiss.
    pub games_per_pairing: u8,
    /// Minutes after the start of a round after which whoever is not at a wooden board loses (Laws 6.7).
    pub default_time: u16,
    /// What the organiser tells about it, as plain text with lines; empty if nothing.
    pub programme: String,
    /// Why the last published round was withdrawn, until another one is published; else empty.
    pub withdrawn: String,
    /// Why the event was cancelled; empty if it was not, or nobody has said.
    pub cancelled: String,
    /// Whether strangers see the short names of players without an account.
    pub short_names: bool,
    /// The names of those who help the owner; for organisers alone.
    pub helpers: Vec<String>,
    /// The codes of the tie-breaks.
    pub tie_breaks: Vec<String>,
    /// What runs in an arena; null before it begins, and in other formats.
    pub arena: Option<ArenaView>,
    /// The teams of a team match; null in other formats.
    pub teams: Option<TeamsView>,
    /// Which section of a festival it is; null for an event of its own.
    pub section: Option<SectionView>,
    /// Whether players enter their own results at the table.
    pub player_results: bool,
    /// How often the tables' cards got other codes: a page that shows them asks for them again.
    pub table_codes: u32,
    /// The cards and slips with codes that were printed last, for organisers alone; null if none were.
    pub cards: Option<PrintedCardsView>,
    /// The codes of helpers, also those that do not work any more; for organisers alone.
    pub codes: Vec<HelperCodeView>,
    /// How far the check-in is; for organisers alone.
    pub check_in: Option<CheckInView>,
    /// The categories of prizes that have standings of their own.
    pub categories: Vec<String>,
    /// What entrants pay; null where nobody has set it, and for everybody but organisers.
    pub fees: Option<FeesView>,
    /// What was decided, all of it; for organisers alone.
    pub options: Option<EventOptions>,
    /// The entry code; for organisers alone.
    pub entry_code: Option<String>,
}

/// Cards and slips with codes that were printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PrintedCardsView {
    /// The site that they lead to, such as `http://192.168.0.7:8080`.
    pub origin: String,
    /// Whether another server has printed them, so that their codes open nothing here.
    pub elsewhere: bool,
}

/// How far an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum EventStageView {
    /// No round was published yet.
    Announced,
    /// It is played.
    Running,
    /// All rounds are played.
    Finished,
    /// It does not take place.
    Cancelled,
}
