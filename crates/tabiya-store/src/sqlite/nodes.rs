// SPDX-License-Identifier: AGPL-3.0-or-later
//! The only server of a SQLite file owns everything: the folder's lock keeps others away. Nothing of it is stored.

use async_trait::async_trait;
use tabiya_game::Time;

use super::SqliteStore;
use crate::{
    Formats, Incarnation, Lease, NewNode, Node, NodeName, Nodes, Renewed, Slot, StorageError,
    nodes::{everything, wall_clock},
};

/// The only life of the only server.
const ONLY: Incarnation = Incarnation(0);

#[async_trait]
impl Nodes for SqliteStore {
    async fn join(&self, _: &NewNode) -> Result<Incarnation, StorageError> {
        Ok(ONLY)
    }

    async fn renew(&self, _: Incarnation) -> Result<Renewed, StorageError> {
        Ok(Renewed::Yes { draining: false })
    }

    async fn remove_expired(&self, _: Incarnation) -> Result<Vec<NodeName>, StorageError> {
        Ok(Vec::new())
    }

    async fn take(&self, _: Incarnation) -> Result<Vec<Lease>, StorageError> {
        Ok(Vec::new())
    }

    async fn leases(&self, _: Incarnation) -> Result<Vec<Lease>, StorageError> {
        Ok(everything())
    }

    async fn hand_over(
        &self,
        _: Incarnation,
        _: &[Lease],
        _: Incarnation,
    ) -> Result<Vec<Slot>, StorageError> {
        Ok(Vec::new())
    }

    async fn leave(&self, _: Incarnation) -> Result<(), StorageError> {
        Ok(())
    }

    async fn drain(&self, _: &NodeName, _: bool) -> Result<bool, StorageError> {
        Ok(false)
    }

    async fn note_clock(&self, _: Incarnation, _: i64) -> Result<(), StorageError> {
        Ok(())
    }

    async fn nodes(&self) -> Result<Vec<Node>, StorageError> {
        Ok(Vec::new())
    }

    fn format(&self) -> u32 {
        Formats::own().newest
    }

    async fn now(&self) -> Result<Time, StorageError> {
        Ok(wall_clock())
    }

    async fn owner(&self, _: Slot) -> Result<Option<NodeName>, StorageError> {
        Ok(None)
    }
}
