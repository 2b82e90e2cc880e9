// SPDX-License-Identifier: AGPL-3.0-or-later
//! A topic that a client follows: a game, or another one.

use tabiya_accounts::feed::{Departure, Feed};
use tabiya_live::room::GameLink;
use tabiya_protocol::Topic;
use tabiya_runtime::topic::SubscriberId;

/// The way to a topic's owner.
pub(super) enum Link {
    Game(GameLink),
    Other(Topic, Box<dyn Feed>),
}

impl Link {
    pub(super) fn is(&self, topic: &Topic) -> bool {
        match self {
            Self::Game(game) => topic.game() == Some(game.game()),
            Self::Other(own, _) => own == topic,
        }
    }

    pub(super) fn topic(&self) -> Topic {
        match self {
            Self::Game(game) => game.game().into(),
            Self::Other(topic, _) => topic.clone(),
        }
    }

    /// The number of the newest event; `None` where events have no numbers.
    pub(super) fn head(&self) -> Option<u32> {
        match self {
            Self::Game(game) => Some(game.head()),
            Self::Other(..) => None,
        }
    }

    pub(super) async fn leave(self, id: SubscriberId, how: Departure) {
        match self {
            Self::Game(game) => game.disconnect(id, how).await,
            Self::Other(_, feed) => feed.leave(how).await,
        }
    }
}

/// A topic that the client follows.
pub(super) struct Subscription {
    pub(super) id: SubscriberId,
    pub(super) link: Link,
    /// The last event that the client had when it subscribed.
    pub(super) after: Option<u32>,
    /// The client has been told how the game stands, and everything since.
    pub(super) is_current: bool,
    /// The outbox overflowed, and the room has not told anything since.
    pub(super) missed: bool,
}

impl Subscription {
    pub(super) const fn new(id: SubscriberId, link: Link, after: Option<u32>) -> Self {
        Self { id, link, after, is_current: false, missed: false }
    }
}
