// SPDX-License-Identifier: AGPL-3.0-or-later
//! Events as rows and back. Encoding happens in the caller's task, so that the writer thread only writes.

use tabiya_game::{Event, GameId, PlayerId, Stamped, Time};

use crate::StorageError;

/// An event as it is stored, with what else it changes in the same transaction.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) seq: u32,
    pub(super) at: i64,
    pub(super) body: String,
    /// Who takes a seat with it.
    pub(super) seated: Vec<PlayerId>,
    /// Whether it ends the game.
    pub(super) ends: bool,
}

impl Row {
    /// The rows of a new game's log.
    pub(super) fn first(game: GameId, events: &[Stamped]) -> Result<Vec<Self>, StorageError> {
        match events {
            [Stamped { event: Event::Created(_), .. }, ..] => Self::all(0, events),
            _ => Err(StorageError::NotCreated { game }),
        }
    }

    /// The rows of events with these numbers.
    pub(super) fn all(first_seq: u32, events: &[Stamped]) -> Result<Vec<Self>, StorageError> {
        // Numbers stop at the last one; no log that ends there exists, so such rows are refused as a conflict.
        (0..)
            .zip(events)
            .map(|(index, stamped)| Self::new(first_seq.saturating_add(index), stamped))
            .collect()
    }

    fn new(seq: u32, stamped: &Stamped) -> Result<Self, StorageError> {
        let failed = |detail: String| StorageError::Failed { detail };
        let at =
            i64::try_from(stamped.at.0).map_err(|_| failed(format!("no such time: {}", stamped.at.0)))?;
        let body = serde_json::to_string(&stamped.event).map_err(|error| failed(error.to_string()))?;
        let (seated, ends) = match &stamped.event {
            Event::Created(terms) => {
                let seats = terms.seats();
                ([seats.white, seats.black].into_iter().filter_map(|seat| seat.player()).collect(), false)
            }
            Event::Joined { player, .. } => (vec![*player], false),
            Event::Ended { .. } => (Vec::new(), true),
            Event::MovePlayed { .. }
            | Event::DrawOffered { .. }
            | Event::DrawDeclined { .. }
            | Event::TurnRestarted { .. } => (Vec::new(), false),
        };
        Ok(Self { seq, at, body, seated, ends })
    }
}

/// The event of a row whose number must be `expected`.
pub(super) fn decode(
    game: GameId,
    expected: u32,
    (seq, at, body): (u32, i64, &str),
) -> Result<Stamped, StorageError> {
    let unreadable = |detail: String| StorageError::Unreadable { game, seq: expected, detail };
    if seq != expected {
        return Err(unreadable(format!("event {seq} follows instead")));
    }
    let at = u64::try_from(at).map_err(|_| unreadable(format!("no such time: {at}")))?;
    let event = serde_json::from_str(body).map_err(|error| unreadable(error.to_string()))?;
    Ok(Stamped { at: Time(at), event })
}
