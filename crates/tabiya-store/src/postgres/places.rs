// SPDX-License-Identifier: AGPL-3.0-or-later
//! Connections for each kind of work: moves, edits, the background and reads have their own, so that none of
//! them waits for another.
//!
//! That no lane starves follows from it. Each has at least one connection that no other lane can take, and
//! its callers get it in the order in which they came.

use std::{
    ops::{Deref, DerefMut},
    time::Duration,
};

use deadpool_postgres::{Object, Pool};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::timeout,
};

use super::{PATIENCE, error};
use crate::{StorageError, lane::Lane};

/// How many moves are written at the same time.
const MOVES: usize = 8;
/// How many edits.
const EDITS: usize = 3;
/// How many writes of the background.
const BACKGROUND: usize = 1;
/// How many reads run at the same time.
const READS: usize = 4;
/// How many of what keeps a node's lease: no other work may make a renewal late.
const NODES: usize = 2;
/// How many connections there are at most.
pub(super) const ALL: usize = MOVES + EDITS + BACKGROUND + READS + NODES;

/// How long a write of the background waits for its connection: many may wait before it, and each of them
/// goes on.
const PATIENCE_IN_BACKGROUND: Duration = Duration::from_secs(60);

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    Write(Lane),
    Read,
    /// Leases of nodes and slots.
    Nodes,
}

/// The places of each kind of work.
pub(super) struct Places {
    moves: Semaphore,
    edits: Semaphore,
    background: Semaphore,
    reads: Semaphore,
    nodes: Semaphore,
}

impl Default for Places {
    fn default() -> Self {
        Self {
            moves: Semaphore::new(MOVES),
            edits: Semaphore::new(EDITS),
            background: Semaphore::new(BACKGROUND),
            reads: Semaphore::new(READS),
            nodes: Semaphore::new(NODES),
        }
    }
}

/// A connection in its place.
pub(super) struct Client<'a> {
    // Given back in this order, so that whoever gets the place finds a connection.
    connection: Object,
    _place: SemaphorePermit<'a>,
}

impl Deref for Client<'_> {
    type Target = Object;

    fn deref(&self) -> &Object {
        &self.connection
    }
}

impl DerefMut for Client<'_> {
    fn deref_mut(&mut self) -> &mut Object {
        &mut self.connection
    }
}

impl Places {
    fn of(&self, work: Work) -> &Semaphore {
        match work {
            Work::Write(Lane::Moves) => &self.moves,
            Work::Write(Lane::Edits) => &self.edits,
            Work::Write(Lane::Background) => &self.background,
            Work::Read => &self.reads,
            Work::Nodes => &self.nodes,
        }
    }

    /// A connection for this work. Waits for a place, but not for ever.
    pub(super) async fn client(&self, pool: &Pool, work: Work) -> Result<Client<'_>, StorageError> {
        let patience = match work {
            Work::Write(Lane::Background) => PATIENCE_IN_BACKGROUND,
            Work::Write(Lane::Moves | Lane::Edits) | Work::Read | Work::Nodes => PATIENCE,
        };
        let place =
            timeout(patience, self.of(work).acquire()).await.map_err(|_| error::no_place(patience))?;
        let place = place.map_err(|_| StorageError::Closed)?;
        Ok(Client { connection: pool.get().await.map_err(error::of_pool)?, _place: place })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_kind_of_work_takes_the_places_of_another() {
        let all = Lane::ALL.map(Work::Write).into_iter().chain([Work::Read, Work::Nodes]);
        let (places, mut taken) = (Places::default(), Vec::new());
        for work in all {
            let before = taken.len();
            while let Ok(place) = places.of(work).try_acquire() {
                taken.push(place);
            }
            assert!(taken.len() > before, "{work:?} finds a place however many the others have taken");
        }
        assert_eq!(taken.len(), ALL, "and each place has a connection");
    }
}
