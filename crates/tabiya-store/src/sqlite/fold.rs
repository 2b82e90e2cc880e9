// SPDX-License-Identifier: AGPL-3.0-or-later
//! Keeps the journal short. Ended games are packed into records, and the journal is deleted from its
//! beginning, up to the first row that is still needed.
//!
//! One step is a small transaction between two batches, so it delays other writes by only a millisecond or
//! two. Rows are deleted only from the beginning of the journal: a game's rows are scattered among those of
//! all other games, so deleting the rows of one game would write a page for each. A game that lasts long
//! would therefore keep everything after its first row. If that becomes too much, its events so far are put
//! into a record, too.

use rusqlite::{Connection, params};
use tabiya_game::GameId;

use super::{
    heads::{Head, Heads},
    log,
};
use crate::{StorageError, record::Packer};

/// How many games are packed into records in one step.
const GAMES: usize = 8;
/// The maximum number of rows deleted in one step. It is more than the games of one step have.
const ROWS: i64 = 1_024;
/// The journal may always have this many rows ...
const SPAN: u64 = 100_000;
/// ... or this many for each row that is needed.
const SPAN_PER_NEEDED: u64 = 4;

/// Whether there is work to do when the writer is idle.
pub(super) fn is_due(heads: &Heads) -> bool {
    !heads.ended(1).is_empty() || heads.first_needed() > heads.first_entry || !held_up(heads, 1).is_empty()
}

/// Whether there is so much work that it must not wait until the writer is idle.
pub(super) fn is_urgent(heads: &Heads) -> bool {
    heads.ended(GAMES).len() == GAMES || heads.first_needed() - heads.first_entry > 4 * ROWS
}

/// Unfinished games that keep the journal long.
fn held_up(heads: &Heads, most: usize) -> Vec<GameId> {
    let allowed = SPAN.max(SPAN_PER_NEEDED * heads.needed_rows());
    if heads.span() > allowed { heads.oldest(most) } else { Vec::new() }
}

/// The result of a step, which is applied after its commit.
pub(super) struct Step {
    recorded: Vec<(GameId, Head)>,
    unreadable: Vec<(GameId, StorageError)>,
    first_entry: i64,
}

/// Does a bounded part of the work. Runs inside a transaction.
pub(super) fn step(
    connection: &Connection,
    packer: &mut Packer,
    heads: &Heads,
) -> Result<Step, StorageError> {
    let mut step = Step { recorded: Vec::new(), unreadable: Vec::new(), first_entry: heads.first_entry };
    let mut games = heads.ended(GAMES);
    if games.is_empty() {
        games = held_up(heads, GAMES);
    }
    for id in games {
        let Some(head) = heads.get(id) else { continue };
        match log::events(connection, (id, head.game), Some(head)) {
            Ok(events) => {
                connection
                    .prepare_cached("INSERT OR REPLACE INTO record (game, events, body) VALUES (?1, ?2, ?3)")?
                    .execute(params![head.game, head.next_seq, packer.pack(&events)])?;
                let recorded = Head { recorded: head.next_seq, first_entry: None, last_entry: None, ..head };
                step.recorded.push((id, recorded));
            }
            Err(error @ StorageError::Unreadable { .. }) => step.unreadable.push((id, error)),
            Err(error) => return Err(error),
        }
    }
    // What this step puts into records is needed until it is committed. The next step deletes it.
    let end = heads.first_needed().min(heads.first_entry + ROWS);
    if end > heads.first_entry {
        connection.prepare_cached("DELETE FROM journal WHERE entry < ?1")?.execute([end])?;
        step.first_entry = end;
    }
    Ok(step)
}

impl Step {
    /// Applies the result after the commit.
    pub(super) fn done(self, heads: &mut Heads) {
        for (id, head) in self.recorded {
            heads.set(id, head);
        }
        for (id, error) in self.unreadable {
            tracing::error!(%id, %error, "this game can't be put into a record; it is left as it is");
            heads.leave(id);
        }
        heads.first_entry = self.first_entry;
    }
}
