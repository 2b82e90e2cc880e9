// SPDX-License-Identifier: AGPL-3.0-or-later
//! Nodes: the servers that are one site together. The store names them and counts their lives.

use tabiya_store::{Incarnation, NodeName};

/// Who has sent a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sender {
    /// The node.
    pub node: NodeName,
    /// Which of its lives: the one in which its program joined first. A node that was removed and joins again goes on sending
    /// under this number, because it goes on numbering its requests.
    pub incarnation: Incarnation,
}
