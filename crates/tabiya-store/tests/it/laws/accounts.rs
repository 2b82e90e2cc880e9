// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of accounts.

use tabiya_store::{Store, conformance::accounts};

use super::{Sqlite, over_both};

over_both!(accounts: Store, store => Store::new(store));
tabiya_store::accounts_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_accounts_break_a_law() {
    let right = accounts::failing(|| any(accounts::Wrong::new(Sqlite::new(), None))).await;
    assert_eq!(right, [""; 0], "they are right otherwise");
    for fault in accounts::Fault::ALL {
        let broken = accounts::broken(|| any(accounts::Wrong::new(Sqlite::new(), Some(fault)))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
