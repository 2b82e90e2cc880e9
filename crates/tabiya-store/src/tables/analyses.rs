// SPDX-License-Identifier: AGPL-3.0-or-later
//! Analyses over any database.

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use super::set_aside::readable;
use super::{Change, Changed, Columns, Database, MOST_IN_LIST, Statement, Value, millis, placeholders};
use crate::{Analyses, Analysis, AnalysisStage, StorageError};

/// The columns that [`analysis`] reads.
macro_rules! columns {
    () => {
        "game, asked_by, by_guest, asked_at, stage, found"
    };
}
pub(super) use columns;

pub(super) fn analysis(columns: &mut Columns) -> Result<Analysis, StorageError> {
    Ok(Analysis {
        game: columns.game()?,
        by: columns.optional_player()?,
        by_guest: columns.integer()? != 0,
        asked: Time(columns.number()?),
        stage: {
            let number: u64 = columns.number()?;
            let known = AnalysisStage::ALL.into_iter().find(|stage| *stage as u64 == number);
            known.ok_or_else(|| columns.unexpected("no stage of an analysis"))?
        },
        found: columns.text()?,
    })
}

fn stage(stage: AnalysisStage) -> Value {
    (stage as i64).into()
}

fn id(game: GameId) -> Value {
    game.as_str().into()
}

/// Whether a single statement has changed a row.
async fn has_changed(database: &impl Database, statement: Statement) -> Result<bool, StorageError> {
    let changed = database.change(Change::new(vec![statement.touching(1)])?).await?;
    Ok(!matches!(changed, Changed::Missed { .. }))
}

#[async_trait]
impl<D: Database> Analyses for D {
    async fn ask_analysis(
        &self,
        game: GameId,
        by: PlayerId,
        by_guest: bool,
        asked: Time,
    ) -> Result<bool, StorageError> {
        let sql = "INSERT INTO analysis (game, asked_by, by_guest, asked_at, stage, found)
             VALUES ($1, $2, $3, $4, $5, '')
             ON CONFLICT (game) DO UPDATE SET asked_by = excluded.asked_by, by_guest = excluded.by_guest,
             asked_at = excluded.asked_at, stage = excluded.stage WHERE analysis.stage = $6";
        let [waiting, failed] = [AnalysisStage::Waiting, AnalysisStage::Failed].map(stage);
        let values = vec![id(game), by.into(), by_guest.into(), millis(asked), waiting, failed];
        has_changed(self, Statement::new(sql, values)).await
    }

    async fn analysis(&self, game: GameId) -> Result<Option<Analysis>, StorageError> {
        let sql = concat!("SELECT ", columns!(), " FROM analysis WHERE game = $1");
        let rows = self.read(Statement::new(sql, vec![id(game)])).await?;
        rows.into_iter().next().map(|row| analysis(&mut row.columns())).transpose()
    }

    async fn analyses_of(&self, games: &[GameId]) -> Result<Vec<Analysis>, StorageError> {
        let mut found = Vec::new();
        for games in games.chunks(MOST_IN_LIST) {
            let sql = format!(
                concat!("SELECT ", columns!(), " FROM analysis WHERE stage = $1 AND game IN ({})"),
                placeholders(2, games.len())
            );
            let values = std::iter::once(stage(AnalysisStage::Done)).chain(games.iter().copied().map(id));
            let rows = self.read(Statement::new(sql, values.collect())).await?;
            found.extend(readable(rows, "analysis", analysis));
        }
        Ok(found)
    }

    async fn waiting_analyses(&self, limit: u32) -> Result<Vec<Analysis>, StorageError> {
        let sql =
            concat!("SELECT ", columns!(), " FROM analysis WHERE stage = 0 ORDER BY asked_at, game LIMIT $1");
        let rows = self.read(Statement::new(sql, vec![limit.into()])).await?;
        Ok(readable(rows, "analysis", analysis))
    }

    async fn end_analysis(&self, game: GameId, found: Option<&str>) -> Result<bool, StorageError> {
        let sql = "UPDATE analysis SET stage = $2, found = $3 WHERE game = $1 AND stage = $4";
        let end = if found.is_some() { AnalysisStage::Done } else { AnalysisStage::Failed };
        let found = found.unwrap_or_default();
        let values = vec![id(game), stage(end), found.into(), stage(AnalysisStage::Waiting)];
        has_changed(self, Statement::new(sql, values)).await
    }

    async fn correct_analysis(&self, game: GameId, before: &str, found: &str) -> Result<bool, StorageError> {
        let sql = "UPDATE analysis SET found = $3 WHERE game = $1 AND stage = $4 AND found = $2";
        let values = vec![id(game), before.into(), found.into(), stage(AnalysisStage::Done)];
        has_changed(self, Statement::new(sql, values)).await
    }

    async fn discard_analysis(&self, game: GameId, found: &str) -> Result<bool, StorageError> {
        let sql = "UPDATE analysis SET stage = $3, found = '' WHERE game = $1 AND stage = $4 AND found = $2";
        let [failed, done] = [AnalysisStage::Failed, AnalysisStage::Done].map(stage);
        let values = vec![id(game), found.into(), failed, done];
        has_changed(self, Statement::new(sql, values)).await
    }

    async fn analyses_asked(&self, by: PlayerId, since: Time) -> Result<u32, StorageError> {
        let sql = "SELECT CAST(count(*) AS BIGINT) FROM analysis WHERE asked_by = $1 AND asked_at >= $2";
        let rows = self.read(Statement::new(sql, vec![by.into(), millis(since)])).await?;
        rows.into_iter().next().map_or(Ok(0), |row| row.columns().number())
    }

    async fn analyses_by(&self, by: PlayerId, limit: u32) -> Result<Vec<(GameId, Time)>, StorageError> {
        let sql = "SELECT game, asked_at FROM analysis WHERE asked_by = $1
             ORDER BY asked_at DESC, game LIMIT $2";
        let rows = self.read(Statement::new(sql, vec![by.into(), limit.into()])).await?;
        let one = |columns: &mut Columns| Ok((columns.game()?, Time(columns.number()?)));
        Ok(readable(rows, "analysis", one))
    }

    async fn forget_who_asked(&self, by: PlayerId) -> Result<(), StorageError> {
        let sql = "UPDATE analysis SET asked_by = NULL WHERE asked_by = $1";
        self.change(Change::new(vec![Statement::new(sql, vec![by.into()])])?).await?;
        Ok(())
    }
}
