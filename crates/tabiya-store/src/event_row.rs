// SPDX-License-Identifier: AGPL-3.0-or-later
//! Events as rows and back. Encoding happens in the caller's task, so that what writes has nothing else to do.

use tabiya_game::{Event, GameId, Stamped, Time};

use crate::{StorageError, tables::archive::Step};

/// An event as it stands in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredEvent {
    pub(crate) at: i64,
    pub(crate) body: String,
}

/// An event as it is to be stored, with what else it changes in the same transaction.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) event: StoredEvent,
    /// Whether it ends the game.
    pub(crate) ends: bool,
    /// Whether it is a move.
    pub(crate) is_move: bool,
    /// What it means for the archive.
    pub(crate) step: Option<Step>,
}

impl Row {
    /// The rows of a new game's log.
    pub(crate) fn first(game: GameId, events: &[Stamped]) -> Result<Vec<Self>, StorageError> {
        match events {
            [Stamped { event: Event::Created(_), .. }, ..] => Self::all(events),
            _ => Err(StorageError::NotCreated { game }),
        }
    }

    /// The rows of these events.
    pub(crate) fn all(events: &[Stamped]) -> Result<Vec<Self>, StorageError> {
        events.iter().map(Self::new).collect()
    }

    fn new(stamped: &Stamped) -> Result<Self, StorageError> {
        let failed = |detail: String| StorageError::Failed { detail };
        let at =
            i64::try_from(stamped.at.0).map_err(|_| failed(format!("no such time: {}", stamped.at.0)))?;
        let body = serde_json::to_string(&stamped.event).map_err(|error| failed(error.to_string()))?;
        let ends = matches!(stamped.event, Event::Ended { .. });
        let is_move = matches!(stamped.event, Event::MovePlayed { .. });
        Ok(Self { event: StoredEvent { at, body }, ends, is_move, step: Step::of(stamped) })
    }
}

/// How the JSON of a move begins.
const MOVE: &str = "{\"move_played\"";

impl StoredEvent {
    /// Whether it is a move.
    pub(crate) fn is_move(&self) -> bool {
        self.body.starts_with(MOVE)
    }
}

/// The event in a row; `seq` is its number, for the error.
pub(crate) fn decode(game: GameId, seq: u32, at: i64, body: &str) -> Result<Stamped, StorageError> {
    let unreadable = |detail: String| StorageError::Unreadable { game, seq, detail };
    let at = u64::try_from(at).map_err(|_| unreadable(format!("no such time: {at}")))?;
    let event = serde_json::from_str(body).map_err(|error| unreadable(error.to_string()))?;
    Ok(Stamped { at: Time(at), event })
}

/// The events of a whole log.
pub(crate) fn decode_all(game: GameId, events: &[StoredEvent]) -> Result<Vec<Stamped>, StorageError> {
    (0..).zip(events).map(|(seq, event)| decode(game, seq, event.at, &event.body)).collect()
}
