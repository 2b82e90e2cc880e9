// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games that need no room for now: a reminder in the store takes the room's place until the deadline is near.
//!
//! A correspondence game goes on for weeks, and a room costs some 15 KB. So a room that nobody watches notes when its
//! game is due, and ends. One task looks at the reminders and gives each game a room again a few minutes before its
//! deadline: a room that begins later takes the delay for the server's fault, and starts the turn afresh.
//!
//! In a game a later deadline follows an earlier one, never the other way round. A reminder that was left behind by a
//! game that went on is therefore too early at worst, and does no harm: the game is looked at and noted anew.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tabiya_archive::archive::ReadError;
use tabiya_game::{Game, GameId, Millis};
use tabiya_runtime::beat::Beat;
use tabiya_store::StorageError;

use super::Rooms;
use super::core::need::Need;
use super::registry::{Shared, Unopened};

/// So long before its deadline a game gets its room back. Several times the period, so that a slow database or a look
/// that failed does not matter.
const LEAD: Millis = Millis::from_secs(300);
/// How often the reminders are looked at.
const PERIOD: Duration = Duration::from_secs(30);
/// How many games one look takes up before it asks for more.
const BATCH: u32 = 100;

/// Wakes games in time, for as long as there are rooms.
pub(super) async fn wake_in_time(rooms: Weak<Shared>) {
    let mut look = Beat::every(PERIOD);
    while look.next().await {
        let Some(shared) = Weak::upgrade(&rooms) else { return };
        if let Err(error) = wake_due(&Rooms::from(shared)).await {
            tracing::warn!(%error, "the reminders of correspondence games can't be read; trying again soon");
        }
    }
}

async fn wake_due(rooms: &Rooms) -> Result<(), StorageError> {
    let until = rooms.timeline().wall().after(LEAD);
    let deadlines = Arc::clone(&rooms.shared().ports.deadlines);
    loop {
        let due = deadlines.due(until, BATCH).await?;
        // The others' owners wake them.
        let own: Vec<GameId> = due.iter().copied().filter(|game| rooms.owns(*game)).collect();
        for &game in &own {
            wake(rooms, game).await?;
        }
        // Only now, and not what was noted since: a game that has neither room nor reminder would be forgotten.
        deadlines.forget(&own, until).await?;
        if due.len() < BATCH as usize || own.is_empty() {
            return Ok(());
        }
    }
}

async fn wake(rooms: &Rooms, id: GameId) -> Result<(), StorageError> {
    let timeline = rooms.timeline();
    let need = |game: &Game| Need::of(game, timeline.for_control(game.time_control()));
    match rooms.open_if(id, |game| need(game) == Need::Room).await {
        Ok(_) => Ok(()),
        Err(Unopened::NotWanted(game)) => match need(&game) {
            // It has gone on since it was noted.
            Need::Reminder(due) => rooms.shared().ports.deadlines.note(&[(id, due)]).await,
            Need::Nothing | Need::Room => Ok(()),
        },
        // It can't be replayed, as was said when it was read: there is nothing to wake.
        Err(Unopened::Failed(ReadError::NoSuchGame(_))) => Ok(()),
        Err(Unopened::Failed(ReadError::Storage(error))) => Err(error),
    }
}
