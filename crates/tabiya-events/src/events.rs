// SPDX-License-Identifier: AGPL-3.0-or-later
//! All events of a server: read, decide, append, tell.
//!
//! One command of an event is decided at a time. The append compares the number of the journal's last entry, so that also
//! another program that writes into the same database loses nothing: what it wrote is read, and the command is decided again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tabiya_game::{PlayerId, Time};
use tabiya_protocol::events::EventId;
use tabiya_runtime::low_priority;
use tabiya_runtime::opaque::Opaque;
use tabiya_runtime::secret::Secret;
use tabiya_store::{SiteSecret, StorageError, Store, StoredEvent};
use tokio::sync::{Mutex as AsyncMutex, OnceCell};

use crate::decide::{Command, Refusal, Who, WrongMember, concern_others, create, decide, nameless};
use crate::event::{Damaged, EntrantId, Entry, Event, MemberOf, Record, Settings};
use crate::journal;
use crate::kept;
use crate::pairing::NoPairing;
use crate::saved::{self, NotSaved};

use crate::pairing_now::PairingNow;
use crate::venue::VenueKey;
use crate::view::Standings;

/// Entries that one statement reads.
const PAGE: u32 = 500;
/// How often a command is decided again because another program was faster.
pub(crate) const ATTEMPTS: usize = 5;
/// Events that are kept in memory while nobody uses them.
const KEPT: usize = 200;

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// There is no such event.
    #[error("there is no event {0}")]
    NoSuchEvent(String),
    /// The event refuses it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Its journal can't be replayed.
    #[error("event {id}: {damage}")]
    Damaged {
        /// The event.
        id: EventId,
        /// What is wrong.
        damage: Damaged,
    },
    /// A file that makes no event.
    #[error(transparent)]
    NotSaved(#[from] NotSaved),
    /// The event of a file is on this server, with all that the file has.
    #[error("event {0} is on this server already, with all that this file has; nothing was changed")]
    IsHere(EventId),
    /// The event of a file has gone on here in another way.
    #[error(
        "event {id} on this server has gone on in another way than in this file, from its entry {number} on: only a copy that goes on where this server stopped is taken; nothing was changed"
    )]
    Forked {
        /// The event.
        id: EventId,
        /// The first entry here that the file does not have.
        number: u64,
    },
    /// Another program changes the event all the time, or no thread could pair.
    #[error("the event changes too fast; try again")]
    Busy,
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<NoPairing> for EventError {
    fn from(why: NoPairing) -> Self {
        Self::Refused(why.into())
    }
}

/// What came of a command.
#[derive(Clone, Debug)]
pub struct Acted {
    /// The event afterwards.
    pub event: Arc<Event>,
    /// The new entries.
    pub records: Vec<Record>,
}

/// An event in memory; `None` until it is read, and after an append whose outcome is not known.
pub(crate) type Slot = Arc<AsyncMutex<Option<Arc<Event>>>>;

/// The standings of an event with the number of the last entry that they know.
type StandingsSlot = Arc<AsyncMutex<Option<(u64, Arc<Standings>)>>>;

/// Tells the other servers of the site that an event has new entries.
pub type Elsewhere = Box<dyn Fn(EventId) + Send + Sync>;

/// Hears of new entries.
type Listener = Box<dyn Fn(EventId, &Acted) + Send + Sync>;

/// All events. Cheap to clone.
#[derive(Clone)]
pub struct Events(Opaque<Inner>);

struct Inner {
    store: Store,
    slots: Mutex<HashMap<EventId, Slot>>,
    standings: Mutex<HashMap<EventId, StandingsSlot>>,
    /// The rounds that are paired now.
    drafts: Mutex<HashMap<EventId, Arc<PairingNow>>>,
    /// Held while reasons are computed: of one pairing at a time.
    explaining: AsyncMutex<()>,
    /// From what the codes of seats and tables follow, once it was read.
    venue_key: OnceCell<VenueKey>,
    /// Hears of all entries, right after they are stored.
    listener: Option<Listener>,
    /// Hears of the events in which this server has written something; empty where it is alone.
    elsewhere: OnceLock<Elsewhere>,
}

impl Inner {
    fn new(store: Store, listener: Option<Listener>) -> Self {
        let (slots, standings, drafts) = (Mutex::default(), Mutex::default(), Mutex::default());
        let (explaining, venue_key) = (AsyncMutex::default(), OnceCell::new());
        Self { store, slots, standings, drafts, explaining, venue_key, listener, elsewhere: OnceLock::new() }
    }
}

impl Events {
    /// The events of a store.
    pub fn new(store: Store) -> Self {
        Self(Opaque::new(Inner::new(store, None)))
    }

    /// The same, with somebody who hears of all entries right after they are stored. Entries of one event come in their order.
    pub fn told(store: Store, listener: impl Fn(EventId, &Acted) + Send + Sync + 'static) -> Self {
        Self(Opaque::new(Inner::new(store, Some(Box::new(listener)))))
    }

    /// From now on the other servers hear in which events this one has written. To be called once.
    pub(crate) fn reach(&self, elsewhere: Elsewhere) {
        assert!(self.0.elsewhere.set(elsewhere).is_ok(), "it is set once");
    }

    /// Another server has written into this event. What is new is read where the event is in memory.
    ///
    /// # Errors
    /// If the event can't be read.
    pub async fn heard(&self, id: EventId) -> Result<(), EventError> {
        let slot = self.slot(id);
        let mut held = slot.lock().await;
        if held.is_some() {
            self.catch_up(id, &mut held).await?;
        }
        Ok(())
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// From what the codes of seats and tables follow. The server makes it once and keeps it.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn venue_key(&self) -> Result<VenueKey, StorageError> {
        let keep = async || {
            let kept = self.0.store.site.keep_secret(SiteSecret::Venue, Secret::random().text()).await?;
            Ok(VenueKey::of(&kept))
        };
        self.0.venue_key.get_or_try_init(keep).await.cloned()
    }

    /// Creates an event, and carries commands of the operator out in the same write: all of it is stored, or nothing. `bits`
    /// are random.
    ///
    /// # Errors
    /// If the settings make no event, a command is refused, or the storage fails.
    pub async fn create(
        &self,
        settings: Settings,
        owner: Option<PlayerId>,
        commands: &[Command],
        now: Time,
        bits: u64,
    ) -> Result<(EventId, Arc<Event>), EventError> {
        match self.create_as(EventId::from_bits(bits), settings, owner, commands, now).await {
            // Two ids of 47 random bits are equal.
            Err(EventError::IsHere(_)) => Err(EventError::Busy),
            made => made,
        }
    }

    /// The same with this id.
    ///
    /// # Errors
    /// Those of [`Events::create`]; or there is an event with this id.
    pub async fn create_as(
        &self,
        id: EventId,
        settings: Settings,
        owner: Option<PlayerId>,
        commands: &[Command],
        now: Time,
    ) -> Result<(EventId, Arc<Event>), EventError> {
        let entry = create(settings, owner)?;
        let first = Record { number: 1, at: now, by: owner, entry };
        let mut event = Event::begin(&first).map_err(|damage| EventError::Damaged { id, damage })?;
        let mut records = vec![first];
        for command in commands {
            let entries = decide(&event, command, None, Who::Operator)?;
            fold(id, &mut event, &mut records, entries, (now, None))?;
        }
        let event = Arc::new(event);
        if !self.0.store.events.create_event(&journal::append(id, &event, &records)).await? {
            return Err(EventError::IsHere(id));
        }
        let slot = self.slot(id);
        let mut held = slot.lock().await;
        *held = Some(Arc::clone(&event));
        self.tell(id, &Acted { event: Arc::clone(&event), records });
        Ok((id, event))
    }

    /// An event as one file, with the games that run at its boards on this server as they stand.
    ///
    /// # Errors
    /// If it can't be read.
    pub async fn save(&self, id: EventId) -> Result<String, EventError> {
        let journal = self.journal(id).await?;
        // The games are read afterwards, so that none is older than the journal.
        let event = Event::replay(&journal).map_err(|damage| EventError::Damaged { id, damage })?;
        let games = self.running_games(&event).await?;
        Ok(saved::write_with(id, &journal, &games))
    }

    /// All that is kept of an entrant whose name an organiser has written, as JSON text for whoever owns the event: a helper could enter
    /// members of the owner's list one after another, and read when each of them was born.
    ///
    /// # Errors
    /// If somebody else asks, there is no such entrant, it is another account's own entry or one of a closed account, or the journal can't be read.
    pub async fn kept_of(
        &self,
        id: EventId,
        entrant: EntrantId,
        who: Who,
        is_ghost: &(dyn Fn(PlayerId) -> bool + Sync),
    ) -> Result<String, EventError> {
        if !self.read(id).await?.may_own(who) {
            return Err(Refusal::OwnerOnly.into());
        }
        self.kept_of_member(id, entrant, is_ghost).await
    }

    /// The same of an entrant whom the owner of a list has entered from it.
    pub(crate) async fn kept_of_member(
        &self,
        id: EventId,
        entrant: EntrantId,
        is_ghost: &(dyn Fn(PlayerId) -> bool + Sync),
    ) -> Result<String, EventError> {
        let (event, journal) = (self.read(id).await?, self.journal(id).await?);
        // Whose account is closed has asked to be forgotten.
        let found = event.entrant(entrant).filter(|one| !one.player.is_some_and(is_ghost));
        let found = found.ok_or(Refusal::NoSuchEntrant(entrant))?;
        // What an account has done is the account's own.
        if !found.is_named_by_organiser() || found.account_left.is_some_and(|left| !left.claimed) {
            return Err(Refusal::from(WrongMember::HasAccount(found.card.name.clone())).into());
        }
        let kept = kept::kept(&event, entrant, &journal).ok_or(Refusal::NoSuchEntrant(entrant))?;
        Ok(serde_json::to_string_pretty(&kept).expect("what is kept is written as text") + "\n")
    }

    /// Erases the name of an entrant without an account: in the event, and in the entries that had it. Asked again, it changes
    /// nothing but to finish what a power cut has left.
    ///
    /// # Errors
    /// Why nothing has happened.
    pub async fn erase(
        &self,
        id: EventId,
        entrant: EntrantId,
        who: Who,
        now: Time,
    ) -> Result<Arc<Event>, EventError> {
        self.erase_by(id, entrant, &Command::Erase(entrant), (who, now)).await
    }

    /// The same by a command that erases the entrant's name.
    pub(crate) async fn erase_by(
        &self,
        id: EventId,
        entrant: EntrantId,
        command: &Command,
        (who, now): (Who, Time),
    ) -> Result<Arc<Event>, EventError> {
        let member = self.read(id).await?.entrant(entrant).and_then(|one| one.member);
        let event = self.act(id, command, None, who, now).await?.event;
        self.finish_erasing(id).await?;
        if let Some(MemberOf { list, number }) = member {
            self.0.store.members.unlink_member(list, number, id.as_str()).await?;
        }
        Ok(event)
    }

    /// Takes the names that an event has forgotten out of its journal, where a power cut has left them.
    ///
    /// # Errors
    /// If the journal can't be read or written.
    pub(crate) async fn finish_erasing(&self, id: EventId) -> Result<bool, EventError> {
        let event = self.read(id).await?;
        let journal = self.journal(id).await?;
        let texts = nameless(&event, &journal).map(|(number, entry)| {
            (number, serde_json::to_string(&entry).expect("an entry is written as text"))
        });
        let texts: Vec<(u64, String)> = texts.collect();
        if !texts.is_empty() {
            self.0.store.events.rewrite_entries(id.as_str(), &texts).await?;
        }
        Ok(!texts.is_empty())
    }

    /// An event as it stands.
    ///
    /// # Errors
    /// If there is none, or it can't be read.
    pub async fn read(&self, id: EventId) -> Result<Arc<Event>, EventError> {
        let slot = self.slot(id);
        let mut held = slot.lock().await;
        self.loaded(id, &mut held).await
    }

    /// The event with this id as somebody typed it, also with what another program has written a moment ago.
    ///
    /// # Errors
    /// If there is none, or it can't be read.
    pub async fn named(&self, id: &str) -> Result<(EventId, Arc<Event>), EventError> {
        let parsed: EventId =
            id.parse().map_err(|_| EventError::NoSuchEvent(id.chars().take(40).collect()))?;
        let stored = self.0.store.events.event(parsed.as_str()).await?;
        self.look_again(&stored.ok_or_else(|| EventError::NoSuchEvent(parsed.to_string()))?).await?;
        Ok((parsed, self.read(parsed).await?))
    }

    /// The standings of an event: computed once after each entry, off the threads that serve moves.
    ///
    /// # Errors
    /// If there is no thread for it.
    pub async fn standings(&self, id: EventId, event: &Arc<Event>) -> Result<Arc<Standings>, EventError> {
        let slot = kept_slot(&self.0.standings, id);
        let mut held = slot.lock().await;
        if let Some((_, standings)) = held.as_ref().filter(|(head, _)| *head == event.head) {
            return Ok(Arc::clone(standings));
        }
        let of = Arc::clone(event);
        let computed = low_priority::run(move || Standings::of(&of)).await.map_err(|_| EventError::Busy)?;
        let computed = Arc::new(computed);
        *held = Some((event.head, Arc::clone(&computed)));
        Ok(computed)
    }

    /// Carries a command out. `seen` is the number of the last entry that the sender saw.
    ///
    /// # Errors
    /// Why nothing has happened.
    pub async fn act(
        &self,
        id: EventId,
        command: &Command,
        seen: Option<u64>,
        who: Who,
        now: Time,
    ) -> Result<Acted, EventError> {
        let slot = self.slot(id);
        let mut held = slot.lock().await;
        for _ in 0..ATTEMPTS {
            let event = self.loaded(id, &mut held).await?;
            let entries = decide(&event, command, seen, who)?;
            if entries.is_empty() {
                return Ok(Acted { event, records: Vec::new() });
            }
            if let Some(section) = &event.settings.section
                && concern_others(&entries)
            {
                let festival = section.festival;
                drop(held);
                return self.act_among_sections(festival, id, command, seen, (who, now)).await;
            }
            let (mut after, mut records) = (Event::clone(&event), Vec::new());
            fold(id, &mut after, &mut records, entries, (now, who.player()))?;
            let new = journal::append(id, &after, &records);
            match self.0.store.events.append_to_event(event.head, &new).await {
                Ok(true) => {
                    let acted = Acted { event: Arc::new(after), records };
                    *held = Some(Arc::clone(&acted.event));
                    self.tell(id, &acted);
                    return Ok(acted);
                }
                // Another program has added entries. They are read, and the command is decided again.
                Ok(false) => self.catch_up(id, &mut held).await?,
                Err(error) => {
                    // It may have been written all the same.
                    *held = None;
                    return Err(error.into());
                }
            }
        }
        Err(EventError::Busy)
    }

    /// Reads what another program has written since.
    ///
    /// # Errors
    /// If the event can't be read.
    pub async fn look_again(&self, stored: &StoredEvent) -> Result<(), EventError> {
        let Ok(id) = stored.id.parse() else { return Ok(()) };
        let slot = self.slot(id);
        let mut held = slot.lock().await;
        if held.as_ref().is_some_and(|event| event.head < stored.head) {
            self.catch_up(id, &mut held).await?;
        }
        Ok(())
    }

    /// All entries of an event.
    ///
    /// # Errors
    /// If they can't be read.
    pub(crate) async fn journal(&self, id: EventId) -> Result<Vec<Record>, EventError> {
        let mut journal: Vec<Record> = Vec::new();
        loop {
            let after = journal.last().map_or(0, |record| record.number);
            let page = self.0.store.events.event_journal(id.as_str(), after, PAGE).await?;
            let is_last = page.len() < PAGE as usize;
            for stored in page {
                journal.push(journal::read(id, stored)?);
            }
            if is_last {
                return Ok(journal);
            }
        }
    }

    /// Waits until no reasons are computed, and keeps others from it.
    pub(crate) async fn explaining(&self) -> impl Drop + use<'_> {
        self.0.explaining.lock().await
    }

    /// Tells of entries that this server has written.
    pub(crate) fn tell(&self, id: EventId, acted: &Acted) {
        self.tell_here(id, acted);
        if let Some(elsewhere) = self.0.elsewhere.get() {
            elsewhere(id);
        }
    }

    fn tell_here(&self, id: EventId, acted: &Acted) {
        if let Some(listener) = &self.0.listener {
            listener(id, acted);
        }
    }

    pub(crate) fn pairing_now(&self, id: EventId) -> Arc<PairingNow> {
        kept_slot(&self.0.drafts, id)
    }

    pub(crate) fn slot(&self, id: EventId) -> Slot {
        kept_slot(&self.0.slots, id)
    }

    /// The events that somebody holds at this moment.
    #[cfg(test)]
    pub(crate) fn slots_taken(&self) -> Vec<EventId> {
        let slots = self.0.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.iter().filter(|(_, slot)| slot.try_lock().is_err()).map(|(id, _)| *id).collect()
    }

    pub(crate) async fn loaded(
        &self,
        id: EventId,
        held: &mut Option<Arc<Event>>,
    ) -> Result<Arc<Event>, EventError> {
        if let Some(event) = held {
            return Ok(Arc::clone(event));
        }
        self.catch_up(id, held).await?;
        held.clone().ok_or_else(|| EventError::NoSuchEvent(id.to_string()))
    }

    /// Takes the entries that are stored and not known yet.
    pub(crate) async fn catch_up(
        &self,
        id: EventId,
        held: &mut Option<Arc<Event>>,
    ) -> Result<(), EventError> {
        let was_known = held.is_some();
        let mut event = held.take();
        let damaged = |damage| EventError::Damaged { id, damage };
        let mut news = Vec::new();
        loop {
            let after = event.as_ref().map_or(0, |event| event.head);
            let page = self.0.store.events.event_journal(id.as_str(), after, PAGE).await?;
            let is_last = page.len() < PAGE as usize;
            for stored in page {
                let record = journal::read(id, stored)?;
                match &mut event {
                    None => event = Some(Arc::new(Event::begin(&record).map_err(damaged)?)),
                    Some(event) => Arc::make_mut(event).apply(&record).map_err(damaged)?,
                }
                news.push(record);
            }
            if is_last {
                break;
            }
        }
        held.clone_from(&event);
        if let Some(event) = event.filter(|_| was_known && !news.is_empty()) {
            self.tell_here(id, &Acted { event, records: news });
        }
        Ok(())
    }
}

/// The slot of an event. Of too many events only those stay that somebody waits for.
fn kept_slot<T: Default>(slots: &Mutex<HashMap<EventId, Arc<T>>>, id: EventId) -> Arc<T> {
    let mut slots = slots.lock().unwrap_or_else(PoisonError::into_inner);
    if slots.len() > KEPT {
        slots.retain(|_, slot| Arc::strong_count(slot) > 1);
    }
    Arc::clone(slots.entry(id).or_default())
}

/// Folds new entries into an event, and adds them to `records`.
pub(crate) fn fold(
    id: EventId,
    event: &mut Event,
    records: &mut Vec<Record>,
    entries: Vec<Entry>,
    (at, by): (Time, Option<PlayerId>),
) -> Result<(), EventError> {
    for entry in entries {
        let record = Record { number: event.head + 1, at, by, entry };
        event.apply(&record).map_err(|damage| EventError::Damaged { id, damage })?;
        records.push(record);
    }
    Ok(())
}
