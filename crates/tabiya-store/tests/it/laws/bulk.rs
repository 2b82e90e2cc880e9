// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of rounds.

use std::sync::Arc;

use tabiya_store::{BulkPairings, conformance::bulk};

use super::{Sqlite, over_both};

over_both!(bulk: Arc<dyn BulkPairings>, store => Arc::new(store));
tabiya_store::bulk_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_rounds_break_a_law() {
    for fault in bulk::Fault::ALL {
        let broken = bulk::broken(|| any(bulk::Wrong::new(Sqlite::new(), fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
