// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of deadlines.

use std::sync::Arc;

use tabiya_store::{Deadlines, conformance::deadlines};

use super::{Sqlite, over_both};

over_both!(deadlines: Arc<dyn Deadlines>, store => Arc::new(store));
tabiya_store::deadlines_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_deadlines_break_a_law() {
    assert_eq!(
        deadlines::failing(|| any(deadlines::Wrong::new(None))).await,
        [""; 0],
        "they are right otherwise"
    );
    for fault in deadlines::Fault::ALL {
        let broken = deadlines::broken(|| any(deadlines::Wrong::new(Some(fault)))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
