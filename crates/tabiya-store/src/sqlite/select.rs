// SPDX-License-Identifier: AGPL-3.0-or-later
//! Everything that is read.

use rusqlite::Connection;
use tabiya_game::{GameId, Stamped};

use super::{columns::game_id, heads::Head, log};
use crate::{StorageError, UnfinishedGame, UnfinishedPage, event_row::decode_all};

/// A game's log in order. `head` is where it ended before this call.
pub(super) fn load(
    connection: &Connection,
    id: GameId,
    head: Option<Head>,
) -> Result<Option<Vec<Stamped>>, StorageError> {
    // One state for all that is read.
    let state = connection.unchecked_transaction()?;
    let Some(game) = log::number_of(&state, id)? else {
        return Ok(None);
    };
    let events = log::events(&state, (id, game), head)?;
    drop(state);
    decode_all(id, &events).map(Some)
}

/// A page of the games that have not ended, the oldest first, with their logs. `from` is the number after which the
/// page begins, and `head` says where a game's log ended before this call.
///
/// Each log is read along its chain. One pass over the journal for all games would be faster, but it would need all of
/// them in memory.
pub(super) fn unfinished(
    connection: &Connection,
    head: &dyn Fn(GameId) -> Option<Head>,
    from: u64,
    limit: u32,
) -> Result<UnfinishedPage, StorageError> {
    let mut statement = connection.prepare_cached(
        "SELECT number, id FROM game WHERE ended_at IS NULL AND number > ?1 ORDER BY number LIMIT ?2",
    )?;
    let mut rows = statement.query((i64::try_from(from).unwrap_or(i64::MAX), limit))?;
    let mut page = UnfinishedPage::default();
    let mut seen = 0;
    while let Some(row) = rows.next()? {
        seen += 1;
        let number: i64 = row.get(0)?;
        page.next = (seen == limit).then_some(number.unsigned_abs());
        let id = match game_id(row, 1) {
            Ok(id) => id,
            Err(error) => {
                tracing::error!(number, %error, "the game with this number can't be read; it is left as it is");
                continue;
            }
        };
        let log = match log::events(connection, (id, number), head(id)) {
            Ok(events) => decode_all(id, &events),
            Err(error @ StorageError::Unreadable { .. }) => Err(error),
            Err(error) => return Err(error),
        };
        page.games.push(UnfinishedGame { id, log });
    }
    if page.next.is_none() {
        // Most of these games are not looked at again for days.
        connection.execute_batch("PRAGMA shrink_memory")?;
    }
    Ok(page)
}
