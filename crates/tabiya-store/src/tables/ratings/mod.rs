// SPDX-License-Identifier: AGPL-3.0-or-later
//! The ratings over any database.

pub(crate) mod check;
mod fold;
mod order;
mod read;
pub(crate) mod rebuild;
mod write;

use async_trait::async_trait;
use tabiya_game::{Category, GameId, PlayerId, Time};

use super::acts;
use super::people::raise;
use super::set_aside::{first_readable, readable};
use super::{Change, Changed, Database, MOST_IN_LIST, Statement, millis};
use crate::{
    ActRating, Correct, Correction, CorrectionOf, Deed, EndedGame, NewAct, PlayerRating, RatedGame,
    RatingEntry, Ratings, Replaced, StorageError,
};
use fold::Fold;

/// How often a step is computed again because another one took its place.
const ATTEMPTS: usize = 50;
/// The most entries that one call returns, whatever it is asked for.
const MOST_ENTRIES: u32 = 10_000;

#[async_trait]
impl<D: Database> Ratings for D {
    async fn rate(&self, game: &EndedGame) -> Result<RatedGame, StorageError> {
        for _ in 0..ATTEMPTS {
            // Not `self.rated`, which leaves out rows that can't be read: such a game has been rated, and is not rated twice.
            let rated = all(self, read::rated(&[game.game]), read::rated_game).await?;
            if let Some(rated) = rated.into_iter().next() {
                return Ok(rated);
            }
            let players = [game.white, game.black];
            let mut fold = Fold::of(all(self, read::of_players(game.category, players), read::rating).await?);
            let rated = fold.game(*game).ok_or_else(|| StorageError::Failed {
                detail: format!("game {} was aborted and can't be rated", game.game),
            })?;
            let after = players.map(|player| fold.state((player, game.category)));
            if self.change(Change::new(write::game(&rated, after))?).await? == Changed::Done {
                return Ok(rated);
            }
        }
        Err(contended())
    }

    async fn rated(&self, games: &[GameId]) -> Result<Vec<RatedGame>, StorageError> {
        let mut rated = Vec::new();
        for games in games.chunks(MOST_IN_LIST) {
            let rows = self.read(read::rated(games)).await?;
            rated.extend(readable(rows, "rated game", read::rated_game_in));
        }
        Ok(rated)
    }

    async fn to_be_rated(&self, from: Time, limit: u32) -> Result<Vec<EndedGame>, StorageError> {
        all(self, read::to_be_rated(from, limit), read::ended_game).await
    }

    async fn oldest_open(&self, from: Time) -> Result<Option<Time>, StorageError> {
        let time = |row: super::Row| Ok(Time(row.columns().number()?));
        Ok(all(self, read::oldest_open(from), time).await?.pop())
    }

    async fn ratings_of(&self, player: PlayerId) -> Result<Vec<PlayerRating>, StorageError> {
        let rows = self.read(read::of_player(player)).await?;
        let mut ratings = readable(rows, "rating", read::rating_in);
        ratings.sort_by_key(|rating| rating.category);
        Ok(ratings)
    }

    async fn entries_of(
        &self,
        player: PlayerId,
        category: Category,
        from: u32,
        limit: u32,
    ) -> Result<Vec<RatingEntry>, StorageError> {
        all(self, read::entries(player, category, from, limit.min(MOST_ENTRIES)), read::entry).await
    }

    async fn curve_of(
        &self,
        player: PlayerId,
        category: Category,
        step: u32,
    ) -> Result<Vec<RatingEntry>, StorageError> {
        all(self, read::curve(player, category, step), read::entry).await
    }

    async fn best_wins_of(&self, player: PlayerId, limit: u32) -> Result<Vec<RatedGame>, StorageError> {
        let id = |row: super::Row| {
            let columns = &mut row.columns();
            let id = columns.text()?;
            id.parse::<GameId>().map_err(|_| columns.unexpected(&id))
        };
        let games = all(self, read::best_wins(player, limit), id).await?;
        let rated = self.rated(&games).await?;
        let found = |id: &GameId| rated.iter().find(|rated| rated.game.game == *id).copied();
        Ok(games.iter().filter_map(found).collect())
    }

    async fn leaders(&self, category: Category, limit: u32) -> Result<Vec<PlayerRating>, StorageError> {
        first_readable(self, |limit| read::leaders(category, limit), limit, "rating", read::rating_in).await
    }

    async fn place_of(&self, player: PlayerId, category: Category) -> Result<Option<u32>, StorageError> {
        let before = |row: super::Row| row.columns().number::<u32>();
        let before = all(self, read::place(player, category), before).await?.pop();
        Ok(before.map(|before| before.saturating_add(1)))
    }

    async fn correct(&self, correction: &Correction, act: &NewAct) -> Result<Correct, StorageError> {
        for _ in 0..ATTEMPTS {
            let last = all(self, read::last_correction(), |row| row.columns().integer()).await?.pop();
            let number = last.unwrap_or(0) + 1;
            let must_be_back = matches!(correction.what, CorrectionOf::CountedAgain { .. });
            let rated = match correction.what.game() {
                None => None,
                Some(game) => match self.rated(&[game]).await?.pop() {
                    Some(rated) if rated.is_taken_back == must_be_back => Some(rated),
                    _ => return Ok(Correct::Impossible),
                },
            };
            let (category, players) = match (correction.what, rated) {
                (CorrectionOf::Start { player, category, .. }, _) => (category, [player; 2]),
                (_, Some(RatedGame { game, .. })) => (game.category, [game.white, game.black]),
                (_, None) => return Ok(Correct::Impossible),
            };
            let mut fold = Fold::of(all(self, read::of_players(category, players), read::rating).await?);
            let act = &telling(act, correction, &fold);
            let entries = corrected(&mut fold, correction, rated.as_ref());
            let mut statements = vec![raise()];
            statements.extend(write::correction(number, correction, &entries));
            statements.extend(acts::note(act));
            let count = statements.len();
            match self.change(Change::new(statements)?).await? {
                Changed::Done => return Ok(Correct::Done),
                Changed::Missed { statement, .. } if acts::was_undone(act, statement, count) => {
                    return Ok(Correct::Undone);
                }
                Changed::Missed { .. } => {}
            }
        }
        Err(contended())
    }
}

/// The act, with the rating that the correction replaces. Should another one have taken its place, the change misses.
fn telling(act: &NewAct, correction: &Correction, before: &Fold) -> NewAct {
    let mut act = act.clone();
    if let CorrectionOf::Start { player, category, rating } = correction.what
        && matches!(act.deed, Deed::Rating { .. })
    {
        let before = before.state((player, category)).standing.rating;
        let rating = Replaced { before: ActRating(before), after: ActRating(rating) };
        act.deed = Deed::Rating { category, rating };
    }
    act
}

/// The entries that a correction makes, each with the state after it.
fn corrected(
    fold: &mut Fold,
    correction: &Correction,
    game: Option<&RatedGame>,
) -> Vec<(fold::Line, RatingEntry, fold::State)> {
    let entries = fold.correct(&correction.what, game, correction.at);
    entries.into_iter().map(|(line, entry)| (line, entry, fold.state(line))).collect()
}

/// All rows of a read.
async fn all<T>(
    database: &impl Database,
    query: Statement,
    read: impl Fn(super::Row) -> Result<T, StorageError>,
) -> Result<Vec<T>, StorageError> {
    database.read(query).await?.into_iter().map(read).collect()
}

fn contended() -> StorageError {
    StorageError::Failed { detail: "a rating was changed again and again while it was computed".to_owned() }
}
