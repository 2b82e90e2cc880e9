// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of analyses.

use std::sync::Arc;

use tabiya_store::{Analyses, conformance::analyses};

use super::{Sqlite, over_both};

over_both!(analyses: Arc<dyn Analyses>, store => Arc::new(store));
tabiya_store::analyses_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_analyses_break_a_law() {
    for fault in analyses::Fault::ALL {
        let broken = analyses::broken(|| any(analyses::Wrong::new(Sqlite::new(), fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
