// SPDX-License-Identifier: AGPL-3.0-or-later
//! One client that follows an event.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tabiya_accounts::feed::{Asked, Departure, Feed, FeedGone, Listener, NotTaken, OneKind, Visitor};
use tabiya_protocol::events::EventId;
use tabiya_protocol::{Refusal, Topic};
use tabiya_runtime::topic::SubscriberId;

use super::EventTopics;
use super::sheet::Sheet;

impl OneKind for EventTopics {
    type Id = EventId;
    type Feed = EventFeed;

    fn id_of(topic: &Topic) -> Option<EventId> {
        if let Topic::Event(event) = topic { Some(*event) } else { None }
    }

    async fn follow(&self, event: EventId, listener: Listener<'_>) -> Result<EventFeed, Refusal> {
        self.subscribe(event, listener).await
    }

    fn end_all(&self) {
        self.close();
    }
}

/// One client's subscription. Dropping it ends it.
pub struct EventFeed {
    topics: EventTopics,
    event: EventId,
    id: SubscriberId,
}

impl EventFeed {
    pub(super) fn new(topics: EventTopics, event: EventId, id: SubscriberId) -> Self {
        Self { topics, event, id }
    }

    /// Does something with the topic, if it still has this client.
    fn with_sheet(&self, then: impl FnOnce(&mut Sheet, SubscriberId) -> bool) -> Result<(), FeedGone> {
        let mut board = self.topics.lock();
        let sheet = board.sheets.get_mut(&self.event).ok_or(FeedGone)?;
        if then(sheet, self.id) { Ok(()) } else { Err(FeedGone) }
    }
}

impl Feed for EventFeed {
    fn head(&self) -> u64 {
        self.topics.lock().sheets.get(&self.event).map_or(0, Sheet::head)
    }

    fn command<'a>(&'a mut self, _: &'a Visitor, _: Asked) -> BoxFuture<'a, Result<(), NotTaken>> {
        let refusal = Refusal::WrongTopic { topic: Topic::Event(self.event) };
        std::future::ready(Err(NotTaken::Refused(refusal))).boxed()
    }

    fn catch_up(&self) -> BoxFuture<'_, Result<(), FeedGone>> {
        std::future::ready(self.with_sheet(Sheet::tell_everything)).boxed()
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), FeedGone>> {
        std::future::ready(self.with_sheet(Sheet::ping)).boxed()
    }

    fn leave(self: Box<Self>, _: Departure) -> BoxFuture<'static, ()> {
        drop(self);
        std::future::ready(()).boxed()
    }
}

/// Also where a client goes away while it subscribes.
impl Drop for EventFeed {
    fn drop(&mut self) {
        self.topics.lock().leave(self.event, self.id);
    }
}
