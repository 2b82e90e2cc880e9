// SPDX-License-Identifier: AGPL-3.0-or-later
//! Ratings: what rated games have done to their players, and how the players stand now.

use async_trait::async_trait;
use tabiya_game::{Category, Game, GameId, GameResult, PlayerId, Rating, Standing, Time};

use crate::{NewAct, StorageError};

/// The ratings of all players.
///
/// A player's ratings in one category are a fold over numbered entries: rated games, and staff's corrections. The entries
/// of each player and category are numbered from 1 without gaps. These numbers are the order of the fold, and from the
/// log of games, the numbers and the corrections all ratings can be computed again.
///
/// Laws, which the `conformance` suite tests:
/// - A game is rated once, however often and by however many callers at once this is asked for.
/// - An entry is computed from the entry with the number before it, for both players of a game.
/// - What one call writes is seen whole or not at all.
/// - A game that is taken back stays rated: it can't be rated or taken back again.
#[async_trait]
pub trait Ratings: Send + Sync + 'static {
    /// Rates a game, or finds that it has been rated. Two games at the same time with one player follow one another.
    ///
    /// # Errors
    /// If the game was aborted, or the storage fails.
    async fn rate(&self, game: &EndedGame) -> Result<RatedGame, StorageError>;

    /// What these games did to their players' ratings, in no order. Games that have not been rated, and rows
    /// that can't be read, are left out.
    ///
    /// # Errors
    /// If the storage fails.
    async fn rated(&self, games: &[GameId]) -> Result<Vec<RatedGame>, StorageError>;

    /// The games that count, were created at or after `from`, have ended and have not been rated, in the order of
    /// their ends; at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn to_be_rated(&self, from: Time, limit: u32) -> Result<Vec<EndedGame>, StorageError>;

    /// When the oldest game was created that counts, goes on or has not been rated, and was created at or after `from`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn oldest_open(&self, from: Time) -> Result<Option<Time>, StorageError>;

    /// How a player stands in each category in which there is an entry, in the order of the categories. One that can't be read
    /// is left out.
    ///
    /// # Errors
    /// If the storage fails.
    async fn ratings_of(&self, player: PlayerId) -> Result<Vec<PlayerRating>, StorageError>;

    /// A player's entries in a category with numbers from `from` on, in their order, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn entries_of(
        &self,
        player: PlayerId,
        category: Category,
        from: u32,
        limit: u32,
    ) -> Result<Vec<RatingEntry>, StorageError>;

    /// Every `step`-th of a player's entries in a category, and the last one, in their order. `step` is at least 1.
    ///
    /// # Errors
    /// If the storage fails.
    async fn curve_of(
        &self,
        player: PlayerId,
        category: Category,
        step: u32,
    ) -> Result<Vec<RatingEntry>, StorageError>;

    /// A player's wins against the opponents with the highest established ratings, the highest first.
    ///
    /// # Errors
    /// If the storage fails.
    async fn best_wins_of(&self, player: PlayerId, limit: u32) -> Result<Vec<RatedGame>, StorageError>;

    /// The best players of a category: first those with an established rating, then those with a provisional one, as
    /// of their last game. One that can't be read is left out.
    ///
    /// # Errors
    /// If the storage fails.
    async fn leaders(&self, category: Category, limit: u32) -> Result<Vec<PlayerRating>, StorageError>;

    /// A player's place in that order, from 1; `None` without a rating in this category.
    ///
    /// # Errors
    /// If the storage fails.
    async fn place_of(&self, player: PlayerId, category: Category) -> Result<Option<u32>, StorageError>;

    /// Corrects a rating, as an entry of its own, and stores the act by which that was done. A game that was
    /// not rated, or that is taken back already, can't be taken back, and only one that is taken back can be
    /// counted again. The act of a rating that is set says which rating the same change has replaced, whatever the
    /// caller takes it to be: a game may have been rated since the caller looked.
    ///
    /// # Errors
    /// If the storage fails.
    async fn correct(&self, correction: &Correction, act: &NewAct) -> Result<Correct, StorageError>;
}

/// A game that counts and has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndedGame {
    /// Which game.
    pub game: GameId,
    /// In which category it counts.
    pub category: Category,
    /// Who had White.
    pub white: PlayerId,
    /// Who had Black.
    pub black: PlayerId,
    /// For whom it ended.
    pub result: GameResult,
    /// When it ended.
    pub at: Time,
}

impl EndedGame {
    /// The game as it counts for ratings; `None` if it does not, goes on or was aborted.
    pub fn of(id: GameId, game: &Game) -> Option<Self> {
        let ending = game.ending().filter(|ending| ending.result != GameResult::Aborted)?;
        let category = Category::of(game.terms()).filter(|_| game.terms().is_rated())?;
        let seats = game.seats();
        Some(Self {
            game: id,
            category,
            white: seats.white.player()?,
            black: seats.black.player()?,
            result: ending.result,
            at: ending.at,
        })
    }
}

/// What a game did to its players' ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// The game.
    pub game: EndedGame,
    /// To White's.
    pub white: RatedSide,
    /// To Black's.
    pub black: RatedSide,
    /// Whether staff have taken it back since.
    pub is_taken_back: bool,
}

/// What a game did to one player's rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedSide {
    /// The number of the entry among the player's in this category, from 1.
    pub number: u32,
    /// After the entry before.
    pub before: Rating,
    /// After this one.
    pub after: Rating,
}

/// How a player stands in a category.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerRating {
    /// Who.
    pub player: PlayerId,
    /// In which category.
    pub category: Category,
    /// The rating, and since when it is this.
    pub standing: Standing,
    /// The number of the last entry.
    pub number: u32,
    /// How many of the entries are games.
    pub games: u32,
}

/// One entry of the fold that a player's ratings in a category are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingEntry {
    /// From 1.
    pub number: u32,
    /// When the game ended, or the correction was made.
    pub at: Time,
    /// The game; `None` for a correction.
    pub game: Option<GameId>,
    /// The rating after it.
    pub rating: Rating,
}

/// A correction by staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// What is corrected.
    pub what: CorrectionOf,
    /// By whom.
    pub by: PlayerId,
    /// Why, for those who read it later.
    pub reason: String,
    /// When.
    pub at: Time,
}

/// What became of a correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correct {
    /// It is stored, and so is its act.
    Done,
    /// There is nothing that it could correct.
    Impossible,
    /// The act that it undoes was undone before.
    Undone,
}

/// What a correction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorrectionOf {
    /// Sets a player's rating, as for one whose strength is known from elsewhere.
    Start {
        /// Whose.
        player: PlayerId,
        /// In which category.
        category: Category,
        /// To what.
        rating: Rating,
    },
    /// Gives the points back that a game took from its one player and gave to the other.
    TakenBack {
        /// The game.
        game: GameId,
    },
    /// Undoes that: the game moves the same points again.
    CountedAgain {
        /// The game.
        game: GameId,
    },
}

impl CorrectionOf {
    /// The game that is taken back, or counted again.
    pub const fn game(&self) -> Option<GameId> {
        match self {
            Self::Start { .. } => None,
            Self::TakenBack { game } | Self::CountedAgain { game } => Some(*game),
        }
    }
}
