// SPDX-License-Identifier: AGPL-3.0-or-later
//! The events of series are made, some days ahead.

use std::sync::Arc;
use std::time::Duration;

use tabiya_accounts::people::People;
use tabiya_game::Time;
use tabiya_runtime::beat::Beat;
use tabiya_runtime::chance;
use tabiya_runtime::log_once::LogOnce;
use tokio::sync::{Notify, watch};

use super::{Series, SeriesError, template};
use crate::events::{EventError, Events};

/// How often it is looked for events to make.
const LOOK: Duration = Duration::from_secs(60);

static FAILS: LogOnce = LogOnce::new();

/// Makes the events of all series. Cheap to clone.
#[derive(Clone)]
pub struct SeriesMaker {
    begun: Arc<Notify>,
}

impl SeriesMaker {
    /// Begins to make events, until the server stops.
    pub fn start(events: Events, people: Arc<People>, stopping: watch::Receiver<bool>) -> Self {
        let begun = Arc::new(Notify::new());
        let maker = Self { begun: Arc::clone(&begun) };
        tokio::spawn(async move {
            let mut beat = Beat::every(LOOK).until(stopping);
            loop {
                if let Err(error) = make_all(&events, people.now()).await {
                    FAILS.log(|| tracing::warn!(%error, "events of a series can't be made"));
                }
                tokio::select! {
                    goes_on = beat.next() => if !goes_on { return },
                    () = begun.notified() => {}
                }
            }
        });
        maker
    }

    /// A series has begun: its first events are made at once.
    pub fn look(&self) {
        self.begun.notify_one();
    }
}

/// Makes the events of all series that are to be there by now. A series that fails keeps no other from its events.
///
/// # Errors
/// If the storage fails.
pub async fn make_all(events: &Events, now: Time) -> Result<(), SeriesError> {
    for series in events.series().await? {
        if let Err(error) = make_of(events, &series, now).await {
            FAILS.log(|| tracing::warn!(%error, series = %series.id, "a series waits"));
        }
    }
    Ok(())
}

async fn make_of(events: &Events, series: &Series, now: Time) -> Result<(), SeriesError> {
    let mut stored = series.stored.clone();
    for starts in series.ahead(now).into_iter().filter(|starts| *starts > series.stored.made) {
        let id = series.event_at(starts);
        let seed = u64::from_le_bytes(chance::bytes());
        let settings = template::settings(&series.template, series.id, starts, seed)?;
        match events.create_as(id, settings, series.owner, &[], now).await {
            Ok(_) => {}
            // It was made before the server was killed.
            Err(EventError::IsHere(_)) => {}
            Err(error) => return Err(error.into()),
        }
        // Another program may have stopped the series: then no more is made.
        let before = stored.version;
        (stored.made, stored.version) = (starts, before + 1);
        if !events.store().events.change_series(before, &stored).await? {
            return Ok(());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tabiya_game::PlayerId;
    use tabiya_protocol::events::Repeats;
    use tabiya_store::{EventStage, SqliteStore, Store};
    use tempfile::TempDir;

    use super::super::template::tests::template;
    use super::*;
    use crate::decide::{Command, Who};
    use crate::event::{Card, Stage};

    const DAY: u64 = 24 * 3600 * 1000;
    /// Wednesday, 4 November 2026, noon.
    const NOW: Time = Time(1_793_793_600_000);
    const OLGA: PlayerId = PlayerId::from_bytes([9; 16]);

    async fn announced(events: &Events) -> Vec<(String, Time)> {
        let stored = events.store().events.events_in(EventStage::Announced, None, 99).await.unwrap();
        stored.into_iter().rev().map(|event| (event.id, event.starts)).collect()
    }

    #[tokio::test]
    async fn each_event_is_made_once_also_where_the_server_was_killed_in_between() {
        let folder = TempDir::new().unwrap();
        let store = Store::new(SqliteStore::open(folder.path().join("data")).unwrap());
        let events = Events::new(store.clone());
        let friday = template(Repeats::Week { day: 5 }, (19, 30), "Europe/Berlin");
        let series = events.begin_series(friday, Some(OLGA), NOW, [1, 2]).await.unwrap();
        make_all(&events, NOW).await.unwrap();
        let two = announced(&events).await;
        let first = Time(NOW.0 + 2 * DAY + 6 * 3600 * 1000 + 30 * 60 * 1000);
        assert_eq!(
            two.iter().map(|(_, starts)| *starts).collect::<Vec<_>>(),
            [first, Time(first.0 + 7 * DAY)]
        );
        // As after a kill between the event and the note that it is made: the note is the old one.
        let stored = store.events.series(9).await.unwrap().remove(0);
        let forgot = tabiya_store::StoredSeries { made: NOW, version: stored.version + 1, ..stored.clone() };
        assert!(store.events.change_series(stored.version, &forgot).await.unwrap());
        let again = Events::new(store);
        make_all(&again, NOW).await.unwrap();
        assert_eq!(announced(&again).await, two);
        let event = again.read(series.event_at(first)).await.unwrap();
        assert_eq!((event.owner, event.settings.series), (Some(OLGA), Some(series.id)));
        // A week later the next one is made, and what has passed is not made anew.
        make_all(&again, Time(NOW.0 + 7 * DAY)).await.unwrap();
        assert_eq!(announced(&again).await.len(), 3);
        make_all(&again, Time(NOW.0 + 60 * DAY)).await.unwrap();
        assert_eq!(announced(&again).await.len(), 5, "of the weeks in which the server was away none");
    }

    #[tokio::test]
    async fn a_stopped_series_cancels_what_nobody_has_entered() {
        let folder = TempDir::new().unwrap();
        let events = Events::new(Store::new(SqliteStore::open(folder.path().join("data")).unwrap()));
        let friday = template(Repeats::Week { day: 5 }, (19, 30), "Europe/Berlin");
        let series = events.begin_series(friday, Some(OLGA), NOW, [1, 2]).await.unwrap();
        make_all(&events, NOW).await.unwrap();
        let ids: Vec<_> = announced(&events).await.iter().map(|(id, _)| id.parse().unwrap()).collect();
        let player = PlayerId::from_bytes([1; 16]);
        let enter = Command::Enter { player: Some(player), card: Card::new("Ann", None), plays: None };
        events.act(ids[0], &enter, None, Who::Operator, NOW).await.unwrap();
        let ann = Who::Player { player, staff: false };
        let id = series.id.to_string();
        assert!(matches!(events.stop_series(&id, ann, NOW).await, Err(SeriesError::NotYours)));
        events.stop_series(&id, Who::Player { player: OLGA, staff: false }, NOW).await.unwrap();
        let mut stages = Vec::new();
        for id in ids {
            stages.push(events.read(id).await.unwrap().stage);
        }
        assert_eq!(stages, [Stage::Announced, Stage::Cancelled]);
        make_all(&events, Time(NOW.0 + 14 * DAY)).await.unwrap();
        assert_eq!(announced(&events).await.len(), 1, "nothing more is made");
        assert!(matches!(
            events.stop_series(&id, Who::Operator, NOW).await,
            Err(SeriesError::NoSuchSeries(_))
        ));
    }
}
