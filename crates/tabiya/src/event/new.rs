// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event new`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::ValueEnum;
use tabiya_events::event::{Format, Settings};
use tabiya_events::files::players;
use tabiya_events::operator::EventOrder;
use tabiya_game::{DaysPerMove, Millis, TimeControl};
use tabiya_protocol::events::KeizerRules;

use crate::order::Place;

/// Create an event, with the players of a file where one is named
///
/// Prints the event's id as its last word. The players' file is CSV with a header: name, then any of rating, title,
/// federation, fide, national_id, national_rating, birth, sex, club. In an event that is not over the board each name is
/// that of an account.
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
    /// The number of rounds of a Swiss or a Keizer
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
    /// Everybody meets everybody twice, with each colour, in a round robin; two games a match in a knockout
    #[arg(long)]
    double: bool,
    /// Accelerate the first rounds of a Swiss (Baku, C.04.7)
    #[arg(long)]
    baku: bool,
    #[command(flatten)]
    keizer: KeizerArgs,
    /// Online games are rated
    #[arg(long)]
    rated: bool,
    /// Only the organisers enter players
    #[arg(long)]
    closed: bool,
    /// The tie-breaks in their order, with commas, as TRF writes them: DE,BH/C1,BH,SB
    #[arg(long, value_name = "LIST")]
    tiebreaks: Option<String>,
    /// The players, as CSV with a header
    #[arg(long, value_name = "FILE")]
    players: Option<PathBuf>,
    /// The account that owns the event; without it the event belongs to the admins
    #[arg(long, value_name = "NAME")]
    owner: Option<String>,
    #[command(flatten)]
    place: Place,
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
}

impl Args {
    pub(super) const fn place(&self) -> &Place {
        &self.place
    }

    pub(super) fn order(&self) -> anyhow::Result<EventOrder> {
        let wanted =
            Wanted { rounds: self.rounds, duration: self.duration, double: self.double, baku: self.baku };
        let format = wanted.format(self.format, self.keizer.rules())?;
        // The seed is drawn where the event is stored.
        let mut settings = Settings::new(self.name.clone(), format, Some(self.time), 0);
        settings.over_the_board = self.otb;
        settings.rated = self.rated;
        settings.berserk = !self.no_berserk;
        settings.open = !self.closed;
        if let Some(list) = &self.tiebreaks {
            settings.tie_breaks = list.split(',').map(|code| code.trim().to_owned()).collect();
        }
        settings.check()?;
        let players = match &self.players {
            None => Vec::new(),
            Some(path) => {
                let bytes = fs::read(path).with_context(|| format!("{} can't be read", path.display()))?;
                players(&bytes).with_context(|| path.display().to_string())?
            }
        };
        Ok(EventOrder::New { settings: Box::new(settings), players, owner: self.owner.clone() })
    }
}

/// What is said about a format besides its name.
pub(super) struct Wanted {
    pub(super) rounds: Option<u16>,
    pub(super) duration: Option<u16>,
    pub(super) double: bool,
    pub(super) baku: bool,
}

impl Wanted {
    /// The format of a kind.
    pub(super) fn format(&self, kind: Kind, rules: KeizerRules) -> anyhow::Result<Format> {
        let games = if self.double { 2 } else { 1 };
        Ok(match (kind, self.rounds) {
            (Kind::Swiss, Some(rounds)) => Format::Swiss { rounds, baku: self.baku },
            (Kind::Swiss, None) => bail!("a Swiss needs --rounds"),
            (Kind::Arena, _) => match self.duration {
                Some(minutes) => Format::Arena { minutes },
                None => bail!("an arena needs --duration"),
            },
            (Kind::Keizer, Some(rounds)) => Format::Keizer { rounds, rules },
            (Kind::Keizer, None) => bail!("a Keizer needs --rounds"),
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
