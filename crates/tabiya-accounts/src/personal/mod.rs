// SPDX-License-Identifier: AGPL-3.0-or-later
//! Each player's own topic, `me`: what concerns one player alone, told to all of that player's tabs.
//!
//! Other subjects tell a player something with [`Personal::tell`]. What must also be known to a tab that is opened later
//! comes from a [`Source`]. A tab that reads too slowly misses messages and is told everything again. Guests have the
//! topic too.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tabiya_game::{GameId, PlayerId};
use tabiya_protocol::{ClientMessage, CommandId, PlayerView, Refusal, ServerMessage, Topic};
use tabiya_runtime::message::refused;
use tabiya_runtime::topic::{Body, Dialect, Encode, OUTBOX, OutboxSender, SubscriberId, Text};

use crate::feed::{Departure, Feed, FeedGone, Listener};

/// Messages kept for a new tab until its first messages have been read from the store.
const WAITING: usize = OUTBOX / 2;

/// Every player's own topic. Cheap to clone.
#[derive(Clone, Default)]
pub struct Personal(Arc<Shared>);

#[derive(Default)]
struct Shared {
    tabs: Mutex<Tabs>,
    sources: RwLock<Vec<Arc<dyn Source>>>,
}

/// A subject that has news for players.
pub trait Source: Send + Sync {
    /// The messages that tell a tab of this player, which knows nothing yet, all that still holds; a bounded number.
    fn news_for(&self, player: PlayerId) -> BoxFuture<'_, Vec<ServerMessage>>;
}

/// The tabs that are open.
#[derive(Default)]
struct Tabs {
    /// No list in it is empty. A player has few tabs: `sockets_per_guest` bounds them.
    of: HashMap<PlayerId, Vec<Tab>>,
    /// The server is being stopped.
    is_closed: bool,
}

struct Tab {
    outbox: OutboxSender,
    dialect: Dialect,
    /// What has happened since the tab came, until its first messages have been read from the store.
    until_greeted: Option<Vec<Text>>,
}

impl Tab {
    fn send(&mut self, message: &impl Encode) {
        let text = message.encode(self.dialect);
        match &mut self.until_greeted {
            Some(waiting) => {
                // More than that in so short a time is a flood, of which the tab hears the end.
                if waiting.len() == WAITING {
                    waiting.remove(0);
                }
                waiting.push(text);
            }
            // A tab that is too slow is told everything when there is room again.
            None => drop(self.outbox.send(Body::Text(text))),
        }
    }
}

impl Personal {
    /// From now on this subject is asked what a new tab must know.
    pub fn add(&self, source: Arc<dyn Source>) {
        self.0.sources.write().unwrap_or_else(PoisonError::into_inner).push(source);
    }

    /// Tells all tabs of a player. Returns whether there is one.
    pub fn tell(&self, player: PlayerId, message: &impl Encode) -> bool {
        let mut tabs = self.lock();
        let Some(tabs) = tabs.of.get_mut(&player) else { return false };
        tabs.iter_mut().for_each(|tab| tab.send(message));
        true
    }

    /// Tells both players that their game has begun, and each who the opponent is.
    pub fn tell_paired(&self, game: GameId, [one, other]: [(PlayerId, &PlayerView); 2]) {
        for ((player, _), (_, opponent)) in [(one, other), (other, one)] {
            let opponent = opponent.clone();
            self.tell(player, &ServerMessage::Paired { topic: Topic::Me, game, opponent });
        }
    }

    /// Adds a tab, and tells it everything.
    ///
    /// # Errors
    /// If the client is nobody, or the server is being stopped.
    pub async fn subscribe(&self, listener: Listener) -> Result<PersonalFeed, Refusal> {
        let Listener { identity, dialect, outbox, .. } = listener;
        let identity = identity.ok_or(Refusal::NoCookie)?;
        let player = identity.player;
        let account = identity.details.map(|details| details.name.to_string());
        let feed = PersonalFeed { personal: self.clone(), player, account, id: outbox.id() };
        {
            let mut tabs = self.lock();
            if tabs.is_closed {
                return Err(Refusal::Unavailable);
            }
            tabs.of.entry(player).or_default().push(Tab { outbox, dialect, until_greeted: None });
        }
        feed.tell_everything().await;
        Ok(feed)
    }

    /// What a tab must know that knows nothing yet.
    async fn everything(&self, of: PlayerId, account: Option<String>) -> Vec<ServerMessage> {
        let sources = self.0.sources.read().unwrap_or_else(PoisonError::into_inner).clone();
        let mut everything = vec![ServerMessage::Mine { topic: Topic::Me, account }];
        for source in sources {
            everything.extend(source.news_for(of).await);
        }
        everything
    }

    /// Ends all subscriptions, because the server is being stopped.
    pub fn close(&self) {
        let mut tabs = self.lock();
        tabs.is_closed = true;
        tabs.of.clear();
    }

    fn lock(&self) -> MutexGuard<'_, Tabs> {
        // Nothing under the lock can panic half-way.
        self.0.tabs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One tab's subscription.
pub struct PersonalFeed {
    personal: Personal,
    player: PlayerId,
    /// The name of its account; none for a guest.
    account: Option<String>,
    id: SubscriberId,
}

impl PersonalFeed {
    /// Does something with this tab alone. Returns whether it is still on the list.
    fn with_tab(&self, then: impl FnOnce(&mut Tab)) -> bool {
        let mut tabs = self.personal.lock();
        let all = tabs.of.get_mut(&self.player);
        let own = all.and_then(|all| all.iter_mut().find(|tab| tab.outbox.id() == self.id));
        own.map(then).is_some()
    }

    async fn tell_everything(&self) -> bool {
        // What happens while it is looked up is told after it.
        self.with_tab(|tab| tab.until_greeted = Some(Vec::new()));
        let everything = self.personal.everything(self.player, self.account.clone()).await;
        self.with_tab(|tab| {
            tab.outbox.catch_up();
            let dialect = tab.dialect;
            let parts: Vec<_> = everything.iter().map(|message| message.encode(dialect)).collect();
            // Nothing of its own waits in the outbox, so there is room.
            let _ = tab.outbox.send(Body::EverythingIn(Box::new(parts.into_iter())));
            for text in tab.until_greeted.take().unwrap_or_default() {
                let _ = tab.outbox.send(Body::Text(text));
            }
        })
    }
}

impl Feed for PersonalFeed {
    fn command(&self, id: CommandId, _: ClientMessage) -> BoxFuture<'_, Result<(), FeedGone>> {
        let refusal = refused(Some(Topic::Me), Some(id), None, Refusal::WrongTopic { topic: Topic::Me });
        let was_there = self.with_tab(|tab| tab.send(&refusal));
        let result = if was_there { Ok(()) } else { Err(FeedGone) };
        std::future::ready(result).boxed()
    }

    fn catch_up(&self) -> BoxFuture<'_, Result<(), FeedGone>> {
        async { if self.tell_everything().await { Ok(()) } else { Err(FeedGone) } }.boxed()
    }

    fn leave(self: Box<Self>, _: Departure) -> BoxFuture<'static, ()> {
        let mut tabs = self.personal.lock();
        if let Some(own) = tabs.of.get_mut(&self.player) {
            own.retain(|tab| tab.outbox.id() != self.id);
            if own.is_empty() {
                tabs.of.remove(&self.player);
            }
        }
        std::future::ready(()).boxed()
    }
}

#[cfg(test)]
mod tests {
    use tabiya_runtime::identity::Identity;
    use tabiya_runtime::topic::{Outbox, Outgoing};

    use super::*;

    fn player(number: u8) -> PlayerId {
        PlayerId::from_bytes([number; 16])
    }

    async fn open(personal: &Personal, number: Option<u8>) -> (Outbox, Result<PersonalFeed, Refusal>) {
        let mut outbox = Outbox::default();
        let listener = Listener {
            identity: number.map(|number| Identity::guest(player(number))),
            may_play: true,
            charge_new_game: Arc::new(|| Ok(())),
            caller: None,
            dialect: Dialect::Page,
            outbox: outbox.subscribe(),
        };
        let feed = personal.subscribe(listener).await;
        (outbox, feed)
    }

    /// What has been told, in words.
    fn told(outbox: &mut Outbox) -> Vec<&'static str> {
        std::iter::from_fn(|| outbox.try_next())
            .take(100)
            .map(|outgoing| match outgoing {
                Outgoing::Message { body: Body::EverythingIn(_), .. } => "everything",
                Outgoing::Message { .. } => "message",
                Outgoing::Missed(_) => "missed",
                Outgoing::Ended(_) => "ended",
                Outgoing::Dismissed => "dismissed",
            })
            .collect()
    }

    fn news() -> ServerMessage {
        ServerMessage::Pong { topic: Some(Topic::Me), seq: None }
    }

    #[tokio::test]
    async fn all_tabs_of_a_player_hear_the_same_and_nobody_else_does() {
        let personal = Personal::default();
        let (mut first, one) = open(&personal, Some(1)).await;
        let (mut second, _two) = open(&personal, Some(1)).await;
        let (mut other, _three) = open(&personal, Some(2)).await;
        assert!(personal.tell(player(1), &news()));
        assert_eq!(told(&mut first), ["everything", "message"]);
        assert_eq!(told(&mut second), ["everything", "message"]);
        assert_eq!(told(&mut other), ["everything"]);
        Box::new(one.unwrap()).leave(Departure::Left).await;
        assert!(personal.tell(player(1), &news()));
        assert_eq!(told(&mut second), ["message"]);
        assert!(!personal.tell(player(3), &news()), "nobody is there");
    }

    #[tokio::test]
    async fn a_tab_that_reads_too_slowly_is_told_everything_again() {
        let personal = Personal::default();
        let (mut slow, feed) = open(&personal, Some(1)).await;
        let feed = feed.unwrap();
        for _ in 0..2 * OUTBOX {
            personal.tell(player(1), &news());
        }
        assert_eq!(told(&mut slow), ["missed"], "the queue is bounded");
        feed.catch_up().await.unwrap();
        personal.tell(player(1), &news());
        assert_eq!(told(&mut slow), ["everything", "message"]);
    }

    /// Tells the player more than a tab keeps that is being told everything.
    struct Flood(Personal);

    impl Source for Flood {
        fn news_for(&self, of: PlayerId) -> BoxFuture<'_, Vec<ServerMessage>> {
            for number in 0..=WAITING {
                let seq = u32::try_from(number).ok();
                self.0.tell(of, &ServerMessage::Pong { topic: Some(Topic::Me), seq });
            }
            std::future::ready(Vec::new()).boxed()
        }
    }

    #[tokio::test]
    async fn the_end_of_a_flood_is_heard() {
        let personal = Personal::default();
        personal.add(Arc::new(Flood(personal.clone())));
        let (mut outbox, _feed) = open(&personal, Some(1)).await;
        let mut texts = Vec::new();
        while let Some(outgoing) = outbox.try_next() {
            if let Outgoing::Message { body: Body::Text(text), .. } = outgoing {
                texts.push(text.to_string());
            }
        }
        let last = format!(r#""seq":{WAITING}"#);
        assert_eq!(texts.len(), WAITING);
        assert!(texts.last().is_some_and(|text| text.contains(&last)), "{texts:?}");
    }

    #[tokio::test]
    async fn nothing_is_kept_of_who_has_left_and_nobody_enters_a_server_that_stops() {
        let personal = Personal::default();
        let (_outbox, feed) = open(&personal, Some(1)).await;
        Box::new(feed.unwrap()).leave(Departure::Lost).await;
        assert!(personal.lock().of.is_empty());
        assert_eq!(open(&personal, None).await.1.err(), Some(Refusal::NoCookie));
        let (mut outbox, _feed) = open(&personal, Some(1)).await;
        personal.close();
        assert_eq!(told(&mut outbox)[..2], ["everything", "ended"]);
        assert_eq!(open(&personal, Some(1)).await.1.err(), Some(Refusal::Unavailable));
    }

    #[tokio::test]
    async fn a_command_that_the_topic_does_not_know_is_refused() {
        let personal = Personal::default();
        let (mut outbox, feed) = open(&personal, Some(1)).await;
        let message = ClientMessage::Resign { topic: Topic::Me, id: 7 };
        feed.unwrap().command(7, message).await.unwrap();
        assert!(matches!(outbox.try_next(), Some(Outgoing::Message { body: Body::EverythingIn(_), .. })));
        let Some(Outgoing::Message { body: Body::Text(text), .. }) = outbox.try_next() else {
            panic!("an answer is expected")
        };
        assert!(text.contains(r#""id":7"#) && text.contains("wrong_topic"), "{text}");
    }

    /// Has one thing to tell, and while it is asked something else happens.
    struct Busy(Personal);

    impl Source for Busy {
        fn news_for(&self, of: PlayerId) -> BoxFuture<'_, Vec<ServerMessage>> {
            async move {
                self.0.tell(of, &news());
                vec![ServerMessage::Unsubscribed { topic: Topic::Me }]
            }
            .boxed()
        }
    }

    #[tokio::test]
    async fn what_happens_while_a_tab_comes_in_is_told_after_the_rest() {
        let personal = Personal::default();
        personal.add(Arc::new(Busy(personal.clone())));
        let (mut outbox, _feed) = open(&personal, Some(1)).await;
        let Some(Outgoing::Message { body: Body::EverythingIn(parts), .. }) = outbox.try_next() else {
            panic!("everything comes first")
        };
        let kinds: Vec<_> = parts.map(|text| text.contains(r#""mine""#)).collect();
        assert_eq!(kinds, [true, false]);
        assert_eq!(told(&mut outbox), ["message"]);
    }

    #[tokio::test]
    async fn a_held_subscription_ends_where_it_is_dropped() {
        let personal = Personal::default();
        let (_outbox, feed) = open(&personal, Some(1)).await;
        let held = crate::feed::HeldFeed::new(feed.expect("a feed"));
        assert!(personal.lock().of.contains_key(&player(1)));
        drop(held);
        assert!(!personal.lock().of.contains_key(&player(1)), "nobody is told any more");
    }
}
