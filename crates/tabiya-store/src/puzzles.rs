// SPDX-License-Identifier: AGPL-3.0-or-later
//! Puzzles, who has tried which, and how hard puzzles and how strong their solvers are.

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Rating, Standing, Time};

use crate::StorageError;

/// Openings that are told at most. There are some 3,800 that have names; a file from elsewhere may have others.
pub const MOST_OPENINGS: usize = 4_000;

/// Reports of a player that wait to be looked at, at most.
pub const MOST_REPORTS: u32 = 20;

/// For whom a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everybody. Only such a puzzle comes as the next one, as that of a day, and counts for ratings.
    Everybody,
    /// The class of this organiser alone.
    Class(PlayerId),
    /// One pupil of this organiser, and the organiser.
    Pupil {
        /// Whose pupil it is.
        organiser: PlayerId,
        /// The pupil.
        pupil: PlayerId,
    },
}

/// A puzzle that is to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPuzzle {
    /// Its id: 1 to 16 letters and digits.
    pub id: String,
    /// The puzzle as the subject writes it down.
    pub line: String,
    /// The numbers of its themes.
    pub themes: Vec<u8>,
    /// How hard it is.
    pub rating: Rating,
    /// For whom it is.
    pub audience: Audience,
}

/// A puzzle that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPuzzle {
    /// Its id.
    pub id: String,
    /// The puzzle as the subject has written it down.
    pub line: String,
    /// The numbers of its themes.
    pub themes: Vec<u8>,
    /// How hard it is now.
    pub rating: Rating,
    /// How often it was tried for rating.
    pub plays: u32,
    /// Whether it is not given any more.
    pub is_withdrawn: bool,
    /// For whom it is.
    pub audience: Audience,
}

/// Which puzzle somebody wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleWish<'a> {
    /// Whoever solves it: nothing that this player has tried is given. `None` for a guest.
    pub player: Option<PlayerId>,
    /// One of these themes; empty for any.
    pub themes: &'a [u8],
    /// Of a game with one of these openings, by their names in the public CSV; empty for any.
    pub openings: &'a [String],
    /// How hard it should be, in points.
    pub points: u16,
    /// The least and the most points that it may have, in whole steps of 25: 610 stands for 600, and 1400 for all up to 1424. `None`
    /// for any.
    pub within: Option<[u16; 2]>,
    /// A random number: which of the nearest.
    pub chance: u32,
    /// None of these.
    pub except: &'a [String],
}

/// The openings that a puzzle's game has: the family, and further names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningsOfPuzzle {
    /// The puzzle's id.
    pub puzzle: String,
    /// As the public CSV writes them.
    pub openings: Vec<String>,
}

/// How somebody's attempt at a puzzle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptEnd {
    /// The solution was seen before it was solved. It counts for no rating.
    Shown,
    /// The player took a hint before solving it. It counts for no rating.
    Hinted,
    /// A wrong move was played.
    Failed,
    /// All right moves were found.
    Solved,
}

/// A player's attempts at a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleAttempt {
    /// Which puzzle.
    pub puzzle: String,
    /// The number among the player's puzzles, from 1.
    pub number: u32,
    /// When the first attempt ended.
    pub at: Time,
    /// How the first attempt ended, which is the only one that can be rated. A hint alone ends none: if the solution is seen next,
    /// the attempt ended with that.
    pub first: AttemptEnd,
    /// The player's rating before and after it; `None` if it was not rated.
    pub rated: Option<[Rating; 2]>,
    /// How the last attempt ended.
    pub last: AttemptEnd,
    /// How often the player has solved or failed it. A hint and a solution that is shown are no tries.
    pub tries: u32,
    /// When the puzzle should be tried again; `None` if it need not be.
    pub due: Option<Time>,
}

impl PuzzleAttempt {
    /// Whether nothing but hints was taken so far.
    pub(crate) fn is_hinted_only(&self) -> bool {
        [self.first, self.last] == [AttemptEnd::Hinted; 2]
    }
}

/// An attempt that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndedAttempt {
    /// How.
    pub end: AttemptEnd,
    /// When.
    pub at: Time,
    /// When the puzzle should be tried again.
    pub due: Option<Time>,
    /// Whether it may count for the ratings. Only a first attempt does.
    pub may_count: bool,
}

/// What became of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptKept {
    /// It was the player's first.
    First(PuzzleAttempt),
    /// There was one before. The last end, the number of tries and the next date have changed, and the first end from a hint to the
    /// solution where that was seen next.
    Again(PuzzleAttempt),
    /// The puzzle is not given any more. Nothing is kept.
    Withdrawn,
    /// There is no such puzzle.
    Unknown,
}

/// How a player solves puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzlePlayer {
    /// The rating, and since when it is this.
    pub standing: Standing,
    /// How many puzzles the player has tried.
    pub tried: u32,
}

/// Puzzles, attempts and the ratings of both.
///
/// Laws, which the `conformance` suite tests:
/// - A puzzle is kept once; a second one with its id changes nothing.
/// - The next puzzle is one that the player has not tried, that has one of the themes and one of the openings, and that is as near to the wanted rating as any:
///   the nearest with the chance 0, otherwise one of the 50 nearest, and no more than 200 points further away than the nearest.
///   Where both are wanted, only the 1,000 puzzles of each opening that are nearest on each side are looked at.
/// - The first attempt of a player at a puzzle is rated once, however often and by however many callers at once it is told; later ones never are.
/// - A hint and a solution that is shown are no tries.
/// - A player's attempts are numbered without gaps, and each rating follows from the one before.
/// - An established player's attempt changes the puzzle's rating, too; a newcomer's does not.
/// - A puzzle that is withdrawn is not given, and an attempt at it is not kept.
/// - A puzzle that is not for everybody is found by its id alone, and counts for no rating.
/// - Of a player who leaves nothing is kept, nor are the puzzles that were for this player's class or for this player.
/// - A game that was searched stays so, and no other one does.
/// - A day has one puzzle: the first that it was given, until that one is withdrawn. What each day was given is listed, the latest day first.
/// - A puzzle that was reported is listed until the report is settled, however many have reported it.
#[async_trait]
pub trait Puzzles: Send + Sync + 'static {
    /// Keeps puzzles. Returns how many were new.
    ///
    /// # Errors
    /// If the storage fails.
    async fn add_puzzles(&self, puzzles: &[NewPuzzle]) -> Result<u64, StorageError>;

    /// How many puzzles are given.
    ///
    /// # Errors
    /// If the storage fails.
    async fn puzzle_count(&self) -> Result<u64, StorageError>;

    /// A puzzle by its id, also one that is withdrawn.
    ///
    /// # Errors
    /// If the storage fails.
    async fn puzzle(&self, id: &str) -> Result<Option<StoredPuzzle>, StorageError>;

    /// The puzzles behind this id in the order of their ids, at most `limit`. `None`: from the first on.
    ///
    /// # Errors
    /// If the storage fails.
    async fn puzzles_after(&self, id: Option<&str>, limit: u32) -> Result<Vec<StoredPuzzle>, StorageError>;

    /// The next puzzle for somebody; `None` if there is none that this player has not tried.
    ///
    /// # Errors
    /// If the storage fails.
    async fn next_puzzle(&self, wish: &PuzzleWish<'_>) -> Result<Option<StoredPuzzle>, StorageError>;

    /// A puzzle for this organiser's class that the player has not tried, and none of `except`; `None` if there is none. It is
    /// the same one until it is tried.
    ///
    /// # Errors
    /// If the storage fails.
    async fn puzzle_of_class(
        &self,
        organiser: PlayerId,
        player: PlayerId,
        except: &[String],
    ) -> Result<Option<StoredPuzzle>, StorageError>;

    /// Which of these themes some puzzle has.
    ///
    /// # Errors
    /// If the storage fails.
    async fn themes_in_use(&self, themes: &[u8]) -> Result<Vec<u8>, StorageError>;

    /// Notes the openings of puzzles for everybody. What was noted before stays.
    ///
    /// # Errors
    /// If the storage fails.
    async fn tag_openings(&self, puzzles: &[OpeningsOfPuzzle]) -> Result<(), StorageError>;

    /// The openings that some puzzle has, in the order of their names: [`MOST_OPENINGS`] and one more at most, so that the
    /// caller knows of further ones.
    ///
    /// # Errors
    /// If the storage fails.
    async fn openings_in_use(&self) -> Result<Vec<String>, StorageError>;

    /// A puzzle is not given any more. Returns whether there was one that was.
    ///
    /// # Errors
    /// If the storage fails.
    async fn withdraw_puzzle(&self, id: &str) -> Result<bool, StorageError>;

    /// A player's attempt at a puzzle has ended.
    ///
    /// # Errors
    /// If the storage fails.
    async fn end_attempt(
        &self,
        player: PlayerId,
        puzzle: &str,
        ended: EndedAttempt,
    ) -> Result<AttemptKept, StorageError>;

    /// A player's attempts at a puzzle; `None` if there were none.
    ///
    /// # Errors
    /// If the storage fails.
    async fn attempt(&self, player: PlayerId, puzzle: &str) -> Result<Option<PuzzleAttempt>, StorageError>;

    /// A player's puzzles with numbers below `before`, the latest first, at most `limit`. `None`: from the latest on.
    ///
    /// # Errors
    /// If the storage fails.
    async fn attempts_of(
        &self,
        player: PlayerId,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<PuzzleAttempt>, StorageError>;

    /// A player's puzzles that should be tried again by now, the first due first, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn due_attempts(
        &self,
        player: PlayerId,
        now: Time,
        limit: u32,
    ) -> Result<Vec<PuzzleAttempt>, StorageError>;

    /// How a player solves puzzles: a newcomer's numbers if the player has not tried any.
    ///
    /// # Errors
    /// If the storage fails.
    async fn puzzle_player(&self, player: PlayerId) -> Result<PuzzlePlayer, StorageError>;

    /// Which of these games were searched for puzzles.
    ///
    /// # Errors
    /// If the storage fails.
    async fn searched_of(&self, games: &[GameId]) -> Result<Vec<GameId>, StorageError>;

    /// These games were searched for puzzles.
    ///
    /// # Errors
    /// If the storage fails.
    async fn note_searched(&self, games: &[GameId]) -> Result<(), StorageError>;

    /// The puzzle of a day, in days since 1970; `None` if it has none that is given.
    ///
    /// # Errors
    /// If the storage fails.
    async fn puzzle_of_day(&self, day: u32) -> Result<Option<StoredPuzzle>, StorageError>;

    /// The latest days that were given a puzzle, and which, the latest first, at most `limit`: also those that are withdrawn.
    ///
    /// # Errors
    /// If the storage fails.
    async fn puzzles_of_days(&self, limit: u32) -> Result<Vec<(u32, String)>, StorageError>;

    /// Gives a day a puzzle, if it has none that is given. Whoever asks for it afterwards is told the first.
    ///
    /// # Errors
    /// If the storage fails.
    async fn set_puzzle_of_day(&self, day: u32, puzzle: &str) -> Result<(), StorageError>;

    /// A player says that a puzzle is faulty. Returns whether this is noted: not where the player has said so before, or
    /// has [`MOST_REPORTS`] that nobody has looked at.
    ///
    /// # Errors
    /// If the storage fails.
    async fn report_puzzle(&self, player: PlayerId, puzzle: &str, at: Time) -> Result<bool, StorageError>;

    /// The puzzles that were reported, at most `limit`, whichever waits longest first.
    ///
    /// # Errors
    /// If the storage fails.
    async fn reported_puzzles(&self, limit: u32) -> Result<Vec<StoredPuzzle>, StorageError>;

    /// The reports of a puzzle are settled.
    ///
    /// # Errors
    /// If the storage fails.
    async fn settle_reports(&self, puzzle: &str) -> Result<(), StorageError>;

    /// Forgets the attempts, the rating and the reports of a player, and the puzzles for this player's class and for this player.
    ///
    /// # Errors
    /// If the storage fails.
    async fn forget_attempts(&self, player: PlayerId) -> Result<(), StorageError>;
}
