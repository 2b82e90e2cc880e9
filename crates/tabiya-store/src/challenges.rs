// SPDX-License-Identifier: AGPL-3.0-or-later
//! Challenges, and rematches that were offered: one player asks another for a game and waits for an answer.

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use crate::StorageError;

/// How far a challenge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeStage {
    /// It waits for an answer.
    Open,
    /// It was accepted, and its game is being created. It waits no longer and is not over.
    Accepted,
    /// Its game has begun.
    Begun,
    /// It was declined.
    Declined,
    /// It was taken back, or the challenge has other terms by now.
    Cancelled,
    /// Nobody has answered in time.
    Expired,
}

impl ChallengeStage {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Open, Self::Accepted, Self::Begun, Self::Declined, Self::Cancelled, Self::Expired];

    /// Whether nothing more happens to it.
    pub const fn is_over(self) -> bool {
        !matches!(self, Self::Open | Self::Accepted)
    }
}

/// One version of a challenge. With other terms a challenge has another version, which is a row of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The id of this version. Its game gets the same id.
    pub id: GameId,
    /// The id of the first version, which stands for all of them.
    pub root: GameId,
    /// Counts the versions, from 1.
    pub version: u32,
    /// The player who asks.
    pub from: PlayerId,
    /// The player who is to answer.
    pub to: PlayerId,
    /// For an offered rematch: the game that is to be played again.
    pub again: Option<GameId>,
    /// When its first version was made.
    pub made: Time,
    /// When it expires.
    pub expires: Time,
    /// How far it is.
    pub stage: ChallengeStage,
    /// The game that it becomes, since it was accepted.
    pub game: Option<GameId>,
    /// When it ended.
    pub ended: Option<Time>,
    /// The game that is asked for and how both players were known, as the server writes it down.
    pub terms: String,
    /// How it was answered, as the server writes it down.
    pub answer: String,
}

/// How many challenges may wait. Challenges and rematches are counted by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChallengeLimits {
    /// Of one player, for answers of others.
    pub sent: u32,
    /// For the answer of one player.
    pub received: u32,
    /// In all.
    pub all: u32,
}

/// What came of a new challenge, or of new terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeKept {
    /// It waits.
    Kept,
    /// The version that was to be changed waits no longer.
    Gone,
    /// Too many of the player who asks wait.
    TooManySent,
    /// Too many wait for the player who is asked, or in all.
    TooManyReceived,
}

/// A step of a challenge from one stage to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeStep {
    /// The stage that it must be in.
    pub from: ChallengeStage,
    /// The stage that it is in afterwards.
    pub to: ChallengeStage,
    /// When. Kept as the end of the challenge if it is over.
    pub at: Time,
    /// The game that it becomes; `None` leaves what is there.
    pub game: Option<GameId>,
    /// How it was answered.
    pub answer: String,
}

impl ChallengeStep {
    /// A step from one stage to another that says nothing more.
    pub const fn new(from: ChallengeStage, to: ChallengeStage, at: Time) -> Self {
        Self { from, to, at, game: None, answer: String::new() }
    }
}

/// Where challenges are kept, so that a restart forgets none.
///
/// A player's list holds challenges; a rematch is found by the game that is to be played again.
///
/// Laws, which the `conformance` suite tests:
/// - A challenge is kept as it was made, for both its players, and is in no list of anybody else.
/// - There are never more waiting than the limits allow, also where several are made at once. Other terms
///   of a player's own challenge are always allowed.
/// - A challenge takes a step only from the stage that it is in: of two attempts at once, one succeeds. What
///   is over takes no step.
/// - Other terms end one version and begin the next in one change.
/// - A challenge whose game is being created is in the lists, and among those that were accepted, until it
///   has begun.
/// - What is due is what waits and has expired, belongs to a closed account, or stands between two players of
///   whom one blocks the other.
/// - Of those that are over the newest are kept, those with a game and those without by themselves.
/// - A damaged row is in no list, so that it stops no other; whoever asks for it alone is told.
#[async_trait]
pub trait Challenges: Send + Sync + 'static {
    /// Keeps a new challenge, or an offered rematch. A game has one rematch that waits or has begun; a second
    /// one is [`TooManySent`](ChallengeKept::TooManySent).
    ///
    /// # Errors
    /// If the storage fails, or there is one with this id.
    async fn make_challenge(
        &self,
        new: &Challenge,
        limits: ChallengeLimits,
    ) -> Result<ChallengeKept, StorageError>;

    /// Replaces the version `old`, which must be open, by a new one of the same challenge, at the time `at`.
    ///
    /// # Errors
    /// If the storage fails, or there is one with this id.
    async fn renew_challenge(
        &self,
        old: GameId,
        new: &Challenge,
        limits: ChallengeLimits,
        at: Time,
    ) -> Result<ChallengeKept, StorageError>;

    /// Lets an open challenge wait until `expires`, if that is later. Returns whether it is open.
    ///
    /// # Errors
    /// If the storage fails.
    async fn prolong_challenge(&self, id: GameId, expires: Time) -> Result<bool, StorageError>;

    /// A challenge takes a step. Returns whether it was in the step's first stage, which is never one that is
    /// over.
    ///
    /// # Errors
    /// If the storage fails.
    async fn step_challenge(&self, id: GameId, step: &ChallengeStep) -> Result<bool, StorageError>;

    /// This version of a challenge.
    ///
    /// # Errors
    /// If the storage fails, or the row is damaged.
    async fn challenge(&self, id: GameId) -> Result<Option<Challenge>, StorageError>;

    /// The newest version of the challenge whose first version has this id.
    ///
    /// # Errors
    /// If the storage fails, or the row is damaged.
    async fn newest_version(&self, root: GameId) -> Result<Option<Challenge>, StorageError>;

    /// The challenges of a player that are not over, the oldest first, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn challenges_of(&self, player: PlayerId, limit: u32) -> Result<Vec<Challenge>, StorageError>;

    /// The offers to play this game again, the newest first, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn rematches_of(&self, game: GameId, limit: u32) -> Result<Vec<Challenge>, StorageError>;

    /// Challenges that wait and should not, because they expired before `now`, because a player's account is
    /// closed, or because one player blocks the other; at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn challenges_due(&self, now: Time, limit: u32) -> Result<Vec<Challenge>, StorageError>;

    /// Challenges whose games are being created, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn accepted_challenges(&self, limit: u32) -> Result<Vec<Challenge>, StorageError>;

    /// Everything that a player has sent or received and that is kept, the oldest first, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn all_challenges_of(&self, player: PlayerId, limit: u32) -> Result<Vec<Challenge>, StorageError>;

    /// Forgets what is over of a player who leaves, and the rematches that wait: of those nobody is told.
    ///
    /// # Errors
    /// If the storage fails.
    async fn forget_challenges_of(&self, player: PlayerId) -> Result<(), StorageError>;

    /// Forgets what is over, except the newest `kept` that have become games and the newest `kept` that have
    /// not.
    ///
    /// # Errors
    /// If the storage fails.
    async fn forget_old_challenges(&self, kept: u32) -> Result<(), StorageError>;
}
