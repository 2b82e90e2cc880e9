// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of puzzles.

use std::sync::Arc;

use tabiya_store::{Puzzles, conformance::puzzles};

use super::{Sqlite, over_both};

over_both!(puzzles: Arc<dyn Puzzles>, store => Arc::new(store));
tabiya_store::puzzles_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_puzzles_break_a_law() {
    for fault in puzzles::Fault::ALL {
        let broken = puzzles::broken(|| any(puzzles::Wrong::new(Sqlite::new(), fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
