// SPDX-License-Identifier: AGPL-3.0-or-later
//! How a client begins and ends to follow a topic.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use tabiya_accounts::feed::{Departure, Listener};
use tabiya_archive::archive::ReadError;
use tabiya_live::room::Client;
use tabiya_protocol::{CommandId, MAX_TOPICS, Refusal, ServerMessage, Topic};
use tabiya_runtime::topic::{Dialect, SubscriberId};

use super::connection::{Connection, Farewell, Socket};
use super::link::{Link, Subscription};

impl<S: Socket> Connection<S> {
    /// Subscribes anew where the client has subscribed before.
    pub(super) async fn subscribe(&mut self, topic: Topic, after: Option<u32>) -> ControlFlow<Farewell> {
        if let Some(place) = self.position_of(&topic) {
            self.drop_subscription(place).await;
        }
        if self.subscriptions.len() == MAX_TOPICS {
            let limit = u32::try_from(MAX_TOPICS).unwrap_or(u32::MAX);
            return self.refuse(Some(topic), None, Refusal::TooManyTopics { limit }).await;
        }
        let Some(game) = topic.game() else {
            return Box::pin(self.subscribe_to_feed(topic)).await;
        };
        let outbox = self.outbox.subscribe();
        let id = outbox.id();
        let client = Client { identity: self.identity.clone(), after, dialect: Dialect::Page, outbox };
        // Large and rare: not a part of every connection's future.
        match Box::pin(self.rooms.subscribe(game, client)).await {
            Ok(game) => {
                self.subscriptions.reserve_exact(1);
                self.subscriptions.push(Subscription::new(id, Link::Game(game), after));
                Continue(())
            }
            Err(error) => {
                self.outbox.unsubscribe(id);
                self.refuse_read(topic, None, &error).await
            }
        }
    }

    async fn subscribe_to_feed(&mut self, topic: Topic) -> ControlFlow<Farewell> {
        let Some(feeds) = self.feeds.clone() else {
            return self.refuse(Some(topic.clone()), None, Refusal::NoSuchTopic { topic }).await;
        };
        let outbox = self.outbox.subscribe();
        let id = outbox.id();
        let listener = Listener {
            identity: self.identity.clone(),
            may_play: self.may_play,
            charge_new_game: Arc::clone(&self.charge_new_game),
            caller: self.caller,
            dialect: Dialect::Page,
            outbox,
        };
        match feeds.open(&topic, listener).await {
            Ok(feed) => {
                self.subscriptions.reserve_exact(1);
                self.subscriptions.push(Subscription::new(id, Link::Other(topic, feed), None));
                Continue(())
            }
            Err(_) if *self.stopping.borrow() => Break(self.room_ended(false)),
            Err(refusal) => {
                self.outbox.unsubscribe(id);
                self.refuse(Some(topic), None, refusal).await
            }
        }
    }

    /// Refuses what needs a game that can't be read.
    async fn refuse_read(
        &mut self,
        topic: Topic,
        id: Option<CommandId>,
        error: &ReadError,
    ) -> ControlFlow<Farewell> {
        let refusal = match error {
            ReadError::NoSuchGame(_) => Refusal::NoSuchTopic { topic: topic.clone() },
            ReadError::Storage(error) => {
                tracing::debug!(%topic, %error, "a subscription or a command was refused");
                Refusal::Unavailable
            }
        };
        self.refuse(Some(topic), id, refusal).await
    }

    pub(super) async fn unsubscribe(&mut self, topic: Topic) -> ControlFlow<Farewell> {
        let Some(place) = self.position_of(&topic) else {
            return self.refuse(Some(topic), None, Refusal::NotSubscribed).await;
        };
        self.drop_subscription(place).await;
        self.say_at_once(&ServerMessage::Unsubscribed { topic }).await
    }

    pub(super) async fn drop_subscription(&mut self, place: usize) {
        let Subscription { id, link, .. } = self.subscriptions.swap_remove(place);
        self.outbox.unsubscribe(id);
        link.leave(id, Departure::Left).await;
    }

    pub(super) fn forget(&mut self, id: SubscriberId) {
        self.outbox.unsubscribe(id);
        self.subscriptions.retain(|each| each.id != id);
    }
}
