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

    async fn due(
        &self,
        after: Option<(GameId, Time)>,
        until: Time,
        limit: u32,
    ) -> Result<Vec<(GameId, Time)>, StorageError> {
        // No id is as short as the empty text, so this comes before everything.
        let (game, from) = after.as_ref().map_or(("", Time(0)), |(game, due)| (game.as_str(), *due));
        let query = "SELECT game, due_at FROM deadline WHERE due_at <= $1 AND (due_at, game) > ($2, $3)
             ORDER BY due_at, game LIMIT $4";
        let values = vec![millis(until), millis(from), game.into(), limit.into()];
        let rows = self.read(Statement::new(query, values)).await?;
        rows.into_iter()
            .map(|row| {
                let mut columns = row.columns();
                Ok((columns.game()?, Time(columns.number()?)))
            })
            .collect()
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
