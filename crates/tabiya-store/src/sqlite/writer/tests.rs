// SPDX-License-Identifier: AGPL-3.0-or-later
//! A database that fails for real: full, failing at the commit, failing in one write of a batch.

use tabiya_game::{Event, Game, PlayerId, Seat, Seats, Stamped, Terms, Time};
use tabiya_rules::{Color, Position};
use tempfile::TempDir;

use super::*;
use crate::{SqliteStore, Store};

fn id(number: u64) -> GameId {
    GameId::from_bits(number)
}

fn created() -> Stamped {
    let seats = Seats::new(PlayerId::from_bytes([7; 16]), Color::White, Seat::Open);
    Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(1)).1
}

/// Not a game that can be played, but rows enough.
fn offers(count: u64) -> Vec<Stamped> {
    (0..count).map(|at| Stamped { at: Time(at), event: Event::DrawOffered { by: Color::White } }).collect()
}

fn create(number: u64) -> Write {
    Write::Create { id: id(number), rows: Row::first(id(number), &[created()]).unwrap() }
}

fn append(number: u64, first_seq: u32) -> Write {
    Write::Append { id: id(number), first_seq, rows: Row::all(first_seq, &offers(1)).unwrap() }
}

fn batch(writes: impl IntoIterator<Item = Write>) -> Vec<Job> {
    writes.into_iter().map(|write| Job { write, answer: oneshot::channel().0 }).collect()
}

fn connection(folder: &TempDir) -> Connection {
    super::super::connection::open_writer(&folder.path().join("tabiya.db")).unwrap()
}

fn count(connection: &Connection) -> i64 {
    connection.query_row("SELECT count(*) FROM event", [], |row| row.get(0)).unwrap()
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
    let mut connection = connection(&folder);
    write_all(&mut connection, &batch([create(1)])).unwrap();
    // A foreign key that is looked at only by the commit makes it fail.
    let broken = "PRAGMA defer_foreign_keys = ON; INSERT INTO seat VALUES (zeroblob(16), 999)";
    let failed = write_all(&mut connection, &batch([append(1, 1), Write::Sql(broken), append(1, 2)]));
    assert!(matches!(failed, Err(StorageError::Failed { .. })), "{failed:?}");
    assert_eq!(count(&connection), 1);
    let outcomes = write_all(&mut connection, &batch([append(1, 1)])).unwrap();
    assert_eq!(outcomes, [Ok(Outcome::Written)]);
    assert_eq!(count(&connection), 2);
}

#[test]
fn a_transaction_that_is_gone_fails_the_whole_batch() {
    let folder = TempDir::new().unwrap();
    let mut connection = connection(&folder);
    write_all(&mut connection, &batch([create(1)])).unwrap();
    // As SQLite does by itself after some errors of the disk.
    let gone = Write::Sql("ROLLBACK; no such statement");
    let failed = write_all(&mut connection, &batch([append(1, 1), gone, append(1, 2)]));
    assert!(
        matches!(&failed, Err(StorageError::Failed { detail }) if detail.contains("syntax")),
        "{failed:?}"
    );
    assert_eq!(count(&connection), 1);
    assert_eq!(write_all(&mut connection, &batch([append(1, 1)])), Ok(vec![Ok(Outcome::Written)]));
}

#[test]
fn one_bad_write_of_a_batch_is_undone_alone() {
    let folder = TempDir::new().unwrap();
    let mut connection = connection(&folder);
    let half = "INSERT INTO game (id, created_at) VALUES ('00000009', 0); INSERT INTO nowhere VALUES (1)";
    let writes = [create(1), append(1, 5), Write::Sql(half), append(2, 0), append(1, 1), append(1, 1)];
    let outcomes = write_all(&mut connection, &batch(writes)).unwrap();
    let [first, gap, bad, unknown, second, again] = &outcomes[..] else { panic!("{outcomes:?}") };
    assert_eq!((first, second), (&Ok(Outcome::Written), &Ok(Outcome::Written)));
    assert_eq!(gap, &Ok(Outcome::Conflict { next_seq: 1 }));
    assert!(bad.is_err(), "{bad:?}");
    assert_eq!(unknown, &Ok(Outcome::UnknownGame));
    assert_eq!(again, &Ok(Outcome::Conflict { next_seq: 2 }));
    assert_eq!(count(&connection), 2);
    let games: i64 = connection.query_row("SELECT count(*) FROM game", [], |row| row.get(0)).unwrap();
    assert_eq!(games, 1);
}

/// Whoever asked and went away has not undone it, and the others of the batch get their answers.
#[tokio::test]
async fn a_caller_that_went_away_leaves_its_write_behind() {
    let folder = TempDir::new().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    store.create_game(id(1), vec![created()]).await.unwrap();
    let mut gone = store.append(id(1), 1, offers(1));
    assert!(
        std::future::poll_fn(|context| std::task::Poll::Ready(gone.as_mut().poll(context).is_pending()))
            .await
    );
    drop(gone);
    store.append(id(1), 2, offers(1)).await.unwrap();
    assert_eq!(store.load(id(1)).await.unwrap().unwrap().len(), 3);
}

#[test]
fn the_settings_that_keep_what_was_told() {
    let folder = TempDir::new().unwrap();
    let connection = connection(&folder);
    let number = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(number("synchronous"), 2, "FULL: a power cut loses no commit");
    assert_eq!(number("foreign_keys"), 1);
    let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
}
