// SPDX-License-Identifier: AGPL-3.0-or-later
//! The conformance suites over SQLite and PostgreSQL, and over implementations that are wrong on purpose: a suite that lets
//! one of these pass is worth nothing. Each port has a file.

mod access_tokens;
mod accounts;
mod analyses;
mod archive;
mod bulk;
mod certificates;
mod challenges;
mod chat;
mod deadlines;
mod desk;
mod events;
mod fence;
mod game_log;
mod imports;
mod lines;
mod members;
mod nodes;
mod notices;
mod push;
mod puzzle_lessons;
mod puzzle_sets;
mod puzzles;
mod ratings;
mod relations;
mod tables;

#[cfg(unix)]
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use std::{ffi::OsString, fs, future::Future, pin::Pin, sync::LazyLock};

use tabiya_store::SqliteStore;
#[cfg(unix)]
use tabiya_store::{PostgresStore, conformance::postgres::Cluster};
use tempfile::TempDir;

/// A new database in a folder. It is a copy of one that was made once, because making all tables takes longer than most laws.
struct Sqlite(TempDir);

/// The files of a new database.
static NEW: LazyLock<Vec<(OsString, Vec<u8>)>> = LazyLock::new(|| {
    let folder = TempDir::new().unwrap();
    drop(SqliteStore::open(folder.path()).unwrap());
    let files = fs::read_dir(folder.path()).unwrap().map(Result::unwrap);
    files.map(|file| (file.file_name(), fs::read(file.path()).unwrap())).collect()
});

impl Sqlite {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let data = folder.path().join("data");
        fs::create_dir(&data).unwrap();
        for (name, bytes) in &*NEW {
            fs::write(data.join(name), bytes).unwrap();
        }
        Self(folder)
    }

    fn open(&self) -> SqliteStore {
        SqliteStore::open(self.0.path().join("data")).unwrap()
    }
}

/// A new database of a cluster, which is deleted after its law.
#[cfg(unix)]
struct Postgres {
    cluster: Arc<Cluster>,
    database: String,
    opened: AtomicUsize,
}

#[cfg(unix)]
impl Postgres {
    fn new(cluster: &Arc<Cluster>) -> Self {
        Self { cluster: Arc::clone(cluster), database: cluster.database(), opened: AtomicUsize::new(0) }
    }

    fn open(&self) -> impl Future<Output = PostgresStore> + Send {
        self.opened.fetch_add(1, Ordering::Relaxed);
        super::postgres::open(&self.cluster, &self.database)
    }
}

#[cfg(unix)]
impl Drop for Postgres {
    fn drop(&mut self) {
        self.cluster.give_back(&self.database);
    }
}

/// A fixture whatever is behind it. Each law is compiled for this one, and not again for each database and each wrong store.
struct Any<T>(Box<dyn Fn() -> Pin<Box<dyn Future<Output = T> + Send>> + Send + Sync>);

/// `over_both!(chat: Arc<dyn Chat>, store => Arc::new(store))` gives the suite `chat` what it opens, made of the store of each
/// database, and makes `any` and `hold_on_postgres`. The suite's own macro makes a test of each law over SQLite.
macro_rules! over_both {
    ($port:ident: $opened:ty, $store:ident => $made:expr) => {
        impl $port::Fixture for Sqlite {
            async fn open(&self) -> $opened {
                let $store = self.open();
                $made
            }
        }

        #[cfg(unix)]
        impl $port::Fixture for super::Postgres {
            async fn open(&self) -> $opened {
                let $store = self.open().await;
                $made
            }
        }

        impl $port::Fixture for super::Any<$opened> {
            fn open(&self) -> impl Future<Output = $opened> + Send {
                (self.0)()
            }
        }

        fn any(fixture: impl $port::Fixture + 'static) -> super::Any<$opened> {
            let fixture = std::sync::Arc::new(fixture);
            super::Any(Box::new(move || {
                let fixture = std::sync::Arc::clone(&fixture);
                Box::pin(async move { fixture.open().await })
            }))
        }

        #[cfg(unix)]
        pub(super) async fn hold_on_postgres(cluster: &std::sync::Arc<super::Cluster>) {
            assert_eq!($port::failing(|| any(super::Postgres::new(cluster))).await, [""; 0]);
        }
    };
}
use over_both;

/// Runs the suites of a bracket one after another, beside those of the other brackets.
#[cfg(unix)]
macro_rules! laws_hold {
    ($cluster:ident: $([$($port:ident)*])*) => {
        tokio::join!($(async {
            $($port::hold_on_postgres(&$cluster).await;)*
        }),*)
    };
}

/// On a cluster that speaks a language. Several suites run at the same time, because a law waits more than it computes.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_law_holds_on_postgresql() {
    let Some(cluster) = super::postgres::cluster_with_tables().await else { return };
    let order =
        cluster.sql("postgres", "SELECT string_agg(x, '' ORDER BY x) FROM unnest('{a,B,b,A}'::text[]) x");
    assert_ne!(order, "ABab", "this cluster speaks no language, so the laws of order prove nothing");
    laws_hold!(cluster:
        [game_log]
        [tables archive lines deadlines]
        [accounts relations ratings bulk]
        [desk access_tokens imports puzzles notices push certificates]
        [events members analyses puzzle_sets puzzle_lessons challenges chat]
    );
}
