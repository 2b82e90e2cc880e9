// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event fees` and `fee`: what entrants pay.

use tabiya_events::event::{BirthBound, FeeClass, Fees, Reduced};
use tabiya_events::files;
use tabiya_events::operator::EventOrder;

use crate::order::Place;

/// Set what entrants pay, or print what each has paid and still owes
///
/// Without an amount it prints. The reduced fee is for whoever was born on a day or later, or on a day or before, and for those to
/// whom `tabiya event fee` gives it.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The event's id
    id: String,
    /// What everybody pays, such as 20 or 12.50
    #[arg(long, value_name = "AMOUNT", value_parser = amount)]
    full: Option<u32>,
    /// What some pay in its place
    #[arg(long, value_name = "AMOUNT", value_parser = amount, requires = "full")]
    reduced: Option<u32>,
    /// Who was born on this day or later pays the reduced fee: 2008-09-01, or 2008
    #[arg(long, value_name = "DAY", requires = "reduced")]
    born_from: Option<BirthBound>,
    /// Who was born on this day or before pays the reduced fee: 1960-12-31, or 1960
    #[arg(long, value_name = "DAY", requires = "reduced")]
    born_until: Option<BirthBound>,
    /// The event has no fees
    #[arg(long, conflicts_with = "full")]
    none: bool,
    /// Print JSON: a list of entry, name, club, paid and due
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: Place,
}

impl Args {
    pub(super) fn order(&self) -> EventOrder {
        let (born_from, born_until) = (self.born_from, self.born_until);
        let reduced = self.reduced.map(|amount| Reduced { amount, born_from, born_until });
        let set = self.full.map(|full| Fees { full, reduced });
        EventOrder::Fees { id: self.id.clone(), set, none: self.none, json: self.json }
    }

    pub(super) const fn place(&self) -> &Place {
        &self.place
    }
}

/// Say which fee a player pays, in place of what follows from the date of birth
#[derive(clap::Args, Debug)]
pub(super) struct FeeArgs {
    /// The event's id
    id: String,
    /// The player's name in either order or its beginning, or #NUMBER of the entry
    name: String,
    /// Which fee
    fee: FeeArg,
    #[command(flatten)]
    place: Place,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum FeeArg {
    Full,
    Reduced,
    Free,
    ByBirth,
}

impl FeeArgs {
    pub(super) fn order(&self) -> EventOrder {
        let fee = match self.fee {
            FeeArg::Full => Some(FeeClass::Full),
            FeeArg::Reduced => Some(FeeClass::Reduced),
            FeeArg::Free => Some(FeeClass::Free),
            FeeArg::ByBirth => None,
        };
        EventOrder::Fee { id: self.id.clone(), name: self.name.clone(), fee }
    }

    pub(super) const fn place(&self) -> &Place {
        &self.place
    }
}

fn amount(text: &str) -> Result<u32, String> {
    let amount = files::amount(text)?;
    if amount <= Fees::HIGHEST { Ok(amount) } else { Err("a fee is at most 100000".to_owned()) }
}
