// SPDX-License-Identifier: AGPL-3.0-or-later
//! The lines of correspondence players: their conditional moves, and what they try out for themselves.

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use crate::StorageError;

/// The lines of one player in one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerLines {
    /// The game.
    pub game: GameId,
    /// The player, as the game's seat names them.
    pub player: PlayerId,
    /// Counts the changes, from 1.
    pub version: u32,
    /// When they were last changed.
    pub changed: Time,
    /// All lines, as the server writes them down.
    pub lines: String,
}

/// Where the lines of players are kept, so that conditional moves are played after a restart, too.
///
/// Laws, which the `conformance` suite tests:
/// - The lines of a player in a game are one row. They are found by the game and the player, and by nobody else.
/// - A change names the version that it follows: of two changes of one version, one is kept.
/// - The rows of some games are listed whole; a damaged one is in no list, and whoever asks for it alone is told.
/// - A damaged row can be given up for lost, and a whole one can't; then the next change is the first.
/// - Of a player who leaves nothing is kept.
#[async_trait]
pub trait Lines: Send + Sync + 'static {
    /// The lines of this player in this game; `None` if there never were any.
    ///
    /// # Errors
    /// If the storage fails, or the row is damaged.
    async fn lines(&self, game: GameId, player: PlayerId) -> Result<Option<PlayerLines>, StorageError>;

    /// The lines of all players in these games, in no particular order.
    ///
    /// # Errors
    /// If the storage fails.
    async fn lines_in(&self, games: &[GameId]) -> Result<Vec<PlayerLines>, StorageError>;

    /// Keeps new lines in place of those of the version before; version 1 follows none. Returns whether that one was
    /// the newest.
    ///
    /// # Errors
    /// If the storage fails.
    async fn keep_lines(&self, new: &PlayerLines) -> Result<bool, StorageError>;

    /// Gives up the lines of this player in this game, if their row is damaged; whole ones stay.
    ///
    /// # Errors
    /// If the storage fails.
    async fn give_up_damaged(&self, game: GameId, player: PlayerId) -> Result<(), StorageError>;

    /// The lines of a player in all games, the last changed first, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn lines_of(&self, player: PlayerId, limit: u32) -> Result<Vec<PlayerLines>, StorageError>;

    /// Forgets all lines of this player.
    ///
    /// # Errors
    /// If the storage fails.
    async fn forget_lines_of(&self, player: PlayerId) -> Result<(), StorageError>;
}
