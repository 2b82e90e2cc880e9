// SPDX-License-Identifier: AGPL-3.0-or-later
//! What players think of one another, and say about themselves.

use async_trait::async_trait;
use tabiya_game::PlayerId;

use crate::StorageError;

/// Follows, blocks, private notes and bios.
///
/// Laws, which the `conformance` suite tests:
/// - What one player thinks of another says nothing about the reverse.
/// - Follow, block and note are changed one by one: none of them touches the others, but for a block, which ends
///   following.
#[async_trait]
pub trait Relations: Send + Sync + 'static {
    /// What `player` thinks of `other`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn relation(&self, player: PlayerId, other: PlayerId) -> Result<Relation, StorageError>;

    /// Follows the other one, or stops that.
    ///
    /// # Errors
    /// If the storage fails.
    async fn follow(&self, player: PlayerId, other: PlayerId, follows: bool) -> Result<(), StorageError>;

    /// Blocks the other one, or stops that. Whoever blocks somebody follows them no more.
    ///
    /// # Errors
    /// If the storage fails.
    async fn block(&self, player: PlayerId, other: PlayerId, blocks: bool) -> Result<(), StorageError>;

    /// Keeps a private note about the other one; an empty text removes it.
    ///
    /// # Errors
    /// If the storage fails.
    async fn note_about(&self, player: PlayerId, other: PlayerId, note: &str) -> Result<(), StorageError>;

    /// What the player thinks of others, in the order of their ids.
    ///
    /// # Errors
    /// If the storage fails.
    async fn relations_of(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Result<Vec<(PlayerId, Relation)>, StorageError>;

    /// Whom the player blocks.
    ///
    /// # Errors
    /// If the storage fails.
    async fn blocked_by(&self, player: PlayerId) -> Result<Vec<PlayerId>, StorageError>;

    /// How many others the player follows, blocks or has a note about.
    ///
    /// # Errors
    /// If the storage fails.
    async fn relation_count_of(&self, player: PlayerId) -> Result<u64, StorageError>;

    /// What a player says about themselves; empty for most.
    ///
    /// # Errors
    /// If the storage fails.
    async fn bio_of(&self, player: PlayerId) -> Result<String, StorageError>;

    /// Stores what a player says about themselves.
    ///
    /// # Errors
    /// If the storage fails.
    async fn set_bio(&self, player: PlayerId, bio: &str) -> Result<(), StorageError>;
}

/// What one player thinks of another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relation {
    /// Follows them.
    pub follows: bool,
    /// Wants nothing to do with them.
    pub blocks: bool,
    /// A note that nobody else sees; empty where there is none.
    pub note: String,
}
