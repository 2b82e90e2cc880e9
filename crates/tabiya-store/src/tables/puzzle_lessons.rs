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

/// Nobody is to try again what goes with a lesson. What is due is found by an index, not among all attempts.
const DUE_WITH_LESSON: &str = "UPDATE puzzle_attempt SET due_at = NULL WHERE due_at IS NOT NULL AND puzzle IN
     (SELECT o.puzzle FROM puzzle_lesson_position o WHERE o.lesson = $1)";

/// A pupil is in no game any more. Each by an index: there are the games of all lessons.
const NO_PUPIL: [&str; 2] = [
    "UPDATE puzzle_lesson_game SET white = NULL, white_name = '' WHERE white = $1",
    "UPDATE puzzle_lesson_game SET black = NULL, black_name = '' WHERE black = $1",
];

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

/// Keeps a position of the game with this number, once, unless its pupil was forgotten while the game was looked at. Then its
/// puzzle goes, too.
fn insert_position((lesson, game): (&str, u32), position: &LessonPosition) -> Vec<Statement> {
    let puzzle = position.puzzle.as_str();
    let sql = "INSERT INTO puzzle_lesson_position (lesson, number, pupil, name, puzzle, played)
         SELECT $1, (SELECT 1 + COALESCE(CAST(max(o.number) AS BIGINT), 0)
                     FROM puzzle_lesson_position o WHERE o.lesson = $1), $2, $3, $4, $5";
    let still_there = "WHERE EXISTS (SELECT 1 FROM puzzle_lesson_game g
         WHERE g.lesson = $1 AND g.number = $6 AND (g.white = $2 OR g.black = $2))";
    let mut values = vec![
        lesson.into(),
        position.side.pupil.into(),
        position.side.name.as_str().into(),
        puzzle.into(),
        position.played.as_str().into(),
    ];
    let guard = if position.side.pupil.is_some() {
        values.push(game.into());
        still_there
    } else {
        "WHERE 1 = 1"
    };
    let keep = Statement::new(format!("{sql} {guard} ON CONFLICT DO NOTHING"), values);
    let is_of_none =
        "NOT EXISTS (SELECT 1 FROM puzzle_lesson_position o WHERE o.lesson = $1 AND o.puzzle = $2)";
    let delete = |sql: String| Statement::new(sql, vec![lesson.into(), puzzle.into()]);
    vec![
        keep,
        delete(format!("DELETE FROM puzzle WHERE id = $2 AND place < 0 AND {is_of_none}")),
        delete(format!("DELETE FROM puzzle_audience WHERE puzzle = $2 AND {is_of_none}")),
    ]
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
            " FROM puzzle_lesson l WHERE l.done < l.total ORDER BY l.done, l.created_at, l.id LIMIT 1"
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
        let number = done.saturating_add(1);
        // Whoever forgets a pupil of this game meanwhile waits here.
        let wait = "UPDATE puzzle_lesson_game SET game = game WHERE lesson = $1 AND number = $2";
        statements.push(Statement::new(wait, vec![lesson.into(), number.into()]));
        for (position, puzzle) in positions {
            statements.extend(add_puzzle(puzzle));
            statements.extend(insert_position((lesson, number), position));
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
            delete(DUE_WITH_LESSON.to_owned()),
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
            // The games first: whoever notes a position of this pupil now was faster, and it goes, or finds nobody.
            forget(NO_PUPIL[0]),
            forget(NO_PUPIL[1]),
            forget(
                "DELETE FROM puzzle_lesson_position WHERE pupil = $1 OR lesson IN
                 (SELECT l.id FROM puzzle_lesson l WHERE l.organiser = $1)",
            ),
            forget(
                "DELETE FROM puzzle_lesson_game WHERE lesson IN
                 (SELECT l.id FROM puzzle_lesson l WHERE l.organiser = $1)",
            ),
            forget("DELETE FROM puzzle_lesson WHERE organiser = $1"),
        ])?;
        self.change(change).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;
    use crate::sqlite::migrations::migrate;
    use crate::tables::puzzles::DUE_WITH_PLAYER;

    /// Moves of running games wait behind a change, and these tables grow with every game and every puzzle of everybody.
    #[test]
    fn what_goes_with_a_lesson_or_a_player_is_found_by_an_index() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        let [white, black] = NO_PUPIL;
        for sql in [DUE_WITH_LESSON, DUE_WITH_PLAYER, white, black] {
            let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
            let mut rows = statement.raw_query();
            let mut plan = Vec::new();
            while let Some(row) = rows.next().unwrap() {
                plan.push(row.get::<_, String>("detail").unwrap());
            }
            assert!(!plan.is_empty() && !plan.iter().any(|step| step.starts_with("SCAN")), "{sql}: {plan:?}");
        }
    }
}
