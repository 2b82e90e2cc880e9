// SPDX-License-Identifier: AGPL-3.0-or-later
//! The files of an open data folder, each deleted, moved, replaced, cut or overwritten: the next question and the next write
//! are refused, the refusal names the file and what to do, and nothing that was acknowledged is spoiled afterwards.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::Connection;
use tabiya_game::{Game, GameId, PlayerId, Seat, Seats, Stamped, Terms, Time};
use tabiya_rules::{Color, Position};
use tabiya_store::{CreateError, GameLog, OpenError, SqliteStore, StorageError, backup, check_data};
use tempfile::TempDir;

const DATABASE: &str = "tabiya.db";
const WAL: &str = "tabiya.db-wal";
const WAL_INDEX: &str = "tabiya.db-shm";
const LOCK: &str = "lock";

fn created() -> Vec<Stamped> {
    let seats = Seats::new(PlayerId::from_bytes([1; 16]), Color::White, Seat::Open);
    let terms = Terms::new(Position::start(), None, seats).unwrap();
    vec![Game::create(terms, Time(1)).1]
}

fn id(number: u64) -> GameId {
    GameId::from_bits(number)
}

/// A store with a few games in its write-ahead log.
async fn opened(folder: &Path) -> SqliteStore {
    let store = SqliteStore::open(folder).unwrap();
    for number in 1..=5 {
        store.create_game(id(number), created()).await.unwrap();
    }
    store.ready().await.unwrap();
    store
}

/// The store refuses questions and writes, and says which file is the cause.
async fn refuses(store: &SqliteStore, file: &Path, what: &str) {
    let Err(StorageError::Gone { path, .. }) = store.ready().await else {
        panic!("{what}: it is not noticed");
    };
    assert_eq!(path, file, "{what}");
    let refused = store.create_game(id(9), created()).await;
    let Err(CreateError::Storage(error @ StorageError::Gone { .. })) = refused else {
        panic!("{what}: {refused:?}");
    };
    let said = error.to_string();
    assert!(said.starts_with(&file.display().to_string()), "{what}: {said}");
    assert!(
        said.contains("while the server runs") && said.contains("start the server again"),
        "{what}: {said}"
    );
}

fn copy_of(file: &Path) -> PathBuf {
    let copy = file.with_extension("copy");
    fs::copy(file, &copy).unwrap();
    copy
}

fn set_len(file: &Path, length: u64) {
    fs::File::options().write(true).open(file).unwrap().set_len(length).unwrap();
}

fn length(file: &Path) -> u64 {
    fs::metadata(file).unwrap().len()
}

/// Damage that is done to one file.
type Deed = (&'static str, fn(&Path));

/// What can be done to any file.
const TO_ITS_NAME: [Deed; 4] = [
    ("deleted", |file| fs::remove_file(file).unwrap()),
    ("moved", |file| fs::rename(file, file.with_extension("away")).unwrap()),
    ("replaced by a copy", |file| fs::rename(copy_of(file), file).unwrap()),
    ("replaced by a folder", |file| {
        fs::remove_file(file).unwrap();
        fs::create_dir(file).unwrap();
    }),
];

/// What can be done to a file that is not empty.
const TO_ITS_CONTENT: [Deed; 2] =
    [("emptied", |file| set_len(file, 0)), ("cut", |file| set_len(file, length(file) - 1_000))];

#[tokio::test]
async fn each_file_that_is_lost_is_noticed_by_the_next_question_and_the_next_write() {
    for (name, deeds) in [
        (DATABASE, [&TO_ITS_NAME[..], &TO_ITS_CONTENT].concat()),
        (WAL, [&TO_ITS_NAME[..], &TO_ITS_CONTENT].concat()),
        (WAL_INDEX, [&TO_ITS_NAME[..], &TO_ITS_CONTENT].concat()),
        (LOCK, TO_ITS_NAME.to_vec()),
    ] {
        for (deed, act) in deeds {
            let temp = TempDir::new().unwrap();
            let store = opened(temp.path()).await;
            let file = temp.path().join(name);
            act(&file);
            let what = format!("{name} {deed}");
            refuses(&store, &file, &what).await;
            // Also when the file is there again: what was written in between may be lost.
            if deed == "moved" {
                fs::rename(file.with_extension("away"), &file).unwrap();
                refuses(&store, &file, &what).await;
            }
        }
    }
}

/// Batches that follow one another are not checked for everything. A further one would leave a hole in a log that was cut, which a
/// checkpoint copies into the database.
#[tokio::test]
async fn a_log_that_is_cut_between_two_writes_takes_no_further_one() {
    for kept in [0, 5_000] {
        let temp = TempDir::new().unwrap();
        let store = opened(temp.path()).await;
        for number in 10..20 {
            store.create_game(id(number), created()).await.unwrap();
        }
        set_len(&temp.path().join(WAL), kept);
        let refused = store.create_game(id(20), created()).await;
        assert!(
            matches!(refused, Err(CreateError::Storage(StorageError::Gone { .. }))),
            "cut to {kept} bytes: {refused:?}"
        );
    }
}

#[tokio::test]
async fn writes_alone_notice_a_lost_file_after_a_moment() {
    for name in [DATABASE, WAL, WAL_INDEX, LOCK] {
        let temp = TempDir::new().unwrap();
        let store = opened(temp.path()).await;
        fs::remove_file(temp.path().join(name)).unwrap();
        tokio::time::sleep(Duration::from_millis(60)).await;
        let refused = store.create_game(id(9), created()).await;
        assert!(
            matches!(refused, Err(CreateError::Storage(StorageError::Gone { .. }))),
            "{name}: {refused:?}"
        );
    }
}

/// Of all files that are gone at once the operator hears of the worst loss.
#[tokio::test]
async fn a_folder_that_is_moved_away_is_told_of_by_its_database() {
    let temp = TempDir::new().unwrap();
    let data = temp.path().join("data");
    let store = opened(&data).await;
    fs::rename(&data, temp.path().join("moved")).unwrap();
    refuses(&store, &data.join(DATABASE), "the folder moved").await;
}

/// The file is as long as before, so its size tells nothing. A commit that is under way does the same to a file that was cut.
#[tokio::test]
async fn a_write_ahead_log_that_is_cut_and_grows_again_is_noticed() {
    for kept in [0, 32, 5_000] {
        let temp = TempDir::new().unwrap();
        let store = opened(temp.path()).await;
        let file = temp.path().join(WAL);
        let before = length(&file);
        set_len(&file, kept);
        set_len(&file, before);
        refuses(&store, &file, &format!("cut to {kept} bytes")).await;
    }
}

/// `cp backup.db tabiya.db` leaves the file where it is, and as large as before or larger.
#[tokio::test]
async fn a_database_that_is_overwritten_by_a_backup_is_noticed() {
    let temp = TempDir::new().unwrap();
    let [data, copy] = ["data", "backup.db"].map(|name| temp.path().join(name));
    let store = opened(&data).await;
    backup(&data, &copy, &mut |_| ()).unwrap();
    let file = data.join(DATABASE);
    assert!(length(&copy) >= length(&file), "the size does not tell");
    fs::write(&file, fs::read(&copy).unwrap()).unwrap();
    refuses(&store, &file, "overwritten").await;
}

/// Once the holes of a log that had been cut were copied into the database when the server stopped.
#[tokio::test]
async fn a_log_that_was_cut_does_not_spoil_the_database() {
    for again in [false, true] {
        let temp = TempDir::new().unwrap();
        drop(opened(temp.path()).await);
        // The first five games are in the database itself now; the next are in its log alone.
        let store = SqliteStore::open(temp.path()).unwrap();
        for number in 10..90 {
            store.create_game(id(number), created()).await.unwrap();
        }
        let file = temp.path().join(WAL);
        let before = length(&file);
        set_len(&file, 0);
        if again {
            set_len(&file, before);
        }
        let _ = store.create_game(id(90), created()).await;
        drop(store);
        let store = SqliteStore::open(temp.path()).unwrap();
        for number in 1..=5 {
            assert_eq!(store.load(id(number)).await.unwrap(), Some(created()), "game {number}");
        }
        drop(store);
        assert_eq!(check_data(temp.path(), &mut |_| ()).unwrap().faults, 0);
    }
}

/// The open file still has everything, so closing the store saves it.
#[tokio::test]
async fn a_log_that_was_deleted_is_saved_when_the_store_closes() {
    let temp = TempDir::new().unwrap();
    let store = opened(temp.path()).await;
    fs::remove_file(temp.path().join(WAL)).unwrap();
    refuses(&store, &temp.path().join(WAL), "deleted").await;
    drop(store);
    let store = SqliteStore::open(temp.path()).unwrap();
    for number in 1..=5 {
        assert_eq!(store.load(id(number)).await.unwrap(), Some(created()), "game {number}");
    }
}

#[tokio::test]
async fn a_second_server_finds_the_first_though_its_lock_is_deleted_or_the_folder_has_moved() {
    let temp = TempDir::new().unwrap();
    let [data, moved] = ["data", "moved"].map(|name| temp.path().join(name));
    let store = opened(&data).await;
    fs::remove_file(data.join(LOCK)).unwrap();
    let second = SqliteStore::open(&data);
    assert!(matches!(second, Err(OpenError::InUse { .. })), "the lock is deleted");
    fs::rename(&data, &moved).unwrap();
    let second = SqliteStore::open(&moved);
    assert!(matches!(second, Err(OpenError::InUse { .. })), "the folder has moved");
    drop(store);
    SqliteStore::open(&moved).unwrap();
}

/// Programs beside the server may read and write the database, and shorten its log as SQLite allows.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_sqlite_itself_does_to_the_files_is_no_loss() {
    let temp = TempDir::new().unwrap();
    let store = opened(temp.path()).await;
    let other = Connection::open(temp.path().join(DATABASE)).unwrap();
    other.busy_timeout(std::time::Duration::from_secs(5)).unwrap();
    let mut shortened = 0;
    for number in 10..400 {
        store.create_game(id(number), created()).await.unwrap();
        if number % 3 == 0 {
            let mode =
                if number % 2 == 0 { "PRAGMA wal_checkpoint(TRUNCATE)" } else { "PRAGMA wal_checkpoint" };
            other.query_row(mode, [], |_| Ok(())).unwrap();
            shortened += u32::from(length(&temp.path().join(WAL)) == 0);
        }
        store.ready().await.unwrap();
    }
    assert!(shortened > 50, "the log was shortened {shortened} times");
    // A log that is longer than what is kept is cut back to it by the server itself.
    other.pragma_update(None, "journal_size_limit", 0).unwrap();
    store.create_game(id(500), created()).await.unwrap();
    store.ready().await.unwrap();
}
