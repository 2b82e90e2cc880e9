// SPDX-License-Identifier: AGPL-3.0-or-later
//! All topics, by their owners.

use tabiya_accounts::feed::{Feed, Listener, TopicOwner};
use tabiya_protocol::{Refusal, Topic};
use tabiya_runtime::timeline::Timeline;

/// The owners of all topics. All connections share it.
pub struct Feeds {
    /// The server's clock.
    pub timeline: Timeline,
    /// The owners. When the server is stopped, their subscriptions end in this order: those of games come first, so that
    /// everybody has heard of the last moves.
    pub owners: Vec<Box<dyn TopicOwner>>,
}

impl Feeds {
    /// Subscribes a client. What it has missed, or everything, is on its way when this returns.
    ///
    /// # Errors
    /// Why the client may not subscribe; or there is no such topic.
    pub(crate) async fn open(
        &self,
        topic: &Topic,
        mut listener: Listener<'_>,
    ) -> Result<Box<dyn Feed>, Refusal> {
        for owner in &self.owners {
            if !listener.visitor.may_watch && !owner.admits_players(topic) {
                continue;
            }
            match owner.open(topic, listener) {
                Ok(opening) => return opening.await,
                Err(back) => listener = back,
            }
        }
        Err(Refusal::NoSuchTopic { topic: topic.clone() })
    }

    /// Ends all subscriptions, because the server is being stopped.
    pub async fn close(&self) {
        for owner in &self.owners {
            owner.close().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::BoxFuture;
    use tabiya_accounts::feed::{Opening, Visitor};
    use tabiya_runtime::topic::Outbox;

    use super::*;

    /// Has one topic, and says who was asked by the refusal.
    struct Owner {
        topic: Topic,
        admits_players: bool,
        refusal: Refusal,
    }

    impl TopicOwner for Owner {
        fn admits_players(&self, topic: &Topic) -> bool {
            self.admits_players && *topic == self.topic
        }

        fn open<'a>(&'a self, topic: &Topic, listener: Listener<'a>) -> Result<Opening<'a>, Listener<'a>> {
            if *topic != self.topic {
                return Err(listener);
            }
            Ok(Box::pin(async { Err(self.refusal.clone()) }))
        }

        fn close(&self) -> BoxFuture<'_, ()> {
            Box::pin(async {})
        }
    }

    async fn answer(topic: &Topic, may_watch: bool) -> Refusal {
        let lobby = Owner { topic: Topic::Lobby, admits_players: false, refusal: Refusal::Unavailable };
        let me = Owner { topic: Topic::Me, admits_players: true, refusal: Refusal::NoCookie };
        let feeds = Feeds { timeline: Timeline::start(), owners: vec![Box::new(lobby), Box::new(me)] };
        let visitor = Visitor { may_watch, ..Visitor::reading(None) };
        let listener = Listener { visitor: &visitor, after: None, outbox: Outbox::default().subscribe() };
        feeds.open(topic, listener).await.err().expect("no owner here opens a topic")
    }

    #[tokio::test]
    async fn a_topic_is_asked_of_its_owner() {
        assert_eq!(answer(&Topic::Lobby, true).await, Refusal::Unavailable);
        assert_eq!(answer(&Topic::Me, true).await, Refusal::NoCookie);
        let unknown = Topic::Unknown("else".into());
        assert_eq!(answer(&unknown, true).await, Refusal::NoSuchTopic { topic: unknown });
    }

    #[tokio::test]
    async fn whoever_may_not_watch_reaches_only_owners_that_admit_players() {
        assert_eq!(answer(&Topic::Lobby, false).await, Refusal::NoSuchTopic { topic: Topic::Lobby });
        assert_eq!(answer(&Topic::Me, false).await, Refusal::NoCookie);
    }
}
