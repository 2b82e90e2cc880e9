// SPDX-License-Identifier: AGPL-3.0-or-later
//! How the value of a tie-break in the standings comes about.

use std::sync::Arc;

use tabiya_protocol::events::WorkingPart;
use tabiya_runtime::low_priority;
use tabiya_tournament::tiebreak::{Part, Value};
use tabiya_tournament::working::working as parts_of;

use crate::event::{EntrantId, Event};
use crate::events::EventError;
use crate::table;

/// What each round of an entrant has to do with the tie-break with this place in the list, from 0. As the standings, it is computed off
/// the threads that serve moves.
///
/// # Errors
/// If there is no thread for it.
pub async fn working(
    event: Arc<Event>,
    entrant: EntrantId,
    place: usize,
) -> Result<Vec<WorkingPart>, EventError> {
    low_priority::run(move || of(&event, entrant, place)).await.map_err(|_| EventError::Busy)
}

/// The same, computed here. Empty where the standings are not ranked by a list of tie-breaks.
pub fn of(event: &Event, entrant: EntrantId, place: usize) -> Vec<WorkingPart> {
    let Some((numbered, list)) = table::ranked_by_points(event) else { return Vec::new() };
    let Some(number) =
        (1..).zip(&numbered.entrants).find_map(|(number, id)| (*id == entrant).then_some(number))
    else {
        return Vec::new();
    };
    let parts = parts_of(&numbered.tournament, &list, None, place, number).unwrap_or_default();
    let text = |value: Value| value.to_string();
    let part = |part: Part| WorkingPart {
        round: part.round,
        opponent: part.opponent.map(|number| numbered.entrant(number)),
        theirs: part.theirs.map(text),
        own: part.own.map(text),
        value: text(part.value),
        counts: part.counts,
        unplayed: part.is_unplayed,
    };
    parts.into_iter().map(part).collect()
}
