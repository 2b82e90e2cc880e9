// SPDX-License-Identifier: MIT OR Apache-2.0
//! Series: events that come again each day or each week. The bodies of the page's calls.

use serde::{Deserialize, Serialize};
use tabiya_game::Time;

use super::{EventFormatView, EventId, EventOptions};
use crate::TimeControlView;

/// When the events of a series take place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "every", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum Repeats {
    /// Each day.
    Day {},
    /// Each week.
    Week {
        /// The day: 1 for Monday to 7 for Sunday.
        day: u8,
    },
}

/// From what the events of a series are made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SeriesTemplate {
    /// What each event is called.
    pub name: String,
    /// How each is paired.
    pub format: EventFormatView,
    /// The time control.
    pub time: TimeControlView,
    /// Whether online games are rated.
    pub rated: bool,
    /// Whether entrants play over the board unless they say otherwise.
    pub over_the_board: bool,
    /// Whether players may enter by themselves.
    pub open: bool,
    /// Seconds between a round's last result and the next round, where rounds follow by themselves.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub pause: Option<u32>,
    /// Whether the players of an arena may go berserk; absent for yes.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub berserk: Option<bool>,
    /// Everything else that was decided; absent where all is as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub options: Option<EventOptions>,
    /// On which days.
    pub repeats: Repeats,
    /// The hour of the clock on the wall, 0 to 23.
    pub hour: u8,
    /// The minute, 0 to 59.
    pub minute: u8,
    /// Where that clock hangs: the name of a time zone such as `Europe/Berlin`.
    pub zone: String,
}

/// The next event of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SeriesNext {
    /// The event; null where it is not made yet.
    pub id: Option<EventId>,
    /// When it begins.
    pub starts: Time,
}

/// A series in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SeriesView {
    /// Its id.
    pub id: EventId,
    /// From what its events are made.
    pub template: SeriesTemplate,
    /// The next event; null if no more comes.
    pub next: Option<SeriesNext>,
    /// Whether the visitor may stop it.
    pub may_stop: bool,
    /// Whether no events are made for now, because its owner may not create events any more.
    pub rests: bool,
}

/// `GET /api/page/event-series`: the series that go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SeriesList {
    /// All of them, the oldest first.
    pub series: Vec<SeriesView>,
}

/// The answer to `POST /api/page/event-series`, whose body is a [`SeriesTemplate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct CreatedSeries {
    /// The series's id.
    pub id: EventId,
}
