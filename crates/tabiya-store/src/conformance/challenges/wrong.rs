// SPDX-License-Identifier: AGPL-3.0-or-later
//! Places for challenges that are wrong on purpose.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use super::Fixture;
use crate::{
    Challenge, ChallengeKept, ChallengeLimits, ChallengeStage, ChallengeStep, Challenges, StorageError, Store,
};

/// How a place for challenges can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Takes any number of challenges.
    NoLimits,
    /// Two that are made at once don't count each other.
    CountsBefore,
    /// A challenge's own version counts where its terms change.
    CountsItself,
    /// A challenge takes a step from any stage that is not over.
    FromAnyStage,
    /// Keeps no answer.
    NoAnswer,
    /// Other terms leave the version before open.
    KeepsOldTerms,
    /// One that was accepted is in no list any more.
    HidesAccepted,
    /// Forgets which game an accepted one becomes.
    ForgetsTheGame,
    /// What has expired is not due.
    NeverDue,
    /// Closed accounts and blocks don't matter.
    OnlyTime,
    /// A game is played again as often as somebody asks.
    ManyRematches,
    /// Forgets nothing.
    KeepsAll,
    /// Forgets what has become a game with the rest.
    OneBoundForAll,
    /// A player who leaves is remembered.
    RemembersLeavers,
    /// A later end comes before an earlier one.
    ShortensLives,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::NoLimits,
        Self::CountsBefore,
        Self::CountsItself,
        Self::FromAnyStage,
        Self::NoAnswer,
        Self::KeepsOldTerms,
        Self::HidesAccepted,
        Self::ForgetsTheGame,
        Self::NeverDue,
        Self::OnlyTime,
        Self::ManyRematches,
        Self::KeepsAll,
        Self::OneBoundForAll,
        Self::RemembersLeavers,
        Self::ShortensLives,
    ];
}

/// A fixture whose challenges have one fault.
pub struct Wrong<F> {
    right: F,
    fault: Fault,
}

impl<F> Wrong<F> {
    /// Over a right one.
    pub const fn new(right: F, fault: Fault) -> Self {
        Self { right, fault }
    }
}

impl<F: Fixture> Fixture for Wrong<F> {
    async fn open(&self) -> Store {
        let store = self.right.open().await;
        let right = Arc::clone(&store.challenges);
        let wrong = Arc::new(WrongChallenges { right, fault: self.fault, making: AtomicU32::new(0) });
        store.with(|handles| handles.challenges = wrong)
    }
}

struct WrongChallenges {
    right: Arc<dyn Challenges>,
    fault: Fault,
    /// How many are being made now.
    making: AtomicU32,
}

const NO_LIMITS: ChallengeLimits = ChallengeLimits { sent: 1_000, received: 1_000, all: 1_000 };

impl WrongChallenges {
    fn limits(&self, limits: ChallengeLimits) -> ChallengeLimits {
        if self.fault == Fault::NoLimits { NO_LIMITS } else { limits }
    }

    fn listed(&self, mut listed: Vec<Challenge>) -> Vec<Challenge> {
        listed.retain(|one| self.fault != Fault::HidesAccepted || one.stage != ChallengeStage::Accepted);
        listed
    }
}

#[async_trait]
impl Challenges for WrongChallenges {
    async fn make_challenge(
        &self,
        new: &Challenge,
        limits: ChallengeLimits,
    ) -> Result<ChallengeKept, StorageError> {
        let is_beside_another = self.making.fetch_add(1, Ordering::Relaxed) > 0;
        let counts = self.fault != Fault::CountsBefore || !is_beside_another;
        let limits = if counts { self.limits(limits) } else { NO_LIMITS };
        let kept = self.right.make_challenge(new, limits).await;
        self.making.fetch_sub(1, Ordering::Relaxed);
        let kept = kept?;
        if self.fault == Fault::ManyRematches && new.again.is_some() {
            return Ok(ChallengeKept::Kept);
        }
        Ok(kept)
    }

    async fn renew_challenge(
        &self,
        old: GameId,
        new: &Challenge,
        limits: ChallengeLimits,
        at: Time,
    ) -> Result<ChallengeKept, StorageError> {
        match self.fault {
            Fault::CountsItself if limits.sent <= 1 => Ok(ChallengeKept::TooManySent),
            Fault::KeepsOldTerms => self.right.make_challenge(new, self.limits(limits)).await,
            _ => self.right.renew_challenge(old, new, self.limits(limits), at).await,
        }
    }

    async fn prolong_challenge(&self, id: GameId, expires: Time) -> Result<bool, StorageError> {
        if self.fault == Fault::ShortensLives
            && let Some(found) = self.right.challenge(id).await?
            && found.expires > expires
        {
            return Ok(false);
        }
        self.right.prolong_challenge(id, expires).await
    }

    async fn step_challenge(&self, id: GameId, step: &ChallengeStep) -> Result<bool, StorageError> {
        let mut step = step.clone();
        match self.fault {
            Fault::FromAnyStage => {
                if let Some(found) = self.right.challenge(id).await? {
                    step.from = found.stage;
                }
            }
            Fault::NoAnswer => step.answer.clear(),
            Fault::ForgetsTheGame => step.game = None,
            _ => {}
        }
        self.right.step_challenge(id, &step).await
    }

    async fn challenge(&self, id: GameId) -> Result<Option<Challenge>, StorageError> {
        self.right.challenge(id).await
    }

    async fn newest_version(&self, root: GameId) -> Result<Option<Challenge>, StorageError> {
        self.right.newest_version(root).await
    }

    async fn challenges_of(&self, player: PlayerId, limit: u32) -> Result<Vec<Challenge>, StorageError> {
        Ok(self.listed(self.right.challenges_of(player, limit).await?))
    }

    async fn rematches_of(&self, game: GameId, limit: u32) -> Result<Vec<Challenge>, StorageError> {
        self.right.rematches_of(game, limit).await
    }

    async fn challenges_due(&self, now: Time, limit: u32) -> Result<Vec<Challenge>, StorageError> {
        let mut due = self.right.challenges_due(now, limit).await?;
        match self.fault {
            Fault::NeverDue => due.retain(|one| one.expires > now),
            Fault::OnlyTime => due.retain(|one| one.expires <= now),
            _ => {}
        }
        Ok(due)
    }

    async fn accepted_challenges(&self, limit: u32) -> Result<Vec<Challenge>, StorageError> {
        Ok(self.listed(self.right.accepted_challenges(limit).await?))
    }

    async fn all_challenges_of(&self, player: PlayerId, limit: u32) -> Result<Vec<Challenge>, StorageError> {
        self.right.all_challenges_of(player, limit).await
    }

    async fn forget_challenges_of(&self, player: PlayerId) -> Result<(), StorageError> {
        match self.fault {
            Fault::RemembersLeavers => Ok(()),
            _ => self.right.forget_challenges_of(player).await,
        }
    }

    async fn forget_old_challenges(&self, kept: u32) -> Result<(), StorageError> {
        match self.fault {
            Fault::KeepsAll => Ok(()),
            Fault::OneBoundForAll => self.right.forget_old_challenges(kept / 2).await,
            _ => self.right.forget_old_challenges(kept).await,
        }
    }
}
