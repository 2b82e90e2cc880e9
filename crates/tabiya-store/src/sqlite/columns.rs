// SPDX-License-Identifier: AGPL-3.0-or-later
//! What single columns of a row hold.

use rusqlite::Row;
use tabiya_game::GameId;

use crate::StorageError;

/// A number of events or of one event. One that is too large becomes the largest, which fits no game: it is that game's damage
/// and nobody else's.
pub(super) fn natural(row: &Row<'_>, at: usize) -> rusqlite::Result<u32> {
    Ok(u32::try_from(row.get::<_, i64>(at)?).unwrap_or(u32::MAX))
}

/// A game's id, in letters.
pub(super) fn game_id(row: &Row<'_>, column: usize) -> Result<GameId, StorageError> {
    let text = row.get_ref(column)?.as_str();
    let text = text.map_err(|error| StorageError::Damaged { detail: format!("a game's id: {error}") })?;
    text.parse().map_err(|error| StorageError::Damaged { detail: format!("{error}") })
}
