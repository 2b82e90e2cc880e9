// SPDX-License-Identifier: AGPL-3.0-or-later
//! Looks for puzzles in the games that were finished here, in the background, and proves again what players have reported.
//!
//! One thread of low priority has all the work, so moves go first. Which games were searched is stored: after a restart it goes on
//! with the others. Of several nodes each searches the games that it owns. [`door`] says for whom a game becomes puzzles.

mod taken_back;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tabiya_analysis::HASH_MIB;
use tabiya_archive::archive::{Archive, ReadError};
use tabiya_archive::openings;
use tabiya_engine::analysis::{Analyst, OwnEngine};
use tabiya_game::{Game, GameId};
use tabiya_live::owned::Owned;
use tabiya_runtime::beat::Beat;
use tabiya_runtime::low_priority::{self, Patient};
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::stopping::stops;
use tabiya_runtime::timeline::Timeline;
use tabiya_store::{Audience, StorageError, Store};
use tokio::sync::watch;
use tokio::time::sleep;

use crate::door;
use crate::finder::{Effort, Finder, Interrupted};
use crate::id::PuzzleId;
use crate::openings::openings_of;
use crate::puzzle::{Origin, Puzzle, Step};
use crate::solving::to_store;
use crate::strength::{DEVIATION, start_points};

pub use taken_back::take_back_imports;
use taken_back::take_back_what_is_left;

/// How often the archive is gone through. The first time is a round after the start, so that a start is about games alone.
const ROUND: Duration = Duration::from_secs(10 * 60);
/// Games that one question to the archive returns.
const PAGE: u32 = 200;
/// Between two questions to the archive.
const PAUSE: Duration = Duration::from_millis(50);
/// How often the search asks whether the lessons are done for which it waits.
const FOR_LESSONS: Duration = Duration::from_secs(5);
/// Reported puzzles that one round proves again.
const MOST_REPORTED: u32 = 20;
/// With so many times the usual nodes.
const DEEPER: u64 = 4;

/// Looks for puzzles. Cheap to clone.
#[derive(Clone)]
pub struct Search {
    store: Store,
    archive: Archive,
    timeline: Timeline,
    effort: Effort,
    owned: Owned,
}

/// Why a round has ended before its end.
enum Broken {
    Storage(StorageError),
    /// The server is being stopped, or the engine failed, which its log tells.
    Stopped,
}

impl From<StorageError> for Broken {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

impl Search {
    /// Over these games.
    #[must_use]
    pub fn new(store: Store, archive: Archive, timeline: Timeline, effort: Effort) -> Self {
        Self { store, archive, timeline, effort, owned: Owned::everything() }
    }

    /// Only in games that this server owns.
    #[must_use]
    pub fn owning(self, owned: Owned) -> Self {
        Self { owned, ..self }
    }

    /// Begins. Must be called inside a running Tokio runtime: it spawns one task, which ends when the server stops.
    pub fn start(self, mut stopping: watch::Receiver<bool>) {
        let stop = Arc::new(AtomicBool::new(false));
        spawn(async move {
            let mut beat = Beat::after_each(ROUND).until(stopping.clone());
            let mut is_first = true;
            while beat.next().await {
                let done = tokio::select! {
                    done = self.turn(is_first, &stop) => done,
                    () = stops(&mut stopping) => Err(Broken::Stopped),
                };
                match done {
                    Ok(()) => is_first = false,
                    Err(Broken::Storage(error)) => tracing::warn!(%error, "the search for puzzles waits"),
                    Err(Broken::Stopped) => break,
                }
            }
            stop.store(true, Ordering::Relaxed);
        });
    }

    /// All that is done in one turn. The first turn also withdraws the puzzles of imports that the server was to withdraw when it was
    /// stopped.
    async fn turn(&self, is_first: bool, stop: &Arc<AtomicBool>) -> Result<(), Broken> {
        if is_first {
            take_back_what_is_left(&self.store, &self.archive).await?;
        }
        // Somebody waits for these, and nobody for the games.
        self.prove_again(stop).await?;
        self.round(stop).await
    }

    /// Goes through all games, and searches those in which nobody has searched.
    async fn round(&self, stop: &Arc<AtomicBool>) -> Result<(), Broken> {
        let mut after = None;
        loop {
            let page = self.store.archive.ends_after(after, PAGE).await?;
            let Some((last, _)) = page.last() else { return Ok(()) };
            after = Some(*last);
            let now = self.timeline.earlier();
            // What others see late gives no puzzle before they do.
            let delay = self.archive.delay();
            let is_told = |end: &Option<_>| end.is_some_and(|end| delay.is_past(end, now));
            let ended: Vec<GameId> =
                page.iter().filter(|(_, end)| is_told(end)).map(|(game, _)| *game).collect();
            let searched = self.store.puzzles.searched_of(&ended).await?;
            let is_ours = |game: &GameId| !searched.contains(game) && self.owned.does(game.as_str());
            for game in ended.into_iter().filter(is_ours) {
                // A teacher waits for a lesson, nobody for this. So one engine at most is busy in the background.
                while self.store.puzzle_lessons.unfinished_lesson().await?.is_some() {
                    sleep(FOR_LESSONS).await;
                }
                let found = self.search(game, stop).await?;
                if found > 0 {
                    tracing::info!(%game, puzzles = found, "a game has given puzzles");
                }
            }
            sleep(PAUSE).await;
        }
    }

    /// Searches a game, stores its puzzles, and notes that it was searched. Returns how many puzzles were new.
    async fn search(&self, id: GameId, stop: &Arc<AtomicBool>) -> Result<u64, Broken> {
        if let Some((game, audience)) = self.open_game(id).await? {
            let found = self.find(id, game, stop).await?;
            return Ok(self.keep(id, found, audience).await?);
        }
        self.store.puzzles.note_searched(&[id]).await?;
        Ok(0)
    }

    /// Stores what was found in a game that was for this audience when the search began. If it is for others now, or for nobody, nothing
    /// is stored, and the next round looks at the game again: a search takes minutes, and players may decline meanwhile.
    async fn keep(&self, id: GameId, found: Vec<Puzzle>, audience: Audience) -> Result<u64, StorageError> {
        if self.open_game(id).await?.map(|(_, audience)| audience) != Some(audience) {
            return Ok(0);
        }
        let found: Vec<_> = found.into_iter().map(|puzzle| for_audience(puzzle, audience)).collect();
        let puzzles: Vec<_> = found.iter().filter_map(|puzzle| to_store(puzzle, audience)).collect();
        let new = self.store.puzzles.add_puzzles(&puzzles).await?;
        let openings: Vec<_> = found.iter().filter_map(openings_of).collect();
        self.store.puzzles.tag_openings(&openings).await?;
        self.store.puzzles.note_searched(&[id]).await?;
        Ok(new)
    }

    /// The game, if it may become puzzles, and for whom.
    async fn open_game(&self, id: GameId) -> Result<Option<(Game, Audience)>, StorageError> {
        let Some(row) = self.store.archive.game(id).await? else { return Ok(None) };
        let Some(audience) = door::audience_of(&self.store, &row).await? else { return Ok(None) };
        let game = match self.archive.game(id).await {
            Ok(read) if door::is_open(read.game()) => read.game().clone(),
            Ok(_) | Err(ReadError::NoSuchGame(_)) => return Ok(None),
            Err(ReadError::Storage(error)) => return Err(error),
        };
        if !door::is_imported(&game) {
            return Ok(Some((game, audience)));
        }
        Ok(door::importers_give(&self.store, id).await?.map(|audience| (game, audience)))
    }

    async fn find(&self, id: GameId, game: Game, stop: &Arc<AtomicBool>) -> Result<Vec<Puzzle>, Broken> {
        let (stop, effort) = (Arc::clone(stop), self.effort);
        let found = low_priority::search(move || puzzles_of(id, &game, effort, &stop)).await;
        match found {
            Ok(Ok(puzzles)) => Ok(puzzles),
            Ok(Err(Interrupted::Stopped)) | Err(_) => Err(Broken::Stopped),
            Ok(Err(error @ Interrupted::Failed(_))) => {
                tracing::error!(game = %id, %error, "a game can't be searched for puzzles");
                Ok(Vec::new())
            }
        }
    }

    /// Proves again what players have reported, and withdraws what does not hold.
    async fn prove_again(&self, stop: &Arc<AtomicBool>) -> Result<(), Broken> {
        let reported = self.store.puzzles.reported_puzzles(MOST_REPORTED).await?;
        for stored in reported.into_iter().filter(|stored| self.owned.does(&stored.id)) {
            let Effort { screen, first, second } = self.effort;
            let effort = Effort { screen, first: DEEPER * first, second: DEEPER * second };
            let stop = Arc::clone(stop);
            let (id, line, audience) = (stored.id.clone(), stored.line, stored.audience);
            let holds = low_priority::search(move || holds(&line, audience, effort, &stop)).await;
            match holds {
                Ok(Ok(true)) => {}
                Ok(Ok(false)) => {
                    tracing::info!(puzzle = id, "a reported puzzle does not hold, and is withdrawn");
                    self.store.puzzles.withdraw_puzzle(&id).await?;
                }
                Ok(Err(Interrupted::Stopped)) | Err(_) => return Err(Broken::Stopped),
                Ok(Err(error @ Interrupted::Failed(_))) => {
                    tracing::error!(puzzle = id, %error, "a reported puzzle can't be proved again");
                }
            }
            self.store.puzzles.settle_reports(&id).await?;
        }
        Ok(())
    }
}

fn engine() -> impl Analyst {
    OwnEngine::new(HASH_MIB, || Box::new(Patient::for_nobody()))
}

/// The puzzles of a game, ready to be stored.
fn puzzles_of(
    id: GameId,
    game: &Game,
    effort: Effort,
    stop: &AtomicBool,
) -> Result<Vec<Puzzle>, Interrupted> {
    let mut engine = engine();
    let mut puzzles =
        Finder::new(&mut engine, stop, effort).puzzles_of(game.history(), &Origin::Game(id.to_string()))?;
    let opening = openings::of_game(game).map(|(opening, _)| opening.name);
    for puzzle in &mut puzzles {
        (puzzle.points, puzzle.deviation) = (start_points(puzzle, &Patient::for_nobody()), DEVIATION);
        puzzle.openings = opening.map(tags).unwrap_or_default();
    }
    Ok(puzzles)
}

/// The puzzle under the id that it has for this audience: the same position may also be a puzzle for others.
#[must_use]
pub fn for_audience(puzzle: Puzzle, audience: Audience) -> Puzzle {
    let readers = match &audience {
        Audience::Everybody => return puzzle,
        Audience::Class(organiser) => vec![organiser.as_bytes().as_slice()],
        Audience::Pupil { organiser, pupil } => {
            vec![organiser.as_bytes().as_slice(), pupil.as_bytes().as_slice()]
        }
    };
    let id = PuzzleId::among(&puzzle.start(), &readers);
    puzzle.with_id(id)
}

/// An opening's name as the public CSV has it: the family, and the whole name.
fn tags(name: &str) -> Vec<String> {
    let tag = |text: &str| {
        let kept: String = text.chars().filter(|c| c.is_alphanumeric() || " -".contains(*c)).collect();
        kept.split_whitespace().collect::<Vec<_>>().join("_")
    };
    let (family, whole) = (tag(name.split(':').next().unwrap_or(name)), tag(name));
    if family == whole { vec![family] } else { vec![family, whole] }
}

/// Whether the finder, with this effort, makes a puzzle of the same mistake with the same right moves, as far as both have the same
/// line. A puzzle from elsewhere has no proof: its moves are right, and no other is. Of a pupil's own position its best move is right.
fn holds(line: &str, audience: Audience, effort: Effort, stop: &AtomicBool) -> Result<bool, Interrupted> {
    let Ok(puzzle) = Puzzle::from_line(line) else { return Ok(false) };
    let mut engine = engine();
    let mut finder = Finder::new(&mut engine, stop, effort);
    if matches!(audience, Audience::Pupil { .. }) {
        return finder.is_still_right(&puzzle);
    }
    if puzzle.proof.is_none() {
        return finder.has_one_solution(&puzzle);
    }
    let again = finder.puzzle_at(puzzle.before(), puzzle.mistake(), &puzzle.origin)?;
    Ok(again.is_some_and(|again| are_alike(puzzle.steps(), again.steps())))
}

/// Whether the right moves are the same, in any order, until the lines part.
fn are_alike(steps: &[Step], again: &[Step]) -> bool {
    let is_same = |(one, other): &(&Step, &Step)| {
        one.right.len() == other.right.len() && one.right.iter().all(|mv| other.right.contains(mv))
    };
    let goes_on = |(one, other): &(&Step, &Step)| one.right[0] == other.right[0] && one.reply == other.reply;
    let mut both = steps.iter().zip(again);
    loop {
        match both.next() {
            None => return true,
            Some(pair) if !is_same(&pair) => return false,
            Some(pair) if !goes_on(&pair) => return true,
            Some(_) => {}
        }
    }
}

#[cfg(test)]
mod tests;
