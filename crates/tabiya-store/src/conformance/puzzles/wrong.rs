// SPDX-License-Identifier: AGPL-3.0-or-later
//! A store of puzzles with one fault, which the laws must find.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use super::Fixture;
use crate::{
    AttemptEnd, AttemptKept, Audience, EndedAttempt, NewPuzzle, OpeningsOfPuzzle, PuzzleAttempt,
    PuzzlePlayer, PuzzleWish, Puzzles, StorageError, StoredPuzzle,
};

/// How a place for puzzles can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It says of every puzzle that it was new.
    CountsAll,
    /// What was tried is given again.
    GivesAgain,
    /// Themes are not looked at.
    AnyTheme,
    /// Openings are not looked at.
    AnyOpening,
    /// The range of ratings is not looked at.
    AnyRating,
    /// Always the same one of those that are as hard.
    NoLot,
    /// Each attempt is told as the first.
    AlwaysFirst,
    /// What was shown is rated.
    RatesShown,
    /// A hint and a solution that is shown are tries.
    CountsHelp,
    /// What is not due yet is listed.
    DueAtOnce,
    /// Nothing is withdrawn.
    GivesAll,
    /// Nobody is forgotten.
    ForgetsNobody,
    /// The first attempts are listed first.
    OldestFirst,
    /// A game that was searched is forgotten.
    SearchesAgain,
    /// A day gets another puzzle whenever one is told.
    ManyOfDay,
    /// Reports are never settled.
    NeverSettles,
    /// What is for a class is for everybody.
    ForAll,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 17] = [
        Self::CountsAll,
        Self::GivesAgain,
        Self::AnyTheme,
        Self::AnyOpening,
        Self::AnyRating,
        Self::NoLot,
        Self::AlwaysFirst,
        Self::RatesShown,
        Self::CountsHelp,
        Self::DueAtOnce,
        Self::GivesAll,
        Self::ForgetsNobody,
        Self::OldestFirst,
        Self::SearchesAgain,
        Self::ManyOfDay,
        Self::NeverSettles,
        Self::ForAll,
    ];
}

/// A fixture whose puzzles have one fault.
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
    async fn open(&self) -> Arc<dyn Puzzles> {
        Arc::new(WrongPuzzles { right: self.right.open().await, fault: self.fault, of_day: Mutex::default() })
    }
}

struct WrongPuzzles {
    right: Arc<dyn Puzzles>,
    fault: Fault,
    /// The last puzzle that a day was given.
    of_day: Mutex<Option<String>>,
}

#[async_trait]
impl Puzzles for WrongPuzzles {
    async fn add_puzzles(&self, puzzles: &[NewPuzzle]) -> Result<u64, StorageError> {
        let mut kept = puzzles.to_vec();
        if self.fault == Fault::ForAll {
            kept.iter_mut().for_each(|puzzle| puzzle.audience = Audience::Everybody);
        }
        let new = self.right.add_puzzles(&kept).await?;
        Ok(if self.fault == Fault::CountsAll { puzzles.len() as u64 } else { new })
    }

    async fn puzzle_count(&self) -> Result<u64, StorageError> {
        self.right.puzzle_count().await
    }

    async fn puzzle(&self, id: &str) -> Result<Option<StoredPuzzle>, StorageError> {
        self.right.puzzle(id).await
    }

    async fn puzzles_after(&self, id: Option<&str>, limit: u32) -> Result<Vec<StoredPuzzle>, StorageError> {
        self.right.puzzles_after(id, limit).await
    }

    async fn next_puzzle(&self, wish: &PuzzleWish<'_>) -> Result<Option<StoredPuzzle>, StorageError> {
        let mut wish = wish.clone();
        match self.fault {
            Fault::GivesAgain => wish.player = None,
            Fault::AnyTheme => wish.themes = &[],
            Fault::AnyOpening => wish.openings = &[],
            Fault::NoLot => wish.chance = 0,
            Fault::AnyRating => wish.within = None,
            Fault::CountsAll
            | Fault::AlwaysFirst
            | Fault::RatesShown
            | Fault::CountsHelp
            | Fault::DueAtOnce
            | Fault::GivesAll
            | Fault::ForgetsNobody
            | Fault::OldestFirst
            | Fault::SearchesAgain
            | Fault::ManyOfDay
            | Fault::NeverSettles
            | Fault::ForAll => {}
        }
        self.right.next_puzzle(&wish).await
    }

    async fn puzzle_of_class(
        &self,
        organiser: PlayerId,
        player: PlayerId,
        except: &[String],
    ) -> Result<Option<StoredPuzzle>, StorageError> {
        let player = if self.fault == Fault::GivesAgain { PlayerId::from_bytes([0; 16]) } else { player };
        self.right.puzzle_of_class(organiser, player, except).await
    }

    async fn themes_in_use(&self, themes: &[u8]) -> Result<Vec<u8>, StorageError> {
        self.right.themes_in_use(themes).await
    }

    async fn tag_openings(&self, puzzles: &[OpeningsOfPuzzle]) -> Result<(), StorageError> {
        self.right.tag_openings(puzzles).await
    }

    async fn openings_in_use(&self) -> Result<Vec<String>, StorageError> {
        self.right.openings_in_use().await
    }

    async fn withdraw_puzzle(&self, id: &str) -> Result<bool, StorageError> {
        if self.fault == Fault::GivesAll { Ok(true) } else { self.right.withdraw_puzzle(id).await }
    }

    async fn end_attempt(
        &self,
        player: PlayerId,
        puzzle: &str,
        mut ended: EndedAttempt,
    ) -> Result<AttemptKept, StorageError> {
        if self.fault == Fault::RatesShown && matches!(ended.end, AttemptEnd::Shown | AttemptEnd::Hinted) {
            ended.end = AttemptEnd::Failed;
        }
        let kept = self.right.end_attempt(player, puzzle, ended).await?;
        Ok(match kept {
            AttemptKept::Again(attempt) if self.fault == Fault::AlwaysFirst => AttemptKept::First(attempt),
            AttemptKept::First(_) | AttemptKept::Again(_) | AttemptKept::Withdrawn | AttemptKept::Unknown => {
                kept
            }
        })
    }

    async fn attempt(&self, player: PlayerId, puzzle: &str) -> Result<Option<PuzzleAttempt>, StorageError> {
        let mut attempt = self.right.attempt(player, puzzle).await?;
        if let Some(attempt) = attempt.as_mut().filter(|_| self.fault == Fault::CountsHelp) {
            attempt.tries = attempt.tries.max(1);
        }
        Ok(attempt)
    }

    async fn attempts_of(
        &self,
        player: PlayerId,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<PuzzleAttempt>, StorageError> {
        let mut attempts = self.right.attempts_of(player, before, limit).await?;
        if self.fault == Fault::OldestFirst {
            attempts.reverse();
        }
        Ok(attempts)
    }

    async fn due_attempts(
        &self,
        player: PlayerId,
        now: Time,
        limit: u32,
    ) -> Result<Vec<PuzzleAttempt>, StorageError> {
        let now = if self.fault == Fault::DueAtOnce { Time(u64::MAX) } else { now };
        self.right.due_attempts(player, now, limit).await
    }

    async fn puzzle_player(&self, player: PlayerId) -> Result<PuzzlePlayer, StorageError> {
        self.right.puzzle_player(player).await
    }

    async fn searched_of(&self, games: &[GameId]) -> Result<Vec<GameId>, StorageError> {
        if self.fault == Fault::SearchesAgain { Ok(Vec::new()) } else { self.right.searched_of(games).await }
    }

    async fn note_searched(&self, games: &[GameId]) -> Result<(), StorageError> {
        self.right.note_searched(games).await
    }

    async fn puzzle_of_day(&self, day: u32) -> Result<Option<StoredPuzzle>, StorageError> {
        let last = self.of_day.lock().unwrap().clone();
        match last {
            Some(id) if self.fault == Fault::ManyOfDay => self.right.puzzle(&id).await,
            Some(_) | None => self.right.puzzle_of_day(day).await,
        }
    }

    async fn puzzles_of_days(&self, limit: u32) -> Result<Vec<(u32, String)>, StorageError> {
        let mut days = self.right.puzzles_of_days(limit).await?;
        if self.fault == Fault::OldestFirst {
            days.reverse();
        }
        Ok(days)
    }

    async fn set_puzzle_of_day(&self, day: u32, puzzle: &str) -> Result<(), StorageError> {
        *self.of_day.lock().unwrap() = Some(puzzle.to_owned());
        self.right.set_puzzle_of_day(day, puzzle).await
    }

    async fn report_puzzle(&self, player: PlayerId, puzzle: &str, at: Time) -> Result<bool, StorageError> {
        self.right.report_puzzle(player, puzzle, at).await
    }

    async fn reported_puzzles(&self, limit: u32) -> Result<Vec<StoredPuzzle>, StorageError> {
        self.right.reported_puzzles(limit).await
    }

    async fn settle_reports(&self, puzzle: &str) -> Result<(), StorageError> {
        if self.fault == Fault::NeverSettles { Ok(()) } else { self.right.settle_reports(puzzle).await }
    }

    async fn forget_attempts(&self, player: PlayerId) -> Result<(), StorageError> {
        if self.fault == Fault::ForgetsNobody { Ok(()) } else { self.right.forget_attempts(player).await }
    }
}
