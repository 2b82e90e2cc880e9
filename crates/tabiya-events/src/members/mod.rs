// SPDX-License-Identifier: AGPL-3.0-or-later
//! Lists of members: players whom an organiser knows, for all of the organiser's events.
//!
//! A list belongs to one account, and no call without a session reads it. An entrant is a copy of the member's card: what changes in
//! the list changes no event. The entry names the member, so that erasing a member finds all copies. Before an entry is appended
//! the store notes the event at the member, so a power cut leaves a note too many and never one too few.

mod erase;
mod find;
mod list;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use tabiya_game::{PlayerId, Time};
use tabiya_protocol::events::EventId;
use tabiya_store::{MemberChanges, MemberList, Members as MembersStore, StorageError};
use tokio::sync::Mutex as AsyncMutex;

use crate::decide::{Command, Refusal, Who};
use crate::event::{Card, Event, MemberOf, WrongCard, spoken};
use crate::events::{Acted, EventError, Events};

pub use erase::Erased;
pub(crate) use find::named;
pub use find::{MOST_FOUND, found};
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
type Known = (MemberList, Arc<Vec<Member>>);

/// All lists of a server. Cheap to clone.
#[derive(Clone)]
pub struct Members(Events);

/// What all handles of a server share.
#[derive(Default)]
pub(crate) struct Lists {
    /// Lists that were read last.
    known: Mutex<HashMap<PlayerId, Known>>,
    /// Held while somebody is entered from a list, and while a member is erased.
    changing: AsyncMutex<()>,
}

impl Members {
    /// The lists beside these events.
    pub const fn new(events: Events) -> Self {
        Self(events)
    }

    fn store(&self) -> &dyn MembersStore {
        &*self.0.store().members
    }

    /// All members of this owner, by surname.
    ///
    /// # Errors
    /// If the list can't be read.
    pub async fn list(&self, owner: PlayerId) -> Result<Arc<Vec<Member>>, MemberError> {
        Ok(self.known(owner).await?.1)
    }

    /// The member with this number.
    ///
    /// # Errors
    /// If there is none, or the list can't be read.
    pub async fn member(&self, owner: PlayerId, number: u32) -> Result<Member, MemberError> {
        let list = self.list(owner).await?;
        list.iter().find(|member| member.number == number).cloned().ok_or(MemberError::NoSuchMember)
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
        self.keep(owner, now, |list| changes(list, cards.clone())).await
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
        self.keep(owner, now, |list| {
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
            Ok((MemberChanges { new: Vec::new(), changed: vec![(number, card.written())] }, ()))
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
        let _held = self.0.lists().changing.lock().await;
        let added = self.add(owner, cards, now).await?;
        // So that erasing a member finds the event.
        for member in
            self.list(owner).await?.iter().filter(|one| names.contains(&spoken(&one.known.card.name)))
        {
            self.store().link_member(owner, member.number, id.as_str()).await?;
        }
        Ok(added)
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
        let _held = self.0.lists().changing.lock().await;
        let AtDesk { present, paid, team } = desk;
        let MemberCard { card, child, .. } = self.member(member.list, member.number).await?.known;
        let card = Card { team, ..card };
        let command = Command::EnterMember { member, card: Box::new(card), child, present, paid };
        // A refusal leaves no note at the member.
        crate::decide::decide(&event, &command, seen, who).map_err(EventError::Refused)?;
        if !self.store().link_member(member.list, member.number, id.as_str()).await? {
            return Err(MemberError::NoSuchMember);
        }
        Ok(self.0.act(id, &command, seen, who, now).await?)
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
        let name = spoken(&card.card.name);
        self.add(owner, vec![card], now).await?;
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
        decide: impl Fn(&[Member]) -> Result<(MemberChanges, T), MemberError>,
    ) -> Result<T, MemberError> {
        for _ in 0..ATTEMPTS {
            let (seen, list) = self.known(owner).await?;
            let (changes, done) = decide(&list)?;
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
        let kept = || self.0.lists().known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept().get(&owner).filter(|(seen, _)| *seen == head) {
            return Ok(known.clone());
        }
        let mut list = Vec::new();
        let mut after = 0;
        loop {
            let page = self.store().members_of(owner, after, PAGE).await?;
            let is_last = page.len() < PAGE as usize;
            for stored in page {
                after = stored.number;
                list.push(Member::read(&stored)?);
            }
            if is_last {
                break;
            }
        }
        let surname = |one: &Member| find::by_surname(&tabiya_runtime::clean::folded(&one.known.card.name));
        list.sort_by_cached_key(|one| (surname(one), one.number));
        // What was written between the two reads has raised the version: the next call reads again.
        let known = (head, Arc::new(list));
        let mut lists = kept();
        if lists.len() >= KEPT && !lists.contains_key(&owner) {
            lists.clear();
        }
        lists.insert(owner, known.clone());
        Ok(known)
    }

    fn forget(&self, owner: PlayerId) {
        self.0.lists().known.lock().unwrap_or_else(PoisonError::into_inner).remove(&owner);
    }
}

/// Whose list an event uses: its owner's. An event of the admins uses the list of whoever asks.
pub fn list_of(event: &Event, who: Who) -> Option<PlayerId> {
    event.owner.or(who.player())
}
