// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of chats.

use std::sync::Arc;

use tabiya_store::{Chat, conformance::chat};

use super::{Sqlite, over_both};

over_both!(chat: Arc<dyn Chat>, store => Arc::new(store));
tabiya_store::chat_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_chats_break_a_law() {
    for fault in chat::Fault::ALL {
        let broken = chat::broken(|| any(chat::Wrong::new(Sqlite::new(), fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
