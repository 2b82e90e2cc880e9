// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of challenges.

use tabiya_store::{Store, conformance::challenges};

use super::{Sqlite, over_both};

over_both!(challenges: Store, store => Store::new(store));
tabiya_store::challenges_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_challenges_break_a_law() {
    for fault in challenges::Fault::ALL {
        let broken = challenges::broken(|| any(challenges::Wrong::new(Sqlite::new(), fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
