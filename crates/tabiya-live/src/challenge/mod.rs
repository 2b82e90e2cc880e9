// SPDX-License-Identifier: AGPL-3.0-or-later
//! Challenges: one account asks another, by name, for a game.
//!
//! They wait in memory, in a pure book (`book.rs`), and a restart forgets them.
//! One for a game with clocks waits ten minutes, any other three days. Both players' tabs hear of every change on their
//! topic `me`. Whoever only has a link is challenged otherwise: by a game with an open seat.

mod book;
mod error;
mod offers;
mod terms;

use std::hash::RandomState;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tabiya_accounts::news::{News, NewsQueue};
use tabiya_accounts::personal::{Personal, Source};
use tabiya_game::PlayerId;
use tabiya_limits::rate_limit::RateLimit;
use tabiya_protocol::{ChallengeEnd, PersonalMessage, PlayerView, ServerMessage, Topic};
use tabiya_runtime::ghosts::Ghosts;
use tabiya_runtime::timeline::Timeline;

use book::Book;
pub(crate) use book::Challenge;
pub use error::ChallengeError;
pub(crate) use offers::side;
pub use offers::{Offer, OfferError, Surroundings};
pub use terms::terms as game_terms;

/// How often expired ones are looked for, and those of closed accounts.
const BEAT: Duration = Duration::from_secs(5);
/// Challenges that one player may make in a minute, and in an hour.
const PER_MINUTE: u32 = 20;
const PER_HOUR: u32 = 200;

/// All challenges. Cheap to clone.
#[derive(Clone)]
pub struct Challenges(Arc<Shared>);

struct Shared {
    book: Mutex<Book>,
    rate: RateLimit<PlayerId>,
    personal: Personal,
    news: NewsQueue,
    timeline: Timeline,
    ghosts: Ghosts,
    /// Held while a challenge becomes a game.
    accepting: tokio::sync::Mutex<()>,
    /// From which the ids of games and chance are made. A hash with a key (SipHash), so that own challenges tell nobody the ids of
    /// others.
    secret: RandomState,
}

impl Challenges {
    /// Must be called inside a running Tokio runtime: it spawns one task, which ends with the last clone.
    pub fn start(personal: Personal, news: NewsQueue, ghosts: Ghosts, timeline: Timeline) -> Self {
        let rate = RateLimit::new(PER_MINUTE, PER_HOUR);
        let secret = RandomState::new();
        let shared = Arc::new(Shared {
            book: Mutex::default(),
            rate,
            personal,
            news,
            timeline,
            ghosts,
            accepting: tokio::sync::Mutex::default(),
            secret,
        });
        let weak = Arc::downgrade(&shared);
        tokio::spawn(async move {
            let mut beat = tokio::time::interval(BEAT);
            loop {
                beat.tick().await;
                let Some(shared) = weak.upgrade() else { return };
                Self(shared).expire();
            }
        });
        Self(shared)
    }

    /// The challenges themselves. They must not be held across an `await`: all callers wait for them.
    pub fn book(&self) -> MutexGuard<'_, Book> {
        // Nothing under the lock can panic half-way.
        self.0.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells both players how a challenge stands. Who is to answer has it in the bell, too.
    pub(crate) fn tell(&self, challenge: &Challenge) {
        let (from, to, key) = (&challenge.from, &challenge.to, self.key_of(challenge));
        for player in [from.player, to.player] {
            self.0.personal.tell(player, news(challenge, player));
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
    pub(crate) fn tell_end(&self, challenge: &Challenge, ended: &ChallengeEnd) {
        for player in [challenge.from.player, challenge.to.player] {
            let challenge = challenge.view(player);
            let message = ServerMessage::Personal(PersonalMessage::ChallengeEnded {
                topic: Topic::Me,
                challenge,
                ended: ended.clone(),
            });
            self.0.personal.tell(player, message);
        }
        self.0.news.tell(News::Answered { player: challenge.to.player, key: self.key_of(challenge) });
    }

    fn expire(&self) {
        let expired = self.book().expire(self.0.timeline.wall().0);
        for challenge in expired {
            self.tell_end(&challenge, &ChallengeEnd::Expired);
        }
        // Nobody can play with a closed account, which has no name either.
        let left = self.book().forget(|player| self.0.ghosts.has(player));
        for challenge in left {
            self.tell_end(&challenge, &ChallengeEnd::Cancelled);
        }
    }
}

fn news(challenge: &Challenge, of: PlayerId) -> ServerMessage {
    ServerMessage::Personal(PersonalMessage::Challenge { topic: Topic::Me, challenge: challenge.view(of) })
}

/// A tab that is opened later is told of all that wait.
impl Source for Challenges {
    fn news_for(&self, player: PlayerId) -> BoxFuture<'_, Vec<ServerMessage>> {
        let waiting = self.book().of(player);
        let message =
            |challenge| ServerMessage::Personal(PersonalMessage::Challenge { topic: Topic::Me, challenge });
        std::future::ready(waiting.into_iter().map(message).collect()).boxed()
    }
}
