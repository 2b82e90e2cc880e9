// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event new`.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::ValueEnum;
use tabiya_events::event::{Card, Format, Settings};
use tabiya_events::festival::NewGroups;
use tabiya_events::files::{left_out, players};
use tabiya_events::operator::{EventOrder, SectionOrder};
use tabiya_events::options;
use tabiya_game::{DaysPerMove, Millis, TimeControl};
use tabiya_protocol::events::{EventOptions, KeizerRules};

use super::options::CommonArgs;
use crate::limits::read_file;
use crate::order::Place;

/// Create an event, with the players of a file where one is named
///
/// Prints the event's id as its last word. The players' file is CSV with a header: name, then any of rating, title,
/// federation, fide, national_id, national_rating, birth, sex, club, and in a team match team. In an event that is not over
/// the board each name is that of an account.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example: tabiya event new \"Club championship\" --format swiss --rounds 9 --time 90+30 --otb --players club.csv"
)]
pub(super) struct Args {
    /// What the event is called
    name: String,
    /// How it is paired
    #[arg(long, value_enum)]
    format: Kind,
    /// The number of rounds of a Swiss or a Keizer; how many games each pair of a team match plays, else one
    #[arg(long)]
    rounds: Option<u16>,
    /// Minutes and seconds added with each move, such as 5+3; or 3d for days per move
    #[arg(long, value_parser = time)]
    time: TimeControl,
    /// How many minutes an arena lasts
    #[arg(long, value_name = "MINUTES")]
    duration: Option<u16>,
    /// The players of an arena can't go berserk
    #[arg(long)]
    no_berserk: bool,
    /// All entrants play over the board
    #[arg(long)]
    otb: bool,
    /// Everybody meets everybody twice, with each colour, in a round robin; two games a match in a knockout, and on each board
    /// of a team match
    #[arg(long)]
    double: bool,
    /// Accelerate the first rounds of a Swiss (Baku, C.04.7)
    #[arg(long)]
    baku: bool,
    #[command(flatten)]
    keizer: KeizerArgs,
    #[command(flatten)]
    teams: TeamArgs,
    /// Online games are rated
    #[arg(long)]
    rated: bool,
    /// Only the organisers enter players
    #[arg(long)]
    closed: bool,
    /// Players who enter by themselves need a code, which is printed
    #[arg(long, conflicts_with = "closed")]
    entry_code: bool,
    /// Chess960 is played
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    common: CommonArgs,
    /// The players, as CSV with a header
    #[arg(long, value_name = "FILE")]
    players: Option<PathBuf>,
    /// A section of a festival, with the ratings that it takes, such as Minor:..1600; once for each
    ///
    /// The players of the file enter the section with the lowest limit that takes their rating.
    #[arg(long = "section", value_name = "NAME[:FROM..TO]", value_parser = super::section::section)]
    sections: Vec<SectionOrder>,
    #[command(flatten)]
    groups: GroupsArgs,
    /// The account that owns the event; without it the event belongs to the admins
    #[arg(long, value_name = "NAME")]
    owner: Option<String>,
    #[command(flatten)]
    place: Place,
}

/// Groups, then a final.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Groups, then a final")]
struct GroupsArgs {
    /// How many groups there are, each a round robin or a Swiss; the players of the file are dealt to them by strength
    #[arg(long, conflicts_with = "sections", requires = "go_on", value_name = "GROUPS")]
    groups: Option<u8>,
    /// How many go on from each group
    #[arg(long, requires = "groups", value_name = "PLAYERS")]
    go_on: Option<u16>,
    /// How the final is played: a knockout or a round robin
    #[arg(long = "final", value_enum, default_value = "knockout", value_name = "FORMAT")]
    last: Kind,
    /// The points of the group count in the final, too; of a round robin
    #[arg(long, requires = "groups")]
    carry: bool,
}

impl GroupsArgs {
    /// The groups are called by letters.
    fn groups(&self, double: bool) -> anyhow::Result<Option<NewGroups>> {
        let (Some(groups), Some(go_on)) = (self.groups, self.go_on) else { return Ok(None) };
        let names = ('A'..='Z').take(groups.into()).map(|letter| format!("Group {letter}"));
        let wanted = Wanted { double, ..Wanted::default() };
        let format = match self.last {
            Kind::Knockout | Kind::RoundRobin => wanted.format(self.last, KeizerRules::default())?,
            Kind::Swiss | Kind::Keizer | Kind::Arena | Kind::TeamMatch => {
                bail!("the final is a knockout or a round robin")
            }
        };
        let (names, last) = (names.collect(), "Final".to_owned());
        Ok(Some(NewGroups { names, last, go_on, format, carry: self.carry }))
    }
}

/// What is said about a team match.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Team match")]
pub(super) struct TeamArgs {
    /// The two teams; the first has White on board 1. Without it, those of the column team in the players' file
    #[arg(long, value_name = "TEAM,TEAM", value_parser = two_teams)]
    teams: Option<[String; 2]>,
    /// How many boards a team has, others are substitutes; without it, as many as the larger team has players
    #[arg(long)]
    boards: Option<u16>,
    /// Everybody of one team meets everybody of the other
    #[arg(long)]
    scheveningen: bool,
}

impl TeamArgs {
    /// The names that were given.
    pub(super) fn names(&self) -> Option<[String; 2]> {
        self.teams.clone()
    }

    /// How many boards a team has; 0 for as many as the larger one has players. `None` if nobody has said.
    pub(super) const fn boards(&self) -> Option<u16> {
        self.boards
    }

    /// Whether everybody meets everybody.
    pub(super) const fn scheveningen(&self) -> bool {
        self.scheveningen
    }
}

/// `Berg,Tal`.
fn two_teams(text: &str) -> Result<[String; 2], String> {
    let names: Vec<String> = text.split(',').map(|name| name.trim().to_owned()).collect();
    <[String; 2]>::try_from(names)
        .map_err(|names| format!("a team match has two teams, and {text:?} names {}", names.len()))
}

/// The teams that a list of players names, in the order in which they come.
fn teams_of(players: &[Card]) -> anyhow::Result<[String; 2]> {
    let mut names: Vec<String> = Vec::new();
    for card in players.iter().filter(|card| !card.team.is_empty()) {
        if !names.iter().any(|name| name.to_lowercase() == card.team.to_lowercase()) {
            names.push(card.team.clone());
        }
    }
    match <[String; 2]>::try_from(names) {
        Ok(both) => Ok(both),
        Err(names) if names.len() > 2 => {
            bail!("a team match has two teams, and the list names {}: {}", names.len(), names.join(", "))
        }
        Err(_) => {
            bail!("a team match needs --teams, such as --teams Berg,Tal, or a list with the column team")
        }
    }
}

/// The settings of a Keizer, with those that clubs use most.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Keizer")]
struct KeizerArgs {
    /// The value of the first one in the list; 0 for one and a half times the number of players
    #[arg(long, default_value_t = 0, value_name = "VALUE")]
    top: u16,
    /// How much less each place is worth
    #[arg(long, default_value_t = 1, value_name = "VALUE")]
    step: u16,
    /// Per cent of the own value for an absence with notice
    #[arg(long, default_value_t = 35, value_name = "PER CENT")]
    excused: u8,
    /// Per cent of the own value for an absence without notice
    #[arg(long, default_value_t = 0, value_name = "PER CENT")]
    unexcused: u8,
    /// Per cent of the own value for playing elsewhere for the club
    #[arg(long, default_value_t = 70, value_name = "PER CENT")]
    club_duty: u8,
    /// Per cent of the own value for whoever is left over
    #[arg(long, default_value_t = 50, value_name = "PER CENT")]
    left_over: u8,
    /// How many rounds lie between two meetings at least
    #[arg(long, default_value_t = 3, value_name = "ROUNDS")]
    rounds_between: u16,
}

impl KeizerArgs {
    const fn rules(&self) -> KeizerRules {
        KeizerRules {
            top: self.top,
            step: self.step,
            excused: self.excused,
            unexcused: self.unexcused,
            club_duty: self.club_duty,
            bye: self.left_over,
            rounds_between: self.rounds_between,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    /// FIDE Dutch, C.04.3
    Swiss,
    /// Berger tables, C.05
    RoundRobin,
    /// Who loses is out
    Knockout,
    /// A club's league: who is present meets a neighbour of the list, a win is worth the opponent's value
    Keizer,
    /// No rounds: whoever is free is paired again, until the time is over
    Arena,
    /// Two teams meet board by board
    TeamMatch,
}

impl Args {
    pub(super) const fn place(&self) -> &Place {
        &self.place
    }

    pub(super) fn order(&self) -> anyhow::Result<EventOrder> {
        let wanted = Wanted {
            rounds: self.rounds,
            duration: self.duration,
            double: self.double,
            baku: self.baku,
            boards: self.teams.boards(),
            scheveningen: self.teams.scheveningen(),
        };
        let format = wanted.format(self.format, self.keizer.rules())?;
        self.common.for_format(self.format == Kind::Swiss)?;
        // The seed is drawn where the event is stored.
        let mut settings = Settings::new(self.name.clone(), format, Some(self.time), 0);
        settings.over_the_board = self.otb;
        settings.rated = self.rated;
        settings.berserk = !self.no_berserk;
        settings.open = !self.closed;
        let options = EventOptions {
            by_code: self.entry_code.then_some(true),
            chess960: self.chess960.then_some(true),
            ..self.common.options()
        };
        let players = match &self.players {
            None => Vec::new(),
            Some(path) => {
                let bytes = read_file(path).with_context(|| format!("{} can't be read", path.display()))?;
                crate::members::say_left_out(&left_out(&bytes, false));
                players(&bytes).with_context(|| path.display().to_string())?
            }
        };
        if self.format == Kind::TeamMatch {
            let named = self.teams.names();
            settings.teams = Some(named.map_or_else(|| teams_of(&players), Ok)?);
        }
        // The entry code is drawn where the event is stored.
        options::with(settings.clone(), &options, 0).check()?;
        let (settings, owner, sections) = (Box::new(settings), self.owner.clone(), self.sections.clone());
        let groups = self.groups.groups(self.double)?.map(Box::new);
        Ok(EventOrder::New { settings, players, owner, sections, groups, options: Box::new(options) })
    }
}

/// What is said about a format besides its name.
#[derive(Default)]
pub(super) struct Wanted {
    pub(super) rounds: Option<u16>,
    pub(super) duration: Option<u16>,
    pub(super) double: bool,
    pub(super) baku: bool,
    pub(super) boards: Option<u16>,
    pub(super) scheveningen: bool,
}

impl Wanted {
    /// The format of a kind.
    pub(super) fn format(&self, kind: Kind, rules: KeizerRules) -> anyhow::Result<Format> {
        let games = if self.double { 2 } else { 1 };
        if kind != Kind::TeamMatch && (self.boards.is_some() || self.scheveningen) {
            bail!("--boards and --scheveningen are for a team match");
        }
        Ok(match (kind, self.rounds) {
            (Kind::Swiss, Some(rounds)) => Format::Swiss { rounds, baku: self.baku },
            (Kind::Swiss, None) => bail!("a Swiss needs --rounds"),
            (Kind::Arena, _) => match self.duration {
                Some(minutes) => Format::Arena { minutes },
                None => bail!("an arena needs --duration"),
            },
            (Kind::Keizer, Some(rounds)) => Format::Keizer { rounds, rules },
            (Kind::Keizer, None) => bail!("a Keizer needs --rounds"),
            (Kind::TeamMatch, rounds) => Format::TeamMatch {
                games: rounds.map_or(games, |rounds| u8::try_from(rounds).unwrap_or(u8::MAX)),
                boards: self.boards.unwrap_or(0),
                everyone: self.scheveningen,
            },
            (Kind::RoundRobin, _) => Format::RoundRobin { cycles: games },
            (Kind::Knockout, _) => Format::KnockOut { games },
        })
    }
}

/// `5+3`, `0.5+0`, `15` or `3d`.
pub(super) fn time(text: &str) -> Result<TimeControl, String> {
    let wrong = || format!("{text:?} is no time control: write minutes and seconds, such as 5+3, or 3d");
    if let Some(days) = text.strip_suffix('d') {
        let days: u8 = days.parse().map_err(|_| wrong())?;
        let days = DaysPerMove::new(days).map_err(|error| error.to_string())?;
        return Ok(TimeControl::Correspondence { days });
    }
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let minutes: f64 = minutes.parse().map_err(|_| wrong())?;
    let seconds: u32 = seconds.parse().map_err(|_| wrong())?;
    if !(0.0..=180.0).contains(&minutes) {
        return Err(wrong());
    }
    // Whole milliseconds: the range was checked.
    let initial = Millis((minutes * 60_000.0).round() as u32);
    TimeControl::new(initial, Millis::from_secs(seconds)).map_err(|error| error.to_string())
}
