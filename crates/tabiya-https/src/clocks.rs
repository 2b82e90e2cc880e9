// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether a node can trust its own clock, by which it would take an order over that another node works on.

use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

use tabiya_store::{NodeName, Nodes, StorageError};
use tokio::time::Instant;

use crate::shared::time;

/// How far a clock may be from the database's, as for a node that joins.
const CLOCKS_DIFFER: u64 = 5_000;

/// The clocks of a site's nodes, as one of them knows them.
pub struct Clocks {
    nodes: Arc<dyn Nodes>,
    me: NodeName,
}

impl fmt::Debug for Clocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Clocks").field(&self.me).finish()
    }
}

impl Clocks {
    /// Those of all nodes, for the one of this name.
    pub fn new(nodes: Arc<dyn Nodes>, me: NodeName) -> Self {
        Self { nodes, me }
    }

    /// Whether this node's clock, which showed `read` at that instant, is wrong, while another node lives whose clock is right.
    ///
    /// # Errors
    /// If the storage fails.
    pub(crate) async fn is_mine_alone_wrong(
        &self,
        read: SystemTime,
        at: Instant,
    ) -> Result<bool, StorageError> {
        let asked = time(read + at.elapsed());
        let right = self.nodes.now().await?;
        // However long the question took: the answer is from between both.
        let answered = time(read + at.elapsed());
        let apart = asked.0.saturating_sub(right.0).max(right.0.saturating_sub(answered.0));
        if apart <= CLOCKS_DIFFER {
            return Ok(false);
        }
        let nodes = self.nodes.nodes().await?;
        Ok(nodes.iter().any(|node| node.name != self.me && node.lasts.is_some() && node.clock_ahead == 0))
    }
}
