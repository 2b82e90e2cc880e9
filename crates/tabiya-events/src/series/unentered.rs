// SPDX-License-Identifier: AGPL-3.0-or-later
//! Events of series that nobody has entered are cancelled: a day after their start, and those to come once the series has stopped.
//!
//! Stopping a series cancels its events one after the other. If the server is killed in between, or another program makes one
//! at the same moment, this finds what is left.

use std::collections::HashSet;

use tabiya_game::Time;
use tabiya_protocol::events::EventId;
use tabiya_store::EventStage;

use super::MOST_SERIES;
use crate::decide::{Command, Who};
use crate::events::{EventError, Events};
use crate::journal::Summary;

/// So many milliseconds after its start nobody comes any more. Until then an organiser may enter players at the desk.
const PAST: u64 = 24 * 3600 * 1000;
/// Events that one statement lists.
const PAGE: u32 = 100;

/// Cancels the events of series that nobody has entered, where they have passed or their series has stopped.
///
/// # Errors
/// If the storage fails. An event that can't be read keeps no other.
pub async fn cancel_unentered(events: &Events, now: Time) -> Result<(), EventError> {
    let empty = empty_events(events).await?;
    // Read after the events: a series is there before its events.
    let going = events.store().events.series(2 * MOST_SERIES).await?;
    let going: HashSet<String> = going.into_iter().map(|series| series.id).collect();
    for (id, starts) in empty {
        let event = match events.read(id).await {
            Ok(event) => event,
            Err(EventError::Storage(error)) => return Err(error.into()),
            Err(_) => continue,
        };
        let Some(series) = event.settings.series else { continue };
        let is_past = starts.0.saturating_add(PAST) < now.0;
        let is_left_over = starts > now && !going.contains(series.as_str());
        if is_past || is_left_over {
            match events.act(id, &Command::CancelUnentered, None, Who::Server, now).await {
                // Somebody has cancelled it a moment ago.
                Ok(_) | Err(EventError::Refused(_)) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(())
}

/// The announced events without players, each with its start.
async fn empty_events(events: &Events) -> Result<Vec<(EventId, Time)>, EventError> {
    let mut empty = Vec::new();
    let mut before: Option<(Time, String)> = None;
    loop {
        let after = before.as_ref().map(|(starts, id)| (*starts, id.as_str()));
        let page = events.store().events.events_in(EventStage::Announced, after, PAGE).await?;
        for stored in &page {
            let is_empty = Summary::read(stored).is_ok_and(|summary| summary.players == 0);
            if let Some(id) = stored.id.parse().ok().filter(|_| is_empty) {
                empty.push((id, stored.starts));
            }
        }
        let Some(last) = page.last().filter(|_| page.len() == PAGE as usize) else { return Ok(empty) };
        before = Some((last.starts, last.id.clone()));
    }
}
