// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of lessons of puzzles.

use std::sync::Arc;

use tabiya_store::{PuzzleLessons, Puzzles, conformance::puzzle_lessons};

use super::{Sqlite, over_both};

over_both!(puzzle_lessons: (Arc<dyn PuzzleLessons>, Arc<dyn Puzzles>), store => {
    let store = Arc::new(store);
    (store.clone(), store)
});
tabiya_store::puzzle_lessons_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_lessons_break_a_law() {
    for fault in puzzle_lessons::Fault::ALL {
        let failing = puzzle_lessons::failing(|| any(puzzle_lessons::Wrong::new(Sqlite::new(), fault))).await;
        assert!(!failing.is_empty(), "{fault:?}");
    }
}
