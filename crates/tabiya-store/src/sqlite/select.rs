// SPDX-License-Identifier: AGPL-3.0-or-later
//! Everything that is read.

use rusqlite::{Connection, OptionalExtension, Row};
use tabiya_game::{GameId, PlayerId, Stamped, Time};

use super::encode::decode;
use crate::{GameEntry, StorageError};

/// A game's log in order.
pub(super) fn load(connection: &Connection, id: GameId) -> Result<Option<Vec<Stamped>>, StorageError> {
    let Some(number) = number_of(connection, id)? else {
        return Ok(None);
    };
    let mut statement =
        connection.prepare_cached("SELECT seq, at, body FROM event WHERE game = ?1 ORDER BY seq")?;
    let mut rows = statement.query([number])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        let expected = u32::try_from(events.len()).expect("a game has fewer events");
        let body = row.get_ref(2)?.as_str().map_err(rusqlite::Error::from)?;
        events.push(decode(id, expected, (row.get(0)?, row.get(1)?, body))?);
    }
    Ok(Some(events))
}

/// The row number of a game.
fn number_of(connection: &Connection, id: GameId) -> Result<Option<i64>, rusqlite::Error> {
    connection
        .prepare_cached("SELECT number FROM game WHERE id = ?1")?
        .query_row([id.as_str()], |row| row.get(0))
        .optional()
}

/// All games that have not ended, oldest first.
pub(super) fn unfinished(connection: &Connection) -> Result<Vec<GameId>, StorageError> {
    let mut statement =
        connection.prepare_cached("SELECT id FROM game WHERE ended_at IS NULL ORDER BY number")?;
    let mut rows = statement.query([])?;
    let mut games = Vec::new();
    while let Some(row) = rows.next()? {
        games.push(game_id(row, 0)?);
    }
    Ok(games)
}

/// A player's games, newest first.
pub(super) fn games_of(
    connection: &Connection,
    player: PlayerId,
    limit: u32,
) -> Result<Vec<GameEntry>, StorageError> {
    let mut statement = connection.prepare_cached(
        "SELECT game.id, game.created_at, game.ended_at FROM seat JOIN game ON game.number = seat.game
         WHERE seat.player = ?1 ORDER BY seat.game DESC LIMIT ?2",
    )?;
    let mut rows = statement.query((player.as_bytes(), limit))?;
    let mut games = Vec::new();
    while let Some(row) = rows.next()? {
        games.push(GameEntry {
            id: game_id(row, 0)?,
            created: Time(row.get::<_, i64>(1)?.unsigned_abs()),
            ended: row.get::<_, Option<i64>>(2)?.map(|at| Time(at.unsigned_abs())),
        });
    }
    Ok(games)
}

/// On how many games that go on the player sits.
pub(super) fn unfinished_count_of(connection: &Connection, player: PlayerId) -> Result<u32, StorageError> {
    Ok(connection
        .prepare_cached(
            "SELECT count(*) FROM seat JOIN game ON game.number = seat.game
             WHERE seat.player = ?1 AND game.ended_at IS NULL",
        )?
        .query_row([player.as_bytes()], |row| row.get(0))?)
}

fn game_id(row: &Row<'_>, column: usize) -> Result<GameId, StorageError> {
    let text = row.get_ref(column)?.as_str().map_err(rusqlite::Error::from)?;
    text.parse().map_err(|error| StorageError::Damaged { detail: format!("{error}") })
}
