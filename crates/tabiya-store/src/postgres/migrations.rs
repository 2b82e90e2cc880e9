// SPDX-License-Identifier: AGPL-3.0-or-later
//! Runs the migrations. A row in `tabiya_schema` stands for each of the base, and one in `migration` for each of a subject.
//!
//! Each migration runs in a transaction of its own together with its number. The transaction first takes a lock and then
//! reads the numbers again, so if two servers start at the same time, only one of them runs it.

use tokio_postgres::{Client, GenericClient, IsolationLevel, error::SqlState};

use super::{formats, url::DatabaseUrl};
use crate::{
    OpenError, SchemaGap, StorageError,
    house::{MOVED, UNFINISHED, warn_of_move},
    tables::migrations::{
        ACCESS_TOKEN_TABLES, ACCOUNT_TABLES, ARCHIVE_TABLES, Age, BULK_TABLES, CHAT_TABLES, Dialect,
        IMPORT_TABLES, NOTE, NOTICE_TABLES, PROFILE_TABLES, PROGRAM, Plan, RATING_TABLES, SUBJECT_NUMBERS,
        SUBJECTS, Seen, Series, TOKEN_MAKERS,
    },
};

/// The lock of whoever migrates: "tabiya" and a number, as bytes.
const LOCK: i64 = i64::from_be_bytes(*b"tabiya\0\x03");

/// The log's own tables, and those that are written once for all databases. Nothing is added to the base any more:
/// what is new goes into the series of its subject.
const BASE: &[&str] = &[
    include_str!("migrations/0001_log.sql"),
    ARCHIVE_TABLES,
    ACCOUNT_TABLES,
    RATING_TABLES,
    PROFILE_TABLES,
    CHAT_TABLES,
    NOTICE_TABLES,
    ACCESS_TOKEN_TABLES,
    IMPORT_TABLES,
    BULK_TABLES,
    TOKEN_MAKERS,
    include_str!("migrations/0012_records.sql"),
    SUBJECT_NUMBERS,
];

/// How long a migration waits for a table while nodes play. What they do with that table waits for it in turn.
const WAITS_FOR_A_TABLE: &str = "SET lock_timeout = '2s'";

/// Everything that this program knows.
fn plan() -> Plan<'static> {
    Plan { base: BASE, subjects: subjects(), dialect: Dialect::Postgres }
}

/// Brings the tables up to date.
pub(super) async fn run(client: &mut Client, url: &DatabaseUrl) -> Result<(), OpenError> {
    let failed = |source| OpenError::Database { database: url.to_string(), source };
    refuse_unfinished_move(client, url).await?;
    if let Some(gap) = migrate_by(client, plan()).await.map_err(failed)?
        && !is_known_besides(client).await.map_err(failed)?
    {
        return Err(newer(client, url, gap).await);
    }
    const OWN: &str = env!("CARGO_PKG_VERSION");
    if program_of(client).await.as_deref() != Some(OWN) {
        client.execute(NOTE, &[&PROGRAM, &OWN]).await.map_err(|error| failed(error.into()))?;
    }
    if let Some(to) = noted(client, MOVED).await {
        warn_of_move(&url.to_string(), &to);
    }
    Ok(())
}

/// Whether this program can use a database that has seen more than it knows: nodes of the next version have added it, and the site still
/// writes as this program does.
async fn is_known_besides(client: &Client) -> Result<bool, StorageError> {
    Ok(plan().has_all(&seen(client).await?) && formats::is_known(client).await?)
}

/// Makes a database usable beside those who have it now. What it lacks is added, if it only adds: the others play on. Returns what keeps
/// this program from using it.
pub(super) async fn add_beside(client: &mut Client) -> Result<Option<SchemaGap>, StorageError> {
    let gap = gap_beside(client).await?;
    if gap.is_none()
        || !plan().lacks_only_what_adds(&seen(client).await?)
        || !formats::is_known(client).await?
    {
        return Ok(gap);
    }
    client.batch_execute(WAITS_FOR_A_TABLE).await?;
    migrate_by(client, plan()).await?;
    client.batch_execute("RESET lock_timeout").await?;
    gap_beside(client).await
}

/// What keeps this program from using a database as it is, beside those who have it now.
pub(super) async fn gap_beside(client: &Client) -> Result<Option<SchemaGap>, StorageError> {
    match plan().age(&seen(client).await?) {
        Age::Current => Ok(None),
        Age::Newer(_) if is_known_besides(client).await? => Ok(None),
        Age::Newer(gap) | Age::Older(_, gap) => Ok(Some(gap)),
    }
}

/// Refuses a database to which a move was not finished.
pub(super) async fn refuse_unfinished_move(client: &Client, url: &DatabaseUrl) -> Result<(), OpenError> {
    match unfinished_move(client).await {
        Ok(None) => Ok(()),
        Ok(Some(from)) => Err(OpenError::UnfinishedMove { place: url.to_string(), from }),
        Err(source) => Err(OpenError::Database { database: url.to_string(), source }),
    }
}

/// Where the move to this database comes from that was not finished; `None` if there is no such move.
///
/// # Errors
/// If nobody can say: then it must not be used, for it may hold half a site.
pub(super) async fn unfinished_move(client: &Client) -> Result<Option<String>, StorageError> {
    match client.query_opt("SELECT value FROM site WHERE name = $1", &[&UNFINISHED]).await {
        Ok(Some(row)) => Ok(Some(row.try_get(0)?)),
        Ok(None) => Ok(None),
        Err(error) if error.code() == Some(&SqlState::UNDEFINED_TABLE) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The version of the program that used a database last; `None` if it has not said so.
async fn program_of(client: &Client) -> Option<String> {
    noted(client, PROGRAM).await
}

/// What a database says about itself under this name.
async fn noted(client: &Client, name: &str) -> Option<String> {
    let found = client.query_one("SELECT value FROM site WHERE name = $1", &[&name]).await;
    found.ok().and_then(|row| row.try_get(0).ok())
}

/// The refusal of a database that is of a newer program, with its version if it has said so.
pub(super) async fn newer(client: &Client, url: &DatabaseUrl, gap: SchemaGap) -> OpenError {
    OpenError::NewerDatabase { database: url.to_string(), gap, program: program_of(client).await }
}

/// Whether the database has the tables of this program; `None` if it has no tables of Tabiya.
pub(super) async fn age(client: &Client) -> Result<Option<Age<'static>>, StorageError> {
    let seen = seen(client).await?;
    Ok((seen != Seen::default()).then(|| plan().age(&seen)))
}

/// Returns what the database has seen and the plan does not know; then nothing is done.
async fn migrate_by(client: &mut Client, plan: Plan<'_>) -> Result<Option<SchemaGap>, StorageError> {
    loop {
        match plan.age(&seen(client).await?) {
            Age::Current => return Ok(None),
            Age::Newer(gap) => return Ok(Some(gap)),
            Age::Older(..) => migrate_next(client, plan).await?,
        }
    }
}

async fn migrate_next(client: &mut Client, plan: Plan<'_>) -> Result<(), StorageError> {
    // So that a statement after the wait for the lock sees what its last holder has committed.
    let transaction =
        client.build_transaction().isolation_level(IsolationLevel::ReadCommitted).start().await?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    if let Age::Older(step, _) = plan.age(&seen(&transaction).await?) {
        transaction.batch_execute(&step.sql).await?;
        let number = i64::from(step.number);
        match step.subject {
            None => {
                // Asked once: PostgreSQL would say at each further step that the table is there, and that would stand in the log.
                if number == 1 {
                    let table = "CREATE TABLE IF NOT EXISTS tabiya_schema (number BIGINT PRIMARY KEY)";
                    transaction.batch_execute(table).await?;
                }
                transaction.execute("INSERT INTO tabiya_schema (number) VALUES ($1)", &[&number]).await?;
            }
            Some(subject) => {
                let sql = "INSERT INTO migration (subject, number) VALUES ($1, $2)";
                transaction.execute(sql, &[&subject, &number]).await?;
            }
        }
    }
    Ok(transaction.commit().await?)
}

/// The migrations that the database has seen.
async fn seen(client: &impl GenericClient) -> Result<Seen, StorageError> {
    // Not by to_regclass, which may answer from the connection's memory of before it waited for the lock.
    let there = "SELECT relname FROM pg_catalog.pg_class WHERE relname IN ('tabiya_schema', 'migration') \
                 AND relkind = 'r' AND pg_catalog.pg_table_is_visible(oid)";
    let there = client.query(there, &[]).await?;
    let there = there.iter().map(|row| row.try_get(0)).collect::<Result<Vec<&str>, _>>()?;
    let mut seen = Seen::default();
    // What is no number of ours is of a program to come.
    let number = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    if there.contains(&"tabiya_schema") {
        let newest = client.query_one("SELECT coalesce(max(number), 0) FROM tabiya_schema", &[]).await?;
        seen.base = number(newest.try_get(0)?);
    }
    if there.contains(&"migration") {
        let newest = "SELECT subject, max(number) FROM migration GROUP BY subject";
        for row in client.query(newest, &[]).await? {
            seen.subjects.insert(row.try_get(0)?, number(row.try_get(1)?));
        }
    }
    Ok(seen)
}

/// The subjects that this process knows.
#[cfg(debug_assertions)]
fn subjects() -> &'static [Series] {
    use crate::tables::migrations::Migration;
    use std::sync::LazyLock;

    const TABLE: Series = Series {
        subject: "next_version",
        builds_on: &[],
        migrations: &[Migration::shared("CREATE TABLE next_version (x BIGINT)").beside_older()],
        readable: &[],
    };
    static ALL: LazyLock<Vec<Series>> = LazyLock::new(|| SUBJECTS.iter().copied().chain([TABLE]).collect());
    if crate::next::is_on() { &ALL } else { SUBJECTS }
}

#[cfg(not(debug_assertions))]
const fn subjects() -> &'static [Series] {
    SUBJECTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        conformance::postgres::Cluster,
        postgres::owner::connect_for_tests,
        tables::migrations::{Migration, Series, tests::fingerprint},
    };

    const LISTS: Series = Series {
        subject: "lists",
        builds_on: &[],
        migrations: &[
            // The pause lets another server come to the same place.
            Migration::shared("CREATE TABLE lists (x {integer}); SELECT pg_sleep(0.2)"),
            Migration::each("not for this database", "INSERT INTO lists (x) VALUES (1)"),
        ],
        readable: &[],
    };

    const WITH_LISTS: Plan<'static> = Plan { base: BASE, subjects: &[LISTS], dialect: Dialect::Postgres };

    async fn connect(cluster: &Cluster, database: &str) -> Client {
        connect_for_tests(&cluster.url(database).parse().unwrap()).await
    }

    /// Everything that a database consists of, in words.
    fn parts(cluster: &Cluster, database: &str) -> String {
        let sql = "SELECT table_name, column_name, data_type, is_nullable, collation_name \
                   FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2; \
                   SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1; \
                   SELECT conrelid::regclass, conname, pg_get_constraintdef(oid) FROM pg_constraint \
                   WHERE connamespace = 'public'::regnamespace ORDER BY 2";
        cluster.sql(database, sql)
    }

    #[test]
    fn the_base_is_frozen() {
        assert_eq!(BASE.len(), 13, "a new table goes into the series of its subject: tables/migrations.rs");
        assert_eq!(
            fingerprint(BASE),
            1_483_052_593_271_571_011,
            "a migration that was released is never changed"
        );
    }

    #[tokio::test]
    async fn two_servers_that_start_at_the_same_time_run_each_migration_once() {
        let Some(cluster) = Cluster::start() else { return };
        let database = cluster.database();
        let mut servers = [connect(&cluster, &database).await, connect(&cluster, &database).await];
        let [one, other] = &mut servers;
        let (one, other) = tokio::join!(migrate_by(one, WITH_LISTS), migrate_by(other, WITH_LISTS));
        assert_eq!((one, other), (Ok(None), Ok(None)));
        let [client, _] = &servers;
        let subjects = [("lists".to_owned(), 2)].into();
        assert_eq!(seen(client).await.unwrap(), Seen { base: BASE.len() as u32, subjects });
        assert_eq!(cluster.sql(&database, "SELECT count(*) FROM lists"), "1");
    }

    #[tokio::test]
    async fn a_failed_migration_leaves_the_tables_before_it() {
        const BAD: Series = Series {
            migrations: &[
                LISTS.migrations[0],
                Migration::shared("INSERT INTO lists (x) VALUES (1); SELECT nonsense"),
            ],
            ..LISTS
        };
        let Some(cluster) = Cluster::start() else { return };
        let database = cluster.database();
        let mut client = connect(&cluster, &database).await;
        migrate_by(&mut client, Plan { subjects: &[BAD], ..plan() }).await.unwrap_err();
        assert_eq!(seen(&client).await.unwrap().subjects, [("lists".to_owned(), 1)].into());
        assert_eq!(cluster.sql(&database, "SELECT count(*) FROM lists"), "0");
    }

    #[tokio::test]
    async fn a_database_with_a_subject_that_is_newer_or_unknown_is_refused() {
        let Some(cluster) = Cluster::start() else { return };
        let database = cluster.database();
        let mut client = connect(&cluster, &database).await;
        assert_eq!(migrate_by(&mut client, WITH_LISTS).await, Ok(None));
        let url = cluster.url(&database).parse().unwrap();
        let refused = run(&mut client, &url).await.unwrap_err();
        assert!(matches!(refused, OpenError::NewerDatabase { .. }), "{refused}");
        let said = refused.to_string();
        assert!(said.contains("the schema of lists is 2, and this program has none"), "{said}");
        assert!(matches!(age(&client).await.unwrap(), Some(Age::Newer(_))));
    }

    #[tokio::test]
    async fn what_cant_say_whether_a_move_was_finished_is_not_used() {
        let Some(cluster) = Cluster::start() else { return };
        let database = cluster.database();
        let mut client = connect(&cluster, &database).await;
        assert_eq!(unfinished_move(&client).await, Ok(None), "there is no table yet");
        assert_eq!(migrate_by(&mut client, plan()).await, Ok(None));
        assert_eq!(unfinished_move(&client).await, Ok(None));
        let mark = format!("INSERT INTO site (name, value) VALUES ('{UNFINISHED}', 'elsewhere')");
        cluster.sql(&database, &mark);
        assert_eq!(unfinished_move(&client).await, Ok(Some("elsewhere".to_owned())));
        cluster.sql(&database, "ALTER TABLE site RENAME COLUMN value TO other");
        assert!(unfinished_move(&client).await.is_err());
    }

    #[tokio::test]
    async fn a_database_of_every_age_gets_the_tables_of_a_new_one() {
        let Some(cluster) = Cluster::start() else { return };
        let mut expected = None;
        for age in 0..=BASE.len() {
            let database = cluster.database();
            let mut client = connect(&cluster, &database).await;
            let old = Plan { base: &BASE[..age], subjects: &[], ..plan() };
            assert_eq!(migrate_by(&mut client, old).await, Ok(None));
            assert_eq!(seen(&client).await.unwrap().base as usize, age);
            assert_eq!(migrate_by(&mut client, plan()).await, Ok(None));
            let parts = parts(&cluster, &database);
            assert_eq!(&parts, expected.get_or_insert_with(|| parts.clone()), "from {age}");
        }
    }
}
