// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is done in all sections at once: their rounds are paired, published and started.
//!
//! A section that refuses it holds none of the others up. Whoever asked is told which section that was, and why.

use std::sync::Arc;

use tabiya_game::Time;
use tabiya_protocol::events::EventId;
use tabiya_runtime::chance;

use super::groups::part;
use super::{is_empty_final, is_over};
use crate::decide::{Command, Refusal, Who, WrongSection, decide, section_name};
use crate::event::{Event, Format, RoundStage, SectionPart};
use crate::events::{ATTEMPTS, Acted, EventError, Events};
use crate::pairing::NoPairing;

/// What is done in all sections that wait for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InAll {
    /// The drafts are published.
    Publish,
    /// The published rounds begin.
    Start,
}

/// What the sender has seen of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The section.
    pub section: EventId,
    /// The number of the last entry that the sender saw.
    pub number: u64,
}

/// What came of an act in several sections.
#[derive(Debug)]
pub struct InSections<T> {
    /// The sections in which it was done.
    pub done: Vec<T>,
    /// The names of the others, each with why it refuses.
    pub refused: Vec<(String, Refusal)>,
}

impl InSections<Arc<Event>> {
    /// Nothing where all sections have done it.
    ///
    /// # Errors
    /// Which sections have done it, and which refuse it.
    pub fn complete(self) -> Result<(), Refusal> {
        let Self { done, refused } = self;
        if refused.is_empty() {
            return Ok(());
        }
        let done = done.iter().map(|event| section_name(event)).collect();
        Err(WrongSection::InPart { done, refused }.into())
    }
}

impl Events {
    /// Publishes or starts the rounds of several sections, in one write. `seen` names those in which the sender saw that they wait
    /// for it: one whose round has changed since refuses it, and the others do it. `None` takes all that wait for it now.
    ///
    /// # Errors
    /// If the sender may not organise all of these sections, no section waits for it, or the storage fails.
    pub async fn in_all_sections(
        &self,
        id: EventId,
        what: InAll,
        seen: Option<&[Seen]>,
        (who, now): (Who, Time),
    ) -> Result<InSections<Arc<Event>>, EventError> {
        let festival = self.festival_of(id).await?;
        for _ in 0..ATTEMPTS {
            let mut held = self.hold(festival, id).await?;
            let (mut plan, mut refused) = (Vec::new(), Vec::new());
            for one in &held {
                let of_this = seen.and_then(|seen| seen.iter().find(|seen| seen.section == one.id));
                let command = command_for(&one.event, what, of_this.is_some());
                let decided = match command.filter(|_| seen.is_none() || of_this.is_some()) {
                    Some(command) => decide(&one.event, &command, of_this.map(|seen| seen.number), who),
                    None => Ok(Vec::new()),
                };
                plan.push(match decided {
                    Ok(entries) => entries,
                    // Whoever organises a part of these sections alone names that part.
                    Err(Refusal::NotYours) => return Err(Refusal::NotYours.into()),
                    Err(why) => {
                        refused.push((section_name(&one.event), why));
                        Vec::new()
                    }
                });
            }
            if plan.iter().all(Vec::is_empty) {
                if refused.is_empty() {
                    return Err(Refusal::from(WrongSection::NothingToDo).into());
                }
                return Ok(InSections { done: Vec::new(), refused });
            }
            if let Some(acted) = self.write(&mut held, plan, None, (who, now)).await? {
                let done = acted.into_iter().filter(|one| !one.records.is_empty());
                return Ok(InSections { done: done.map(|Acted { event, .. }| event).collect(), refused });
            }
        }
        Err(EventError::Busy)
    }

    /// Pairs the next round of all sections that the sender organises. One that is over, has no rounds, or has paired all of them is
    /// left out without a word, unless that is so of each.
    ///
    /// # Errors
    /// If the sender organises none, all rounds are paired, or the storage fails.
    pub async fn pair_all_sections(
        &self,
        id: EventId,
        who: Who,
        now: impl Fn() -> Time + Copy,
    ) -> Result<InSections<Arc<Event>>, EventError> {
        let festival = self.festival_of(id).await?;
        let mut all = self.sections(festival).await?;
        all.retain(|(_, event)| event.may_organise(who));
        if all.is_empty() {
            return Err(Refusal::NotYours.into());
        }
        let (mut done, mut refused, mut has_ended) = (Vec::new(), Vec::new(), None);
        // A final waits for its groups.
        let groups_play =
            all.iter().any(|(_, event)| part(event) == Some(SectionPart::Group) && !is_over(event));
        for (section, event) in all {
            if (groups_play && is_empty_final(&event))
                || is_over(&event)
                || matches!(event.settings.format, Format::Arena { .. })
            {
                continue;
            }
            match self.pair(section, who, now).await {
                Ok(event) => done.push(event),
                Err(EventError::Refused(why @ Refusal::Pairing(NoPairing::AllPaired(_)))) => {
                    has_ended = has_ended.or(Some(why));
                }
                Err(EventError::Refused(why)) => refused.push((section_name(&event), why)),
                Err(error) => return Err(error),
            }
        }
        match has_ended {
            _ if !done.is_empty() || !refused.is_empty() => Ok(InSections { done, refused }),
            Some(why) => Err(why.into()),
            None => Err(Refusal::from(WrongSection::NothingToDo).into()),
        }
    }
}

/// The command of one section. A section that was not named does nothing where it does not wait for it.
fn command_for(event: &Event, what: InAll, is_named: bool) -> Option<Command> {
    let last = event.rounds.last();
    let waits = match what {
        InAll::Publish => RoundStage::Draft,
        InAll::Start => RoundStage::Published,
    };
    if !is_named && (is_over(event) || last.is_none_or(|last| last.stage != waits)) {
        return None;
    }
    Some(match what {
        InAll::Publish => Command::Publish,
        InAll::Start => {
            let boards = last.map_or(0, |last| last.boards.len());
            Command::Start { ids: (0..boards).map(|_| chance::game_id()).collect() }
        }
    })
}
