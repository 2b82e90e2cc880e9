// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which numbers stand on the tables of a section: they run on from one section to the next.
//!
//! The cards lie on the tables before the first round. So a section keeps the number with which its first round began, whoever
//! comes or leaves later, in this section or in those before it.

use std::collections::BTreeSet;

use crate::event::{Event, Format, Round, Section, Stage, number};

/// The number with which the boards of a section's next round begin, from 1; 1 for an event of its own. The round begins later
/// where another section plays at that table.
pub fn first_board(event: &Event, others: &[&Event]) -> u16 {
    event.settings.section.as_ref().map_or(1, |section| first(event, section, others))
}

/// The numbers of so many boards of a section's new round: from its first board on, without the tables of others.
pub(super) fn numbers(event: &Event, section: &Section, count: usize, others: &[&Event]) -> Vec<u16> {
    free_from(first(event, section, others), count, &in_use(others))
}

/// Where the boards of a section begin: where it is known already, else after the section before.
fn first(event: &Event, section: &Section, others: &[&Event]) -> u16 {
    if let Some(first) = known(event, section) {
        return first;
    }
    let mut before: Vec<(&Section, &Event)> = others
        .iter()
        .filter_map(|other| Some((other.settings.section.as_ref()?, *other)))
        .filter(|(other, _)| other.place < section.place)
        .collect();
    before.sort_by_key(|(other, _)| other.place);
    before
        .into_iter()
        .fold(1, |next, (other, event)| next.max(end_of(event, known(event, other).unwrap_or(next))))
}

/// Where an arbiter has fixed that a section begins, else where its first published round began.
fn known(event: &Event, section: &Section) -> Option<u16> {
    let begun = || Some(event.published().first()?.boards.first()?.number);
    section.first_board.or_else(begun)
}

/// The number after the boards of a section that begin at `first`: the most that it has needed in a round, or, before its first
/// round, those that its players need. A section that is over keeps its place, so that no later one moves.
fn end_of(event: &Event, first: u16) -> u16 {
    if matches!(event.settings.format, Format::Arena { .. }) {
        return first;
    }
    let most = event.rounds.iter().map(in_a_row).max().unwrap_or_else(|| event.present() / 2);
    first.saturating_add(number(most))
}

/// How many boards of a round stand beside each other. Where the last one stands far away, because the next number was taken,
/// others need not begin behind it.
fn in_a_row(round: &Round) -> usize {
    let first = round.boards.first().map_or(1, |board| board.number);
    (first..).zip(&round.boards).take_while(|(number, board)| board.number == *number).count()
}

/// The numbers that stand on tables of other sections: of the round that is paired or played, and between two rounds those of the
/// last one.
pub(super) fn in_use(others: &[&Event]) -> BTreeSet<u16> {
    let goes_on = |event: &&&Event| matches!(event.stage, Stage::Announced | Stage::Running);
    let last = others.iter().filter(goes_on).filter_map(|event| event.rounds.last());
    last.flat_map(|round| round.boards.iter().map(|board| board.number)).collect()
}

/// So many numbers from one on that are not taken.
pub(super) fn free_from(first: u16, count: usize, taken: &BTreeSet<u16>) -> Vec<u16> {
    (first.max(1)..=u16::MAX).filter(|number| !taken.contains(number)).take(count).collect()
}
