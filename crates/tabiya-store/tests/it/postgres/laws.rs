// SPDX-License-Identifier: AGPL-3.0-or-later
//! The conformance suites over PostgreSQL, on a cluster that speaks a language. Each law has a database of its own, which
//! is deleted after it. Several suites run at the same time, because a law waits more than it computes.

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use tabiya_store::{
    Analyses, BulkPairings, Chat, Deadlines, Events, GameLog, Imports, Lines, Members, PostgresStore,
    PuzzleLessons, PuzzleSets, Puzzles, Relations, Store,
    conformance::{
        access_tokens, accounts, analyses, archive, bulk, challenges, chat, deadlines, desk, events,
        game_log, imports, lines, members, notices, postgres::Cluster, push, puzzle_lessons, puzzle_sets,
        puzzles, ratings, relations, tables,
    },
    tables::{Database, POSTGRES, Words},
};

use super::open;

struct Postgres {
    cluster: Arc<Cluster>,
    database: String,
    opened: AtomicUsize,
}

impl Postgres {
    fn new(cluster: &Arc<Cluster>) -> Self {
        Self { cluster: Arc::clone(cluster), database: cluster.database(), opened: AtomicUsize::new(0) }
    }

    fn open(&self) -> impl Future<Output = PostgresStore> + Send {
        self.opened.fetch_add(1, Ordering::Relaxed);
        open(&self.cluster, &self.database)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.cluster.give_back(&self.database);
    }
}

impl game_log::Fixture for Postgres {
    async fn open(&self) -> Arc<dyn GameLog> {
        Arc::new(self.open().await)
    }
}

impl archive::Fixture for Postgres {
    async fn open(&self) -> Store {
        Store::new(self.open().await)
    }
}

impl access_tokens::Fixture for Postgres {
    async fn open(&self) -> Store {
        Store::new(self.open().await)
    }
}

impl ratings::Fixture for Postgres {
    async fn open(&self) -> Store {
        Store::new(self.open().await)
    }
}

impl imports::Fixture for Postgres {
    async fn open(&self) -> Arc<dyn Imports> {
        Arc::new(self.open().await)
    }
}

impl events::Fixture for Postgres {
    async fn open(&self) -> Arc<dyn Events> {
        Arc::new(self.open().await)
    }
}

impl analyses::Fixture for Postgres {
    async fn open(&self) -> Arc<dyn Analyses> {
        Arc::new(self.open().await)
    }
}

impl lines::Fixture for Postgres {
    async fn open(&self) -> (Arc<dyn Lines>, Arc<dyn Database>) {
        let store = Arc::new(self.open().await);
        (store.clone(), store)
    }
}

impl bulk::Fixture for Postgres {
    async fn open(&self) -> Arc<dyn BulkPairings> {
        Arc::new(self.open().await)
    }
}

impl members::Fixture for Postgres {
    async fn open(&self) -> Arc<dyn Members> {
        Arc::new(self.open().await)
    }
}

impl challenges::Fixture for Postgres {
    async fn open(&self) -> Store {
        Store::new(self.open().await)
    }
}

impl chat::Fixture for Postgres {
    async fn open(&self) -> Arc<dyn Chat> {
        Arc::new(self.open().await)
    }
}

impl puzzle_lessons::Fixture for Postgres {
    async fn open(&self) -> (Arc<dyn PuzzleLessons>, Arc<dyn Puzzles>) {
        let store = Arc::new(self.open().await);
        (store.clone(), store)
    }
}

impl puzzle_sets::Fixture for Postgres {
    async fn open(&self) -> (Arc<dyn PuzzleSets>, Arc<dyn Puzzles>) {
        let store = Arc::new(self.open().await);
        (store.clone(), store)
    }
}

impl puzzles::Fixture for Postgres {
    async fn open(&self) -> Arc<dyn Puzzles> {
        Arc::new(self.open().await)
    }
}

impl deadlines::Fixture for Postgres {
    async fn open(&self) -> Arc<dyn Deadlines> {
        Arc::new(self.open().await)
    }
}

impl relations::Fixture for Postgres {
    async fn open(&self) -> Arc<dyn Relations> {
        Arc::new(self.open().await)
    }
}

impl accounts::Fixture for Postgres {
    async fn open(&self) -> Store {
        Store::new(self.open().await)
    }
}

impl desk::Fixture for Postgres {
    async fn open(&self) -> Store {
        Store::new(self.open().await)
    }
}

impl notices::Fixture for Postgres {
    async fn open(&self) -> Store {
        Store::new(self.open().await)
    }
}

impl push::Fixture for Postgres {
    async fn open(&self) -> Store {
        Store::new(self.open().await)
    }
}

impl tables::Fixture for Postgres {
    async fn open(&self) -> Arc<dyn Database> {
        Arc::new(self.open().await)
    }

    fn words(&self) -> Words {
        POSTGRES
    }
}

/// Runs the suites of a bracket one after another, beside those of the other brackets.
macro_rules! laws_hold {
    ($cluster:ident: $([$($port:ident)*])*) => {
        tokio::join!($(async {
            $(assert_eq!($port::failing(|| Postgres::new(&$cluster)).await, [""; 0]);)*
        }),*)
    };
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_law_of_the_log_holds() {
    let Some(cluster) = Cluster::start().map(Arc::new) else { return };
    assert_eq!(game_log::failing(|| Postgres::new(&cluster)).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_law_of_the_archive_and_of_the_tables_holds() {
    let Some(cluster) = Cluster::start().map(Arc::new) else { return };
    let order =
        cluster.sql("postgres", "SELECT string_agg(x, '' ORDER BY x) FROM unnest('{a,B,b,A}'::text[]) x");
    assert_ne!(order, "ABab", "this cluster speaks no language, so the laws of order prove nothing");
    laws_hold!(cluster:
        [tables archive lines deadlines]
        [accounts relations ratings bulk]
        [desk access_tokens imports puzzles notices push]
        [events members analyses puzzle_sets puzzle_lessons challenges chat]
    );
}
