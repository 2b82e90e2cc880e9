// SPDX-License-Identifier: AGPL-3.0-or-later
//! Deadlines of games that nobody watches, so that such a game needs no memory until its time is nearly up.

use async_trait::async_trait;
use tabiya_game::{GameId, Time};

use crate::StorageError;

/// When games that are not in memory must be looked at again.
///
/// A deadline here is a reminder: the log alone decides when a player's time is up, and all reminders can be made again
/// from it.
///
/// Laws, which the `conformance` suite tests:
/// - A game has one reminder at most; noting another one replaces it.
/// - [`due`](Self::due) lists the earliest first, and leaves nothing out but what is beyond its limit. Asked again for what comes
///   after the last of its list, it goes on there.
#[async_trait]
pub trait Deadlines: Send + Sync + 'static {
    /// Notes when these games are due.
    ///
    /// # Errors
    /// If the storage fails; then some may have been noted.
    async fn note(&self, games: &[(GameId, Time)]) -> Result<(), StorageError>;

    /// The games that are due at or before `until` and come after this one, the earliest first, at most `limit`. Of games that
    /// are due at one time the order is that of the database, and always the same.
    ///
    /// # Errors
    /// If the storage fails.
    async fn due(
        &self,
        after: Option<(GameId, Time)>,
        until: Time,
        limit: u32,
    ) -> Result<Vec<(GameId, Time)>, StorageError>;

    /// Removes the reminders of these games that are due at or before `until`. A later one was noted since the caller
    /// asked, and stays.
    ///
    /// # Errors
    /// If the storage fails; then some may have been removed.
    async fn forget(&self, games: &[GameId], until: Time) -> Result<(), StorageError>;
}
