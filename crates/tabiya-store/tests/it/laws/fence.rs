// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of the fence between nodes, over a log that is wrong on purpose. `postgres/nodes.rs` has them over PostgreSQL.

use tabiya_store::conformance::fence;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_with_a_wrong_fence_breaks_a_law() {
    assert_eq!(fence::failing(|| fence::Wrong::new(None)).await, [""; 0], "it is right otherwise");
    for fault in fence::Fault::ALL {
        let broken = fence::broken(|| fence::Wrong::new(Some(fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
