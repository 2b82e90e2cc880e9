// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of devices to which news are pushed.

use tabiya_store::{Store, conformance::push};

use super::{Sqlite, over_both};

over_both!(push: Store, store => Store::new(store));
tabiya_store::push_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_devices_break_a_law() {
    for fault in push::Fault::ALL {
        let broken = push::broken(|| any(push::Wrong::new(Sqlite::new(), fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
