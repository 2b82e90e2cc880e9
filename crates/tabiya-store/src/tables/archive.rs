// SPDX-License-Identifier: AGPL-3.0-or-later
//! The archive over any database.

pub(crate) mod check;
mod facts;
mod read;
pub(super) mod words;
mod write;

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};
use tabiya_rules::Color;

use super::{Change, Database, MOST_IN_LIST, Row, Statement, Value};
use crate::{Archive, ArchivedGame, Filling, GameFilter, PageKey, PlayerOutcome, StorageError};
pub(crate) use write::{Step, fill, take_over};

/// The end of a game that goes on, in `archive_seat`.
const UNFINISHED: i64 = i64::MAX;
/// The task in `progress` that fills the archive from the logs of an old data folder.
pub(crate) const FILLING: &str = "archive";

#[async_trait]
impl<D: Database> Archive for D {
    async fn game(&self, id: GameId) -> Result<Option<ArchivedGame>, StorageError> {
        Ok(self.games(&[id]).await?.pop())
    }

    async fn games(&self, ids: &[GameId]) -> Result<Vec<ArchivedGame>, StorageError> {
        let mut games = Vec::new();
        for ids in ids.chunks(MOST_IN_LIST) {
            let rows = self.read(read::games(ids)).await?;
            games.extend(readable(rows));
        }
        Ok(games)
    }

    async fn name_openings(&self, names: &[(GameId, String)]) -> Result<(), StorageError> {
        for names in names.chunks(MOST_IN_LIST) {
            let name = |(game, name): &(GameId, String)| {
                let values = vec![Value::from(game.as_str()), name.as_str().into()];
                Statement::new("UPDATE archive SET opening = $2 WHERE game = $1", values)
            };
            self.change(Change::new(names.iter().map(name).collect())?.in_background()).await?;
        }
        Ok(())
    }

    async fn finished_of(
        &self,
        player: PlayerId,
        filter: &GameFilter,
        before: Option<PageKey>,
        limit: u32,
    ) -> Result<Vec<ArchivedGame>, StorageError> {
        let rows = self.read(read::finished_of(player, filter, before, limit)).await?;
        Ok(readable(rows).collect())
    }

    async fn unfinished_of(&self, player: PlayerId, limit: u32) -> Result<Vec<ArchivedGame>, StorageError> {
        let rows = self.read(read::unfinished_of(player, limit)).await?;
        Ok(readable(rows).collect())
    }

    async fn unfinished_count_of(&self, player: PlayerId) -> Result<u32, StorageError> {
        count(self, read::unfinished_count_of(player)).await
    }

    async fn finished_count_of(&self, player: PlayerId, filter: &GameFilter) -> Result<u64, StorageError> {
        count(self, read::finished_count_of(player, filter)).await
    }

    async fn results_of(
        &self,
        player: PlayerId,
        opponent: Option<PlayerId>,
        until: Option<Time>,
    ) -> Result<Vec<(Color, PlayerOutcome, u64)>, StorageError> {
        let mut results = Vec::new();
        for row in self.read(read::results_of(player, opponent, until)).await? {
            let columns = &mut row.columns();
            let result = facts::result_of(columns.integer()?);
            let count = columns.number()?;
            results.extend(result.map(|(color, outcome)| (color, outcome, count)));
        }
        Ok(results)
    }

    async fn ends_after(
        &self,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<(GameId, Option<Time>)>, StorageError> {
        let rows = self.read(read::ends_after(after, limit)).await?;
        rows.into_iter().map(read::end).collect()
    }

    async fn filling(&self) -> Result<Option<Filling>, StorageError> {
        let query = "SELECT done, last FROM progress WHERE task = $1 AND done < last";
        let rows = self.read(Statement::new(query, vec![Value::from(FILLING)])).await?;
        let Some(row) = rows.into_iter().next() else { return Ok(None) };
        let mut columns = row.columns();
        Ok(Some(Filling { done: columns.number()?, all: columns.number()? }))
    }
}

/// The games that can be read. A damaged row hides none beside it.
fn readable(rows: Vec<Row>) -> impl Iterator<Item = ArchivedGame> {
    rows.into_iter().filter_map(|row| {
        let told = |error: &StorageError| tracing::warn!(%error, "a row of the archive is set aside; see \"tabiya data check\"");
        read::game(row).inspect_err(told).ok()
    })
}

async fn count<T: TryFrom<i64>>(database: &impl Database, query: Statement) -> Result<T, StorageError> {
    let row = database.read(query).await?.into_iter().next();
    let row = row.ok_or_else(|| StorageError::Damaged { detail: "a count returned no row".to_owned() })?;
    row.columns().number()
}
