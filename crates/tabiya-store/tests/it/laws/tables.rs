// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of the drivers of the tables.

use std::sync::Arc;

#[cfg(unix)]
use tabiya_store::tables::POSTGRES;
use tabiya_store::{
    conformance::tables,
    tables::{Database, SQLITE, Words},
};

use super::Sqlite;
#[cfg(unix)]
use super::{Cluster, Postgres};

impl tables::Fixture for Sqlite {
    async fn open(&self) -> Arc<dyn Database> {
        Arc::new(self.open())
    }

    fn words(&self) -> Words {
        SQLITE
    }
}

#[cfg(unix)]
impl tables::Fixture for Postgres {
    async fn open(&self) -> Arc<dyn Database> {
        Arc::new(self.open().await)
    }

    fn words(&self) -> Words {
        POSTGRES
    }
}

tabiya_store::tables_tests!(Sqlite::new());

#[cfg(unix)]
pub(super) async fn hold_on_postgres(cluster: &Arc<Cluster>) {
    assert_eq!(tables::failing(|| Postgres::new(cluster)).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_wrong_driver_breaks_a_law() {
    for fault in tables::Fault::ALL {
        let broken = tables::broken(|| tables::Wrong::new(Sqlite::new(), fault)).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}
