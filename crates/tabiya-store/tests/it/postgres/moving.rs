// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya data move`: every table and every game, there and back, also if it is interrupted at any point; and what is refused.

use std::{
    collections::BTreeMap,
    fmt::Display,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    thread::sleep,
    time::Duration,
};

use rusqlite::{Connection, types::Value};
use tabiya_store::{
    FinishedGame, GameLog, Home, MoveError, MoveNews, Moved, OpenError, PostgresStore, SqliteStore,
    check_data, check_postgres, conformance::postgres::Cluster, move_data,
};
use tempfile::TempDir;

use super::{check::log, created, id, offer, url};

/// Between two tries.
const WAIT: Duration = Duration::from_millis(5);
/// The tables of the log and of the drivers, which are not moved row by row, and of nodes, which a place has for itself.
const OWN: [&str; 10] = [
    "game",
    "event",
    "journal",
    "record",
    "migration",
    "owner",
    "tabiya_schema",
    "node",
    "node_clock",
    "slot",
];

fn folder(path: &Path) -> Home {
    Home::Folder(path.to_owned())
}

fn open_file(folder: &Path) -> Connection {
    Connection::open(folder.join("tabiya.db")).unwrap()
}

fn run<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    runtime.unwrap().block_on(future)
}

fn moved(from: &Home, to: &Home) -> Result<Moved, MoveError> {
    when_free(|| run(move_data(from, to, &mut |_| ())))
}

fn refusal(from: &Home, to: &Home) -> String {
    moved(from, to).unwrap_err().to_string()
}

/// A game that goes on in the journal, one whose first events are in a record, one that has just ended, and one that came as a
/// record; more than a page of them.
fn play(folder: &Path) {
    let store = SqliteStore::open(folder).unwrap();
    run(async {
        for number in 1..=130 {
            let log = log();
            match number % 4 {
                0 => store.keep_game(id(number), FinishedGame::pack(&log).unwrap()).await.unwrap(),
                1 => store.create_game(id(number), log).await.unwrap(),
                2 => store.create_game(id(number), log[..3].to_vec()).await.unwrap(),
                _ => store.create_game(id(number), vec![created()]).await.unwrap(),
            }
        }
        store.append(id(2), 3, log()[3..4].to_vec()).await.unwrap();
    });
}

/// The tables of a folder that are moved row by row.
fn tables(database: &Connection) -> Vec<String> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name";
    let mut names = database.prepare(sql).unwrap();
    let names = names.query_map([], |row| row.get(0)).unwrap();
    names.map(Result::unwrap).filter(|name: &String| !OWN.contains(&name.as_str())).collect()
}

/// Fills each table with a page of rows, or one more or less. Nothing in them has a meaning, but a row that refers to another finds it:
/// the same rows of both have the same values.
fn fill_each_table(database: &Connection) {
    database.execute_batch("BEGIN; PRAGMA defer_foreign_keys = ON").unwrap();
    for (place, table) in tables(database).into_iter().enumerate() {
        let mut columns = database.prepare("SELECT type, \"notnull\" FROM pragma_table_info(?1)").unwrap();
        let columns = columns.query_map([&table], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        let columns: Vec<(String, bool)> = columns.map(Result::unwrap).collect();
        let places = vec!["?"; columns.len()].join(", ");
        let mut insert = database.prepare(&format!("INSERT INTO \"{table}\" VALUES ({places})")).unwrap();
        let refers = "SELECT count(*) FROM pragma_foreign_key_list(?1)";
        let refers: i64 = database.query_row(refers, [&table], |row| row.get(0)).unwrap();
        for row in 0..499 + if refers > 0 { 0 } else { place as i64 % 3 } {
            let value = |(kind, is_needed): &(String, bool)| match kind.as_str() {
                _ if !is_needed && row % 2 == 0 => Value::Null,
                "INTEGER" => Value::Integer(i64::MAX - row),
                // PostgreSQL would sort these otherwise if it were asked in its own language.
                "TEXT" => {
                    Value::Text(format!("{}-{row} '\"\\\t\n♞", ["a", "B", "é", "_", "Z"][row as usize % 5]))
                }
                _ => Value::Blob(row.to_be_bytes().repeat(2)),
            };
            insert.execute(rusqlite::params_from_iter(columns.iter().map(value))).unwrap();
        }
    }
    database.execute_batch("COMMIT").unwrap();
}

/// A data folder with rows in each table.
fn full_folder() -> TempDir {
    let place = tempfile::tempdir().unwrap();
    play(place.path());
    fill_each_table(&open_file(place.path()));
    place
}

/// Each table's number of rows.
fn counts(database: &Connection) -> BTreeMap<String, u64> {
    let count = |table: &String| {
        let sql = format!("SELECT count(*) FROM \"{table}\"");
        u64::from(database.query_row(&sql, [], |row| row.get::<_, u32>(0)).unwrap())
    };
    tables(database).into_iter().map(|table| (table.clone(), count(&table))).collect()
}

/// Compares two folders by their own means, not by those of the move.
fn assert_same(one: &Path, other: &Path) {
    let database = open_file(one);
    let name = other.join("tabiya.db");
    database.execute("ATTACH ?1 AS other", [name.to_str().unwrap()]).unwrap();
    for table in tables(&database).into_iter().chain(["game".to_owned()]) {
        for [first, second] in [["main", "other"], ["other", "main"]] {
            let sql = format!(
                "SELECT count(*) FROM (SELECT * FROM {first}.\"{table}\" EXCEPT SELECT * FROM {second}.\"{table}\") {}",
                // Where everything has gone, which a source says of itself.
                if table == "site" { "WHERE name <> 'moved-to'" } else { "" }
            );
            let more: u32 = database.query_row(&sql, [], |row| row.get(0)).unwrap();
            assert_eq!(more, 0, "{first} has rows in {table} that {second} does not have");
        }
    }
    drop(database);
    let [one, other] = [one, other].map(|folder| SqliteStore::open(folder).unwrap());
    run(async {
        for number in 1..=130 {
            let log = one.load(id(number)).await.unwrap();
            assert!(log.is_some(), "game {number}");
            assert_eq!(other.load(id(number)).await.unwrap(), log, "game {number}");
        }
    });
}

#[test]
fn every_table_and_every_game_is_moved_there_and_back() {
    let Some(cluster) = Cluster::start() else { return };
    let (old, name) = (full_folder(), cluster.database());
    let database = Home::Database(url(&cluster, &name));
    let before = counts(&open_file(old.path()));
    let there = moved(&folder(old.path()), &database).unwrap();
    assert_eq!(there.games, 130);
    assert!(there.tables.iter().all(|(table, rows)| before[table] == *rows || table == "site"), "{there:?}");

    // No table of PostgreSQL is left out, whatever the list of the move says.
    let sql = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1";
    let mut found = BTreeMap::new();
    for table in cluster.sql(&name, sql).lines().filter(|table| !OWN.contains(table)) {
        let rows = cluster.sql(&name, &format!("SELECT count(*) FROM \"{table}\""));
        found.insert(table.to_owned(), rows.parse::<u64>().unwrap());
    }
    assert_eq!(found, before, "each table has as many rows as before");
    let noted = "SELECT value FROM site WHERE name = 'moved-to'";
    let to: String = open_file(old.path()).query_row(noted, [], |row| row.get(0)).unwrap();
    assert_eq!(to, url(&cluster, &name).to_string(), "and the folder says where they are");
    assert_eq!(cluster.sql(&name, "SELECT count(*) FROM record"), "65", "games that are over are packed");

    // The log goes on, and the next game gets the next number.
    run(async {
        let store = PostgresStore::open(&url(&cluster, &name)).await.unwrap();
        store.append(id(2), 4, offer(9)).await.unwrap();
        store.create_game(id(131), vec![created()]).await.unwrap();
        store.close().await;
    });
    let sql = format!("SELECT number FROM game WHERE id = '{}'", id(131));
    assert_eq!(cluster.sql(&name, &sql), "131");
    cluster.sql(&name, "DELETE FROM event WHERE game = 131 OR (game = 2 AND seq = 4)");
    cluster.sql(&name, "DELETE FROM game WHERE number = 131; UPDATE game SET next_seq = 4 WHERE number = 2");
    for table in ["archive", "archive_seat"] {
        cluster.sql(&name, &format!("DELETE FROM {table} WHERE game = '{}'", id(131)));
    }

    let new = tempfile::tempdir().unwrap();
    let back = moved(&database, &folder(&new.path().join("made"))).unwrap();
    assert_eq!((back.games, back.rows()), (there.games, there.rows()));
    assert!(there.is_noted && back.is_noted, "{back:?}");
    assert!(cluster.sql(&name, noted).ends_with("made"), "the database says it, too");
    assert_same(old.path(), &new.path().join("made"));
    let store = SqliteStore::open(new.path().join("made")).unwrap();
    run(store.append(id(2), 4, offer(9))).unwrap();
    drop(store);
    // The game has its first events in its record now, and the last one in the journal.
    let again = cluster.database();
    let to = Home::Database(url(&cluster, &again));
    assert_eq!(moved(&folder(&new.path().join("made")), &to).unwrap().games, 130);
    assert_eq!(
        cluster.sql(&again, "SELECT string_agg(seq::text, '' ORDER BY seq) FROM event WHERE game = 2"),
        "01234"
    );
}

/// Tries until the folder is free: the store of a move that was interrupted ends in threads of its own.
fn when_free<T, E: Display>(mut attempt: impl FnMut() -> Result<T, E>) -> Result<T, E> {
    loop {
        match attempt() {
            Err(why) if why.to_string().starts_with("another Tabiya server uses") => sleep(WAIT),
            done => return done,
        }
    }
}

/// Stops the move at many of its steps, as a kill would: what is not committed then is gone.
fn interrupted_everywhere(from: &Home, to: &Home, mut between: impl FnMut()) -> Moved {
    for step in (0..).step_by(7) {
        let mut left = step;
        let done = catch_unwind(AssertUnwindSafe(|| {
            let mut stop = |news: MoveNews| {
                if !matches!(news, MoveNews::Check(_)) {
                    assert!(left > 0, "interrupted");
                    left -= 1;
                }
            };
            when_free(|| run(move_data(from, to, &mut stop)))
        }));
        match done {
            Err(_) => between(),
            Ok(moved) => {
                assert!(step > 40, "it was interrupted often: {step}");
                return moved.unwrap();
            }
        }
    }
    unreachable!("there are more numbers than steps")
}

#[test]
fn a_move_that_is_interrupted_at_any_point_goes_on_and_nobody_serves_half_of_it() {
    let Some(cluster) = Cluster::start() else { return };
    let (old, name, new) = (full_folder(), cluster.database(), tempfile::tempdir().unwrap());
    let database = Home::Database(url(&cluster, &name));
    let there = interrupted_everywhere(&folder(old.path()), &database, || {
        let refused = run(PostgresStore::open(&url(&cluster, &name))).err().unwrap();
        assert!(matches!(refused, OpenError::UnfinishedMove { .. }), "{refused}");
    });
    let back = interrupted_everywhere(&database, &folder(new.path()), || {
        let refused = when_free(|| SqliteStore::open(new.path())).err().unwrap();
        assert!(matches!(refused, OpenError::UnfinishedMove { .. }), "{refused}");
    });
    assert_eq!((there.games, there.rows()), (back.games, back.rows()));
    assert_same(old.path(), new.path());
}

#[test]
fn what_cant_be_moved_is_refused_and_nothing_is_changed() {
    let Some(cluster) = Cluster::start() else { return };
    let old = tempfile::tempdir().unwrap();
    play(old.path());
    let (from, name) = (folder(old.path()), cluster.database());
    let to = Home::Database(url(&cluster, &name));
    let missing = old.path().join("missing");
    let check = |said: String, expected: &str| assert!(said.contains(expected), "{said}");

    check(refusal(&from, &folder(&missing)), "a move goes from a folder to a PostgreSQL database or back");
    check(refusal(&folder(&missing), &to), "there is no database");
    assert!(!missing.exists(), "a mistyped folder is not made");
    check(refusal(&to, &folder(&missing)), "there are no games of Tabiya in the database");
    let nowhere = Home::Database("postgres://nobody@127.0.0.1:1/x".parse().unwrap());
    check(refusal(&from, &nowhere), "can't be reached");
    let store = SqliteStore::open(old.path()).unwrap();
    let refused = run(move_data(&from, &to, &mut |_| ())).unwrap_err();
    check(refused.to_string(), "another Tabiya server uses");
    drop(store);
    assert_eq!(cluster.sql(&name, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"), "0");

    // A table that only the database has a row in.
    let busy = cluster.database();
    run(async { PostgresStore::open(&url(&cluster, &busy)).await.unwrap().close().await });
    cluster.sql(&busy, "INSERT INTO puzzle_searched (game) VALUES ('00000001')");
    let busy_home = Home::Database(url(&cluster, &busy));
    check(refusal(&from, &busy_home), "is not empty: there are rows in its table puzzle_searched");
    cluster.sql(&busy, "DELETE FROM puzzle_searched; INSERT INTO tabiya_schema VALUES (1000)");
    check(refusal(&from, &busy_home), "are of a newer Tabiya (the schema is 1000");
    cluster.sql(&busy, "DELETE FROM tabiya_schema WHERE number >= 13");
    check(refusal(&busy_home, &folder(&missing)), "are of an older Tabiya (the schema is 12");
    assert!(!missing.exists());

    // A move from elsewhere, and a source that has changed since the move began.
    let mut stop = |news: MoveNews| assert!(!matches!(news, MoveNews::Compares(_)), "interrupted");
    catch_unwind(AssertUnwindSafe(|| run(move_data(&from, &to, &mut stop)))).unwrap_err();
    let elsewhere = tempfile::tempdir().unwrap();
    play(elsewhere.path());
    check(refusal(&folder(elsewhere.path()), &to), "holds an unfinished move from");
    check(
        run(check_postgres(&url(&cluster, &name), &mut |_| ())).unwrap_err().to_string(),
        "unfinished move",
    );
    check(refusal(&to, &folder(&missing)), "holds an unfinished move from");
    let store = when_free(|| SqliteStore::open(old.path())).unwrap();
    run(store.append(id(2), 4, offer(9))).unwrap();
    drop(store);
    check(refusal(&from, &to), "source and target are not the same: game 00000002");
    assert_eq!(check_data(old.path(), &mut |_| ()).unwrap().games, 130, "the source is there");

    // One more row in the target is a difference, too.
    let other = cluster.database();
    let to = Home::Database(url(&cluster, &other));
    let mut add = |news: MoveNews| {
        if matches!(news, MoveNews::Compares(_)) {
            cluster.sql(&other, "INSERT INTO puzzle_searched (game) VALUES ('00000001')");
        }
    };
    let refused = when_free(|| run(move_data(&folder(elsewhere.path()), &to, &mut add))).unwrap_err();
    check(refused.to_string(), "not the same: puzzle_searched, game \"00000001\"");
}

#[test]
fn nobody_changes_a_database_beside_a_move() {
    let Some(cluster) = Cluster::start() else { return };
    let (name, new) = (cluster.database(), tempfile::tempdir().unwrap());
    let database = url(&cluster, &name);
    run(async { PostgresStore::open(&database).await.unwrap().close().await });
    let mut said = None;
    let mut beside = |news: MoveNews| {
        if news == MoveNews::Games(0) {
            let opened = std::thread::scope(|scope| {
                scope
                    .spawn(|| run(PostgresStore::open_beside(&database)).err().map(|error| error.to_string()))
                    .join()
            });
            said = opened.unwrap();
        }
    };
    run(move_data(&Home::Database(database.clone()), &folder(new.path()), &mut beside)).unwrap();
    let said = said.expect("it was refused");
    assert!(said.contains("its data are being moved"), "{said}");
    // PostgreSQL may take a moment to see that the move's connection is closed.
    let free = || {
        (0..50).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(100));
            run(PostgresStore::open_beside(&database)).is_ok()
        })
    };
    assert!(free(), "and it is free afterwards");
}
