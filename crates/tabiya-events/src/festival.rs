// SPDX-License-Identifier: AGPL-3.0-or-later
//! Several sections of a festival at once: created together, paired, published and started together, and players who move from
//! one to another.
//!
//! What is done to several journals is one write: all of it is stored, or nothing. A section that is only looked at must not have
//! changed either. So no crash and no second program leaves a player in two sections or in none.

use std::sync::Arc;

use tabiya_game::{PlayerId, Time};
use tabiya_protocol::events::EventId;
use tabiya_runtime::chance;
use tabiya_store::{EventWrite, StoredEvent};
use tokio::sync::OwnedMutexGuard;

use crate::decide::{
    Command, Others, Refusal, Who, WrongSection, create, decide, list_beside, move_entrant, with_others,
};
use crate::event::{
    EntrantId, Entry, Event, MOST_SECTIONS, MemberOf, Record, Section, SectionPart, Settings, Stage,
};
use crate::events::{ATTEMPTS, Acted, EventError, Events, fold};
use crate::journal;

mod groups;
mod in_all;

pub use groups::{NewGroups, dealt, is_empty_final};
pub use in_all::{InAll, InSections, Seen};

/// A new section: its settings, and the commands with which it begins.
#[derive(Clone, Debug)]
pub struct NewSection {
    /// The settings. The name and the section follow from the festival.
    pub settings: Settings,
    /// What the section is called in the festival.
    pub name: String,
    /// The lowest rating of a player; `None` for any.
    pub rating_from: Option<u16>,
    /// The highest rating of a player; `None` for any.
    pub rating_to: Option<u16>,
    /// The number of its first board; `None` if its boards follow those of the section before.
    pub first_board: Option<u16>,
    /// What it is among groups and a final; `None` in a festival without groups.
    pub part: Option<SectionPart>,
    /// Who enters it.
    pub commands: Vec<Command>,
}

impl NewSection {
    fn begin(self, (festival, festival_name): (EventId, String), place: u16) -> (Settings, Vec<Command>) {
        let Self { settings, name, rating_from, rating_to, first_board, part, commands } = self;
        let name = name.trim().to_owned();
        let section =
            Section { festival, festival_name, name, place, rating_from, rating_to, first_board, part };
        (Settings { name: section.full_name(), section: Some(section), ..settings }, commands)
    }
}

/// A section that nobody else changes meanwhile.
struct Held {
    id: EventId,
    slot: OwnedMutexGuard<Option<Arc<Event>>>,
    event: Arc<Event>,
}

impl Events {
    /// Creates a festival: all its sections, or nothing. Each is an event; the ids come in the order of the sections.
    ///
    /// # Errors
    /// If a section can't be so, a command is refused, or the storage fails.
    pub async fn create_festival(
        &self,
        name: &str,
        sections: Vec<NewSection>,
        owner: Option<PlayerId>,
        now: Time,
    ) -> Result<Vec<(EventId, Arc<Event>)>, EventError> {
        if sections.len() > MOST_SECTIONS {
            return Err(Refusal::from(WrongSection::TooMany(MOST_SECTIONS)).into());
        }
        all_differ(sections.iter().map(|section| section.name.as_str()))?;
        let festival = random_id();
        let mut made: Vec<(EventId, Event, Vec<Record>)> = Vec::new();
        for (place, section) in (1..).zip(sections) {
            let id = if place == 1 { festival } else { random_id() };
            let (settings, commands) = section.begin((festival, name.trim().to_owned()), place);
            let others: Vec<&Event> = made.iter().map(|(_, event, _)| event).collect();
            let (event, records) = begun(id, settings, (owner, now), &commands, &others)?;
            made.push((id, event, records));
        }
        // Nobody reads them before they are told.
        let mut slots = Vec::new();
        for (id, ..) in &made {
            slots.push(self.slot(*id).lock_owned().await);
        }
        let writes: Vec<EventWrite> = made
            .iter()
            .map(|(id, event, records)| EventWrite::Create(journal::append(*id, event, records)))
            .collect();
        // Two ids of 47 random bits are equal.
        if !self.store().events.write_events(&writes).await? {
            return Err(EventError::Busy);
        }
        let mut all = Vec::new();
        for ((id, event, records), mut slot) in made.into_iter().zip(slots) {
            let event = Arc::new(event);
            *slot = Some(Arc::clone(&event));
            self.tell(id, &Acted { event: Arc::clone(&event), records });
            all.push((id, event));
        }
        Ok(all)
    }

    /// Adds a section to an event. An event of its own becomes the first section, which is called `own_name`; its name is that of
    /// the festival from then on.
    ///
    /// # Errors
    /// If the sender does not own the event, the section can't be so, or the storage fails.
    pub async fn add_section(
        &self,
        id: EventId,
        own_name: &str,
        new: NewSection,
        (who, now): (Who, Time),
    ) -> Result<(EventId, Arc<Event>), EventError> {
        let new_id = random_id();
        // Taken before the others, while nobody knows of it: once it is stored, somebody who holds it may wait for them.
        let mut new_slot = self.slot(new_id).lock_owned().await;
        let event = self.read(id).await?;
        let festival = event.settings.section.as_ref().map_or(id, |section| section.festival);
        for _ in 0..ATTEMPTS {
            let mut held = self.hold(festival, id).await?;
            let own = of(&held, id)?;
            if !held[own].event.may_own(who) {
                return Err(Refusal::OwnerOnly.into());
            }
            if matches!(held[own].event.stage, Stage::Finished | Stage::Cancelled) {
                return Err(Refusal::Over.into());
            }
            if held.len() >= MOST_SECTIONS {
                return Err(Refusal::from(WrongSection::TooMany(MOST_SECTIONS)).into());
            }
            let mut plan = vec![Vec::new(); held.len()];
            let festival_name = match &held[own].event.settings.section {
                Some(section) => section.festival_name.clone(),
                None => {
                    let before = &held[own].event.settings;
                    let section = Section {
                        festival,
                        festival_name: before.name.clone(),
                        name: own_name.trim().to_owned(),
                        place: 1,
                        rating_from: None,
                        rating_to: None,
                        first_board: None,
                        part: None,
                    };
                    let name = section.full_name();
                    let settings = Settings { name, section: Some(section), ..before.clone() };
                    plan[own] = decide(&held[own].event, &Command::ChangeSettings(settings), None, who)?;
                    before.name.clone()
                }
            };
            let names = held.iter().filter_map(|one| Some(one.event.settings.section.as_ref()?.name.clone()));
            let names: Vec<String> = names.chain([own_name.trim().to_owned()]).collect();
            let taken = if held.len() > 1 || held[own].event.settings.section.is_some() {
                &names[..names.len() - 1]
            } else {
                &names[..]
            };
            all_differ(taken.iter().map(String::as_str).chain([new.name.trim()]))?;
            let places = held.iter().filter_map(|one| Some(one.event.settings.section.as_ref()?.place));
            let place = places.max().unwrap_or(1) + 1;
            let owner = held[own].event.owner;
            let (settings, commands) = new.clone().begin((festival, festival_name), place);
            let events: Vec<Arc<Event>> = held.iter().map(|one| Arc::clone(&one.event)).collect();
            let others: Vec<&Event> = events.iter().map(|event| &**event).collect();
            let helpers = helpers_of_all(&others).into_iter();
            let helpers = helpers.map(|player| Command::Helper { player, helps: true });
            let commands: Vec<Command> = helpers.chain(commands).collect();
            let (event, records) = begun(new_id, settings, (owner, now), &commands, &others)?;
            // Whoever looks at the sections without this one meets an entry that they don't know, and looks again.
            plan[own].push(Entry::SectionAdded { section: new_id });
            let create = EventWrite::Create(journal::append(new_id, &event, &records));
            if self.write(&mut held, plan, Some(create), (who, now)).await?.is_some() {
                let event = Arc::new(event);
                *new_slot = Some(Arc::clone(&event));
                self.tell(new_id, &Acted { event: Arc::clone(&event), records });
                return Ok((new_id, event));
            }
        }
        Err(EventError::Busy)
    }

    /// Carries a command of a section out that concerns the others: it is decided with all of them in view.
    ///
    /// # Errors
    /// Why nothing has happened.
    pub(crate) async fn act_among_sections(
        &self,
        festival: EventId,
        id: EventId,
        command: &Command,
        seen: Option<u64>,
        (who, now): (Who, Time),
    ) -> Result<Acted, EventError> {
        for _ in 0..ATTEMPTS {
            let mut held = self.hold(festival, id).await?;
            let own = of(&held, id)?;
            let event = Arc::clone(&held[own].event);
            let others: Vec<&Event> = held.iter().filter(|one| one.id != id).map(|one| &*one.event).collect();
            let others = Others::new(others);
            let command = list_beside(&event, command, who, &others)?;
            let entries = decide(&event, &command, seen, who)?;
            let entries = with_others(&event, entries, who, &others)?;
            if entries.is_empty() {
                return Ok(Acted { event, records: Vec::new() });
            }
            let mut plan = vec![Vec::new(); held.len()];
            plan[own] = entries;
            if let Some(mut acted) = self.write(&mut held, plan, None, (who, now)).await? {
                return Ok(acted.swap_remove(own));
            }
        }
        Err(EventError::Busy)
    }

    /// Moves an entrant to another section of the festival, in one write. Returns both sections afterwards.
    ///
    /// # Errors
    /// Why the entrant stays.
    pub async fn move_entrant(
        &self,
        from: EventId,
        entrant: EntrantId,
        to: EventId,
        (who, now): (Who, Time),
    ) -> Result<[Arc<Event>; 2], EventError> {
        let festival = self.festival_of(from).await?;
        for _ in 0..ATTEMPTS {
            let mut held = self.hold(festival, from).await?;
            let (left, comes) = (of(&held, from)?, of(&held, to)?);
            if left == comes {
                let event = Arc::clone(&held[left].event);
                return Ok([Arc::clone(&event), event]);
            }
            let mut plan = vec![Vec::new(); held.len()];
            let leaving = (&*held[left].event, entrant);
            let thirds = held.iter().filter(|one| one.id != from && one.id != to);
            let thirds: Vec<&Event> = thirds.map(|one| &*one.event).collect();
            let (leaves, mut enters) = move_entrant(leaving, &held[comes].event, &thirds, who)?;
            let member = held[left].event.entrant(entrant).and_then(|one| one.member);
            if let Some(member) = member
                && !self.is_member(member).await?
            {
                // The list has forgotten the member, as where an account has become the player.
                without_member(&mut enters);
            }
            (plan[left], plan[comes]) = (leaves, enters);
            if let Some(acted) = self.write(&mut held, plan, None, (who, now)).await? {
                return Ok([left, comes].map(|place| Arc::clone(&acted[place].event)));
            }
        }
        Err(EventError::Busy)
    }

    /// Changes the settings of a section with what all of them share: when they begin, the pause between rounds, when the check-in
    /// closes, and the festival's name. Sections that are over stay as they are.
    ///
    /// # Errors
    /// Why nothing has happened.
    pub async fn change_timetable(
        &self,
        id: EventId,
        settings: Settings,
        seen: Option<u64>,
        (who, now): (Who, Time),
    ) -> Result<Acted, EventError> {
        let festival = self.festival_of(id).await?;
        for _ in 0..ATTEMPTS {
            let mut held = self.hold(festival, id).await?;
            let own = of(&held, id)?;
            let mut plan = Vec::new();
            for one in &held {
                let event = &one.event;
                let is_over = matches!(event.stage, Stage::Finished | Stage::Cancelled);
                let (wanted, seen) = if one.id == id {
                    (settings.clone(), seen)
                } else if is_over {
                    // The rating report is written when all is over.
                    (Settings { report: settings.report.clone(), ..event.settings.clone() }, None)
                } else {
                    (shared(&event.settings, &settings), None)
                };
                // Whoever helps in one section alone changes what is that section's alone.
                let is_cancelled = event.stage == Stage::Cancelled;
                plan.push(if one.id != id && (is_cancelled || wanted == event.settings) {
                    Vec::new()
                } else {
                    let entries = decide(event, &Command::ChangeSettings(wanted), seen, who)?;
                    let others = held.iter().filter(|other| other.id != one.id);
                    with_others(event, entries, who, &Others::new(others.map(|one| &*one.event).collect()))?
                });
            }
            if plan.iter().all(Vec::is_empty) {
                return Ok(Acted { event: Arc::clone(&held[own].event), records: Vec::new() });
            }
            if let Some(mut acted) = self.write(&mut held, plan, None, (who, now)).await? {
                return Ok(acted.swap_remove(own));
            }
        }
        Err(EventError::Busy)
    }

    /// Sets when the next round begins, in all sections that go on.
    ///
    /// # Errors
    /// Why nothing has happened.
    pub async fn set_start_of_all(
        &self,
        id: EventId,
        at: Option<Time>,
        (who, now): (Who, Time),
    ) -> Result<Acted, EventError> {
        let festival = self.festival_of(id).await?;
        for _ in 0..ATTEMPTS {
            let mut held = self.hold(festival, id).await?;
            let own = of(&held, id)?;
            let mut plan = Vec::new();
            for one in &held {
                let is_over = matches!(one.event.stage, Stage::Finished | Stage::Cancelled);
                let entries = decide(&one.event, &Command::SetStart(at), None, who);
                let waits = is_over || is_empty_final(&one.event);
                plan.push(if waits && one.id != id { Vec::new() } else { entries? });
            }
            if plan.iter().all(Vec::is_empty) {
                return Ok(Acted { event: Arc::clone(&held[own].event), records: Vec::new() });
            }
            if let Some(mut acted) = self.write(&mut held, plan, None, (who, now)).await? {
                return Ok(acted.swap_remove(own));
            }
        }
        Err(EventError::Busy)
    }

    /// The sections of a festival in their order, each as it stands; nothing for an event of its own.
    ///
    /// # Errors
    /// If one can't be read.
    pub async fn sections(&self, festival: EventId) -> Result<Vec<(EventId, Arc<Event>)>, EventError> {
        let mut all = Vec::new();
        for stored in self.store().events.events_of_festival(festival.as_str()).await? {
            self.look_again(&stored).await?;
            let Ok(id) = stored.id.parse() else { continue };
            all.push((id, self.read(id).await?));
        }
        all.sort_by_key(|(id, event)| (event.settings.section.as_ref().map(|section| section.place), *id));
        Ok(all)
    }

    /// The festival that an event is a section of.
    async fn festival_of(&self, id: EventId) -> Result<EventId, EventError> {
        let event = self.read(id).await?;
        match &event.settings.section {
            Some(section) => Ok(section.festival),
            None => Err(Refusal::from(WrongSection::None(event.settings.name.clone())).into()),
        }
    }

    /// Whether a list has this member.
    async fn is_member(&self, MemberOf { list, number }: MemberOf) -> Result<bool, EventError> {
        let found = self.store().members.members_of(list, number.saturating_sub(1), 1).await?;
        Ok(found.first().is_some_and(|one| one.number == number))
    }

    /// Holds all sections of a festival, and one event that may become its first. All take them in the order of their ids, so that
    /// no two wait for each other. Where a section was added while this act waited, it starts over with that one, too.
    async fn hold(&self, festival: EventId, also: EventId) -> Result<Vec<Held>, EventError> {
        let mut ids = ids_of(&self.store().events.events_of_festival(festival.as_str()).await?, also);
        for _ in 0..ATTEMPTS {
            let mut slots = Vec::new();
            for id in &ids {
                slots.push(self.slot(*id).lock_owned().await);
            }
            // What another program has written a moment ago.
            let stored = self.store().events.events_of_festival(festival.as_str()).await?;
            let now = ids_of(&stored, also);
            if now != ids {
                ids = now;
                continue;
            }
            let mut held = Vec::new();
            for (id, mut slot) in ids.into_iter().zip(slots) {
                let known = slot.as_ref().map(|event| event.head);
                let is_behind = stored.iter().any(|one| one.id == id.as_str() && Some(one.head) > known);
                if known.is_none() || is_behind {
                    self.catch_up(id, &mut slot).await?;
                }
                let event = self.loaded(id, &mut slot).await?;
                held.push(Held { id, slot, event });
            }
            return Ok(held);
        }
        Err(EventError::Busy)
    }

    /// Writes the entries of all sections in one act. `None` if another program was faster: then all are read again.
    async fn write(
        &self,
        held: &mut [Held],
        plan: Vec<Vec<Entry>>,
        create: Option<EventWrite>,
        (who, now): (Who, Time),
    ) -> Result<Option<Vec<Acted>>, EventError> {
        let mut writes: Vec<EventWrite> = create.into_iter().collect();
        let mut all = Vec::new();
        for (one, entries) in held.iter().zip(plan) {
            let (mut after, mut records) = (Event::clone(&one.event), Vec::new());
            let seen = one.event.head;
            if entries.is_empty() {
                writes.push(EventWrite::Unchanged { id: one.id.to_string(), head: seen });
                all.push(Acted { event: Arc::clone(&one.event), records });
                continue;
            }
            fold(one.id, &mut after, &mut records, entries, (now, who.player()))?;
            writes.push(EventWrite::Append { seen, new: journal::append(one.id, &after, &records) });
            all.push(Acted { event: Arc::new(after), records });
        }
        match self.store().events.write_events(&writes).await {
            Ok(true) => {
                for (one, acted) in held.iter_mut().zip(&all) {
                    *one.slot = Some(Arc::clone(&acted.event));
                    if !acted.records.is_empty() {
                        self.tell(one.id, acted);
                    }
                }
                Ok(Some(all))
            }
            Ok(false) => {
                for one in held {
                    self.catch_up(one.id, &mut one.slot).await?;
                }
                Ok(None)
            }
            Err(error) => {
                // It may have been written all the same.
                held.iter_mut().for_each(|one| *one.slot = None);
                Err(error.into())
            }
        }
    }
}

/// The ids of a festival's sections and of one more event, in the order in which all take them.
fn ids_of(stored: &[StoredEvent], also: EventId) -> Vec<EventId> {
    let mut ids: Vec<EventId> = stored.iter().filter_map(|one| one.id.parse().ok()).chain([also]).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Takes out which member of a list somebody is who enters.
fn without_member(enters: &mut Vec<Entry>) {
    enters.retain(|entry| !matches!(entry, Entry::MemberBound { .. }));
    for entry in enters {
        if let Entry::Entered { member, .. } = entry {
            *member = None;
        }
    }
}

/// Where a section stands among those that are held.
fn of(held: &[Held], id: EventId) -> Result<usize, EventError> {
    let found = held.iter().position(|one| one.id == id);
    found.ok_or_else(|| Refusal::from(WrongSection::OtherFestival).into())
}

/// The same settings with what all sections share.
fn shared(own: &Settings, with: &Settings) -> Settings {
    let Settings { mut starts, pause, mut check_in_closes, .. } = *with;
    // A final begins when the groups are over.
    if matches!(own.section.as_ref().and_then(|section| section.part), Some(SectionPart::Final { .. })) {
        (starts, check_in_closes) = (own.starts, own.check_in_closes);
    }
    let report = with.report.clone();
    let mut changed = Settings { starts, pause, check_in_closes, report, ..own.clone() };
    if let (Some(section), Some(other)) = (&mut changed.section, &with.section)
        && section.festival_name != other.festival_name
    {
        section.festival_name.clone_from(&other.festival_name);
        changed.name = section.full_name();
    }
    changed
}

/// Those who help in every section that goes on. They help in a new one, too; whoever helps in one section alone does not.
fn helpers_of_all(sections: &[&Event]) -> Vec<PlayerId> {
    let mut open = sections.iter().filter(|event| !is_over(event));
    let Some(first) = open.next() else { return Vec::new() };
    let rest: Vec<&&Event> = open.collect();
    let helps_in_all = |player: &PlayerId| rest.iter().all(|event| event.helpers.contains(player));
    first.helpers.iter().copied().filter(helps_in_all).collect()
}

/// Whether nothing happens in a section any more.
const fn is_over(event: &Event) -> bool {
    matches!(event.stage, Stage::Finished | Stage::Cancelled)
}

/// A new event with the entries of its first commands.
fn begun(
    id: EventId,
    settings: Settings,
    (owner, now): (Option<PlayerId>, Time),
    commands: &[Command],
    others: &[&Event],
) -> Result<(Event, Vec<Record>), EventError> {
    let entry = create(settings, owner)?;
    let first = Record { number: 1, at: now, by: owner, entry };
    let mut event = Event::begin(&first).map_err(|damage| EventError::Damaged { id, damage })?;
    let mut records = vec![first];
    let others = Others::new(others.to_vec());
    for command in commands {
        let entries = decide(&event, command, None, Who::Operator)?;
        let entries = with_others(&event, entries, Who::Operator, &others)?;
        fold(id, &mut event, &mut records, entries, (now, None))?;
    }
    Ok((event, records))
}

fn all_differ<'a>(names: impl Iterator<Item = &'a str>) -> Result<(), Refusal> {
    let mut seen: Vec<String> = Vec::new();
    for name in names {
        let name = name.trim();
        if seen.contains(&name.to_lowercase()) {
            return Err(WrongSection::SameName(name.to_owned()).into());
        }
        seen.push(name.to_lowercase());
    }
    Ok(())
}

fn random_id() -> EventId {
    EventId::from_bits(u64::from_le_bytes(chance::bytes()))
}

#[cfg(test)]
mod tests;
