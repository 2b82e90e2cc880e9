// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of conditional moves.

use std::sync::Arc;

use tabiya_store::{Lines, conformance::lines, tables::Database};

use super::{Sqlite, over_both};

over_both!(lines: (Arc<dyn Lines>, Arc<dyn Database>), store => {
    let store = Arc::new(store);
    (store.clone(), store)
});
tabiya_store::lines_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_lines_break_a_law() {
    for fault in lines::Fault::ALL {
        let broken = lines::broken(|| any(lines::Wrong::new(Sqlite::new(), fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
