// SPDX-License-Identifier: AGPL-3.0-or-later
//! Rounds that organisers have ordered: many games that begin at one time, and whose clocks may start at another.

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use crate::StorageError;

/// How far an ordered round is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BulkStage {
    /// Its games begin later.
    Ordered,
    /// Its games have begun.
    Paired,
    /// Its clocks were started.
    Started,
}

impl BulkStage {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Ordered, Self::Paired, Self::Started];
}

/// A round that an organiser has ordered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BulkPairing {
    /// Its id: 1 to 16 letters and digits.
    pub id: String,
    /// The organiser.
    pub owner: PlayerId,
    /// When it was ordered.
    pub ordered: Time,
    /// How far it is.
    pub stage: BulkStage,
    /// When the next step is due; `None` if nothing more happens by itself.
    pub due: Option<Time>,
    /// The games and their terms, as the server writes them down.
    pub round: String,
}

/// Where ordered rounds are kept, so that none is forgotten by a restart.
///
/// Laws, which the `conformance` suite tests:
/// - A round is kept as it was ordered, and belongs to its organiser alone.
/// - What is due is listed the earliest first, and nothing that is due later.
/// - A damaged round is in no list, so that it stops no other; whoever asks for it alone is told.
/// - A round advances only from the stage that it is in: of two attempts at once, one succeeds.
/// - Only a round whose games have not begun is taken back.
#[async_trait]
pub trait BulkPairings: Send + Sync + 'static {
    /// Keeps a new round.
    ///
    /// # Errors
    /// If the storage fails, or there is one with this id.
    async fn order_bulk(&self, bulk: &BulkPairing) -> Result<(), StorageError>;

    /// A round; `None` if there is none with this id, or it is somebody else's.
    ///
    /// # Errors
    /// If the storage fails.
    async fn bulk(&self, owner: PlayerId, id: &str) -> Result<Option<BulkPairing>, StorageError>;

    /// An organiser's rounds with a step that is still to come, the last ordered first, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn bulks_of(&self, owner: PlayerId, limit: u32) -> Result<Vec<BulkPairing>, StorageError>;

    /// The rounds with a step that is due at or before `until`, the earliest first, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn bulks_due(&self, until: Time, limit: u32) -> Result<Vec<BulkPairing>, StorageError>;

    /// A round has gone on from one stage to the next, whose own step is due at `due`. Returns whether it was in the first
    /// one.
    ///
    /// # Errors
    /// If the storage fails.
    async fn advance_bulk(
        &self,
        id: &str,
        stages: [BulkStage; 2],
        due: Option<Time>,
    ) -> Result<bool, StorageError>;

    /// Takes back a round whose games have not begun. Returns whether there was one.
    ///
    /// # Errors
    /// If the storage fails.
    async fn cancel_bulk(&self, owner: PlayerId, id: &str) -> Result<bool, StorageError>;
}
