// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which games from elsewhere each player has brought. Nobody's seat in such a game is an account's.

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use crate::{PageKey, StorageError};

/// Imported games, by who brought them.
///
/// Laws, which the `conformance` suite tests:
/// - Those who have brought a game are named by it, each once, in no order.
/// - A player's list holds what that player brought, in the order of the times of its notes and then of its ids, the last
///   first, each game once. A page of it follows the place that the page before ended with.
#[async_trait]
pub trait Imports: Send + Sync + 'static {
    /// Notes that a player has brought a game, which ended at `at`: in a list of finished games it stands there.
    ///
    /// # Errors
    /// If the storage fails.
    async fn note_import(&self, player: PlayerId, game: GameId, at: Time) -> Result<(), StorageError>;

    /// What a player has brought, the last first, at most `limit`; with `after` what comes after that place.
    ///
    /// # Errors
    /// If the storage fails.
    async fn imports_of(
        &self,
        player: PlayerId,
        after: Option<PageKey>,
        limit: u32,
    ) -> Result<Vec<GameId>, StorageError>;

    /// Who has brought this game: accounts and guests.
    ///
    /// # Errors
    /// If the storage fails.
    async fn importers_of(&self, game: GameId) -> Result<Vec<PlayerId>, StorageError>;

    /// Whether a player has brought this game.
    ///
    /// # Errors
    /// If the storage fails.
    async fn has_imported(&self, player: PlayerId, game: GameId) -> Result<bool, StorageError>;
}
