// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event section`.

use tabiya_events::operator::{EventOrder, SectionOrder};
use tabiya_protocol::events::KeizerRules;

use super::new::{Kind, Wanted};
use super::ratings::{Ratings, ratings};
use crate::order::Place;

/// The sections of a festival, such as an Open and a Minor that share entries, timetable and board numbers
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Add a section; an event of its own becomes the first section of a festival
    ///
    /// Prints the new section's id as its last word.
    Add {
        /// The event's id
        id: String,
        /// What the new section is called
        name: String,
        /// What the event itself is called as a section, where it is none yet
        #[arg(long, default_value = "Open", value_name = "NAME")]
        own_name: String,
        /// The ratings that it takes, such as ..1600, 1400..1800 or 1800..
        #[arg(long, value_parser = ratings, value_name = "FROM..TO")]
        ratings: Option<Ratings>,
        /// How it is paired; without it, as the event
        #[arg(long, value_enum)]
        format: Option<Kind>,
        /// The number of rounds; without it, as the event
        #[arg(long)]
        rounds: Option<u16>,
        /// The number of its first board; without it, its boards follow those of the section before
        #[arg(long, value_name = "BOARD")]
        first_board: Option<u16>,
        #[command(flatten)]
        place: Place,
    },
    /// Change a section's name, ratings or first board
    Change {
        /// The section's id
        id: String,
        /// What it is called from now on
        #[arg(long)]
        name: Option<String>,
        /// The ratings that it takes, such as ..1600; .. takes all
        #[arg(long, value_parser = ratings, value_name = "FROM..TO")]
        ratings: Option<Ratings>,
        /// The number of its first board; 0 if its boards follow those of the section before
        #[arg(long, value_name = "BOARD")]
        first_board: Option<u16>,
        #[command(flatten)]
        place: Place,
    },
    /// List the sections: id, name, ratings, format, players
    List {
        /// The id of any of them
        id: String,
        #[command(flatten)]
        place: Place,
    },
    /// Draw all groups anew, so that they are about equally strong
    Deal {
        /// The id of any of them
        id: String,
        #[command(flatten)]
        place: Place,
    },
    /// Move a player to another section, in one act
    Move {
        /// The id of the section that the player leaves
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        /// The other section's name or id
        section: String,
        #[command(flatten)]
        place: Place,
    },
}

impl Args {
    pub(super) const fn place(&self) -> &Place {
        match &self.command {
            Command::Add { place, .. }
            | Command::Change { place, .. }
            | Command::List { place, .. }
            | Command::Deal { place, .. }
            | Command::Move { place, .. } => place,
        }
    }

    pub(super) fn order(&self) -> anyhow::Result<EventOrder> {
        Ok(match &self.command {
            Command::Add { id, name, own_name, ratings, format, rounds, first_board, place: _ } => {
                let wanted = Wanted { rounds: *rounds, ..Wanted::default() };
                let format = format.map(|kind| wanted.format(kind, KeizerRules::default())).transpose()?;
                // The rounds of a format that is named stand in it.
                let rounds = rounds.filter(|_| format.is_none());
                let (rating_from, rating_to) =
                    ratings.map_or((None, None), |ratings| (ratings.from, ratings.to));
                let section = SectionOrder { name: name.clone(), rating_from, rating_to, format, rounds };
                let (id, own_name, first_board) = (id.clone(), own_name.clone(), *first_board);
                EventOrder::AddSection { id, own_name, section, first_board }
            }
            Command::Change { id, name, ratings, first_board, place: _ } => EventOrder::ChangeSection {
                id: id.clone(),
                name: name.clone(),
                ratings: ratings.map(|ratings| (ratings.from, ratings.to)),
                first_board: *first_board,
            },
            Command::List { id, place: _ } => EventOrder::ListSections { id: id.clone() },
            Command::Deal { id, place: _ } => EventOrder::DealGroups { id: id.clone() },
            Command::Move { id, name, section, place: _ } => {
                let (id, name, section) = (id.clone(), name.clone(), section.clone());
                EventOrder::MoveToSection { id, name, section }
            }
        })
    }
}

/// `Open`, `Minor:..1600` or `Major:1400..1800`.
pub(super) fn section(text: &str) -> Result<SectionOrder, String> {
    let (name, limits) = match text.rsplit_once(':') {
        Some((name, limits)) => (name, ratings(limits)?),
        None => (text, Ratings { from: None, to: None }),
    };
    let (rating_from, rating_to) = (limits.from, limits.to);
    let name = name.trim().to_owned();
    Ok(SectionOrder { name, rating_from, rating_to, format: None, rounds: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_read_as_people_write_them() {
        let read = |text: &str| section(text).map(|one| (one.name, one.rating_from, one.rating_to));
        assert_eq!(read("Open"), Ok(("Open".into(), None, None)));
        assert_eq!(read("Minor:..1600"), Ok(("Minor".into(), None, Some(1600))));
        assert_eq!(read("Major: 1400..1800"), Ok(("Major".into(), Some(1400), Some(1800))));
        assert_eq!(read("Masters:1800.."), Ok(("Masters".into(), Some(1800), None)));
        for wrong in ["Minor:1600", "Minor:..x", "Minor:-1..5"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
