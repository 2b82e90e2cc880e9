// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of the archive.

use tabiya_store::{Store, conformance::archive};

use super::{Sqlite, over_both};

over_both!(archive: Store, store => Store::new(store));
tabiya_store::archive_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_wrong_archive_breaks_a_law() {
    for fault in archive::Fault::ALL {
        let broken = archive::broken(|| any(archive::Wrong::new(Sqlite::new(), fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
