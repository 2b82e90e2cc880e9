// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of events.

use std::sync::Arc;

use tabiya_store::{Events, conformance::events};

use super::{Sqlite, over_both};

over_both!(events: Arc<dyn Events>, store => Arc::new(store));
tabiya_store::event_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_events_break_a_law() {
    for fault in events::Fault::ALL {
        let broken = events::broken(|| any(events::Wrong::new(Sqlite::new(), fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
