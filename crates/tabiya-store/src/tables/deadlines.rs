// SPDX-License-Identifier: AGPL-3.0-or-later
//! The deadlines over any database.

use async_trait::async_trait;
use tabiya_game::{GameId, Time};

use super::{Change, Database, Statement, millis};
use crate::{Deadlines, StorageError};

/// How many reminders one change writes: a restart notes thousands, and no change should hold up others for long.
const MOST_IN_CHANGE: usize = 500;

#[async_trait]
impl<D: Database> Deadlines for D {
    async fn note(&self, games: &[(GameId, Time)]) -> Result<(), StorageError> {
        for games in games.chunks(MOST_IN_CHANGE) {
            let notes = games.iter().map(|(game, due)| note(*game, *due));
            self.change(Change::new(notes.collect())?).await?;
        }
        Ok(())
    }

    async fn due(&self, until: Time, limit: u32) -> Result<Vec<GameId>, StorageError> {
        let query = "SELECT game FROM deadline WHERE due_at <= $1 ORDER BY due_at, game LIMIT $2";
        let rows = self.read(Statement::new(query, vec![millis(until), limit.into()])).await?;
        let id =
            |text: String| text.parse().map_err(|error| StorageError::Damaged { detail: format!("{error}") });
        rows.into_iter().map(|row| id(row.columns().text()?)).collect()
    }

    async fn forget(&self, games: &[GameId], until: Time) -> Result<(), StorageError> {
        for games in games.chunks(MOST_IN_CHANGE) {
            let removals = games.iter().map(|game| forget(*game, until));
            self.change(Change::new(removals.collect())?).await?;
        }
        Ok(())
    }
}

fn note(game: GameId, due: Time) -> Statement {
    Statement::new(
        "INSERT INTO deadline (game, due_at) VALUES ($1, $2)
         ON CONFLICT (game) DO UPDATE SET due_at = excluded.due_at",
        vec![game.as_str().into(), millis(due)],
    )
    .touching(1)
}

fn forget(game: GameId, until: Time) -> Statement {
    Statement::new(
        "DELETE FROM deadline WHERE game = $1 AND due_at <= $2",
        vec![game.as_str().into(), millis(until)],
    )
}
