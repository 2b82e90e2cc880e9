// SPDX-License-Identifier: AGPL-3.0-or-later
//! The head of each unfinished game's log: where it ends. The writer keeps the heads in memory, so that an
//! append needs no look-up. Readers use them to find the last event of a game.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use rusqlite::Connection;
use rusqlite::types::Type;
use tabiya_game::GameId;

use super::columns::{game_id, natural};
use crate::{StorageError, record};

/// The end of one game's log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// The game's number in the database.
    pub(super) game: i64,
    /// The number of the next event.
    pub(super) next_seq: u32,
    /// How many of its events are in the game's record. The others are in the journal.
    pub(super) recorded: u32,
    /// The first entry of the journal that is not in the record; `None` if all events are.
    pub(super) first_entry: Option<i64>,
    /// The last entry of the journal; `None` if all events are in the record.
    pub(super) last_entry: Option<i64>,
    /// How many of the events are moves. Not known for an ended game, where it is not needed.
    pub(super) half_moves: u32,
    /// Whether the game has ended, so that all its events belong in a record.
    pub(super) ended: bool,
}

/// All games with events that are not in a record, as of the last commit.
#[derive(Debug, Default)]
pub(super) struct Heads {
    games: HashMap<GameId, Head>,
    /// The same games by their first entry. The journal is needed from the first of these on.
    by_first_entry: BTreeMap<i64, GameId>,
    /// The ended games, in the order in which they ended.
    ended: VecDeque<GameId>,
    /// The games that can't be read and therefore stay in the journal.
    stuck: HashSet<GameId>,
    /// The first entry of a game with inconsistent rows. It and all entries after it stay.
    broken: Option<i64>,
    /// How many rows of the journal are needed.
    rows: u64,
    /// The first entry of the journal, rows that are no longer needed included.
    pub(super) first_entry: i64,
    /// The number of the next entry.
    pub(super) next_entry: i64,
}

impl Heads {
    /// Finds all heads in one pass over the journal.
    ///
    /// A game with inconsistent rows is left out: its log can't be continued, and reading it reports the
    /// reason.
    pub(super) fn read(connection: &Connection) -> Result<Self, StorageError> {
        let mut open = Self { first_entry: 1, next_entry: 1, ..Self::default() };
        let mut found = HashMap::new();
        let mut unfinished = connection.prepare(
            "SELECT number, id, events, 0, body FROM game LEFT JOIN record ON record.game = number
             WHERE ended_at IS NULL",
        )?;
        let mut rows = unfinished.query([])?;
        while let Some(row) = rows.next()? {
            found.insert(row.get(0)?, Found::new(row)?);
        }
        let mut finished = connection.prepare(
            "SELECT number, id, (SELECT events FROM record WHERE game = number), 1, NULL
             FROM game WHERE number = ?1 AND ended_at IS NOT NULL",
        )?;
        let mut journal = connection.prepare(
            "SELECT entry, game, seq, previous, CASE
                 WHEN substr(body, 1, 13) = '{\"move_played' THEN 1
                 WHEN substr(body, 1, 12) = '{\"taken_back' AND json_valid(body) THEN -json_extract(body, '$.taken_back.half_moves')
                 WHEN substr(body, 1, 10) = '{\"set_back' AND json_valid(body) THEN -json_extract(body, '$.set_back.half_moves')
                 WHEN substr(body, 1, 6) = '{\"key\"' AND json_valid(body) THEN
                     (json_type(body, '$.event.move_played') IS NOT NULL)
                     - coalesce(json_extract(body, '$.event.taken_back.half_moves'),
                         json_extract(body, '$.event.set_back.half_moves'), 0)
                 ELSE 0 END FROM journal
                 ORDER BY entry",
        )?;
        let mut rows = journal.query([])?;
        let mut first = None;
        while let Some(row) = rows.next()? {
            let (entry, game): (i64, i64) = (row.get(0)?, row.get(1)?);
            first.get_or_insert(entry);
            open.next_entry = entry.saturating_add(1);
            let known = match found.entry(game) {
                std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
                std::collections::hash_map::Entry::Vacant(place) => {
                    let mut rows = finished.query([game])?;
                    place.insert(rows.next()?.map(Found::new).transpose()?.flatten())
                }
            };
            match known {
                Some(known) => known.add(entry, natural(row, 2)?, row.get(3)?, row.get(4).unwrap_or(0)),
                // The row belongs to no known game, so it must be kept.
                None => open.broken = open.broken.or(Some(entry)),
            }
        }
        open.first_entry = first.unwrap_or(open.next_entry);
        let (mut found, broken): (Vec<_>, Vec<_>) = found.into_values().flatten().partition(|each| each.fits);
        let broken = broken.iter().filter_map(|each| each.head.first_entry);
        open.broken = broken.chain(open.broken).min();
        found.sort_unstable_by_key(|each| each.head.last_entry);
        for Found { id, head, .. } in found {
            // A game without events is as damaged as one with a gap.
            if head.next_seq > 0 {
                open.set(id, head);
            }
        }
        Ok(open)
    }

    pub(super) fn get(&self, id: GameId) -> Option<Head> {
        self.games.get(&id).copied()
    }

    /// Applies a committed change. A game whose events are all in its record is removed.
    pub(super) fn set(&mut self, id: GameId, head: Head) {
        let before = self.games.get(&id).copied();
        if let Some(before) = before {
            self.rows -= u64::from(before.next_seq - before.recorded);
        }
        let was = before.and_then(|before| before.first_entry);
        if was != head.first_entry {
            was.map(|entry| self.by_first_entry.remove(&entry));
            head.first_entry.map(|entry| self.by_first_entry.insert(entry, id));
        }
        if head.ended && head.recorded == head.next_seq {
            self.games.remove(&id);
            self.ended.retain(|other| *other != id);
            return;
        }
        self.rows += u64::from(head.next_seq - head.recorded);
        if head.ended && !before.is_some_and(|before| before.ended) {
            self.ended.push_back(id);
        }
        self.games.insert(id, head);
    }

    /// At most this many ended games that must be put into records, those that ended first first.
    pub(super) fn ended(&self, most: usize) -> Vec<GameId> {
        self.ended.iter().take(most).copied().collect()
    }

    /// At most this many games that can be read, those with the oldest rows first.
    pub(super) fn oldest(&self, most: usize) -> Vec<GameId> {
        self.by_first_entry.values().filter(|id| !self.stuck.contains(id)).take(most).copied().collect()
    }

    /// Leaves a game that can't be read in the journal.
    pub(super) fn leave(&mut self, id: GameId) {
        self.ended.retain(|other| *other != id);
        self.stuck.insert(id);
    }

    /// The first entry that must be kept.
    pub(super) fn first_needed(&self) -> i64 {
        let first = self.by_first_entry.first_key_value().map(|(&entry, _)| entry);
        first.into_iter().chain(self.broken).min().unwrap_or(self.next_entry)
    }

    /// How many rows the journal has, those that are no longer needed included. Missing entries are counted,
    /// too.
    pub(super) fn span(&self) -> u64 {
        self.next_entry.abs_diff(self.first_entry)
    }

    /// How many rows of the journal are needed.
    pub(super) const fn needed_rows(&self) -> u64 {
        self.rows
    }
}

/// A game during the pass over the journal.
struct Found {
    id: GameId,
    head: Head,
    fits: bool,
}

impl Found {
    /// The game of a row; `None` if its id is invalid, so that it can never be requested.
    fn new(row: &rusqlite::Row<'_>) -> Result<Option<Self>, StorageError> {
        let Ok(id) = game_id(row, 1) else { return Ok(None) };
        let recorded = if row.get_ref(2)?.data_type() == Type::Null { 0 } else { natural(row, 2)? };
        let head = Head {
            game: row.get(0)?,
            next_seq: recorded,
            recorded,
            first_entry: None,
            last_entry: None,
            half_moves: row.get_ref(4)?.as_blob_or_null().ok().flatten().map_or(0, recorded_moves),
            ended: row.get(3)?,
        };
        Ok(Some(Self { id, head, fits: recorded < u32::MAX }))
    }

    /// Adds a row of the journal.
    fn add(&mut self, entry: i64, seq: u32, previous: Option<i64>, half_moves: i32) {
        if seq >= self.head.recorded {
            self.fits &= seq == self.head.next_seq && previous == self.head.last_entry;
            self.head.first_entry.get_or_insert(entry);
            self.head.last_entry = Some(entry);
            self.head.next_seq = seq.saturating_add(1);
            self.head.half_moves = self.head.half_moves.saturating_add_signed(half_moves);
        }
    }
}

/// How many half-moves a record leaves. An invalid record is reported when the game is read.
fn recorded_moves(body: &[u8]) -> u32 {
    let events = record::unpack(body).unwrap_or_default();
    events.iter().fold(0, |moves: u32, event| moves.saturating_add_signed(event.half_moves()))
}
