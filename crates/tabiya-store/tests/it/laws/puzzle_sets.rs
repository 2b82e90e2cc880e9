// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of sets of puzzles.

use std::sync::Arc;

use tabiya_store::{PuzzleSets, Puzzles, conformance::puzzle_sets};

use super::{Sqlite, over_both};

over_both!(puzzle_sets: (Arc<dyn PuzzleSets>, Arc<dyn Puzzles>), store => {
    let store = Arc::new(store);
    (store.clone(), store)
});
tabiya_store::puzzle_sets_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_sets_of_puzzles_break_a_law() {
    for fault in puzzle_sets::Fault::ALL {
        let broken = puzzle_sets::broken(|| any(puzzle_sets::Wrong::new(Sqlite::new(), fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
