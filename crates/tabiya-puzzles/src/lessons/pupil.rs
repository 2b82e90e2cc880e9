// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a pupil sees of lessons: the own positions, as a set to be solved.

use tabiya_accounts::people::class::{class_of, has_class, is_pupil_of};
use tabiya_protocol::{PuzzleOfSet, PuzzleSetSummary, PuzzleSetView};
use tabiya_store::{Account, AttemptEnd, Lesson, LessonPosition, StorageError, StoredPuzzle};

use crate::door;
use crate::solving::{Solving, end_view, rating_view, read};

/// The most lessons that a pupil is shown.
const MOST_SHOWN: u32 = 10;

/// Whether a pupil is shown this position.
fn is_shown(stored: &StoredPuzzle, pupil: &Account) -> bool {
    !stored.is_withdrawn && door::sees(stored.audience, Some(pupil))
}

impl Solving {
    /// The lessons of the own organiser in which this pupil has positions, as sets to be solved.
    pub(crate) async fn lessons_for(&self, pupil: &Account) -> Result<Vec<PuzzleSetSummary>, StorageError> {
        let Some(organiser) = class_of(pupil) else { return Ok(Vec::new()) };
        let lessons = self.store.puzzle_lessons.lessons_for(organiser, pupil.player, MOST_SHOWN).await?;
        if lessons.is_empty() || !has_class(&self.store, organiser).await? {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for Lesson { id, name, .. } in lessons {
            let mut ids = Vec::new();
            for LessonPosition { puzzle, .. } in
                self.store.puzzle_lessons.pupil_positions(&id, pupil.player).await?
            {
                // As many as the pupil is shown: what can't be solved would be left for ever.
                if self.store.puzzles.puzzle(&puzzle).await?.is_some_and(|stored| is_shown(&stored, pupil)) {
                    ids.push(puzzle);
                }
            }
            if ids.is_empty() {
                continue;
            }
            let attempts = self.store.puzzle_sets.attempts_at(&ids, &[pupil.player]).await?;
            let solved = attempts.iter().filter(|(_, attempt)| attempt.last == AttemptEnd::Solved).count();
            let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
            let (puzzles, solved) = (count(ids.len()), count(solved));
            found.push(PuzzleSetSummary { id, name, due: None, puzzles, solved });
        }
        Ok(found)
    }

    /// The positions that a pupil has in a lesson of the own organiser, as a set; `None` if there are none.
    pub(crate) async fn lesson_for(
        &self,
        account: &Account,
        id: &str,
    ) -> Result<Option<PuzzleSetView>, StorageError> {
        let Some(lesson) = self.store.puzzle_lessons.lesson(id).await? else { return Ok(None) };
        if !is_pupil_of(account, lesson.organiser) || !has_class(&self.store, lesson.organiser).await? {
            return Ok(None);
        }
        let mut puzzles = Vec::new();
        for position in self.store.puzzle_lessons.pupil_positions(id, account.player).await? {
            let stored = self.store.puzzles.puzzle(&position.puzzle).await?;
            let stored = stored.filter(|stored| is_shown(stored, account));
            let Some(stored) = stored else { continue };
            let puzzle = read(&stored)?;
            let attempt = self.store.puzzles.attempt(account.player, &stored.id).await?;
            puzzles.push(PuzzleOfSet {
                fen: puzzle.start().to_fen(),
                solver: puzzle.solver(),
                rating: rating_view(stored.rating),
                last: attempt.map(|attempt| end_view(attempt.last)),
                played: Some(position.played),
                id: stored.id,
            });
        }
        let Lesson { id, name, .. } = lesson;
        let view =
            PuzzleSetView { id, name, due: None, version: 1, is_own: false, may_assign: false, puzzles };
        Ok((!view.puzzles.is_empty()).then_some(view))
    }
}
