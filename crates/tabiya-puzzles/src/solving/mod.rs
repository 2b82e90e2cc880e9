// SPDX-License-Identifier: AGPL-3.0-or-later
//! Solving: which puzzle comes next, what a move is worth, and what an attempt does. The server decides, and a reply is
//! told only after a right move.

mod attempt;
mod give;
mod told;

use std::sync::Arc;
use std::time::{Duration, Instant};

use tabiya_game::PlayerId;
use tabiya_protocol::{PuzzleThemes, PuzzleView};
use tabiya_store::{Audience, MOST_OPENINGS, NewPuzzle, PuzzleAttempt, StorageError, Store, StoredPuzzle};
use tokio::sync::Mutex;

use crate::door;
use crate::no_lesson::NoLesson;
use crate::puzzle::{Puzzle, first_rating};
use crate::start_set;
use crate::theme::Theme;

pub use attempt::Worth;
pub use give::Wish;
pub(crate) use told::{end_view, placed, rating_view, shown, told_line};

/// How long the count of all puzzles serves: it reads every row.
const COUNT_SERVES: Duration = Duration::from_secs(60);

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum NotSolved {
    /// There is no puzzle of this name.
    #[error("there is no puzzle {0:?}")]
    Unknown(String),
    /// It was taken away, perhaps while it was being solved.
    #[error("this puzzle was withdrawn; it counts for nothing, and the next one is ready")]
    Withdrawn,
    /// The moves are not those of somebody who solves it.
    #[error("{0}")]
    Moves(String),
    /// There is no set of this name that the player may look at.
    #[error("there is no set {0:?}")]
    UnknownSet(String),
    /// There is no race of this name that the player may see.
    #[error("there is no race {0:?}; races end with a restart of the server")]
    UnknownRace(String),
    /// The node that has the race does not answer. What was wanted may have happened, and may be done again.
    #[error("the server that has this race does not answer; try again")]
    RaceUnanswered,
    /// The player may not do this with a race.
    #[error("{0}")]
    NoRace(&'static str),
    /// There are too few puzzles of these themes for a race.
    #[error("too few puzzles have these themes for a race: {0}; choose others, or none")]
    FewPuzzles(usize),
    /// No puzzle is as a filter wants it.
    #[error("no puzzle fits; choose fewer themes or a wider range of ratings")]
    NoneFits,
    /// There is no room for another race.
    #[error("there are too many races at once")]
    TooManyRaces,
    /// Only the owner of a set, or the organiser of a class, may do this.
    #[error("this is for the owner of the set, and for the organiser of a pupil")]
    NotYours,
    /// It was changed since the caller has seen it.
    #[error("it was changed in another window; load it again")]
    Stale,
    /// There is no lesson.
    #[error(transparent)]
    Lesson(#[from] NoLesson),
    /// The storage failed, or holds something that is no puzzle.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// Gives puzzles to solvers.
#[derive(Clone)]
pub struct Solving {
    pub(crate) store: Store,
    /// The themes in use and when they were counted. A second caller waits for the count that is under way.
    themes: Arc<Mutex<Option<(Instant, PuzzleThemes)>>>,
}

impl Solving {
    /// Over this store.
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self { store, themes: Arc::default() }
    }

    /// Adds the puzzles that the program brings, where they are missing.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn add_start_set(&self) -> Result<u64, StorageError> {
        self.store.puzzles.add_puzzles(&start_set::to_store()).await
    }

    /// A puzzle by its id.
    ///
    /// # Errors
    /// If there is none, it was withdrawn, or the storage fails.
    pub async fn look(&self, id: &str, player: Option<PlayerId>) -> Result<PuzzleView, NotSolved> {
        let (stored, puzzle) = self.puzzle(id, player).await?;
        let tried = self.tried(id, player).await?;
        Ok(shown(&stored, &puzzle, tried.as_ref(), player.is_some()))
    }

    /// Which themes and openings there are, and how many puzzles.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn themes(&self) -> Result<PuzzleThemes, NotSolved> {
        let mut counted = self.themes.lock().await;
        if let Some((at, themes)) = &*counted
            && at.elapsed() < COUNT_SERVES
        {
            return Ok(themes.clone());
        }
        let all: Vec<u8> = Theme::ALL.iter().map(|theme| theme.number()).collect();
        let used = self.store.puzzles.themes_in_use(&all).await?;
        let named = Theme::ALL.iter().filter(|theme| used.contains(&theme.number()));
        let themes = named.map(|theme| theme.name().to_owned()).collect();
        let mut openings = self.store.puzzles.openings_in_use().await?;
        let lacks_openings = openings.len() > MOST_OPENINGS;
        openings.truncate(MOST_OPENINGS);
        let puzzles = self.store.puzzles.puzzle_count().await?;
        let themes = PuzzleThemes { themes, openings, lacks_openings, puzzles };
        *counted = Some((Instant::now(), themes.clone()));
        Ok(themes)
    }

    /// A puzzle that this player may see. One that is not for the player looks as if it did not exist.
    pub(crate) async fn puzzle(
        &self,
        id: &str,
        player: Option<PlayerId>,
    ) -> Result<(StoredPuzzle, Puzzle), NotSolved> {
        let unknown = || NotSolved::Unknown(id.chars().take(40).collect());
        let stored = self.store.puzzles.puzzle(id).await?.ok_or_else(unknown)?;
        if !door::shows(&self.store, &stored, player).await? {
            return Err(unknown());
        }
        if stored.is_withdrawn {
            return Err(NotSolved::Withdrawn);
        }
        let puzzle = read(&stored)?;
        Ok((stored, puzzle))
    }

    async fn tried(&self, id: &str, player: Option<PlayerId>) -> Result<Option<PuzzleAttempt>, StorageError> {
        match player {
            Some(player) => self.store.puzzles.attempt(player, id).await,
            None => Ok(None),
        }
    }
}

/// A puzzle as it is stored; `None` if no rating has its points.
#[must_use]
pub fn to_store(puzzle: &Puzzle, audience: Audience) -> Option<NewPuzzle> {
    let rating = first_rating(puzzle.points, puzzle.deviation)?;
    let themes = puzzle.themes.iter().map(|theme| theme.number()).collect();
    Some(NewPuzzle { id: puzzle.id().to_string(), line: puzzle.to_line(), themes, rating, audience })
}

pub(crate) fn read(stored: &StoredPuzzle) -> Result<Puzzle, StorageError> {
    Puzzle::from_line(&stored.line)
        .map_err(|error| StorageError::Damaged { detail: format!("puzzle {}: {error}", stored.id) })
}
