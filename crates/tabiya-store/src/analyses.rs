// SPDX-License-Identifier: AGPL-3.0-or-later
//! Computer analyses of finished games: which were asked for, and what was found.

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use crate::StorageError;

/// How far an analysis is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisStage {
    /// It waits for the engine, or the engine is at it.
    Waiting,
    /// Every position has been looked at.
    Done,
    /// The engine could not do it. It may be asked for again.
    Failed,
}

impl AnalysisStage {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Waiting, Self::Done, Self::Failed];
}

/// An analysis of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The game.
    pub game: GameId,
    /// The player who asked for it; `None` since that account has left.
    pub by: Option<PlayerId>,
    /// Whether that player has no account.
    pub by_guest: bool,
    /// When it was asked for.
    pub asked: Time,
    /// How far it is.
    pub stage: AnalysisStage,
    /// What was found about each position, as the server writes it down; empty until it is done.
    pub found: String,
}

/// Where analyses are kept, so that none that was asked for is forgotten by a restart.
///
/// Laws, which the `conformance` suite tests:
/// - A game has one analysis. It is asked for once, and again only after it has failed.
/// - Those that wait are listed in the order in which they were asked for. A damaged one is in no list.
/// - Only one that waits comes to an end, and only once.
/// - What was found is corrected only where it is still what the correction began with.
/// - What was found and can't be read may be thrown away, if it is still that: the analysis has failed then.
/// - How many a player has asked for since a time is counted, whatever has become of them.
/// - Of a player who leaves nothing is kept but the analyses themselves, without a name.
#[async_trait]
pub trait Analyses: Send + Sync + 'static {
    /// Keeps a new analysis that waits. Returns whether it was new, or the one before had failed.
    ///
    /// # Errors
    /// If the storage fails.
    async fn ask_analysis(
        &self,
        game: GameId,
        by: PlayerId,
        by_guest: bool,
        asked: Time,
    ) -> Result<bool, StorageError>;

    /// The analysis of a game; `None` if nobody has asked for one.
    ///
    /// # Errors
    /// If the storage fails.
    async fn analysis(&self, game: GameId) -> Result<Option<Analysis>, StorageError>;

    /// The finished analyses of these games, in no particular order. Games without one are left out.
    ///
    /// # Errors
    /// If the storage fails.
    async fn analyses_of(&self, games: &[GameId]) -> Result<Vec<Analysis>, StorageError>;

    /// The analyses that wait, the first asked for first, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn waiting_analyses(&self, limit: u32) -> Result<Vec<Analysis>, StorageError>;

    /// An analysis that waits is done, with what was found; `None` for one that failed. Returns whether there was one.
    ///
    /// # Errors
    /// If the storage fails.
    async fn end_analysis(&self, game: GameId, found: Option<&str>) -> Result<bool, StorageError>;

    /// What was found about a game is replaced, if it is still `before`. Returns whether it was.
    ///
    /// # Errors
    /// If the storage fails.
    async fn correct_analysis(&self, game: GameId, before: &str, found: &str) -> Result<bool, StorageError>;

    /// What was found about a game can't be read: its analysis has failed, if that is still what was found. Returns whether it was.
    ///
    /// # Errors
    /// If the storage fails.
    async fn discard_analysis(&self, game: GameId, found: &str) -> Result<bool, StorageError>;

    /// How many analyses a player has asked for at or after `since`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn analyses_asked(&self, by: PlayerId, since: Time) -> Result<u32, StorageError>;

    /// The games whose analyses a player has asked for, the latest first, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn analyses_by(&self, by: PlayerId, limit: u32) -> Result<Vec<(GameId, Time)>, StorageError>;

    /// Forgets who asked for the analyses of this player.
    ///
    /// # Errors
    /// If the storage fails.
    async fn forget_who_asked(&self, by: PlayerId) -> Result<(), StorageError>;
}
