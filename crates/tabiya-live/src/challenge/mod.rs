// SPDX-License-Identifier: AGPL-3.0-or-later
//! Challenges: one account asks another, by name, for a game.
//!
//! They are rows of the store, so a restart forgets none. One for a game with clocks waits ten minutes, any
//! other three days. Both players' tabs hear of every change on their topic `me`, after the store has
//! committed it. Whoever only has a link is challenged otherwise: by a game with an open seat.
//!
//! A page names a challenge by its id, which stays, and the version that it has seen. A program names a
//! version by the id that its game will have: it accepts what it was told of, and nothing that was changed
//! since.
//!
//! An acceptance is stored together with the id of the game before the game is created, so a crash in between
//! leaves neither two games nor none (`finish.rs`).

mod answer;
mod error;
mod finish;
mod make;
mod pairs;
mod row;
mod terms;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tabiya_accounts::news::{News, NewsQueue};
use tabiya_accounts::personal::Source;
use tabiya_game::{GameId, PlayerId};
use tabiya_limits::rate_limit::RateLimit;
use tabiya_protocol::{ChallengeEnd, ChallengeView, PersonalMessage, PlayerView, ServerMessage, Topic};
use tabiya_runtime::beat::Beat;
use tabiya_runtime::log_once::LogOnce;
use tabiya_runtime::spawn::spawn;
use tabiya_store::{Challenge as Row, ChallengeLimits, StorageError};

use crate::pairing::Pairing;

pub use answer::Seen;
pub use error::{ChallengeError, OfferError};
pub use row::Challenge;
pub use terms::color_of;

use pairs::Pairs;

/// How often expired ones are looked for, those of closed accounts and of players who block each other.
const BEAT: Duration = Duration::from_secs(5);
/// After so many of these looks the oldest that are over are forgotten: a write that need not come every few
/// seconds.
const TIDY_EVERY: u64 = 60;
/// Challenges that one player may make in a minute, and in an hour.
const PER_MINUTE: u32 = 20;
const PER_HOUR: u32 = 200;
/// How many may wait: of one player, for one player, and in all.
const LIMITS: ChallengeLimits = ChallengeLimits { sent: 10, received: 20, all: 10_000 };
/// More than wait for or from one player: other terms that turn a challenge round are not counted for the new
/// receiver.
const MOST_OF_ONE: u32 = 200;
/// How many accepted challenges are remembered, for players who accept twice, and how many that ended in another way, for
/// their players.
const REMEMBERED: u32 = 1_000;

static FAILS: LogOnce = LogOnce::new();

/// All challenges. Cheap to clone.
#[derive(Clone)]
pub struct Challenges(Arc<Shared>);

struct Shared {
    pairing: Pairing,
    news: NewsQueue,
    rate: RateLimit<PlayerId>,
    pairs: Pairs,
}

impl Challenges {
    /// Begins the games of those that were accepted before a restart, and looks after all from now on. Must
    /// be called inside a running Tokio runtime: it spawns one task, which ends with the last clone.
    pub async fn start(pairing: Pairing, news: NewsQueue) -> Self {
        let rate = RateLimit::new(PER_MINUTE, PER_HOUR);
        let challenges = Self(Arc::new(Shared { pairing, news, rate, pairs: Pairs::default() }));
        challenges.sweep().await;
        let weak = Arc::downgrade(&challenges.0);
        spawn(async move {
            let mut beat = Beat::after_each(BEAT);
            for beats in 1_u64.. {
                beat.next().await;
                let Some(shared) = weak.upgrade() else { return };
                let challenges = Self(shared);
                challenges.sweep().await;
                if beats.is_multiple_of(TIDY_EVERY) {
                    challenges.tidy().await;
                }
            }
        });
        challenges
    }

    fn rows(&self) -> &dyn tabiya_store::Challenges {
        &*self.0.pairing.store.challenges
    }

    /// Those that wait and in which this player takes part, the oldest first.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn of(&self, player: PlayerId) -> Result<Vec<ChallengeView>, StorageError> {
        Ok(self.waiting(player).await?.iter().map(|challenge| challenge.view(player)).collect())
    }

    async fn waiting(&self, player: PlayerId) -> Result<Vec<Challenge>, StorageError> {
        let rows = self.rows().challenges_of(player, MOST_OF_ONE).await?;
        Ok(rows.into_iter().filter_map(readable).collect())
    }

    /// Whether a challenge of the one player waits for the answer of the other.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn has_sent(&self, from: PlayerId, to: PlayerId) -> Result<bool, StorageError> {
        let rows = self.rows().challenges_of(from, MOST_OF_ONE).await?;
        Ok(rows.iter().any(|row| row.from == from && row.to == to))
    }

    /// The version whose game has or will have this id, if the player takes part in it; and how it ended, if
    /// it has.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn version(
        &self,
        id: GameId,
        player: PlayerId,
    ) -> Result<Option<(ChallengeView, Option<ChallengeEnd>)>, StorageError> {
        let row = self.rows().challenge(id).await?.filter(|row| row.again.is_none());
        let Some(row) = row.filter(|row| row::is_of(row, player)) else { return Ok(None) };
        let challenge = Challenge::of(row)?;
        Ok(Some((challenge.view(player), challenge.ended())))
    }

    /// Everything that the player has sent or received and that is kept, the oldest first; and how each
    /// ended.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn all_of(
        &self,
        player: PlayerId,
        most: u32,
    ) -> Result<Vec<(ChallengeView, Option<ChallengeEnd>)>, StorageError> {
        let rows = self.rows().all_challenges_of(player, most).await?;
        let all = rows.into_iter().filter(|row| row.again.is_none()).filter_map(readable);
        Ok(all.map(|challenge| (challenge.view(player), challenge.ended())).collect())
    }

    /// Tells both players how a challenge stands. Who is to answer has it in the bell, too.
    fn tell(&self, challenge: &Challenge) {
        let (from, to, key) = (&challenge.from, &challenge.to, challenge.row.root);
        for player in [from.player, to.player] {
            self.0.pairing.personal.tell(player, news(challenge.view(player)));
        }
        // The other terms of a proposal are an answer.
        self.0.news.tell(News::Answered { player: from.player, key });
        // Only accounts challenge.
        let by = match &from.view {
            PlayerView::Player { name, .. } => name.clone(),
            _ => String::new(),
        };
        self.0.news.tell(News::Challenged { player: to.player, by, key });
    }

    /// Tells both players that a challenge is over.
    fn tell_end(&self, challenge: &Challenge, ended: &ChallengeEnd) {
        for player in [challenge.from.player, challenge.to.player] {
            let challenge = challenge.view(player);
            let message = ServerMessage::Personal(PersonalMessage::ChallengeEnded {
                topic: Topic::Me,
                challenge,
                ended: ended.clone(),
            });
            self.0.pairing.personal.tell(player, message);
        }
        self.0.news.tell(News::Answered { player: challenge.to.player, key: challenge.row.root });
    }
}

/// Runs to its end also where the caller goes away, so that both players are told what was stored.
async fn to_its_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, OfferError>> + Send + 'static,
) -> Result<T, OfferError> {
    // In a box, as in `tabiya_runtime::spawn`.
    tokio::spawn(work.boxed()).await.unwrap_or(Err(OfferError::Fault))
}

/// The challenge of a row, if that can be read. One damaged row hides no other.
fn readable(row: Row) -> Option<Challenge> {
    let told = |error: &StorageError| FAILS.log(|| tracing::warn!(%error, "a challenge is left out"));
    Challenge::of(row).inspect_err(told).ok()
}

fn news(challenge: ChallengeView) -> ServerMessage {
    ServerMessage::Personal(PersonalMessage::Challenge { topic: Topic::Me, challenge })
}

/// A tab that is opened later is told of all that wait.
impl Source for Challenges {
    fn news_for(&self, player: PlayerId) -> BoxFuture<'_, Vec<ServerMessage>> {
        async move {
            let told = |error: &StorageError| {
                FAILS.log(|| tracing::warn!(%error, "a page is not told of its challenges"));
            };
            let waiting = self.of(player).await.inspect_err(told).unwrap_or_default();
            waiting.into_iter().map(news).collect()
        }
        .boxed()
    }
}
