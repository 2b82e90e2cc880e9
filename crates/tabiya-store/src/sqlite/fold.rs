// SPDX-License-Identifier: AGPL-3.0-or-later
//! Keeping the journal short: records are made of games that have ended, and the journal's beginning is deleted as far
//! as nobody needs it.
//!
//! One step is a small transaction of its own between two batches, so it holds nobody up for more than a millisecond
//! or two. Rows are deleted from the beginning only: a game's rows lie scattered among those of all others, so deleting
//! them one game at a time would write a page for each. A game that goes on for long would thus keep everything behind
//! its first row; where that grows out of proportion, what it has so far is put into a record too.

use rusqlite::{Connection, params};
use tabiya_game::GameId;

use super::{
    heads::{Head, Heads},
    log,
    record::Packer,
};
use crate::StorageError;

/// How many games are recorded in one step.
const GAMES: usize = 8;
/// How many rows are deleted in one step: more than so many games bring.
const ROWS: i64 = 1_024;
/// The journal may have so many rows in any case ...
const SPAN: u64 = 100_000;
/// ... or so many for each that is needed.
const SPAN_PER_NEEDED: u64 = 4;

/// Whether there is something to do when nothing else is.
pub(super) fn is_due(heads: &Heads) -> bool {
    !heads.ended(1).is_empty() || heads.first_needed() > heads.first_entry || !held_up(heads, 1).is_empty()
}

/// Whether so much has gathered that it should not wait for a pause.
pub(super) fn is_urgent(heads: &Heads) -> bool {
    heads.ended(GAMES).len() == GAMES || heads.first_needed() - heads.first_entry > 4 * ROWS
}

/// Games that go on and hold up the journal.
fn held_up(heads: &Heads, most: usize) -> Vec<GameId> {
    let allowed = SPAN.max(SPAN_PER_NEEDED * heads.needed_rows());
    if heads.span() > allowed { heads.oldest(most) } else { Vec::new() }
}

/// What a step has done, to be taken over once it is committed.
pub(super) struct Step {
    recorded: Vec<(GameId, Head)>,
    unreadable: Vec<(GameId, StorageError)>,
    first_entry: i64,
}

/// Does a bounded part of what there is to do. Runs inside a transaction.
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
    // What this step has recorded is needed until it is committed; the next step deletes it.
    let end = heads.first_needed().min(heads.first_entry + ROWS);
    if end > heads.first_entry {
        connection.prepare_cached("DELETE FROM journal WHERE entry < ?1")?.execute([end])?;
        step.first_entry = end;
    }
    Ok(step)
}

impl Step {
    /// Takes over what was committed.
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
