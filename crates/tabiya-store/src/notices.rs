// SPDX-License-Identifier: AGPL-3.0-or-later
//! Notices: what players are told when they look at the bell, and by letter.

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use crate::{NewAct, StorageError};

/// Something that a player is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Counts up from 1 for each player; 0 for one that is not stored yet.
    pub number: u64,
    /// When.
    pub at: Time,
    /// What it is about, in a word.
    pub kind: String,
    /// In which game.
    pub game: Option<GameId>,
    /// A JSON object: the rest.
    pub data: String,
    /// When a letter about it is due; `None` for none, or none any more.
    pub letter_at: Option<Time>,
}

/// A letter that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueLetter {
    /// To whom.
    pub player: PlayerId,
    /// About which notice.
    pub notice: Notice,
    /// Whether the player has read the notice.
    pub is_read: bool,
}

/// Notices.
///
/// Laws, which the `conformance` suite tests:
/// - A player's notices are numbered from 1, each one more than the last that was told; the latest hundred
///   are kept.
/// - A notice about a game takes the place of the older one of its kind about that game.
/// - Notices of challenges that don't wait for the player's answer can be taken back at once; others stay.
/// - What was read stays read.
/// - A letter is due from its time on, until it is noted as sent or its notice is gone.
#[async_trait]
pub trait Notices: Send + Sync + 'static {
    /// Tells a player something. Returns its number, whatever number the notice has.
    ///
    /// # Errors
    /// If the storage fails.
    async fn notify(&self, player: PlayerId, notice: &Notice) -> Result<u64, StorageError>;

    /// The same from staff, with the act by which the player is told.
    ///
    /// # Errors
    /// If the storage fails.
    async fn notify_by(&self, player: PlayerId, notice: &Notice, act: &NewAct) -> Result<u64, StorageError>;

    /// Takes the notice of this kind about a game back. Returns whether there was one.
    ///
    /// # Errors
    /// If the storage fails.
    async fn withdraw(&self, player: PlayerId, kind: &str, game: GameId) -> Result<bool, StorageError>;

    /// Takes the notices of this kind back that are about no challenge which waits for the answer of the
    /// player who was told. Such a notice names the first version of its challenge. Returns the players who
    /// had one, in the order of their ids.
    ///
    /// # Errors
    /// If the storage fails.
    async fn withdraw_answered(&self, kind: &str) -> Result<Vec<PlayerId>, StorageError>;

    /// A player's notices, the latest first, and up to which they are read.
    ///
    /// # Errors
    /// If the storage fails.
    async fn notices_of(&self, player: PlayerId) -> Result<(Vec<Notice>, u64), StorageError>;

    /// Notes that a player has read up to this notice.
    ///
    /// # Errors
    /// If the storage fails.
    async fn read_notices(&self, player: PlayerId, up_to: u64) -> Result<(), StorageError>;

    /// Letters that are due, the one that has waited longest first.
    ///
    /// # Errors
    /// If the storage fails.
    async fn letters_due(&self, now: Time, limit: u32) -> Result<Vec<DueLetter>, StorageError>;

    /// Makes the letter about a notice due at another time, if it is still due at `from`. Returns whether it was. Whoever is to
    /// send it does so first, so that no other server sends it, too.
    ///
    /// # Errors
    /// If the storage fails.
    async fn put_off_letter(
        &self,
        player: PlayerId,
        number: u64,
        from: Time,
        to: Time,
    ) -> Result<bool, StorageError>;

    /// Notes that the letter about a notice has been sent, or is not wanted any more.
    ///
    /// # Errors
    /// If the storage fails.
    async fn letter_sent(&self, player: PlayerId, number: u64) -> Result<(), StorageError>;
}
