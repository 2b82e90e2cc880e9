// SPDX-License-Identifier: AGPL-3.0-or-later
//! Everything that games write. Each function runs inside a transaction of the [`writer`](super::writer), the only one
//! that writes: what it knows of a game's end stays true until it has written.

use std::collections::HashMap;

use rusqlite::{Connection, params};
use tabiya_game::GameId;

use super::{
    driver,
    heads::{Head, Heads},
    log,
};
use crate::{FinishedGame, StorageError, event_row::Row};

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
    /// A statement of a change touched another number of rows than it had to.
    Missed { statement: usize, touched: u64 },
}

/// A transaction's view of the ends of all logs: as committed, and what it has written itself.
pub(super) struct Staged<'a> {
    committed: &'a Heads,
    changed: HashMap<GameId, Head>,
    next_entry: i64,
}

impl<'a> Staged<'a> {
    pub(super) fn new(committed: &'a Heads) -> Self {
        Self { committed, changed: HashMap::new(), next_entry: committed.next_entry }
    }

    fn head(&self, id: GameId) -> Option<Head> {
        self.changed.get(&id).copied().or_else(|| self.committed.get(id))
    }

    /// What to keep once the transaction is committed: the changed ends, and what the next row gets.
    pub(super) fn into_changes(self) -> (HashMap<GameId, Head>, i64) {
        (self.changed, self.next_entry)
    }
}

/// Begins a game's log.
pub(super) fn create(
    connection: &Connection,
    staged: &mut Staged<'_>,
    id: GameId,
    rows: &[Row],
) -> Result<Outcome, StorageError> {
    let created_at = rows.first().map(|row| row.event.at);
    let created = connection
        .prepare_cached("INSERT INTO game (id, created_at) VALUES (?1, ?2) ON CONFLICT (id) DO NOTHING")?
        .execute(params![id.as_str(), created_at])?;
    if created == 0 {
        let game = log::number_of(connection, id)?.ok_or(StorageError::Closed)?;
        let stored = log::events(connection, (id, game), staged.head(id))?;
        let same =
            stored.len() >= rows.len() && stored.iter().zip(rows).all(|(event, row)| *event == row.event);
        return Ok(if same { Outcome::Written } else { Outcome::Exists });
    }
    let head = Head {
        game: connection.last_insert_rowid(),
        next_seq: 0,
        recorded: 0,
        first_entry: None,
        last_entry: None,
        half_moves: 0,
        ended: false,
    };
    insert(connection, staged, (id, head), rows)?;
    Ok(Outcome::Written)
}

/// Stores a game that is over, as one record. The journal never has it, so nobody needs to know its end.
pub(super) fn keep(
    connection: &Connection,
    staged: &Staged<'_>,
    id: GameId,
    game: &FinishedGame,
) -> Result<Outcome, StorageError> {
    let created = connection
        .prepare_cached(
            "INSERT INTO game (id, created_at, ended_at) VALUES (?1, ?2, ?3) ON CONFLICT (id) DO NOTHING",
        )?
        .execute(params![id.as_str(), game.created_at, game.ended_at])?;
    if created == 0 {
        let number = log::number_of(connection, id)?.ok_or(StorageError::Closed)?;
        let stored = log::events(connection, (id, number), staged.head(id))?;
        return Ok(if stored == game.stored(id)? { Outcome::Written } else { Outcome::Exists });
    }
    let number = connection.last_insert_rowid();
    connection
        .prepare_cached("INSERT INTO record (game, events, body) VALUES (?1, ?2, ?3)")?
        .execute(params![number, game.events, game.body])?;
    for statement in game.statements(id) {
        driver::execute(connection, &statement)?;
    }
    Ok(Outcome::Written)
}

/// Adds to the end of a game's log, if it ends before `first_seq`.
pub(super) fn append(
    connection: &Connection,
    staged: &mut Staged<'_>,
    id: GameId,
    first_seq: u32,
    rows: &[Row],
) -> Result<Outcome, StorageError> {
    let Some(head) = staged.head(id) else {
        return without_head(connection, id);
    };
    // Also where the last event went by that ends the game: nothing follows it.
    if head.next_seq != first_seq || head.ended {
        return Ok(Outcome::Conflict { next_seq: head.next_seq });
    }
    insert(connection, staged, (id, head), rows)?;
    Ok(Outcome::Written)
}

/// Why nothing can be added to a game of which the writer knows no end.
fn without_head(connection: &Connection, id: GameId) -> Result<Outcome, StorageError> {
    let Some(game) = log::number_of(connection, id)? else {
        return Ok(Outcome::UnknownGame);
    };
    // A game with a damaged log is refused with what is wrong with it.
    let stored = log::events(connection, (id, game), None)?;
    Ok(Outcome::Conflict { next_seq: u32::try_from(stored.len()).expect("a game has fewer events") })
}

fn insert(
    connection: &Connection,
    staged: &mut Staged<'_>,
    (id, mut head): (GameId, Head),
    rows: &[Row],
) -> Result<(), StorageError> {
    let mut journal = connection.prepare_cached(
        "INSERT INTO journal (entry, game, seq, previous, at, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let mut entry = staged.next_entry;
    for row in rows {
        let event = &row.event;
        journal.execute(params![entry, head.game, head.next_seq, head.last_entry, event.at, event.body])?;
        head.first_entry.get_or_insert(entry);
        head.last_entry = Some(entry);
        head.next_seq += 1;
        entry += 1;
        head.half_moves = head.half_moves.saturating_add_signed(row.half_moves);
        for statement in row.step.iter().flat_map(|step| step.statements(id, head.half_moves)) {
            driver::execute(connection, &statement)?;
        }
        if row.ends {
            end(connection, head.game, event.at)?;
            head.ended = true;
        }
    }
    staged.changed.insert(id, head);
    staged.next_entry = entry;
    Ok(())
}

/// What the end of a game changes besides its log, in the transaction of the event that ends it.
fn end(connection: &Connection, game: i64, at: i64) -> Result<(), StorageError> {
    connection
        .prepare_cached("UPDATE game SET ended_at = ?2 WHERE number = ?1")?
        .execute(params![game, at])?;
    Ok(())
}
