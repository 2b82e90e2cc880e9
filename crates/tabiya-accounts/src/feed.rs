// SPDX-License-Identifier: AGPL-3.0-or-later
//! Topics that are not games, as a connection sees them.
//!
//! The lobby and each player's own topic have nothing in common with a game but that clients subscribe to them. A
//! connection holds one [`Feed`] for each such subscription and passes on what its client says. The feed's owner sends
//! through the [`OutboxSender`] that it was given, which is bounded like a game's. A new topic of this kind is a variant
//! of [`tabiya_protocol::Topic`] and a line in tabiya-http's `feeds.rs`.

use std::ops::Deref;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use tabiya_limits::address::{Caller, ChargeNewGame};
use tabiya_protocol::{ClientMessage, CommandId};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::{Dialect, OutboxSender};

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// The client closed it: the player left the page.
    Left,
    /// The connection broke.
    Lost,
}

/// A client that subscribes to a topic that is not a game.
pub struct Listener {
    /// Who subscribes; `None` without a cookie that is good.
    pub identity: Option<Identity>,
    /// Whether the client may take a seat on this site.
    pub may_play: bool,
    /// Counts one more game for the client's address.
    pub charge_new_game: ChargeNewGame,
    /// From where the client comes; `None` where a program only reads.
    pub caller: Option<Caller>,
    /// The form in which the client receives messages.
    pub dialect: Dialect,
    /// Where the topic's owner puts what the client is told.
    pub outbox: OutboxSender,
}

impl Listener {
    /// A program that reads a topic, or speaks in a chat. No game begins by it.
    pub fn reading(identity: Identity, outbox: OutboxSender) -> Self {
        Self {
            identity: Some(identity),
            may_play: true,
            charge_new_game: Arc::new(|| Ok(())),
            caller: None,
            dialect: Dialect::Page,
            outbox,
        }
    }
}

/// The topic's owner has ended, because the server is being stopped.
#[derive(Debug)]
pub struct FeedGone;

/// One client's subscription to a topic that is not a game.
pub trait Feed: Send + Sync {
    /// Carries out a command about the topic. Its answer, also a refusal, goes into the outbox.
    fn command(&self, id: CommandId, message: ClientMessage) -> BoxFuture<'_, Result<(), FeedGone>>;

    /// The client has missed messages and must be told everything again.
    fn catch_up(&self) -> BoxFuture<'_, Result<(), FeedGone>>;

    /// The client's page has shown that it is awake.
    fn is_awake(&self) {}

    /// The client follows the topic no longer.
    fn leave(self: Box<Self>, how: Departure) -> BoxFuture<'static, ()>;
}

/// A subscription of somebody who may go away at any moment, as a caller does in the middle of a call: it ends when this is
/// dropped.
pub struct HeldFeed(Option<Box<dyn Feed>>);

impl HeldFeed {
    /// Holds a feed, which is left when this is dropped inside a Tokio runtime.
    pub fn new(feed: impl Feed + 'static) -> Self {
        Self(Some(Box::new(feed)))
    }
}

impl Deref for HeldFeed {
    type Target = dyn Feed;

    fn deref(&self) -> &Self::Target {
        self.0.as_deref().expect("it is there until it is dropped")
    }
}

impl Drop for HeldFeed {
    fn drop(&mut self) {
        let Some(feed) = self.0.take() else { return };
        // Without a runtime the topic's owner has ended, too.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(feed.leave(Departure::Left));
        }
    }
}
