// SPDX-License-Identifier: AGPL-3.0-or-later
//! How a client begins and ends to follow a topic.

use std::ops::ControlFlow::{self, Break, Continue};

use tabiya_accounts::feed::{Departure, Feed, Listener};
use tabiya_protocol::{CommandId, ConnectionMessage, MAX_TOPICS, Refusal, ServerMessage, Topic};
use tabiya_runtime::topic::SubscriberId;

use super::connection::{Connection, Farewell, Socket};

/// A topic that the client follows.
pub(super) struct Subscription {
    pub(super) id: SubscriberId,
    pub(super) topic: Topic,
    pub(super) feed: Box<dyn Feed>,
    /// The newest message that the client had when it subscribed.
    pub(super) after: Option<u64>,
    /// The client has been told everything, and all that has happened since.
    pub(super) is_current: bool,
    /// The outbox overflowed, and the topic has not told anything since.
    pub(super) missed: bool,
    /// The newest command that the topic has taken, while it is not answered.
    pub(super) asked: Option<CommandId>,
}

impl<S: Socket> Connection<S> {
    /// Subscribes anew where the client has subscribed before.
    pub(super) async fn subscribe(&mut self, topic: Topic, after: Option<u64>) -> ControlFlow<Farewell> {
        if let Some(place) = self.position_of(&topic) {
            self.drop_subscription(place).await;
        }
        if self.subscriptions.len() == MAX_TOPICS {
            let limit = u32::try_from(MAX_TOPICS).unwrap_or(u32::MAX);
            return self.refuse(Some(topic), None, Refusal::TooManyTopics { limit }).await;
        }
        let after = after.filter(|_| !self.begins_anew);
        let outbox = self.outbox.subscribe();
        let id = outbox.id();
        let listener = Listener { visitor: &self.visitor, after, outbox };
        // Large and rare: not a part of every connection's future.
        match Box::pin(self.feeds.open(&topic, listener)).await {
            Ok(feed) => {
                self.subscriptions.reserve_exact(1);
                let (is_current, missed, asked) = (false, false, None);
                let waits = feed.is_out_of_reach().then(|| topic.clone());
                self.subscriptions.push(Subscription { id, topic, feed, after, is_current, missed, asked });
                let Some(topic) = waits else { return Continue(()) };
                self.say_at_once(&ServerMessage::Connection(ConnectionMessage::Unreachable { topic })).await
            }
            Err(_) if *self.stopping.borrow() => Break(self.topic_ended(false)),
            Err(refusal) => {
                self.outbox.unsubscribe(id);
                self.refuse(Some(topic), None, refusal).await
            }
        }
    }

    pub(super) async fn unsubscribe(&mut self, topic: Topic) -> ControlFlow<Farewell> {
        let Some(place) = self.position_of(&topic) else {
            return self.refuse(Some(topic), None, Refusal::NotSubscribed).await;
        };
        self.drop_subscription(place).await;
        self.say_at_once(&ServerMessage::Connection(ConnectionMessage::Unsubscribed { topic })).await
    }

    pub(super) async fn drop_subscription(&mut self, place: usize) {
        let Subscription { id, feed, .. } = self.subscriptions.swap_remove(place);
        self.outbox.unsubscribe(id);
        feed.leave(Departure::Left).await;
    }

    /// Ends a subscription that the topic has ended.
    pub(super) async fn lose_subscription(&mut self, id: SubscriberId) {
        self.outbox.unsubscribe(id);
        if let Some(place) = self.subscriptions.iter().position(|each| each.id == id) {
            self.subscriptions.swap_remove(place).feed.leave(Departure::Lost).await;
        }
    }

    pub(super) fn forget(&mut self, id: SubscriberId) {
        self.outbox.unsubscribe(id);
        self.subscriptions.retain(|each| each.id != id);
    }
}
