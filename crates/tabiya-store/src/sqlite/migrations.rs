// SPDX-License-Identifier: AGPL-3.0-or-later
//! Runs the migrations. `user_version` of the database is how many of the base it has seen; a table says which of each
//! subject.
//!
//! Each migration runs in a transaction of its own together with its number, so that a program killed in between finds
//! the schema either before or after it. An empty file gets them all in one: there is nothing to lose, and a server that
//! starts for the first time would wait for the disk some hundred and fifty times.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};

use crate::{
    SchemaGap,
    house::{MOVED, UNFINISHED, warn_of_move},
    tables::migrations::{
        ACCESS_TOKEN_TABLES, ACCOUNT_TABLES, ARCHIVE_TABLES, Age, BULK_TABLES, CHAT_TABLES, Dialect,
        IMPORT_TABLES, NOTE, NOTICE_TABLES, PROFILE_TABLES, PROGRAM, Plan, RATING_TABLES, SUBJECT_NUMBERS,
        SUBJECTS, Seen, Step, TOKEN_MAKERS,
    },
};

/// Marks the file as Tabiya's: "Taby" in ASCII.
const APPLICATION_ID: i32 = 0x5461_6279;

/// The log's own tables, and those that are written once for all databases. Nothing is added to the base any more:
/// what is new goes into the series of its subject.
const BASE: &[&str] = &[
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
    SUBJECT_NUMBERS,
];

/// Everything that this program knows.
const PLAN: Plan<'static> = Plan { base: BASE, subjects: SUBJECTS, dialect: Dialect::Sqlite };

/// What a database turned out to be instead of one that can be used.
#[derive(Debug)]
pub(crate) enum MigrationError {
    /// It has seen migrations that this program does not know; with the version of the program that used it last.
    Newer(SchemaGap, Option<String>),
    /// It belongs to another program.
    Foreign,
    /// A move to it from this place was not finished.
    UnfinishedMove(String),
    /// It could not be read or written.
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for MigrationError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

/// Brings the database to the newest schema, and notes which program did: an older one can say then what it would take.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), MigrationError> {
    refuse_foreign(connection)?;
    refuse_unfinished_move(connection)?;
    migrate_by(connection, PLAN)?;
    const OWN: &str = env!("CARGO_PKG_VERSION");
    if program_of(connection).as_deref() != Some(OWN) {
        connection.execute(NOTE, [PROGRAM, OWN])?;
    }
    Ok(())
}

/// The version of the program that used a database last; `None` if it has not said so.
fn program_of(connection: &Connection) -> Option<String> {
    noted(connection, PROGRAM)
}

/// What a database says about itself under this name.
fn noted(connection: &Connection, name: &str) -> Option<String> {
    connection.query_row("SELECT value FROM site WHERE name = ?1", [name], |row| row.get(0)).ok()
}

/// Warns if everything in this database was moved away.
pub(super) fn warn_if_moved(path: &Path, connection: &Connection) {
    if let Some(to) = noted(connection, MOVED) {
        warn_of_move(&path.display().to_string(), &to);
    }
}

/// What the database of an older program lacks first; `None` if it has the newest schema.
///
/// # Errors
/// If it is newer than this program, no database of Tabiya, or can't be read.
pub(super) fn behind(connection: &Connection) -> Result<Option<SchemaGap>, MigrationError> {
    refuse_foreign(connection)?;
    refuse_unfinished_move(connection)?;
    behind_or_moving(connection)
}

/// Another program may have a table of the same name.
fn refuse_foreign(connection: &Connection) -> Result<(), MigrationError> {
    seen(connection).map(drop)
}

fn refuse_unfinished_move(connection: &Connection) -> Result<(), MigrationError> {
    unfinished_move(connection)?.map_or(Ok(()), |from| Err(MigrationError::UnfinishedMove(from)))
}

/// Where the move to this database comes from that was not finished; `None` if there is no such move.
///
/// # Errors
/// If nobody can say: then it must not be used, for it may hold half a site.
pub(super) fn unfinished_move(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let has_site = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'site')";
    if !connection.query_row(has_site, [], |row| row.get::<_, bool>(0))? {
        return Ok(None);
    }
    let mark = "SELECT value FROM site WHERE name = ?1";
    connection.query_row(mark, [UNFINISHED], |row| row.get(0)).optional()
}

/// As [`behind`], also of a database to which a move was not finished.
pub(super) fn behind_or_moving(connection: &Connection) -> Result<Option<SchemaGap>, MigrationError> {
    let seen = seen(connection)?;
    if seen == Seen::default() {
        // An empty file, which nobody can say is Tabiya's.
        return Err(MigrationError::Foreign);
    }
    match PLAN.age(&seen) {
        Age::Current => Ok(None),
        Age::Older(_, gap) => Ok(Some(gap)),
        Age::Newer(gap) => Err(MigrationError::Newer(gap, program_of(connection))),
    }
}

/// The migrations that a database has seen; none for an empty file.
fn seen(connection: &Connection) -> Result<Seen, MigrationError> {
    let number = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
    let base = number("user_version")?;
    let has_tables = connection
        .query_row("SELECT EXISTS (SELECT 1 FROM sqlite_schema)", [], |row| row.get::<_, bool>(0))?;
    if has_tables && number("application_id")? != APPLICATION_ID {
        return Err(MigrationError::Foreign);
    }
    let base = u32::try_from(base).map_err(|_| MigrationError::Foreign)?;
    let mut seen = Seen { base, ..Seen::default() };
    let has_subjects =
        "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migration')";
    if connection.query_row(has_subjects, [], |row| row.get::<_, bool>(0))? {
        let mut newest = connection.prepare("SELECT subject, max(number) FROM migration GROUP BY subject")?;
        let rows = newest.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        seen.subjects = rows.collect::<Result<_, _>>()?;
    }
    Ok(seen)
}

fn migrate_by(connection: &mut Connection, plan: Plan<'_>) -> Result<(), MigrationError> {
    let is_new = seen(connection)? == Seen::default();
    loop {
        match plan.age(&seen(connection)?) {
            Age::Current => return Ok(()),
            Age::Newer(gap) => return Err(MigrationError::Newer(gap, program_of(connection))),
            Age::Older(..) => {}
        }
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Read anew, because another program may have done it before this one got the lock.
        let mut seen = seen(&transaction)?;
        while let Age::Older(step, _) = plan.age(&seen) {
            take(&transaction, &step)?;
            seen.add(&step);
            if !is_new {
                break;
            }
        }
        transaction.commit()?;
    }
}

/// Runs a migration, and notes it.
fn take(transaction: &Transaction<'_>, step: &Step<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch(&step.sql)?;
    match step.subject {
        None => {
            transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
            transaction.pragma_update(None, "user_version", step.number)
        }
        Some(subject) => {
            let sql = "INSERT INTO migration (subject, number) VALUES (?1, ?2)";
            transaction.execute(sql, (subject, step.number)).map(drop)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{
        sqlite::schema,
        tables::migrations::{Migration, Series, tests::fingerprint},
    };

    const LISTS: Series = Series {
        subject: "lists",
        builds_on: &[],
        migrations: &[Migration::shared("CREATE TABLE c (x)"), Migration::shared("CREATE TABLE d (x)")],
        readable: &[],
    };

    fn plan<'a>(base: &'a [&'a str], subjects: &'a [Series]) -> Plan<'a> {
        Plan { base, subjects, dialect: Dialect::Sqlite }
    }

    fn version(connection: &Connection) -> i32 {
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
    }

    #[test]
    fn the_base_is_frozen() {
        assert_eq!(BASE.len(), 14, "a new table goes into the series of its subject: tables/migrations.rs");
        assert_eq!(
            fingerprint(BASE),
            9_575_055_705_899_757_732,
            "a migration that was released is never changed"
        );
    }

    #[test]
    fn each_migration_runs_once_and_the_numbers_say_which_did() {
        let mut connection = Connection::open_in_memory().unwrap();
        let base = ["CREATE TABLE a (x)", SUBJECT_NUMBERS];
        migrate_by(&mut connection, plan(&base[..1], &[])).unwrap();
        assert_eq!(version(&connection), 1);
        for _ in 0..2 {
            migrate_by(&mut connection, plan(&base, &[LISTS])).unwrap();
            let subjects = [("lists".to_owned(), 2)].into();
            assert_eq!(seen(&connection).unwrap(), Seen { base: 2, subjects });
        }
        let times = |row: &rusqlite::Row<'_>| row.get::<_, u32>(0);
        assert_eq!(connection.query_row("SELECT count(*) FROM migration", [], times).unwrap(), 2);
    }

    /// Each commit waits for the disk a few times. A database counts them in its file (File Change Counter, in
    /// "Database File Format").
    #[test]
    fn an_empty_file_gets_all_migrations_in_one_transaction() {
        let commits = |path: &Path| u32::from_be_bytes(fs::read(path).unwrap()[24..28].try_into().unwrap());
        let base = ["CREATE TABLE a (x)", SUBJECT_NUMBERS];
        let folder = tempfile::tempdir().unwrap();
        let [new, old] = ["new", "old"].map(|name| folder.path().join(name));
        let mut connection = Connection::open(&new).unwrap();
        migrate_by(&mut connection, plan(&base, &[LISTS])).unwrap();
        assert_eq!(commits(&new), 1);

        let mut connection = Connection::open(&old).unwrap();
        migrate_by(&mut connection, plan(&base[..1], &[])).unwrap();
        migrate_by(&mut connection, plan(&base, &[LISTS])).unwrap();
        assert_eq!(commits(&old), 4);
    }

    #[test]
    fn a_failed_migration_leaves_the_schema_before_it() {
        const BAD: Series = Series {
            migrations: &[LISTS.migrations[0], Migration::shared("CREATE TABLE e (x); CREATE TABLE e (x)")],
            ..LISTS
        };
        let bad = ["CREATE TABLE a (x)", "CREATE TABLE b (x); CREATE TABLE a (x)"];
        let mut connection = Connection::open_in_memory().unwrap();
        assert!(matches!(migrate_by(&mut connection, plan(&bad, &[])), Err(MigrationError::Sqlite(_))));
        assert_eq!(seen(&connection).unwrap(), Seen::default(), "an empty file stays empty");
        migrate_by(&mut connection, plan(&bad[..1], &[])).unwrap();
        assert!(matches!(migrate_by(&mut connection, plan(&bad, &[])), Err(MigrationError::Sqlite(_))));
        assert_eq!(version(&connection), 1);
        connection.execute("CREATE TABLE b (x)", []).unwrap();

        let mut connection = Connection::open_in_memory().unwrap();
        migrate_by(&mut connection, plan(&[SUBJECT_NUMBERS], &[])).unwrap();
        let failed = migrate_by(&mut connection, plan(&[SUBJECT_NUMBERS], &[BAD]));
        assert!(matches!(failed, Err(MigrationError::Sqlite(_))), "{failed:?}");
        assert_eq!(seen(&connection).unwrap().subjects, [("lists".to_owned(), 1)].into());
        connection.execute("CREATE TABLE e (x)", []).unwrap();
    }

    #[test]
    fn a_newer_schema_and_a_foreign_database_are_left_alone() {
        let mut connection = Connection::open_in_memory().unwrap();
        let base = ["CREATE TABLE a (x)", SUBJECT_NUMBERS];
        migrate_by(&mut connection, plan(&base, &[LISTS])).unwrap();
        let newer = migrate_by(&mut connection, plan(&base[..1], &[LISTS]));
        let gap = SchemaGap { subject: None, found: 2, known: 1 };
        assert!(matches!(&newer, Err(MigrationError::Newer(said, _)) if *said == gap), "{newer:?}");
        let newer = migrate_by(&mut connection, plan(&base, &[]));
        let gap = SchemaGap { subject: Some("lists".to_owned()), found: 2, known: 0 };
        assert!(matches!(&newer, Err(MigrationError::Newer(said, _)) if *said == gap), "{newer:?}");

        let mut foreign = Connection::open_in_memory().unwrap();
        foreign.execute("CREATE TABLE bookmarks (x)", []).unwrap();
        assert!(matches!(migrate(&mut foreign), Err(MigrationError::Foreign)));
    }

    #[test]
    fn what_cant_say_whether_a_move_was_finished_is_not_used() {
        let mut connection = Connection::open_in_memory().unwrap();
        assert_eq!(unfinished_move(&connection), Ok(None), "there is no table yet");
        migrate(&mut connection).unwrap();
        assert_eq!(unfinished_move(&connection), Ok(None));
        connection.execute("INSERT INTO site (name, value) VALUES (?1, 'elsewhere')", [UNFINISHED]).unwrap();
        let refused = migrate(&mut connection);
        assert!(matches!(&refused, Err(MigrationError::UnfinishedMove(from)) if from == "elsewhere"));
        connection.execute("ALTER TABLE site RENAME COLUMN value TO other", []).unwrap();
        assert!(matches!(refuse_unfinished_move(&connection), Err(MigrationError::Sqlite(_))));
    }

    #[test]
    fn a_database_of_every_age_gets_the_tables_of_a_new_one() {
        for age in 0..=BASE.len() {
            let mut connection = Connection::open_in_memory().unwrap();
            migrate_by(&mut connection, plan(&BASE[..age], &[])).unwrap();
            assert_eq!(version(&connection) as usize, age);
            migrate(&mut connection).unwrap();
            assert_eq!(schema::faults(&connection).unwrap(), Vec::<String>::new(), "from {age}");
        }
    }
}
