// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a player has tried, and which puzzles a player calls faulty.

use tabiya_game::{PlayerId, Time};
use tabiya_protocol::{PuzzleHistory, TriedPuzzle};
use tabiya_store::{AttemptEnd, PuzzleAttempt, StorageError, StoredPuzzle};

use crate::door::shows;
use crate::puzzle::Puzzle;
use crate::solving::{NotSolved, Solving, end_view, rating_view, read};

/// A puzzle that somebody has tried.
#[derive(Clone, Debug)]
pub struct Tried {
    /// How it went.
    pub attempt: PuzzleAttempt,
    /// The puzzle as it stands now.
    pub stored: StoredPuzzle,
    /// What it is.
    pub puzzle: Puzzle,
}

/// Puzzles of one page.
const PAGE: u32 = 30;

impl Solving {
    /// A page of the puzzles that a player has tried, the latest first: those with numbers below `before`.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn history(
        &self,
        player: PlayerId,
        before: Option<u32>,
    ) -> Result<PuzzleHistory, StorageError> {
        let attempts = self.store.puzzles.attempts_of(player, before, PAGE).await?;
        let is_full = attempts.len() == PAGE as usize;
        let before = attempts.last().filter(|last| is_full && last.number > 1).map(|last| last.number);
        let mut tried = Vec::with_capacity(attempts.len());
        for attempt in attempts {
            let stored = self.given(&attempt.puzzle, player).await?;
            let puzzle = stored.as_ref().and_then(|stored| read(stored).ok());
            let is_told = attempt.last != AttemptEnd::Failed;
            let themes = puzzle.iter().filter(|_| is_told).flat_map(|puzzle| &puzzle.themes);
            let points = |rating: tabiya_game::Rating| i32::from(rating.rounded().points);
            tried.push(TriedPuzzle {
                first: end_view(attempt.first),
                last: end_view(attempt.last),
                at: attempt.at.0,
                change: attempt.rated.map(|[before, after]| points(after) - points(before)),
                fen: puzzle.as_ref().map(|puzzle| puzzle.start().to_fen()),
                themes: themes.map(|theme| theme.name().to_owned()).collect(),
                rating: stored.map(|stored| rating_view(stored.rating)),
                id: attempt.puzzle,
            });
        }
        Ok(PuzzleHistory { tried, before })
    }

    /// The puzzles that a player has first tried from `since` on and before `before`, in milliseconds since 1970, the latest first, at
    /// most `most` of them. Those that were withdrawn are left out.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn tried_since(
        &self,
        player: PlayerId,
        since: u64,
        before: u64,
        most: usize,
    ) -> Result<Vec<Tried>, StorageError> {
        let (mut found, mut number) = (Vec::new(), None);
        while found.len() < most {
            let page = self.store.puzzles.attempts_of(player, number, PAGE).await?;
            let Some(last) = page.last() else { break };
            number = Some(last.number);
            let is_last = last.at.0 < since;
            for attempt in page.into_iter().filter(|attempt| (since..before).contains(&attempt.at.0)) {
                if let Some(stored) = self.given(&attempt.puzzle, player).await?
                    && let Ok(puzzle) = read(&stored)
                {
                    found.push(Tried { attempt, stored, puzzle });
                }
            }
            if is_last {
                break;
            }
        }
        found.truncate(most);
        Ok(found)
    }

    /// The puzzle, if it is there and given to this player.
    async fn given(&self, id: &str, player: PlayerId) -> Result<Option<StoredPuzzle>, StorageError> {
        let stored = self.store.puzzles.puzzle(id).await?.filter(|stored| !stored.is_withdrawn);
        match stored {
            Some(stored) if shows(&self.store, &stored, Some(player)).await? => Ok(Some(stored)),
            Some(_) | None => Ok(None),
        }
    }

    /// A player says that a puzzle is faulty. It is proved again in the background, and withdrawn if it does not hold.
    ///
    /// # Errors
    /// If the player has not tried it yet, it is not there, or the storage fails.
    pub async fn report(&self, id: &str, player: PlayerId, now: Time) -> Result<(), NotSolved> {
        self.puzzle(id, Some(player)).await?;
        if self.store.puzzles.attempt(player, id).await?.is_none() {
            return Err(NotSolved::Moves("try the puzzle first".to_owned()));
        }
        self.store.puzzles.report_puzzle(player, id, now).await?;
        Ok(())
    }
}
