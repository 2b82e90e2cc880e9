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
    let mut after = None;
    loop {
        let due = deadlines.due(after, until, BATCH).await?;
        // Other nodes wake theirs. Their reminders stay, so the next page begins behind them.
        let mut woken = Vec::new();
        for (game, _) in due.iter().copied().filter(|(game, _)| rooms.owns(*game)) {
            match wake(rooms, game).await {
                // Lost to another node in this moment.
                Err(StorageError::Elsewhere { .. }) => {}
                answer => {
                    answer?;
                    woken.push(game);
                }
            }
        }
        // Only now, and not what was noted since: a game that has neither room nor reminder would be forgotten.
        deadlines.forget(&woken, until).await?;
        if due.len() < BATCH as usize {
            return Ok(());
        }
        after = due.last().copied();
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

#[cfg(test)]
mod tests {
    use tabiya_game::{DaysPerMove, PlayerId, Seat, Seats, Stamped, Terms, Time, TimeControl};
    use tabiya_rules::{Color, Position};
    use tabiya_runtime::computer::ComputerPool;
    use tabiya_runtime::timeline::Timeline;
    use tabiya_store::conformance::fence;
    use tabiya_store::{Epoch, Lease, Slot, SqliteStore, Store};

    use super::*;
    use crate::entry::Entrance;
    use crate::owned::Owned;
    use crate::room::{Patience, Ports};

    /// A correspondence game whose time was up long ago.
    fn log() -> Vec<Stamped> {
        let [ann, bob] = [1, 2].map(|byte| PlayerId::from_bytes([byte; 16]));
        let time = TimeControl::Correspondence { days: DaysPerMove::new(3).unwrap() };
        let terms =
            Terms::new(Position::start(), Some(time), Seats::new(ann, Color::White, Seat::Player(bob)));
        vec![Game::create(terms.unwrap(), Time(1)).1]
    }

    #[tokio::test]
    async fn reminders_of_other_nodes_games_hide_none_of_this_nodes() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(SqliteStore::open(folder.path()).unwrap());
        let ports = Ports::from(&store);
        let timeline = Timeline::start();
        let entrance = Entrance::of_guests(Arc::clone(&ports.archive), timeline);
        let owned = Owned::leased(Arc::new(fence::Wrong::new(None).nodes()));
        owned.act_until(owned.clock() + Duration::from_secs(3_600));
        let mine = GameId::from_bits(7);
        assert!(owned.own(&[Lease { slot: Slot::of(mine), epoch: Epoch(1) }], owned.gaps()));
        let rooms =
            Rooms::new(ports, timeline, ComputerPool::start(1), entrance, Patience::Usual).owning(owned);
        store.log.create_game(mine, log()).await.unwrap();
        let others = (100..).map(GameId::from_bits).filter(|game| Slot::of(*game) != Slot::of(mine));
        let others: Vec<(GameId, Time)> = others.take(2 * BATCH as usize + 5).zip((1..).map(Time)).collect();
        store.deadlines.note(&others).await.unwrap();
        store.deadlines.note(&[(mine, Time(1_000))]).await.unwrap();
        wake_due(&rooms).await.unwrap();
        let left = store.deadlines.due(None, Time(u64::MAX), 1_000).await.unwrap();
        assert_eq!(left, others, "theirs are left to their owners, and the own one is done");
    }
}
