// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of the staff’s desk.

use tabiya_store::{Store, conformance::desk};

use super::{Sqlite, over_both};

over_both!(desk: Store, store => Store::new(store));
tabiya_store::desk_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_desk_breaks_a_law() {
    for fault in desk::Fault::ALL {
        let broken = desk::broken(|| any(desk::Wrong::new(Sqlite::new(), fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
