// SPDX-License-Identifier: AGPL-3.0-or-later
//! The servers that follow the database's, and how far behind they are.

use std::time::Duration;

use tokio_postgres::error::SqlState;

use super::{Inner, Work};
use crate::StorageError;

/// What a server says of those that follow it. Whoever may not see more sees the names alone.
const FOLLOWERS: &str =
    "SELECT application_name, state, sync_state, pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_receive_lsn()
     ELSE pg_current_wal_lsn() END, flush_lsn)::bigint, (extract(epoch FROM flush_lag) * 1000)::bigint
     FROM pg_catalog.pg_stat_replication ORDER BY application_name, pid";

/// The servers that follow the database's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standbys {
    /// All of them.
    Seen(Vec<Standby>),
    /// The names of those of which the database's user may not see more; none if it may not see the names either.
    Unseen(Vec<String>),
}

/// A server that follows the database's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standby {
    /// The name that it gives itself (`application_name`).
    pub name: String,
    /// What it does: `streaming` where all is well.
    pub state: String,
    /// Whether commits wait for it: `sync`: each of them; `quorum`: each waits for some of these; `async` and `potential`: none.
    pub sync: String,
    /// How many bytes of the log it has not on its disk yet; `None` before it has said what it has.
    pub behind: Option<u64>,
    /// How long the newest of what it has said to have was under way; `None` if nothing has been for a while.
    pub late: Option<Duration>,
}

pub(super) async fn standbys(inner: &Inner) -> Result<Standbys, StorageError> {
    let client = inner.client(Work::Read).await?;
    let rows = match client.query(FOLLOWERS, &[]).await {
        Err(error) if error.code() == Some(&SqlState::INSUFFICIENT_PRIVILEGE) => {
            return Ok(Standbys::Unseen(Vec::new()));
        }
        rows => rows?,
    };
    let (mut seen, mut names) = (Vec::new(), Vec::new());
    for row in rows {
        let name: String = row.try_get::<_, Option<_>>(0)?.unwrap_or_default();
        names.push(name.clone());
        let (Some(state), Some(sync)) = (row.try_get(1)?, row.try_get(2)?) else { continue };
        let number = |column| Ok::<_, StorageError>(row.try_get::<_, Option<i64>>(column)?.map(not_below_0));
        let (behind, late) = (number(3)?, number(4)?.map(Duration::from_millis));
        seen.push(Standby { name, state, sync, behind, late });
    }
    Ok(if seen.len() == names.len() { Standbys::Seen(seen) } else { Standbys::Unseen(names) })
}

/// What a standby has said may be newer than what the server has told of itself: then it is behind by nothing.
fn not_below_0(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
