// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of organisers' lists of members.

use std::sync::Arc;

use tabiya_store::{Members, conformance::members};

use super::{Sqlite, over_both};

over_both!(members: Arc<dyn Members>, store => Arc::new(store));
tabiya_store::members_tests!(Sqlite::new());

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_lists_of_members_break_a_law() {
    for fault in members::Fault::ALL {
        let broken = members::broken(|| members::Wrong::new(Sqlite::new(), fault)).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
