// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event report`.

use tabiya_events::operator::{EventOrder, ReportChange};

use crate::order::Place;

/// Set what the rating report says, and print it with what it lacks
///
/// `tabiya event export ID --trf` writes the report. An empty text takes away what was said.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example: tabiya event report ID --city Uppsala --federation SWE --arbiter \"Ann Berg\" --dates 2026-11-27,2026-11-28"
)]
pub(super) struct Args {
    /// The event's id
    id: String,
    /// Where it is played
    #[arg(long)]
    city: Option<String>,
    /// The federation in three letters, such as SWE
    #[arg(long)]
    federation: Option<String>,
    /// The chief arbiter
    #[arg(long, value_name = "NAME")]
    arbiter: Option<String>,
    /// A deputy arbiter; once for each, in place of those before
    #[arg(long = "deputy", value_name = "NAME")]
    deputies: Vec<String>,
    /// The day of each round with commas, such as 2026-11-27,2026-11-28; a single one is that of all rounds
    #[arg(long, value_name = "DAYS")]
    dates: Option<String>,
    #[command(flatten)]
    place: Place,
}

impl Args {
    pub(super) fn order(&self) -> EventOrder {
        let days = |text: &String| text.split(',').map(|day| day.trim().to_owned()).collect();
        let change = ReportChange {
            city: self.city.clone(),
            federation: self.federation.clone(),
            chief_arbiter: self.arbiter.clone(),
            deputies: (!self.deputies.is_empty()).then(|| self.deputies.clone()),
            dates: self.dates.as_ref().map(days),
        };
        let change = (change != ReportChange::default()).then(|| Box::new(change));
        EventOrder::Report { id: self.id.clone(), change }
    }

    pub(super) const fn place(&self) -> &Place {
        &self.place
    }
}
