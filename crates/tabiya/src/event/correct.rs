// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event correct`.

use tabiya_events::operator::EventOrder;
use tabiya_protocol::events::CardCorrection;

use crate::order::Place;

/// Correct what is known about a player
///
/// It counts from the next pairing on: rounds that are published stay. A draft is discarded if the order of the players may change. An empty
/// text and the rating 0 take away what was known.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: tabiya event correct ID \"Bo Lind\" --rating 1985 --club Wasa")]
pub(super) struct Args {
    /// The event's id
    id: String,
    /// The player's name in either order or its beginning, or #NUMBER of the entry
    name: String,
    #[command(flatten)]
    card: CardArgs,
    #[command(flatten)]
    place: Place,
}

#[derive(clap::Args, Debug)]
#[group(required = true, multiple = true)]
struct CardArgs {
    /// The name; an account keeps its own
    #[arg(long = "name", value_name = "NAME")]
    new_name: Option<String>,
    /// The rating by which the player is seeded
    #[arg(long)]
    rating: Option<u16>,
    /// A title of FIDE's, such as WIM
    #[arg(long)]
    title: Option<String>,
    /// The federation in three letters, such as SWE
    #[arg(long)]
    federation: Option<String>,
    /// The club
    #[arg(long)]
    club: Option<String>,
    /// The number at FIDE
    #[arg(long, value_name = "NUMBER")]
    fide: Option<String>,
    /// The number at the national federation
    #[arg(long, value_name = "NUMBER")]
    national_id: Option<String>,
    /// The national rating, which seeds a player without another one
    #[arg(long, value_name = "RATING")]
    national_rating: Option<u16>,
    /// The date of birth, such as 2011/04/30, or the year alone
    #[arg(long, value_name = "DATE")]
    birth: Option<String>,
    /// m or w
    #[arg(long)]
    sex: Option<String>,
}

impl Args {
    pub(super) const fn place(&self) -> &Place {
        &self.place
    }

    pub(super) fn order(&self) -> EventOrder {
        let card = &self.card;
        let correction = Box::new(CardCorrection {
            name: card.new_name.clone(),
            rating: card.rating,
            title: card.title.clone(),
            federation: card.federation.clone(),
            club: card.club.clone(),
            fide: card.fide.clone(),
            national_id: card.national_id.clone(),
            national_rating: card.national_rating,
            birth: card.birth.clone(),
            sex: card.sex.clone(),
        });
        EventOrder::Correct { id: self.id.clone(), name: self.name.clone(), correction }
    }
}
