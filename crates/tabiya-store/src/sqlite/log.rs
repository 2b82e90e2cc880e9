// SPDX-License-Identifier: AGPL-3.0-or-later
//! Reads one game's events: the first ones from its record, the others from the journal.

use rusqlite::{Connection, OptionalExtension, Row};
use tabiya_game::GameId;

use super::{columns::natural, heads::Head};
use crate::{StorageError, event_row::StoredEvent, record::unpack_all};

/// The number of a game in the database.
pub(super) fn number_of(connection: &Connection, id: GameId) -> Result<Option<i64>, StorageError> {
    Ok(connection
        .prepare_cached("SELECT number FROM game WHERE id = ?1")?
        .query_row([id.as_str()], |row| row.get(0))
        .optional()?)
}

/// The events of a game whose log ends at `head`. Without a head the whole game is in its record.
///
/// The head may be slightly older than the state that the connection sees, but not newer. Events that were
/// moved into the record since then are found.
pub(super) fn events(
    connection: &Connection,
    (id, game): (GameId, i64),
    head: Option<Head>,
) -> Result<Vec<StoredEvent>, StorageError> {
    let mut events = recorded(connection, (id, game))?.unwrap_or_default();
    let (next_seq, last_entry) = match head {
        Some(head) => (head.next_seq, head.last_entry),
        None if events.is_empty() => return scattered(connection, (id, game)),
        None => return Ok(events),
    };
    let first = u32::try_from(events.len()).expect("a game has fewer events");
    let unreadable =
        |seq, detail: &str| StorageError::Unreadable { game: id, seq, detail: detail.to_owned() };
    let mut row =
        connection.prepare_cached("SELECT game, seq, previous, at, body FROM journal WHERE entry = ?1")?;
    let mut newest_first = Vec::new();
    let mut entry = last_entry;
    for seq in (first..next_seq).rev() {
        let missing = || unreadable(seq, "it is missing");
        let (found, previous, event) = row
            .query_row([entry.ok_or_else(missing)?], |row| {
                Ok(((row.get::<_, i64>(0)?, natural(row, 1)?), row.get(2)?, event((id, seq), row, 3)))
            })
            .optional()?
            .ok_or_else(missing)?;
        if found != (game, seq) {
            return Err(unreadable(seq, "another one stands in its place"));
        }
        newest_first.push(event?);
        entry = previous;
    }
    events.extend(newest_first.into_iter().rev());
    Ok(events)
}

/// The event in a row whose column `at` has its time and the next column its body. A damaged row concerns one
/// game, so the error names the game.
pub(super) fn event(
    (game, seq): (GameId, u32),
    row: &Row<'_>,
    at: usize,
) -> Result<StoredEvent, StorageError> {
    let unreadable = |detail: String| StorageError::Unreadable { game, seq, detail };
    let body = row.get_ref(at + 1)?.as_str().map_err(|error| unreadable(error.to_string()))?;
    Ok(StoredEvent { at: row.get(at).map_err(|error| unreadable(error.to_string()))?, body: body.to_owned() })
}

/// The events in a game's record; `None` if it has no record.
pub(super) fn recorded(
    connection: &Connection,
    (id, game): (GameId, i64),
) -> Result<Option<Vec<StoredEvent>>, StorageError> {
    connection
        .prepare_cached("SELECT events, body FROM record WHERE game = ?1")?
        .query_row([game], |row| Ok((natural(row, 0)?, row.get::<_, Vec<u8>>(1)?)))
        .optional()?
        .map(|(count, body)| unpack_all(id, count, &body))
        .transpose()
}

/// The events of a game without a head, from a pass over the whole journal. Such a game has a damaged log,
/// and the error says where; or it is being created at this moment.
fn scattered(connection: &Connection, (id, game): (GameId, i64)) -> Result<Vec<StoredEvent>, StorageError> {
    let mut rows =
        connection.prepare_cached("SELECT seq, at, body FROM journal WHERE game = ?1 ORDER BY seq, entry")?;
    let mut rows = rows.query([game])?;
    let mut events = Vec::new();
    let expected = |events: &Vec<_>| u32::try_from(events.len()).expect("a game has fewer events");
    while let Some(row) = rows.next()? {
        let (seq, found) = (expected(&events), natural(row, 0)?);
        if found != seq {
            let detail = format!("event {found} follows instead");
            return Err(StorageError::Unreadable { game: id, seq, detail });
        }
        events.push(event((id, seq), row, 1)?);
    }
    if events.is_empty() {
        return Err(StorageError::Unreadable { game: id, seq: 0, detail: "its log is empty".to_owned() });
    }
    Ok(events)
}
