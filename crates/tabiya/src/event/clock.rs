// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event clock`: the clocks of games that run on this server.

use tabiya_events::event::{ClocksAct, Side};
use tabiya_events::operator::EventOrder;

use crate::order::Place;

/// Pause the clocks of running games, set one, go back to a position, resume
///
/// Needs a running server. A clock is set, and moves are undone, while the clocks are paused.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Pause the clocks of a board, or of all boards of the round
    Pause {
        #[command(flatten)]
        which: Which,
    },
    /// Let paused clocks run on
    Resume {
        #[command(flatten)]
        which: Which,
    },
    /// Set a paused clock
    Set {
        /// The event's id
        id: String,
        /// The board, from 1
        board: u16,
        /// Whose clock: the colour in the game that is played
        side: SideArg,
        /// What it is to show, as MINUTES:SECONDS
        #[arg(value_parser = seconds)]
        time: u32,
        #[command(flatten)]
        how: How,
    },
    /// Go back to an earlier position while the clocks are paused
    Back {
        /// The event's id
        id: String,
        /// The board, from 1
        board: u16,
        /// How many half-moves stay
        ply: u32,
        #[command(flatten)]
        how: How,
    },
}

#[derive(clap::Args, Debug)]
struct Which {
    /// The event's id
    id: String,
    /// The board, from 1; without it all boards of the round
    board: Option<u16>,
    #[command(flatten)]
    how: How,
}

#[derive(clap::Args, Debug)]
struct How {
    /// The round; without it the last one that has begun
    #[arg(long)]
    round: Option<u16>,
    /// Why, for the event's journal
    #[arg(long, default_value = "")]
    reason: String,
    #[command(flatten)]
    place: Place,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum SideArg {
    White,
    Black,
}

fn seconds(text: &str) -> Result<u32, String> {
    let parsed = text.split_once(':').and_then(|(minutes, seconds)| {
        let [minutes, seconds] = [minutes, seconds].map(|part| part.parse::<u32>().ok());
        minutes?.checked_mul(60)?.checked_add(seconds.filter(|seconds| *seconds < 60)?)
    });
    parsed.ok_or_else(|| format!("{text:?} is no time; write minutes and seconds, such as 5:30"))
}

impl Args {
    pub(super) fn order(&self) -> EventOrder {
        let (id, board, act, how) = match &self.command {
            Command::Pause { which } => (&which.id, which.board, ClocksAct::Pause {}, &which.how),
            Command::Resume { which } => (&which.id, which.board, ClocksAct::Resume {}, &which.how),
            Command::Set { id, board, side, time, how } => {
                let side = match side {
                    SideArg::White => Side::White,
                    SideArg::Black => Side::Black,
                };
                (id, Some(*board), ClocksAct::Set { side, seconds: *time }, how)
            }
            Command::Back { id, board, ply, how } => (id, Some(*board), ClocksAct::Back { ply: *ply }, how),
        };
        let (id, round, reason) = (id.clone(), how.round, how.reason.clone());
        EventOrder::Clocks { id, round, board, act, reason }
    }

    pub(super) const fn place(&self) -> &Place {
        match &self.command {
            Command::Pause { which } | Command::Resume { which } => &which.how.place,
            Command::Set { how, .. } | Command::Back { how, .. } => &how.place,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_minutes_and_seconds() {
        for (text, expected) in [("5:30", 330), ("0:01", 1), ("90:00", 5_400)] {
            assert_eq!(seconds(text), Ok(expected));
        }
        for text in ["", "5", "5:60", "-1:00", "a:b", "99999999999:00"] {
            assert!(seconds(text).is_err(), "{text:?}");
        }
    }
}
