// SPDX-License-Identifier: AGPL-3.0-or-later
//! A round of a knockout: the winners of neighbouring matches meet.

use tabiya_tournament::knock_out::first_round;

use super::{Draft, NoPairing};
use crate::event::{EntrantId, Event, MatchState, Presence, Reason, RoundStage, Why, number};
use crate::tournament::order;

/// A place in the bracket: who stands there now. Nobody, where neither player of a match came.
type Place = Option<EntrantId>;

pub(super) fn pair(event: &Event) -> Result<Draft, NoPairing> {
    let round = event.last_published() + 1;
    let there =
        |id: &EntrantId| event.entrant(*id).is_some_and(|entrant| entrant.presence == Presence::Present);
    let seeds: Vec<EntrantId> = match &event.seeds {
        Some(seeds) => seeds.clone(),
        None => order(event).into_iter().filter(there).collect(),
    };
    let places = places(event, &seeds);
    let (mut boards, mut byes, mut whys) = (Vec::new(), Vec::new(), Vec::new());
    let seed = |id: EntrantId| number(seeds.iter().position(|one| *one == id).map_or(0, |place| place + 1));
    for pair in places.chunks(2) {
        // Who has left the event does not come to the next match.
        let [one, other] = [0, 1].map(|side| pair.get(side).copied().flatten().filter(there));
        let mut note = |entrant: EntrantId, opponent: Place| {
            let reason = Reason::Bracket { seed: seed(entrant), opponent: opponent.map(seed) };
            whys.push(Why { entrant, reason });
        };
        match (one, other) {
            (Some(one), Some(other)) => {
                note(one, Some(other));
                note(other, Some(one));
                let turned = colours(event, one, other, event.lot(round, number(boards.len() + 1)));
                boards.push(if turned { [other, one] } else { [one, other] });
            }
            (Some(entrant), None) | (None, Some(entrant)) => {
                note(entrant, None);
                byes.push(entrant);
            }
            (None, None) => {}
        }
    }
    // A round of walkovers alone is a round, too: each in it goes on.
    if boards.len() + byes.len() < 2 && boards.is_empty() {
        return Err(NoPairing::Over);
    }
    let seeds = event.seeds.is_none().then_some(seeds);
    Ok(Draft { round, seen: event.head, seeds, boards, byes, half_byes: Vec::new(), away: Vec::new(), whys })
}

/// Who is still in the event after its published rounds; `None` while a match of the last one is open, or before the first.
pub(crate) fn survivors(event: &Event) -> Option<Vec<EntrantId>> {
    let (last, seeds) = (event.published().last()?, event.seeds.as_ref()?);
    let is_decided =
        |board: u16| matches!(event.match_on(event.last_published(), board), Some(MatchState::Decided(_)));
    let is_done = last.stage == RoundStage::Started && last.numbered().all(|(board, _)| is_decided(board));
    let there =
        |id: &EntrantId| event.entrant(*id).is_some_and(|entrant| entrant.presence == Presence::Present);
    is_done.then(|| places(event, seeds).into_iter().flatten().filter(there).collect())
}

/// Whether the first one has Black: who had White more often before has Black now, and the lot decides between equals.
fn colours(event: &Event, one: EntrantId, other: EntrantId, lot: bool) -> bool {
    let whites = |id: EntrantId| {
        let boards = event.published().iter().flat_map(|round| &round.boards);
        let own = boards.filter(|board| board.has(id));
        own.map(|board| if board.white == id { 1 } else { -1 }).sum::<i32>()
    };
    match whites(one).cmp(&whites(other)) {
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => lot,
    }
}

/// Who stands in each place of the bracket before the coming round: neighbours meet.
fn places(event: &Event, seeds: &[EntrantId]) -> Vec<Place> {
    let entrant = |seed: u16| seeds.get(usize::from(seed).wrapping_sub(1)).copied();
    let mut places: Vec<Place> = first_round(number(seeds.len()))
        .into_iter()
        .flat_map(|(one, other)| [entrant(one), other.and_then(entrant)])
        .collect();
    for (round, these) in (1..).zip(event.published()) {
        let winner = |pair: &[Place]| {
            let ids: Vec<EntrantId> = pair.iter().copied().flatten().collect();
            let board = these.boards.iter().find(|board| ids.iter().any(|id| board.has(*id)));
            match board {
                Some(board) => match event.match_on(round, board.number) {
                    Some(MatchState::Decided(winner)) => winner,
                    Some(MatchState::Running | MatchState::Next(_)) | None => None,
                },
                None => ids.into_iter().find(|id| these.byes.contains(id)),
            }
        };
        places = places.chunks(2).map(winner).collect();
    }
    places
}
