// SPDX-License-Identifier: AGPL-3.0-or-later
//! A game that was over before it came here, such as one from elsewhere, packed as the log keeps it.
//!
//! A live game is stored event by event, and takes little room only after its end. Such a game would take, for a while or for
//! ever, ten times the room that it needs. So it is packed at once, by its caller: to pack a long game takes milliseconds, for
//! which nobody's move should wait.

use tabiya_game::{GameId, Stamped, Time};

use crate::{
    StorageError,
    event_row::{Row, StoredEvent, decode_all},
    record::{self, Packer},
    tables::{Statement, archive::Step},
};

/// What a game's rows in the lists take, and their entries in the indexes.
const ROWS: u64 = 512;

/// A whole log, from the game's creation to its end.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    pub(crate) created_at: i64,
    pub(crate) ended_at: i64,
    /// How many events it has.
    pub(crate) events: u32,
    pub(crate) half_moves: u32,
    /// All events as one record.
    pub(crate) body: Vec<u8>,
    /// What it means for the archive, each with the half-moves before it.
    steps: Vec<(Step, u32)>,
}

impl FinishedGame {
    /// Packs a log. Takes milliseconds for a long one.
    ///
    /// # Errors
    /// If it does not begin with the game's creation, or does not end with its end.
    pub fn pack(log: &[Stamped]) -> Result<Self, StorageError> {
        let failed = |detail: &str| StorageError::Failed { detail: detail.to_owned() };
        let rows = Row::all(log)?;
        let is_whole = Row::is_first(log) && rows.iter().position(|row| row.ends) == Some(log.len() - 1);
        let (Some(first), Some(last), true) = (rows.first(), rows.last(), is_whole) else {
            return Err(failed("a finished game's log begins with its creation and ends with its end"));
        };
        let (created_at, ended_at) = (first.event.at, last.event.at);
        let events = u32::try_from(rows.len()).map_err(|_| failed("a game has fewer events"))?;
        let (mut half_moves, mut steps, mut stored) = (0_u32, Vec::new(), Vec::with_capacity(rows.len()));
        for row in rows {
            half_moves = half_moves.saturating_add_signed(row.half_moves);
            steps.extend(row.step.map(|step| (step, half_moves)));
            stored.push(row.event);
        }
        let body = Packer::small().pack(&stored);
        Ok(Self { created_at, ended_at, events, half_moves, body, steps })
    }

    /// When it ended.
    #[must_use]
    pub fn ended_at(&self) -> Time {
        Time(u64::try_from(self.ended_at).unwrap_or_default())
    }

    /// How many bytes it takes in the database, about: its log, and its rows in the lists of games.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.body.len() as u64 + ROWS
    }

    /// The log.
    ///
    /// # Errors
    /// Never, unless this program packs and unpacks differently.
    pub fn log(&self, id: GameId) -> Result<Vec<Stamped>, StorageError> {
        decode_all(id, &self.stored(id)?)
    }

    pub(crate) fn stored(&self, id: GameId) -> Result<Vec<StoredEvent>, StorageError> {
        record::unpack_all(id, self.events, &self.body)
    }

    /// The number of [`statements`](Self::statements), about: a creation, a join and an end write three rows
    /// each.
    pub(crate) fn statement_count(&self) -> usize {
        3 * self.steps.len()
    }

    /// What it changes in the archive.
    pub(crate) fn statements(&self, id: GameId) -> impl Iterator<Item = Statement> {
        self.steps.iter().flat_map(move |(step, half_moves)| step.statements(id, *half_moves))
    }
}
