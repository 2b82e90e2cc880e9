// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event correct` and `tabiya event bye`.

use tabiya_game::Time;
use tabiya_protocol::events::CardCorrection;

use super::{EventOperator, OrderError, entrant};
use crate::decide::{Command, Who};
use crate::event::{Absence, Entry, Format};

impl EventOperator {
    pub(super) async fn correct(
        &self,
        id: &str,
        name: &str,
        correction: Box<CardCorrection>,
        now: Time,
    ) -> Result<String, OrderError> {
        let (id, event) = self.events.named(id).await?;
        let entrant = entrant(&event, name)?;
        let named = event.entrant(entrant).filter(|one| one.is_named_by_organiser());
        // What is wrong with it is said when it is decided.
        let card = named.and_then(|one| one.card.corrected(&correction).ok());
        let is_child = self.members.has_child(event.owner, &card, now).await?;
        let correct = Command::Correct { entrant, correction };
        let correct = if is_child { Command::EnterChild(Box::new(correct)) } else { correct };
        let acted = self.events.act(id, &correct, None, Who::Operator, now).await?;
        let called = acted.event.entrant(entrant).map_or_else(String::new, |one| one.card.name.clone());
        let has = |is: fn(&Entry) -> bool| acted.records.iter().any(|record| is(&record.entry));
        if !has(|entry| matches!(entry, Entry::CardCorrected { .. })) {
            return Ok(format!("{called}: nothing is different"));
        }
        let counts =
            if acted.event.published().is_empty() { "" } else { "; it counts from the next pairing on" };
        let draft = if has(|entry| matches!(entry, Entry::DraftUndone { .. })) {
            "; the draft is discarded"
        } else {
            ""
        };
        Ok(format!("{called} is corrected{counts}{draft}"))
    }

    pub(super) async fn bye(
        &self,
        id: &str,
        name: &str,
        (round, absence): (u16, Option<Absence>),
        now: Time,
    ) -> Result<String, OrderError> {
        let (id, event) = self.events.named(id).await?;
        let entrant = entrant(&event, name)?;
        if absence.is_some() || matches!(event.settings.format, Format::Keizer { .. }) {
            let absence = absence.unwrap_or(Absence::Excused);
            self.act(id, Command::Away { entrant, round, absence }, now).await?;
            let why = match absence {
                Absence::Excused => "excused",
                Absence::Unexcused => "not excused",
                Absence::ClubDuty => "on duty for the club",
            };
            return Ok(format!("{name} is away in round {round}: {why}"));
        }
        let event = self.act(id, Command::AskBye { entrant, round }, now).await?;
        let half = event.entrant(entrant).is_some_and(|entrant| entrant.byes.contains(&(round, true)));
        let worth = if half { "half a point" } else { "nothing" };
        Ok(format!("{name} is not paired in round {round}, which is worth {worth}"))
    }

    pub(super) async fn cancel_bye(
        &self,
        id: &str,
        name: &str,
        round: u16,
        now: Time,
    ) -> Result<String, OrderError> {
        let (id, event) = self.events.named(id).await?;
        let entrant = entrant(&event, name)?;
        self.act(id, Command::CancelBye { entrant, round }, now).await?;
        Ok(format!("{name} is there in round {round}"))
    }
}
