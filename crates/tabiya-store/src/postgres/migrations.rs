// SPDX-License-Identifier: AGPL-3.0-or-later
//! Numbered migrations, as in SQLite: one that was released is never changed, and each runs in a transaction together
//! with its number. The server that runs them holds the database.

use tokio_postgres::Client;

use super::url::DatabaseUrl;
use crate::{
    OpenError, StorageError,
    tables::{
        ACCESS_TOKEN_TABLES, ACCOUNT_TABLES, ARCHIVE_TABLES, BULK_TABLES, CHAT_TABLES, IMPORT_TABLES,
        NOTICE_TABLES, POSTGRES, PROFILE_TABLES, RATING_TABLES, TOKEN_MAKERS,
    },
};

/// The log's own tables, and those that are written once for all databases.
const MIGRATIONS: &[&str] = &[
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
];

/// The number of the newest schema.
pub(super) const NEWEST: i64 = MIGRATIONS.len() as i64;

/// Brings the tables up to date, after making sure that this database keeps what it commits.
pub(super) async fn run(client: &mut Client, url: &DatabaseUrl) -> Result<(), OpenError> {
    let failed = |source| OpenError::Database { database: url.to_string(), source };
    check_settings(client).await.map_err(failed)?;
    let seen = schema(client).await.map_err(failed)?;
    if seen > NEWEST {
        let [found, known] = [seen, NEWEST].map(|number| u32::try_from(number).unwrap_or(u32::MAX));
        return Err(OpenError::NewerDatabase { database: url.to_string(), found, known });
    }
    for (number, migration) in (1..).zip(MIGRATIONS).filter(|(number, _)| *number > seen) {
        migrate(client, number, migration).await.map_err(|error| failed(error.into()))?;
    }
    Ok(())
}

async fn migrate(client: &mut Client, number: i64, migration: &str) -> Result<(), tokio_postgres::Error> {
    let transaction = client.transaction().await?;
    transaction.batch_execute(&POSTGRES.fill(migration)).await?;
    transaction.batch_execute("CREATE TABLE IF NOT EXISTS tabiya_schema (number BIGINT PRIMARY KEY)").await?;
    transaction.execute("INSERT INTO tabiya_schema (number) VALUES ($1)", &[&number]).await?;
    transaction.commit().await
}

/// How many migrations the database has seen; 0 if none.
pub(super) async fn schema(client: &Client) -> Result<i64, StorageError> {
    let exists = client.query_one("SELECT to_regclass('tabiya_schema') IS NOT NULL", &[]).await?;
    if !exists.try_get::<_, bool>(0)? {
        return Ok(0);
    }
    Ok(client.query_one("SELECT coalesce(max(number), 0) FROM tabiya_schema", &[]).await?.try_get(0)?)
}

async fn check_settings(client: &Client) -> Result<(), StorageError> {
    let row = client
        .query_one(
            "SELECT current_setting('synchronous_commit'), current_setting('server_encoding'), \
             current_setting('fsync')",
            &[],
        )
        .await?;
    let [commit, encoding, flush]: [String; 3] = [row.try_get(0)?, row.try_get(1)?, row.try_get(2)?];
    if commit == "off" {
        let detail = "its setting synchronous_commit is off, so a crash would lose moves that players were told of; set it \
                      to on"
            .to_owned();
        return Err(StorageError::Failed { detail });
    }
    if encoding != "UTF8" {
        let detail = format!("its encoding is {encoding}; create it with ENCODING 'UTF8'");
        return Err(StorageError::Failed { detail });
    }
    if flush == "off" {
        tracing::warn!("the database's setting fsync is off: a power cut loses moves and may damage it");
    }
    Ok(())
}
