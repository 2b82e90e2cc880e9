// SPDX-License-Identifier: AGPL-3.0-or-later
//! What every driver of the tables must do, so that SQL has the same meaning in all databases.
//!
//! Rules that concern only the text of a statement are tested in [`rules`](crate::tables::rules).

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{future::Future, sync::Arc};

use async_trait::async_trait;

use crate::{
    StorageError,
    tables::{Change, Changed, Database, MOST_IN_LIST, Row, Rows, Statement, Value, Words, placeholders},
};

/// A place for an empty database.
pub trait Fixture: Send + Sync {
    /// Opens it.
    fn open(&self) -> impl Future<Output = Arc<dyn Database>> + Send;

    /// The words with which the driver fills in table definitions.
    fn words(&self) -> Words;
}

crate::laws! { $ tables tables_tests Fixture:
    parameters_are_bound_by_their_number
    values_come_back_as_they_went_in
    a_text_with_nul_is_refused
    truth_is_the_integer_0_or_1
    keys_are_in_the_order_of_their_bytes
    aggregates_are_64_bit_integers
    a_list_of_ids_may_be_as_long_as_allowed
    a_change_that_misses_changes_nothing
    a_statement_sees_what_those_before_it_wrote
    a_change_that_fails_changes_nothing
    versions_keep_writers_from_overwriting_each_other
}

/// A table with one row for each thing.
async fn with_table(fixture: &impl Fixture) -> Arc<dyn Database> {
    let database = fixture.open().await;
    let table = "CREATE TABLE thing (name {key} NOT NULL, number {integer}, raw {bytes}, note TEXT, \
                 CONSTRAINT thing_name_is_unique PRIMARY KEY (name)) {clustered}";
    // Table definitions are not checked: when they are filled in, only one database understands them.
    let table = Statement { sql: fixture.words().fill(table).into(), values: vec![], rows: Rows::Any };
    change(&*database, vec![table]).await;
    database
}

async fn change(database: &dyn Database, statements: Vec<Statement>) {
    let changed = database.change(Change::new(statements).unwrap()).await;
    assert_eq!(changed, Ok(Changed::Done));
}

fn insert(name: &str, number: i64) -> Statement {
    let sql = "INSERT INTO thing (name, number) VALUES ($1, $2)";
    Statement::new(sql, vec![name.into(), number.into()]).touching(1)
}

async fn integers(database: &dyn Database, sql: &'static str, values: Vec<Value>) -> Vec<i64> {
    let rows = database.read(Statement::new(sql, values)).await.unwrap();
    rows.into_iter().map(|row| row.columns().integer().unwrap()).collect()
}

async fn names(database: &dyn Database, sql: &'static str, values: Vec<Value>) -> Vec<String> {
    let rows = database.read(Statement::new(sql, values)).await.unwrap();
    rows.into_iter().map(|row| row.columns().text().unwrap()).collect()
}

/// Parameters are bound by their number, and not in the order in which they appear, as SQLite numbers names.
/// A parameter may appear twice.
pub async fn parameters_are_bound_by_their_number(fixture: &impl Fixture) {
    let database = with_table(fixture).await;
    let sql = "INSERT INTO thing (note, number, name) VALUES ($3, $2, $1)";
    let values = vec!["name".into(), Value::Integer(2), "note".into()];
    change(&*database, vec![Statement::new(sql, values).touching(1)]).await;
    let sql = "SELECT number FROM thing WHERE note = $2 AND name = $1 AND note = $2";
    assert_eq!(integers(&*database, sql, vec!["name".into(), "note".into()]).await, [2]);
    let unknown = database.read(Statement::new("SELECT number FROM thing WHERE name = $1", vec![])).await;
    assert!(unknown.is_err(), "a value is missing");
}

/// Including the values at the ends of their ranges.
pub async fn values_come_back_as_they_went_in(fixture: &impl Fixture) {
    let database = with_table(fixture).await;
    let texts = ["", "x", "Łódź ♞ 棋", "' OR 1 = 1 --", "$1", "a\nb\u{1}"];
    let bytes: [&[u8]; 4] = [b"", b"\0", &[0xFF; 16], b"\xC3\x28"];
    let numbers = [i64::MIN, -1, 0, 1, i64::MAX, i64::from(u32::MAX)];
    let rows: Vec<Vec<Value>> = texts
        .iter()
        .map(|text| vec![Value::Null, Value::Null, Value::from(*text)])
        .chain(bytes.iter().map(|bytes| vec![Value::Null, Value::from(*bytes), Value::Null]))
        .chain(numbers.iter().map(|number| vec![Value::Integer(*number), Value::Null, Value::Null]))
        .collect();
    for (place, row) in rows.iter().enumerate() {
        let sql = "INSERT INTO thing (name, number, raw, note) VALUES ($1, $2, $3, $4)";
        let values = [vec![format!("{place:03}").into()], row.clone()].concat();
        change(&*database, vec![Statement::new(sql, values).touching(1)]).await;
    }
    let found =
        database.read(Statement::new("SELECT number, raw, note FROM thing ORDER BY name", vec![])).await;
    assert_eq!(found.unwrap(), rows.into_iter().map(Row::new).collect::<Vec<_>>());
}

/// PostgreSQL can't store NUL, so no driver accepts it. Who looks for one finds nothing.
pub async fn a_text_with_nul_is_refused(fixture: &impl Fixture) {
    let database = with_table(fixture).await;
    assert!(Change::new(vec![insert("a\0b", 1)]).is_err());
    let looked_for = vec!["a\0b".into()];
    assert_eq!(names(&*database, "SELECT name FROM thing WHERE name = $1", looked_for).await, [""; 0]);
    assert_eq!(names(&*database, "SELECT name FROM thing", vec![]).await, [""; 0]);
}

/// A condition is compared with an integer, too.
pub async fn truth_is_the_integer_0_or_1(fixture: &impl Fixture) {
    let database = with_table(fixture).await;
    for (name, truth) in [("yes", true), ("no", false)] {
        let sql = "INSERT INTO thing (name, number) VALUES ($1, $2)";
        change(&*database, vec![Statement::new(sql, vec![name.into(), truth.into()])]).await;
    }
    assert_eq!(names(&*database, "SELECT name FROM thing WHERE number = 1", vec![]).await, ["yes"]);
    let sql = "SELECT name FROM thing WHERE number = $1";
    assert_eq!(names(&*database, sql, vec![false.into()]).await, ["no"]);
}

/// Whatever the language of the database. A prefix is a range.
pub async fn keys_are_in_the_order_of_their_bytes(fixture: &impl Fixture) {
    let database = with_table(fixture).await;
    let mut all = ["b", "B", "a", "A", "_", "ä", "z", "ann-marie", "annabel", "Ann", "ann b", "anñ", "ann"];
    for name in all {
        change(&*database, vec![insert(name, 0)]).await;
    }
    all.sort_unstable();
    assert_eq!(names(&*database, "SELECT name FROM thing ORDER BY name", vec![]).await, all);
    let sql = "SELECT name FROM thing WHERE name >= $1 AND name < $2 ORDER BY name";
    let found = names(&*database, sql, vec!["ann".into(), "ano".into()]).await;
    assert_eq!(found, ["ann", "ann b", "ann-marie", "annabel"]);
    let sql = "SELECT name FROM thing WHERE (name, number) < ($1, $2) ORDER BY name DESC LIMIT $3";
    let found = names(&*database, sql, vec!["a".into(), Value::Integer(0), Value::Integer(2)]).await;
    assert_eq!(found, ["_", "B"]);
}

/// Aggregates that are cast, also over no rows and beyond 32 bits.
pub async fn aggregates_are_64_bit_integers(fixture: &impl Fixture) {
    let database = with_table(fixture).await;
    let sum = "SELECT CAST(coalesce(sum(number), 0) AS BIGINT) FROM thing";
    // The check of statements does not know `coalesce`. This tests the values that come back.
    let sum = || Statement { sql: sum.into(), values: vec![], rows: Rows::Any };
    let read = async || database.read(sum()).await.unwrap().remove(0).columns().integer().unwrap();
    assert_eq!(read().await, 0);
    change(&*database, vec![insert("a", 5_000_000_000), insert("b", 1)]).await;
    assert_eq!(read().await, 5_000_000_001);
    let count = "SELECT CAST(count(*) AS BIGINT) FROM thing";
    assert_eq!(integers(&*database, count, vec![]).await, [2]);
    // A value that is not a 64-bit integer is an error; it is not rounded.
    let average = Statement { sql: "SELECT avg(number) FROM thing".into(), values: vec![], rows: Rows::Any };
    assert!(database.read(average).await.is_err());
}

/// Lists are made of repeated placeholders.
pub async fn a_list_of_ids_may_be_as_long_as_allowed(fixture: &impl Fixture) {
    let database = with_table(fixture).await;
    change(&*database, vec![insert("7", 7), insert("499", 499), insert("500", 500)]).await;
    let sql = format!("SELECT number FROM thing WHERE number IN ({})", placeholders(1, MOST_IN_LIST));
    let values = (0..MOST_IN_LIST as i64).map(Value::Integer).collect();
    let mut found: Vec<_> = database.read(Statement::new(sql, values)).await.unwrap();
    found.sort_by_key(|row| format!("{row:?}"));
    assert_eq!(found, [Row::new(vec![Value::Integer(499)]), Row::new(vec![Value::Integer(7)])]);
}

/// If a statement touches another number of rows than it must, the statements before it are undone.
pub async fn a_change_that_misses_changes_nothing(fixture: &impl Fixture) {
    let database = with_table(fixture).await;
    change(&*database, vec![insert("a", 1), insert("b", 1)]).await;
    let update = |number: i64| {
        Statement::new("UPDATE thing SET note = 'seen' WHERE number = $1", vec![number.into()]).touching(1)
    };
    for (number, touched) in [(1, 2), (2, 0)] {
        let statements = vec![insert("c", 3), update(number), insert("d", 4)];
        let missed = database.change(Change::new(statements).unwrap()).await;
        assert_eq!(missed, Ok(Changed::Missed { statement: 1, touched }));
        assert_eq!(names(&*database, "SELECT name FROM thing ORDER BY name", vec![]).await, ["a", "b"]);
        let seen = "SELECT name FROM thing WHERE note = 'seen'";
        assert_eq!(names(&*database, seen, vec![]).await, [""; 0]);
    }
    let repeated = Statement::new(
        "INSERT INTO thing (name, number) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        vec!["a".into(), Value::Integer(9)],
    );
    change(&*database, vec![repeated.clone()]).await;
    let missed = database.change(Change::new(vec![repeated.touching(1)]).unwrap()).await;
    assert_eq!(missed, Ok(Changed::Missed { statement: 0, touched: 0 }));
    assert_eq!(integers(&*database, "SELECT number FROM thing WHERE name = 'a'", vec![]).await, [1]);
}

/// Within one change.
pub async fn a_statement_sees_what_those_before_it_wrote(fixture: &impl Fixture) {
    let database = with_table(fixture).await;
    let copy = "INSERT INTO thing (name, number) SELECT $1, number FROM thing WHERE name = $2";
    let copy = Statement::new(copy, vec!["b".into(), "a".into()]).touching(1);
    let delete = Statement::new("DELETE FROM thing WHERE name = $1", vec!["a".into()]).touching(1);
    change(&*database, vec![insert("a", 7), copy, delete]).await;
    assert_eq!(names(&*database, "SELECT name FROM thing", vec![]).await, ["b"]);
    assert_eq!(integers(&*database, "SELECT number FROM thing", vec![]).await, [7]);
}

/// For example a statement that violates a constraint. The next change works again.
pub async fn a_change_that_fails_changes_nothing(fixture: &impl Fixture) {
    let database = with_table(fixture).await;
    change(&*database, vec![insert("a", 1)]).await;
    let failed = database.change(Change::new(vec![insert("b", 2), insert("a", 3)]).unwrap()).await;
    assert!(matches!(failed, Err(StorageError::Failed { .. })), "{failed:?}");
    assert_eq!(names(&*database, "SELECT name FROM thing", vec![]).await, ["a"]);
    change(&*database, vec![insert("b", 2)]).await;
    assert_eq!(integers(&*database, "SELECT number FROM thing ORDER BY name", vec![]).await, [1, 2]);
}

/// Each writer reads, computes, and writes only if what it read is unchanged. If it is not, the writer tries
/// again.
pub async fn versions_keep_writers_from_overwriting_each_other(fixture: &impl Fixture) {
    const WRITERS: i64 = 4;
    const ROUNDS: i64 = 25;
    let database = with_table(fixture).await;
    change(&*database, vec![insert("counter", 0)]).await;
    let writers: Vec<_> = (0..WRITERS)
        .map(|_| {
            let database = Arc::clone(&database);
            tokio::spawn(async move {
                for _ in 0..ROUNDS {
                    loop {
                        let read = "SELECT number FROM thing WHERE name = 'counter'";
                        let number = integers(&*database, read, vec![]).await[0];
                        let update = "UPDATE thing SET number = $1 WHERE name = 'counter' AND number = $2";
                        let values = vec![Value::Integer(number + 1), Value::Integer(number)];
                        let update = Statement::new(update, values).touching(1);
                        match database.change(Change::new(vec![update]).unwrap()).await.unwrap() {
                            Changed::Done => break,
                            Changed::Missed { .. } => {}
                        }
                    }
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    let read = "SELECT number FROM thing WHERE name = 'counter'";
    assert_eq!(integers(&*database, read, vec![]).await, [WRITERS * ROUNDS]);
}

/// A fault of a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Binds values in the order in which their parameters appear.
    BindsByAppearance,
    /// Does not check how many rows a statement touched.
    IgnoresRows,
    /// Commits each statement of a change separately.
    CommitsEach,
    /// Sorts keys by a language's rules, with capital letters next to small ones.
    SortsLikeALanguage,
    /// Reads empty bytes as NULL.
    LosesEmptyBytes,
}

impl Fault {
    /// All faults.
    pub const ALL: [Self; 5] = [
        Self::BindsByAppearance,
        Self::IgnoresRows,
        Self::CommitsEach,
        Self::SortsLikeALanguage,
        Self::LosesEmptyBytes,
    ];
}

/// A fixture whose driver has a fault.
pub struct Wrong<F> {
    right: F,
    fault: Fault,
}

impl<F> Wrong<F> {
    /// Adds the fault to a correct driver.
    pub const fn new(right: F, fault: Fault) -> Self {
        Self { right, fault }
    }
}

impl<F: Fixture> Fixture for Wrong<F> {
    async fn open(&self) -> Arc<dyn Database> {
        Arc::new(WrongDatabase { right: self.right.open().await, fault: self.fault })
    }

    fn words(&self) -> Words {
        self.right.words()
    }
}

struct WrongDatabase {
    right: Arc<dyn Database>,
    fault: Fault,
}

impl WrongDatabase {
    fn statement(&self, mut statement: Statement) -> Statement {
        match self.fault {
            Fault::BindsByAppearance => {
                // $3, $2, $1 become $1, $2, $3, so the values follow the text.
                let parts: Vec<&str> = statement.sql.split('$').collect();
                let rest = |part: &str| part.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned();
                let mut sql = parts[0].to_owned();
                for (number, part) in (1..).zip(&parts[1..]) {
                    let number = number.min(statement.values.len().max(1));
                    sql.push_str(&format!("${number}{}", rest(part)));
                }
                statement.sql = sql.into();
            }
            Fault::IgnoresRows => statement.rows = Rows::Any,
            Fault::CommitsEach | Fault::SortsLikeALanguage | Fault::LosesEmptyBytes => {}
        }
        statement
    }
}

#[async_trait]
impl Database for WrongDatabase {
    async fn read(&self, query: Statement) -> Result<Vec<Row>, StorageError> {
        let mut rows = self.right.read(self.statement(query)).await?;
        match self.fault {
            Fault::SortsLikeALanguage => rows.sort_by_key(|row| format!("{row:?}").to_lowercase()),
            Fault::LosesEmptyBytes => {
                for row in &mut rows {
                    *row = row
                        .clone()
                        .map(|value| if value == Value::Bytes(vec![]) { Value::Null } else { value });
                }
            }
            _ => {}
        }
        Ok(rows)
    }

    async fn change(&self, change: Change) -> Result<Changed, StorageError> {
        let statements = change.statements.into_iter().map(|statement| self.statement(statement));
        if self.fault != Fault::CommitsEach {
            return self.right.change(Change { statements: statements.collect(), ..Change::default() }).await;
        }
        for (place, statement) in statements.enumerate() {
            let change = Change { statements: vec![statement], ..Change::default() };
            if let Changed::Missed { touched, .. } = self.right.change(change).await? {
                return Ok(Changed::Missed { statement: place, touched });
            }
        }
        Ok(Changed::Done)
    }
}
