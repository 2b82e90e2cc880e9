// SPDX-License-Identifier: AGPL-3.0-or-later
//! The rating report of an event: what it says, and what it lacks.
//!
//! TRF26 names the lines that the rating of an event needs: city, federation, dates, chief arbiter, and each player's number at
//! FIDE.

use tabiya_protocol::events::{RatingReport, ReportGap};

use crate::decide::Refusal;
use crate::event::{Board, Day, Event, Report, WrongDay, WrongSettings};
use crate::tournament::{Numbered, annulled};

/// What the report lacks for the games to be rated. `event` has the names as the file has them.
pub fn gaps(event: &Event) -> Vec<ReportGap> {
    let report = &event.settings.report;
    let mut gaps = Vec::new();
    for (text, gap) in [
        (&report.city, ReportGap::City),
        (&report.federation, ReportGap::Federation),
        (&report.chief_arbiter, ReportGap::ChiefArbiter),
    ] {
        if text.is_empty() {
            gaps.push(gap);
        }
    }
    let published = || 1..=event.last_published();
    let rounds: Vec<u16> = published().filter(|round| report.date(*round).is_none()).collect();
    if !rounds.is_empty() {
        gaps.push(ReportGap::Dates { rounds });
    }
    let players = Numbered::of(event).tournament.players;
    let names: Vec<String> =
        players.into_iter().filter(|player| player.fide_id.is_empty()).map(|player| player.name).collect();
    if !names.is_empty() {
        gaps.push(ReportGap::FideIds { names });
    }
    let annulled = annulled(event);
    let is_open =
        |board: &Board| board.open_game().is_some() && !annulled.iter().any(|entrant| board.has(*entrant));
    let has_open = |round: &u16| event.round(*round).is_some_and(|these| these.boards.iter().any(is_open));
    let rounds: Vec<u16> = published().filter(has_open).collect();
    if !rounds.is_empty() {
        gaps.push(ReportGap::Results { rounds });
    }
    gaps
}

/// What the report says, as pages have it.
pub fn view(event: &Event) -> RatingReport {
    let Report { city, federation, chief_arbiter, deputies, dates } = (*event.settings.report).clone();
    let dates = dates.iter().map(|day| day.map_or_else(String::new, |day| day.to_string())).collect();
    RatingReport { city, federation, chief_arbiter, deputies, dates }
}

/// The report that somebody has written: without blanks around names, and without rounds at the end that have no date.
///
/// # Errors
/// If a date is none.
pub fn read(written: RatingReport) -> Result<Box<Report>, WrongDay> {
    let trim = |text: String| text.trim().to_owned();
    let day = |text: &String| if text.trim().is_empty() { Ok(None) } else { text.parse::<Day>().map(Some) };
    let mut dates = written.dates.iter().map(day).collect::<Result<Vec<_>, _>>()?;
    while dates.last() == Some(&None) {
        dates.pop();
    }
    Ok(Box::new(Report {
        city: trim(written.city),
        federation: trim(written.federation).to_uppercase(),
        chief_arbiter: trim(written.chief_arbiter),
        deputies: written.deputies.into_iter().map(trim).filter(|name| !name.is_empty()).collect(),
        dates,
    }))
}

impl From<WrongDay> for Refusal {
    fn from(wrong: WrongDay) -> Self {
        Self::Settings(WrongSettings::Day(wrong))
    }
}

/// A gap as the command line says it.
pub fn said(gap: &ReportGap) -> String {
    let rounds = |rounds: &[u16], has: &str, have: &str| match rounds {
        [one] => format!("round {one} {has}"),
        several => {
            let list: Vec<String> = several.iter().map(u16::to_string).collect();
            format!("rounds {} {have}", list.join(", "))
        }
    };
    match gap {
        ReportGap::City => "no city".into(),
        ReportGap::Federation => "no federation".into(),
        ReportGap::ChiefArbiter => "no chief arbiter".into(),
        ReportGap::Dates { rounds: these } => rounds(these, "has no date", "have no date"),
        // A name may be written with a comma.
        ReportGap::FideIds { names } => format!("no FIDE id: {}", names.join("; ")),
        ReportGap::Results { rounds: these } => {
            rounds(these, "has games without a result", "have games without a result")
        }
    }
}
