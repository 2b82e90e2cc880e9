// SPDX-License-Identifier: AGPL-3.0-or-later
//! Groups, then a final: the sections of such a festival, who plays in which group, and who goes on.
//!
//! The final is there from the beginning, without players. When its first round is paired, those who go on enter it in one write
//! with a look at all groups, so that no result can change in between.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tabiya_game::Time;
use tabiya_protocol::events::EventId;
use tabiya_tournament::groups::{deal, seeds};

use super::{NewSection, is_over, of};
use crate::decide::{
    Others, Refusal, Who, WrongSection, after, goes_on, move_entrant, section_name, with_others,
};
use crate::event::{
    Card, Entrant, EntrantId, Entry, Event, Format, MOST_SECTIONS, Presence, SectionPart, Settings, Stage,
    mix,
};
use crate::events::{ATTEMPTS, EventError, Events};
use crate::table::Table;

/// At most so many go on from each group.
const MOST_GO_ON: u16 = 16;

/// A festival of groups whose first players go on to a final.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGroups {
    /// What the groups are called, in their order.
    pub names: Vec<String>,
    /// What the final is called.
    pub last: String,
    /// How many go on from each group.
    pub go_on: u16,
    /// How the final is played.
    pub format: Format,
    /// Whether the points of the group count in the final, too.
    pub carry: bool,
}

impl NewGroups {
    /// The sections: the groups as the settings say, and the final. `seed` gives each its own lots.
    ///
    /// # Errors
    /// If there can't be such groups.
    pub fn sections(
        &self,
        settings: &Settings,
        mut seed: impl FnMut() -> u64,
    ) -> Result<Vec<NewSection>, Refusal> {
        let are_many =
            (2..MOST_SECTIONS).contains(&self.names.len()) && (1..=MOST_GO_ON).contains(&self.go_on);
        let is_table = |format: Format| matches!(format, Format::RoundRobin { .. });
        let groups_fit = is_table(settings.format) || matches!(settings.format, Format::Swiss { .. });
        let is_bracket = matches!(self.format, Format::KnockOut { .. });
        let final_fits = (is_bracket && !self.carry) || is_table(self.format);
        if !are_many || !groups_fit || !final_fits {
            return Err(WrongSection::Groups.into());
        }
        let mut section = |name: &String, settings: Settings, part| NewSection {
            settings: Settings { seed: seed(), series: None, ..settings },
            name: name.clone(),
            rating_from: None,
            rating_to: None,
            first_board: None,
            part: Some(part),
            commands: Vec::new(),
        };
        let mut all: Vec<NewSection> =
            self.names.iter().map(|name| section(name, settings.clone(), SectionPart::Group)).collect();
        // Nobody enters the final by themselves, and nobody knows when it begins.
        let last = Settings {
            open: false,
            starts: None,
            games_per_pairing: 1,
            half_bye: false,
            late_half: 0,
            ..settings.in_format(self.format)
        };
        all.push(section(&self.last, last, SectionPart::Final { go_on: self.go_on, carry: self.carry }));
        Ok(all)
    }
}

/// Deals the players of a list to groups of about equal strength. Returns the group of each, from 0.
pub fn dealt(cards: &[Card], groups: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..cards.len()).collect();
    order.sort_by_cached_key(|place| (cards[*place].strength(), *place));
    let mut group_of = vec![0; cards.len()];
    for (place, group) in order.into_iter().zip(deal(cards.len(), groups)) {
        group_of[place] = group;
    }
    group_of
}

/// Whether this is a final that nobody has entered yet.
pub fn is_empty_final(event: &Event) -> bool {
    event.is_final() && event.stage == Stage::Announced && event.entrants.is_empty()
}

fn is_group(event: &Event) -> bool {
    part(event) == Some(SectionPart::Group)
}

pub(super) fn part(event: &Event) -> Option<SectionPart> {
    event.settings.section.as_ref().and_then(|section| section.part)
}

/// The first players of a group who have not left, with their points in tenths. Where nothing tells two apart, a lot decides that
/// follows from the group's seed.
fn first_of(group: &Event, go_on: u16) -> Vec<(&Entrant, i32)> {
    if group.stage == Stage::Cancelled {
        return Vec::new();
    }
    let mut lines = Table::of(group).lines;
    let lot = |id: EntrantId| mix(group.settings.seed ^ mix(u64::from(id.0)));
    lines.sort_by_key(|line| (line.rank, lot(line.entrant)));
    let there = lines.iter().filter_map(|line| {
        let entrant = group.entrant(line.entrant)?;
        (entrant.presence != Presence::Withdrawn).then_some((entrant, line.points))
    });
    there.take(go_on.into()).collect()
}

impl Events {
    /// Has those enter a final who go on from the groups, in the order of their seeds.
    ///
    /// # Errors
    /// If a group is not over, somebody plays elsewhere, or the sender does not organise the final.
    pub(crate) async fn fill_final(&self, id: EventId, (who, now): (Who, Time)) -> Result<(), EventError> {
        let festival = self.festival_of(id).await?;
        for _ in 0..ATTEMPTS {
            let mut held = self.hold(festival, id).await?;
            let own = of(&held, id)?;
            let event = Arc::clone(&held[own].event);
            let Some(SectionPart::Final { go_on, carry }) = part(&event).filter(|_| is_empty_final(&event))
            else {
                return Ok(());
            };
            let mut groups: Vec<Arc<Event>> =
                held.iter().map(|one| Arc::clone(&one.event)).filter(|event| is_group(event)).collect();
            groups.sort_by_key(|group| group.settings.section.as_ref().map(|section| section.place));
            if let Some(open) = groups.iter().find(|group| !is_over(group)) {
                return Err(Refusal::from(WrongSection::GroupPlays(section_name(open))).into());
            }
            let first: Vec<Vec<(&Entrant, i32)>> =
                groups.iter().map(|group| first_of(group, go_on)).collect();
            let going: Vec<usize> = first.iter().map(Vec::len).collect();
            let others: Vec<&Event> = held.iter().filter(|one| one.id != id).map(|one| &*one.event).collect();
            let others = Others::new(others);
            let (mut entries, mut filled): (Vec<Entry>, Event) = (Vec::new(), Event::clone(&event));
            for (group, place) in seeds(&going) {
                let (entrant, points) = first[group][place];
                let enters = goes_on(entrant, &filled, &others, carry.then_some(points), who)?;
                let enters = with_others(&filled, enters, who, &others)?;
                filled = after(&filled, &enters)?;
                entries.extend(enters);
            }
            if entries.is_empty() {
                return Ok(());
            }
            let mut plan = vec![Vec::new(); held.len()];
            plan[own] = entries;
            if self.write(&mut held, plan, None, (who, now)).await?.is_some() {
                return Ok(());
            }
        }
        Err(EventError::Busy)
    }

    /// Draws all groups anew: players move between them so that all groups are about equally strong.
    ///
    /// # Errors
    /// If there are no groups, one has a published round, or the sender does not organise all of them.
    pub async fn deal_groups(&self, id: EventId, (who, now): (Who, Time)) -> Result<(), EventError> {
        let festival = self.festival_of(id).await?;
        for _ in 0..ATTEMPTS {
            let mut held = self.hold(festival, id).await?;
            let mut places: Vec<usize> = (0..held.len())
                .filter(|place| is_group(&held[*place].event) && !is_over(&held[*place].event))
                .collect();
            places.sort_by_key(|place| {
                held[*place].event.settings.section.as_ref().map(|section| section.place)
            });
            if places.is_empty() {
                return Err(Refusal::from(WrongSection::NothingToDo).into());
            }
            if let Some(begun) = places.iter().find(|place| !held[**place].event.published().is_empty()) {
                return Err(
                    Refusal::from(WrongSection::GroupsStand(section_name(&held[*begun].event))).into()
                );
            }
            let mut events: Vec<Event> = held.iter().map(|one| Event::clone(&one.event)).collect();
            let mut plan = vec![Vec::new(); held.len()];
            let mut all: Vec<(usize, EntrantId)> = Vec::new();
            for place in &places {
                let there = events[*place].entrants.iter();
                let there = there.filter(|entrant| entrant.presence != Presence::Withdrawn);
                all.extend(there.map(|entrant| (*place, entrant.id)));
            }
            all.sort_by_cached_key(|(place, id)| {
                let entrant = events[*place].entrant(*id);
                (entrant.map(|entrant| entrant.card.strength()), *place, *id)
            });
            for ((from, entrant), group) in all.iter().copied().zip(deal(all.len(), places.len())) {
                let to = places[group];
                if from == to {
                    continue;
                }
                let thirds: Vec<&Event> = (0..events.len())
                    .filter(|place| ![from, to].contains(place))
                    .map(|place| &events[place])
                    .collect();
                let (leaves, enters) = move_entrant((&events[from], entrant), &events[to], &thirds, who)?;
                events[from] = after(&events[from], &leaves)?;
                events[to] = after(&events[to], &enters)?;
                plan[from].extend(leaves);
                plan[to].extend(enters);
            }
            if plan.iter().all(Vec::is_empty)
                || self.write(&mut held, plan, None, (who, now)).await?.is_some()
            {
                return Ok(());
            }
        }
        Err(EventError::Busy)
    }
}
