// SPDX-License-Identifier: AGPL-3.0-or-later
//! What staff works with: the log of what staff has done, and reports.

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use crate::{Act, NewAct, StorageError};

/// What a player, or the server itself, has told staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Counts up from 1; 0 for one that is not stored yet.
    pub number: u64,
    /// When.
    pub at: Time,
    /// Who told it; `None` for the server itself.
    pub by: Option<PlayerId>,
    /// About whom.
    pub about: PlayerId,
    /// In which game.
    pub game: Option<GameId>,
    /// What happened, in words.
    pub reason: String,
}

/// What has become of a report that was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// It waits for staff.
    Stored,
    /// The same player has told the same before, and it still waits.
    Known,
    /// So many wait already that no more are taken: see [`MOST_WAITING_REPORTS`].
    TooMany,
}

/// Reports of the same in the same words: a line of a chat that several players have reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingReport {
    /// The first of them.
    pub report: Report,
    /// How many players have told it.
    pub reporters: u32,
}

/// Reports that wait at the same time. More are not taken, so that nobody fills the database with them.
pub const MOST_WAITING_REPORTS: u32 = 1_000;
/// How many of the newest reports are kept once they are settled.
pub const KEPT_REPORTS: u32 = 10_000;

/// The log of what staff has done, and reports.
///
/// Laws, which the `conformance` suite tests:
/// - Acts and reports are numbered from 1 without gaps, also where many are stored at the same time.
/// - An act is stored with the change that it tells of, or neither is. One whose change is outside the database is stored
///   alone, each time that it is done.
/// - An act is undone once, also where several undo it at the same time; that is noted at it.
/// - A report is settled once.
/// - Reports about the same player and game in the same words are one in the list, and are settled together. A player tells
///   each of them once.
/// - At most [`MOST_WAITING_REPORTS`] wait. Of the settled ones, the newest [`KEPT_REPORTS`] are kept.
#[async_trait]
pub trait Desk: Send + Sync + 'static {
    /// Acts before a number, the latest first; those about one player only, if one is named.
    ///
    /// # Errors
    /// If the storage fails.
    async fn acts(&self, player: Option<PlayerId>, before: u64, limit: u32)
    -> Result<Vec<Act>, StorageError>;

    /// The act with this number.
    ///
    /// # Errors
    /// If the storage fails.
    async fn act(&self, number: u64) -> Result<Option<Act>, StorageError>;

    /// Stores an act that changes nothing in the database, such as a stop of the server. It is done only after this.
    ///
    /// # Errors
    /// If the storage fails.
    async fn note_act(&self, act: &NewAct) -> Result<(), StorageError>;

    /// The last act about kid mode that was done to this player.
    ///
    /// # Errors
    /// If the storage fails.
    async fn last_kid_act(&self, player: PlayerId) -> Result<Option<Act>, StorageError>;

    /// Stores a report under the next number.
    ///
    /// # Errors
    /// If the storage fails.
    async fn report(&self, report: &Report) -> Result<Told, StorageError>;

    /// Reports with which nobody has dealt, the oldest first, those of the same as one.
    ///
    /// # Errors
    /// If the storage fails.
    async fn waiting_reports(&self, limit: u32) -> Result<Vec<WaitingReport>, StorageError>;

    /// Notes that somebody has dealt with a report, and with all others of the same, with the act by which
    /// that was done; `false` if somebody has already, or there is none.
    ///
    /// # Errors
    /// If the storage fails.
    async fn settle_report(&self, number: u64, act: &NewAct) -> Result<bool, StorageError>;
}
