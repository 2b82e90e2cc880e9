// SPDX-License-Identifier: AGPL-3.0-or-later
//! Numbered migrations. `user_version` of the database is how many of them it has seen.
//!
//! A migration that was released is never changed; a new one is added below. Each runs in a transaction of its own
//! together with the new number, so that a program killed in between finds the schema either before or after it.

use rusqlite::{Connection, TransactionBehavior};

use crate::tables::{
    ACCESS_TOKEN_TABLES, ACCOUNT_TABLES, ARCHIVE_TABLES, BULK_TABLES, CHAT_TABLES, IMPORT_TABLES,
    NOTICE_TABLES, PROFILE_TABLES, RATING_TABLES, SQLITE, TOKEN_MAKERS,
};

/// Marks the file as Tabiya's: "Taby" in ASCII.
const APPLICATION_ID: i32 = 0x5461_6279;

/// The log's own tables, and those that are written once for all databases.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001_games.sql"),
    include_str!("migrations/0002_journal.sql"),
    ARCHIVE_TABLES,
    ACCOUNT_TABLES,
    RATING_TABLES,
    PROFILE_TABLES,
    include_str!("migrations/0007_no_seats.sql"),
    CHAT_TABLES,
    NOTICE_TABLES,
    ACCESS_TOKEN_TABLES,
    IMPORT_TABLES,
    BULK_TABLES,
    TOKEN_MAKERS,
];

/// The number of the newest schema.
pub(super) const NEWEST: u32 = MIGRATIONS.len() as u32;

/// What a database turned out to be instead of one that can be used.
#[derive(Debug)]
pub(super) enum MigrationError {
    /// It has seen migrations that this program does not know.
    Newer { found: u32, known: u32 },
    /// It belongs to another program.
    Foreign,
    /// It could not be read or written.
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for MigrationError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

/// Brings the database to the newest schema.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), MigrationError> {
    migrate_through(connection, MIGRATIONS)
}

/// The number of a database's schema, which this program knows; 0 for an empty file.
pub(super) fn schema(connection: &Connection) -> Result<u32, MigrationError> {
    schema_up_to(connection, MIGRATIONS.len())
}

fn schema_up_to(connection: &Connection, newest: usize) -> Result<u32, MigrationError> {
    let number = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
    let found = number("user_version")?;
    let has_tables = connection
        .query_row("SELECT EXISTS (SELECT 1 FROM sqlite_schema)", [], |row| row.get::<_, bool>(0))?;
    if has_tables && number("application_id")? != APPLICATION_ID {
        return Err(MigrationError::Foreign);
    }
    let found = u32::try_from(found).map_err(|_| MigrationError::Foreign)?;
    let known = u32::try_from(newest).expect("there are few migrations");
    if found > known { Err(MigrationError::Newer { found, known }) } else { Ok(found) }
}

fn migrate_through(connection: &mut Connection, migrations: &[&str]) -> Result<(), MigrationError> {
    let seen = schema_up_to(connection, migrations.len())? as usize;
    for (index, migration) in migrations.iter().enumerate().skip(seen) {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(&SQLITE.fill(migration))?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", i64::try_from(index + 1).expect("few migrations"))?;
        transaction.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(connection: &Connection) -> i32 {
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
    }

    #[test]
    fn each_migration_runs_once_and_the_number_says_how_many_did() {
        let mut connection = Connection::open_in_memory().unwrap();
        let two = ["CREATE TABLE a (x)", "CREATE TABLE b (x)"];
        migrate_through(&mut connection, &two[..1]).unwrap();
        assert_eq!(version(&connection), 1);
        migrate_through(&mut connection, &two).unwrap();
        migrate_through(&mut connection, &two).unwrap();
        assert_eq!(version(&connection), 2);
    }

    #[test]
    fn a_failed_migration_leaves_the_schema_before_it() {
        let mut connection = Connection::open_in_memory().unwrap();
        let bad = ["CREATE TABLE a (x)", "CREATE TABLE b (x); CREATE TABLE a (x)"];
        assert!(matches!(migrate_through(&mut connection, &bad), Err(MigrationError::Sqlite(_))));
        assert_eq!(version(&connection), 1);
        connection.execute("CREATE TABLE b (x)", []).unwrap();
    }

    #[test]
    fn a_newer_schema_and_a_foreign_database_are_left_alone() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate_through(&mut connection, &["CREATE TABLE a (x)", "CREATE TABLE b (x)"]).unwrap();
        let newer = migrate_through(&mut connection, &["CREATE TABLE a (x)"]);
        assert!(matches!(newer, Err(MigrationError::Newer { found: 2, known: 1 })), "{newer:?}");

        let mut foreign = Connection::open_in_memory().unwrap();
        foreign.execute("CREATE TABLE bookmarks (x)", []).unwrap();
        assert!(matches!(migrate(&mut foreign), Err(MigrationError::Foreign)));
    }
}
