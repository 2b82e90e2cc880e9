// SPDX-License-Identifier: AGPL-3.0-or-later
//! Everything that is written. Each function runs inside a transaction of the [`writer`](super::writer), the only one
//! that writes: what it looked up stays true until it has written.

use rusqlite::{Connection, OptionalExtension, params};
use tabiya_game::GameId;

use super::encode::Row;

/// What became of a write that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It stands in the log.
    Written,
    /// Another game has the id.
    Exists,
    /// There is no such game.
    UnknownGame,
    /// The log ends elsewhere.
    Conflict { next_seq: u32 },
}

/// Begins a game's log.
pub(super) fn create(connection: &Connection, id: GameId, rows: &[Row]) -> rusqlite::Result<Outcome> {
    if let Some(head) = head(connection, id)? {
        let same = begins_with(connection, head.game, rows)?;
        return Ok(if same { Outcome::Written } else { Outcome::Exists });
    }
    connection
        .prepare_cached("INSERT INTO game (id, created_at) VALUES (?1, ?2)")?
        .execute(params![id.as_str(), rows.first().map(|row| row.at)])?;
    insert(connection, connection.last_insert_rowid(), rows)?;
    Ok(Outcome::Written)
}

/// Adds to the end of a game's log, if it ends before `first_seq`.
pub(super) fn append(
    connection: &Connection,
    id: GameId,
    first_seq: u32,
    rows: &[Row],
) -> rusqlite::Result<Outcome> {
    let Some(Head { game, next_seq }) = head(connection, id)? else {
        return Ok(Outcome::UnknownGame);
    };
    if next_seq != first_seq {
        return Ok(Outcome::Conflict { next_seq });
    }
    insert(connection, game, rows)?;
    Ok(Outcome::Written)
}

/// Where a game's log ends.
struct Head {
    game: i64,
    next_seq: u32,
}

fn head(connection: &Connection, id: GameId) -> rusqlite::Result<Option<Head>> {
    connection
        .prepare_cached(
            "SELECT number, (SELECT coalesce(max(seq) + 1, 0) FROM event WHERE game = number)
             FROM game WHERE id = ?1",
        )?
        .query_row([id.as_str()], |row| Ok(Head { game: row.get(0)?, next_seq: row.get(1)? }))
        .optional()
}

fn insert(connection: &Connection, game: i64, rows: &[Row]) -> rusqlite::Result<()> {
    let mut event =
        connection.prepare_cached("INSERT INTO event (game, seq, at, body) VALUES (?1, ?2, ?3, ?4)")?;
    for row in rows {
        event.execute(params![game, row.seq, row.at, row.body])?;
        for player in &row.seated {
            connection
                .prepare_cached("INSERT INTO seat (player, game) VALUES (?1, ?2)")?
                .execute(params![player.as_bytes(), game])?;
        }
        if row.ends {
            connection
                .prepare_cached("UPDATE game SET ended_at = ?2 WHERE number = ?1")?
                .execute(params![game, row.at])?;
        }
    }
    Ok(())
}

/// Whether a log starts with just these rows.
fn begins_with(connection: &Connection, game: i64, rows: &[Row]) -> rusqlite::Result<bool> {
    let mut stored = connection.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM event WHERE (game, seq, at, body) = (?1, ?2, ?3, ?4))",
    )?;
    for row in rows {
        let same: bool = stored.query_row(params![game, row.seq, row.at, row.body], |row| row.get(0))?;
        if !same {
            return Ok(false);
        }
    }
    Ok(true)
}
