// SPDX-License-Identifier: AGPL-3.0-or-later
//! Topics, as a connection sees them.
//!
//! A game, a chat, the lobby and each player's own topic have one thing in common: clients subscribe to them. A connection
//! holds one [`Feed`] for each subscription and passes on what its client says. The feed's owner sends through the
//! [`OutboxSender`] that it was given. Each topic numbers what it tells; a client that comes back with a number is told what
//! it has missed, or everything where that is not kept (`tabiya_runtime::topic::Channel`).

use std::sync::Arc;

use futures_util::future::BoxFuture;
use tabiya_game::{Millis, Time};
use tabiya_limits::address::{Caller, ChargeNewGame};
use tabiya_protocol::{ClientMessage, CommandId, Refusal, Topic};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::{Answer, Outbox, OutboxSender, SubscriberId};

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// The client closed it: the player left the page.
    Left,
    /// The connection broke.
    Lost,
}

/// Who follows topics by one connection.
#[derive(Clone)]
pub struct Visitor {
    /// Who it is; `None` without a cookie that is good.
    pub identity: Option<Identity>,
    /// Whether the client may take a seat on this site.
    pub may_play: bool,
    /// Whether the client may watch games on this site. Whoever may not, and has a seat at the venue of an event, follows that
    /// game alone.
    pub may_watch: bool,
    /// Counts one more game for the client's address.
    pub charge_new_game: ChargeNewGame,
    /// From where the client comes; `None` where a program only reads.
    pub caller: Option<Caller>,
}

impl Visitor {
    /// A program that reads a topic, or speaks in a chat. No game begins by it.
    pub fn reading(identity: Option<Identity>) -> Self {
        Self { identity, may_play: true, may_watch: true, charge_new_game: Arc::new(|| Ok(())), caller: None }
    }
}

/// A client that subscribes to a topic.
pub struct Listener<'a> {
    /// Who subscribes.
    pub visitor: &'a Visitor,
    /// The number of the newest message of the topic that the client has.
    pub after: Option<u64>,
    /// Where the topic's owner puts what the client is told.
    pub outbox: OutboxSender,
}

/// A client's command about a topic.
#[derive(Debug)]
pub struct Asked {
    /// The client's number for it. The answer carries it.
    pub id: CommandId,
    /// What is wanted.
    pub message: ClientMessage,
    /// When it reached the socket.
    pub arrival: Time,
    /// How long messages to the client and back are under way; `None` where that is not known.
    pub lag: Option<Millis>,
}

/// The topic's owner has ended: the server is being stopped, or a game was put away. Whoever subscribes again is told
/// everything.
#[derive(Debug)]
pub struct FeedGone;

/// Why a topic's owner has not taken a command.
#[derive(Debug)]
pub enum NotTaken {
    /// It is refused before the owner was asked. The client has not been told.
    Refused(Refusal),
    /// The owner has ended.
    Gone,
}

impl From<FeedGone> for NotTaken {
    fn from(_: FeedGone) -> Self {
        Self::Gone
    }
}

/// One client's subscription to a topic.
///
/// A subject implements it for its topics, and [`TopicOwner`] to hand it out.
pub trait Feed: Send + Sync {
    /// The number of the topic's newest message.
    fn head(&self) -> u64;

    /// The same, if the client has been told of it. `is_empty` looks whether nothing waits in its outbox. `None`: the owner
    /// must be asked by [`Feed::ping`].
    fn head_if_quiet(&self, _is_empty: &dyn Fn() -> bool) -> Option<u64> {
        None
    }

    /// Whether the topic's owner is on another node that can't be reached at the moment.
    fn is_out_of_reach(&self) -> bool {
        false
    }

    /// Carries out a command about the topic. The owner's answer, also a refusal, goes into the outbox.
    fn command<'a>(&'a mut self, by: &'a Visitor, asked: Asked) -> BoxFuture<'a, Result<(), NotTaken>>;

    /// The client has missed messages and must be told everything again.
    fn catch_up(&self) -> BoxFuture<'_, Result<(), FeedGone>>;

    /// Tells the client the number of the newest message, after what waits for it.
    fn ping(&self) -> BoxFuture<'_, Result<(), FeedGone>>;

    /// The client's page has shown that it is awake. An owner on another node hears of that with the next [`Feed::ping`].
    fn is_awake(&self) {}

    /// The client follows the topic no longer.
    fn leave(self: Box<Self>, how: Departure) -> BoxFuture<'static, ()>;
}

/// A subscription that begins: what the client has missed, or everything, is on its way when it is done.
pub type Opening<'a> = BoxFuture<'a, Result<Box<dyn Feed>, Refusal>>;

/// The owner of topics. The server asks one after the other whether a topic is theirs.
pub trait TopicOwner: Send + Sync {
    /// Whether the owner itself decides about visitors who may not watch games on this site, because they may play in one. For
    /// them there is no other topic.
    fn admits_players(&self, _topic: &Topic) -> bool {
        false
    }

    /// Begins to subscribe a client to a topic of this owner. The answer of the opening is why the client may not follow the topic, or that
    /// there is none.
    ///
    /// # Errors
    /// Gives the client back, because topics of this kind are somebody else's.
    fn open<'a>(&'a self, topic: &Topic, listener: Listener<'a>) -> Result<Opening<'a>, Listener<'a>>;

    /// Ends all subscriptions, because the server is being stopped.
    fn close(&self) -> BoxFuture<'_, ()>;
}

/// The owner of one kind of topic, whose subscriptions end at once when the server is stopped.
pub trait OneKind: Send + Sync {
    /// What names one of its topics.
    type Id: Send;
    /// A client's subscription.
    type Feed: Feed + 'static;

    /// Which of its topics this is; `None` for a topic of another kind.
    fn id_of(topic: &Topic) -> Option<Self::Id>;

    /// Adds a client to a topic, and tells it what it has missed, or everything. The error is why it may not follow the topic,
    /// or that there is none.
    fn follow(
        &self,
        id: Self::Id,
        listener: Listener<'_>,
    ) -> impl Future<Output = Result<Self::Feed, Refusal>> + Send;

    /// Ends all subscriptions.
    fn end_all(&self);
}

impl<O: OneKind> TopicOwner for O {
    fn open<'a>(&'a self, topic: &Topic, listener: Listener<'a>) -> Result<Opening<'a>, Listener<'a>> {
        let Some(id) = O::id_of(topic) else { return Err(listener) };
        Ok(Box::pin(async move { Ok(Box::new(self.follow(id, listener).await?) as Box<dyn Feed>) }))
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.end_all();
        Box::pin(async {})
    }
}

/// A subscription of somebody who may go away at any moment, as a caller does in the middle of a call: it ends when this is
/// dropped, as one whose line is lost.
pub struct HeldFeed {
    feed: Option<Box<dyn Feed>>,
    id: SubscriberId,
}

impl HeldFeed {
    /// Holds a feed whose owner tells the subscription `id`. The feed is left when this is dropped inside a Tokio runtime.
    pub fn new(feed: Box<dyn Feed>, id: SubscriberId) -> Self {
        Self { feed: Some(feed), id }
    }

    /// The subscription.
    pub const fn id(&self) -> SubscriberId {
        self.id
    }

    /// Sends a command, and waits for its answer in the outbox that was subscribed. What else comes until then is dropped.
    pub async fn ask(
        &mut self,
        by: &Visitor,
        (id, message): (CommandId, ClientMessage),
        arrival: Time,
        outbox: &mut Outbox,
    ) -> Answer {
        let asked = Asked { id, message, arrival, lag: None };
        let Some(feed) = &mut self.feed else { return Answer::Gone };
        match feed.command(by, asked).await {
            Ok(()) => outbox.answer(id).await,
            Err(NotTaken::Refused(refusal)) => {
                let message = refusal.to_string();
                Answer::Refused { refusal, message }
            }
            Err(NotTaken::Gone) => Answer::Gone,
        }
    }

    /// See [`Feed::catch_up`].
    ///
    /// # Errors
    /// If the topic has ended.
    pub async fn catch_up(&self) -> Result<(), FeedGone> {
        match &self.feed {
            Some(feed) => feed.catch_up().await,
            None => Err(FeedGone),
        }
    }

    /// Says that whoever holds it is still there. The owner, which may be on another node, answers in the outbox with its
    /// newest number.
    ///
    /// # Errors
    /// If the topic has ended.
    pub async fn stays(&self) -> Result<(), FeedGone> {
        match &self.feed {
            Some(feed) => {
                feed.is_awake();
                feed.ping().await
            }
            None => Err(FeedGone),
        }
    }
}

impl Drop for HeldFeed {
    fn drop(&mut self) {
        let Some(feed) = self.feed.take() else { return };
        // Without a runtime the topic's owner has ended, too.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(feed.leave(Departure::Lost));
        }
    }
}
