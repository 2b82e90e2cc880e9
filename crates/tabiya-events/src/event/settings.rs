// SPDX-License-Identifier: AGPL-3.0-or-later
//! What an organiser decides about an event.

use serde::{Deserialize, Serialize};
use tabiya_game::{Time, TimeControl};
use tabiya_protocol::events::EventId;
use tabiya_rules::Variant;
use tabiya_tournament::{Colour, TieBreak};

use super::entry_rules::EntryRules;
use super::format::Format;
use super::report::Report;
use super::section::Section;

/// Which byes players may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ByeRules {
    /// Half-point byes that each player may have.
    pub most: u16,
    /// The last round in which a bye is worth half a point; 0 if in none.
    pub last_round: u16,
}

/// What an organiser decides about an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// What it is called.
    pub name: String,
    /// How it is paired.
    pub format: Format,
    /// The time control; `None` if games have no clock.
    pub time: Option<TimeControl>,
    /// Whether online games are rated.
    #[serde(default)]
    pub rated: bool,
    /// What is played online.
    #[serde(default = "standard")]
    pub variant: Variant,
    /// Whether entrants play over the board unless they say otherwise.
    #[serde(default)]
    pub over_the_board: bool,
    /// Whether players may enter by themselves.
    #[serde(default = "yes")]
    pub open: bool,
    /// Decides all lots: the first colour, the numbers of a round robin.
    pub seed: u64,
    /// The tie-breaks in their order, as TRF writes them.
    pub tie_breaks: Vec<String>,
    /// Which byes may be asked for.
    pub byes: ByeRules,
    /// Whether the pairing-allocated bye of a Swiss is worth half a point, in place of a win: one value for the event (C.04.1, 3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub half_bye: bool,
    /// The last round that is worth half a point to whoever enters a Swiss after it; 0 if late entries get nothing.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub late_half: u16,
    /// What whoever enters by themselves must have.
    #[serde(default, skip_serializing_if = "EntryRules::is_empty")]
    pub entry: EntryRules,
    /// When it begins, in milliseconds since 1970; `None` if nobody has said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<Time>,
    /// Seconds between a round's last result and the next round, where rounds follow by themselves; `None` where the
    /// organiser begins each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pause: Option<u32>,
    /// Whether the players of an arena may go berserk.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub berserk: bool,
    /// Whether strangers see `Ann B.` in place of the full names of players without an account, such as children.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub short_names: bool,
    /// What the organiser tells about it: the programme, as plain text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub programme: String,
    /// The series that it belongs to; `None` for an event of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<EventId>,
    /// When the check-in closes by itself; `None` where an organiser closes it, or nobody does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check_in_closes: Option<Time>,
    /// What the two teams of a team match are called; `None` in other formats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teams: Option<[String; 2]>,
    /// Which section of a festival it is; `None` for an event of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<Section>,
    /// What its rating report says besides players and results.
    #[serde(default, skip_serializing_if = "Report::is_empty")]
    pub report: Box<Report>,
    /// How many games each pairing of a Swiss has, with the colours changed after each. Other formats have a number of their own.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub games_per_pairing: u8,
    /// Minutes after the start of a round after which whoever is not at a wooden board loses (FIDE's Laws, 6.7).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub default_time: u16,
}

const fn standard() -> Variant {
    Variant::Standard
}

const fn yes() -> bool {
    true
}

const fn is_yes(it: &bool) -> bool {
    *it
}

const fn one() -> u8 {
    1
}

const fn is_one(it: &u8) -> bool {
    *it == 1
}

const fn is_zero(it: &u16) -> bool {
    *it == 0
}

impl Settings {
    /// The same under another name. Of a section it is the festival's name that changes.
    pub fn called(self, name: &str) -> Self {
        let name = name.trim().to_owned();
        match self.section {
            Some(section) => {
                let section = Section { festival_name: name, ..section };
                Self { name: section.full_name(), section: Some(section), ..self }
            }
            None => Self { name, ..self },
        }
    }

    /// An event with the usual tie-breaks, that everybody may enter.
    pub fn new(name: impl Into<String>, format: Format, time: Option<TimeControl>, seed: u64) -> Self {
        let tie_breaks: &[&str] = match format {
            Format::Swiss { .. } => &["DE", "BH/C1", "BH", "SB"],
            Format::RoundRobin { .. } => &["DE", "SB", "KS"],
            Format::KnockOut { .. }
            | Format::Keizer { .. }
            | Format::Arena { .. }
            | Format::TeamMatch { .. } => &[],
        };
        Self {
            name: name.into(),
            format,
            time,
            rated: false,
            variant: Variant::Standard,
            over_the_board: false,
            open: true,
            seed,
            tie_breaks: tie_breaks.iter().map(|code| (*code).to_owned()).collect(),
            byes: ByeRules { most: 1, last_round: format.rounds(0).saturating_sub(2) },
            half_bye: false,
            late_half: 0,
            entry: EntryRules::default(),
            starts: None,
            pause: None,
            berserk: true,
            short_names: false,
            programme: String::new(),
            series: None,
            check_in_closes: None,
            teams: None,
            section: None,
            report: Box::default(),
            games_per_pairing: 1,
            default_time: 0,
        }
    }

    /// The same event in another format. Tie-breaks and byes that were the usual ones are those of the new format; so are those of
    /// an event of another kind, which the new one may not know.
    pub fn in_format(&self, format: Format) -> Self {
        let usual = |format| Self::new("", format, None, self.seed);
        let (before, after) = (usual(self.format), usual(format));
        let same_kind = std::mem::discriminant(&self.format) == std::mem::discriminant(&format);
        let mut changed = Self { format, ..self.clone() };
        if !same_kind || self.tie_breaks == before.tie_breaks {
            changed.tie_breaks = after.tie_breaks;
        }
        if !same_kind || self.byes == before.byes {
            changed.byes = after.byes;
        }
        changed
    }

    /// The tie-breaks.
    ///
    /// # Errors
    /// Which text names none.
    pub fn tie_break_list(&self) -> Result<Vec<TieBreak>, String> {
        let (_, list) =
            TieBreak::list(self.tie_breaks.iter().map(String::as_str)).map_err(|error| error.to_string())?;
        Ok(list)
    }

    /// The colour drawn by lot for the highest-ranked player of round 1 (C.04.3 article 5.1).
    pub const fn first_colour(&self) -> Colour {
        if self.seed.is_multiple_of(2) { Colour::White } else { Colour::Black }
    }
}
