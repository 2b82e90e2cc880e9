// SPDX-License-Identifier: AGPL-3.0-or-later
//! A database that fails for real: full, failing at the commit, failing in one write of a batch.

use std::task::{Context, Waker};

use tabiya_game::{Event, Game, PlayerId, Seat, Seats, Stamped, Terms, Time};
use tabiya_rules::{Color, Position};
use tempfile::TempDir;

use super::*;
use crate::{GameLog, SqliteStore};

fn id(number: u64) -> GameId {
    GameId::from_bits(number)
}

fn created() -> Stamped {
    let seats = Seats::new(PlayerId::from_bytes([7; 16]), Color::White, Seat::Open);
    Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(1)).1
}

/// Not a game that can be played, but rows enough.
fn offers(count: u64) -> Vec<Stamped> {
    (0..count).map(|at| Stamped::new(Time(at), Event::DrawOffered { by: Color::White })).collect()
}

fn create(number: u64) -> Write {
    Write::Create { id: id(number), rows: Row::first(id(number), &[created()]).unwrap() }
}

fn append(number: u64, first_seq: u32) -> Write {
    Write::Append { id: id(number), first_seq, rows: Row::all(&offers(1)).unwrap() }
}

fn batch(writes: impl IntoIterator<Item = Write>) -> Vec<Job> {
    writes.into_iter().map(|write| Job { write, answer: oneshot::channel().0 }).collect()
}

fn log(folder: &TempDir) -> Log {
    let connection = super::super::connection::open_writer(&folder.path().join("tabiya.db")).unwrap();
    let heads = Arc::new(Mutex::new(Heads::read(&connection).unwrap()));
    Log::new(connection, heads)
}

fn count(connection: &Connection) -> i64 {
    connection.query_row("SELECT count(*) FROM journal", [], |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn a_full_disk_refuses_the_write_keeps_the_old_state_and_gets_well_again() {
    let folder = TempDir::new().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    store.create_game(id(1), vec![created()]).await.unwrap();
    // SQLite answers SQLITE_FULL, as for a full disk, where the file may not grow.
    store.writer.write(Write::Sql("PRAGMA max_page_count = 1")).await.unwrap();
    let refused = store.append(id(1), 1, offers(1_000)).await;
    assert_eq!(refused, Err(AppendError::Storage(StorageError::Full)));
    assert!(refused.unwrap_err().to_string().contains("disk"));
    assert_eq!(store.load(id(1)).await.unwrap(), Some(vec![created()]));
    // What still fits is stored.
    store.append(id(1), 1, offers(1)).await.unwrap();
    store.writer.write(Write::Sql("PRAGMA max_page_count = 1000000")).await.unwrap();
    store.append(id(1), 2, offers(1_000)).await.unwrap();
    assert_eq!(store.load(id(1)).await.unwrap().unwrap().len(), 1_002);
}

#[test]
fn a_failed_commit_fails_the_whole_batch_and_nothing_else() {
    let folder = TempDir::new().unwrap();
    let mut log = log(&folder);
    log.write_all(&batch([create(1)])).unwrap();
    // A foreign key that is looked at only by the commit makes it fail.
    let broken = "PRAGMA defer_foreign_keys = ON; INSERT INTO record VALUES (999, 1, x'00')";
    let failed = log.write_all(&batch([append(1, 1), Write::Sql(broken), append(1, 2)]));
    assert!(matches!(failed, Err(StorageError::Failed { .. })), "{failed:?}");
    assert_eq!(count(&log.connection), 1);
    let outcomes = log.write_all(&batch([append(1, 1)])).unwrap();
    assert_eq!(outcomes, [Ok(Outcome::Written)]);
    assert_eq!(count(&log.connection), 2);
}

#[test]
fn a_transaction_that_is_gone_fails_the_whole_batch() {
    let folder = TempDir::new().unwrap();
    let mut log = log(&folder);
    log.write_all(&batch([create(1)])).unwrap();
    // As SQLite does by itself after some errors of the disk.
    let gone = Write::Sql("ROLLBACK; no such statement");
    let failed = log.write_all(&batch([append(1, 1), gone, append(1, 2)]));
    assert!(
        matches!(&failed, Err(StorageError::Failed { detail }) if detail.contains("syntax")),
        "{failed:?}"
    );
    assert_eq!(count(&log.connection), 1);
    assert_eq!(log.write_all(&batch([append(1, 1)])), Ok(vec![Ok(Outcome::Written)]));
}

#[test]
fn one_bad_write_of_a_batch_is_undone_alone() {
    let folder = TempDir::new().unwrap();
    let mut log = log(&folder);
    let half = "INSERT INTO game (id, created_at) VALUES ('00000009', 0); INSERT INTO nowhere VALUES (1)";
    let writes = [create(1), append(1, 5), Write::Sql(half), append(2, 0), append(1, 1), append(1, 1)];
    let outcomes = log.write_all(&batch(writes)).unwrap();
    let [first, gap, bad, unknown, second, again] = &outcomes[..] else { panic!("{outcomes:?}") };
    assert_eq!((first, second), (&Ok(Outcome::Written), &Ok(Outcome::Written)));
    assert_eq!(gap, &Ok(Outcome::Conflict { next_seq: 1 }));
    assert!(bad.is_err(), "{bad:?}");
    assert_eq!(unknown, &Ok(Outcome::UnknownGame));
    assert_eq!(again, &Ok(Outcome::Conflict { next_seq: 2 }));
    assert_eq!(count(&log.connection), 2);
    let games: i64 = log.connection.query_row("SELECT count(*) FROM game", [], |row| row.get(0)).unwrap();
    assert_eq!(games, 1);
}

/// Whoever asked and went away has not undone it, and the others of the batch get their answers.
#[tokio::test]
async fn a_caller_that_went_away_leaves_its_write_behind() {
    let folder = TempDir::new().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    store.create_game(id(1), vec![created()]).await.unwrap();
    {
        // Which the thread needs to write: as long as they are locked it answers nobody.
        let _heads = lock(&store.writer.heads);
        let mut gone = store.append(id(1), 1, offers(1));
        assert!(gone.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    }
    store.append(id(1), 2, offers(1)).await.unwrap();
    assert_eq!(store.load(id(1)).await.unwrap().unwrap().len(), 3);
}

#[test]
fn the_settings_that_keep_what_was_told() {
    let folder = TempDir::new().unwrap();
    let connection = log(&folder).connection;
    let number = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(number("synchronous"), 2, "FULL: a power cut loses no commit");
    assert_eq!(number("foreign_keys"), 1);
    let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
}

fn ended() -> Vec<Stamped> {
    vec![
        serde_json::from_str(r#"{"at":9,"event":{"ended":{"result":"draw","termination":"agreement"}}}"#)
            .unwrap(),
    ]
}

fn end(number: u64, first_seq: u32) -> Write {
    Write::Append { id: id(number), first_seq, rows: Row::all(&ended()).unwrap() }
}

/// What the journal holds, as numbers of games, and how many events each record has.
fn stored(log: &Log) -> (Vec<i64>, Vec<(i64, u32)>) {
    let mut journal = log.connection.prepare("SELECT game FROM journal ORDER BY entry").unwrap();
    let journal = journal.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap();
    let mut records = log.connection.prepare("SELECT game, events FROM record ORDER BY game").unwrap();
    let records = records.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    (journal, records.collect::<Result<_, _>>().unwrap())
}

fn tidy(log: &mut Log) {
    while log.may_tidy(fold::is_due) {
        log.tidy();
    }
}

/// The ends as they are known, which must be those that a fresh start finds.
fn next_seq(log: &Log, number: u64) -> Option<u32> {
    let (known, read) = (lock(&log.heads), Heads::read(&log.connection).unwrap());
    assert_eq!(known.get(id(number)), read.get(id(number)), "game {number}");
    known.get(id(number)).map(|head| head.next_seq)
}

#[test]
fn a_finished_game_becomes_a_record_and_the_journal_loses_its_beginning() {
    let folder = TempDir::new().unwrap();
    let mut log = log(&folder);
    log.write_all(&batch([create(1), create(2), append(1, 1), append(2, 1), create(3), end(1, 2)])).unwrap();
    assert_eq!(stored(&log), (vec![1, 2, 1, 2, 3, 1], vec![]));
    tidy(&mut log);
    // Game 2 needs its rows, so those of game 1 behind the first of them stay too.
    assert_eq!(stored(&log), (vec![2, 1, 2, 3, 1], vec![(1, 3)]));
    assert_eq!([1, 2, 3].map(|number| next_seq(&log, number)), [None, Some(2), Some(1)]);
    log.write_all(&batch([end(2, 2)])).unwrap();
    tidy(&mut log);
    assert_eq!(stored(&log), (vec![3, 1, 2], vec![(1, 3), (2, 3)]));
    log.write_all(&batch([end(3, 1)])).unwrap();
    tidy(&mut log);
    assert_eq!(stored(&log), (vec![], vec![(1, 3), (2, 3), (3, 2)]));
    assert!(!log.may_tidy(fold::is_due), "nothing is left to do");
}

#[test]
fn a_game_that_goes_on_for_ever_does_not_hold_up_the_journal() {
    let folder = TempDir::new().unwrap();
    let mut log = log(&folder);
    log.write_all(&batch([create(1), append(1, 1), create(2), end(2, 1)])).unwrap();
    tidy(&mut log);
    assert_eq!(stored(&log), (vec![1, 1, 2, 2], vec![(2, 2)]));
    // As if that many rows had come since.
    lock(&log.heads).next_entry += 200_000;
    tidy(&mut log);
    assert_eq!(stored(&log), (vec![], vec![(1, 2), (2, 2)]));
    let more = log.write_all(&batch([append(1, 1), append(1, 2), append(1, 3)])).unwrap();
    assert_eq!(
        more,
        [Ok(Outcome::Conflict { next_seq: 2 }), Ok(Outcome::Written), Ok(Outcome::Written)],
        "it goes on where it was"
    );
    assert_eq!(next_seq(&log, 1), Some(4));
    assert_eq!(stored(&log), (vec![1, 1], vec![(1, 2), (2, 2)]));
    log.write_all(&batch([end(1, 4)])).unwrap();
    tidy(&mut log);
    assert_eq!(stored(&log), (vec![], vec![(1, 5), (2, 2)]));
}

#[test]
fn a_damaged_game_stays_where_it_is_and_the_others_are_tidied() {
    let folder = TempDir::new().unwrap();
    let mut log = log(&folder);
    log.write_all(&batch([create(1), append(1, 1), append(1, 2), create(2), end(2, 1)])).unwrap();
    log.connection.execute("DELETE FROM journal WHERE game = 1 AND seq = 1", []).unwrap();
    log.write_all(&batch([end(1, 3)])).unwrap();
    tidy(&mut log);
    assert_eq!(stored(&log), (vec![1, 1, 2, 2, 1], vec![(2, 2)]));
    // Also when it is met at the start.
    let connection = log.connection;
    let heads = Heads::read(&connection).unwrap();
    assert_eq!(heads.get(id(1)), None);
    let mut log = Log::new(connection, Arc::new(Mutex::new(heads)));
    let refused = log.write_all(&batch([append(1, 4)])).unwrap();
    assert!(
        matches!(&refused[..], [Err(StorageError::Unreadable { seq: 1, .. })]),
        "what is wrong with it is said: {refused:?}"
    );
    log.write_all(&batch([create(3), end(3, 1)])).unwrap();
    tidy(&mut log);
    assert_eq!(stored(&log).1, [(2, 2), (3, 2)]);
    assert_eq!(stored(&log).0.iter().filter(|game| **game == 1).count(), 3, "no row of it is lost");
}

#[test]
fn a_disk_that_is_full_stops_no_more_than_the_tidying() {
    let folder = TempDir::new().unwrap();
    let mut log = log(&folder);
    log.write_all(&batch([create(1), end(1, 1)])).unwrap();
    log.connection.execute_batch("ALTER TABLE record RENAME TO away").unwrap();
    tidy(&mut log);
    assert!(log.resting_until.is_some());
    assert_eq!(log.write_all(&batch([create(2)])), Ok(vec![Ok(Outcome::Written)]));
    log.connection.execute_batch("ALTER TABLE away RENAME TO record").unwrap();
    log.resting_until = None;
    tidy(&mut log);
    assert_eq!(stored(&log), (vec![2], vec![(1, 2)]));
}

#[tokio::test]
async fn a_thread_that_ends_in_a_write_leaves_its_outcome_open_and_the_log_whole() {
    let folder = TempDir::new().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    store.create_game(id(1), vec![created()]).await.unwrap();
    let unanswered = store.writer.write(Write::Panic).await;
    assert!(matches!(unanswered, Err(StorageError::Unanswered)), "nobody knows what became of it");
    // Nothing is written any more, and nobody is told that it was.
    store.append(id(1), 1, offers(1)).await.unwrap_err();
    assert_eq!(store.ready().await, Err(StorageError::Closed));
    assert_eq!(store.load(id(1)).await.unwrap(), Some(vec![created()]));
    drop(store);
    let store = SqliteStore::open(folder.path()).unwrap();
    assert_eq!(store.load(id(1)).await.unwrap(), Some(vec![created()]));
    store.append(id(1), 1, offers(1)).await.unwrap();
}
