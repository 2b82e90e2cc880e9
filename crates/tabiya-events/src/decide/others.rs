// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who plays in the other sections of a festival, and how a person is recognised there.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::hash::Hash;

use tabiya_game::PlayerId;

use super::{Refusal, WrongSection};
use crate::event::{Board, Card, Entrant, EntrantId, Event, MemberOf, Presence, Stage, spoken};
use crate::tournament::annulled;

/// What tells a person apart: an account, a place in an organiser's list, or a name that an organiser has written. Two are the
/// same person if one of the three is equal. A name that an account has chosen says nothing: anybody may choose it.
pub(super) struct Person<'a> {
    player: Option<PlayerId>,
    member: Option<MemberOf>,
    name: Option<&'a str>,
}

impl<'a> Person<'a> {
    /// Somebody who enters.
    pub(super) fn new(player: Option<PlayerId>, member: Option<MemberOf>, card: &'a Card) -> Self {
        Self { player, member, name: player.is_none().then_some(&card.name) }
    }

    /// An entrant. Whose name was erased has none: `Player 3` is in many sections.
    pub(super) fn of(one: &'a Entrant) -> Self {
        let has_name = one.is_named_by_organiser() && !one.erased;
        Self { player: one.player, member: one.member, name: has_name.then_some(&one.card.name) }
    }

    /// The same person with an account.
    pub(super) fn claimed_by(self, player: PlayerId) -> Self {
        Self { player: Some(player), ..self }
    }

    /// Somebody of whom the account alone is known.
    pub(super) const fn account(player: PlayerId) -> Self {
        Self { player: Some(player), member: None, name: None }
    }

    /// Somebody of whom the name alone is known.
    pub(super) const fn named(name: &'a str) -> Self {
        Self { player: None, member: None, name: Some(name) }
    }
}

/// Whether whoever moves is an entrant who was in that section before. Two accounts are two people there, whatever their names.
pub(super) fn is_back(one: &Entrant, there: &Entrant) -> bool {
    if let (Some(one), Some(there)) = (one.player, there.player) {
        return one == there;
    }
    let (moves, was) = (Person::of(one), Person::of(there));
    let (Some(name), Some(there)) = (moves.name, was.name) else { return false };
    moves.member.is_some() && moves.member == was.member || spoken(name) == spoken(there)
}

/// The other sections of a festival, as they stand while an act is decided.
pub(crate) struct Others<'a> {
    /// The sections, in any order.
    pub(super) events: Vec<&'a Event>,
    /// Gathered when the first entry needs it, and once for all entries of the act.
    people: OnceCell<People<'a>>,
}

type Place<'a> = (&'a Event, &'a Entrant);

/// Everybody in these sections, by what tells them apart. Those who have withdrawn are among them.
#[derive(Default)]
struct People<'a> {
    accounts: HashMap<PlayerId, Vec<Place<'a>>>,
    members: HashMap<(PlayerId, u32), Vec<Place<'a>>>,
    names: HashMap<String, Vec<Place<'a>>>,
}

impl<'a> Others<'a> {
    pub(crate) const fn new(events: Vec<&'a Event>) -> Self {
        Self { events, people: OnceCell::new() }
    }

    #[cfg(test)]
    pub(super) fn is_gathered(&self) -> bool {
        self.people.get().is_some()
    }

    /// Everywhere this person has entered, in a section that goes on.
    fn places(&self, person: &Person<'_>) -> Vec<Place<'a>> {
        let people = self.people.get_or_init(|| People::of(&self.events));
        let account = person.player.and_then(|player| people.accounts.get(&player));
        let member = person.member.and_then(|one| people.members.get(&(one.list, one.number)));
        let name = person.name.and_then(|name| people.names.get(&spoken(name)));
        [account, member, name].into_iter().flatten().flatten().copied().collect()
    }

    /// That a person plays in none of these sections. Whoever has left one plays there until the game is over. `name` is what the
    /// refusal calls the person.
    ///
    /// # Errors
    /// If the person does.
    pub(super) fn are_without(&self, person: &Person<'_>, name: &str) -> Result<(), Refusal> {
        for (event, one) in self.places(person) {
            let (name, section) = (name.to_owned(), section_name(event));
            if one.presence != Presence::Withdrawn {
                return Err(WrongSection::InAnother { name, section }.into());
            }
            if still_plays(event, one.id) {
                return Err(WrongSection::StillPlays { name, section }.into());
            }
        }
        Ok(())
    }
}

impl<'a> People<'a> {
    fn of(events: &[&'a Event]) -> Self {
        let mut people = Self::default();
        // Whose section is over is free for another one, such as a side event of the last day.
        let go_on = |event: &&&'a Event| matches!(event.stage, Stage::Announced | Stage::Running);
        for event in events.iter().copied().filter(|event| go_on(&event)) {
            for one in &event.entrants {
                let person = Person::of(one);
                note(&mut people.accounts, person.player, (event, one));
                note(&mut people.members, person.member.map(|of| (of.list, of.number)), (event, one));
                note(&mut people.names, person.name.map(spoken), (event, one));
            }
        }
        people
    }
}

fn note<'a, K: Hash + Eq>(all: &mut HashMap<K, Vec<Place<'a>>>, key: Option<K>, place: Place<'a>) {
    if let Some(key) = key {
        all.entry(key).or_default().push(place);
    }
}

/// What a section is called in the festival.
pub(crate) fn section_name(event: &Event) -> String {
    let section = event.settings.section.as_ref();
    section.map_or_else(|| event.settings.name.clone(), |section| section.name.clone())
}

/// Whether an entrant has a game that is not over: on a board of a round that is no draft, or in an arena. A board that was
/// annulled gets no result, and is over unless its game runs on this server.
pub(super) fn still_plays(event: &Event, id: EntrantId) -> bool {
    if matches!(event.stage, Stage::Finished | Stage::Cancelled) {
        return false;
    }
    let seat = event.arena.as_ref().and_then(|arena| arena.seat(id));
    if seat.is_some_and(|seat| seat.playing.is_some()) {
        return true;
    }
    let is_open = |board: &&Board| board.has(id) && board.open_game().is_some();
    let runs = |board: &Board| {
        board.games.iter().any(|game| game.game.is_some() && game.outcome.is_none() && !game.left)
    };
    let open: Vec<&Board> =
        event.published().iter().flat_map(|round| &round.boards).filter(is_open).collect();
    // Only then it is asked which boards count for nothing: that takes long.
    if open.is_empty() || open.iter().any(|board| runs(board)) {
        return !open.is_empty();
    }
    let annulled = annulled(event);
    open.iter().any(|board| !annulled.iter().any(|id| board.has(*id)))
}
