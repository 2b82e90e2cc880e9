// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which process of PostgreSQL answers, and which copy of the site's data it has.
//!
//! Each renewal of a lease returns the process, in the same statement. If it is another one than before, the store asks which copy
//! it has, and compares that with a row of the table `site`. There are several copies where there are standbys, or backups. Of two
//! copies each may have events that the other lacks, under the same numbers.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use deadpool_postgres::{Object, Transaction};
use serde::{Deserialize, Serialize};
use tabiya_game::Time;

use super::{
    Inner, Work,
    driver::{self, Trouble},
    error::is_forbidden,
    nodes::NOW,
};
use crate::{DatabaseChange, DatabaseSource, NodeName, SetBack, StorageError};

/// The process, in SQL that any role may run: since when it runs, and the numbers of the database and of the table of events,
/// which are others after a restore into the same process.
pub(super) const PROCESS: &str =
    "(SELECT ((extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint)::text || '/' || oid::text || '/' ||
     coalesce(to_regclass('event')::oid::text, '') FROM pg_database WHERE datname = current_database())";
/// The copy: the identifier of the data folder, which a standby shares, and the timeline, which a promotion raises.
const COPY: &str = "SELECT (SELECT system_identifier FROM pg_control_system())::text || '/' ||
     left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/' || split_part($1, '/', 2) || '/' || split_part($1, '/', 3)";
/// Where it is, for people.
const PLACE: &str = "SELECT current_database()::text || coalesce(' on ' || host(inet_server_addr()) || ':' || inet_server_port(), '')";
/// The row of the table `site` that says which process it is, which copy, and since when.
const ROW: &str = "database-copy";
/// The row's text, for a statement that returns it.
pub(super) const KEPT: &str = "(SELECT value FROM site WHERE name = 'database-copy')";
/// For so long after another copy has begun to answer, no client goes on from the number that it has.
const IN_DOUBT: u64 = 24 * 3_600 * 1_000;

/// The row.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    process: String,
    copy: String,
    /// Since when this copy answers, in milliseconds since 1970 by the clock of the database; 0 for the first one.
    since: u64,
    /// In how many games it lacked events.
    games: u32,
    /// By the names of the nodes that have found that: when, and in how many games. A node of an older version leaves it out.
    #[serde(default)]
    set_back: BTreeMap<String, (u64, u32)>,
}

impl Kept {
    /// What can't be read says nothing.
    fn read(text: Option<&str>) -> Option<Self> {
        serde_json::from_str(text?).ok()
    }

    fn numbers_hold(&self, now: i64) -> bool {
        milliseconds(now).saturating_sub(self.since) >= IN_DOUBT
    }
}

fn milliseconds(now: i64) -> u64 {
    u64::try_from(now).unwrap_or(0)
}

/// What this store has heard of it.
#[derive(Default)]
pub(super) struct Source(Mutex<Heard>);

#[derive(Default)]
struct Heard {
    source: Option<DatabaseSource>,
    in_doubt: bool,
}

impl Source {
    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn now(&self) -> Option<DatabaseSource> {
        self.heard().source.clone()
    }

    pub(super) fn numbers_hold(&self) -> bool {
        !self.heard().in_doubt
    }

    fn hear(&self, now: i64, kept: Option<&str>) {
        self.heard().in_doubt = Kept::read(kept).is_some_and(|kept| !kept.numbers_hold(now));
    }
}

/// A renewal has been answered by this process, at this time of the database.
pub(super) async fn renewed(
    inner: &Inner,
    client: &mut Object,
    (process, now, kept): (&str, i64, Option<&str>),
) -> Result<(), StorageError> {
    if inner.source.heard().source.as_ref().is_some_and(|source| source.process == process) {
        inner.source.hear(now, kept);
        return Ok(());
    }
    ask(inner, client).await
}

/// Asks which process answers, and which copy it has, and takes note of another one.
pub(super) async fn ask(inner: &Inner, client: &mut Object) -> Result<(), StorageError> {
    let epoch = inner.epoch()?;
    let process: String = client.query_one(&format!("SELECT {PROCESS}"), &[]).await?.try_get(0)?;
    let copy = match client.query_one(COPY, &[&process]).await {
        Ok(row) => row.try_get(0)?,
        // Some hosted databases don't let their users know. Then each process counts as another copy.
        Err(error) if is_forbidden(&error) => process.clone(),
        Err(error) => return Err(error.into()),
    };
    let place = client.query_one(PLACE, &[]).await?.try_get(0)?;
    let transaction = driver::begin(client, epoch).await.map_err(Trouble::into_error)?;
    let (now, kept) = kept(&transaction).await?;
    let kept = match kept {
        Some(kept) if kept.process == process => kept,
        before => {
            let is_another = before.is_some();
            let (since, games, set_back) = match before {
                Some(before) if before.copy == copy => (before.since, before.games, before.set_back),
                Some(_) => (milliseconds(now), 0, BTreeMap::new()),
                None => (0, 0, BTreeMap::new()),
            };
            let kept = Kept { process: process.clone(), copy: copy.clone(), since, games, set_back };
            keep(&transaction, &kept).await?;
            if is_another {
                count_on_from(&transaction, now).await?;
            }
            kept
        }
    };
    driver::commit(inner, transaction).await.map_err(Trouble::into_error)?;
    let mut heard = inner.source.heard();
    heard.in_doubt = !kept.numbers_hold(now);
    heard.source = Some(DatabaseSource { process, copy, place });
    Ok(())
}

/// Now, and the row. Nobody else changes it until the transaction ends, if it is there.
async fn kept(transaction: &Transaction<'_>) -> Result<(i64, Option<Kept>), StorageError> {
    let row = transaction.query_opt("SELECT value FROM site WHERE name = $1 FOR UPDATE", &[&ROW]).await?;
    let text: Option<&str> = row.as_ref().map(|row| row.try_get(0)).transpose()?;
    let now = transaction.query_one(&format!("SELECT {NOW}"), &[]).await?.try_get(0)?;
    Ok((now, Kept::read(text)))
}

async fn keep(transaction: &Transaction<'_>, kept: &Kept) -> Result<(), StorageError> {
    let text =
        serde_json::to_string(kept).map_err(|error| StorageError::Failed { detail: error.to_string() })?;
    let keep = "INSERT INTO site (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    transaction.execute(keep, &[&ROW, &text]).await?;
    Ok(())
}

/// A database that was set back counts epochs and incarnations again from where it stood, and a node that has not noticed may hold one
/// of those that come. So both count on from the time, which none of before has reached.
async fn count_on_from(transaction: &Transaction<'_>, now: i64) -> Result<(), StorageError> {
    // In the order in which appends lock them.
    transaction.execute("SELECT slot FROM slot ORDER BY slot FOR NO KEY UPDATE", &[]).await?;
    transaction.execute("UPDATE slot SET epoch = greatest(epoch + 1, $1)", &[&now]).await?;
    let incarnations = "WITH counter AS (SELECT pg_get_serial_sequence('node', 'incarnation') AS name)
         SELECT setval(name, greatest(nextval(name), $1)) FROM counter";
    transaction.execute(incarnations, &[&now]).await?;
    Ok(())
}

/// The copy that answers lacked events of so many games, which people had been told.
pub(super) async fn note_set_back(inner: &Inner, by: &NodeName, games: u32) -> Result<(), StorageError> {
    let epoch = inner.epoch()?;
    let mut client = inner.client(Work::Nodes).await?;
    let transaction = driver::begin(&mut client, epoch).await.map_err(Trouble::into_error)?;
    let (now, kept) = kept(&transaction).await?;
    if let Some(mut kept) = kept {
        let now = milliseconds(now);
        kept.since = now;
        kept.games = kept.games.saturating_add(games);
        let (at, found) = kept.set_back.entry(by.to_string()).or_default();
        (*at, *found) = (now, found.saturating_add(games));
        keep(&transaction, &kept).await?;
    }
    driver::commit(inner, transaction).await.map_err(Trouble::into_error)?;
    inner.source.heard().in_doubt = true;
    Ok(())
}

pub(super) async fn last_change(inner: &Inner) -> Result<Option<DatabaseChange>, StorageError> {
    let client = inner.client(Work::Read).await?;
    let row = client.query_one(&format!("SELECT {KEPT}"), &[]).await?;
    let kept = Kept::read(row.try_get(0)?).filter(|kept| kept.since > 0);
    Ok(kept.map(|kept| {
        let found = |(node, (at, games)): (String, _)| {
            Some(SetBack { node: node.parse().ok()?, at: Time(at), games })
        };
        let set_back = kept.set_back.into_iter().filter_map(found).collect();
        DatabaseChange { since: Time(kept.since), games: kept.games, set_back }
    }))
}
