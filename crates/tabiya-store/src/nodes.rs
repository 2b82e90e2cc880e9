// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which servers share a database, and which of them owns which games.
//!
//! A server that takes part is a node. It has a lease, which it renews twice a second. A [slot](Slot) is owned by a node;
//! the slot's epoch rises with each change of the owner, and each write names the epoch under which its writer owns the
//! game (see [`GameLog::append_under`](crate::GameLog::append_under)). When a node's lease has ended, another node removes
//! it and takes its slots. The database's clock alone decides when that is.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use tabiya_game::Time;

use crate::{DatabaseChange, DatabaseSource, Epoch, Formats, Lease, NodeName, Slot, StorageError};

/// How long a node's lease lasts after a renewal.
pub const LEASE: Duration = Duration::from_millis(1_500);
/// At most so many slots are taken at once, so that several nodes share those of one that has gone.
pub const MOST_AT_ONCE: u32 = 64;

/// The nodes that share a database, and the slots that they own.
///
/// Laws, which the `conformance` suite tests:
/// - A slot has one owner at most, and its epoch rises with each change of the owner.
/// - A node that was removed owns nothing, renews nothing and takes nothing: it must join again, as another
///   [`Incarnation`].
/// - Only a node that has renewed in time for the length of a lease removes others: never less than a third of a lease before it
///   ended. So nobody is removed because the database was away.
/// - Whoever joins knows the format in which the site [writes](Self::format). A node that is the first one writes in its newest.
/// - That format rises only when all nodes know the next one, and then [`take`](Self::take) raises it.
/// - [`take`](Self::take) never gives a node more than its share.
///
/// A store that one server has for itself owns everything from the start: it has no rows, and its epoch is
/// [`Epoch::SOLE`].
#[async_trait]
pub trait Nodes: Send + Sync + 'static {
    /// Adds a node. A node of the same name is removed: whoever calls this has made sure that it does not run.
    ///
    /// # Errors
    /// If the site writes in a format that does not fit the node's ([`StorageError::OtherVersion`]), or the storage fails.
    async fn join(&self, node: &NewNode) -> Result<Incarnation, StorageError>;

    /// Renews the lease of a node. A lease that has ended can be renewed as long as nobody has removed the node.
    ///
    /// # Errors
    /// If the storage fails; then the lease may have been renewed.
    async fn renew(&self, node: Incarnation) -> Result<Renewed, StorageError>;

    /// Removes the nodes whose leases have ended, and returns their names. It removes none unless the caller has renewed in
    /// time for the length of a lease.
    ///
    /// # Errors
    /// If the storage fails.
    async fn remove_expired(&self, by: Incarnation) -> Result<Vec<NodeName>, StorageError>;

    /// Takes slots that nobody owns, at most [`MOST_AT_ONCE`] and never more than what is missing in the node's share. Before that the
    /// site's format rises to the newest that all nodes know.
    ///
    /// # Errors
    /// If the storage fails; then some may have been taken, which [`leases`](Self::leases) tells.
    async fn take(&self, node: Incarnation) -> Result<Vec<Lease>, StorageError>;

    /// What a node owns, by the numbers of the slots.
    ///
    /// # Errors
    /// If the storage fails.
    async fn leases(&self, node: Incarnation) -> Result<Vec<Lease>, StorageError>;

    /// Gives slots to another node. Returns those that it has got: none of those that the giver did not own under this
    /// epoch, and none if there is no such node.
    ///
    /// # Errors
    /// If the storage fails; then some may have been given.
    async fn hand_over(
        &self,
        from: Incarnation,
        leases: &[Lease],
        to: Incarnation,
    ) -> Result<Vec<Slot>, StorageError>;

    /// Removes a node that stops. Others can take its slots at once.
    ///
    /// # Errors
    /// If the storage fails.
    async fn leave(&self, node: Incarnation) -> Result<(), StorageError>;

    /// Asks a node to give everything that it owns to others, or takes that back. Returns whether there is such a node.
    ///
    /// # Errors
    /// If the storage fails.
    async fn drain(&self, name: &NodeName, draining: bool) -> Result<bool, StorageError>;

    /// Notes by how many whole seconds the wall clock of a node's machine is ahead of [`now`](Self::now): below 0 where it is behind,
    /// 0 where it is right. A node that joins has noted 0.
    ///
    /// # Errors
    /// If the storage fails.
    async fn note_clock(&self, node: Incarnation, ahead: i64) -> Result<(), StorageError>;

    /// All nodes, by their names.
    ///
    /// # Errors
    /// If the storage fails.
    async fn nodes(&self) -> Result<Vec<Node>, StorageError>;

    /// In which [format](Formats) the site writes, as far as this store has heard: it never falls, so what is read here may be too
    /// low and never too high. Nothing that only a newer format has may be written before.
    fn format(&self) -> u32;

    /// Which database has answered the last time when somebody [joined](Self::join) or [renewed](Self::renew). `None` in a store
    /// that no other server has copies of.
    fn source(&self) -> Option<DatabaseSource> {
        None
    }

    /// Whether an event's number says which event it is. For a day after another copy of the database has begun to answer it does
    /// not: that copy may have given the number to another event. The same after [`note_set_back`](Self::note_set_back).
    fn numbers_hold(&self) -> bool {
        true
    }

    /// Notes that a node has found that the database lacks events of so many games, which people had been told. All nodes hear of it
    /// with their next renewals.
    ///
    /// # Errors
    /// If the storage fails.
    async fn note_set_back(&self, by: &NodeName, games: u32) -> Result<(), StorageError> {
        let _ = (by, games);
        Ok(())
    }

    /// When another copy of the data has begun to answer, the last time; `None` if that was never noticed.
    ///
    /// # Errors
    /// If the storage fails.
    async fn last_change(&self) -> Result<Option<DatabaseChange>, StorageError> {
        Ok(None)
    }

    /// Now, by the clock that decides when a lease ends.
    ///
    /// # Errors
    /// If the storage fails.
    async fn now(&self) -> Result<Time, StorageError>;

    /// The node that owns a slot; `None` if nobody does.
    ///
    /// # Errors
    /// If the storage fails.
    async fn owner(&self, slot: Slot) -> Result<Option<NodeName>, StorageError>;
}

/// One life of a node: a number that no other life has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Incarnation(pub i64);

/// A node that joins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewNode {
    /// Its name.
    pub name: NodeName,
    /// Where it listens, in words for people.
    pub address: String,
    /// The version of its program.
    pub version: String,
    /// The formats that its program knows.
    pub formats: Formats,
}

/// What came of a renewal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewed {
    /// The lease lasts again.
    Yes {
        /// Whether an operator has asked the node to give everything to others.
        draining: bool,
    },
    /// The node was removed.
    Gone,
}

/// A node as an operator sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its name.
    pub name: NodeName,
    /// Which of its lives.
    pub incarnation: Incarnation,
    /// Where it listens, in words for people.
    pub address: String,
    /// The version of its program.
    pub version: String,
    /// When it joined, by the database's clock.
    pub joined: Time,
    /// How long its lease still lasts; `None` if it has ended.
    pub lasts: Option<Duration>,
    /// Whether it gives everything to others.
    pub draining: bool,
    /// How many slots it owns.
    pub slots: u32,
    /// By how many whole seconds the wall clock of its machine is ahead of the database's: below 0 where it is behind, 0 where it is
    /// right.
    pub clock_ahead: i64,
}

/// The wall clock of this machine, for stores that no other machine shares.
pub(crate) fn wall_clock() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// What the only server of a store owns: everything.
pub(crate) fn everything() -> Vec<Lease> {
    Slot::all().map(|slot| Lease { slot, epoch: Epoch::SOLE }).collect()
}
