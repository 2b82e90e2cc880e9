// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`PuzzleLessons`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{
    future::Future,
    sync::{Arc, Mutex},
};

use async_trait::async_trait;
use tabiya_game::{PlayerId, Rating, Time};

use super::games::{ANN, BOB, EVE};
use crate::{
    AttemptEnd, Audience, EndedAttempt, Lesson, LessonGame, LessonLimits, LessonPosition, LessonSide,
    NewPuzzle, PuzzleLessons, Puzzles, StorageError,
};

/// A place for lessons that starts empty, and the puzzles of the same database.
pub trait Fixture: Send + Sync {
    /// Opens it. Called once.
    fn open(&self) -> impl Future<Output = (Arc<dyn PuzzleLessons>, Arc<dyn Puzzles>)> + Send;
}

crate::laws! { $ puzzle_lessons puzzle_lessons_tests Fixture:
    a_lesson_comes_back_with_its_games
    lessons_made_at_once_keep_within_the_limits
    a_game_of_a_lesson_is_noted_once
    unfinished_lessons_take_turns
    lessons_are_listed_for_their_teacher_and_for_their_pupils
    with_a_lesson_its_puzzles_go
    lessons_and_positions_go_with_their_player
}

const LIMITS: LessonLimits = LessonLimits { all: 9, unfinished: 9 };

fn new(id: &str, organiser: PlayerId, created: u64, total: u32) -> Lesson {
    let (id, name) = (id.to_owned(), "Saturday".to_owned());
    Lesson { id, organiser, name, created: Time(created), total, done: 0, unread: 2, left_out: 3 }
}

fn side(pupil: Option<PlayerId>, name: &str) -> LessonSide {
    LessonSide { pupil, name: name.to_owned() }
}

fn game(white: LessonSide, black: LessonSide) -> LessonGame {
    let (start, moves) = ("a FEN".to_owned(), "e2e4 e7e5".to_owned());
    LessonGame { white, black, game: Some("AbCd1234".to_owned()), start, moves }
}

fn position(pupil: Option<PlayerId>, puzzle: &str) -> (LessonPosition, NewPuzzle) {
    let position = LessonPosition {
        side: side(pupil, "Berg, Anna"),
        puzzle: puzzle.to_owned(),
        played: "Qxb7".to_owned(),
    };
    let puzzle = NewPuzzle {
        id: puzzle.to_owned(),
        line: "line".to_owned(),
        themes: Vec::new(),
        rating: Rating::set(1500, 100).unwrap(),
        audience: Audience::Pupil { organiser: ANN, pupil: pupil.unwrap_or(ANN) },
    };
    (position, puzzle)
}

fn positions(noted: &[(LessonPosition, NewPuzzle)]) -> Vec<LessonPosition> {
    noted.iter().map(|(position, _)| position.clone()).collect()
}

/// In their order.
pub async fn a_lesson_comes_back_with_its_games(fixture: &impl Fixture) {
    let (lessons, _) = fixture.open().await;
    let lesson = new("l1", ANN, 1, 2);
    let games = [
        game(side(Some(BOB), "Bob"), side(None, "Berg, Anna")),
        LessonGame { game: None, ..game(side(None, ""), side(Some(BOB), "Bob")) },
    ];
    assert!(lessons.add_lesson(&lesson, &games, LIMITS).await.unwrap());
    assert!(!lessons.add_lesson(&lesson, &games, LIMITS).await.unwrap());
    assert_eq!(lessons.lesson("l1").await.unwrap(), Some(lesson));
    assert_eq!(lessons.lesson_games("l1").await.unwrap(), games);
    assert_eq!(lessons.lesson("l2").await.unwrap(), None);
    assert_eq!(lessons.lesson_games("l2").await.unwrap(), []);
}

/// Those of others don't count.
pub async fn lessons_made_at_once_keep_within_the_limits(fixture: &impl Fixture) {
    let (lessons, _) = fixture.open().await;
    assert!(lessons.add_lesson(&new("b0", BOB, 1, 1), &[], LIMITS).await.unwrap());
    let add = async |ids: Vec<String>, total, limits| {
        let adding = ids.into_iter().map(|id| {
            let lessons = Arc::clone(&lessons);
            tokio::spawn(
                async move { lessons.add_lesson(&new(&id, ANN, 1, total), &[], limits).await.unwrap() },
            )
        });
        let mut kept = 0;
        for each in adding.collect::<Vec<_>>() {
            kept += usize::from(each.await.unwrap());
        }
        kept
    };
    let ids = |letter: &str| (0..8).map(|number| format!("{letter}{number}")).collect::<Vec<_>>();
    // The first one alone: where a teacher has none, there is nothing yet to wait for.
    assert_eq!(add(vec!["a".to_owned()], 1, LIMITS).await, 1);
    assert_eq!(add(ids("u"), 1, LessonLimits { all: 9, unfinished: 3 }).await, 2);
    assert_eq!(add(ids("d"), 0, LessonLimits { all: 6, unfinished: 9 }).await, 3);
    assert_eq!(lessons.lessons_of(ANN, 99).await.unwrap().len(), 6);
}

/// In order, and with its positions and their puzzles; none of a lesson that is gone.
pub async fn a_game_of_a_lesson_is_noted_once(fixture: &impl Fixture) {
    let (lessons, puzzles) = fixture.open().await;
    let games =
        [side(Some(BOB), "Bob"), side(Some(EVE), "Eve")].map(|side| game(side, LessonSide::default()));
    assert!(lessons.add_lesson(&new("l1", ANN, 1, 2), &games, LIMITS).await.unwrap());
    let (first, second) = ([position(Some(BOB), "a1"), position(None, "b2")], [position(Some(EVE), "c3")]);
    // The same position comes twice in a game.
    let twice = [first[0].clone(), first[1].clone(), first[0].clone()];
    for (done, noted, is_kept) in [
        (1, &second[..], false),
        (0, &twice, true),
        (0, &first, false),
        (1, &second, true),
        (2, &[position(Some(EVE), "d4")], false),
    ] {
        assert_eq!(lessons.note_lesson_game("l1", done, noted).await.unwrap(), is_kept, "{done}");
    }
    let all: Vec<_> = positions(&first).into_iter().chain(positions(&second)).collect();
    assert_eq!(lessons.lesson_positions("l1").await.unwrap(), all);
    assert_eq!(lessons.pupil_positions("l1", BOB).await.unwrap(), positions(&first[..1]));
    assert_eq!(lessons.lesson("l1").await.unwrap().unwrap().done, 2);
    assert!(!lessons.note_lesson_game("l2", 0, &[position(Some(EVE), "e5")]).await.unwrap());
    for (id, is_there) in [("a1", true), ("b2", true), ("c3", true), ("d4", false), ("e5", false)] {
        assert_eq!(puzzles.puzzle(id).await.unwrap().is_some(), is_there, "{id}");
    }
}

/// And no others come.
pub async fn unfinished_lessons_take_turns(fixture: &impl Fixture) {
    let (lessons, _) = fixture.open().await;
    for lesson in [new("l1", ANN, 5, 2), new("l2", BOB, 3, 3), new("l3", ANN, 1, 0)] {
        assert!(lessons.add_lesson(&lesson, &[], LIMITS).await.unwrap());
    }
    let mut order = Vec::new();
    while let Some(lesson) = lessons.unfinished_lesson().await.unwrap() {
        assert!(order.len() < 9, "it never ends");
        assert!(lessons.note_lesson_game(&lesson.id, lesson.done, &[]).await.unwrap());
        order.push(lesson.id);
    }
    assert_eq!(order, ["l2", "l1", "l2", "l1", "l2"]);
}

/// The latest first.
pub async fn lessons_are_listed_for_their_teacher_and_for_their_pupils(fixture: &impl Fixture) {
    let (lessons, _) = fixture.open().await;
    let games = [game(side(Some(EVE), "Eve"), LessonSide::default())];
    for lesson in [new("l1", ANN, 1, 1), new("l2", ANN, 2, 1), new("l3", BOB, 3, 1), new("l4", ANN, 4, 1)] {
        assert!(lessons.add_lesson(&lesson, &games, LIMITS).await.unwrap());
    }
    for lesson in ["l1", "l3", "l4"] {
        let id = |number: u8| format!("{lesson}{number}");
        let twice = [position(Some(EVE), &id(1)), position(Some(EVE), &id(2)), position(None, &id(3))];
        assert!(lessons.note_lesson_game(lesson, 0, &twice).await.unwrap());
    }
    let ids = |found: Vec<Lesson>| found.into_iter().map(|lesson| lesson.id).collect::<Vec<_>>();
    assert_eq!(ids(lessons.lessons_of(ANN, 9).await.unwrap()), ["l4", "l2", "l1"]);
    assert_eq!(ids(lessons.lessons_of(ANN, 1).await.unwrap()), ["l4"]);
    assert_eq!(ids(lessons.lessons_for(ANN, EVE, 9).await.unwrap()), ["l4", "l1"]);
    assert_eq!(ids(lessons.lessons_for(ANN, EVE, 1).await.unwrap()), ["l4"]);
    assert_eq!(ids(lessons.lessons_for(BOB, EVE, 9).await.unwrap()), ["l3"]);
    assert_eq!(ids(lessons.lessons_for(ANN, BOB, 9).await.unwrap()), [""; 0]);
}

/// Those of other lessons stay.
pub async fn with_a_lesson_its_puzzles_go(fixture: &impl Fixture) {
    let (lessons, puzzles) = fixture.open().await;
    let games = [game(side(Some(BOB), "Bob"), side(None, ""))];
    for (lesson, puzzle) in [("l1", "a1"), ("l2", "b2")] {
        assert!(lessons.add_lesson(&new(lesson, ANN, 1, 1), &games, LIMITS).await.unwrap());
        assert!(lessons.note_lesson_game(lesson, 0, &[position(Some(BOB), puzzle)]).await.unwrap());
    }
    for puzzle in ["a1", "b2"] {
        let ended =
            EndedAttempt { end: AttemptEnd::Failed, at: Time(1), due: Some(Time(2)), may_count: false };
        puzzles.end_attempt(BOB, puzzle, ended).await.unwrap();
    }
    lessons.delete_lesson("l1").await.unwrap();
    let due = puzzles.due_attempts(BOB, Time(9), 9).await.unwrap();
    assert_eq!(due.iter().map(|attempt| &*attempt.puzzle).collect::<Vec<_>>(), ["b2"]);
    for (lesson, puzzle, is_there) in [("l1", "a1", false), ("l2", "b2", true)] {
        assert_eq!(lessons.lesson(lesson).await.unwrap().is_some(), is_there, "{lesson}");
        assert_eq!(!lessons.lesson_games(lesson).await.unwrap().is_empty(), is_there, "{lesson}");
        assert_eq!(!lessons.lesson_positions(lesson).await.unwrap().is_empty(), is_there, "{lesson}");
        assert_eq!(puzzles.puzzle(puzzle).await.unwrap().is_some(), is_there, "{puzzle}");
    }
}

/// Those of others stay.
pub async fn lessons_and_positions_go_with_their_player(fixture: &impl Fixture) {
    let (lessons, puzzles) = fixture.open().await;
    let (bob, eve) = (side(Some(BOB), "Bob"), side(Some(EVE), "Eve"));
    let games = [game(bob.clone(), eve.clone()), game(eve.clone(), bob)];
    assert!(lessons.add_lesson(&new("l1", ANN, 1, 2), &games, LIMITS).await.unwrap());
    let both = [position(Some(BOB), "a1"), position(Some(EVE), "b2")];
    assert!(lessons.note_lesson_game("l1", 0, &both).await.unwrap());
    lessons.forget_lessons(BOB).await.unwrap();
    assert_eq!(lessons.lesson_positions("l1").await.unwrap(), positions(&both[1..]));
    let nobody = LessonSide::default();
    let left = [game(nobody.clone(), eve.clone()), game(eve, nobody)];
    assert_eq!(lessons.lesson_games("l1").await.unwrap(), left);
    // The next game has its place all the same, but nothing for whoever was forgotten while it was looked at.
    let next = [position(Some(BOB), "d4"), position(Some(EVE), "c3")];
    assert!(lessons.note_lesson_game("l1", 1, &next).await.unwrap());
    let left = [&both[1..], &next[1..]].concat();
    assert_eq!(lessons.lesson_positions("l1").await.unwrap(), positions(&left));
    for (id, is_there) in [("d4", false), ("c3", true)] {
        assert_eq!(puzzles.puzzle(id).await.unwrap().is_some(), is_there, "{id}");
    }
    lessons.forget_lessons(ANN).await.unwrap();
    assert_eq!(lessons.lesson("l1").await.unwrap(), None);
    assert_eq!(lessons.lesson_games("l1").await.unwrap(), []);
    assert_eq!(lessons.lesson_positions("l1").await.unwrap(), []);
}

/// How a place for lessons can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It keeps no games.
    LosesGames,
    /// It keeps any number of lessons.
    KnowsNoLimits,
    /// It says of each game that it was noted.
    NotesNothing,
    /// No lesson is unfinished.
    NothingToDo,
    /// It gives a lesson until that is finished.
    StaysWithOne,
    /// A lesson is for all pupils of its teacher.
    ForAll,
    /// Nothing is deleted.
    DeletesNothing,
    /// Nobody is forgotten.
    ForgetsNobody,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::LosesGames,
        Self::KnowsNoLimits,
        Self::NotesNothing,
        Self::NothingToDo,
        Self::StaysWithOne,
        Self::ForAll,
        Self::DeletesNothing,
        Self::ForgetsNobody,
    ];
}

/// A fixture whose lessons have one fault.
pub struct Wrong<F> {
    right: F,
    fault: Fault,
}

impl<F> Wrong<F> {
    /// Over a right one.
    pub const fn new(right: F, fault: Fault) -> Self {
        Self { right, fault }
    }
}

impl<F: Fixture> Fixture for Wrong<F> {
    async fn open(&self) -> (Arc<dyn PuzzleLessons>, Arc<dyn Puzzles>) {
        let (right, puzzles) = self.right.open().await;
        (Arc::new(WrongLessons { right, fault: self.fault, last: Mutex::default() }), puzzles)
    }
}

struct WrongLessons {
    right: Arc<dyn PuzzleLessons>,
    fault: Fault,
    /// The lesson that it has given last.
    last: Mutex<Option<String>>,
}

#[async_trait]
impl PuzzleLessons for WrongLessons {
    async fn add_lesson(
        &self,
        lesson: &Lesson,
        games: &[LessonGame],
        limits: LessonLimits,
    ) -> Result<bool, StorageError> {
        let games = if self.fault == Fault::LosesGames { &[] } else { games };
        let endless = LessonLimits { all: u32::MAX, unfinished: u32::MAX };
        let limits = if self.fault == Fault::KnowsNoLimits { endless } else { limits };
        self.right.add_lesson(lesson, games, limits).await
    }

    async fn lesson(&self, id: &str) -> Result<Option<Lesson>, StorageError> {
        self.right.lesson(id).await
    }

    async fn lessons_of(&self, organiser: PlayerId, limit: u32) -> Result<Vec<Lesson>, StorageError> {
        self.right.lessons_of(organiser, limit).await
    }

    async fn lessons_for(
        &self,
        organiser: PlayerId,
        pupil: PlayerId,
        limit: u32,
    ) -> Result<Vec<Lesson>, StorageError> {
        if self.fault == Fault::ForAll {
            return self.right.lessons_of(organiser, limit).await;
        }
        self.right.lessons_for(organiser, pupil, limit).await
    }

    async fn unfinished_lesson(&self) -> Result<Option<Lesson>, StorageError> {
        if self.fault == Fault::NothingToDo {
            return Ok(None);
        }
        let last = self.last.lock().unwrap().clone();
        if let (Fault::StaysWithOne, Some(last)) = (self.fault, last)
            && let Some(lesson) = self.right.lesson(&last).await?
            && lesson.done < lesson.total
        {
            return Ok(Some(lesson));
        }
        let next = self.right.unfinished_lesson().await?;
        *self.last.lock().unwrap() = next.as_ref().map(|lesson| lesson.id.clone());
        Ok(next)
    }

    async fn lesson_games(&self, lesson: &str) -> Result<Vec<LessonGame>, StorageError> {
        self.right.lesson_games(lesson).await
    }

    async fn note_lesson_game(
        &self,
        lesson: &str,
        done: u32,
        positions: &[(LessonPosition, NewPuzzle)],
    ) -> Result<bool, StorageError> {
        if self.fault == Fault::NotesNothing {
            return Ok(true);
        }
        self.right.note_lesson_game(lesson, done, positions).await
    }

    async fn lesson_positions(&self, lesson: &str) -> Result<Vec<LessonPosition>, StorageError> {
        self.right.lesson_positions(lesson).await
    }

    async fn pupil_positions(
        &self,
        lesson: &str,
        pupil: PlayerId,
    ) -> Result<Vec<LessonPosition>, StorageError> {
        self.right.pupil_positions(lesson, pupil).await
    }

    async fn delete_lesson(&self, lesson: &str) -> Result<(), StorageError> {
        if self.fault == Fault::DeletesNothing { Ok(()) } else { self.right.delete_lesson(lesson).await }
    }

    async fn forget_lessons(&self, player: PlayerId) -> Result<(), StorageError> {
        if self.fault == Fault::ForgetsNobody { Ok(()) } else { self.right.forget_lessons(player).await }
    }
}
