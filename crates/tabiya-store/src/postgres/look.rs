// SPDX-License-Identifier: AGPL-3.0-or-later
//! A look at a database from outside: whether this program can use it, and what it would change. Writes nothing.

use tokio_postgres::Client;

use super::{
    durability::Durability,
    migrations,
    servers::{Found, Servers},
    url::DatabaseUrl,
};
use crate::{OpenError, SchemaGap, tables::migrations::Age};

/// What was found in a database that this program can use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseLook {
    /// Whether it has tables of Tabiya.
    pub has_tables: bool,
    /// What they lack; `None` if they are this program's. The next start brings them up to date.
    pub gap: Option<SchemaGap>,
    /// What may lose moves, or stop play: a sentence for each such setting, and for each primary from before a promotion.
    pub risks: Vec<String>,
}

/// Looks at the database at this URL. A server may run meanwhile.
///
/// # Errors
/// If it can't be reached, may lose what it has committed, or is of a newer program.
pub async fn look_at_postgres(url: &DatabaseUrl) -> Result<DatabaseLook, OpenError> {
    let servers = Servers::of_a_command(url)?;
    let Found { client, moving, .. } = servers.best_to_look_at().await?;
    let mut found = look(&client, url).await?;
    found.risks.extend(servers.outdated());
    drop(client);
    moving.abort();
    Ok(found)
}

async fn look(client: &Client, url: &DatabaseUrl) -> Result<DatabaseLook, OpenError> {
    let failed = |source| OpenError::Database { database: url.to_string(), source };
    migrations::refuse_unfinished_move(client, url).await?;
    let durability = Durability::read(client).await.map_err(failed)?;
    durability.refuse().map_err(failed)?;
    let (has_tables, gap) = match migrations::age(client).await.map_err(failed)? {
        None => (false, None),
        Some(Age::Current) => (true, None),
        Some(Age::Older(_, gap)) => (true, Some(gap)),
        Some(Age::Newer(gap)) => return Err(migrations::newer(client, url, gap).await),
    };
    Ok(DatabaseLook { has_tables, gap, risks: durability.risks() })
}
