// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of the log of games.

use std::sync::Arc;

use tabiya_store::{GameLog, conformance::game_log};

use super::{Sqlite, over_both};

over_both!(game_log: Arc<dyn GameLog>, store => Arc::new(store));
tabiya_store::game_log_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_wrong_log_breaks_a_law() {
    assert_eq!(game_log::failing(|| any(game_log::Wrong::new(None))).await, [""; 0], "it is right otherwise");
    for fault in game_log::Fault::ALL {
        let broken = game_log::broken(|| any(game_log::Wrong::new(Some(fault)))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
