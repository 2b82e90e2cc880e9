// SPDX-License-Identifier: AGPL-3.0-or-later
//! Staff's log and reports over any database.

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use super::people::raise;
use super::{Change, Changed, Columns, Database, Statement, Value, millis};
use crate::{Desk, Report, StaffAction, StorageError};

fn number(number: u64) -> Value {
    i64::try_from(number).unwrap_or(i64::MAX).into()
}

fn action(columns: &mut Columns) -> Result<StaffAction, StorageError> {
    Ok(StaffAction {
        number: columns.number()?,
        at: Time(columns.number()?),
        actor: columns.optional_player()?,
        by_name: columns.text()?,
        deed: columns.text()?,
        subject: columns.optional_player()?,
        details: columns.text()?,
    })
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
    async fn note_action(&self, action: &StaffAction) -> Result<(), StorageError> {
        // One after the other, so that no two get one number.
        let sql = "INSERT INTO staff_action (number, at, actor, by_name, deed, subject, details)
             SELECT COALESCE(CAST(max(number) AS BIGINT), 0) + 1, $1, $2, $3, $4, $5, $6 FROM staff_action";
        let values = vec![
            millis(action.at),
            action.actor.map_or(Value::Null, Value::from),
            action.by_name.as_str().into(),
            action.deed.as_str().into(),
            action.subject.map_or(Value::Null, Value::from),
            action.details.as_str().into(),
        ];
        self.change(Change::new(vec![raise(), Statement::new(sql, values).touching(1)])?).await?;
        Ok(())
    }

    async fn actions(
        &self,
        subject: Option<PlayerId>,
        before: u64,
        limit: u32,
    ) -> Result<Vec<StaffAction>, StorageError> {
        const ALL: &str = "SELECT number, at, actor, by_name, deed, subject, details FROM staff_action
             WHERE number < $1 ORDER BY number DESC LIMIT $2";
        const ABOUT: &str = "SELECT number, at, actor, by_name, deed, subject, details FROM staff_action
             WHERE number < $1 AND subject = $3 ORDER BY number DESC LIMIT $2";
        let mut values = vec![number(before), limit.into()];
        let sql = match subject {
            None => ALL,
            Some(subject) => {
                values.push(subject.into());
                ABOUT
            }
        };
        let rows = self.read(Statement::new(sql, values)).await?;
        rows.into_iter().map(|row| action(&mut row.columns())).collect()
    }

    async fn report(&self, report: &Report) -> Result<(), StorageError> {
        let sql = "INSERT INTO report (number, at, by_player, about, game, reason, done_by, done_at)
             SELECT COALESCE(CAST(max(number) AS BIGINT), 0) + 1, $1, $2, $3, $4, $5, NULL, NULL FROM report";
        let values = vec![
            millis(report.at),
            report.by.map_or(Value::Null, Value::from),
            report.about.into(),
            report.game.map(|game| game.as_str().to_owned()).into(),
            report.reason.as_str().into(),
        ];
        self.change(Change::new(vec![raise(), Statement::new(sql, values).touching(1)])?).await?;
        Ok(())
    }

    async fn waiting_reports(&self, limit: u32) -> Result<Vec<Report>, StorageError> {
        let sql = "SELECT number, at, by_player, about, game, reason FROM report WHERE done_at IS NULL
             ORDER BY number LIMIT $1";
        let rows = self.read(Statement::new(sql, vec![limit.into()])).await?;
        rows.into_iter().map(|row| report(&mut row.columns())).collect()
    }

    async fn settle_report(&self, settled: u64, by: PlayerId, at: Time) -> Result<bool, StorageError> {
        let sql = "UPDATE report SET done_by = $2, done_at = $3 WHERE number = $1 AND done_at IS NULL";
        let settle = Statement::new(sql, vec![number(settled), by.into(), millis(at)]).touching(1);
        Ok(self.change(Change::new(vec![settle])?).await? == Changed::Done)
    }
}
