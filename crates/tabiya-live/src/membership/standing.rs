// SPDX-License-Identifier: AGPL-3.0-or-later
//! How a node stands among the others, for whoever asks whether it takes part.

use std::sync::Arc;

use tabiya_store::{DatabaseChange, Incarnation, Node, Nodes, StorageError};
use tokio::sync::watch;

use super::pulse::Pulse;
use crate::owned::Owned;

/// How a node stands among the others. Cheap to clone.
#[derive(Clone)]
pub struct Standing {
    pulse: watch::Receiver<Pulse>,
    owned: Owned,
    nodes: Arc<dyn Nodes>,
}

impl Standing {
    pub(super) fn new(pulse: watch::Receiver<Pulse>, owned: Owned, nodes: Arc<dyn Nodes>) -> Self {
        Self { pulse, owned, nodes }
    }

    /// Which of all lives of nodes this is.
    pub fn me(&self) -> Incarnation {
        self.pulse.borrow().me
    }

    /// All nodes, as the database knows them.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn all(&self) -> Result<Vec<Node>, StorageError> {
        self.nodes.nodes().await
    }

    /// When another copy of the data has begun to answer, the last time; `None` if that was never noticed.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn last_change(&self) -> Result<Option<DatabaseChange>, StorageError> {
        self.nodes.last_change().await
    }

    /// Whether an operator has asked the node to give its games to others.
    pub fn drains(&self) -> bool {
        self.pulse.borrow().draining
    }

    /// Whether the node has a lease, without which it may not act.
    pub fn has_lease(&self) -> bool {
        self.owned.may_act()
    }
}
