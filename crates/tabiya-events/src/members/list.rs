// SPDX-License-Identifier: AGPL-3.0-or-later
//! A member of a list, and what a pasted list changes.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use tabiya_game::Time;
use tabiya_store::{MemberChanges, StorageError, StoredMember};

use super::MemberError;
use crate::event::{Card, spoken};

/// Members of one list.
pub const MOST_MEMBERS: usize = 5_000;
/// The most characters of a note.
pub const LONGEST_NOTE: usize = 80;

/// What is known about a member. The organiser alone sees all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MemberCard {
    /// What an event gets. It names no team: that is a matter of one event.
    #[serde(flatten)]
    pub card: Card,
    /// What the organiser wants to remember, up to [`LONGEST_NOTE`] characters. No event gets it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Whether the member is a child: strangers see short names in the events of a child.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub child: bool,
}

/// A member of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The number in the list, from 1. It stays.
    pub number: u32,
    /// The version of the list with which the member was written.
    pub version: u64,
    /// What is known.
    pub known: MemberCard,
}

/// What a pasted list came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// New members.
    pub added: u32,
    /// Members of whom the list knew something else.
    pub updated: u32,
}

impl MemberCard {
    /// A card that may stand in a list.
    ///
    /// # Errors
    /// What does not fit.
    pub fn checked(mut self) -> Result<Self, MemberError> {
        self.card.name = self.card.name.trim().to_owned();
        self.card.team = String::new();
        self.note = self.note.trim().to_owned();
        self.card.check().map_err(MemberError::Card)?;
        if self.note.chars().count() > LONGEST_NOTE || self.note.chars().any(char::is_control) {
            return Err(MemberError::Note);
        }
        Ok(self)
    }

    /// Whether the list says that it is a child, or the date of birth does.
    pub fn is_child(&self, now: Time) -> bool {
        self.child || self.card.is_child(now)
    }

    /// The same with what another list says. An empty column says nothing; nobody stops being a child by it.
    fn updated(&self, by: &Self) -> Self {
        let text = |old: &String, new: &String| if new.is_empty() { old.clone() } else { new.clone() };
        let (old, new) = (&self.card, &by.card);
        Self {
            card: Card {
                // Names that differ in capitals alone, or in the order of the words, are one; the first one stays.
                name: old.name.clone(),
                rating: new.rating.or(old.rating),
                title: text(&old.title, &new.title),
                federation: text(&old.federation, &new.federation),
                fide: text(&old.fide, &new.fide),
                national_id: text(&old.national_id, &new.national_id),
                national_rating: new.national_rating.or(old.national_rating),
                birth: text(&old.birth, &new.birth),
                sex: new.sex.or(old.sex),
                club: text(&old.club, &new.club),
                team: String::new(),
            },
            note: text(&self.note, &by.note),
            child: self.child || by.child,
        }
    }

    /// The same with what an event says where the list says nothing.
    fn filled(&self, by: &Self) -> Self {
        let Self { card, note, child } = by.updated(self);
        Self { card: Card { name: self.card.name.clone(), ..card }, note, child }
    }

    pub(super) fn written(&self) -> String {
        serde_json::to_string(self).expect("a card is written as text")
    }
}

impl Member {
    /// A member as the store has it.
    ///
    /// # Errors
    /// If this program can't read the card. `tabiya data check` names it, too.
    pub(super) fn read(stored: &StoredMember) -> Result<Self, StorageError> {
        let damaged = |error| StorageError::Damaged { detail: format!("member {}: {error}", stored.number) };
        let known = serde_json::from_str(&stored.card).map_err(damaged)?;
        Ok(Self { number: stored.number, version: stored.version, known })
    }
}

/// What a list of cards changes. Who is known by name gets what the cards say besides; all others are new.
///
/// # Errors
/// A card that may not stand in a list, or more members than there may be.
pub fn changes(list: &[Member], cards: Vec<MemberCard>) -> Result<(MemberChanges, Added), MemberError> {
    changes_by(list, cards, MemberCard::updated)
}

/// What the cards of an event's players change. Of those who are known by name nothing changes that the list knows.
///
/// # Errors
/// Those of [`changes`].
pub(super) fn filling(
    list: &[Member],
    cards: Vec<MemberCard>,
) -> Result<(MemberChanges, Added), MemberError> {
    changes_by(list, cards, MemberCard::filled)
}

fn changes_by(
    list: &[Member],
    cards: Vec<MemberCard>,
    known_then: impl Fn(&MemberCard, &MemberCard) -> MemberCard,
) -> Result<(MemberChanges, Added), MemberError> {
    let mut by_name: HashMap<String, &Member> =
        list.iter().map(|member| (spoken(&member.known.card.name), member)).collect();
    let mut changes = MemberChanges::default();
    let mut new = HashMap::new();
    for card in cards {
        let card = card.checked()?;
        let name = spoken(&card.card.name);
        // A second line about somebody says nothing more.
        if let Some(member) = by_name.remove(&name) {
            let updated = known_then(&member.known, &card);
            if updated != member.known {
                changes.changed.push((member.number, updated.written()));
            }
            new.insert(name, ());
        } else if new.insert(name, ()).is_none() {
            changes.new.push(card.written());
        }
    }
    if list.len() + changes.new.len() > MOST_MEMBERS {
        return Err(MemberError::TooMany);
    }
    let count = |of: usize| u32::try_from(of).unwrap_or(u32::MAX);
    let added = Added { added: count(changes.new.len()), updated: count(changes.changed.len()) };
    Ok((changes, added))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(name: &str, rating: u16) -> MemberCard {
        MemberCard { card: Card::new(name, Some(rating)), ..MemberCard::default() }
    }

    fn member(number: u32, known: MemberCard) -> Member {
        Member { number, version: 1, known }
    }

    #[test]
    fn a_list_pasted_again_adds_nobody_and_says_only_what_it_knows() {
        let ann = MemberCard {
            card: Card { club: "Wasa".into(), birth: "2011".into(), ..Card::new("Berg, Ann", Some(1900)) },
            note: "vegetarian".into(),
            child: true,
        };
        let list = [member(7, ann.clone())];
        let (same, added) = changes(&list, vec![card("ann BERG", 1900)]).expect("a list");
        assert_eq!((same, added), (MemberChanges::default(), Added::default()));
        let (changed, added) =
            changes(&list, vec![card("Ann Berg", 1950), card("Bo", 1), card("bo", 2)]).expect("a list");
        let expected = MemberCard { card: Card { rating: Some(1950), ..ann.card.clone() }, ..ann };
        assert_eq!(changed.changed, [(7, expected.written())]);
        assert_eq!(changed.new, [card("Bo", 1).written()]);
        assert_eq!(added, Added { added: 1, updated: 1 });
    }

    #[test]
    fn a_list_has_no_more_members_than_may_be() {
        let list: Vec<Member> =
            (1..=4_999).map(|number| member(number, card(&format!("M {number}"), 1))).collect();
        assert!(changes(&list, vec![card("One", 1), card("M 1", 1)]).is_ok());
        let too_many = changes(&list, vec![card("One", 1), card("Two", 1)]);
        assert!(matches!(too_many, Err(MemberError::TooMany)));
    }

    #[test]
    fn a_card_that_fits_no_event_stands_in_no_list() {
        assert!(matches!(card(" ", 1).checked(), Err(MemberError::Card(_))));
        assert!(matches!(card("Ann", 4001).checked(), Err(MemberError::Card(_))));
        let note = |text: &str| MemberCard { note: text.into(), ..card("Ann", 1) }.checked();
        assert!(note(&"ä".repeat(80)).is_ok());
        assert!(matches!(note(&"ä".repeat(81)), Err(MemberError::Note)));
        assert!(matches!(note("a\nb"), Err(MemberError::Note)));
        let teamed =
            MemberCard { card: Card { team: "Wasa".into(), ..Card::new("Ann", None) }, ..card("Ann", 1) };
        assert_eq!(teamed.checked().expect("a card").card.team, "");
    }

    #[test]
    fn a_card_comes_back_as_it_was_written() {
        let known = MemberCard {
            card: Card { sex: Some('w'), fide: "17".into(), ..Card::new("Berg, Ann", Some(1900)) },
            note: "\"quoted\"".into(),
            child: true,
        };
        let stored =
            StoredMember { number: 3, card: known.written(), version: 2, changed: tabiya_game::Time(1) };
        assert_eq!(Member::read(&stored).expect("a member"), Member { number: 3, version: 2, known });
        let stored = StoredMember { card: "{".into(), ..stored };
        assert!(matches!(Member::read(&stored), Err(StorageError::Damaged { .. })));
    }
}
