// SPDX-License-Identifier: AGPL-3.0-or-later
//! Sets of puzzles, what a class has solved of them, and the real names of pupils.

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use crate::{PuzzleAttempt, StorageError};

/// That a class should solve a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// Since when the class has had it.
    pub at: Time,
    /// By when the class should solve it.
    pub due: Time,
}

/// A puzzle of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleInSet {
    /// Its id: letters and digits.
    pub id: String,
    /// When it was added to the set.
    pub added: Time,
}

/// A set of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSet {
    /// Its id: letters and digits.
    pub id: String,
    /// Who made it.
    pub owner: PlayerId,
    /// How its owner calls it.
    pub name: String,
    /// When it was made.
    pub created: Time,
    /// That the class of its owner should solve it; `None` while nobody should.
    pub given: Option<Given>,
    /// Its puzzles, in order.
    pub puzzles: Vec<PuzzleInSet>,
    /// 1 for a new one, raised by 1 with each change.
    pub version: u32,
}

impl PuzzleSet {
    /// By when the class of its owner should solve it; `None` while nobody should.
    #[must_use]
    pub fn due(&self) -> Option<Time> {
        self.given.map(|given| given.due)
    }

    /// The ids of its puzzles, in order.
    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        self.puzzles.iter().map(|puzzle| puzzle.id.clone()).collect()
    }

    /// Since when the class has had one of its puzzles: since it was given the set, or since the puzzle was added to it. `None` while
    /// it has not, and for a puzzle of another set.
    #[must_use]
    pub fn given_since(&self, puzzle: &str) -> Option<Time> {
        let found = self.puzzles.iter().find(|one| one.id == puzzle)?;
        Some(self.given?.at.max(found.added))
    }
}

/// Sets of puzzles.
///
/// Laws, which the `conformance` suite tests:
/// - Of two changes of the same version one is kept.
/// - No player has more sets than the limit allows, also if several are made at once.
/// - A player's sets are listed, the latest first, and nobody else's.
/// - Attempts are those of these players at these puzzles, and no others.
/// - A real name is there for the organiser who gave it alone.
/// - Of a player who leaves neither sets nor names are kept.
#[async_trait]
pub trait PuzzleSets: Send + Sync + 'static {
    /// Keeps a new set, or one whose version before is the kept one. Returns false, and changes nothing, if it is not, or if a new one
    /// would be more than `most` of its owner.
    ///
    /// # Errors
    /// If the storage fails.
    async fn keep_set(&self, set: &PuzzleSet, most: u32) -> Result<bool, StorageError>;

    /// A set by its id.
    ///
    /// # Errors
    /// If the storage fails.
    async fn puzzle_set(&self, id: &str) -> Result<Option<PuzzleSet>, StorageError>;

    /// The sets of a player, the latest first, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn sets_of(&self, owner: PlayerId, limit: u32) -> Result<Vec<PuzzleSet>, StorageError>;

    /// Deletes a set.
    ///
    /// # Errors
    /// If the storage fails.
    async fn delete_set(&self, id: &str) -> Result<(), StorageError>;

    /// What these players have done with these puzzles, in no order.
    ///
    /// # Errors
    /// If the storage fails.
    async fn attempts_at(
        &self,
        puzzles: &[String],
        players: &[PlayerId],
    ) -> Result<Vec<(PlayerId, PuzzleAttempt)>, StorageError>;

    /// An organiser gives a pupil a real name, or takes it away (`None`).
    ///
    /// # Errors
    /// If the storage fails.
    async fn name_pupil(
        &self,
        organiser: PlayerId,
        pupil: PlayerId,
        name: Option<&str>,
    ) -> Result<(), StorageError>;

    /// The real names that an organiser has given, in no order.
    ///
    /// # Errors
    /// If the storage fails.
    async fn pupil_names(&self, organiser: PlayerId) -> Result<Vec<(PlayerId, String)>, StorageError>;

    /// Forgets the sets of a player, the names that the player gave, and those that the player was given.
    ///
    /// # Errors
    /// If the storage fails.
    async fn forget_sets(&self, player: PlayerId) -> Result<(), StorageError>;
}
