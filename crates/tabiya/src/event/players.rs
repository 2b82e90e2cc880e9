// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event` about one player: enter, team, withdraw, bye, check-in and their like.

use tabiya_events::event::{Absence, Card};
use tabiya_events::operator::{EventOrder, Presence};

use super::correct;
use crate::order::Place;

#[derive(clap::Subcommand, Debug)]
pub(super) enum Command {
    /// Enter a player
    Enter {
        /// The event's id
        id: String,
        /// The player's name; that of an account, unless the player is at the venue
        name: String,
        /// The player plays over the board and needs no account
        #[arg(long, conflicts_with = "online")]
        otb: bool,
        /// The player plays on this server with the account of that name
        #[arg(long)]
        online: bool,
        /// The player is on the list of members of the event's owner, and is there
        #[arg(long, conflicts_with_all = ["online", "otb", "rating", "title", "team"])]
        member: bool,
        /// The rating by which the player is seeded
        #[arg(long)]
        rating: Option<u16>,
        /// A title of FIDE's, such as WIM
        #[arg(long, default_value = "")]
        title: String,
        /// For which team of a team match the player plays
        #[arg(long, default_value = "", hide_default_value = true)]
        team: String,
        /// In which section of the event's festival the player plays; without it, in this one
        #[arg(long, value_name = "NAME")]
        section: Option<String>,
        #[command(flatten)]
        place: Place,
    },
    /// Have a player of a team match play for a team, on its last board
    Team {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        /// The team's name
        team: String,
        #[command(flatten)]
        place: Place,
    },
    /// Put a player of a team match on a board; those from there on move down
    LineUp {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        /// The board in the player's team, from 1
        board: u16,
        #[command(flatten)]
        place: Place,
    },
    /// Have a player sit at the same board in every round, from the next pairing on
    FixBoard {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        /// The number on the table
        #[arg(required_unless_present = "free")]
        board: Option<u16>,
        /// The player sits at any board again
        #[arg(long, conflicts_with = "board")]
        free: bool,
        #[command(flatten)]
        place: Place,
    },
    Correct(Box<correct::Args>),
    /// Take a player out of the event
    Withdraw {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        /// Why, for the journal; at most 200 characters
        #[arg(long, default_value = "")]
        reason: String,
        #[command(flatten)]
        place: Place,
    },
    /// Leave a player out of the next rounds, until rejoin
    Pause {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        #[command(flatten)]
        place: Place,
    },
    /// Bring back a player who has left or pauses
    Rejoin {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        #[command(flatten)]
        place: Place,
    },
    /// Leave a player out of one round to come; half a point where the event allows it
    ///
    /// In a Keizer it says why the player is away, also of a round that is played.
    Bye {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        /// The round, from 1
        #[arg(long)]
        round: u16,
        /// Why the player of a Keizer is away; without it, excused
        #[arg(long, value_enum, value_name = "WHY")]
        absence: Option<AbsenceArg>,
        /// The player is there after all
        #[arg(long, conflicts_with = "absence")]
        cancel: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Note at the desk that a player is there
    CheckIn {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        /// The player is not there after all
        #[arg(long)]
        not_there: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Note at the desk that a player has paid
    Paid {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        /// The fee is due after all
        #[arg(long)]
        due: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Close the check-in: who is not there is not paired
    CloseCheckIn {
        /// The event's id
        id: String,
        #[command(flatten)]
        place: Place,
    },
    /// List who has entered: entry, name, rating, whether each plays, is there, has paid
    Entrants {
        /// The event's id
        id: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        place: Place,
    },
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum AbsenceArg {
    /// Away with notice
    Excused,
    /// Away without notice
    Unexcused,
    /// Plays elsewhere for the club
    ClubDuty,
}

impl From<AbsenceArg> for Absence {
    fn from(arg: AbsenceArg) -> Self {
        match arg {
            AbsenceArg::Excused => Self::Excused,
            AbsenceArg::Unexcused => Self::Unexcused,
            AbsenceArg::ClubDuty => Self::ClubDuty,
        }
    }
}

impl Command {
    /// What it asks for, and where.
    pub(super) fn order(&self) -> (EventOrder, &Place) {
        let presence = |id: &String, name: &String, becomes, reason: &str| EventOrder::Presence {
            id: id.clone(),
            name: name.clone(),
            becomes,
            reason: reason.to_owned(),
        };
        match self {
            Self::Enter { id, name, member: true, place, .. } => {
                (EventOrder::EnterMember { id: id.clone(), name: name.clone() }, place)
            }
            Self::Enter { id, name, otb, online, rating, title, team, section, place, member: false } => {
                let (title, team) = (title.to_uppercase(), team.trim().to_owned());
                let card = Card { title, team, ..Card::new(name.clone(), *rating) };
                let over_the_board = (*otb || *online).then_some(*otb);
                let (id, card, section) = (id.clone(), Box::new(card), section.clone());
                (EventOrder::Enter { id, card, over_the_board, section }, place)
            }
            Self::Team { id, name, team, place } => {
                (EventOrder::Team { id: id.clone(), name: name.clone(), team: team.clone() }, place)
            }
            Self::LineUp { id, name, board, place } => {
                (EventOrder::LineUp { id: id.clone(), name: name.clone(), board: *board }, place)
            }
            Self::FixBoard { id, name, board, free: _, place } => {
                (EventOrder::FixBoard { id: id.clone(), name: name.clone(), board: *board }, place)
            }
            Self::Correct(args) => (args.order(), args.place()),
            Self::Withdraw { id, name, reason, place } => {
                (presence(id, name, Presence::Withdraw, reason), place)
            }
            Self::Pause { id, name, place } => (presence(id, name, Presence::Pause, ""), place),
            Self::Rejoin { id, name, place } => (presence(id, name, Presence::Rejoin, ""), place),
            Self::Bye { id, name, round, absence, cancel, place } => {
                let (absence, cancel) = (absence.map(Absence::from), *cancel);
                (
                    EventOrder::Bye { id: id.clone(), name: name.clone(), round: *round, absence, cancel },
                    place,
                )
            }
            Self::CheckIn { id, name, not_there, place } => {
                (EventOrder::CheckIn { id: id.clone(), name: name.clone(), present: !not_there }, place)
            }
            Self::Paid { id, name, due, place } => {
                (EventOrder::Paid { id: id.clone(), name: name.clone(), paid: !due }, place)
            }
            Self::CloseCheckIn { id, place } => (EventOrder::CloseCheckIn { id: id.clone() }, place),
            Self::Entrants { id, json, place } => {
                (EventOrder::Entrants { id: id.clone(), json: *json }, place)
            }
        }
    }
}
