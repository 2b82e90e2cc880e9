// SPDX-License-Identifier: AGPL-3.0-or-later
//! The rating report at the command line: set, and printed with what it lacks.

use tabiya_game::Time;

use super::{EventOperator, OrderError, ReportChange};
use crate::decide::{Command, Refusal, Who};
use crate::event::{Event, Format, Plays, Report, Settings};
use crate::events::EventError;
use crate::report;
use crate::view::without_ghosts;

impl EventOperator {
    /// Changes what the rating report says where something is to change, and prints it.
    pub(super) async fn report(
        &self,
        id: &str,
        change: Option<ReportChange>,
        now: Time,
    ) -> Result<String, OrderError> {
        let (id, mut event) = self.events.named(id).await?;
        if let Some(change) = change {
            let report = changed(&event, change).map_err(EventError::from)?;
            let settings = Settings { report, ..event.settings.clone() };
            event = if settings.section.is_some() {
                self.events.change_timetable(id, settings, None, (Who::Operator, now)).await?.event
            } else {
                self.act(id, Command::ChangeSettings(settings), now).await?
            };
        }
        Ok(format!("{}\n{}", text(&event), self.missing(&event).await?))
    }

    /// What the report lacks, in one line; empty if it lacks nothing, and where all play online and that is not rated.
    pub(super) async fn report_gaps(&self, id: &str, with_online: bool) -> Result<String, OrderError> {
        let (_, event) = self.events.named(id).await?;
        let is_arena = matches!(event.settings.format, Format::Arena { .. });
        let is_online = event.entrants.iter().all(|one| one.plays == Plays::Online) && !with_online;
        if is_arena || is_online {
            return Ok(String::new());
        }
        let missing = self.missing(&event).await?;
        Ok(if missing == COMPLETE { String::new() } else { missing })
    }

    async fn missing(&self, event: &Event) -> Result<String, OrderError> {
        let ghosts = self.ghosts().await?;
        let gaps = report::gaps(&without_ghosts(event, &|player| ghosts.has(player)));
        if gaps.is_empty() {
            return Ok(COMPLETE.to_owned());
        }
        let gaps: Vec<String> = gaps.iter().map(report::said).collect();
        Ok(format!("missing for a rating report: {}", gaps.join(", ")))
    }
}

const COMPLETE: &str = "nothing is missing for a rating report";

/// The report with what is to change in it. A single date is that of all rounds.
fn changed(event: &Event, change: ReportChange) -> Result<Box<Report>, Refusal> {
    let mut written = report::view(event);
    let ReportChange { city, federation, chief_arbiter, deputies, dates } = change;
    written.city = city.unwrap_or(written.city);
    written.federation = federation.unwrap_or(written.federation);
    written.chief_arbiter = chief_arbiter.unwrap_or(written.chief_arbiter);
    written.deputies = deputies.unwrap_or(written.deputies);
    written.dates = match dates {
        Some(dates) if dates.len() == 1 => {
            vec![dates[0].clone(); event.total_rounds().max(event.last_published()).into()]
        }
        Some(dates) => dates,
        None => written.dates,
    };
    Ok(report::read(written)?)
}

fn text(event: &Event) -> String {
    let report = report::view(event);
    let or_none = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    let lines = [
        ("city", or_none(report.city)),
        ("federation", or_none(report.federation)),
        ("chief arbiter", or_none(report.chief_arbiter)),
        ("deputy arbiters", or_none(report.deputies.join("; "))),
        ("dates", or_none(report.dates.into_iter().map(or_none).collect::<Vec<_>>().join(", "))),
    ];
    lines.map(|(name, value)| format!("{name}: {value}")).join("\n")
}
