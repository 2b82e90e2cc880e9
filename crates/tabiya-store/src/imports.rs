// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which games from elsewhere each player has brought. Nobody's seat in such a game is an account's.

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use crate::StorageError;

/// Imported games, by who brought them.
///
/// Laws, which the `conformance` suite tests:
/// - A player's list holds what that player brought, the last first, each game once.
#[async_trait]
pub trait Imports: Send + Sync + 'static {
    /// Notes that a player has brought a game.
    ///
    /// # Errors
    /// If the storage fails.
    async fn note_import(&self, player: PlayerId, game: GameId, at: Time) -> Result<(), StorageError>;

    /// What a player has brought, the last first, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn imports_of(&self, player: PlayerId, limit: u32) -> Result<Vec<GameId>, StorageError>;
}
