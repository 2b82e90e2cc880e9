// SPDX-License-Identifier: AGPL-3.0-or-later
//! Nodes and slots in PostgreSQL.
//!
//! Renewing touches the node's own row only, and a slot's row changes with its owner only: else renewals twice a second and
//! the locks of appends would wait for each other. Each method is one statement, or statements in one transaction. The
//! database's clock is read by `clock_timestamp()`, never by a time that was passed in.
//!
//! What is compared, so that nobody acts for a slot who has lost it:
//!
//! | statement | acts only if |
//! | --- | --- |
//! | `join`, `take` | the database is held in the epoch that this server knows ([`is_held_in`](super::fence::is_held_in)) |
//! | `join` | no other node has a row, or the site writes in a format that fits |
//! | `take`, `hand_over`, `renew`, `remove_expired` | there is a row of the caller's incarnation |
//! | `take` | the slot's incarnation has no row |
//! | `hand_over` | the slot is the caller's, in the epoch of its lease, and there is a row of the taker's incarnation |
//! | `remove_expired` | the caller's own lease lasts, and has lasted for the length of a lease; the other's has ended |
//! | [`count_on_from`](super::source) | as `take`, and another process answers than the one that is noted |
//! | an append, or a transaction of a game's log | the slot's epoch is the writer's (see `fenced.rs`) |
//! | [`fence_off_all`] | the caller holds the database alone, and has kept out what compares the epoch until it commits |
//!
//! A row of a node is made by `join` alone and deleted by [`fence_off_all`]. So whatever asks for the row also compares the epoch of
//! the database, by way of the row.

use std::time::Duration;

use async_trait::async_trait;
use tabiya_game::Time;
use tokio_postgres::GenericClient;

use super::{
    PostgresStore, Work,
    driver::{self, Trouble},
    formats, source,
};
use crate::{
    DatabaseChange, DatabaseSource, Epoch, Incarnation, Lease, MOST_AT_ONCE, NewNode, Node, NodeName, Nodes,
    Renewed, Slot, StorageError,
};

/// Milliseconds since 1970 by the clock of the database.
pub(super) const NOW: &str = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
/// The lock of whoever removes nodes or takes slots, so that two nodes see each other's changes: "tabiya" and a number.
const TAKING: i64 = i64::from_be_bytes(*b"tabiya\0\x05");

fn slot(number: i64) -> Result<Slot, StorageError> {
    let slot = u16::try_from(number).ok().and_then(Slot::new);
    slot.ok_or_else(|| StorageError::Damaged { detail: format!("there is no slot {number}") })
}

fn lease(row: &tokio_postgres::Row) -> Result<Lease, StorageError> {
    Ok(Lease { slot: slot(row.try_get(0)?)?, epoch: Epoch(row.try_get(1)?) })
}

fn name(text: &str) -> Result<NodeName, StorageError> {
    text.parse().map_err(|error| StorageError::Damaged { detail: format!("{error}") })
}

fn node(row: &tokio_postgres::Row) -> Result<Node, StorageError> {
    let lasts: i64 = row.try_get(5)?;
    let joined: i64 = row.try_get(4)?;
    let slots: i64 = row.try_get(7)?;
    Ok(Node {
        incarnation: Incarnation(row.try_get(0)?),
        name: name(row.try_get(1)?)?,
        address: row.try_get(2)?,
        version: row.try_get(3)?,
        joined: Time(u64::try_from(joined).unwrap_or(0)),
        lasts: u64::try_from(lasts).ok().filter(|lasts| *lasts > 0).map(Duration::from_millis),
        draining: row.try_get::<_, i64>(6)? != 0,
        slots: u32::try_from(slots).unwrap_or(u32::MAX),
        clock_ahead: row.try_get(8)?,
    })
}

/// Lets nobody else remove nodes or take slots until the transaction ends. The statements after it see what was changed before.
async fn alone(transaction: &impl GenericClient) -> Result<(), StorageError> {
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&TAKING]).await?;
    Ok(())
}

/// Fences off all nodes: their rows are deleted, and the epochs of their slots rise. For a server that gets the database
/// for itself, and for the first node after one. The caller has locked out all that compare the epoch of the database: a node that is
/// taking slots in this moment has got them before this looks, or is refused.
pub(super) async fn fence_off_all(transaction: &impl GenericClient) -> Result<(), tokio_postgres::Error> {
    transaction.execute("DELETE FROM node", &[]).await?;
    // In the order in which appends lock them.
    transaction
        .execute("SELECT slot FROM slot WHERE incarnation IS NOT NULL ORDER BY slot FOR NO KEY UPDATE", &[])
        .await?;
    let freed = "UPDATE slot SET incarnation = NULL, epoch = epoch + 1 WHERE incarnation IS NOT NULL";
    transaction.execute(freed, &[]).await?;
    Ok(())
}

#[async_trait]
impl Nodes for PostgresStore {
    async fn join(&self, new: &NewNode) -> Result<Incarnation, StorageError> {
        let epoch = self.inner.epoch()?;
        let mut client = self.inner.client(Work::Nodes).await?;
        source::ask(&self.inner, &mut client).await?;
        let transaction = driver::begin(&mut client, epoch).await.map_err(Trouble::into_error)?;
        alone(&*transaction).await?;
        let others = "SELECT DISTINCT version FROM node WHERE name <> $1 ORDER BY version";
        let others = transaction.query(others, &[&new.name.as_str()]).await?;
        if others.is_empty() {
            formats::raise(&*transaction, new.formats.newest).await?;
        }
        let site = formats::of_site(&*transaction).await?;
        if !new.formats.fit(site) {
            let theirs = others.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
            return Err(StorageError::OtherVersion { ours: new.version.clone(), theirs });
        }
        transaction.execute("DELETE FROM node WHERE name = $1", &[&new.name.as_str()]).await?;
        let sql = format!(
            "INSERT INTO node (name, address, version, joined_at, expires_at, renewed_since, draining, newest_format)
             SELECT $1, $2, $3, now, now + $4, now, 0, $5 FROM (SELECT {NOW} AS now) AS clock RETURNING incarnation"
        );
        let newest = i64::from(new.formats.newest);
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 5] =
            [&new.name.as_str(), &new.address, &new.version, &self.inner.lease, &newest];
        let incarnation = transaction.query_one(&sql, &values).await?.try_get(0)?;
        driver::commit(&self.inner, transaction).await.map_err(Trouble::into_error)?;
        self.inner.heard_format(site);
        Ok(Incarnation(incarnation))
    }

    async fn renew(&self, node: Incarnation) -> Result<Renewed, StorageError> {
        self.inner.epoch()?;
        let mut client = self.inner.client(Work::Nodes).await?;
        // A clock that was set back makes the time since which the node renews later than now: then it counts anew. So it does where two
        // tries had no answer: the database may have been away for all, and others may need one more try.
        let sql = format!(
            "UPDATE node SET expires_at = now + $2,
             renewed_since = CASE WHEN expires_at < now + $2::bigint / 3 OR renewed_since > now THEN now ELSE renewed_since END
             FROM (SELECT {NOW} AS now) AS clock WHERE incarnation = $1
             RETURNING draining, {process}, now, {kept}",
            process = source::PROCESS,
            kept = source::KEPT
        );
        let renew = client.prepare_cached(&sql).await?;
        let renewed = client.query_opt(&renew, &[&node.0, &self.inner.lease]).await;
        match self.inner.disk.noted(renewed.map_err(StorageError::from))? {
            Some(row) => {
                let said = (row.try_get(1)?, row.try_get(2)?, row.try_get(3)?);
                source::renewed(&self.inner, &mut client, said).await?;
                Ok(Renewed::Yes { draining: row.try_get::<_, i64>(0)? != 0 })
            }
            None => Ok(Renewed::Gone),
        }
    }

    async fn remove_expired(&self, by: Incarnation) -> Result<Vec<NodeName>, StorageError> {
        self.inner.epoch()?;
        let client = self.inner.client(Work::Nodes).await?;
        // A lease that ends much later than one that begins now is of a clock that was set back since.
        let sql = format!(
            "DELETE FROM node USING (SELECT {NOW} AS now) AS clock, node AS mine
             WHERE (node.expires_at < now OR node.expires_at > now + 2 * $2::bigint) AND node.incarnation <> $1
             AND mine.incarnation = $1 AND mine.expires_at BETWEEN now AND now + $2::bigint AND mine.renewed_since <= now - $2::bigint
             RETURNING node.name"
        );
        let remove = client.prepare_cached(&sql).await?;
        let removed = client.query(&remove, &[&by.0, &self.inner.lease]).await?;
        removed.iter().map(|row| name(row.try_get(0)?)).collect()
    }

    async fn take(&self, node: Incarnation) -> Result<Vec<Lease>, StorageError> {
        let epoch = self.inner.epoch()?;
        let mut client = self.inner.client(Work::Nodes).await?;
        let transaction = driver::begin(&mut client, epoch).await.map_err(Trouble::into_error)?;
        alone(&*transaction).await?;
        let format = formats::raise_to_what_all_know(&*transaction).await?;
        // Those that another transaction has locked are left for the next time: the writer of an append that was under way
        // when its server was stopped holds one.
        let take = transaction
            .prepare_cached(
                "WITH share AS (
                     SELECT (SELECT count(*) FROM slot) AS all_slots,
                         (SELECT count(*) FROM node WHERE draining = 0) AS takers,
                         (SELECT count(*) FROM slot WHERE incarnation = $1) AS own
                 ), free AS (
                     SELECT slot FROM slot
                     WHERE NOT EXISTS (SELECT 1 FROM node WHERE node.incarnation = slot.incarnation)
                     AND EXISTS (SELECT 1 FROM node WHERE node.incarnation = $1 AND node.draining = 0)
                     ORDER BY slot
                     LIMIT (SELECT greatest(least($2, (all_slots + takers - 1) / greatest(takers, 1) - own), 0) FROM share)
                     FOR NO KEY UPDATE SKIP LOCKED
                 )
                 UPDATE slot SET incarnation = $1, epoch = slot.epoch + 1 FROM free WHERE slot.slot = free.slot
                 RETURNING slot.slot, slot.epoch",
            )
            .await?;
        let taken = transaction.query(&take, &[&node.0, &i64::from(MOST_AT_ONCE)]).await?;
        let mut leases = taken.iter().map(lease).collect::<Result<Vec<_>, _>>()?;
        driver::commit(&self.inner, transaction).await.map_err(Trouble::into_error)?;
        self.inner.heard_format(format);
        leases.sort_unstable();
        Ok(leases)
    }

    async fn leases(&self, node: Incarnation) -> Result<Vec<Lease>, StorageError> {
        let client = self.inner.client(Work::Nodes).await?;
        let own = client
            .prepare_cached(
                "SELECT slot, epoch FROM slot JOIN node USING (incarnation) WHERE incarnation = $1 ORDER BY slot",
            )
            .await?;
        client.query(&own, &[&node.0]).await?.iter().map(lease).collect()
    }

    async fn hand_over(
        &self,
        from: Incarnation,
        leases: &[Lease],
        to: Incarnation,
    ) -> Result<Vec<Slot>, StorageError> {
        self.inner.epoch()?;
        let client = self.inner.client(Work::Nodes).await?;
        let slots: Vec<i64> = leases.iter().map(|lease| lease.slot.number().into()).collect();
        let epochs: Vec<i64> = leases.iter().map(|lease| lease.epoch.0).collect();
        let hand = client
            .prepare_cached(
                "WITH given AS MATERIALIZED (
                     SELECT * FROM unnest($3::bigint[], $4::bigint[]) AS given (slot, epoch)
                 ), locked AS MATERIALIZED (
                     SELECT slot, epoch, incarnation FROM slot WHERE slot IN (SELECT slot FROM given)
                     ORDER BY slot FOR NO KEY UPDATE
                 )
                 UPDATE slot SET incarnation = $2, epoch = slot.epoch + 1
                 FROM given JOIN locked USING (slot, epoch)
                 WHERE slot.slot = locked.slot AND locked.incarnation = $1
                 AND EXISTS (SELECT 1 FROM node WHERE incarnation = $1)
                 AND EXISTS (SELECT 1 FROM node WHERE incarnation = $2)
                 RETURNING slot.slot",
            )
            .await?;
        let given = client.query(&hand, &[&from.0, &to.0, &slots, &epochs]).await?;
        let mut given = given.iter().map(|row| slot(row.try_get(0)?)).collect::<Result<Vec<_>, _>>()?;
        given.sort_unstable();
        Ok(given)
    }

    async fn leave(&self, node: Incarnation) -> Result<(), StorageError> {
        let client = self.inner.client(Work::Nodes).await?;
        client.execute("DELETE FROM node WHERE incarnation = $1", &[&node.0]).await?;
        Ok(())
    }

    async fn drain(&self, name: &NodeName, draining: bool) -> Result<bool, StorageError> {
        let client = self.inner.client(Work::Nodes).await?;
        let sql = "UPDATE node SET draining = $2 WHERE name = $1";
        Ok(client.execute(sql, &[&name.as_str(), &i64::from(draining)]).await? > 0)
    }

    async fn note_clock(&self, node: Incarnation, ahead: i64) -> Result<(), StorageError> {
        self.inner.epoch()?;
        let client = self.inner.client(Work::Nodes).await?;
        let sql =
            "WITH gone AS (DELETE FROM node_clock WHERE incarnation NOT IN (SELECT incarnation FROM node))
                   INSERT INTO node_clock SELECT incarnation, $2 FROM node WHERE incarnation = $1
                   ON CONFLICT (incarnation) DO UPDATE SET ahead = excluded.ahead";
        client.execute(sql, &[&node.0, &ahead]).await?;
        Ok(())
    }

    async fn nodes(&self) -> Result<Vec<Node>, StorageError> {
        let client = self.inner.client(Work::Nodes).await?;
        let sql = format!(
            "SELECT incarnation, name, address, version, joined_at, expires_at - {NOW}, draining,
             (SELECT count(*) FROM slot WHERE slot.incarnation = node.incarnation), coalesce(ahead, 0)
             FROM node LEFT JOIN node_clock USING (incarnation) ORDER BY name"
        );
        let all = client.prepare_cached(&sql).await?;
        client.query(&all, &[]).await?.iter().map(node).collect()
    }

    fn format(&self) -> u32 {
        self.inner.format()
    }

    fn source(&self) -> Option<DatabaseSource> {
        self.inner.source.now()
    }

    fn numbers_hold(&self) -> bool {
        self.inner.source.numbers_hold()
    }

    async fn note_set_back(&self, by: &NodeName, games: u32) -> Result<(), StorageError> {
        source::note_set_back(&self.inner, by, games).await
    }

    async fn last_change(&self) -> Result<Option<DatabaseChange>, StorageError> {
        source::last_change(&self.inner).await
    }

    async fn now(&self) -> Result<Time, StorageError> {
        let client = self.inner.client(Work::Nodes).await?;
        let now: i64 = client.query_one(&format!("SELECT {NOW}"), &[]).await?.try_get(0)?;
        Ok(Time(u64::try_from(now).unwrap_or(0)))
    }

    async fn owner(&self, slot: Slot) -> Result<Option<NodeName>, StorageError> {
        // Whoever asks for a game has this looked up: it must not make a renewal wait.
        let client = self.inner.client(Work::Read).await?;
        let owner = client
            .prepare_cached("SELECT name FROM slot JOIN node USING (incarnation) WHERE slot = $1")
            .await?;
        let row = client.query_opt(&owner, &[&i64::from(slot.number())]).await?;
        row.map(|row| name(row.try_get(0)?)).transpose()
    }
}
