// SPDX-License-Identifier: AGPL-3.0-or-later
//! A member whose name is erased: in the list, and in each event into which the member was entered.

use std::sync::Arc;

use serde_json::{Value, json};
use tabiya_game::{PlayerId, Time};
use tabiya_protocol::events::EventId;

use super::{MemberError, Members};
use crate::decide::{Command, Refusal, Who, WrongMember, decide};
use crate::event::{Entrant, EntrantId, Event, MemberOf, spoken};
use crate::events::EventError;

/// What erasing came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Erased {
    /// Events in which the name was erased.
    pub events: u32,
    /// Events in which an account has become the member: there the account alone decides.
    pub left: u32,
}

/// Where a member stands in one event.
struct Copies {
    id: EventId,
    /// Those without an account.
    nameable: Vec<EntrantId>,
    /// Whether an account has become one of them.
    claimed: bool,
    /// Whether the store leads from the member to the event.
    is_noted: bool,
}

/// An event that may have a member.
struct Holding {
    id: EventId,
    event: Arc<Event>,
    /// Whether the store leads from the member to the event.
    is_noted: bool,
}

impl Members {
    /// Erases a member: the names in all events, then the member. Nothing happens while the member still plays in one of them. Asked again
    /// after a power cut it finishes what was left.
    ///
    /// # Errors
    /// Why nothing has happened; or what failed on the way, and then it can be asked again.
    pub async fn erase(
        &self,
        owner: PlayerId,
        number: u32,
        who: Who,
        now: Time,
    ) -> Result<Erased, MemberError> {
        // Nobody is entered from the list until the member is gone.
        let _held = self.held(owner).await;
        let known = self.member(owner, number).await?.known;
        let member = MemberOf { list: owner, number };
        let name = spoken(&known.card.name);
        let command = |entrant| Command::EraseMember { entrant, member };
        let mut copies = Vec::new();
        for Holding { id, event, is_noted } in self.events_of(member, &name, who).await? {
            let all = event.entrants.iter().filter(|one| is_copy(one, &event, (member, &name), who));
            let (claimed, nameable): (Vec<_>, Vec<_>) = all.partition(|one| one.player.is_some());
            for one in &nameable {
                match decide(&event, &command(one.id), None, who) {
                    Ok(_) => {}
                    Err(Refusal::Member(WrongMember::StillPlays(name))) => {
                        return Err(MemberError::StillPlays { name, event: event.settings.name.clone() });
                    }
                    Err(refusal) => return Err(EventError::Refused(refusal).into()),
                }
            }
            let nameable = nameable.iter().map(|one| one.id).collect();
            copies.push(Copies { id, nameable, claimed: !claimed.is_empty(), is_noted });
        }
        let mut erased = Erased::default();
        for Copies { id, nameable, claimed, is_noted } in copies {
            // After a power cut only the note leads to an event that has forgotten the name, and whose journal has not.
            if !is_noted && !self.store().link_member(owner, number, id.as_str()).await? {
                return Err(MemberError::NoSuchMember);
            }
            for entrant in &nameable {
                self.0.erase_by(id, *entrant, &command(*entrant), (who, now)).await?;
            }
            // A power cut came after the event had forgotten the name, and before its journal had. What is finished now counts, too.
            let is_finished = nameable.is_empty() && !claimed && self.0.finish_erasing(id).await?;
            self.store().unlink_member(owner, number, id.as_str()).await?;
            erased.events += u32::from(!nameable.is_empty() || is_finished);
            erased.left += u32::from(claimed);
        }
        if self.store().delete_member(owner, number, 0).await? {
            self.forget(owner);
            Ok(erased)
        } else {
            // Another program has entered the member just now.
            Err(MemberError::Busy)
        }
    }

    /// All that is kept of a member, as JSON text for the list's owner: the card, and what each event has.
    ///
    /// # Errors
    /// If there is no such member, or an event can't be read.
    pub async fn kept_of(
        &self,
        owner: PlayerId,
        number: u32,
        who: Who,
        is_ghost: &(dyn Fn(PlayerId) -> bool + Sync),
    ) -> Result<String, MemberError> {
        let known = self.member(owner, number).await?.known;
        let (member, name) = (MemberOf { list: owner, number }, spoken(&known.card.name));
        let mut events: Vec<Value> = Vec::new();
        for Holding { id, event, .. } in self.events_of(member, &name, who).await? {
            for entrant in event.entrants.iter().filter(|one| is_copy(one, &event, (member, &name), who)) {
                if let Ok(text) = self.0.kept_of_member(id, entrant.id, is_ghost).await {
                    events.extend(serde_json::from_str::<Value>(&text));
                }
            }
        }
        let kept = json!({ "number": number, "card": known, "events": events });
        Ok(serde_json::to_string_pretty(&kept).expect("what is kept is written as text") + "\n")
    }

    /// The events that may have the member, as they stand: those to which the store leads, and those of the list's owner in which somebody
    /// is called so, as after a pasted list.
    async fn events_of(&self, of: MemberOf, name: &str, who: Who) -> Result<Vec<Holding>, MemberError> {
        let mut events: Vec<Holding> = Vec::new();
        for id in self.store().events_of_member(of.list, of.number).await? {
            let (id, event) = self.0.named(&id).await?;
            events.push(Holding { id, event, is_noted: true });
        }
        for stored in self.0.store().events.events_owned(of.list, u32::MAX).await? {
            if events.iter().any(|one| one.id.as_str() == stored.id) {
                continue;
            }
            let (id, event) = self.0.named(&stored.id).await?;
            if event.entrants.iter().any(|one| is_copy(one, &event, (of, name), who)) {
                events.push(Holding { id, event, is_noted: false });
            }
        }
        Ok(events)
    }
}

/// Whether an entrant is the member: entered from the list, or called so in an event of whoever asks, where nobody has said of which list
/// the entrant is. In the events of others a name alone says nothing.
fn is_copy(entrant: &Entrant, event: &Event, (of, name): (MemberOf, &str), who: Who) -> bool {
    let is_called_so =
        || entrant.member.is_none() && entrant.is_named_by_organiser() && spoken(&entrant.card.name) == name;
    entrant.member == Some(of) || event.may_own(who) && is_called_so()
}
