// SPDX-License-Identifier: AGPL-3.0-or-later
//! The conformance suite over SQLite.

use std::sync::Arc;

use tabiya_store::{GameLog, SqliteStore, conformance::game_log::Fixture};
use tempfile::TempDir;

struct Sqlite(TempDir);

impl Sqlite {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }
}

impl Fixture for Sqlite {
    async fn open(&self) -> Arc<dyn GameLog> {
        Arc::new(SqliteStore::open(self.0.path().join("data")).unwrap())
    }
}

tabiya_store::game_log_tests!(Sqlite::new());
