// SPDX-License-Identifier: AGPL-3.0-or-later
//! Puzzles over any database.

mod ending;
mod openings;
mod place;
mod rows;

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use super::set_aside::readable;
use super::{Change, Changed, Columns, Database, MOST_IN_LIST, Row, Statement, Value, millis, placeholders};
use crate::{
    AttemptKept, EndedAttempt, MOST_REPORTS, NewPuzzle, OpeningsOfPuzzle, PuzzleAttempt, PuzzlePlayer,
    PuzzleWish, Puzzles, StorageError, StoredPuzzle,
};
pub(super) use place::add as add_puzzle;
pub(super) use rows::{attempt, attempt_columns, player, puzzle, puzzle_columns};

/// How often a step is computed again because another one took its place.
const ATTEMPTS: usize = 50;
/// Puzzles that are written in one change.
const AT_ONCE: usize = 200;

/// Nobody is to try again what goes with its organiser or its pupil. What is due is found by an index, not among all attempts.
pub(super) const DUE_WITH_PLAYER: &str = "UPDATE puzzle_attempt SET due_at = NULL
     WHERE due_at IS NOT NULL AND puzzle IN
     (SELECT a.puzzle FROM puzzle_audience a WHERE a.organiser = $1 OR a.pupil = $1)";

/// The only row, if there is one.
fn only<T>(
    rows: Vec<Row>,
    read: impl Fn(&mut Columns) -> Result<T, StorageError>,
) -> Result<Option<T>, StorageError> {
    rows.into_iter().next().map(|row| read(&mut row.columns())).transpose()
}

#[async_trait]
impl<D: Database> Puzzles for D {
    async fn add_puzzles(&self, puzzles: &[NewPuzzle]) -> Result<u64, StorageError> {
        let mut new = 0;
        for puzzles in puzzles.chunks(AT_ONCE) {
            let known = known(self, puzzles).await?;
            let mut statements = Vec::new();
            let mut added: Vec<&str> = Vec::new();
            for puzzle in puzzles {
                // One that comes twice is written once.
                if !known.contains(&puzzle.id) && !added.contains(&puzzle.id.as_str()) {
                    added.push(&puzzle.id);
                    statements.extend(place::add(puzzle));
                }
            }
            new += added.len() as u64;
            self.change(Change::new(statements)?.in_background()).await?;
        }
        Ok(new)
    }

    async fn puzzle_count(&self) -> Result<u64, StorageError> {
        let sql = "SELECT CAST(count(*) AS BIGINT) FROM puzzle WHERE place >= 0";
        let rows = self.read(Statement::new(sql, Vec::new())).await?;
        Ok(only(rows, Columns::number)?.unwrap_or(0))
    }

    async fn puzzle(&self, id: &str) -> Result<Option<StoredPuzzle>, StorageError> {
        let sql = concat!("SELECT ", puzzle_columns!(), " FROM puzzle p WHERE p.id = $1");
        only(self.read(Statement::new(sql, vec![id.into()])).await?, puzzle)
    }

    async fn puzzles_after(&self, id: Option<&str>, limit: u32) -> Result<Vec<StoredPuzzle>, StorageError> {
        let sql =
            concat!("SELECT ", puzzle_columns!(), " FROM puzzle p WHERE p.id > $1 ORDER BY p.id LIMIT $2");
        let rows = self.read(Statement::new(sql, vec![id.unwrap_or_default().into(), limit.into()])).await?;
        rows.into_iter().map(|row| puzzle(&mut row.columns())).collect()
    }

    async fn next_puzzle(&self, wish: &PuzzleWish<'_>) -> Result<Option<StoredPuzzle>, StorageError> {
        let from = place::wanted(wish);
        let kinds = kinds(wish);
        let most = place::most(kinds.len());
        let mut found: Vec<(i64, String)> = Vec::new();
        for kind in kinds {
            for upwards in [true, false] {
                let next = match kind {
                    Kind::Theme(theme) => place::next(wish, theme, from, (upwards, most)),
                    Kind::Opening(opening) => openings::next(wish, opening, from, (upwards, most)),
                };
                for row in self.read(next).await? {
                    let mut columns = row.columns();
                    found.push((columns.integer()?, columns.text()?));
                }
            }
        }
        match place::drawn(from, found, wish.chance) {
            Some(id) => self.puzzle(&id).await,
            None => Ok(None),
        }
    }

    async fn puzzle_of_class(
        &self,
        organiser: PlayerId,
        player: PlayerId,
        except: &[String],
    ) -> Result<Option<StoredPuzzle>, StorageError> {
        let mut values: Vec<Value> = vec![organiser.into(), player.into(), place::FOR_SOME.into()];
        let except = place::padded(except);
        let others = match except.len() {
            0 => String::new(),
            count => format!(" AND p.id NOT IN ({})", placeholders(values.len() + 1, count)),
        };
        values.extend(except);
        let sql = format!(
            "SELECT {} FROM puzzle p JOIN puzzle_audience c ON c.puzzle = p.id
             WHERE c.organiser = $1 AND c.pupil IS NULL AND p.place = $3{others}
             AND NOT EXISTS (SELECT 1 FROM puzzle_attempt t WHERE t.player = $2 AND t.puzzle = p.id)
             ORDER BY p.id LIMIT 1",
            puzzle_columns!()
        );
        only(self.read(Statement::new(sql, values)).await?, puzzle)
    }

    async fn themes_in_use(&self, themes: &[u8]) -> Result<Vec<u8>, StorageError> {
        let mut found = Vec::new();
        for theme in themes {
            let sql = "SELECT place FROM puzzle_theme WHERE theme = $1 LIMIT 1";
            if !self.read(Statement::new(sql, vec![i64::from(*theme).into()])).await?.is_empty() {
                found.push(*theme);
            }
        }
        Ok(found)
    }

    async fn tag_openings(&self, puzzles: &[OpeningsOfPuzzle]) -> Result<(), StorageError> {
        for puzzles in puzzles.chunks(AT_ONCE) {
            let statements: Vec<_> = puzzles.iter().flat_map(openings::tag).collect();
            if !statements.is_empty() {
                self.change(Change::new(statements)?.in_background()).await?;
            }
        }
        Ok(())
    }

    async fn openings_in_use(&self) -> Result<Vec<String>, StorageError> {
        let rows = self.read(openings::all()).await?;
        rows.into_iter().map(|row| row.columns().text()).collect()
    }

    async fn withdraw_puzzle(&self, id: &str) -> Result<bool, StorageError> {
        for _ in 0..ATTEMPTS {
            let Some((stored, at)) = placed(self, id).await? else { return Ok(false) };
            if stored.is_withdrawn {
                return Ok(false);
            }
            let sql = "UPDATE puzzle SET place = $3 WHERE id = $1 AND place = $2";
            let values = vec![id.into(), at.into(), place::WITHDRAWN.into()];
            let mut statements = vec![Statement::new(sql, values).touching(1)];
            statements.extend(place::change(&stored, at, None));
            if self.change(Change::new(statements)?).await? == Changed::Done {
                return Ok(true);
            }
        }
        Err(contended())
    }

    async fn end_attempt(
        &self,
        player: PlayerId,
        puzzle: &str,
        ended: EndedAttempt,
    ) -> Result<AttemptKept, StorageError> {
        ending::end(self, player, puzzle, ended).await
    }

    async fn attempt(&self, player: PlayerId, puzzle: &str) -> Result<Option<PuzzleAttempt>, StorageError> {
        let sql =
            concat!("SELECT ", attempt_columns!(), " FROM puzzle_attempt WHERE player = $1 AND puzzle = $2");
        only(self.read(Statement::new(sql, vec![player.into(), puzzle.into()])).await?, attempt)
    }

    async fn attempts_of(
        &self,
        player: PlayerId,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<PuzzleAttempt>, StorageError> {
        let sql = concat!(
            "SELECT ",
            attempt_columns!(),
            " FROM puzzle_attempt WHERE player = $1 AND number < $2 ORDER BY number DESC LIMIT $3"
        );
        let values = vec![player.into(), before.unwrap_or(u32::MAX).into(), limit.into()];
        Ok(readable(self.read(Statement::new(sql, values)).await?, "puzzle attempt", attempt))
    }

    async fn due_attempts(
        &self,
        player: PlayerId,
        now: Time,
        limit: u32,
    ) -> Result<Vec<PuzzleAttempt>, StorageError> {
        let sql = concat!(
            "SELECT ",
            attempt_columns!(),
            " FROM puzzle_attempt WHERE player = $1 AND due_at <= $2 ORDER BY due_at, number LIMIT $3"
        );
        let rows = self.read(Statement::new(sql, vec![player.into(), millis(now), limit.into()])).await?;
        Ok(readable(rows, "puzzle attempt", attempt))
    }

    async fn puzzle_player(&self, id: PlayerId) -> Result<PuzzlePlayer, StorageError> {
        Ok(only(self.read(rows::of_player(id)).await?, player)?.unwrap_or(rows::NEWCOMER))
    }

    async fn searched_of(&self, games: &[GameId]) -> Result<Vec<GameId>, StorageError> {
        let mut found = Vec::new();
        for games in games.chunks(MOST_IN_LIST) {
            let list = placeholders(1, games.len());
            let sql = format!("SELECT game FROM puzzle_searched WHERE game IN ({list})");
            let values = games.iter().map(|game| Value::from(game.as_str())).collect();
            for row in self.read(Statement::new(sql, values)).await? {
                found.push(row.columns().game()?);
            }
        }
        Ok(found)
    }

    async fn note_searched(&self, games: &[GameId]) -> Result<(), StorageError> {
        for games in games.chunks(AT_ONCE) {
            let note = |game: &GameId| {
                let sql = "INSERT INTO puzzle_searched (game) VALUES ($1) ON CONFLICT DO NOTHING";
                Statement::new(sql, vec![game.as_str().into()])
            };
            self.change(Change::new(games.iter().map(note).collect())?.in_background()).await?;
        }
        Ok(())
    }

    async fn puzzle_of_day(&self, day: u32) -> Result<Option<StoredPuzzle>, StorageError> {
        let sql = concat!(
            "SELECT ",
            puzzle_columns!(),
            " FROM puzzle_of_day d JOIN puzzle p ON p.id = d.puzzle WHERE d.day = $1 AND p.place >= 0"
        );
        only(self.read(Statement::new(sql, vec![day.into()])).await?, puzzle)
    }

    async fn puzzles_of_days(&self, limit: u32) -> Result<Vec<(u32, String)>, StorageError> {
        let sql = "SELECT day, puzzle FROM puzzle_of_day ORDER BY day DESC LIMIT $1";
        let rows = self.read(Statement::new(sql, vec![limit.into()])).await?;
        let one = |row: Row| {
            let mut columns = row.columns();
            Ok((columns.number()?, columns.text()?))
        };
        rows.into_iter().map(one).collect()
    }

    async fn set_puzzle_of_day(&self, day: u32, puzzle: &str) -> Result<(), StorageError> {
        let gone = "DELETE FROM puzzle_of_day WHERE day = $1
             AND NOT EXISTS (SELECT 1 FROM puzzle p WHERE p.id = puzzle_of_day.puzzle AND p.place >= 0)";
        let set = "INSERT INTO puzzle_of_day (day, puzzle) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        let change = Change::new(vec![
            Statement::new(gone, vec![day.into()]),
            Statement::new(set, vec![day.into(), puzzle.into()]),
        ])?;
        self.change(change).await?;
        Ok(())
    }

    async fn report_puzzle(&self, player: PlayerId, puzzle: &str, at: Time) -> Result<bool, StorageError> {
        let sql = "INSERT INTO puzzle_report (puzzle, player, at)
             SELECT CAST($1 AS TEXT), $2, CAST($3 AS BIGINT)
             WHERE (SELECT CAST(count(*) AS BIGINT) FROM puzzle_report WHERE player = $2) < $4
             ON CONFLICT DO NOTHING";
        let most = MOST_REPORTS.into();
        let report = Statement::new(sql, vec![puzzle.into(), player.into(), millis(at), most]).touching(1);
        Ok(self.change(Change::new(vec![report])?).await? == Changed::Done)
    }

    async fn reported_puzzles(&self, limit: u32) -> Result<Vec<StoredPuzzle>, StorageError> {
        let sql = concat!(
            "SELECT ",
            puzzle_columns!(),
            " FROM puzzle p WHERE EXISTS (SELECT 1 FROM puzzle_report r WHERE r.puzzle = p.id)
             ORDER BY (SELECT CAST(min(r.at) AS BIGINT) FROM puzzle_report r WHERE r.puzzle = p.id), p.id
             LIMIT $1"
        );
        Ok(readable(self.read(Statement::new(sql, vec![limit.into()])).await?, "puzzle", puzzle))
    }

    async fn settle_reports(&self, puzzle: &str) -> Result<(), StorageError> {
        let sql = "DELETE FROM puzzle_report WHERE puzzle = $1";
        self.change(Change::new(vec![Statement::new(sql, vec![puzzle.into()])])?).await?;
        Ok(())
    }

    async fn forget_attempts(&self, player: PlayerId) -> Result<(), StorageError> {
        let forget = |sql: &'static str| Statement::new(sql, vec![player.into()]);
        let change = Change::new(vec![
            forget("DELETE FROM puzzle_attempt WHERE player = $1"),
            forget("DELETE FROM puzzle_player WHERE player = $1"),
            forget("DELETE FROM puzzle_report WHERE player = $1"),
            forget(DUE_WITH_PLAYER),
            forget(
                "DELETE FROM puzzle WHERE id IN
                 (SELECT a.puzzle FROM puzzle_audience a WHERE a.organiser = $1 OR a.pupil = $1)",
            ),
            forget("DELETE FROM puzzle_audience WHERE organiser = $1 OR pupil = $1"),
        ])?;
        self.change(change).await?;
        Ok(())
    }
}

/// What the next puzzle is looked for by, one after the other.
enum Kind<'a> {
    /// A theme, or any.
    Theme(Option<u8>),
    /// An opening; the themes of the wish are looked at beside it.
    Opening(&'a str),
}

fn kinds<'a>(wish: &PuzzleWish<'a>) -> Vec<Kind<'a>> {
    match (wish.openings, wish.themes) {
        ([], []) => vec![Kind::Theme(None)],
        ([], themes) => themes.iter().map(|theme| Kind::Theme(Some(*theme))).collect(),
        (openings, _) => openings.iter().map(|opening| Kind::Opening(opening)).collect(),
    }
}

/// A puzzle with its place.
async fn placed(database: &impl Database, id: &str) -> Result<Option<(StoredPuzzle, i64)>, StorageError> {
    let sql = concat!("SELECT ", puzzle_columns!(), " FROM puzzle p WHERE p.id = $1");
    only(database.read(Statement::new(sql, vec![id.into()])).await?, rows::placed_puzzle)
}

fn contended() -> StorageError {
    StorageError::Failed { detail: "a puzzle changed each time that somebody wrote about it".to_owned() }
}

/// Which of these ids there are.
async fn known(database: &impl Database, puzzles: &[NewPuzzle]) -> Result<Vec<String>, StorageError> {
    let sql = format!("SELECT id FROM puzzle WHERE id IN ({})", placeholders(1, puzzles.len()));
    let values = puzzles.iter().map(|puzzle| Value::from(puzzle.id.as_str())).collect();
    let rows = database.read(Statement::new(sql, values)).await?;
    rows.into_iter().map(|row| row.columns().text()).collect()
}
