// SPDX-License-Identifier: AGPL-3.0-or-later
//! A member whose name is erased: in the list, and in each event into which the member was entered.

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
        let _held = self.0.lists().changing.lock().await;
        let known = self.member(owner, number).await?.known;
        let of = (MemberOf { list: owner, number }, spoken(&known.card.name));
        let mut copies = Vec::new();
        for (id, event) in self.events_of(of.0).await? {
            let who = who_in(&event, who);
            let all = event.entrants.iter().filter(|one| is_copy(one, &of));
            let (claimed, nameable): (Vec<_>, Vec<_>) = all.partition(|one| one.player.is_some());
            for one in &nameable {
                match decide(&event, &Command::Erase(one.id), None, who) {
                    Ok(_) => {}
                    Err(Refusal::Member(WrongMember::StillPlays(name))) => {
                        return Err(MemberError::StillPlays { name, event: event.settings.name.clone() });
                    }
                    Err(refusal) => return Err(EventError::Refused(refusal).into()),
                }
            }
            let nameable = nameable.iter().map(|one| one.id).collect();
            copies.push((who, Copies { id, nameable, claimed: !claimed.is_empty() }));
        }
        let mut erased = Erased::default();
        for (who, Copies { id, nameable, claimed }) in copies {
            for entrant in &nameable {
                self.0.erase(id, *entrant, who, now).await?;
            }
            if nameable.is_empty() && !claimed {
                // A power cut came after the event had forgotten the name, and before its journal had.
                self.0.finish_erasing(id).await?;
            }
            self.store().unlink_member(owner, number, id.as_str()).await?;
            erased.events += u32::from(!nameable.is_empty());
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
        is_ghost: &(dyn Fn(PlayerId) -> bool + Sync),
    ) -> Result<String, MemberError> {
        let member = self.member(owner, number).await?;
        let of = (MemberOf { list: owner, number }, spoken(&member.known.card.name));
        let mut events: Vec<Value> = Vec::new();
        for (id, event) in self.events_of(of.0).await? {
            for entrant in event.entrants.iter().filter(|one| is_copy(one, &of)) {
                if let Ok(text) = self.0.kept_of(id, entrant.id, is_ghost).await {
                    events.extend(serde_json::from_str::<Value>(&text));
                }
            }
        }
        let kept = json!({ "number": number, "card": member.known, "events": events });
        Ok(serde_json::to_string_pretty(&kept).expect("what is kept is written as text") + "\n")
    }

    /// The events that may have the member, as they stand.
    async fn events_of(&self, of: MemberOf) -> Result<Vec<(EventId, std::sync::Arc<Event>)>, MemberError> {
        let mut events = Vec::new();
        for id in self.store().events_of_member(of.list, of.number).await? {
            events.push(self.0.named(&id).await?);
        }
        Ok(events)
    }
}

/// Whether an entrant is the member: entered from the list, or pasted under the same name before somebody pressed it in the list.
fn is_copy(entrant: &Entrant, (of, name): &(MemberOf, String)) -> bool {
    let is_same =
        || entrant.member.is_none() && entrant.is_named_by_organiser() && spoken(&entrant.card.name) == *name;
    entrant.member == Some(*of) || is_same()
}

/// As whom a name is erased in an event: the list's owner may see to the name also where somebody else owns the event by now.
fn who_in(event: &Event, who: Who) -> Who {
    if event.may_own(who) { who } else { Who::Server }
}
