// SPDX-License-Identifier: AGPL-3.0-or-later
//! What entrants pay: set and printed at the command line.

use serde_json::json;
use tabiya_game::Time;

use super::{EventOperator, OrderError, entrant};
use crate::decide::Command;
use crate::event::{Entrant, Event, FeeClass, Fees, Presence, Sums};

impl EventOperator {
    /// Sets the fees where there are new ones, and says who owes what.
    pub(super) async fn fees(
        &self,
        id: &str,
        (set, none): (Option<Fees>, bool),
        json: bool,
        now: Time,
    ) -> Result<String, OrderError> {
        let (id, mut event) = self.events.named(id).await?;
        if none || set.is_some() {
            event = self.act(id, Command::SetFees(set.filter(|_| !none)), now).await?;
        }
        if event.fees.is_none() {
            return Ok("this event has no fees; set them with --full".to_owned());
        }
        Ok(if json { as_json(&event) } else { text(&event) })
    }

    /// Says which fee an entrant pays.
    pub(super) async fn fee(
        &self,
        id: &str,
        name: &str,
        fee: Option<FeeClass>,
        now: Time,
    ) -> Result<String, OrderError> {
        let (id, event) = self.events.named(id).await?;
        let entrant = entrant(&event, name)?;
        let event = self.act(id, Command::ChooseFee { entrant, fee }, now).await?;
        let amount = event.entrant(entrant).map_or(0, |one| event.fee_of(one));
        Ok(format!("{name} pays {}", money(amount.into())))
    }
}

/// Whoever has not left, and whoever has paid.
fn listed(event: &Event) -> impl Iterator<Item = &Entrant> {
    event.entrants.iter().filter(|one| one.paid || one.presence != Presence::Withdrawn)
}

fn due(event: &Event, one: &Entrant) -> u32 {
    if one.paid { 0 } else { event.fee_of(one) }
}

fn text(event: &Event) -> String {
    let mut lines = vec!["entry\tname\tclub\tpaid\tdue".to_owned()];
    lines.extend(listed(event).map(|one| {
        let (paid, due) = (money(event.paid_by(one).into()), money(due(event, one).into()));
        format!("{}\t{}\t{}\t{paid}\t{due}", one.id, one.card.name, one.card.club)
    }));
    let Sums { paid, due } = event.fee_sums();
    lines.push(format!("\tall\t\t{}\t{}", money(paid), money(due)));
    lines.join("\n")
}

fn as_json(event: &Event) -> String {
    let one = |one: &Entrant| {
        json!({
            "entry": one.id,
            "name": one.card.name,
            "club": one.card.club,
            "paid": f64::from(event.paid_by(one)) / 100.0,
            "due": f64::from(due(event, one)) / 100.0,
        })
    };
    json!(listed(event).map(one).collect::<Vec<_>>()).to_string()
}

fn money(hundredths: u64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
