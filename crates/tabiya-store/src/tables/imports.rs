// SPDX-License-Identifier: AGPL-3.0-or-later
//! Imported games over any database.

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use super::set_aside::readable;
use super::{Change, Columns, Database, Statement, millis};
use crate::{Imports, PageKey, StorageError};

#[async_trait]
impl<D: Database> Imports for D {
    async fn note_import(&self, player: PlayerId, game: GameId, at: Time) -> Result<(), StorageError> {
        let sql = "INSERT INTO imported_game (player, game, at) VALUES ($1, $2, $3)
             ON CONFLICT (player, game) DO UPDATE SET at = excluded.at";
        let values = vec![player.into(), game.as_str().into(), millis(at)];
        let note = Statement::new(sql, values).touching(1);
        self.change(Change::new(vec![note])?.in_background()).await?;
        Ok(())
    }

    async fn imports_of(
        &self,
        player: PlayerId,
        after: Option<PageKey>,
        limit: u32,
    ) -> Result<Vec<GameId>, StorageError> {
        let sql = "SELECT game FROM imported_game WHERE player = $1 AND (at, game) < ($2, $3)
             ORDER BY at DESC, game DESC LIMIT $4";
        let (at, game_after) =
            after.map_or((i64::MAX.into(), "".into()), |key| (millis(key.ended), key.game.as_str().into()));
        let rows = self.read(Statement::new(sql, vec![player.into(), at, game_after, limit.into()])).await?;
        Ok(readable(rows, "import", Columns::game))
    }

    async fn importers_of(&self, game: GameId) -> Result<Vec<PlayerId>, StorageError> {
        let sql = "SELECT player FROM imported_game WHERE game = $1";
        let rows = self.read(Statement::new(sql, vec![game.as_str().into()])).await?;
        rows.into_iter().map(|row| row.columns().player()).collect()
    }

    async fn has_imported(&self, player: PlayerId, game: GameId) -> Result<bool, StorageError> {
        let sql = "SELECT game FROM imported_game WHERE player = $1 AND game = $2";
        Ok(!self.read(Statement::new(sql, vec![player.into(), game.as_str().into()])).await?.is_empty())
    }
}
