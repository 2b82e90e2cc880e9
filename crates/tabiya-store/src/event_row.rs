// SPDX-License-Identifier: AGPL-3.0-or-later
//! Events as rows and back. Encoding happens in the caller's task, so that what writes has nothing else to do.

use serde::{Deserialize, Serialize};
use tabiya_game::{CommandKey, Event, GameId, Keyed, Stamped, Time};
use tabiya_rules::Color;

use crate::{StorageError, formats::NEXT, next, tables::archive::Step};

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
    /// By how many half-moves it makes the game longer: 1 for a move, less than nothing where moves are taken back.
    pub(crate) half_moves: i32,
    /// What it means for the archive.
    pub(crate) step: Option<Step>,
}

impl Row {
    /// The rows of a new game's log.
    pub(crate) fn first(game: GameId, events: &[Stamped]) -> Result<Vec<Self>, StorageError> {
        if Self::is_first(events) { Self::all(events) } else { Err(StorageError::NotCreated { game }) }
    }

    /// Whether a log may begin with these events.
    pub(crate) fn is_first(events: &[Stamped]) -> bool {
        matches!(events, [Stamped { event: Event::Created(_), .. }, ..])
    }

    /// The rows of these events.
    pub(crate) fn all(events: &[Stamped]) -> Result<Vec<Self>, StorageError> {
        events.iter().map(Self::new).collect()
    }

    /// The same rows where the site writes in this format.
    pub(crate) fn in_format(rows: Vec<Self>, format: u32) -> Vec<Self> {
        let written = |mut row: Self| {
            row.event.body = next::written(row.event.body, format >= NEXT);
            row
        };
        rows.into_iter().map(written).collect()
    }

    fn new(stamped: &Stamped) -> Result<Self, StorageError> {
        let failed = |detail: String| StorageError::Failed { detail };
        let at =
            i64::try_from(stamped.at.0).map_err(|_| failed(format!("no such time: {}", stamped.at.0)))?;
        let body = write(stamped).map_err(|error| failed(error.to_string()))?;
        let ends = matches!(stamped.event, Event::Ended { .. });
        let half_moves = match stamped.event {
            Event::MovePlayed { .. } => 1,
            Event::TakenBack { half_moves, .. } => -i32::from(half_moves),
            Event::SetBack { half_moves, .. } => -i32::from(half_moves),
            _ => 0,
        };
        Ok(Self { event: StoredEvent { at, body }, ends, half_moves, step: Step::of(stamped) })
    }
}

/// How the JSON of a move begins.
const MOVE: &str = "{\"move_played\"";
/// How the JSON of a takeback begins.
const TAKEN_BACK: &str = "{\"taken_back\"";
/// How the JSON of an arbiter's going back begins.
const SET_BACK: &str = "{\"set_back\"";
/// How the JSON of an event begins that a command with a key has caused. No kind of event has this name.
const KEYED: &str = "{\"key\"";

/// An event in the log that a command with a key has caused. Other events stand there alone.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WithKey<E> {
    key: CommandKey,
    /// The side that gave the command.
    by: Color,
    event: E,
}

fn write(stamped: &Stamped) -> serde_json::Result<String> {
    match stamped.keyed.as_deref() {
        None => serde_json::to_string(&stamped.event),
        Some(Keyed { by, key }) => {
            serde_json::to_string(&WithKey { key: key.clone(), by: *by, event: &stamped.event })
        }
    }
}

fn read(body: &str) -> serde_json::Result<(Event, Option<Box<Keyed>>)> {
    if !body.starts_with(KEYED) {
        return Ok((serde_json::from_str(&next::read(body))?, None));
    }
    let WithKey { key, by, event } = serde_json::from_str(body)?;
    Ok((event, Some(Box::new(Keyed { by, key }))))
}

impl StoredEvent {
    /// By how many half-moves it makes the game longer.
    pub(crate) fn half_moves(&self) -> i32 {
        if self.body.starts_with(MOVE) {
            return 1;
        }
        if ![TAKEN_BACK, SET_BACK, KEYED].iter().any(|kind| self.body.starts_with(kind)) {
            return 0;
        }
        match read(&self.body) {
            Ok((Event::MovePlayed { .. }, _)) => 1,
            Ok((Event::TakenBack { half_moves, .. }, _)) => -i32::from(half_moves),
            Ok((Event::SetBack { half_moves, .. }, _)) => -i32::from(half_moves),
            _ => 0,
        }
    }
}

/// The event in a row; `seq` is its number, for the error.
pub(crate) fn decode(game: GameId, seq: u32, at: i64, body: &str) -> Result<Stamped, StorageError> {
    let unreadable = |detail: String| StorageError::Unreadable { game, seq, detail };
    let at = u64::try_from(at).map_err(|_| unreadable(format!("no such time: {at}")))?;
    let (event, keyed) = read(body).map_err(|error| unreadable(error.to_string()))?;
    Ok(Stamped { at: Time(at), event, keyed })
}

/// The events of a whole log.
pub(crate) fn decode_all(game: GameId, events: &[StoredEvent]) -> Result<Vec<Stamped>, StorageError> {
    (0..).zip(events).map(|(seq, event)| decode(game, seq, event.at, &event.body)).collect()
}

#[cfg(test)]
mod tests {
    use tabiya_game::Millis;
    use tabiya_rules::Color;

    use super::*;

    /// What is counted of an event and what is counted of its stored form must not differ.
    #[test]
    fn an_event_counts_the_same_number_of_half_moves_in_every_form() {
        let by = Color::Black;
        let (uci, lag, premove) = ("e2e4".parse().unwrap(), None, None);
        for (event, half_moves) in [
            (Event::MovePlayed { uci, clock: None, lag, compensated: Millis::ZERO, premove }, 1),
            (Event::TakenBack { by, half_moves: 2, clocks: Some([Millis(1), Millis(2)]) }, -2),
            (Event::TakenBack { by, half_moves: 1, clocks: None }, -1),
            (Event::SetBack { half_moves: 7, clocks: [Millis(1), Millis(2)] }, -7),
            (Event::ClocksPaused { spent: Millis(1) }, 0),
            (Event::TakebackProposed { by }, 0),
            (Event::DrawOffered { by }, 0),
        ] {
            let mut stamped = Stamped::new(Time(1), event);
            for keyed in [None, keyed()] {
                stamped.keyed = keyed;
                let row = Row::new(&stamped).unwrap();
                assert_eq!((row.half_moves, row.event.half_moves()), (half_moves, half_moves), "{row:?}");
            }
        }
    }

    fn keyed() -> Option<Box<Keyed>> {
        Some(Box::new(Keyed { by: Color::Black, key: "Rk3mZ0qP".parse().unwrap() }))
    }

    #[test]
    fn a_key_stands_beside_its_event_and_comes_back() {
        let game = GameId::from_bits(1);
        let event = Event::DrawOffered { by: Color::Black };
        let stamped = Stamped { at: Time(7), event, keyed: keyed() };
        let stored = Row::new(&stamped).unwrap().event;
        let body = r#"{"key":"Rk3mZ0qP","by":"black","event":{"draw_offered":{"by":"black"}}}"#;
        assert_eq!(stored.body, body);
        assert_eq!(decode(game, 3, stored.at, &stored.body), Ok(stamped));
        for bad in [
            r#"{"key":"","by":"black","event":{"draw_offered":{"by":"black"}}}"#,
            r#"{"key":"a","event":{"draw_offered":{"by":"black"}}}"#,
            r#"{"key":"a","by":"black","event":{"draw_offered":{"by":"black"}},"more":1}"#,
        ] {
            assert!(decode(game, 3, 7, bad).is_err(), "{bad}");
        }
    }
}
