// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of imports.

use std::sync::Arc;

use tabiya_store::{Imports, conformance::imports};

use super::{Sqlite, over_both};

over_both!(imports: Arc<dyn Imports>, store => Arc::new(store));
tabiya_store::imports_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_imports_break_a_law() {
    for fault in imports::Fault::ALL {
        let broken = imports::broken(|| any(imports::Wrong::new(Sqlite::new(), fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
