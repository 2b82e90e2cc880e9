// SPDX-License-Identifier: AGPL-3.0-or-later
//! The reasons of large pairings: computed after the round is paired, one round at a time, at low priority.
//!
//! They follow from the event as it was when the round was paired. So the journal is replayed to that entry, and nothing that
//! came later, such as the publication, a withdrawal or a correction, changes what is said.

use std::collections::HashMap;
use std::sync::Arc;

use tabiya_game::Time;
use tabiya_protocol::events::EventId;
use tabiya_runtime::log_once::LogOnce;
use tabiya_runtime::low_priority;
use tabiya_runtime::stopping::stops;
use tokio::sync::watch;

use crate::changed::Changed;
use crate::decide::{Command, Who};
use crate::event::{Entry, Event, Format, Record};
use crate::events::{EventError, Events};
use crate::pairing::{self, NoPairing};

static FAILS: LogOnce = LogOnce::new();

/// Whether the last round has reasons that were not computed yet.
pub(crate) fn are_missing(event: &Event) -> bool {
    let unexplained = event
        .rounds
        .last()
        .is_some_and(|last| last.whys.is_empty() && !last.boards.is_empty() && !last.by_hand);
    unexplained && matches!(event.settings.format, Format::Swiss { .. })
}

/// Computes the reasons of all events that are noted, until the server stops.
pub(crate) async fn run(
    events: Events,
    unexplained: Changed,
    now: impl Fn() -> Time,
    mut stopping: watch::Receiver<bool>,
) {
    // The last entry about each round that was tried, so that a round without reasons is not tried all the time.
    let mut tried: HashMap<EventId, u64> = HashMap::new();
    loop {
        tokio::select! {
            () = stops(&mut stopping) => return,
            () = unexplained.noted() => {}
        }
        while let Some(id) = unexplained.take() {
            let explained = async {
                let event = events.read(id).await?;
                let changed = event.rounds.last().map_or(0, |round| round.changed);
                if tried.insert(id, changed) == Some(changed) {
                    return Ok::<(), EventError>(());
                }
                events.with_reasons(id, &now).await.map(drop)
            };
            let done = tokio::select! {
                () = stops(&mut stopping) => return,
                done = explained => done,
            };
            if let Err(error) = done {
                tried.remove(&id);
                FAILS.log(
                    || tracing::warn!(%error, event = %id, "the reasons of a pairing can't be computed"),
                );
            }
        }
    }
}

impl Events {
    /// An event after the reasons of its last round were computed and stored, where they were missing. `now` is asked when
    /// they are stored.
    ///
    /// # Errors
    /// If the event can't be read or the reasons can't be stored.
    pub async fn with_reasons(&self, id: EventId, now: impl Fn() -> Time) -> Result<Arc<Event>, EventError> {
        let _one_at_a_time = self.explaining().await;
        let event = self.read(id).await?;
        if !are_missing(&event) {
            return Ok(event);
        }
        let round = crate::event::number(event.rounds.len());
        let Some(paired) = when_paired(id, &self.journal(id).await?, round)? else { return Ok(event) };
        let number = paired.round(round).map_or(0, |these| these.paired);
        let explained = low_priority::run(move || pairing::explain(&paired)).await;
        let whys = match explained.map_err(|_| EventError::Busy)? {
            Ok(whys) if !whys.is_empty() => whys,
            // Another version of the program has paired it by other rules.
            Ok(_) | Err(NoPairing::Rules(_)) => return Ok(event),
            Err(why) => return Err(why.into()),
        };
        match self.act(id, &Command::Explain { round, paired: number, whys }, None, Who::Server, now()).await
        {
            Ok(acted) => Ok(acted.event),
            // The draft was discarded in the meantime.
            Err(EventError::Refused(_)) => self.read(id).await,
            Err(error) => Err(error),
        }
    }
}

/// The event as it was right after this round was paired last.
fn when_paired(id: EventId, journal: &[Record], round: u16) -> Result<Option<Event>, EventError> {
    let paired = journal
        .iter()
        .rposition(|record| matches!(record.entry, Entry::Paired { round: of, .. } if of == round));
    let Some(last) = paired else { return Ok(None) };
    Event::replay(&journal[..=last]).map(Some).map_err(|damage| EventError::Damaged { id, damage })
}
