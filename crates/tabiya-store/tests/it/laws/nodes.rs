// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of nodes, over a server that is alone. `postgres/nodes.rs` has them over several nodes.

use std::sync::Arc;

use tabiya_store::{
    Nodes,
    conformance::{nodes, shared_nodes},
};

use super::Sqlite;

impl nodes::Fixture for Sqlite {
    async fn open(&self) -> Arc<dyn Nodes> {
        Arc::new(self.open())
    }
}

tabiya_store::nodes_tests!(Sqlite::new());

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_nodes_break_a_law() {
    assert_eq!(nodes::failing(|| nodes::Wrong::new(None)).await, [""; 0], "they are right otherwise");
    assert_eq!(shared_nodes::failing(|| nodes::Wrong::new(None)).await, [""; 0], "they are right otherwise");
    for fault in nodes::Fault::ALONE {
        let broken = nodes::broken(|| nodes::Wrong::new(Some(fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
    for fault in nodes::Fault::SHARED {
        let broken = shared_nodes::broken(|| nodes::Wrong::new(Some(fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
