// SPDX-License-Identifier: AGPL-3.0-or-later
//! The conformance suites over SQLite, and over implementations that are wrong on purpose.

use std::sync::Arc;

use tabiya_store::{
    Analyses, BulkPairings, Chat, Deadlines, Events, GameLog, Imports, Lines, Members, Nodes, PuzzleLessons,
    PuzzleSets, Puzzles, Relations, SqliteStore, Store,
    conformance::{
        access_tokens, accounts, analyses, archive, bulk, challenges, chat, deadlines, desk, events, fence,
        game_log, imports, lines, members, nodes, notices, push, puzzle_lessons, puzzle_sets, puzzles,
        ratings, relations, shared_nodes, tables,
    },
    tables::{Database, SQLITE, Words},
};
use tempfile::TempDir;

struct Sqlite(TempDir);

impl Sqlite {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn open(&self) -> SqliteStore {
        SqliteStore::open(self.0.path().join("data")).unwrap()
    }
}

impl game_log::Fixture for Sqlite {
    async fn open(&self) -> Arc<dyn GameLog> {
        Arc::new(self.open())
    }
}

impl nodes::Fixture for Sqlite {
    async fn open(&self) -> Arc<dyn Nodes> {
        Arc::new(self.open())
    }
}

impl archive::Fixture for Sqlite {
    async fn open(&self) -> Store {
        Store::new(self.open())
    }
}

impl accounts::Fixture for Sqlite {
    async fn open(&self) -> Store {
        Store::new(self.open())
    }
}

impl access_tokens::Fixture for Sqlite {
    async fn open(&self) -> Store {
        Store::new(self.open())
    }
}

impl ratings::Fixture for Sqlite {
    async fn open(&self) -> Store {
        Store::new(self.open())
    }
}

impl desk::Fixture for Sqlite {
    async fn open(&self) -> Store {
        Store::new(self.open())
    }
}

impl notices::Fixture for Sqlite {
    async fn open(&self) -> Store {
        Store::new(self.open())
    }
}

impl push::Fixture for Sqlite {
    async fn open(&self) -> Store {
        Store::new(self.open())
    }
}

impl relations::Fixture for Sqlite {
    async fn open(&self) -> Arc<dyn Relations> {
        Arc::new(self.open())
    }
}

impl imports::Fixture for Sqlite {
    async fn open(&self) -> Arc<dyn Imports> {
        Arc::new(self.open())
    }
}

impl events::Fixture for Sqlite {
    async fn open(&self) -> Arc<dyn Events> {
        Arc::new(self.open())
    }
}

impl members::Fixture for Sqlite {
    async fn open(&self) -> Arc<dyn Members> {
        Arc::new(self.open())
    }
}

impl analyses::Fixture for Sqlite {
    async fn open(&self) -> Arc<dyn Analyses> {
        Arc::new(self.open())
    }
}

impl lines::Fixture for Sqlite {
    async fn open(&self) -> (Arc<dyn Lines>, Arc<dyn Database>) {
        let store = Arc::new(self.open());
        (store.clone(), store)
    }
}

impl bulk::Fixture for Sqlite {
    async fn open(&self) -> Arc<dyn BulkPairings> {
        Arc::new(self.open())
    }
}

impl challenges::Fixture for Sqlite {
    async fn open(&self) -> Store {
        Store::new(self.open())
    }
}

impl chat::Fixture for Sqlite {
    async fn open(&self) -> Arc<dyn Chat> {
        Arc::new(self.open())
    }
}

impl puzzle_lessons::Fixture for Sqlite {
    async fn open(&self) -> (Arc<dyn PuzzleLessons>, Arc<dyn Puzzles>) {
        let store = Arc::new(self.open());
        (store.clone(), store)
    }
}

impl puzzle_sets::Fixture for Sqlite {
    async fn open(&self) -> (Arc<dyn PuzzleSets>, Arc<dyn Puzzles>) {
        let store = Arc::new(self.open());
        (store.clone(), store)
    }
}

impl puzzles::Fixture for Sqlite {
    async fn open(&self) -> Arc<dyn Puzzles> {
        Arc::new(self.open())
    }
}

impl deadlines::Fixture for Sqlite {
    async fn open(&self) -> Arc<dyn Deadlines> {
        Arc::new(self.open())
    }
}

impl tables::Fixture for Sqlite {
    async fn open(&self) -> Arc<dyn Database> {
        Arc::new(self.open())
    }

    fn words(&self) -> Words {
        SQLITE
    }
}

mod log {
    use super::Sqlite;
    tabiya_store::game_log_tests!(Sqlite::new());
}

mod rows {
    use super::Sqlite;
    tabiya_store::archive_tests!(Sqlite::new());
}

mod people {
    use super::Sqlite;
    tabiya_store::accounts_tests!(Sqlite::new());
}

mod programs {
    use super::Sqlite;
    tabiya_store::access_tokens_tests!(Sqlite::new());
}

mod rated {
    use super::Sqlite;
    tabiya_store::ratings_tests!(Sqlite::new());
}

mod relation {
    use super::Sqlite;
    tabiya_store::relations_tests!(Sqlite::new());
}

mod imported {
    use super::Sqlite;
    tabiya_store::imports_tests!(Sqlite::new());
}

mod evented {
    use super::Sqlite;
    tabiya_store::event_tests!(Sqlite::new());
}

mod known {
    use super::Sqlite;
    tabiya_store::members_tests!(Sqlite::new());
}

mod analysed {
    use super::Sqlite;
    tabiya_store::analyses_tests!(Sqlite::new());
}

mod in_lessons {
    use super::Sqlite;
    tabiya_store::puzzle_lessons_tests!(Sqlite::new());
}

mod in_sets {
    use super::Sqlite;
    tabiya_store::puzzle_sets_tests!(Sqlite::new());
}

mod solved {
    use super::Sqlite;
    tabiya_store::puzzles_tests!(Sqlite::new());
}

mod pushed {
    use super::Sqlite;
    tabiya_store::push_tests!(Sqlite::new());
}

mod prepared {
    use super::Sqlite;
    tabiya_store::lines_tests!(Sqlite::new());
}

mod bulk_pairing {
    use super::Sqlite;
    tabiya_store::bulk_tests!(Sqlite::new());
}

mod asked {
    use super::Sqlite;
    tabiya_store::challenges_tests!(Sqlite::new());
}

mod talk {
    use super::Sqlite;
    tabiya_store::chat_tests!(Sqlite::new());
}

mod staff {
    use super::Sqlite;
    tabiya_store::desk_tests!(Sqlite::new());
}

mod bell {
    use super::Sqlite;
    tabiya_store::notices_tests!(Sqlite::new());
}

mod reminders {
    use super::Sqlite;
    tabiya_store::deadlines_tests!(Sqlite::new());
}

mod sole_node {
    use super::Sqlite;
    tabiya_store::nodes_tests!(Sqlite::new());
}

mod driver {
    use super::Sqlite;
    tabiya_store::tables_tests!(Sqlite::new());
}

/// A suite that lets a wrong implementation pass is worth nothing.
mod wrong {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_wrong_log_breaks_a_law() {
        assert_eq!(game_log::failing(|| game_log::Wrong::new(None)).await, [""; 0], "it is right otherwise");
        for fault in game_log::Fault::ALL {
            let broken = game_log::broken(|| game_log::Wrong::new(Some(fault))).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_nodes_break_a_law() {
        assert_eq!(nodes::failing(|| nodes::Wrong::new(None)).await, [""; 0], "they are right otherwise");
        assert_eq!(
            shared_nodes::failing(|| nodes::Wrong::new(None)).await,
            [""; 0],
            "they are right otherwise"
        );
        for fault in nodes::Fault::ALONE {
            let broken = nodes::broken(|| nodes::Wrong::new(Some(fault))).await;
            assert!(broken.is_some(), "{fault:?}");
        }
        for fault in nodes::Fault::SHARED {
            let broken = shared_nodes::broken(|| nodes::Wrong::new(Some(fault))).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_log_with_a_wrong_fence_breaks_a_law() {
        assert_eq!(fence::failing(|| fence::Wrong::new(None)).await, [""; 0], "it is right otherwise");
        for fault in fence::Fault::ALL {
            let broken = fence::broken(|| fence::Wrong::new(Some(fault))).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_wrong_archive_breaks_a_law() {
        for fault in archive::Fault::ALL {
            let broken = archive::broken(|| archive::Wrong::new(Sqlite::new(), fault)).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_accounts_break_a_law() {
        let right = accounts::failing(|| accounts::Wrong::new(Sqlite::new(), None)).await;
        assert_eq!(right, [""; 0], "they are right otherwise");
        for fault in accounts::Fault::ALL {
            let broken = accounts::broken(|| accounts::Wrong::new(Sqlite::new(), Some(fault))).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_wrong_desk_breaks_a_law() {
        for fault in desk::Fault::ALL {
            let broken = desk::broken(|| desk::Wrong::new(Sqlite::new(), fault)).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_notices_break_a_law() {
        for fault in notices::Fault::ALL {
            let broken = notices::broken(|| notices::Wrong::new(Sqlite::new(), fault)).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_deadlines_break_a_law() {
        assert_eq!(
            deadlines::failing(|| deadlines::Wrong::new(None)).await,
            [""; 0],
            "they are right otherwise"
        );
        for fault in deadlines::Fault::ALL {
            let broken = deadlines::broken(|| deadlines::Wrong::new(Some(fault))).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_ratings_break_a_law() {
        for fault in ratings::Fault::ALL {
            let broken = ratings::broken(|| ratings::Wrong::new(Sqlite::new(), fault)).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_access_tokens_break_a_law() {
        for fault in access_tokens::Fault::ALL {
            let broken = access_tokens::broken(|| access_tokens::Wrong::new(Sqlite::new(), fault)).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_relations_break_a_law() {
        for fault in relations::Fault::ALL {
            let broken = relations::broken(|| relations::Wrong::new(Sqlite::new(), fault)).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_imports_break_a_law() {
        for fault in imports::Fault::ALL {
            let broken = imports::broken(|| imports::Wrong::new(Sqlite::new(), fault)).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_rounds_break_a_law() {
        for fault in bulk::Fault::ALL {
            let broken = bulk::broken(|| bulk::Wrong::new(Sqlite::new(), fault)).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_events_break_a_law() {
        for fault in events::Fault::ALL {
            let broken = events::broken(|| events::Wrong::new(Sqlite::new(), fault)).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_lists_of_members_break_a_law() {
        for fault in members::Fault::ALL {
            let broken = members::broken(|| members::Wrong::new(Sqlite::new(), fault)).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_analyses_break_a_law() {
        for fault in analyses::Fault::ALL {
            let broken = analyses::broken(|| analyses::Wrong::new(Sqlite::new(), fault)).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_puzzles_break_a_law() {
        for fault in puzzles::Fault::ALL {
            let broken = puzzles::broken(|| puzzles::Wrong::new(Sqlite::new(), fault)).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_sets_of_puzzles_break_a_law() {
        for fault in puzzle_sets::Fault::ALL {
            let broken = puzzle_sets::broken(|| puzzle_sets::Wrong::new(Sqlite::new(), fault)).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_lessons_break_a_law() {
        for fault in puzzle_lessons::Fault::ALL {
            let failing = puzzle_lessons::failing(|| puzzle_lessons::Wrong::new(Sqlite::new(), fault)).await;
            assert!(!failing.is_empty(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_devices_break_a_law() {
        for fault in push::Fault::ALL {
            let broken = push::broken(|| push::Wrong::new(Sqlite::new(), fault)).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_lines_break_a_law() {
        for fault in lines::Fault::ALL {
            let broken = lines::broken(|| lines::Wrong::new(Sqlite::new(), fault)).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_challenges_break_a_law() {
        for fault in challenges::Fault::ALL {
            let broken = challenges::broken(|| challenges::Wrong::new(Sqlite::new(), fault)).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn wrong_chats_break_a_law() {
        for fault in chat::Fault::ALL {
            let broken = chat::broken(|| chat::Wrong::new(Sqlite::new(), fault)).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_wrong_driver_breaks_a_law() {
        for fault in tables::Fault::ALL {
            let broken = tables::broken(|| tables::Wrong::new(Sqlite::new(), fault)).await;
            assert!(broken.is_some(), "{fault:?}");
        }
    }
}
