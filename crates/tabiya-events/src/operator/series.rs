// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event series`: events that come again.

use tabiya_game::Time;
use tabiya_protocol::events::{Repeats, SeriesTemplate};
use tabiya_runtime::chance;

use super::{EventOperator, OrderError};
use crate::files::moment_text;
use crate::series::make_of;
use crate::view::format_of;

/// The days of the week as people name them.
pub const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

impl EventOperator {
    pub(super) async fn begin_series(
        &self,
        template: SeriesTemplate,
        owner: Option<String>,
        now: Time,
    ) -> Result<String, OrderError> {
        let owner = match owner {
            Some(name) => {
                let account = self.account(&name).await?;
                // The server would make none of its events.
                if !account.role.is_staff() {
                    return Err(OrderError::NoOrganiser(account.name.to_string()));
                }
                Some(account.player)
            }
            None => None,
        };
        let bits = [chance::bytes(), chance::bytes()].map(u64::from_le_bytes);
        let series = self.events.begin_series(template, owner, now, bits).await?;
        // Also where no server runs: its events are there at once.
        make_of(&self.events, &series, now).await?;
        let when = when(&series.template);
        Ok(format!("{} takes place {when}\n{}", series.template.name, series.id))
    }

    pub(super) async fn list_series(&self, now: Time) -> Result<String, OrderError> {
        let mut lines = Vec::new();
        for series in self.events.series().await? {
            let next = self.events.next_of(&series, now).await?.map(|next| moment_text(next.starts));
            let format = format_of(series.template.format);
            let (name, when) = (&series.template.name, when(&series.template));
            let next = next.map_or_else(String::new, |next| format!(", next {next} UTC"));
            lines.push(format!("{}  {name} ({format}) {when}{next}", series.id));
        }
        Ok(if lines.is_empty() { "no series go on".to_owned() } else { lines.join("\n") })
    }
}

/// `every Friday at 19:30 (Europe/Berlin)`.
fn when(template: &SeriesTemplate) -> String {
    let day = match template.repeats {
        Repeats::Day {} => "day",
        Repeats::Week { day } => {
            let place = usize::from(day).checked_sub(1);
            place.and_then(|place| DAYS.get(place)).copied().unwrap_or("week")
        }
    };
    format!("every {day} at {:02}:{:02} ({})", template.hour, template.minute, template.zone)
}
