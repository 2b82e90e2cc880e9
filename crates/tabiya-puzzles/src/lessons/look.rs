// SPDX-License-Identifier: AGPL-3.0-or-later
//! Looks at the games of lessons, one after the other. Of several nodes one does.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tabiya_accounts::people::class::{has_class, is_pupil_of};
use tabiya_analysis::HASH_MIB;
use tabiya_engine::analysis::OwnEngine;
use tabiya_game::PlayerId;
use tabiya_live::owned::Owned;
use tabiya_rules::{Color, History, Position, san};
use tabiya_runtime::beat::Beat;
use tabiya_runtime::low_priority::{self, Patient};
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::stopping::stops;
use tabiya_store::{
    Audience, Lesson, LessonGame, LessonPosition, LessonSide, NewPuzzle, StorageError, Store,
};
use tokio::sync::watch;

use super::games::{history_of, side_of};
use crate::bell::PuzzleBell;
use crate::finder::{Effort, Finder, Interrupted, OwnMistake};
use crate::id::PuzzleId;
use crate::puzzle::Origin;
use crate::solving::to_store;

/// How often the storage is asked for a lesson that waits.
const ROUND: Duration = Duration::from_secs(2);
/// How long nothing is looked at where the storage has failed. The game that was searched is searched again then: with a full disk
/// that would be all the time.
const AFTER_FAILURE: Duration = Duration::from_secs(60);
/// The id of the work: lessons take turns, so one server has all of them.
const ALL: &str = "lessons";
/// Positions for each pupil.
const POSITIONS: usize = 3;
/// How hard such a position is, in points, and how unsure that is: nobody is rated for it.
const HARDNESS: (u16, u16) = (1200, 350);

/// Looks at the games of lessons.
pub struct Lessons {
    store: Store,
    effort: Effort,
    bell: Option<PuzzleBell>,
    owned: Owned,
}

impl Lessons {
    /// Over this store.
    #[must_use]
    pub fn new(store: Store, effort: Effort) -> Self {
        Self { store, effort, bell: None, owned: Owned::everything() }
    }

    /// Only if this server owns the work of lessons.
    #[must_use]
    pub fn owning(self, owned: Owned) -> Self {
        Self { owned, ..self }
    }

    /// Pupils are told by this bell when a lesson is done.
    #[must_use]
    pub fn telling(self, bell: PuzzleBell) -> Self {
        Self { bell: Some(bell), ..self }
    }

    /// Begins. Must be called inside a running Tokio runtime: it spawns one task, which ends when the server stops.
    pub fn start(self, mut stopping: watch::Receiver<bool>) {
        let stop = Arc::new(AtomicBool::new(false));
        spawn(async move {
            let mut beat = Beat::after_each(ROUND).until(stopping.clone());
            while beat.next().await {
                let done = tokio::select! {
                    done = self.round(&stop) => done,
                    () = stops(&mut stopping) => break,
                };
                if let Err(error) = done {
                    tracing::warn!(%error, "lessons wait");
                    tokio::select! {
                        () = tokio::time::sleep(AFTER_FAILURE) => {}
                        () = stops(&mut stopping) => break,
                    }
                }
            }
            stop.store(true, Ordering::Relaxed);
        });
    }

    /// Looks at games until no lesson waits.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn round(&self, stop: &Arc<AtomicBool>) -> Result<(), StorageError> {
        while !stop.load(Ordering::Relaxed)
            && self.owned.does(ALL)
            && let Some(lesson) = self.store.puzzle_lessons.unfinished_lesson().await?
        {
            let found = match self.look(&lesson, stop).await {
                // What can't be read now can't be read later either, and others wait behind it.
                Err(error @ StorageError::Damaged { .. }) => {
                    tracing::error!(lesson = lesson.id, %error, "a game of a lesson can't be read");
                    Some(Vec::new())
                }
                found => found?,
            };
            let Some(found) = found else { return Ok(()) };
            if !self.store.puzzle_lessons.note_lesson_game(&lesson.id, lesson.done, &found).await? {
                // It was deleted meanwhile, or another server was faster.
                return Ok(());
            }
            // A server that is killed here tells nobody. The pupils still find the lesson on their page of puzzles.
            if lesson.done + 1 >= lesson.total
                && let Some(bell) = &self.bell
                && let Err(error) = bell.lesson_made(&lesson).await
            {
                tracing::warn!(lesson = lesson.id, %error, "pupils can't be told of a lesson");
            }
        }
        Ok(())
    }

    /// The positions of the next game of a lesson. `None` if the server stops.
    async fn look(
        &self,
        lesson: &Lesson,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Vec<(LessonPosition, NewPuzzle)>>, StorageError> {
        let games = self.store.puzzle_lessons.lesson_games(&lesson.id).await?;
        let left = games.get(lesson.done as usize..).unwrap_or_default();
        let Some(game) = left.first().cloned() else { return Ok(Some(Vec::new())) };
        let Some(history) = history_of(&game) else {
            tracing::error!(
                lesson = lesson.id,
                number = lesson.done + 1,
                "a game of a lesson can't be replayed"
            );
            return Ok(Some(Vec::new()));
        };
        let found = self.store.puzzle_lessons.lesson_positions(&lesson.id).await?;
        let has_class = has_class(&self.store, lesson.organiser).await?;
        let mut sides = Vec::new();
        for color in Color::ALL {
            let side = side_of(&game, color).clone();
            let is_served = has_class && self.is_served(lesson.organiser, &side).await?;
            let most = if is_served { wanted(&side, &found, left) } else { 0 };
            sides.push((color, side, most));
        }
        let look = Look {
            lesson: lesson.clone(),
            history,
            origin: game.game.map_or(Origin::File, Origin::Game),
            sides,
            known: found.into_iter().map(|position| position.puzzle).collect(),
            effort: self.effort,
        };
        let on_thread = Arc::clone(stop);
        let looked = low_priority::search(move || look.positions(&on_thread)).await;
        match looked {
            Ok(Ok(positions)) => Ok(Some(positions)),
            Ok(Err(Interrupted::Stopped)) => Ok(None),
            Err(_) if stop.load(Ordering::Relaxed) => Ok(None),
            // A game at which the engine fails is left out. Else all lessons behind it would wait for ever.
            Ok(Err(error @ Interrupted::Failed(_))) => {
                tracing::error!(lesson = lesson.id, %error, "a game of a lesson can't be looked at");
                Ok(Some(Vec::new()))
            }
            Err(error) => {
                tracing::error!(lesson = lesson.id, %error, "a game of a lesson can't be looked at");
                Ok(Some(Vec::new()))
            }
        }
    }

    /// Whether this side may get positions: somebody without an account, or an open account that is of this class now.
    async fn is_served(&self, organiser: PlayerId, side: &LessonSide) -> Result<bool, StorageError> {
        let Some(pupil) = side.pupil else { return Ok(!side.name.is_empty()) };
        let account = self.store.accounts.account(pupil).await?;
        Ok(account.is_some_and(|account| account.is_open() && is_pupil_of(&account, organiser)))
    }
}

/// How many positions of this game a player gets: an equal share of those that are still wanted, so that they come from all of the
/// player's games.
fn wanted(side: &LessonSide, found: &[LessonPosition], left: &[LessonGame]) -> usize {
    let has = found.iter().filter(|one| one.side == *side).count();
    let games = left.iter().filter(|game| game.white == *side || game.black == *side).count();
    POSITIONS.saturating_sub(has).div_ceil(games.max(1))
}

/// A game that is looked at.
struct Look {
    lesson: Lesson,
    history: History,
    origin: Origin,
    /// How many positions each side gets.
    sides: Vec<(Color, LessonSide, usize)>,
    /// The puzzles that the lesson has.
    known: HashSet<String>,
    effort: Effort,
}

impl Look {
    fn positions(&self, stop: &AtomicBool) -> Result<Vec<(LessonPosition, NewPuzzle)>, Interrupted> {
        if self.sides.iter().all(|(_, _, most)| *most == 0) {
            return Ok(Vec::new());
        }
        let mut engine = OwnEngine::new(HASH_MIB, || Box::new(Patient::new()));
        let mut finder = Finder::new(&mut engine, stop, self.effort);
        let scores = finder.scores_of(&self.history)?;
        let mut found = Vec::new();
        for (color, side, most) in &self.sides {
            // A player who falls into the same trap twice solves it once.
            let is_known = |start: &Position| self.known.contains(self.id_for(side, start).as_str());
            let mistakes =
                finder.own_mistakes(&self.history, &scores, (*color, *most), &self.origin, &is_known)?;
            found.extend(mistakes.into_iter().filter_map(|mistake| self.kept(side, mistake)));
        }
        Ok(found)
    }

    /// The id of this position for this side: another one in each lesson, so that a lesson goes with all of its puzzles.
    fn id_for(&self, side: &LessonSide, start: &Position) -> PuzzleId {
        let pupil = side.pupil.unwrap_or(self.lesson.organiser);
        let organiser = self.lesson.organiser;
        let readers: [&[u8]; 4] =
            [self.lesson.id.as_bytes(), organiser.as_bytes(), pupil.as_bytes(), side.name.as_bytes()];
        PuzzleId::among(start, &readers)
    }

    /// A mistake as it is kept: as a puzzle for its player and the organiser alone, or for the organiser where the player has no
    /// account.
    fn kept(
        &self,
        side: &LessonSide,
        OwnMistake { played, mut puzzle, .. }: OwnMistake,
    ) -> Option<(LessonPosition, NewPuzzle)> {
        (puzzle.points, puzzle.deviation) = HARDNESS;
        let start = puzzle.start();
        let organiser = self.lesson.organiser;
        let audience = Audience::Pupil { organiser, pupil: side.pupil.unwrap_or(organiser) };
        let stored = to_store(&puzzle.with_id(self.id_for(side, &start)), audience)?;
        let (puzzle, played) = (stored.id.clone(), san(&start, played).to_string());
        Some((LessonPosition { side: side.clone(), puzzle, played }, stored))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_come_from_all_games_of_a_player() {
        let side = |name: &str| LessonSide { pupil: None, name: name.to_owned() };
        let game = |white: &str, black: &str| LessonGame {
            white: side(white),
            black: side(black),
            game: None,
            start: String::new(),
            moves: String::new(),
        };
        let games = [game("Ann", "Ben"), game("Cid", "Ann"), game("Ann", "")];
        let found =
            |name: &str| LessonPosition { side: side(name), puzzle: String::new(), played: String::new() };
        assert_eq!(wanted(&side("Ann"), &[], &games), 1);
        assert_eq!(wanted(&side("Ben"), &[], &games), 3);
        assert_eq!(wanted(&side("Ben"), &[found("Ben")], &games), 2);
        assert_eq!(wanted(&side("Ann"), &[found("Ben")], &games[2..]), 3, "the games before gave none");
        let three = ["Ann"; 3].map(found);
        assert_eq!(wanted(&side("Ann"), &three, &games[2..]), 0);
    }
}
