// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Events`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{future::Future, sync::Arc};

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use super::games::{ANN, BOB};
use crate::{
    EventAppend, EventStage, EventWrite, Events, StorageError, StoredEntry, StoredEvent, StoredSeries,
};

/// A place for events that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens it. Called once.
    fn open(&self) -> impl Future<Output = Arc<dyn Events>> + Send;
}

crate::laws! { $ events event_tests Fixture:
    an_event_is_created_once
    entries_follow_what_was_seen
    of_two_writers_at_once_one_succeeds
    several_events_are_written_all_or_none
    nobody_enters_as_a_member_of_no_list
    a_festival_leads_to_its_sections
    a_journal_is_read_in_its_order
    events_are_listed_page_by_page
    games_and_players_lead_to_their_events
    a_series_is_changed_from_what_was_seen
    an_owner_who_leaves_is_forgotten
    entries_are_rewritten_all_or_none
}

fn entry(number: u64, entry: &str) -> StoredEntry {
    StoredEntry {
        number,
        at: Time(number),
        by: number.is_multiple_of(2).then_some(BOB),
        entry: entry.to_owned(),
    }
}

/// An event that begins at `starts`, with entries from one number to another.
fn event(id: &str, starts: u64, numbers: std::ops::RangeInclusive<u64>) -> EventAppend {
    let event = StoredEvent {
        id: id.to_owned(),
        owner: Some(ANN),
        created: Time(1),
        starts: Time(starts),
        head: *numbers.end(),
        stage: EventStage::Announced,
        summary: format!("{{\"name\":\"{id}\"}}"),
        festival: None,
    };
    let entries = numbers.map(|number| entry(number, &format!("{id} {number}"))).collect();
    EventAppend { event, entries, players: Vec::new(), games: Vec::new(), members: Vec::new() }
}

/// And what it holds is what was written.
pub async fn an_event_is_created_once(fixture: &impl Fixture) {
    let events = fixture.open().await;
    let new = event("a", 5, 1..=2);
    assert!(events.create_event(&new).await.unwrap());
    let other = EventAppend { entries: vec![entry(1, "another")], ..event("a", 9, 1..=1) };
    assert!(!events.create_event(&other).await.unwrap(), "the id is taken");
    assert_eq!(events.event("a").await.unwrap().as_ref(), Some(&new.event));
    assert_eq!(events.event_journal("a", 0, 9).await.unwrap(), new.entries);
    assert_eq!(events.event("b").await.unwrap(), None);
}

/// Else nothing of them is kept.
pub async fn entries_follow_what_was_seen(fixture: &impl Fixture) {
    let events = fixture.open().await;
    events.create_event(&event("a", 5, 1..=1)).await.unwrap();
    let game = GameId::from_bits(7);
    let mut second = event("a", 6, 2..=3);
    second.event.stage = EventStage::Running;
    for seen in [0, 2, 3] {
        let stale = EventAppend { players: vec![ANN], games: vec![game], ..second.clone() };
        assert!(!events.append_to_event(seen, &stale).await.unwrap(), "the journal ends at 1, not at {seen}");
    }
    assert_eq!(events.event("a").await.unwrap().unwrap().head, 1);
    assert_eq!(events.event_of_game(game).await.unwrap(), None);
    assert_eq!(events.events_entered(ANN, 9).await.unwrap(), []);
    assert!(events.append_to_event(1, &second).await.unwrap());
    assert_eq!(events.event("a").await.unwrap(), Some(second.event.clone()));
    assert!(!events.append_to_event(1, &second).await.unwrap(), "again");
    assert_eq!(events.event_journal("a", 0, 9).await.unwrap().len(), 3);
    assert!(!events.append_to_event(0, &event("b", 5, 1..=1)).await.unwrap(), "there is no such event");
}

/// Whoever comes second is told.
pub async fn of_two_writers_at_once_one_succeeds(fixture: &impl Fixture) {
    let events = fixture.open().await;
    events.create_event(&event("a", 5, 1..=1)).await.unwrap();
    let writer = |text: &str| {
        let (events, text) = (Arc::clone(&events), text.to_owned());
        let new = EventAppend { entries: vec![entry(2, &text)], ..event("a", 5, 2..=2) };
        tokio::spawn(async move { events.append_to_event(1, &new).await })
    };
    let writers: Vec<_> = ["one", "two", "three", "four"].into_iter().map(writer).collect();
    let mut succeeded = 0;
    for writer in writers {
        // A conflict may also be answered as a failure of the storage; nothing was written then.
        succeeded += usize::from(matches!(writer.await.unwrap(), Ok(true)));
    }
    assert_eq!(succeeded, 1);
    assert_eq!(events.event_journal("a", 1, 9).await.unwrap().len(), 1);
}

/// Else the member's name would stay in the event when the member is erased.
pub async fn nobody_enters_as_a_member_of_no_list(fixture: &impl Fixture) {
    let events = fixture.open().await;
    let naming = |new: EventAppend| EventAppend { members: vec![(ANN, 1)], ..new };
    assert!(!events.create_event(&naming(event("a", 5, 1..=1))).await.unwrap());
    assert_eq!(events.event("a").await.unwrap(), None);
    assert!(events.create_event(&event("a", 5, 1..=1)).await.unwrap());
    let second = event("a", 5, 2..=2);
    assert!(!events.append_to_event(1, &naming(second.clone())).await.unwrap());
    let write = EventWrite::Append { seen: 1, new: naming(second.clone()) };
    assert!(!events.write_events(&[write]).await.unwrap());
    assert_eq!(events.event_journal("a", 1, 9).await.unwrap(), []);
    assert!(events.append_to_event(1, &second).await.unwrap());
}

/// Who moves from one section to another is in one of them at each moment.
pub async fn several_events_are_written_all_or_none(fixture: &impl Fixture) {
    let events = fixture.open().await;
    let create = |id: &str| EventWrite::Create(event(id, 5, 1..=1));
    assert!(events.write_events(&[create("b"), create("a")]).await.unwrap());
    assert!(!events.write_events(&[create("c"), create("a")]).await.unwrap(), "the id is taken");
    assert_eq!(events.event("c").await.unwrap(), None);
    let append = |id: &str, seen: u64| {
        let new = EventAppend { players: vec![BOB], ..event(id, 5, seen + 1..=seen + 1) };
        EventWrite::Append { seen, new }
    };
    let unchanged = |id: &str, head: u64| EventWrite::Unchanged { id: id.to_owned(), head };
    for stale in [
        [append("a", 1), append("b", 2)],
        [append("b", 2), append("a", 1)],
        [append("a", 1), unchanged("b", 2)],
        [append("a", 1), unchanged("nothing", 1)],
    ] {
        assert!(!events.write_events(&stale).await.unwrap(), "{stale:?}");
        assert_eq!(events.event("a").await.unwrap().unwrap().head, 1, "{stale:?}");
        assert_eq!(events.event_journal("a", 1, 9).await.unwrap(), [], "{stale:?}");
        assert_eq!(events.events_entered(BOB, 9).await.unwrap(), [], "{stale:?}");
    }
    assert!(events.write_events(&[append("b", 1), append("a", 1)]).await.unwrap());
    assert!(events.write_events(&[append("a", 2), unchanged("b", 2)]).await.unwrap());
    let heads =
        [events.event("a").await.unwrap().unwrap().head, events.event("b").await.unwrap().unwrap().head];
    assert_eq!(heads, [3, 2], "what was only looked at stays as it is");
    assert_eq!(events.event_journal("a", 0, 9).await.unwrap().len(), 3);
}

/// And an event that becomes a section later is found, too.
pub async fn a_festival_leads_to_its_sections(fixture: &impl Fixture) {
    let events = fixture.open().await;
    let section = |id: &str, created: u64, numbers: std::ops::RangeInclusive<u64>| {
        let mut new = event(id, 5, numbers);
        (new.event.created, new.event.festival) = (Time(created), Some("f".to_owned()));
        new
    };
    events.create_event(&section("b", 1, 1..=1)).await.unwrap();
    events.create_event(&section("a", 2, 1..=1)).await.unwrap();
    events.create_event(&event("c", 5, 1..=1)).await.unwrap();
    let ids = |list: Vec<StoredEvent>| list.into_iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!(ids(events.events_of_festival("f").await.unwrap()), ["b", "a"]);
    assert_eq!(ids(events.events_of_festival("g").await.unwrap()), [""; 0]);
    assert_eq!(events.event("a").await.unwrap().unwrap().festival.as_deref(), Some("f"));
    let mut becomes = section("c", 1, 2..=2);
    becomes.event.festival = Some("f".to_owned());
    assert!(events.append_to_event(1, &becomes).await.unwrap());
    assert_eq!(ids(events.events_of_festival("f").await.unwrap()), ["b", "c", "a"]);
}

/// From any number on, and no further than asked.
pub async fn a_journal_is_read_in_its_order(fixture: &impl Fixture) {
    let events = fixture.open().await;
    events.create_event(&event("a", 5, 1..=12)).await.unwrap();
    events.create_event(&event("b", 5, 1..=3)).await.unwrap();
    let numbers = |journal: Vec<StoredEntry>| journal.iter().map(|one| one.number).collect::<Vec<_>>();
    assert_eq!(numbers(events.event_journal("a", 0, 99).await.unwrap()), (1..=12).collect::<Vec<_>>());
    assert_eq!(numbers(events.event_journal("a", 8, 3).await.unwrap()), [9, 10, 11]);
    assert_eq!(numbers(events.event_journal("b", 3, 9).await.unwrap()), [0; 0]);
}

/// Those of one stage, the latest first.
pub async fn events_are_listed_page_by_page(fixture: &impl Fixture) {
    let events = fixture.open().await;
    for (id, starts) in [("a", 30), ("b", 10), ("c", 20), ("d", 20)] {
        events.create_event(&event(id, starts, 1..=1)).await.unwrap();
    }
    let mut running = event("b", 10, 2..=2);
    running.event.stage = EventStage::Running;
    assert!(events.append_to_event(1, &running).await.unwrap());
    let ids = |list: Vec<StoredEvent>| list.into_iter().map(|one| one.id).collect::<Vec<_>>();
    let announced = EventStage::Announced;
    assert_eq!(ids(events.events_in(announced, None, 9).await.unwrap()), ["a", "d", "c"]);
    assert_eq!(ids(events.events_in(announced, None, 2).await.unwrap()), ["a", "d"]);
    assert_eq!(ids(events.events_in(announced, Some((Time(20), "d")), 2).await.unwrap()), ["c"]);
    assert_eq!(ids(events.events_in(EventStage::Running, None, 9).await.unwrap()), ["b"]);
}

/// One game has one event; a player may enter many.
pub async fn games_and_players_lead_to_their_events(fixture: &impl Fixture) {
    let events = fixture.open().await;
    let game = GameId::from_bits(7);
    let first = EventAppend { players: vec![ANN, BOB], games: vec![game], ..event("a", 5, 1..=1) };
    events.create_event(&first).await.unwrap();
    events.create_event(&EventAppend { players: vec![ANN], ..event("b", 6, 1..=1) }).await.unwrap();
    assert_eq!(events.event_of_game(game).await.unwrap().as_deref(), Some("a"));
    assert_eq!(events.event_of_game(GameId::from_bits(8)).await.unwrap(), None);
    let ids = |list: Vec<StoredEvent>| list.into_iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!(ids(events.events_entered(ANN, 9).await.unwrap()), ["b", "a"]);
    assert_eq!(ids(events.events_entered(ANN, 1).await.unwrap()), ["b"]);
    assert_eq!(ids(events.events_entered(BOB, 9).await.unwrap()), ["a"]);
    assert_eq!(ids(events.events_owned(ANN, 9).await.unwrap()), ["b", "a"]);
    assert_eq!(ids(events.events_owned(ANN, 1).await.unwrap()), ["b"]);
    assert_eq!(ids(events.events_owned(BOB, 9).await.unwrap()), [""; 0]);
    // Entered once more: after a withdrawal.
    let again = EventAppend { players: vec![ANN], ..event("a", 5, 2..=2) };
    assert!(events.append_to_event(1, &again).await.unwrap());
}

/// And only how far it is made, its template, and whether it goes on.
pub async fn a_series_is_changed_from_what_was_seen(fixture: &impl Fixture) {
    let events = fixture.open().await;
    let series = |id: &str, created: u64| StoredSeries {
        id: id.to_owned(),
        owner: Some(ANN),
        created: Time(created),
        seed: u64::MAX >> 1,
        made: Time(created),
        version: 1,
        stopped: false,
        template: format!("{{\"name\":\"{id}\"}}"),
    };
    let [older, newer] = [series("b", 5), series("a", 6)];
    for one in [&newer, &older] {
        assert!(events.create_series(one).await.unwrap());
    }
    assert!(!events.create_series(&series("a", 9)).await.unwrap(), "the id is taken");
    assert_eq!(events.series(9).await.unwrap(), [older.clone(), newer.clone()]);
    assert_eq!(events.series(1).await.unwrap(), std::slice::from_ref(&older));
    let made = StoredSeries { made: Time(70), version: 2, ..older.clone() };
    let other = StoredSeries { owner: Some(BOB), created: Time(1), seed: 1, ..made.clone() };
    assert!(events.change_series(1, &other).await.unwrap());
    assert!(!events.change_series(1, &made).await.unwrap(), "somebody else was faster");
    assert_eq!(
        events.series(1).await.unwrap(),
        std::slice::from_ref(&made),
        "what is not for changing stays"
    );
    let stopped = StoredSeries { stopped: true, version: 3, ..made };
    assert!(events.change_series(2, &stopped).await.unwrap());
    assert_eq!(events.series(9).await.unwrap(), std::slice::from_ref(&newer));
    let of_bob = StoredSeries { owner: Some(BOB), ..series("c", 7) };
    assert!(events.create_series(&of_bob).await.unwrap());
    events.forget_in_events(ANN).await.unwrap();
    // Nobody would stop it any more.
    assert_eq!(events.series(9).await.unwrap(), [of_bob]);
    assert!(
        !events.change_series(newer.version, &newer).await.unwrap(),
        "who saw it going starts it no more"
    );
}

/// And their events stay.
pub async fn an_owner_who_leaves_is_forgotten(fixture: &impl Fixture) {
    let events = fixture.open().await;
    events.create_event(&EventAppend { players: vec![ANN, BOB], ..event("a", 5, 1..=1) }).await.unwrap();
    events.forget_in_events(ANN).await.unwrap();
    assert_eq!(events.event("a").await.unwrap().unwrap().owner, None);
    assert_eq!(events.events_entered(ANN, 9).await.unwrap(), []);
    assert_eq!(events.events_entered(BOB, 9).await.unwrap().len(), 1);
    // A server that read the event before still knows the owner.
    assert!(events.append_to_event(1, &event("a", 5, 2..=2)).await.unwrap());
    assert_eq!(events.event("a").await.unwrap().unwrap().owner, None, "an entry brings no owner back");
}

/// And who wrote them, and when, stays.
pub async fn entries_are_rewritten_all_or_none(fixture: &impl Fixture) {
    let events = fixture.open().await;
    events.create_event(&event("a", 5, 1..=3)).await.unwrap();
    events.create_event(&event("b", 6, 1..=3)).await.unwrap();
    let text = |number: u64| (number, format!("nobody {number}"));
    assert!(events.rewrite_entries("a", &[text(1), text(3)]).await.unwrap());
    let rewritten = [entry(1, "nobody 1"), entry(2, "a 2"), entry(3, "nobody 3")];
    assert_eq!(events.event_journal("a", 0, 9).await.unwrap(), rewritten);
    assert_eq!(events.event_journal("b", 0, 9).await.unwrap(), event("b", 6, 1..=3).entries);
    assert!(!events.rewrite_entries("b", &[text(1), text(4)]).await.unwrap(), "there is no fourth one");
    assert_eq!(events.event_journal("b", 0, 9).await.unwrap(), event("b", 6, 1..=3).entries);
}

/// How a place for events can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Entries are added wherever the journal ends.
    AddsAnywhere,
    /// A journal is read backwards.
    Backwards,
    /// A page of a list begins at the beginning.
    FirstPageOnly,
    /// Games lead nowhere.
    LosesGames,
    /// Who leaves stays the owner.
    KeepsOwners,
    /// Everybody is shown as the owner of the same events.
    MixesOwners,
    /// A change of a series succeeds also where somebody else was faster.
    ChangesAnySeries,
    /// A second event takes the place of the first.
    TakesIds,
    /// What is to be forgotten stays.
    KeepsTexts,
    /// Some of the texts are replaced where others can't be.
    RewritesSome,
    /// Of several events, those are written that can be.
    WritesSome,
    /// An event that others depend on is not looked at.
    LooksAtNone,
    /// All events are sections of every festival.
    MixesFestivals,
    /// It takes any number for a member.
    NamesAnybody,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::AddsAnywhere,
        Self::Backwards,
        Self::FirstPageOnly,
        Self::LosesGames,
        Self::KeepsOwners,
        Self::MixesOwners,
        Self::ChangesAnySeries,
        Self::TakesIds,
        Self::KeepsTexts,
        Self::RewritesSome,
        Self::WritesSome,
        Self::LooksAtNone,
        Self::MixesFestivals,
        Self::NamesAnybody,
    ];
}

/// A fixture whose events have one fault.
pub struct Wrong<F> {
    right: F,
    fault: Fault,
}

impl<F> Wrong<F> {
    /// Over a right one.
    pub const fn new(right: F, fault: Fault) -> Self {
        Self { right, fault }
    }
}

impl<F: Fixture> Fixture for Wrong<F> {
    async fn open(&self) -> Arc<dyn Events> {
        Arc::new(WrongEvents { right: self.right.open().await, fault: self.fault })
    }
}

struct WrongEvents {
    right: Arc<dyn Events>,
    fault: Fault,
}

#[async_trait]
impl Events for WrongEvents {
    async fn create_event(&self, new: &EventAppend) -> Result<bool, StorageError> {
        Ok(self.right.create_event(new).await? || self.fault == Fault::TakesIds)
    }

    async fn append_to_event(&self, seen: u64, new: &EventAppend) -> Result<bool, StorageError> {
        if self.fault == Fault::AddsAnywhere
            && let Some(event) = self.right.event(&new.event.id).await?
        {
            let mut moved = new.clone();
            for (number, entry) in (event.head + 1..).zip(&mut moved.entries) {
                entry.number = number;
                moved.event.head = number;
            }
            return self.right.append_to_event(event.head, &moved).await;
        }
        if self.fault == Fault::NamesAnybody {
            let new = EventAppend { members: Vec::new(), ..new.clone() };
            return self.right.append_to_event(seen, &new).await;
        }
        self.right.append_to_event(seen, new).await
    }

    async fn write_events(&self, writes: &[EventWrite]) -> Result<bool, StorageError> {
        if self.fault == Fault::WritesSome {
            let mut all = true;
            for one in writes {
                all &= self.right.write_events(std::slice::from_ref(one)).await?;
            }
            return Ok(all);
        }
        if self.fault == Fault::LooksAtNone {
            let is_written = |one: &&EventWrite| !matches!(one, EventWrite::Unchanged { .. });
            let written: Vec<EventWrite> = writes.iter().filter(is_written).cloned().collect();
            return self.right.write_events(&written).await;
        }
        self.right.write_events(writes).await
    }

    async fn events_of_festival(&self, festival: &str) -> Result<Vec<StoredEvent>, StorageError> {
        if self.fault == Fault::MixesFestivals {
            return self.right.events_in(EventStage::Announced, None, 9).await;
        }
        self.right.events_of_festival(festival).await
    }

    async fn event(&self, id: &str) -> Result<Option<StoredEvent>, StorageError> {
        self.right.event(id).await
    }

    async fn event_journal(
        &self,
        id: &str,
        after: u64,
        limit: u32,
    ) -> Result<Vec<StoredEntry>, StorageError> {
        let mut journal = self.right.event_journal(id, after, limit).await?;
        if self.fault == Fault::Backwards {
            journal.reverse();
        }
        Ok(journal)
    }

    async fn events_in(
        &self,
        stage: EventStage,
        before: Option<(Time, &str)>,
        limit: u32,
    ) -> Result<Vec<StoredEvent>, StorageError> {
        let before = before.filter(|_| self.fault != Fault::FirstPageOnly);
        self.right.events_in(stage, before, limit).await
    }

    async fn event_of_game(&self, game: GameId) -> Result<Option<String>, StorageError> {
        if self.fault == Fault::LosesGames {
            return Ok(None);
        }
        self.right.event_of_game(game).await
    }

    async fn events_entered(&self, player: PlayerId, limit: u32) -> Result<Vec<StoredEvent>, StorageError> {
        self.right.events_entered(player, limit).await
    }

    async fn events_owned(&self, owner: PlayerId, limit: u32) -> Result<Vec<StoredEvent>, StorageError> {
        let owner = if self.fault == Fault::MixesOwners { ANN } else { owner };
        self.right.events_owned(owner, limit).await
    }

    async fn create_series(&self, new: &StoredSeries) -> Result<bool, StorageError> {
        self.right.create_series(new).await
    }

    async fn series(&self, limit: u32) -> Result<Vec<StoredSeries>, StorageError> {
        self.right.series(limit).await
    }

    async fn change_series(&self, seen: u64, changed: &StoredSeries) -> Result<bool, StorageError> {
        let changed_now = self.right.change_series(seen, changed).await?;
        Ok(changed_now || self.fault == Fault::ChangesAnySeries)
    }

    async fn rewrite_entries(&self, id: &str, entries: &[(u64, String)]) -> Result<bool, StorageError> {
        if self.fault == Fault::KeepsTexts {
            return Ok(true);
        }
        if self.fault == Fault::RewritesSome {
            let mut all = true;
            for one in entries {
                all &= self.right.rewrite_entries(id, std::slice::from_ref(one)).await?;
            }
            return Ok(all);
        }
        self.right.rewrite_entries(id, entries).await
    }

    async fn forget_in_events(&self, player: PlayerId) -> Result<(), StorageError> {
        if self.fault == Fault::KeepsOwners {
            return Ok(());
        }
        self.right.forget_in_events(player).await
    }
}
