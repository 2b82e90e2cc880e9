// SPDX-License-Identifier: AGPL-3.0-or-later
//! Lessons over any database.

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use super::puzzles::add_puzzle;
use super::set_aside::readable;
use super::{Change, Changed, Columns, Database, Statement, millis};
use crate::{
    Lesson, LessonGame, LessonLimits, LessonPosition, LessonSide, NewPuzzle, PuzzleLessons, StorageError,
};

/// The columns that [`lesson`] reads, of `puzzle_lesson l`.
macro_rules! lesson_columns {
    () => {
        "l.id, l.organiser, l.name, l.created_at, l.total, l.done, l.unread, l.left_out"
    };
}
pub(super) use lesson_columns;

pub(super) fn lesson(columns: &mut Columns) -> Result<Lesson, StorageError> {
    Ok(Lesson {
        id: columns.text()?,
        organiser: columns.player()?,
        name: columns.text()?,
        created: Time(columns.number()?),
        total: columns.number()?,
        done: columns.number()?,
        unread: columns.number()?,
        left_out: columns.number()?,
    })
}

/// The columns that [`game`] reads.
macro_rules! lesson_game_columns {
    () => {
        "white, white_name, black, black_name, game, start_fen, moves"
    };
}
pub(super) use lesson_game_columns;

fn side(columns: &mut Columns) -> Result<LessonSide, StorageError> {
    Ok(LessonSide { pupil: columns.optional_player()?, name: columns.text()? })
}

pub(super) fn game(columns: &mut Columns) -> Result<LessonGame, StorageError> {
    Ok(LessonGame {
        white: side(columns)?,
        black: side(columns)?,
        game: columns.optional_text()?,
        start: columns.text()?,
        moves: columns.text()?,
    })
}

/// Reads `pupil, name, puzzle, played`.
pub(super) fn position(columns: &mut Columns) -> Result<LessonPosition, StorageError> {
    Ok(LessonPosition { side: side(columns)?, puzzle: columns.text()?, played: columns.text()? })
}

/// Lessons that are made at once are counted one after the other: each waits here for the one before.
const ONE_AFTER_THE_OTHER: &str = "UPDATE puzzle_lesson SET done = done WHERE id =
     (SELECT o.id FROM puzzle_lesson o WHERE o.organiser = $1 ORDER BY o.created_at, o.id LIMIT 1)";

/// The puzzles of a lesson.
const PUZZLES: &str = "IN (SELECT o.puzzle FROM puzzle_lesson_position o WHERE o.lesson = $1)";

fn insert(lesson: &Lesson, limits: LessonLimits) -> Statement {
    let sql = "INSERT INTO puzzle_lesson (id, organiser, name, created_at, total, done, unread, left_out)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8
         WHERE (SELECT CAST(count(*) AS BIGINT) FROM puzzle_lesson o WHERE o.organiser = $2) < $9
           AND (SELECT CAST(count(*) AS BIGINT) FROM puzzle_lesson o
                WHERE o.organiser = $2 AND o.done < o.total) < $10
         ON CONFLICT DO NOTHING";
    let values = vec![
        lesson.id.as_str().into(),
        lesson.organiser.into(),
        lesson.name.as_str().into(),
        millis(lesson.created),
        lesson.total.into(),
        lesson.done.into(),
        lesson.unread.into(),
        lesson.left_out.into(),
        limits.all.into(),
        limits.unfinished.into(),
    ];
    Statement::new(sql, values).touching(1)
}

fn insert_game(lesson: &str, number: i64, game: &LessonGame) -> Statement {
    let sql = "INSERT INTO puzzle_lesson_game
         (lesson, number, white, white_name, black, black_name, game, start_fen, moves)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let values = vec![
        lesson.into(),
        number.into(),
        game.white.pupil.into(),
        game.white.name.as_str().into(),
        game.black.pupil.into(),
        game.black.name.as_str().into(),
        game.game.as_deref().into(),
        game.start.as_str().into(),
        game.moves.as_str().into(),
    ];
    Statement::new(sql, values).touching(1)
}

#[async_trait]
impl<D: Database> PuzzleLessons for D {
    async fn add_lesson(
        &self,
        lesson: &Lesson,
        games: &[LessonGame],
        limits: LessonLimits,
    ) -> Result<bool, StorageError> {
        let wait = Statement::new(ONE_AFTER_THE_OTHER, vec![lesson.organiser.into()]);
        let mut statements = vec![wait, insert(lesson, limits)];
        statements.extend((1..).zip(games).map(|(number, game)| insert_game(&lesson.id, number, game)));
        Ok(self.change(Change::new(statements)?).await? == Changed::Done)
    }

    async fn lesson(&self, id: &str) -> Result<Option<Lesson>, StorageError> {
        let sql = concat!("SELECT ", lesson_columns!(), " FROM puzzle_lesson l WHERE l.id = $1");
        let rows = self.read(Statement::new(sql, vec![id.into()])).await?;
        rows.into_iter().next().map(|row| lesson(&mut row.columns())).transpose()
    }

    async fn lessons_of(&self, organiser: PlayerId, limit: u32) -> Result<Vec<Lesson>, StorageError> {
        let sql = concat!(
            "SELECT ",
            lesson_columns!(),
            " FROM puzzle_lesson l WHERE l.organiser = $1 ORDER BY l.created_at DESC, l.id LIMIT $2"
        );
        let rows = self.read(Statement::new(sql, vec![organiser.into(), limit.into()])).await?;
        Ok(readable(rows, "lesson", lesson))
    }

    async fn lessons_for(
        &self,
        organiser: PlayerId,
        pupil: PlayerId,
        limit: u32,
    ) -> Result<Vec<Lesson>, StorageError> {
        let sql = concat!(
            "SELECT ",
            lesson_columns!(),
            " FROM puzzle_lesson l WHERE l.organiser = $1 AND l.id IN
             (SELECT o.lesson FROM puzzle_lesson_position o WHERE o.pupil = $2)
             ORDER BY l.created_at DESC, l.id LIMIT $3"
        );
        let values = vec![organiser.into(), pupil.into(), limit.into()];
        Ok(readable(self.read(Statement::new(sql, values)).await?, "lesson", lesson))
    }

    async fn unfinished_lesson(&self) -> Result<Option<Lesson>, StorageError> {
        let sql = concat!(
            "SELECT ",
            lesson_columns!(),
            " FROM puzzle_lesson l WHERE l.done < l.total ORDER BY l.created_at, l.id LIMIT 1"
        );
        let rows = self.read(Statement::new(sql, Vec::new())).await?;
        rows.into_iter().next().map(|row| lesson(&mut row.columns())).transpose()
    }

    async fn lesson_games(&self, lesson: &str) -> Result<Vec<LessonGame>, StorageError> {
        let sql = concat!(
            "SELECT ",
            lesson_game_columns!(),
            " FROM puzzle_lesson_game WHERE lesson = $1 ORDER BY number"
        );
        let rows = self.read(Statement::new(sql, vec![lesson.into()])).await?;
        // Their order counts, so one that can't be read is not left out.
        rows.into_iter().map(|row| game(&mut row.columns())).collect()
    }

    async fn note_lesson_game(
        &self,
        lesson: &str,
        done: u32,
        positions: &[(LessonPosition, NewPuzzle)],
    ) -> Result<bool, StorageError> {
        let sql = "UPDATE puzzle_lesson SET done = $3 WHERE id = $1 AND done = $2 AND done < total";
        let values = vec![lesson.into(), done.into(), done.saturating_add(1).into()];
        let mut statements = vec![Statement::new(sql, values).touching(1)];
        for (position, puzzle) in positions {
            statements.extend(add_puzzle(puzzle));
            let sql = "INSERT INTO puzzle_lesson_position (lesson, number, pupil, name, puzzle, played)
                 SELECT $1, 1 + COALESCE(CAST(max(o.number) AS BIGINT), 0), $2, $3, $4, $5
                 FROM puzzle_lesson_position o WHERE o.lesson = $1";
            let values = vec![
                lesson.into(),
                position.side.pupil.into(),
                position.side.name.as_str().into(),
                position.puzzle.as_str().into(),
                position.played.as_str().into(),
            ];
            statements.push(Statement::new(sql, values).touching(1));
        }
        Ok(self.change(Change::new(statements)?.in_background()).await? == Changed::Done)
    }

    async fn lesson_positions(&self, lesson: &str) -> Result<Vec<LessonPosition>, StorageError> {
        let sql = "SELECT pupil, name, puzzle, played FROM puzzle_lesson_position WHERE lesson = $1 ORDER BY number";
        let rows = self.read(Statement::new(sql, vec![lesson.into()])).await?;
        Ok(readable(rows, "position of a lesson", position))
    }

    async fn pupil_positions(
        &self,
        lesson: &str,
        pupil: PlayerId,
    ) -> Result<Vec<LessonPosition>, StorageError> {
        let sql = "SELECT pupil, name, puzzle, played FROM puzzle_lesson_position
             WHERE lesson = $1 AND pupil = $2 ORDER BY number";
        let rows = self.read(Statement::new(sql, vec![lesson.into(), pupil.into()])).await?;
        Ok(readable(rows, "position of a lesson", position))
    }

    async fn delete_lesson(&self, lesson: &str) -> Result<(), StorageError> {
        let delete = |sql: String| Statement::new(sql, vec![lesson.into()]);
        let change = Change::new(vec![
            // The lesson itself first: whoever notes a game of it now waits here, and then finds it gone.
            delete("DELETE FROM puzzle_lesson WHERE id = $1".to_owned()),
            // Nobody is to try again what is gone.
            delete(format!("UPDATE puzzle_attempt SET due_at = NULL WHERE puzzle {PUZZLES}")),
            delete(format!("DELETE FROM puzzle WHERE place < 0 AND id {PUZZLES}")),
            delete(format!("DELETE FROM puzzle_audience WHERE puzzle {PUZZLES}")),
            delete("DELETE FROM puzzle_lesson_position WHERE lesson = $1".to_owned()),
            delete("DELETE FROM puzzle_lesson_game WHERE lesson = $1".to_owned()),
        ])?;
        self.change(change).await?;
        Ok(())
    }

    async fn forget_lessons(&self, player: PlayerId) -> Result<(), StorageError> {
        let forget = |sql: &'static str| Statement::new(sql, vec![player.into()]);
        let change = Change::new(vec![
            forget(
                "DELETE FROM puzzle_lesson_position WHERE pupil = $1 OR lesson IN
                 (SELECT l.id FROM puzzle_lesson l WHERE l.organiser = $1)",
            ),
            forget(
                "DELETE FROM puzzle_lesson_game WHERE lesson IN
                 (SELECT l.id FROM puzzle_lesson l WHERE l.organiser = $1)",
            ),
            forget("DELETE FROM puzzle_lesson WHERE organiser = $1"),
            forget("UPDATE puzzle_lesson_game SET white = NULL, white_name = '' WHERE white = $1"),
            forget("UPDATE puzzle_lesson_game SET black = NULL, black_name = '' WHERE black = $1"),
        ])?;
        self.change(change).await?;
        Ok(())
    }
}
