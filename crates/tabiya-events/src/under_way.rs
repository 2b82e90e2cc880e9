// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether an event is played right now, also at wooden boards: a machine must not go to sleep meanwhile.

use tabiya_game::Time;
use tabiya_store::{EventStage, StorageError};

use crate::event::{Event, Stage};
use crate::events::Events;

/// So many milliseconds after it began, a round that lacks results is one whose last game is played some other day.
const LONGEST: u64 = 12 * 3600 * 1000;
/// Events that one statement lists.
const PAGE: u32 = 100;

impl Events {
    /// Whether a round of any event is played, or an arena. An event that can't be read is left out: the log says so elsewhere.
    ///
    /// # Errors
    /// If the running events can't be listed.
    pub async fn is_any_under_way(&self, now: Time) -> Result<bool, StorageError> {
        let mut before: Option<(Time, String)> = None;
        loop {
            let after = before.as_ref().map(|(starts, id)| (*starts, id.as_str()));
            let page = self.store().events.events_in(EventStage::Running, after, PAGE).await?;
            for stored in &page {
                let Ok(id) = stored.id.parse() else { continue };
                if self.read(id).await.is_ok_and(|event| is_played(&event, now)) {
                    return Ok(true);
                }
            }
            let Some(last) = page.last().filter(|_| page.len() == PAGE as usize) else { return Ok(false) };
            before = Some((last.starts, last.id.clone()));
        }
    }
}

fn is_played(event: &Event, now: Time) -> bool {
    let round = event.rounds.last().filter(|round| !round.is_done()).and_then(|round| round.begun);
    let arena = event.arena.as_ref().map(|arena| arena.opened);
    let is_recent = |begun: Time| now.0 < begun.0.saturating_add(LONGEST);
    event.stage == Stage::Running && round.or(arena).is_some_and(is_recent)
}
