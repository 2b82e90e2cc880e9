// SPDX-License-Identifier: AGPL-3.0-or-later
//! What an organiser decides about an event.

use std::fmt;

use serde::{Deserialize, Serialize};
use tabiya_game::{Time, TimeControl};
use tabiya_protocol::events::{EventId, KeizerRules};
use tabiya_rules::{Color, Variant};
use tabiya_tournament::{Colour, TieBreak};

use super::entry_rules::EntryRules;
use super::report::{Report, WrongDay, WrongReport};
use super::section::{HIGHEST_FIRST_BOARD, Section};

/// The most characters of an event's name.
pub const LONGEST_NAME: usize = 80;
/// The most characters of a programme.
const LONGEST_PROGRAMME: usize = 2000;
/// The most players of a Swiss.
const MOST_IN_SWISS: usize = 1000;
/// The most players of a round robin.
const MOST_IN_ROUND_ROBIN: usize = 100;
/// The most players of a knockout.
const MOST_IN_KNOCK_OUT: usize = 1024;
/// The longest pause between two rounds, in seconds.
const LONGEST_PAUSE: u32 = 7 * 24 * 3600;
/// The most players of a Keizer.
const MOST_IN_KEIZER: usize = 300;
/// The most players of an arena.
const MOST_IN_ARENA: usize = 1000;
/// The longest arena, in minutes.
const LONGEST_ARENA: u16 = 720;
/// The most players of a team match.
const MOST_IN_TEAM_MATCH: usize = 2 * super::teams::MOST_IN_TEAM;
/// The most characters of a team's name.
const LONGEST_TEAM: usize = 40;
/// The longest default time, in minutes.
const LONGEST_DEFAULT_TIME: u16 = 120;
/// The most rounds of a Swiss or a Keizer.
pub const MOST_ROUNDS: u16 = 99;

/// How an event is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Format {
    /// FIDE Dutch, C.04.3.
    Swiss {
        /// The number of rounds.
        rounds: u16,
        /// Whether the Baku acceleration (C.04.7) is on.
        #[serde(default)]
        baku: bool,
    },
    /// Everybody meets everybody, by the Berger tables.
    RoundRobin {
        /// How often.
        cycles: u8,
    },
    /// Who loses a match is out.
    KnockOut {
        /// Games of a match before the tie-breaks.
        games: u8,
    },
    /// A club's league: who is present meets a neighbour of the list, and a win is worth the opponent's value.
    Keizer {
        /// The number of rounds.
        rounds: u16,
        /// Values and shares.
        #[serde(default)]
        rules: KeizerRules,
    },
    /// No rounds: whoever is free is paired again, until the time is over.
    Arena {
        /// How long it lasts.
        minutes: u16,
    },
    /// Two teams meet board by board.
    TeamMatch {
        /// How many games each pair plays: a round each, with the other colours.
        games: u8,
        /// How many boards a team has; 0 for as many as the larger team has players.
        #[serde(default)]
        boards: u16,
        /// Whether everybody of one team meets everybody of the other (Scheveningen).
        #[serde(default)]
        everyone: bool,
    },
}

impl Format {
    /// Its name at the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Swiss { .. } => "swiss",
            Self::RoundRobin { .. } => "round-robin",
            Self::KnockOut { .. } => "knockout",
            Self::Keizer { .. } => "keizer",
            Self::Arena { .. } => "arena",
            Self::TeamMatch { .. } => "team match",
        }
    }

    /// The most players.
    pub const fn most_players(self) -> usize {
        match self {
            Self::Swiss { .. } => MOST_IN_SWISS,
            Self::RoundRobin { .. } => MOST_IN_ROUND_ROBIN,
            Self::KnockOut { .. } => MOST_IN_KNOCK_OUT,
            Self::Keizer { .. } => MOST_IN_KEIZER,
            Self::Arena { .. } => MOST_IN_ARENA,
            Self::TeamMatch { .. } => MOST_IN_TEAM_MATCH,
        }
    }

    /// The number of rounds that so many players make.
    pub fn rounds(self, players: usize) -> u16 {
        let rounds = |rounds: usize| u16::try_from(rounds).unwrap_or(u16::MAX);
        match self {
            Self::Swiss { rounds, .. } | Self::Keizer { rounds, .. } => rounds,
            Self::Arena { .. } => 0,
            // Where everybody meets everybody, they follow from the teams.
            Self::TeamMatch { games, .. } => games.into(),
            Self::RoundRobin { .. } if players < 2 => 0,
            Self::RoundRobin { cycles } => rounds((players + players % 2 - 1) * usize::from(cycles)),
            Self::KnockOut { .. } => rounds(players.max(1).next_power_of_two().trailing_zeros() as usize),
        }
    }

    /// Whether players may come after the first pairing, and stay away from a round.
    pub const fn takes_late_entries(self) -> bool {
        match self {
            Self::Swiss { .. } | Self::Keizer { .. } | Self::Arena { .. } => true,
            Self::RoundRobin { .. } | Self::KnockOut { .. } | Self::TeamMatch { .. } => false,
        }
    }
}

/// With its rounds: "Swiss, 9 rounds".
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Swiss { rounds, .. } => write!(f, "Swiss, {rounds} rounds"),
            Self::RoundRobin { cycles: 1 } => f.write_str("round robin"),
            Self::RoundRobin { cycles: 2 } => f.write_str("double round robin"),
            Self::RoundRobin { cycles } => write!(f, "round robin, {cycles} games a pair"),
            Self::KnockOut { .. } => f.write_str("knockout"),
            Self::Keizer { rounds, .. } => write!(f, "Keizer, {rounds} rounds"),
            Self::Arena { minutes } => write!(f, "arena, {minutes} minutes"),
            Self::TeamMatch { everyone, games, .. } => {
                f.write_str(if *everyone { "team match, all against all" } else { "team match" })?;
                if *games > 1 { write!(f, ", {games} games a pair") } else { Ok(()) }
            }
        }
    }
}

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

/// Why settings make no event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongSettings {
    /// The name is empty, too long, or holds control characters.
    #[error("an event's name has 1 to {LONGEST_NAME} characters")]
    Name,
    /// The programme is too long, or holds control characters.
    #[error("a programme has up to {LONGEST_PROGRAMME} characters of plain text")]
    Programme,
    /// Too many rounds, or none.
    #[error("an event has 1 to {MOST_ROUNDS} rounds, not {0}")]
    Rounds(u16),
    /// Too many games of a pair, or none.
    #[error("a pair plays 1 to 4 games, not {0}")]
    Games(u8),
    /// What no arena can have.
    #[error("{0}")]
    Arena(&'static str),
    /// Values or shares of a Keizer that make no list.
    #[error("{0}")]
    Keizer(&'static str),
    /// More byes than rounds.
    #[error("a player asks for at most {MOST_ROUNDS} byes, in rounds up to {MOST_ROUNDS}")]
    Byes,
    /// Limits of ratings between which there is none.
    #[error("an event from a rating of {from} to one of {to} takes nobody")]
    EntryRatings {
        /// The lowest.
        from: u16,
        /// The highest.
        to: u16,
    },
    /// Limits of ratings between which there is none.
    #[error("a section from a rating of {from} to one of {to} takes nobody")]
    Ratings {
        /// The lowest.
        from: u16,
        /// The highest.
        to: u16,
    },
    /// No number of a board.
    #[error("the first board of a section has a number from 1 to {HIGHEST_FIRST_BOARD}")]
    FirstBoard,
    /// No two teams.
    #[error("{0}")]
    Teams(&'static str),
    /// What no rating report can say.
    #[error(transparent)]
    Report(#[from] WrongReport),
    /// No day of the calendar.
    #[error(transparent)]
    Day(WrongDay),
    /// Too long a default time.
    #[error("the default time is at most {LONGEST_DEFAULT_TIME} minutes")]
    DefaultTime,
    /// Too long a pause between rounds.
    #[error("the pause between two rounds is at most {} hours", LONGEST_PAUSE / 3600)]
    Pause,
    /// A tie-break that can't be read or is not for this format.
    #[error("{0}")]
    TieBreak(String),
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

    /// Whether there can be such an event.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self) -> Result<(), WrongSettings> {
        let length = self.name.trim().chars().count();
        if length == 0 || length > LONGEST_NAME || self.name.chars().any(char::is_control) {
            return Err(WrongSettings::Name);
        }
        let is_odd = |character: char| character.is_control() && character != '\n';
        if self.programme.chars().count() > LONGEST_PROGRAMME || self.programme.chars().any(is_odd) {
            return Err(WrongSettings::Programme);
        }
        if let Some(section) = &self.section {
            check_section(section)?;
        }
        self.report.check()?;
        if !(1..=4).contains(&self.games_per_pairing) {
            return Err(WrongSettings::Games(self.games_per_pairing));
        }
        if self.default_time > LONGEST_DEFAULT_TIME {
            return Err(WrongSettings::DefaultTime);
        }
        match self.format {
            Format::Swiss { rounds, .. } | Format::Keizer { rounds, .. }
                if !(1..=MOST_ROUNDS).contains(&rounds) =>
            {
                return Err(WrongSettings::Rounds(rounds));
            }
            Format::RoundRobin { cycles: games }
            | Format::KnockOut { games }
            | Format::TeamMatch { games, .. }
                if !(1..=4).contains(&games) =>
            {
                return Err(WrongSettings::Games(games));
            }
            Format::Keizer { rules, .. } => check_keizer(&rules)?,
            Format::Arena { minutes } => self.check_arena(minutes)?,
            Format::TeamMatch { boards, .. } => check_teams(self.teams.as_ref(), boards)?,
            Format::Swiss { .. } | Format::RoundRobin { .. } | Format::KnockOut { .. } => {}
        }
        if self.pause.is_some_and(|pause| pause > LONGEST_PAUSE) {
            return Err(WrongSettings::Pause);
        }
        if self.byes.most.max(self.byes.last_round).max(self.late_half) > MOST_ROUNDS {
            return Err(WrongSettings::Byes);
        }
        if let (Some(from), Some(to)) = (self.entry.rating_from, self.entry.rating_to)
            && from > to
        {
            return Err(WrongSettings::EntryRatings { from, to });
        }
        let list = self.tie_break_list().map_err(WrongSettings::TieBreak)?;
        let has_own_list = matches!(self.format, Format::Keizer { .. } | Format::Arena { .. });
        let unfit = list.iter().find(|one| {
            one.acronym.is_for_teams()
                || has_own_list
                || one.acronym.is_buchholz() && matches!(self.format, Format::RoundRobin { .. })
        });
        match unfit {
            Some(one) => Err(WrongSettings::TieBreak(format!("the tie-break {one} is not for this format"))),
            None => Ok(()),
        }
    }

    fn check_arena(&self, minutes: u16) -> Result<(), WrongSettings> {
        if !(1..=LONGEST_ARENA).contains(&minutes) {
            return Err(WrongSettings::Arena("an arena lasts 1 to 720 minutes"));
        }
        if self.over_the_board {
            return Err(WrongSettings::Arena("an arena is played on this server, not over the board"));
        }
        if self.time.is_none_or(|time| time.clock_of(Color::White).is_none()) {
            return Err(WrongSettings::Arena("an arena needs a clock, such as 3+0"));
        }
        Ok(())
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

/// Whether there are two teams that can be told apart.
fn check_section(section: &Section) -> Result<(), WrongSettings> {
    let is_name = |name: &str| {
        let length = name.trim().chars().count();
        (1..=LONGEST_NAME).contains(&length) && !name.chars().any(char::is_control)
    };
    if !is_name(&section.name) || !is_name(&section.festival_name) {
        return Err(WrongSettings::Name);
    }
    if let (Some(from), Some(to)) = (section.rating_from, section.rating_to)
        && from > to
    {
        return Err(WrongSettings::Ratings { from, to });
    }
    if section.first_board.is_some_and(|first| !(1..=HIGHEST_FIRST_BOARD).contains(&first)) {
        return Err(WrongSettings::FirstBoard);
    }
    Ok(())
}

fn check_teams(teams: Option<&[String; 2]>, boards: u16) -> Result<(), WrongSettings> {
    let Some([first, second]) = teams else {
        return Err(WrongSettings::Teams("a team match has two teams: say what they are called"));
    };
    let is_name = |name: &String| {
        let length = name.trim().chars().count();
        (1..=LONGEST_TEAM).contains(&length) && !name.chars().any(char::is_control)
    };
    if !is_name(first) || !is_name(second) {
        return Err(WrongSettings::Teams("a team's name has 1 to 40 characters"));
    }
    if first.trim().to_lowercase() == second.trim().to_lowercase() {
        return Err(WrongSettings::Teams("the two teams of a match have different names"));
    }
    if usize::from(boards) > super::teams::MOST_IN_TEAM {
        return Err(WrongSettings::Teams("a team match has at most 100 boards"));
    }
    Ok(())
}

/// Whether the values fall from place to place, and no share is more than the whole.
fn check_keizer(rules: &KeizerRules) -> Result<(), WrongSettings> {
    let shares = [rules.excused, rules.unexcused, rules.club_duty, rules.bye];
    if shares.iter().any(|share| *share > 100) {
        return Err(WrongSettings::Keizer("a share of the own value is 0 to 100 per cent"));
    }
    if rules.step == 0 || rules.step > 100 {
        return Err(WrongSettings::Keizer(
            "each place of a Keizer is worth 1 to 100 less than the one above it",
        ));
    }
    // So that a season's score of the first one stays a number that files can hold.
    if rules.top > 1000 {
        return Err(WrongSettings::Keizer("the first one of a Keizer is worth at most 1000"));
    }
    if rules.rounds_between > MOST_ROUNDS {
        return Err(WrongSettings::Keizer("at most 99 rounds lie between two games of the same players"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_follow_from_the_format() {
        for (format, players, rounds) in [
            (Format::Swiss { rounds: 9, baku: false }, 40, 9),
            (Format::RoundRobin { cycles: 1 }, 8, 7),
            (Format::RoundRobin { cycles: 2 }, 7, 14),
            (Format::RoundRobin { cycles: 1 }, 1, 0),
            (Format::KnockOut { games: 1 }, 16, 4),
            (Format::KnockOut { games: 2 }, 17, 5),
            (Format::KnockOut { games: 1 }, 0, 0),
        ] {
            assert_eq!(format.rounds(players), rounds, "{format:?} of {players}");
        }
    }

    #[test]
    fn settings_that_make_no_event_are_refused() {
        let settings = |format| Settings::new("Open", format, None, 1);
        let swiss = settings(Format::Swiss { rounds: 9, baku: false });
        assert_eq!(swiss.check(), Ok(()));
        assert_eq!(Settings { name: "  ".into(), ..swiss.clone() }.check(), Err(WrongSettings::Name));
        let programme = |text: &str| Settings { programme: text.into(), ..swiss.clone() }.check();
        assert_eq!(programme("19:00 check-in\n19:30 round 1"), Ok(()));
        for text in ["a\u{7}b", &"x".repeat(LONGEST_PROGRAMME + 1)] {
            assert_eq!(programme(text), Err(WrongSettings::Programme));
        }
        assert_eq!(settings(Format::Swiss { rounds: 0, baku: false }).check(), Err(WrongSettings::Rounds(0)));
        assert_eq!(settings(Format::RoundRobin { cycles: 5 }).check(), Err(WrongSettings::Games(5)));
        let keizer = |rules| settings(Format::Keizer { rounds: 8, rules }).check();
        assert_eq!(keizer(KeizerRules::default()), Ok(()));
        for rules in [
            KeizerRules { bye: 101, ..KeizerRules::default() },
            KeizerRules { step: 0, ..KeizerRules::default() },
            KeizerRules { top: 1001, ..KeizerRules::default() },
            KeizerRules { rounds_between: 100, ..KeizerRules::default() },
        ] {
            assert!(matches!(keizer(rules), Err(WrongSettings::Keizer(_))), "{rules:?}");
        }
        let table = settings(Format::RoundRobin { cycles: 1 });
        for code in ["BH", "MPvGP", "XX"] {
            let wrong = Settings { tie_breaks: vec![code.into()], ..table.clone() };
            assert!(matches!(wrong.check(), Err(WrongSettings::TieBreak(_))), "{code}");
        }
    }

    #[test]
    fn a_section_that_nobody_could_enter_is_refused() {
        let section = |rating_from, rating_to| Section {
            part: None,
            festival: tabiya_protocol::events::EventId::from_bits(1),
            festival_name: "Spring congress".into(),
            name: "Minor".into(),
            place: 2,
            rating_from,
            rating_to,
            first_board: None,
        };
        assert_eq!(check_section(&section(Some(1000), Some(1000))), Ok(()));
        let turned = check_section(&section(Some(1601), Some(1600)));
        assert_eq!(turned, Err(WrongSettings::Ratings { from: 1601, to: 1600 }));
        let unnamed = Section { name: " ".into(), ..section(None, None) };
        assert_eq!(check_section(&unnamed), Err(WrongSettings::Name));
        let open = Settings::new("Open", Format::Swiss { rounds: 3, baku: false }, None, 1);
        assert_eq!(open.check(), Ok(()));
        assert_eq!(Settings { section: Some(unnamed), ..open }.check(), Err(WrongSettings::Name));
        for first in [0, 501] {
            let wrong = Section { first_board: Some(first), ..section(None, None) };
            assert_eq!(check_section(&wrong), Err(WrongSettings::FirstBoard), "{first}");
        }
    }
}
