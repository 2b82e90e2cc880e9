// SPDX-License-Identifier: AGPL-3.0-or-later
//! A round of a round robin by the Berger tables. The numbers are drawn by lot before the first round (C.05 article 5).

use tabiya_tournament::round_robin;

use super::Draft;
use crate::event::{EntrantId, Event, Presence, Reason, Why, mix};
use crate::tournament::Numbered;

pub(super) fn pair(event: &Event) -> Draft {
    let round = event.last_published() + 1;
    let seeds = event.seeds.is_none().then(|| draw(event));
    let seeded = Event { seeds: seeds.clone().or_else(|| event.seeds.clone()), ..event.clone() };
    let numbered = Numbered::for_pairing(&seeded);
    // A player who pauses keeps the games of the table: they are played later, or the arbiter gives their results.
    let pairs = round_robin::round(&numbered.tournament, round).unwrap_or_default();
    let boards = pairs.iter().map(|(white, black)| [numbered.entrant(*white), numbered.entrant(*black)]);
    let whys = (1..).zip(&numbered.entrants).filter(|(_, id)| plays_on(&seeded, **id)).map(|(number, id)| {
        let pair = pairs.iter().find(|(white, black)| *white == number || *black == number);
        let opponent = pair.map(|(white, black)| if *white == number { *black } else { *white });
        Why { entrant: *id, reason: Reason::Table { number, opponent } }
    });
    Draft {
        round,
        seen: event.head,
        seeds,
        boards: boards.collect(),
        byes: Vec::new(),
        half_byes: Vec::new(),
        away: Vec::new(),
        whys: whys.collect(),
    }
}

fn plays_on(event: &Event, id: EntrantId) -> bool {
    event.entrant(id).is_some_and(|entrant| entrant.presence != Presence::Withdrawn)
}

/// The entrants in an order that follows from the event's seed.
fn draw(event: &Event) -> Vec<EntrantId> {
    let there = event.entrants.iter().filter(|entrant| entrant.presence != Presence::Withdrawn);
    let mut order: Vec<EntrantId> = there.map(|entrant| entrant.id).collect();
    let lot = |id: &EntrantId| mix(event.settings.seed ^ mix(u64::from(id.0)));
    order.sort_by_key(|id| (lot(id), *id));
    order
}
