// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of notices.

use tabiya_store::{Store, conformance::notices};

use super::{Sqlite, over_both};

over_both!(notices: Store, store => Store::new(store));
tabiya_store::notices_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_notices_break_a_law() {
    for fault in notices::Fault::ALL {
        let broken = notices::broken(|| any(notices::Wrong::new(Sqlite::new(), fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
