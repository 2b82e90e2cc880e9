// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of certificates that nodes share.

use std::sync::Arc;

use tabiya_store::{Certificates, conformance::certificates};

use super::{Sqlite, over_both};

over_both!(certificates: Arc<dyn Certificates>, store => Arc::new(store));
tabiya_store::certificates_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_certificates_break_a_law() {
    for fault in certificates::Fault::ALL {
        let broken = certificates::broken(|| any(certificates::Wrong::new(Sqlite::new(), fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
