// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event` about rounds: pair, publish, start, results.

use tabiya_events::event::Outcome;
use tabiya_events::operator::EventOrder;

use crate::order::Place;

#[derive(clap::Subcommand, Debug)]
pub(super) enum Command {
    /// Pair the next round as a draft, or print the draft again
    Pair {
        /// The event's id
        id: String,
        /// Print JSON: a list of board, white and black; black is null for the bye
        #[arg(long)]
        json: bool,
        /// In all sections of the event's festival
        #[arg(long)]
        all_sections: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Say why a player meets this opponent in the last paired round
    Why {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        #[command(flatten)]
        place: Place,
    },
    /// Discard the draft
    Undo {
        /// The event's id
        id: String,
        #[command(flatten)]
        place: Place,
    },
    /// Publish the draft: everybody sees the pairings
    Publish {
        /// The event's id
        id: String,
        /// In all sections of the event's festival
        #[arg(long)]
        all_sections: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Take a published round back before its first move or result
    Unpublish {
        /// The event's id
        id: String,
        /// Why: everybody reads it
        #[arg(long)]
        reason: String,
        #[command(flatten)]
        place: Place,
    },
    /// Start the published round: the games on this server begin
    Start {
        /// The event's id
        id: String,
        /// In all sections of the event's festival
        #[arg(long)]
        all_sections: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Enter or correct the result of a board
    Result {
        /// The event's id
        id: String,
        /// The board, from 1
        board: u16,
        /// 1-0, 0-1, 1/2-1/2, +/-, -/+, -/-, 0-0, 1/2-0 or 0-1/2; short: 1, 0, =, + and -
        #[arg(allow_hyphen_values = true)]
        result: Outcome,
        /// The round; without it the last published one
        #[arg(long)]
        round: Option<u16>,
        /// Which game of a match; without it the next one
        #[arg(long)]
        game: Option<u16>,
        /// Why, for the journal, such as a correction; at most 200 characters
        #[arg(long, default_value = "")]
        reason: String,
        /// Whoever did not come gave no notice, and is not paired until brought back with rejoin
        #[arg(long)]
        without_notice: bool,
        #[command(flatten)]
        place: Place,
    },
}

impl Command {
    /// What it asks for, and where.
    pub(super) fn order(&self) -> anyhow::Result<(EventOrder, &Place)> {
        Ok(match self {
            Self::Pair { id, json, all_sections, place } => {
                (EventOrder::Pair { id: id.clone(), json: *json, all: *all_sections }, place)
            }
            Self::Why { id, name, place } => (EventOrder::Why { id: id.clone(), name: name.clone() }, place),
            Self::Undo { id, place } => (EventOrder::Undo { id: id.clone() }, place),
            Self::Publish { id, all_sections, place } => {
                (EventOrder::Publish { id: id.clone(), all: *all_sections }, place)
            }
            Self::Unpublish { id, reason, place } => {
                (EventOrder::Unpublish { id: id.clone(), reason: reason.clone() }, place)
            }
            Self::Start { id, all_sections, place } => {
                (EventOrder::Start { id: id.clone(), all: *all_sections }, place)
            }
            Self::Result { id, board, result, round, game, reason, without_notice, place } => {
                let (id, board, outcome, reason) = (id.clone(), *board, *result, reason.clone());
                let (round, game, without_notice) = (*round, *game, *without_notice);
                if without_notice && outcome.is_played() {
                    anyhow::bail!("--without-notice goes with a forfeit: +, - or -/-");
                }
                (EventOrder::Result { id, board, outcome, round, game, reason, without_notice }, place)
            }
        })
    }
}
