// SPDX-License-Identifier: AGPL-3.0-or-later
//! Staff's log and reports over any database.

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use super::acts;
use super::people::raise;
use super::{Change, Changed, Columns, Database, Statement, Value, millis};
use crate::{
    Act, Deed, Desk, KEPT_REPORTS, MOST_WAITING_REPORTS, NewAct, Report, StorageError, Told, WaitingReport,
};

/// The place of the statement that misses where the same player has told the same, and it waits.
const TOLD: usize = 1;

fn number(number: u64) -> Value {
    i64::try_from(number).unwrap_or(i64::MAX).into()
}

fn report(columns: &mut Columns) -> Result<Report, StorageError> {
    let (number, at) = (columns.number()?, Time(columns.number()?));
    let (by, about) = (columns.optional_player()?, columns.player()?);
    let game = columns.optional_text()?;
    let game = game.map(|game| game.parse().map_err(|_| columns.unexpected(&game))).transpose()?;
    Ok(Report { number, at, by, about, game, reason: columns.text()? })
}

#[async_trait]
impl<D: Database> Desk for D {
    async fn acts(
        &self,
        player: Option<PlayerId>,
        before: u64,
        limit: u32,
    ) -> Result<Vec<Act>, StorageError> {
        acts::before(self, player, before, limit).await
    }

    async fn act(&self, number: u64) -> Result<Option<Act>, StorageError> {
        acts::one(self, number).await
    }

    async fn note_act(&self, act: &NewAct) -> Result<(), StorageError> {
        let mut statements = vec![raise()];
        statements.extend(acts::note(act));
        self.change(Change::new(statements)?).await?;
        Ok(())
    }

    async fn last_kid_act(&self, player: PlayerId) -> Result<Option<Act>, StorageError> {
        acts::last_about(self, player, Deed::KID).await
    }

    async fn report(&self, report: &Report) -> Result<Told, StorageError> {
        const NEW: &str = "UPDATE people SET changes = changes WHERE one = 1 AND NOT EXISTS (
             SELECT 1 FROM report WHERE done_at IS NULL AND by_player = $1 AND about = $2
             AND COALESCE(game, '') = $3 AND reason = $4)";
        const FEW: &str = "UPDATE people SET changes = changes WHERE one = 1
             AND (SELECT CAST(count(*) AS BIGINT) FROM report WHERE done_at IS NULL) < $1";
        const STORED: &str =
            "INSERT INTO report (number, at, by_player, about, game, reason, done_by, done_at)
             SELECT COALESCE(CAST(max(number) AS BIGINT), 0) + 1, $1, $2, $3, $4, $5, NULL, NULL FROM report";
        const PRUNED: &str = "DELETE FROM report WHERE done_at IS NOT NULL
             AND number <= (SELECT CAST(max(number) AS BIGINT) FROM report) - $1";
        let game = report.game.map(|game| game.as_str().to_owned());
        let by = report.by.map_or(Value::Null, Value::from);
        let same = vec![
            by.clone(),
            report.about.into(),
            game.clone().unwrap_or_default().into(),
            report.reason.as_str().into(),
        ];
        let values =
            vec![millis(report.at), by, report.about.into(), game.into(), report.reason.as_str().into()];
        let change = Change::new(vec![
            raise(),
            Statement::new(NEW, same).touching(1),
            Statement::new(FEW, vec![MOST_WAITING_REPORTS.into()]).touching(1),
            Statement::new(STORED, values).touching(1),
            Statement::new(PRUNED, vec![KEPT_REPORTS.into()]),
        ])?;
        match self.change(change).await? {
            Changed::Done => Ok(Told::Stored),
            Changed::Missed { statement: TOLD, .. } => Ok(Told::Known),
            Changed::Missed { .. } => Ok(Told::TooMany),
        }
    }

    async fn waiting_reports(&self, limit: u32) -> Result<Vec<WaitingReport>, StorageError> {
        let sql = "SELECT told.number, told.at, told.by_player, told.about, told.game, told.reason,
                 waiting.reporters
             FROM (SELECT CAST(min(number) AS BIGINT) AS number, CAST(count(*) AS BIGINT) AS reporters
                 FROM report WHERE done_at IS NULL GROUP BY about, game, reason) AS waiting
             JOIN report AS told ON told.number = waiting.number
             ORDER BY told.number LIMIT $1";
        let rows = self.read(Statement::new(sql, vec![limit.into()])).await?;
        let waiting = |columns: &mut Columns| {
            Ok(WaitingReport { report: report(columns)?, reporters: columns.number()? })
        };
        rows.into_iter().map(|row| waiting(&mut row.columns())).collect()
    }

    async fn settle_report(&self, settled: u64, act: &NewAct) -> Result<bool, StorageError> {
        let one = "UPDATE report SET done_by = $2, done_at = $3 WHERE number = $1 AND done_at IS NULL";
        let same = "UPDATE report SET done_by = $2, done_at = $3 WHERE done_at IS NULL AND EXISTS (
             SELECT 1 FROM report AS told WHERE told.number = $1 AND told.about = report.about
             AND COALESCE(told.game, '') = COALESCE(report.game, '') AND told.reason = report.reason)";
        let by = || act.actor.map_or(Value::Null, Value::from);
        let values = || vec![number(settled), by(), millis(act.at)];
        let mut statements =
            vec![raise(), Statement::new(one, values()).touching(1), Statement::new(same, values())];
        statements.extend(acts::note(act));
        Ok(self.change(Change::new(statements)?).await? == Changed::Done)
    }
}
