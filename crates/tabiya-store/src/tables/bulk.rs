// SPDX-License-Identifier: AGPL-3.0-or-later
//! Ordered rounds over any database.

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use super::set_aside::readable;
use super::{Change, Changed, Columns, Database, Statement, Value, millis};
use crate::{BulkPairing, BulkPairings, BulkStage, StorageError};

/// Where nothing is due.
const NEVER: i64 = i64::MAX;

fn due_at(due: Option<Time>) -> Value {
    due.map_or(NEVER.into(), millis)
}

fn stage(stage: BulkStage) -> Value {
    (stage as i64).into()
}

pub(super) fn bulk(columns: &mut Columns) -> Result<BulkPairing, StorageError> {
    Ok(BulkPairing {
        id: columns.text()?,
        owner: columns.player()?,
        ordered: Time(columns.number()?),
        stage: {
            let number: u64 = columns.number()?;
            let known = BulkStage::ALL.into_iter().find(|stage| *stage as u64 == number);
            known.ok_or_else(|| columns.unexpected("no stage of a round"))?
        },
        due: Some(columns.number()?).filter(|due| *due != NEVER as u64).map(Time),
        round: columns.text()?,
    })
}

/// Whether a single statement has changed a row.
async fn has_changed(database: &impl Database, statement: Statement) -> Result<bool, StorageError> {
    let changed = database.change(Change::new(vec![statement.touching(1)])?).await?;
    Ok(!matches!(changed, Changed::Missed { .. }))
}

#[async_trait]
impl<D: Database> BulkPairings for D {
    async fn order_bulk(&self, bulk: &BulkPairing) -> Result<(), StorageError> {
        let sql = "INSERT INTO bulk_pairing (id, owner, ordered_at, stage, due_at, round)
             VALUES ($1, $2, $3, $4, $5, $6)";
        let values = vec![
            bulk.id.as_str().into(),
            bulk.owner.into(),
            millis(bulk.ordered),
            stage(bulk.stage),
            due_at(bulk.due),
            bulk.round.as_str().into(),
        ];
        self.change(Change::new(vec![Statement::new(sql, values).touching(1)])?).await?;
        Ok(())
    }

    async fn bulk(&self, owner: PlayerId, id: &str) -> Result<Option<BulkPairing>, StorageError> {
        let sql = "SELECT id, owner, ordered_at, stage, due_at, round FROM bulk_pairing
             WHERE id = $1 AND owner = $2";
        let rows = self.read(Statement::new(sql, vec![id.into(), owner.into()])).await?;
        rows.into_iter().next().map(|row| bulk(&mut row.columns())).transpose()
    }

    async fn bulks_of(&self, owner: PlayerId, limit: u32) -> Result<Vec<BulkPairing>, StorageError> {
        let sql = "SELECT id, owner, ordered_at, stage, due_at, round FROM bulk_pairing
             WHERE owner = $1 AND due_at < $2 ORDER BY ordered_at DESC, id LIMIT $3";
        let rows = self.read(Statement::new(sql, vec![owner.into(), NEVER.into(), limit.into()])).await?;
        Ok(readable(rows, "round", bulk))
    }

    async fn bulks_due(&self, until: Time, limit: u32) -> Result<Vec<BulkPairing>, StorageError> {
        let sql = "SELECT id, owner, ordered_at, stage, due_at, round FROM bulk_pairing
             WHERE due_at <= $1 AND due_at < $2 ORDER BY due_at, id LIMIT $3 OFFSET $4";
        let mut due = Vec::new();
        // Rounds that can't be read stand in nobody's way.
        for page in 0.. {
            let values = vec![millis(until), NEVER.into(), limit.into(), (page * limit).into()];
            let rows = self.read(Statement::new(sql, values)).await?;
            let is_last = rows.len() < limit as usize;
            due.extend(readable(rows, "round", bulk));
            if is_last || due.len() >= limit as usize {
                break;
            }
        }
        due.truncate(limit as usize);
        Ok(due)
    }

    async fn advance_bulk(
        &self,
        id: &str,
        [from, to]: [BulkStage; 2],
        due: Option<Time>,
    ) -> Result<bool, StorageError> {
        let sql = "UPDATE bulk_pairing SET stage = $3, due_at = $4 WHERE id = $1 AND stage = $2";
        let values = vec![id.into(), stage(from), stage(to), due_at(due)];
        has_changed(self, Statement::new(sql, values)).await
    }

    async fn cancel_bulk(&self, owner: PlayerId, id: &str) -> Result<bool, StorageError> {
        let sql = "DELETE FROM bulk_pairing WHERE id = $1 AND owner = $2 AND stage = $3";
        let values = vec![id.into(), owner.into(), stage(BulkStage::Ordered)];
        has_changed(self, Statement::new(sql, values)).await
    }
}
