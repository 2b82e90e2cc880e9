// SPDX-License-Identifier: AGPL-3.0-or-later
//! Events and the sections of a festival in lists.

use std::sync::Arc;

use tabiya_game::PlayerId;
use tabiya_protocol::events::{
    EventId, EventListed, EventStageView, SectionListed, SectionName, SectionPlayer,
};
use tabiya_rules::Variant;
use tabiya_store::{EventStage, StorageError, StoredEvent};

use super::{format, is_open, part, round_stage, stage};
use crate::decide::{Who, first_board};
use crate::event::{Entrant, Event, Presence, SectionPart};
use crate::journal::Summary;
use crate::letters;

/// A section in the list of its festival, beside the others. `rating` is that of the visitor's account; `None` without a rating.
pub fn listed_section(
    id: EventId,
    event: &Event,
    others: &[&Event],
    who: Option<Who>,
    rating: Option<u16>,
) -> Option<SectionListed> {
    let section = event.settings.section.as_ref()?;
    let may_organise = who.is_some_and(|who| event.may_organise(who));
    let rounds = if may_organise { &event.rounds } else { event.published() };
    let me = who.and_then(Who::player).and_then(|player| event.entrant_of(player));
    Some(SectionListed {
        id,
        number: event.head,
        name: section.name.clone(),
        rating_from: section.rating_from,
        rating_to: section.rating_to,
        part: section.part.map(part),
        players: u32::try_from(event.present()).unwrap_or(u32::MAX),
        stage: stage(event.stage),
        round: event.last_published(),
        round_stage: rounds.last().map(|round| round_stage(round.stage)),
        fits: who.is_some() && section.takes(rating) && is_smallest_group(event, others),
        mine: me.is_some_and(|me| me.presence != Presence::Withdrawn),
        open: is_open(event),
        may_organise,
        first_board: first_board(event, others),
    })
}

/// Whether somebody who enters groups enters this one: the first of the smallest that are open. True where there are no groups.
fn is_smallest_group(event: &Event, others: &[&Event]) -> bool {
    let size = |event: &Event| {
        let section = event.settings.section.as_ref()?;
        (section.part == Some(SectionPart::Group)).then_some((event.present(), section.place))
    };
    let Some(own) = size(event) else { return true };
    others.iter().filter(|other| is_open(other)).filter_map(|other| size(other)).all(|other| own < other)
}

/// The players of these sections whom a few letters may mean, at most 20: first those one of whose names begins so. Whoever has
/// withdrawn is not among them.
pub fn players_of_sections(
    sections: &[(EventId, Arc<Event>)],
    typed: &str,
    is_ghost: &dyn Fn(PlayerId) -> bool,
) -> Vec<SectionPlayer> {
    let has_name = |one: &&Entrant| !one.player.is_some_and(is_ghost);
    let all = sections.iter().flat_map(|(id, event)| {
        let takes_part = event.entrants.iter().filter(|one| one.presence != Presence::Withdrawn);
        let takes_part = takes_part.filter(has_name);
        takes_part.map(move |one| (one.card.name.as_str(), (*id, one.id), (*id, event, one)))
    });
    let found = letters::named(all, typed).into_iter();
    found
        .map(|(section, event, one)| SectionPlayer {
            section,
            section_name: event
                .settings
                .section
                .as_ref()
                .map_or_else(String::new, |section| section.name.clone()),
            entrant: one.id,
            name: one.card.name.clone(),
        })
        .collect()
}

/// An event in a list.
///
/// # Errors
/// If its summary or its id can't be read.
pub fn listed(stored: &StoredEvent) -> Result<EventListed, StorageError> {
    let summary = Summary::read(stored)?;
    let damaged = |_| StorageError::Damaged { detail: format!("an event has the id {:?}", stored.id) };
    Ok(EventListed {
        id: stored.id.parse().map_err(damaged)?,
        name: summary.name,
        format: format(summary.format),
        time: summary.time.map(Into::into),
        rated: summary.rated,
        over_the_board: summary.over_the_board,
        chess960: summary.variant == Variant::Chess960,
        players: u32::try_from(summary.players).unwrap_or(u32::MAX),
        round: summary.round,
        rounds: summary.rounds,
        starts: stored.starts,
        planned: stored.starts != stored.created,
        entered: false,
        stage: match stored.stage {
            EventStage::Announced => EventStageView::Announced,
            EventStage::Running => EventStageView::Running,
            EventStage::Finished => EventStageView::Finished,
            EventStage::Cancelled => EventStageView::Cancelled,
        },
        sections: Vec::new(),
    })
}

/// A festival in a list: its id, its place in the list, and the sections by their places in it.
type Listed = (EventId, usize, Vec<(u16, SectionName)>);

/// A list of events in which each festival stands once, where its first section would stand: with the festival's name, all its
/// players, and the names of the sections. It is running as long as a section is, and over when all are.
///
/// An event whose summary or id can't be read hides no other.
pub fn listed_once(all: &[StoredEvent]) -> Vec<EventListed> {
    let mut list: Vec<EventListed> = Vec::new();
    let mut festivals: Vec<Listed> = Vec::new();
    for stored in all {
        let Ok(one) = listed(stored) else { continue };
        let Some(section) = Summary::read(stored).ok().and_then(|summary| summary.section) else {
            list.push(one);
            continue;
        };
        let name = (section.place, SectionName { id: one.id, name: section.name });
        match festivals.iter_mut().find(|(festival, _, _)| *festival == section.festival) {
            None => {
                festivals.push((section.festival, list.len(), vec![name]));
                list.push(EventListed { name: section.festival_name, ..one });
            }
            Some((_, place, names)) => {
                names.push(name);
                let shown = &mut list[*place];
                shown.players = shown.players.saturating_add(one.players);
                (shown.round, shown.rounds) = (shown.round.max(one.round), shown.rounds.max(one.rounds));
                shown.starts = shown.starts.min(one.starts);
                shown.planned |= one.planned;
                shown.stage = both(shown.stage, one.stage);
            }
        }
    }
    for (_, place, mut names) in festivals {
        names.sort_by_key(|(place, _)| *place);
        let shown = &mut list[place];
        shown.sections = names.into_iter().map(|(_, name)| name).collect();
        shown.id = shown.sections.first().map_or(shown.id, |first| first.id);
    }
    list
}

/// How far a festival is of which two sections are so far.
const fn both(one: EventStageView, other: EventStageView) -> EventStageView {
    use EventStageView::{Announced, Cancelled, Finished, Running};
    match (one, other) {
        (Running, _) | (_, Running) | (Announced, Finished) | (Finished, Announced) => Running,
        (Announced, _) | (_, Announced) => Announced,
        (Finished, _) | (_, Finished) => Finished,
        (Cancelled, Cancelled) => Cancelled,
    }
}
