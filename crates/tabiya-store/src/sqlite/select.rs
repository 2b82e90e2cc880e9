// SPDX-License-Identifier: AGPL-3.0-or-later
//! Everything that is read.

use std::collections::HashMap;

use rusqlite::{Connection, Row};
use tabiya_game::{GameId, PlayerId, Stamped, Time};

use super::{heads::Head, log};
use crate::{
    GameEntry, StorageError, UnfinishedGame,
    event_row::{decode, decode_all},
};

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

/// All games that have not ended, oldest first, with their logs, in one pass over the journal.
pub(super) fn unfinished(connection: &Connection) -> Result<Vec<UnfinishedGame>, StorageError> {
    let state = connection.unchecked_transaction()?;
    unfinished_in(&state)
}

/// The same inside a transaction.
pub(super) fn unfinished_in(state: &Connection) -> Result<Vec<UnfinishedGame>, StorageError> {
    let mut statement = state.prepare_cached(
        "SELECT number, id, events, body FROM game LEFT JOIN record ON record.game = number
         WHERE ended_at IS NULL ORDER BY number",
    )?;
    let mut rows = statement.query([])?;
    let mut games = Vec::new();
    let mut places = HashMap::new();
    while let Some(row) = rows.next()? {
        let id = match game_id(row, 1) {
            Ok(id) => id,
            Err(error) => {
                let number: i64 = row.get(0)?;
                tracing::error!(number, %error, "the game with this number can't be read; it is left as it is");
                continue;
            }
        };
        let recorded = match row.get(2)? {
            Some(count) => {
                let body = row.get_ref(3)?.as_blob().map_err(rusqlite::Error::from)?;
                log::unpack(id, count, body).and_then(|events| decode_all(id, &events))
            }
            None => Ok(Vec::new()),
        };
        places.insert(row.get::<_, i64>(0)?, games.len());
        games.push(UnfinishedGame { id, log: recorded });
    }
    let mut statement = state.prepare_cached("SELECT game, seq, at, body FROM journal ORDER BY entry")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let Some(&place) = places.get(&row.get(0)?) else { continue };
        let UnfinishedGame { id, log } = &mut games[place];
        let Ok(events) = log else { continue };
        let (expected, seq) = (u32::try_from(events.len()).expect("a game has fewer events"), row.get(1)?);
        match seq {
            // It stands in the record.
            0.. if seq < expected => {}
            seq if seq == expected => match log::event((*id, seq), row, 2)
                .and_then(|event| decode(*id, seq, event.at, &event.body))
            {
                Ok(event) => events.push(event),
                Err(error) => *log = Err(error),
            },
            seq => {
                let detail = format!("event {seq} follows instead");
                *log = Err(StorageError::Unreadable { game: *id, seq: expected, detail });
            }
        }
    }
    for UnfinishedGame { id, log } in &mut games {
        if log.as_ref().is_ok_and(Vec::is_empty) {
            let detail = "its log is empty".to_owned();
            *log = Err(StorageError::Unreadable { game: *id, seq: 0, detail });
        }
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
        let Ok(id) = game_id(row, 0) else { continue };
        games.push(GameEntry {
            id,
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

pub(super) fn game_id(row: &Row<'_>, column: usize) -> Result<GameId, StorageError> {
    let text = row.get_ref(column)?.as_str();
    let text = text.map_err(|error| StorageError::Damaged { detail: format!("a game's id: {error}") })?;
    text.parse().map_err(|error| StorageError::Damaged { detail: format!("{error}") })
}
