// SPDX-License-Identifier: AGPL-3.0-or-later
//! The format in which the site writes: a row of the table `site`, which only rises.

use tokio_postgres::{Client, GenericClient};

use crate::{Formats, StorageError, tables::migrations::FORMAT};

/// The format in which the site writes; 0 if it has never been told.
pub(super) async fn of_site(client: &impl GenericClient) -> Result<u32, StorageError> {
    let select = "SELECT value FROM site WHERE name = $1";
    let Some(row) = client.query_opt(select, &[&FORMAT]).await? else { return Ok(0) };
    let value: String = row.try_get(0)?;
    value.parse().map_err(|_| StorageError::Damaged { detail: format!("there is no format {value:?}") })
}

/// The site writes in this format from now on, if it wrote in an older one. The caller makes sure that every node knows it.
pub(super) async fn raise(client: &impl GenericClient, to: u32) -> Result<(), StorageError> {
    let raise = "INSERT INTO site (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value
         WHERE site.value::bigint < excluded.value::bigint";
    client.execute(raise, &[&FORMAT, &to.to_string()]).await?;
    Ok(())
}

/// The site writes in the newest format that all nodes know. Returns which one that is. The caller keeps nodes from joining meanwhile.
pub(super) async fn raise_to_what_all_know(client: &impl GenericClient) -> Result<u32, StorageError> {
    let now = of_site(client).await?;
    let known = client.query_one("SELECT min(newest_format) FROM node", &[]).await?;
    let known = known.try_get::<_, Option<i64>>(0)?.and_then(|known| u32::try_from(known).ok()).unwrap_or(0);
    if known > now {
        raise(client, known).await?;
        tracing::info!(format = known, "all nodes know this format; it is written from now on");
    }
    Ok(known.max(now))
}

/// Whether this program can use a database that has also tables of a newer one: these only add as long as the site writes in a format
/// that this program knows.
pub(super) async fn is_known(client: &Client) -> Result<bool, StorageError> {
    Ok(Formats::own().fit(of_site(client).await?))
}
