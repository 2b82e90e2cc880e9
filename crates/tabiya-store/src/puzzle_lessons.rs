// SPDX-License-Identifier: AGPL-3.0-or-later
//! Lessons: games that a teacher has named, and the positions of them that each pupil is to solve.

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use crate::{NewPuzzle, StorageError};

/// A lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Its id: letters and digits.
    pub id: String,
    /// The teacher.
    pub organiser: PlayerId,
    /// How the teacher calls it.
    pub name: String,
    /// When it was made.
    pub created: Time,
    /// How many games it has.
    pub total: u32,
    /// How many of them were looked at.
    pub done: u32,
    /// How many games could not be read when it was made.
    pub unread: u32,
    /// How many games there were beyond the most that a lesson has.
    pub left_out: u32,
}

/// A side of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonSide {
    /// The pupil; `None` for anybody else.
    pub pupil: Option<PlayerId>,
    /// How the game calls this player; empty if there are no positions for this side.
    pub name: String,
}

/// A game of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonGame {
    /// White.
    pub white: LessonSide,
    /// Black.
    pub black: LessonSide,
    /// Its id, if it was played on this server.
    pub game: Option<String>,
    /// The start, as a FEN.
    pub start: String,
    /// The moves in UCI, with spaces between them.
    pub moves: String,
}

/// A position that a pupil is to solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonPosition {
    /// Whose it is.
    pub side: LessonSide,
    /// The id of its puzzle.
    pub puzzle: String,
    /// The move that was played, in SAN.
    pub played: String,
}

/// How many lessons a teacher may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonLimits {
    /// At all.
    pub all: u32,
    /// Of which games have not been looked at.
    pub unfinished: u32,
}

/// Lessons.
///
/// Laws, which the `conformance` suite tests:
/// - No teacher has more lessons than the limits allow, also if several are made at once.
/// - A game of a lesson is noted once, in order, with its positions and their puzzles, and none of a lesson that was deleted.
/// - A puzzle is a position of a lesson once.
/// - Of the lessons that are not finished the one comes first of which the fewest games were looked at, and of these the oldest.
/// - A pupil's lessons are those with a position of this pupil.
/// - With a lesson its games, its positions and their puzzles go.
/// - With a teacher the lessons go; with a pupil the positions, also of a game that is being looked at, and the pupil's name in the
///   games.
#[async_trait]
pub trait PuzzleLessons: Send + Sync + 'static {
    /// Keeps a new lesson with its games, `total` of them. Returns false, and keeps nothing, if there is one with its id, or its
    /// teacher has as many as the limits allow.
    ///
    /// # Errors
    /// If the storage fails.
    async fn add_lesson(
        &self,
        lesson: &Lesson,
        games: &[LessonGame],
        limits: LessonLimits,
    ) -> Result<bool, StorageError>;

    /// A lesson by its id.
    ///
    /// # Errors
    /// If the storage fails.
    async fn lesson(&self, id: &str) -> Result<Option<Lesson>, StorageError>;

    /// The lessons of a teacher, the latest first, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn lessons_of(&self, organiser: PlayerId, limit: u32) -> Result<Vec<Lesson>, StorageError>;

    /// The lessons of this teacher with a position of this pupil, the latest first, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn lessons_for(
        &self,
        organiser: PlayerId,
        pupil: PlayerId,
        limit: u32,
    ) -> Result<Vec<Lesson>, StorageError>;

    /// Of the lessons of which games have not been looked at the one with the fewest that were, and of these the oldest: each gets
    /// a game in turn.
    ///
    /// # Errors
    /// If the storage fails.
    async fn unfinished_lesson(&self) -> Result<Option<Lesson>, StorageError>;

    /// The games of a lesson, in order.
    ///
    /// # Errors
    /// If the storage fails.
    async fn lesson_games(&self, lesson: &str) -> Result<Vec<LessonGame>, StorageError>;

    /// The game with the number `done` + 1 was looked at, and gave these positions with their puzzles. Those of a pupil who is not in
    /// that game any more are left out. Returns false, and keeps nothing, if the lesson is gone, or another number of games was
    /// looked at.
    ///
    /// # Errors
    /// If the storage fails.
    async fn note_lesson_game(
        &self,
        lesson: &str,
        done: u32,
        positions: &[(LessonPosition, NewPuzzle)],
    ) -> Result<bool, StorageError>;

    /// The positions of a lesson, in the order in which they were found.
    ///
    /// # Errors
    /// If the storage fails.
    async fn lesson_positions(&self, lesson: &str) -> Result<Vec<LessonPosition>, StorageError>;

    /// Those of them that are this pupil's.
    ///
    /// # Errors
    /// If the storage fails.
    async fn pupil_positions(
        &self,
        lesson: &str,
        pupil: PlayerId,
    ) -> Result<Vec<LessonPosition>, StorageError>;

    /// Deletes a lesson, its games, its positions and their puzzles.
    ///
    /// # Errors
    /// If the storage fails.
    async fn delete_lesson(&self, lesson: &str) -> Result<(), StorageError>;

    /// Forgets the lessons of a teacher, the positions of a pupil, and who the pupil was in the games. Their puzzles go with
    /// [`forget_attempts`](crate::Puzzles::forget_attempts).
    ///
    /// # Errors
    /// If the storage fails.
    async fn forget_lessons(&self, player: PlayerId) -> Result<(), StorageError>;
}
