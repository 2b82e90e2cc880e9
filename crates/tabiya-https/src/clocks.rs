// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether a node can trust its own clock, by which it would take an order over that another node works on.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tabiya_store::{Node, NodeName, Nodes, StorageError};
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

    /// The right time if this node's clock, which showed `read` at that instant, is wrong, while another node lives whose clock is right.
    ///
    /// # Errors
    /// If the storage fails.
    pub(crate) async fn right_if_mine_alone_is_wrong(
        &self,
        read: SystemTime,
        at: Instant,
    ) -> Result<Option<SystemTime>, StorageError> {
        let asked = time(read + at.elapsed());
        let right = self.nodes.now().await?;
        // However long the question took: the answer is from between both.
        let answered = time(read + at.elapsed());
        let apart = asked.0.saturating_sub(right.0).max(right.0.saturating_sub(answered.0));
        if apart <= CLOCKS_DIFFER {
            return Ok(None);
        }
        let nodes = self.nodes.nodes().await?;
        let is_right = |node: &Node| node.name != self.me && node.lasts.is_some() && node.clock_ahead == 0;
        Ok(nodes.iter().any(is_right).then(|| UNIX_EPOCH + Duration::from_millis(right.0)))
    }
}
