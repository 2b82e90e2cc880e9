// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which numbers stand on the tables of a section: they run on from one section to the next.
//!
//! The cards lie on the tables before the first round. So a section keeps the number with which its first round began, whoever
//! comes or leaves later, in this section or in those before it.

use std::collections::{BTreeMap, BTreeSet};

use crate::event::{EntrantId, Entry, Event, Format, Round, Section, Stage, number};

/// The number with which the boards of a section's next round begin, from 1; 1 for an event of its own. The round begins later
/// where another section plays at that table.
pub fn first_board(event: &Event, others: &[&Event]) -> u16 {
    event.settings.section.as_ref().map_or(1, |section| first(event, section, others))
}

/// The entry that numbers the boards of a new round, if they don't simply count from 1.
pub(super) fn numbering(
    event: &Event,
    (round, boards): (u16, &[[EntrantId; 2]]),
    others: &[&Event],
) -> Option<Entry> {
    let fixed: BTreeMap<EntrantId, u16> = event.fixed_boards().collect();
    let numbers = numbers(boards, &fixed, first_board(event, others), others);
    let usual = numbers.iter().zip(1..).all(|(number, usual)| *number == usual);
    (!usual).then_some(Entry::BoardsNumbered { round, numbers })
}

/// The entry that fixes a board or frees it, and the numbers that the boards of a draft get by it.
pub(super) fn fixing(
    event: &Event,
    (entrant, board): (EntrantId, Option<u16>),
    others: &[&Event],
) -> Vec<Entry> {
    let mut entries = vec![Entry::BoardFixed { entrant, board }];
    if let Some((round, draft)) = event.draft() {
        let others_of = event.fixed_boards().filter(|(id, _)| *id != entrant);
        let fixed = others_of.chain(board.map(|board| (entrant, board))).collect();
        let pairs: Vec<_> = draft.boards.iter().map(|board| board.players()).collect();
        let numbers = numbers(&pairs, &fixed, first_board(event, others), others);
        entries.push(Entry::BoardsNumbered { round, numbers });
    }
    entries
}

/// The number of a board that is added to a round; `None` if it is simply the one after the last one.
pub(super) fn number_of_added(
    event: &Event,
    these: &Round,
    [white, black]: [EntrantId; 2],
    others: &[&Event],
) -> Option<u16> {
    let own: BTreeSet<u16> = these.boards.iter().map(|board| board.number).collect();
    let occupied = occupied(others);
    let wanted = event.fixed_boards().filter(|(id, _)| *id == white || *id == black).map(|(_, board)| board);
    let wanted = wanted.filter(|board| !own.contains(board) && !occupied.contains(board)).min();
    let taken: BTreeSet<u16> = own.into_iter().chain(in_use(others)).chain(fixed_in(others)).collect();
    let counted = these.boards.iter().filter(|board| !board.fixed).map(|board| board.number).max();
    let next = counted.map_or_else(|| first_board(event, others), |last| last.saturating_add(1));
    let number = wanted.or_else(|| free_from(next, 1, &taken).into_iter().next());
    let usual = these.boards.last().map_or(1, |last| last.number.saturating_add(1));
    number.filter(|number| *number != usual)
}

/// The numbers of the boards of a new round: fixed ones where nobody of another section plays, else from the first one on, without the
/// tables of other sections and without those that are fixed.
fn numbers(
    pairs: &[[EntrantId; 2]],
    fixed: &BTreeMap<EntrantId, u16>,
    first: u16,
    others: &[&Event],
) -> Vec<u16> {
    let mut taken = occupied(others);
    let own: Vec<Option<u16>> = pairs
        .iter()
        .map(|pair| {
            // Where two meet who have one each, it is the lower one.
            let wanted = pair.iter().filter_map(|id| fixed.get(id)).min().copied();
            wanted.filter(|board| taken.insert(*board))
        })
        .collect();
    taken.extend(in_use(others));
    taken.extend(fixed_in(others));
    let mut free = free_from(first, pairs.len(), &taken).into_iter();
    own.into_iter().filter_map(|own| own.or_else(|| free.next())).collect()
}

/// The boards that are fixed in other sections that go on.
fn fixed_in<'a>(others: &'a [&Event]) -> impl Iterator<Item = u16> + 'a {
    others
        .iter()
        .filter(|event| goes_on(event))
        .flat_map(|event| event.fixed_boards())
        .map(|(_, board)| board)
}

pub(super) const fn goes_on(event: &Event) -> bool {
    matches!(event.stage, Stage::Announced | Stage::Running)
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
    section.first_board.or_else(|| begins(event.published().first()?))
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
    let Some(first) = begins(round) else { return round.boards.len() };
    let numbers: BTreeSet<u16> = round.boards.iter().map(|board| board.number).collect();
    (first..=u16::MAX).take_while(|number| numbers.contains(number)).count()
}

/// The number from which the boards of a round were counted; `None` where all are fixed. A fixed board directly before the first
/// counted one is in that row: else a section would begin one later in all rounds because somebody sits at its first board.
fn begins(round: &Round) -> Option<u16> {
    let counted = round.boards.iter().find(|board| !board.fixed)?.number;
    let fixed: BTreeSet<u16> =
        round.boards.iter().filter(|board| board.fixed).map(|board| board.number).collect();
    (1..counted).rev().take_while(|number| fixed.contains(number)).last().or(Some(counted))
}

/// The numbers that stand on tables of other sections: of the round that is paired or played, and between two rounds those of the
/// last one.
pub(super) fn in_use(others: &[&Event]) -> BTreeSet<u16> {
    let last = others.iter().filter(|event| goes_on(event)).filter_map(|event| event.rounds.last());
    last.flat_map(|round| round.boards.iter().map(|board| board.number)).collect()
}

/// Those of them at which somebody plays or is going to. The other section leaves a table that is fixed here once its game is over.
fn occupied(others: &[&Event]) -> BTreeSet<u16> {
    let last = others.iter().filter(|event| goes_on(event)).filter_map(|event| event.rounds.last());
    let boards = last.flat_map(|round| round.boards.iter().filter(|board| board.open_game().is_some()));
    boards.map(|board| board.number).collect()
}

/// So many numbers from one on that are not taken.
pub(super) fn free_from(first: u16, count: usize, taken: &BTreeSet<u16>) -> Vec<u16> {
    (first.max(1)..=u16::MAX).filter(|number| !taken.contains(number)).take(count).collect()
}
