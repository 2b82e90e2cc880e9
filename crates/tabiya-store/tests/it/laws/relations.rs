// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of relations between players.

use std::sync::Arc;

use tabiya_store::{Relations, conformance::relations};

use super::{Sqlite, over_both};

over_both!(relations: Arc<dyn Relations>, store => Arc::new(store));
tabiya_store::relations_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_relations_break_a_law() {
    for fault in relations::Fault::ALL {
        let broken = relations::broken(|| any(relations::Wrong::new(Sqlite::new(), fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
