// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether there can be an event of such settings.

use tabiya_protocol::events::KeizerRules;
use tabiya_rules::Color;

use super::format::Format;
use super::report::{WrongDay, WrongReport};
use super::section::{HIGHEST_FIRST_BOARD, Section};
use super::settings::Settings;

/// The most characters of an event's name.
pub const LONGEST_NAME: usize = 80;
/// The most characters of a programme.
const LONGEST_PROGRAMME: usize = 2000;
/// The longest pause between two rounds, in seconds.
const LONGEST_PAUSE: u32 = 7 * 24 * 3600;
/// The longest arena, in minutes.
const LONGEST_ARENA: u16 = 720;
/// The most characters of a team's name.
const LONGEST_TEAM: usize = 40;
/// The longest default time, in minutes.
const LONGEST_DEFAULT_TIME: u16 = 120;
/// The most rounds of a Swiss or a Keizer.
pub const MOST_ROUNDS: u16 = 99;

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
}

/// Whether somebody could enter a section.
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

/// Whether there are two teams that can be told apart.
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
