// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a teacher sees of the own lessons: how far they are, and what each pupil has.

use std::collections::HashMap;

use tabiya_accounts::people::class::pupils_of;
use tabiya_game::PlayerId;
use tabiya_protocol::{LessonPupil, LessonPuzzle, LessonSummary, LessonView, PupilName};
use tabiya_store::{Account, Lesson, LessonGame, LessonSide, PuzzleAttempt, StorageError};

use super::games::{Pupil, game_with, shares_name, side_of};
use crate::no_lesson::MOST_LESSONS;
use crate::paper::on_paper;
use crate::solving::{NotSolved, Solving, end_view, read};

impl Solving {
    /// The lessons of a teacher, the latest first.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn lessons(&self, organiser: &Account) -> Result<Vec<LessonSummary>, NotSolved> {
        let lessons = self.store.puzzle_lessons.lessons_of(organiser.player, MOST_LESSONS).await?;
        let summary = |lesson: Lesson| LessonSummary {
            id: lesson.id,
            name: lesson.name,
            created: lesson.created.0,
            total: lesson.total,
            done: lesson.done,
        };
        Ok(lessons.into_iter().map(summary).collect())
    }

    /// The pupils on an organiser's list, with the real names that this organiser has given them.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn pupil_names(&self, organiser: &Account) -> Result<Vec<PupilName>, NotSolved> {
        let pupils = self.pupils(organiser).await?;
        let named = |pupil: &Pupil| PupilName {
            name: pupil.name.clone(),
            real_name: pupil.real_name.clone(),
            shares_name: shares_name(pupil, &pupils),
        };
        let mut names: Vec<_> = pupils.iter().map(named).collect();
        names.sort_by_cached_key(|pupil| pupil.name.to_lowercase());
        Ok(names)
    }

    async fn own_lesson(&self, organiser: &Account, id: &str) -> Result<Lesson, NotSolved> {
        let lesson = self.store.puzzle_lessons.lesson(id).await?;
        lesson
            .filter(|lesson| lesson.organiser == organiser.player)
            .ok_or_else(|| NotSolved::UnknownSet(id.chars().take(40).collect()))
    }

    /// A lesson with all positions, for its teacher alone.
    ///
    /// # Errors
    /// If it is not the teacher's, or the storage fails.
    pub async fn lesson(&self, organiser: &Account, id: &str) -> Result<LessonView, NotSolved> {
        let lesson = self.own_lesson(organiser, id).await?;
        self.lesson_view(organiser, lesson).await
    }

    /// Deletes a lesson with its positions.
    ///
    /// # Errors
    /// If it is not the teacher's, or the storage fails.
    pub async fn delete_lesson(&self, organiser: &Account, id: &str) -> Result<(), NotSolved> {
        let lesson = self.own_lesson(organiser, id).await?;
        Ok(self.store.puzzle_lessons.delete_lesson(&lesson.id).await?)
    }

    pub(super) async fn lesson_view(
        &self,
        organiser: &Account,
        lesson: Lesson,
    ) -> Result<LessonView, NotSolved> {
        let games = self.store.puzzle_lessons.lesson_games(&lesson.id).await?;
        let mut pupils = self.players_of(organiser, &games).await?;
        let sides: Vec<LessonSide> = pupils.iter().map(|(side, _)| side.clone()).collect();
        let positions = self.store.puzzle_lessons.lesson_positions(&lesson.id).await?;
        let attempts = {
            let ids: Vec<String> = positions.iter().map(|position| position.puzzle.clone()).collect();
            let mut players: Vec<PlayerId> = positions.iter().filter_map(|one| one.side.pupil).collect();
            players.sort_unstable();
            players.dedup();
            self.store.puzzle_sets.attempts_at(&ids, &players).await?
        };
        let attempts: HashMap<(PlayerId, &str), &PuzzleAttempt> =
            attempts.iter().map(|(player, attempt)| ((*player, &*attempt.puzzle), attempt)).collect();
        for position in positions {
            let Some(stored) = self.store.puzzles.puzzle(&position.puzzle).await? else { continue };
            let of = pupils.iter_mut().find(|(side, _)| *side == position.side);
            if let Some((side, of)) = of.filter(|_| !stored.is_withdrawn) {
                let attempt = side.pupil.and_then(|pupil| attempts.get(&(pupil, &*position.puzzle)));
                let puzzle = read(&stored)?;
                let start = puzzle.start();
                let game = game_with(&games, side, (&start, &position.played));
                let other = game.map(|game| side_of(&games[game], start.turn().opposite()));
                let opponent = other.and_then(|other| sides.iter().position(|side| side == other));
                of.positions.push(LessonPuzzle {
                    game: game.and_then(|game| u32::try_from(game + 1).ok()),
                    opponent: opponent.and_then(|place| u32::try_from(place).ok()),
                    puzzle: on_paper(&position.puzzle, &puzzle, start.fullmove_number()),
                    first: attempt.map(|attempt| end_view(attempt.first)),
                    last: attempt.map(|attempt| end_view(attempt.last)),
                    played: position.played,
                });
            }
        }
        let Lesson { id, name, created, total, done, unread, left_out, .. } = lesson;
        let pupils = pupils.into_iter().map(|(_, pupil)| pupil).collect();
        Ok(LessonView { id, name, created: created.0, total, done, unread, left_out, pupils })
    }

    /// Whoever has played, in the order of the games, also while there is nothing for them. Pupils stand under the names that they
    /// have now.
    async fn players_of(
        &self,
        organiser: &Account,
        games: &[LessonGame],
    ) -> Result<Vec<(LessonSide, LessonPupil)>, StorageError> {
        let mut sides: Vec<LessonSide> = Vec::new();
        for side in games.iter().flat_map(|game| [&game.white, &game.black]) {
            if !side.name.is_empty() && !sides.contains(side) {
                sides.push(side.clone());
            }
        }
        let real_names = self.store.puzzle_sets.pupil_names(organiser.player).await?;
        let accounts = pupils_of(&self.store, organiser.player).await?;
        let player = |side: LessonSide| {
            let account = accounts.iter().find(|account| Some(account.player) == side.pupil);
            let real_name = real_names.iter().find(|(pupil, _)| Some(*pupil) == side.pupil);
            let pupil = LessonPupil {
                name: account.map_or_else(|| side.name.clone(), |account| account.name.to_string()),
                real_name: real_name.map(|(_, name)| name.clone()),
                has_account: side.pupil.is_some(),
                positions: Vec::new(),
            };
            (side, pupil)
        };
        Ok(sides.into_iter().map(player).collect())
    }
}
