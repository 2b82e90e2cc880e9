// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of ratings.

use tabiya_store::{Store, conformance::ratings};

use super::{Sqlite, over_both};

over_both!(ratings: Store, store => Store::new(store));
tabiya_store::ratings_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_ratings_break_a_law() {
    for fault in ratings::Fault::ALL {
        let broken = ratings::broken(|| any(ratings::Wrong::new(Sqlite::new(), fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
