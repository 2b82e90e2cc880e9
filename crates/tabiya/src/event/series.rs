// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event series`.

use anyhow::bail;
use tabiya_events::operator::{DAYS, EventOrder};
use tabiya_events::series::zone_of_the_server;
use tabiya_events::view;
use tabiya_game::TimeControl;
use tabiya_protocol::events::{EventOptions, KeizerRules, Repeats, SeriesTemplate};

use super::new::{Kind, Wanted, time};
use super::options::CommonArgs;
use crate::order::Place;

/// Events that come again each day or each week
///
/// The server makes them ahead: those of a week two weeks, those of a day two days. Each is an event of its own from then on.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example: tabiya event series new \"Friday blitz\" --weekly friday --at 19:30 --format swiss --rounds 7 --time 5+3"
)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    New(Box<NewArgs>),
    /// List the series that go on: id, name, format, when, and the next event
    List {
        #[command(flatten)]
        place: Place,
    },
    /// Stop a series; its events that nobody has entered are cancelled
    Stop {
        /// The id of the series
        id: String,
        #[command(flatten)]
        place: Place,
    },
}

/// Begin a series
///
/// Prints the id of the series as its last word.
#[derive(clap::Args, Debug)]
struct NewArgs {
    /// What each event is called
    name: String,
    /// On this day of each week, such as friday
    #[arg(long, value_name = "DAY", value_parser = day, required_unless_present = "daily")]
    weekly: Option<u8>,
    /// Each day
    #[arg(long, conflicts_with = "weekly")]
    daily: bool,
    /// When each event begins, such as 19:30
    #[arg(long, value_name = "HH:MM", value_parser = clock)]
    at: (u8, u8),
    /// The time zone of that clock, such as Europe/Berlin; without it, this computer's
    #[arg(long)]
    zone: Option<String>,
    /// How each event is paired: all formats but team-match, whose two teams are named for each match
    #[arg(long, value_enum)]
    format: Kind,
    /// The number of rounds of a Swiss or a Keizer
    #[arg(long)]
    rounds: Option<u16>,
    /// How many minutes an arena lasts
    #[arg(long, value_name = "MINUTES")]
    duration: Option<u16>,
    /// Everybody meets everybody twice in a round robin; two games a match in a knockout
    #[arg(long)]
    double: bool,
    /// Minutes and seconds added with each move, such as 5+3; or 3d for days per move
    #[arg(long, value_parser = time)]
    time: TimeControl,
    /// Minutes between two rounds, which then start by themselves
    #[arg(long, value_name = "MINUTES")]
    pause: Option<u32>,
    /// All entrants play over the board
    #[arg(long)]
    otb: bool,
    /// Online games are rated
    #[arg(long)]
    rated: bool,
    /// Only the organisers enter players
    #[arg(long)]
    closed: bool,
    /// The players of an arena can't go berserk
    #[arg(long)]
    no_berserk: bool,
    /// Chess960 is played
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    common: CommonArgs,
    /// The account that owns the events; without it they belong to the admins
    #[arg(long, value_name = "NAME")]
    owner: Option<String>,
    #[command(flatten)]
    place: Place,
}

impl Args {
    pub(super) const fn place(&self) -> &Place {
        match &self.command {
            Command::New(args) => &args.place,
            Command::List { place } | Command::Stop { place, .. } => place,
        }
    }

    pub(super) fn order(&self) -> anyhow::Result<EventOrder> {
        Ok(match &self.command {
            Command::New(args) => {
                let template = Box::new(args.template()?);
                EventOrder::BeginSeries { template, owner: args.owner.clone() }
            }
            Command::List { .. } => EventOrder::ListSeries {},
            Command::Stop { id, .. } => EventOrder::StopSeries { id: id.clone() },
        })
    }
}

impl NewArgs {
    fn template(&self) -> anyhow::Result<SeriesTemplate> {
        if self.format == Kind::TeamMatch {
            bail!("a series takes all formats but team-match, whose two teams are named for each match");
        }
        self.common.for_format(self.format == Kind::Swiss)?;
        let wanted =
            Wanted { rounds: self.rounds, duration: self.duration, double: self.double, ..Wanted::default() };
        let format = wanted.format(self.format, KeizerRules::default())?;
        Ok(SeriesTemplate {
            name: self.name.clone(),
            format: view::format(format),
            time: self.time.into(),
            rated: self.rated,
            over_the_board: self.otb,
            open: !self.closed,
            pause: self.pause.map(|minutes| minutes.saturating_mul(60)),
            berserk: Some(!self.no_berserk),
            options: Some(EventOptions { chess960: self.chess960.then_some(true), ..self.common.options() }),
            repeats: self.weekly.map_or(Repeats::Day {}, |day| Repeats::Week { day }),
            hour: self.at.0,
            minute: self.at.1,
            zone: self.zone.clone().unwrap_or_else(zone_of_the_server),
        })
    }
}

/// `friday`, or `fri`.
fn day(text: &str) -> Result<u8, String> {
    let typed = text.to_lowercase();
    let found = (1..).zip(DAYS).find(|(_, day)| typed.len() >= 3 && day.to_lowercase().starts_with(&typed));
    found.map(|(number, _)| number).ok_or_else(|| format!("{text:?} isn't a day of the week, such as friday"))
}

/// `19:30`.
fn clock(text: &str) -> Result<(u8, u8), String> {
    let parsed =
        text.split_once(':').and_then(|(hour, minute)| Some((hour.parse().ok()?, minute.parse().ok()?)));
    let in_a_day = parsed.filter(|(hour, minute)| *hour < 24 && *minute < 60);
    in_a_day.ok_or_else(|| format!("{text:?} is no time of day, such as 19:30"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_times_are_read_as_people_write_them() {
        assert_eq!(day("Friday"), Ok(5));
        assert_eq!((day("mon"), day("sun")), (Ok(1), Ok(7)));
        assert!(day("t").is_err() && day("someday").is_err());
        assert_eq!((clock("19:30"), clock("0:05")), (Ok((19, 30)), Ok((0, 5))));
        assert!(clock("24:00").is_err() && clock("19.30").is_err() && clock("7:60").is_err());
    }
}
