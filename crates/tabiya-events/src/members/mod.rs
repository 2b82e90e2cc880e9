// SPDX-License-Identifier: AGPL-3.0-or-later
//! Lists of members: players whom an organiser knows, for all of the organiser's events.
//!
//! A list belongs to one account, and no call without a session reads it. An entrant is a copy of the member's card: what changes in
//! the list changes no event. The entry names the member, so that erasing a member finds all copies. The store notes the event at
//! the member in the write that appends the entry.

mod erase;
mod find;
mod list;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use tabiya_game::{PlayerId, Time};
use tabiya_protocol::events::EventId;
use tabiya_store::{MemberChanges, MemberList, Members as MembersStore, StorageError};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

use crate::decide::{Command, Refusal, Who, decide};
use crate::event::{Card, EntrantId, Event, MemberOf, Stage, WrongCard, spoken};
use crate::events::{Acted, EventError, Events};
use crate::restoring::Restored;

pub use erase::Erased;
pub use find::{FEWEST_LETTERS, are_enough, found, found_among};
use list::filling;
pub use list::{Added, LONGEST_NOTE, MOST_MEMBERS, Member, MemberCard, changes};

/// Members that one statement reads.
const PAGE: u32 = 1_000;
/// How often a change is tried again because another one was faster.
const ATTEMPTS: usize = 5;
/// Lists that are kept in memory. One of 5,000 members takes about 2 MB.
const KEPT: usize = 16;

/// Why something about a list was not done.
#[derive(Debug, thiserror::Error)]
pub enum MemberError {
    /// The list has no member with this number.
    #[error("there is no such member here")]
    NoSuchMember,
    /// The card is damaged. The others of the list are not affected.
    #[error(
        "the card of member {0} is damaged and can't be read; 'tabiya data check' names it, and all others are as they were"
    )]
    Damaged(u32),
    /// Somebody else changed the member.
    #[error("somebody else changed {0} a moment ago; look again before you change it")]
    Overtaken(String),
    /// The list is full.
    #[error("a list has at most {MOST_MEMBERS} members")]
    TooMany,
    /// Another member has this name.
    #[error("{0} stands in the list already")]
    NameTaken(String),
    /// Results to come still need to say whose they are.
    #[error("{name} still plays in {event:?}; erase the name after the event")]
    StillPlays {
        /// The member.
        name: String,
        /// The event.
        event: String,
    },
    /// What no card may hold.
    #[error(transparent)]
    Card(WrongCard),
    /// A note that is too long, or holds control characters.
    #[error("a note has up to {LONGEST_NOTE} characters")]
    Note,
    /// The list changes all the time.
    #[error("the list changes too fast; try again")]
    Busy,
    /// An event refuses it, or can't be read.
    #[error(transparent)]
    Event(#[from] EventError),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// What the desk says of a member who enters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AtDesk {
    /// Whether the member is there.
    pub present: bool,
    /// Whether the member has paid.
    pub paid: bool,
    /// For which team of a team match the member plays, by its name; empty in other events.
    pub team: String,
}

/// A list as it was read.
#[derive(Clone)]
struct Known {
    head: MemberList,
    /// By surname.
    members: Arc<Vec<Member>>,
    /// The numbers of those whose cards can't be read.
    damaged: Arc<Vec<u32>>,
}

/// All lists of a server. Cheap to clone; a server has one, whose clones share what they know.
#[derive(Clone)]
pub struct Members(Events, Arc<Lists>);

/// What all clones share.
#[derive(Default)]
struct Lists {
    /// Lists that were read last.
    known: Mutex<HashMap<PlayerId, Known>>,
    /// By whose list it is: held while somebody is entered from the list, and while a member is erased.
    changing: Mutex<HashMap<PlayerId, Arc<AsyncMutex<()>>>>,
}

impl Members {
    /// The lists beside these events.
    pub fn new(events: Events) -> Self {
        Self(events, Arc::default())
    }

    /// Brings an event back from its file, as [`Events::restore`] does. The file does not say who is a member of a list here, so the
    /// owner's members are known by their names.
    ///
    /// # Errors
    /// What is wrong with the file, or that the event is here.
    pub async fn restore(&self, text: &str) -> Result<(EventId, Arc<Event>), EventError> {
        let Restored { id, event, .. } = self.bring_back(text, None).await?;
        Ok((id, event))
    }

    /// The same, with what became of it.
    pub(crate) async fn bring_back(
        &self,
        text: &str,
        owner: Option<PlayerId>,
    ) -> Result<Restored, EventError> {
        let restored = self.0.bring_back(text, owner).await?;
        let id = restored.id;
        match self.bind_all(id, restored.at).await {
            Ok(Some(event)) => Ok(Restored { event, ..restored }),
            Ok(None) => Ok(restored),
            // The event is here, and erasing a member looks through the owner's events by name as well.
            Err(error) => {
                tracing::warn!(%id, %error, "whose names stand in the owner's list of members is not noted");
                Ok(restored)
            }
        }
    }

    fn store(&self) -> &dyn MembersStore {
        &*self.0.store().members
    }

    /// All members of this owner, by surname. A member whose card is damaged is left out, as [`Self::damaged`] says.
    ///
    /// # Errors
    /// If the list can't be read.
    pub async fn list(&self, owner: PlayerId) -> Result<Arc<Vec<Member>>, MemberError> {
        Ok(self.known(owner).await?.members)
    }

    /// The numbers of the members whose cards can't be read.
    ///
    /// # Errors
    /// If the list can't be read.
    pub async fn damaged(&self, owner: PlayerId) -> Result<Arc<Vec<u32>>, MemberError> {
        Ok(self.known(owner).await?.damaged)
    }

    /// The member with this number.
    ///
    /// # Errors
    /// If there is none, or the card or the list can't be read.
    pub async fn member(&self, owner: PlayerId, number: u32) -> Result<Member, MemberError> {
        let Known { members, damaged, .. } = self.known(owner).await?;
        if damaged.contains(&number) {
            return Err(MemberError::Damaged(number));
        }
        members.iter().find(|member| member.number == number).cloned().ok_or(MemberError::NoSuchMember)
    }

    /// Adds a list of cards. Who is known by name gets what the cards say besides, and keeps the number. All of it is done, or
    /// nothing.
    ///
    /// # Errors
    /// A card that may not stand in a list, more members than there may be, or the storage failed.
    pub async fn add(
        &self,
        owner: PlayerId,
        cards: Vec<MemberCard>,
        now: Time,
    ) -> Result<Added, MemberError> {
        self.keep(owner, now, |list, _| changes(list, cards.clone())).await
    }

    /// Changes a member whose version is the one that was seen.
    ///
    /// # Errors
    /// Why nothing has changed.
    pub async fn change(
        &self,
        owner: PlayerId,
        number: u32,
        seen: u64,
        card: MemberCard,
        now: Time,
    ) -> Result<(), MemberError> {
        let card = card.checked()?;
        self.keep(owner, now, |list, _| {
            let before = list.iter().find(|one| one.number == number).ok_or(MemberError::NoSuchMember)?;
            if before.known == card {
                return Ok((MemberChanges::default(), ()));
            }
            if before.version != seen {
                return Err(MemberError::Overtaken(before.known.card.name.clone()));
            }
            let name = spoken(&card.card.name);
            let same = |one: &&Member| one.number != number && spoken(&one.known.card.name) == name;
            if let Some(other) = list.iter().find(same) {
                return Err(MemberError::NameTaken(other.known.card.name.clone()));
            }
            Ok((MemberChanges { changed: vec![(number, card.written())], ..MemberChanges::default() }, ()))
        })
        .await
    }

    /// Takes the players of an event who have no account into a list.
    ///
    /// # Errors
    /// If the sender does not own the event, or the list is full.
    pub async fn take_from(
        &self,
        owner: PlayerId,
        id: EventId,
        who: Who,
        now: Time,
    ) -> Result<Added, MemberError> {
        let event = self.0.read(id).await?;
        if !event.may_own(who) {
            return Err(EventError::Refused(Refusal::OwnerOnly).into());
        }
        let entrants = event.entrants.iter().filter(|one| one.player.is_none() && !one.erased);
        let cards = entrants.map(|one| MemberCard { card: one.card.clone(), ..MemberCard::default() });
        let cards: Vec<MemberCard> = cards.collect();
        let names: HashSet<String> = cards.iter().map(|one| spoken(&one.card.name)).collect();
        let _held = self.held(owner).await;
        let taking = |list: &[Member], seen: MemberList| {
            let (mut changes, added) = filling(list, cards.clone())?;
            let known = list.iter().filter(|one| names.contains(&spoken(&one.known.card.name)));
            let new = seen.last.saturating_add(1)..=seen.last.saturating_add(added.added);
            // In the same write, so that erasing a member finds the event also after a power cut.
            changes.entered =
                known.map(|one| one.number).chain(new).map(|number| (number, id.to_string())).collect();
            Ok((changes, added))
        };
        let added = self.keep(owner, now, taking).await?;
        self.bind(id, owner, who, now).await?;
        Ok(added)
    }

    /// Notes of the entrants without an account which members of the owner's list they are, by their names: after the event was
    /// restored. Returns the event, if anything was noted.
    ///
    /// # Errors
    /// If the list or the event can't be read or written.
    pub(crate) async fn bind_all(&self, id: EventId, now: Time) -> Result<Option<Arc<Event>>, MemberError> {
        let Some(owner) = self.0.read(id).await?.owner else { return Ok(None) };
        self.bind(id, owner, Who::Server, now).await
    }

    async fn bind(
        &self,
        id: EventId,
        owner: PlayerId,
        who: Who,
        now: Time,
    ) -> Result<Option<Arc<Event>>, MemberError> {
        let (event, list) = (self.0.read(id).await?, self.list(owner).await?);
        let numbers: HashMap<String, u32> =
            list.iter().map(|one| (spoken(&one.known.card.name), one.number)).collect();
        let unknown = event.entrants.iter().filter(|one| one.member.is_none() && one.player.is_none());
        let pairs: Vec<(EntrantId, MemberOf)> = unknown
            .filter_map(|one| {
                let number = *numbers.get(&spoken(&one.card.name))?;
                Some((one.id, MemberOf { list: owner, number }))
            })
            .collect();
        // An event that was cancelled takes no more entries. Its players are found by their names.
        if pairs.is_empty() || event.stage == Stage::Cancelled {
            return Ok(None);
        }
        Ok(Some(self.0.act(id, &Command::BindMembers(pairs), None, who, now).await?.event))
    }

    /// Whether a child is among these players, as the date of birth says, or the card of a member who is called so in this list.
    ///
    /// # Errors
    /// If the list can't be read.
    pub async fn has_child<'a>(
        &self,
        list: Option<PlayerId>,
        cards: impl IntoIterator<Item = &'a Card>,
        now: Time,
    ) -> Result<bool, MemberError> {
        let names: HashSet<String> = match list {
            Some(owner) => {
                let list = self.list(owner).await?;
                let children = list.iter().filter(|one| one.known.is_child(now));
                children.map(|one| spoken(&one.known.card.name)).collect()
            }
            None => HashSet::new(),
        };
        Ok(cards.into_iter().any(|card| card.is_child(now) || names.contains(&spoken(&card.name))))
    }

    /// Enters a member into an event, and ticks. Who is in it already gets the ticks alone. `seen` is the number of the event's last
    /// entry that the sender saw.
    ///
    /// # Errors
    /// Why nothing has happened.
    pub async fn enter(
        &self,
        id: EventId,
        member: MemberOf,
        desk: AtDesk,
        seen: Option<u64>,
        who: Who,
        now: Time,
    ) -> Result<Acted, MemberError> {
        let event = self.0.read(id).await?;
        if !event.may_organise(who) {
            return Err(EventError::Refused(Refusal::NotYours).into());
        }
        let _held = self.held(member.list).await;
        let AtDesk { present, paid, team } = desk;
        let known = self.member(member.list, member.number).await?.known;
        let child = known.is_child(now);
        let card = known.card;
        let card = Card { team, ..card };
        let command = Command::EnterMember { member, card: Box::new(card), child, present, paid };
        match self.0.act(id, &command, seen, who, now).await {
            // The entries and the note at the member are one write. It is refused once another program has erased the member.
            Err(EventError::Busy) => {
                self.member(member.list, member.number).await?;
                Err(EventError::Busy.into())
            }
            acted => Ok(acted?),
        }
    }

    /// Takes somebody into a list, unless the list has the name, and enters the member.
    ///
    /// # Errors
    /// Why nothing has happened; or why nobody was entered, and then the list may have the member.
    pub async fn keep_and_enter(
        &self,
        id: EventId,
        owner: PlayerId,
        card: MemberCard,
        desk: AtDesk,
        (who, now): (Who, Time),
    ) -> Result<Acted, MemberError> {
        // Who has entered is refused as any late entry of that name, and the list stays as it is.
        let event = self.0.read(id).await?;
        let late = Card { team: desk.team.clone(), ..card.card.clone() };
        let late = Command::AddAtDesk { cards: vec![late], present: desk.present, paid: desk.paid };
        decide(&event, &late, None, who).map_err(EventError::Refused)?;
        let name = spoken(&card.card.name);
        self.keep(owner, now, |list, _| filling(list, vec![card.clone()])).await?;
        let list = self.list(owner).await?;
        let member = list.iter().find(|one| spoken(&one.known.card.name) == name);
        let number = member.ok_or(MemberError::NoSuchMember)?.number;
        self.enter(id, MemberOf { list: owner, number }, desk, None, who, now).await
    }

    /// Forgets the list of an owner whose account is closed. The events keep their copies.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn forget_list(&self, owner: PlayerId) -> Result<(), StorageError> {
        self.store().forget_members(owner).await?;
        self.forget(owner);
        Ok(())
    }

    /// Decides what a list becomes, and writes it; again, where another change was faster.
    async fn keep<T>(
        &self,
        owner: PlayerId,
        now: Time,
        decide: impl Fn(&[Member], MemberList) -> Result<(MemberChanges, T), MemberError>,
    ) -> Result<T, MemberError> {
        for _ in 0..ATTEMPTS {
            let Known { head: seen, members, damaged } = self.known(owner).await?;
            let (changes, done) = decide(&members, seen)?;
            // Those whose cards are damaged have their places, too.
            if !changes.new.is_empty() && members.len() + damaged.len() + changes.new.len() > MOST_MEMBERS {
                return Err(MemberError::TooMany);
            }
            if changes == MemberChanges::default() {
                return Ok(done);
            }
            if self.store().keep_members(owner, seen, &changes, now).await?.is_some() {
                return Ok(done);
            }
        }
        Err(MemberError::Busy)
    }

    /// The list as it stands, read anew if it has changed.
    async fn known(&self, owner: PlayerId) -> Result<Known, MemberError> {
        let head = self.store().member_list(owner).await?;
        let kept = || self.1.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept().get(&owner).filter(|known| known.head == head) {
            return Ok(known.clone());
        }
        let (mut list, mut damaged) = (Vec::new(), Vec::new());
        let mut after = 0;
        loop {
            let page = self.store().members_of(owner, after, PAGE).await?;
            let is_last = page.len() < PAGE as usize;
            for stored in page {
                after = stored.number;
                match Member::read(&stored) {
                    Ok(member) => list.push(member),
                    // One damaged card does not cost the others.
                    Err(error) => {
                        tracing::warn!(%error, "a member's card is set aside; 'tabiya data check' names it");
                        damaged.push(stored.number);
                    }
                }
            }
            if is_last {
                break;
            }
        }
        let surname =
            |one: &Member| crate::letters::by_surname(&tabiya_runtime::clean::folded(&one.known.card.name));
        list.sort_by_cached_key(|one| (surname(one), one.number));
        // What was written between the two reads has raised the version: the next call reads again.
        let known = Known { head, members: Arc::new(list), damaged: Arc::new(damaged) };
        let mut lists = kept();
        if lists.len() >= KEPT && !lists.contains_key(&owner) {
            lists.clear();
        }
        lists.insert(owner, known.clone());
        Ok(known)
    }

    /// Waits until nobody else enters members of this list or erases one.
    async fn held(&self, owner: PlayerId) -> OwnedMutexGuard<()> {
        let lock = {
            let mut locks = self.1.changing.lock().unwrap_or_else(PoisonError::into_inner);
            locks.retain(|_, lock| Arc::strong_count(lock) > 1);
            Arc::clone(locks.entry(owner).or_default())
        };
        lock.lock_owned().await
    }

    fn forget(&self, owner: PlayerId) {
        self.1.known.lock().unwrap_or_else(PoisonError::into_inner).remove(&owner);
    }
}

/// Whose list an event uses: its owner's. An event of the admins uses the list of whoever asks.
pub fn list_of(event: &Event, who: Who) -> Option<PlayerId> {
    event.owner.or(who.player())
}
