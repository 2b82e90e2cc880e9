// SPDX-License-Identifier: AGPL-3.0-or-later
//! All ratings once more, from the archive of games and the corrections.

use std::collections::HashMap;

use tabiya_game::{GameId, Time};

use super::{
    corrected as entries_of,
    fold::Fold,
    order::{Loading, Step},
    write,
};
use crate::{
    Correction, EndedGame, RatedGame, StorageError,
    tables::{Change, Changed, Database, Statement},
};

/// How many steps one change writes.
const STEPS: usize = 100;
/// What was computed again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// So many games.
    pub games: u64,
    /// So many corrections.
    pub corrections: u64,
}

/// Deletes all ratings but the corrections, and computes them again: in the order of the numbers as far as they give one,
/// then in the order of the games' ends. If it is interrupted, what is missing is rated when it is called again, or by the
/// server when it starts.
pub(crate) async fn rebuild(
    database: &impl Database,
    mut done: impl FnMut(u64) + Send,
) -> Result<Rebuilt, StorageError> {
    let mut loading = Loading::default();
    while let Some(statement) = loading.next() {
        loading.take(database.read(statement).await?)?;
    }
    let stored = loading.finish();
    let (order, left) = stored.steps();
    let tables = ["DELETE FROM rating_entry", "DELETE FROM rating", "DELETE FROM rated_game"];
    let wipe = tables.map(|sql| Statement::new(sql, Vec::new())).to_vec();
    database.change(Change::new(wipe)?.in_background()).await?;
    // What counts, and how it ended, is for the archive of the log to say; the rows that were there give the order alone.
    let games = crate::Ratings::to_be_rated(database, Time(0), u32::MAX).await?;
    let mut open: HashMap<GameId, EndedGame> = games.iter().map(|game| (game.game, *game)).collect();
    let is_corrected = stored.corrected();
    let mut corrected: HashMap<GameId, RatedGame> = HashMap::new();
    let mut steps = Steps { database, fold: Fold::default(), batch: Vec::new(), rebuilt: Rebuilt::default() };
    let by_end = games.iter().map(|game| Step::Game(game.game));
    // Corrections without a place in the order come last.
    let late = left.into_iter().filter(|step| matches!(step, Step::Correction(_)));
    for step in order.into_iter().chain(by_end).chain(late) {
        match step {
            Step::Game(id) => {
                let Some(game) = open.remove(&id) else { continue };
                if let Some(rated) = steps.game(game).await?.filter(|_| is_corrected.contains(&id)) {
                    corrected.insert(id, rated);
                }
            }
            Step::Correction(number) => {
                let Some(correction) = stored.corrections.get(&number) else { continue };
                let game = correction.what.game().and_then(|game| corrected.get(&game));
                steps.correction(number, correction, game).await?;
            }
        }
        done(steps.rebuilt.games);
    }
    steps.write().await?;
    Ok(steps.rebuilt)
}

struct Steps<'a, D> {
    database: &'a D,
    fold: Fold,
    batch: Vec<Statement>,
    rebuilt: Rebuilt,
}

impl<D: Database> Steps<'_, D> {
    async fn game(&mut self, game: EndedGame) -> Result<Option<RatedGame>, StorageError> {
        let Some(rated) = self.fold.game(game) else { return Ok(None) };
        let after = [game.white, game.black].map(|player| self.fold.state((player, game.category)));
        self.batch.extend(write::game(&rated, after));
        self.rebuilt.games += 1;
        self.write_if_full().await?;
        Ok(Some(rated))
    }

    async fn correction(
        &mut self,
        number: i64,
        correction: &Correction,
        game: Option<&RatedGame>,
    ) -> Result<(), StorageError> {
        let entries = entries_of(&mut self.fold, correction, game);
        if game.is_some() {
            self.batch.extend(write::mark(&correction.what));
        }
        self.batch.extend(write::entries_of_correction(number, &entries));
        self.rebuilt.corrections += 1;
        self.write_if_full().await
    }

    async fn write_if_full(&mut self) -> Result<(), StorageError> {
        if self.batch.len() >= STEPS * 5 { self.write().await } else { Ok(()) }
    }

    async fn write(&mut self) -> Result<(), StorageError> {
        let change = Change::new(std::mem::take(&mut self.batch))?.in_background();
        match self.database.change(change).await? {
            Changed::Done => Ok(()),
            Changed::Missed { .. } => Err(StorageError::Failed {
                detail: "the ratings were changed by something else while they were computed".to_owned(),
            }),
        }
    }
}
