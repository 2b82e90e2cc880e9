// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of access tokens.

use tabiya_store::{Store, conformance::access_tokens};

use super::{Sqlite, over_both};

over_both!(access_tokens: Store, store => Store::new(store));
tabiya_store::access_tokens_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_access_tokens_break_a_law() {
    for fault in access_tokens::Fault::ALL {
        let broken = access_tokens::broken(|| any(access_tokens::Wrong::new(Sqlite::new(), fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
