// SPDX-License-Identifier: AGPL-3.0-or-later
//! The events of series are made, some days ahead.

use std::sync::Arc;
use std::time::Duration;

use tabiya_accounts::people::People;
use tabiya_game::Time;
use tabiya_runtime::beat::Beat;
use tabiya_runtime::chance;
use tabiya_runtime::log_once::LogOnce;
use tabiya_runtime::spawn::spawn;
use tabiya_store::Account;
use tokio::sync::{Notify, watch};

use super::unentered::cancel_unentered;
use super::{Series, SeriesError, SeriesRefusal, template};
use crate::events::{EventError, Events};

/// How often it is looked for events to make.
const LOOK: Duration = Duration::from_secs(60);
/// After so many looks it is looked for events that nobody has entered; also when the server starts, because it may have been
/// killed while a series was stopped.
const LOOKS: u32 = 10;

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
        spawn(async move {
            let mut beat = Beat::every(LOOK).until(stopping);
            for look in (0..LOOKS).cycle() {
                let lacks = |account: &Account| people.lacks_second_factor(account);
                if let Err(error) = make_all(&events, people.now(), &lacks).await {
                    FAILS.log(|| tracing::warn!(%error, "events of a series can't be made"));
                }
                if look == 0
                    && let Err(error) = cancel_unentered(&events, people.now()).await
                {
                    FAILS.log(|| tracing::warn!(%error, "events that nobody has entered can't be cancelled"));
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

/// Makes the events of all series that are to be there by now, but of those whose owner may create no events. A series that
/// fails keeps no other from its events.
async fn make_all(
    events: &Events,
    now: Time,
    lacks: &(dyn Fn(&Account) -> bool + Sync),
) -> Result<(), SeriesError> {
    for series in events.series().await? {
        let made = async {
            if events.is_carried_on(&series, lacks).await? {
                make_of(events, &series, now).await?;
            }
            Ok::<(), SeriesError>(())
        };
        if let Err(error) = made.await {
            FAILS.log(|| tracing::warn!(%error, series = %series.id, "a series waits"));
        }
    }
    Ok(())
}

/// Makes the events of one series that are to be there by now.
///
/// # Errors
/// If the template makes no events, or the storage fails.
pub async fn make_of(events: &Events, series: &Series, now: Time) -> Result<(), SeriesError> {
    let mut stored = series.stored.clone();
    for starts in series.ahead(now).into_iter().filter(|starts| *starts > series.stored.made) {
        let id = series.event_at(starts);
        let seed = u64::from_le_bytes(chance::bytes());
        let settings = template::settings(&series.template, series.id, starts, seed);
        let settings = settings.map_err(SeriesRefusal::from)?;
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
    use tabiya_game::PlayerName;
    use tabiya_protocol::events::Repeats;
    use tabiya_store::{Ends, EventStage, Role, SqliteStore, Store};
    use tempfile::TempDir;

    use super::super::template::tests::template;
    use super::*;
    use crate::decide::{Command, Who};
    use crate::event::{Card, Entry, Stage};

    const DAY: u64 = 24 * 3600 * 1000;
    /// Wednesday, 4 November 2026, noon.
    const NOW: Time = Time(1_793_793_600_000);
    const OLGA: PlayerId = PlayerId::from_bytes([9; 16]);

    /// With the account of an organiser.
    async fn site(folder: &TempDir) -> Store {
        let store = Store::new(SqliteStore::open(folder.path().join("data")).unwrap());
        let name = PlayerName::try_from("Olga".to_owned()).unwrap();
        let olga = Account::new(OLGA, name, "olga".into(), "olga".into(), NOW);
        store.accounts.create_account(&Account { role: Role::Organiser, ..olga }).await.unwrap();
        store
    }

    async fn make(events: &Events, now: Time) -> Result<(), SeriesError> {
        make_all(events, now, &|_| false).await
    }

    async fn announced(events: &Events) -> Vec<(String, Time)> {
        let stored = events.store().events.events_in(EventStage::Announced, None, 99).await.unwrap();
        stored.into_iter().rev().map(|event| (event.id, event.starts)).collect()
    }

    #[tokio::test]
    async fn each_event_is_made_once_also_where_the_server_was_killed_in_between() {
        let folder = TempDir::new().unwrap();
        let store = site(&folder).await;
        let events = Events::new(store.clone());
        let friday = template(Repeats::Week { day: 5 }, (19, 30), "Europe/Berlin");
        let series = events.begin_series(friday, Some(OLGA), NOW, [1, 2]).await.unwrap();
        make(&events, NOW).await.unwrap();
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
        make(&again, NOW).await.unwrap();
        assert_eq!(announced(&again).await, two);
        let event = again.read(series.event_at(first)).await.unwrap();
        assert_eq!((event.owner, event.settings.series), (Some(OLGA), Some(series.id)));
        // A week later the next one is made, and what has passed is not made anew.
        make(&again, Time(NOW.0 + 7 * DAY)).await.unwrap();
        assert_eq!(announced(&again).await.len(), 3);
        make(&again, Time(NOW.0 + 60 * DAY)).await.unwrap();
        assert_eq!(announced(&again).await.len(), 5, "of the weeks in which the server was away none");
    }

    #[tokio::test]
    async fn a_stopped_series_cancels_what_nobody_has_entered() {
        let folder = TempDir::new().unwrap();
        let events = Events::new(site(&folder).await);
        let friday = template(Repeats::Week { day: 5 }, (19, 30), "Europe/Berlin");
        let series = events.begin_series(friday, Some(OLGA), NOW, [1, 2]).await.unwrap();
        make(&events, NOW).await.unwrap();
        let ids: Vec<_> = announced(&events).await.iter().map(|(id, _)| id.parse().unwrap()).collect();
        let player = PlayerId::from_bytes([1; 16]);
        let enter = Command::Enter { player: Some(player), card: Card::new("Ann", None), plays: None };
        events.act(ids[0], &enter, None, Who::Operator, NOW).await.unwrap();
        let ann = Who::Player { player, staff: false };
        let id = series.id.to_string();
        assert!(matches!(
            events.stop_series(&id, ann, NOW).await,
            Err(SeriesError::Refused(SeriesRefusal::NotYours))
        ));
        events.stop_series(&id, Who::Player { player: OLGA, staff: false }, NOW).await.unwrap();
        let mut stages = Vec::new();
        for id in ids {
            stages.push(events.read(id).await.unwrap().stage);
        }
        assert_eq!(stages, [Stage::Announced, Stage::Cancelled]);
        make(&events, Time(NOW.0 + 14 * DAY)).await.unwrap();
        assert_eq!(announced(&events).await.len(), 1, "nothing more is made");
        assert!(matches!(
            events.stop_series(&id, Who::Operator, NOW).await,
            Err(SeriesError::Refused(SeriesRefusal::NoSuchSeries(_)))
        ));
    }

    /// Events of a series were made as long as the server ran, whatever had become of their organiser.
    #[tokio::test]
    async fn a_series_rests_while_its_owner_may_create_no_events() {
        let folder = TempDir::new().unwrap();
        let store = site(&folder).await;
        let events = Events::new(store.clone());
        let daily = template(Repeats::Day {}, (19, 30), "Europe/Berlin");
        let series = events.begin_series(daily.clone(), Some(OLGA), NOW, [1, 2]).await.unwrap();
        events.begin_series(daily, None, NOW, [3, 4]).await.unwrap();
        let mut made = 0;
        let (later, mut day) = (Time(NOW.0 + 9 * DAY), 0);
        for (role, closed, lacks, carried_on) in [
            (Role::Organiser, None, false, true),
            (Role::Player, None, false, false),
            (Role::Moderator, None, false, true),
            (Role::Moderator, None, true, false),
            (Role::Organiser, Some(later), false, false),
            (Role::Organiser, None, false, true),
        ] {
            let account = store.accounts.account(OLGA).await.unwrap().unwrap();
            let changed = Account { role, closed, ..account };
            store.accounts.change_account(&changed, Ends::Nothing).await.unwrap();
            make_all(&events, Time(NOW.0 + day * DAY), &|_| lacks).await.unwrap();
            day += 2;
            // Two days ahead, of the series of the admins in any case.
            made += if carried_on { 4 } else { 2 };
            assert_eq!(announced(&events).await.len(), made, "{role:?} {closed:?} {lacks}");
            assert_eq!(events.is_carried_on(&series, &|_| lacks).await.unwrap(), carried_on);
        }
    }

    #[tokio::test]
    async fn what_nobody_enters_is_cancelled_a_day_after_its_start() {
        let folder = TempDir::new().unwrap();
        let store = site(&folder).await;
        let events = Events::new(store.clone());
        let daily = template(Repeats::Day {}, (19, 30), "Europe/Berlin");
        events.begin_series(daily, Some(OLGA), NOW, [1, 2]).await.unwrap();
        make(&events, NOW).await.unwrap();
        let own = crate::event::Settings::new(
            "Own",
            crate::event::Format::Swiss { rounds: 3, baku: false },
            None,
            1,
        );
        events.create(own, Some(OLGA), &[], NOW, 77).await.unwrap();
        let of_series = announced(&events).await;
        let [second, first] = [&of_series[2], &of_series[1]];
        assert!(first.1 < second.1);
        cancel_unentered(&events, Time(first.1.0 + DAY)).await.unwrap();
        assert_eq!(announced(&events).await.len(), 3, "somebody may still come");
        // A server that has just started does so as well.
        let events = Events::new(store);
        cancel_unentered(&events, Time(first.1.0 + DAY + 1)).await.unwrap();
        let left: Vec<_> = announced(&events).await.into_iter().map(|(id, _)| id).collect();
        assert_eq!(left, [of_series[0].0.clone(), second.0.clone()]);
        let event = events.read(first.0.parse().unwrap()).await.unwrap();
        assert_eq!((event.stage, event.cancelled.as_str()), (Stage::Cancelled, ""));
        let journal = events.journal(first.0.parse().unwrap()).await.unwrap();
        let cancelled = Entry::Cancelled { reason: String::new(), unentered: true };
        assert_eq!(journal.last().unwrap().entry, cancelled);
    }

    /// The series had stopped, and its events stood in the list and the calendar until their day.
    #[tokio::test]
    async fn what_a_server_has_left_that_was_killed_while_it_stopped_a_series_is_cancelled() {
        let folder = TempDir::new().unwrap();
        let store = site(&folder).await;
        let events = Events::new(store.clone());
        let friday = template(Repeats::Week { day: 5 }, (19, 30), "Europe/Berlin");
        events.begin_series(friday.clone(), Some(OLGA), NOW, [1, 2]).await.unwrap();
        events.begin_series(friday, Some(OLGA), NOW, [3, 4]).await.unwrap();
        make(&events, NOW).await.unwrap();
        cancel_unentered(&events, NOW).await.unwrap();
        assert_eq!(announced(&events).await.len(), 4, "both series go on");
        let [stored, other]: [_; 2] = store.events.series(9).await.unwrap().try_into().unwrap();
        let stopped =
            tabiya_store::StoredSeries { stopped: true, version: stored.version + 1, ..stored.clone() };
        assert!(store.events.change_series(stored.version, &stopped).await.unwrap());
        let again = Events::new(store);
        let entered = announced(&again).await.into_iter().map(|(id, _)| id.parse().unwrap());
        let mut of_stopped = Vec::new();
        for id in entered {
            if again.read(id).await.unwrap().settings.series.unwrap().as_str() == stored.id {
                of_stopped.push(id);
            }
        }
        let player = Some(PlayerId::from_bytes([1; 16]));
        let enter = Command::Enter { player, card: Card::new("Ann", None), plays: None };
        again.act(of_stopped[0], &enter, None, Who::Operator, NOW).await.unwrap();
        cancel_unentered(&again, NOW).await.unwrap();
        let mut left = Vec::new();
        for (id, _) in announced(&again).await {
            let id = id.parse().unwrap();
            left.push((id == of_stopped[0], again.read(id).await.unwrap().settings.series.unwrap()));
        }
        left.sort_by_key(|(is_entered, _)| *is_entered);
        let other = other.id.parse().unwrap();
        assert_eq!(left, [(false, other), (false, other), (true, stored.id.parse().unwrap())]);
    }
}
