// SPDX-License-Identifier: AGPL-3.0-or-later
//! Imported games over any database.

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use super::readable::game;
use super::set_aside::readable;
use super::{Change, Database, Statement, millis};
use crate::{Imports, StorageError};

#[async_trait]
impl<D: Database> Imports for D {
    async fn note_import(&self, player: PlayerId, game: GameId, at: Time) -> Result<(), StorageError> {
        let sql = "INSERT INTO imported_game (player, game, at) VALUES ($1, $2, $3)
             ON CONFLICT (player, game) DO UPDATE SET at = excluded.at";
        let values = vec![player.into(), game.as_str().into(), millis(at)];
        self.change(Change::new(vec![Statement::new(sql, values).touching(1)])?).await?;
        Ok(())
    }

    async fn imports_of(&self, player: PlayerId, limit: u32) -> Result<Vec<GameId>, StorageError> {
        let sql = "SELECT game FROM imported_game WHERE player = $1 ORDER BY at DESC, game LIMIT $2";
        let rows = self.read(Statement::new(sql, vec![player.into(), limit.into()])).await?;
        Ok(readable(rows, "import", game))
    }
}
