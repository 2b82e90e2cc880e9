// SPDX-License-Identifier: MIT OR Apache-2.0
//! What organisers read and correct about an entrant, and the rounds in which an entrant is not paired.

use serde::{Deserialize, Serialize};

/// The answer to `GET /api/page/events/ID/entrants/ENTRANT/card`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EntrantCardView {
    /// The name.
    pub name: String,
    /// Whether the name can be corrected: an account keeps its own.
    pub may_rename: bool,
    /// The rating by which the entrant is seeded; null if there is none.
    pub rating: Option<u16>,
    /// A title of FIDE's, or empty.
    pub title: String,
    /// Three letters, or empty.
    pub federation: String,
    /// The club, or empty.
    pub club: String,
    /// The rest, for whoever owns the event; null for helpers.
    pub rest: Option<EntrantRestView>,
}

/// The part of a card that helpers don't see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EntrantRestView {
    /// The number at FIDE, or empty.
    pub fide: String,
    /// The number at the national federation, or empty.
    pub national_id: String,
    /// The national rating; null if there is none.
    pub national_rating: Option<u16>,
    /// `YYYY/MM/DD`, a year alone, or empty.
    pub birth: String,
    /// `m` or `w`; null if nobody has said.
    pub sex: Option<char>,
}

/// What is corrected on an entrant's card. What is absent stays; an empty text and the rating 0 take away what was known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct CardCorrection {
    /// The name.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<String>,
    /// The rating by which the entrant is seeded.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rating: Option<u16>,
    /// A title of FIDE's, like `WIM`.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub title: Option<String>,
    /// Three letters.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub federation: Option<String>,
    /// The club.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub club: Option<String>,
    /// The number at FIDE.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub fide: Option<String>,
    /// The number at the national federation.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub national_id: Option<String>,
    /// The national rating.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub national_rating: Option<u16>,
    /// `YYYY/MM/DD`, or a year alone.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub birth: Option<String>,
    /// `m` or `w`.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub sex: Option<String>,
}

/// Why an entrant of a Keizer is away in a round: each is worth another share of the own value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum AbsenceView {
    /// With notice.
    Excused,
    /// Without notice.
    Unexcused,
    /// Plays elsewhere for the club.
    ClubDuty,
}

/// A round in which an entrant is not paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ByeView {
    /// The round, from 1.
    pub round: u16,
    /// Whether it is worth half a point.
    pub half: bool,
    /// Why the entrant of a Keizer is away; null in a Swiss.
    pub absence: Option<AbsenceView>,
}

/// The rounds in which an entrant of a Swiss or a Keizer is not paired, for the entrant and for organisers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ByesView {
    /// Those to come, in their order; before them, in a Keizer, past rounds in which the entrant was away.
    pub rounds: Vec<ByeView>,
    /// How many half-point byes are left; 0 in a Keizer.
    pub halves_left: u16,
    /// The last round in which a bye is worth half a point; 0 if in none.
    pub last_half: u16,
}

impl CardCorrection {
    /// Whether it says something that helpers don't see.
    pub const fn is_of_the_rest(&self) -> bool {
        self.fide.is_some()
            || self.national_id.is_some()
            || self.national_rating.is_some()
            || self.birth.is_some()
            || self.sex.is_some()
    }
}
