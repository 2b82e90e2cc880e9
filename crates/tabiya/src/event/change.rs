// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event change`.

use tabiya_events::files::moment_of;
use tabiya_events::operator::EventOrder;
use tabiya_game::{Time, TimeControl};
use tabiya_protocol::events::KeizerRules;

use super::new::{Kind, TeamArgs, Wanted, time};
use super::options::ChangeArgs;
use crate::order::Place;

/// Change an event: its name, format, rounds, time control, start, entry, tie-breaks and more
///
/// Before the first round is published, all of it. Afterwards the format stays; the name, the start, more rounds, the entry and the
/// tie-breaks can still be set. Whether games are rated, and Chess960, stay once games have begun. A draft is discarded where another
/// pairing may follow.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: tabiya event change ID --format round-robin")]
pub(super) struct Args {
    /// The event's id
    id: String,
    /// What the event is called from now on
    #[arg(long)]
    name: Option<String>,
    /// How it is paired; a Swiss and a Keizer also need --rounds, an arena --duration
    #[arg(long, value_enum)]
    format: Option<Kind>,
    /// The number of rounds of a Swiss or a Keizer; how many games each pair of a team match plays
    #[arg(long)]
    rounds: Option<u16>,
    /// How many minutes an arena lasts
    #[arg(long, value_name = "MINUTES", requires = "format")]
    duration: Option<u16>,
    /// Everybody meets everybody twice in a round robin; two games a match in a knockout
    #[arg(long, requires = "format")]
    double: bool,
    /// Accelerate the first rounds of a Swiss (Baku, C.04.7)
    #[arg(long, requires = "format")]
    baku: bool,
    #[command(flatten)]
    teams: TeamArgs,
    /// Minutes and seconds added with each move, such as 5+3; or 3d for days per move
    #[arg(long, value_parser = time)]
    time: Option<TimeControl>,
    /// When it begins, in UTC, such as "2026-12-04 18:30"
    #[arg(long, value_parser = starts, value_name = "WHEN")]
    starts: Option<Time>,
    #[command(flatten)]
    options: ChangeArgs,
    #[command(flatten)]
    place: Place,
}

impl Args {
    pub(super) const fn place(&self) -> &Place {
        &self.place
    }

    pub(super) fn order(&self) -> anyhow::Result<EventOrder> {
        let Self { rounds, duration, double, baku, .. } = *self;
        let (boards, scheveningen) = (self.teams.boards(), self.teams.scheveningen());
        let wanted = Wanted { rounds, duration, double, baku, boards, scheveningen };
        let format = self.format.map(|kind| wanted.format(kind, KeizerRules::default())).transpose()?;
        // The rounds and the boards of a format that is named stand in it.
        let is_named = format.is_some();
        let (rounds, boards) = (rounds.filter(|_| !is_named), boards.filter(|_| !is_named));
        let scheveningen = scheveningen && !is_named;
        let (id, name) = (self.id.clone(), self.name.clone());
        let (time, starts, teams) = (self.time, self.starts, self.teams.names());
        let options = Box::new(self.options.options());
        Ok(EventOrder::Change {
            id,
            name,
            format,
            rounds,
            time,
            starts,
            teams,
            boards,
            scheveningen,
            options,
        })
    }
}

fn starts(text: &str) -> Result<Time, String> {
    moment_of(text).ok_or_else(|| format!("{text:?} is no time; write it as 2026-12-04 18:30, in UTC"))
}
