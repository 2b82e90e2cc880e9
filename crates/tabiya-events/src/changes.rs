// SPDX-License-Identifier: AGPL-3.0-or-later
//! What has changed between two states of an event, as its pages show it.
//!
//! A page that applies the changes to the state before has the state after (`web/src/events/apply.ts` does so).

use std::collections::HashMap;

use tabiya_protocol::events::{EventRoundView, EventView};
use tabiya_protocol::{ChangedBoard, ChangedRound, EventChanges};

use crate::event::number;

/// What leads from `before` to `after`, which the same visitor sees.
pub(crate) fn changes(before: &EventView, after: &EventView) -> EventChanges {
    let entrants = after.entrants.iter().enumerate();
    let entrants = entrants.filter(|(place, entrant)| before.entrants.get(*place) != Some(entrant));
    let (mut rounds, mut boards) = (Vec::new(), Vec::new());
    for (place, round) in after.rounds.iter().enumerate() {
        let number = number(place + 1);
        match before.rounds.get(place) {
            Some(was) if is_the_same_but_for_boards(was, round) => {
                let both = was.boards.iter().zip(&round.boards).enumerate();
                boards.extend(both.filter(|(_, (was, is))| was != is).map(|(board, (_, is))| ChangedBoard {
                    round: number,
                    number: crate::event::number(board + 1),
                    board: is.clone(),
                }));
            }
            Some(_) | None => rounds.push(ChangedRound { number, round: round.clone() }),
        }
    }
    let known: HashMap<_, _> = before.standings.iter().map(|line| (line.entrant, line)).collect();
    let lines = after.standings.iter().filter(|line| known.get(&line.entrant) != Some(line));
    let order = |view: &EventView| view.standings.iter().map(|line| line.entrant).collect::<Vec<_>>();
    let order_now = order(after);
    EventChanges {
        number: after.number,
        facts: (before.facts != after.facts).then(|| after.facts.clone()),
        entrants: entrants.map(|(_, entrant)| entrant.clone()).collect(),
        round_count: number(after.rounds.len()),
        rounds,
        boards,
        lines: lines.cloned().collect(),
        order: (order(before) != order_now).then_some(order_now),
    }
}

/// Whether a round is told board by board: the same players meet, and it is as far as before.
fn is_the_same_but_for_boards(was: &EventRoundView, is: &EventRoundView) -> bool {
    was.stage == is.stage
        && was.byes == is.byes
        && was.half_byes == is.half_byes
        && was.by_hand == is.by_hand
        && was.paired == is.paired
        && was.boards.len() == is.boards.len()
}

/// Applies changes, as a page does.
#[cfg(test)]
pub(crate) fn apply(view: &mut EventView, changes: EventChanges) {
    view.number = changes.number;
    if let Some(facts) = changes.facts {
        view.facts = facts;
    }
    for entrant in changes.entrants {
        let place = entrant.id.index();
        put(&mut view.entrants, place, entrant);
    }
    view.rounds.truncate(changes.round_count.into());
    for ChangedRound { number, round } in changes.rounds {
        put(&mut view.rounds, usize::from(number) - 1, round);
    }
    for ChangedBoard { round, number, board } in changes.boards {
        put(&mut view.rounds[usize::from(round) - 1].boards, usize::from(number) - 1, board);
    }
    let order = changes.order.unwrap_or_else(|| view.standings.iter().map(|line| line.entrant).collect());
    let told = view.standings.drain(..).chain(changes.lines);
    let mut lines: HashMap<_, _> = told.map(|line| (line.entrant, line)).collect();
    view.standings = order.into_iter().filter_map(|entrant| lines.remove(&entrant)).collect();
}

/// Puts something at a place that there is, or that is the next one.
#[cfg(test)]
fn put<T>(list: &mut Vec<T>, place: usize, one: T) {
    match list.get_mut(place) {
        Some(there) => *there = one,
        None => list.push(one),
    }
}
