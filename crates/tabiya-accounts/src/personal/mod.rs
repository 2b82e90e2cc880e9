// SPDX-License-Identifier: AGPL-3.0-or-later
//! Each player's own topic, `me`: what concerns one player alone, told to all of that player's tabs.
//!
//! Other subjects tell a player something with [`Personal::tell`]. What must also be known to a tab that is opened later
//! comes from a [`Source`]. A tab that comes back within a minute with the number of its last message is told what it has
//! missed, and no source is asked; any other is told everything, and so is one that has read too slowly. Guests have the
//! topic too.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tabiya_game::{GameId, PlayerId};
use tabiya_protocol::{PersonalMessage, PlayerView, Refusal, ServerMessage, Topic};
use tabiya_runtime::opaque::Opaque;
use tabiya_runtime::topic::{Channel, Lingering, OUTBOX, OutboxSender, SharedMessage, SubscriberId};

use crate::feed::{Asked, Departure, Feed, FeedGone, Listener, NotTaken, Opening, TopicOwner, Visitor};

/// Messages kept for a new tab until its first messages have been read from the store.
const WAITING: usize = OUTBOX / 2;

/// Every player's own topic. Cheap to clone.
#[derive(Clone, Default)]
pub struct Personal(Opaque<Shared>);

#[derive(Default)]
struct Shared {
    topics: Mutex<Topics>,
    sources: RwLock<Vec<Arc<dyn Source>>>,
    /// Empty where this server is alone.
    elsewhere: OnceLock<Elsewhere>,
}

/// Tells the tabs that a player has on other servers of the site.
pub type Elsewhere = Box<dyn Fn(PlayerId, &ServerMessage) + Send + Sync>;

/// A subject that has news for players.
pub trait Source: Send + Sync {
    /// The messages that tell a tab of this player, which knows nothing yet, all that still holds; a bounded number.
    fn news_for(&self, player: PlayerId) -> BoxFuture<'_, Vec<ServerMessage>>;
}

/// The topics of players who are here, or were a moment ago.
#[derive(Default)]
struct Topics {
    /// A player has few tabs: `sockets_per_guest` bounds them.
    of: HashMap<PlayerId, Channel<SharedMessage, Tab>>,
    left: Lingering<PlayerId>,
    /// The server is being stopped.
    is_closed: bool,
}

/// What is kept of a tab: what has happened since it came, until its first messages have been read from the store.
type Tab = Option<Vec<SharedMessage>>;

impl Topics {
    /// Forgets those whose players have been away for long.
    fn tidy(&mut self) {
        for player in self.left.due() {
            self.of.remove(&player);
        }
    }
}

impl TopicOwner for Personal {
    fn admits_players(&self, topic: &Topic) -> bool {
        *topic == Topic::Me
    }

    fn open<'a>(&'a self, topic: &Topic, listener: Listener<'a>) -> Result<Opening<'a>, Listener<'a>> {
        if *topic != Topic::Me {
            return Err(listener);
        }
        Ok(Box::pin(async move { Ok(Box::new(self.subscribe(listener).await?) as Box<dyn Feed>) }))
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.close();
        Box::pin(async {})
    }
}

impl Personal {
    /// From now on this subject is asked what a new tab must know.
    pub fn add(&self, source: Arc<dyn Source>) {
        self.0.sources.write().unwrap_or_else(PoisonError::into_inner).push(source);
    }

    /// From now on the tabs on other servers are told, too. To be called once.
    pub fn reach(&self, elsewhere: Elsewhere) {
        assert!(self.0.elsewhere.set(elsewhere).is_ok(), "it is set once");
    }

    /// Tells all tabs of a player. Returns whether there is one on this server.
    pub fn tell(&self, player: PlayerId, message: ServerMessage) -> bool {
        if let Some(elsewhere) = self.0.elsewhere.get() {
            elsewhere(player, &message);
        }
        self.tell_here(player, message)
    }

    /// The same for the tabs on this server alone: another one has told this server.
    pub fn tell_here(&self, player: PlayerId, message: ServerMessage) -> bool {
        let mut topics = self.lock();
        let Some(topic) = topics.of.get_mut(&player) else { return false };
        let message = SharedMessage::numbered(message, topic.head() + 1);
        topic.push(message.clone());
        topic.tell_those(&message, None, Option::is_none);
        for tab in topic.all_mut() {
            let Some(waiting) = tab else { continue };
            // More than that in so short a time is a flood, of which the tab hears the end.
            if waiting.len() == WAITING {
                waiting.remove(0);
            }
            waiting.push(message.clone());
        }
        !topic.is_empty()
    }

    /// Tells both players that their game has begun, and each who the opponent is.
    pub fn tell_paired(&self, game: GameId, [one, other]: [(PlayerId, &PlayerView); 2]) {
        for ((player, _), (_, opponent)) in [(one, other), (other, one)] {
            let opponent = opponent.clone();
            self.tell(
                player,
                ServerMessage::Personal(PersonalMessage::Paired { topic: Topic::Me, game, opponent }),
            );
        }
    }

    /// Adds a tab, and tells it what it has missed, or everything.
    ///
    /// # Errors
    /// If the client is nobody, or the server is being stopped.
    pub async fn subscribe(&self, listener: Listener<'_>) -> Result<PersonalFeed, Refusal> {
        let Listener { visitor, after, outbox } = listener;
        let identity = visitor.identity.as_ref().ok_or(Refusal::NoCookie)?;
        let player = identity.player;
        let account = identity.details.as_ref().map(|details| details.name.to_string());
        let feed = PersonalFeed { personal: self.clone(), player, account, id: outbox.id() };
        let must_tell = self.lock().resume_or_add(&feed, after, outbox);
        if must_tell? {
            feed.tell_everything().await;
        }
        Ok(feed)
    }

    /// What a tab must know that knows nothing yet, after its first message.
    async fn news_for(&self, player: PlayerId) -> Vec<ServerMessage> {
        let sources = self.0.sources.read().unwrap_or_else(PoisonError::into_inner).clone();
        let mut news = Vec::new();
        for source in sources {
            news.extend(source.news_for(player).await);
        }
        news
    }

    /// Ends all subscriptions, because the server is being stopped.
    pub fn close(&self) {
        let mut topics = self.lock();
        topics.is_closed = true;
        topics.of.clear();
        drop(topics);
        // The sources tell their news by this value. Together they would keep one another, and the store, open for ever.
        self.0.sources.write().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn lock(&self) -> MutexGuard<'_, Topics> {
        // Nothing under the lock can panic half-way.
        self.0.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Topics {
    /// Adds a tab. It is told what it has missed since its number, where that is kept. Returns whether it must be told
    /// everything.
    fn resume_or_add(
        &mut self,
        feed: &PersonalFeed,
        after: Option<u64>,
        outbox: OutboxSender,
    ) -> Result<bool, Refusal> {
        if self.is_closed {
            return Err(Refusal::Unavailable);
        }
        self.tidy();
        self.left.end(&feed.player);
        let topic = self.of.entry(feed.player).or_insert_with(|| Channel::in_memory(None));
        let missed = topic.missed(after).map(|missed| missed.map(|(_, message)| message.clone()).collect());
        topic.add(outbox, None, false);
        let Some(missed): Option<Vec<_>> = missed else { return Ok(true) };
        topic.resume(feed.id, missed, Topic::Me);
        Ok(false)
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
    /// Does something with this tab's topic. `None` if the tab is not on its list.
    fn with_topic<R>(&self, then: impl FnOnce(&mut Channel<SharedMessage, Tab>) -> R) -> Option<R> {
        let mut topics = self.personal.lock();
        let topic = topics.of.get_mut(&self.player)?;
        topic.data(self.id)?;
        Some(then(topic))
    }

    async fn tell_everything(&self) -> bool {
        // What happens while it is looked up is told after it.
        let begin = |topic: &mut Channel<_, Tab>| {
            if let Some(tab) = topic.data_mut(self.id) {
                *tab = Some(Vec::new());
            }
            topic.head()
        };
        let Some(head) = self.with_topic(begin) else { return false };
        let news = self.personal.news_for(self.player).await;
        let mine = ServerMessage::Personal(PersonalMessage::Mine {
            topic: Topic::Me,
            account: self.account.clone(),
            challenges: news.iter().filter_map(waiting_challenge).collect(),
        });
        let mut everything = vec![SharedMessage::numbered(mine, head)];
        everything.extend(news.into_iter().map(SharedMessage::from));
        let tell = |topic: &mut Channel<_, Tab>| {
            topic.catch_up(self.id);
            // Nothing of its own waits in the outbox, so there is room.
            topic.tell_everything_in(self.id, Box::new(everything.into_iter()));
            let waiting = topic.data_mut(self.id).and_then(Option::take);
            for message in waiting.unwrap_or_default() {
                topic.tell(self.id, &message, None);
            }
        };
        self.with_topic(tell).is_some()
    }
}

fn waiting_challenge(news: &ServerMessage) -> Option<GameId> {
    match news {
        ServerMessage::Personal(PersonalMessage::Challenge { challenge, .. }) => Some(challenge.id),
        _ => None,
    }
}

impl Feed for PersonalFeed {
    fn head(&self) -> u64 {
        self.with_topic(|topic| topic.head()).unwrap_or_default()
    }

    fn command<'a>(&'a mut self, _: &'a Visitor, _: Asked) -> BoxFuture<'a, Result<(), NotTaken>> {
        let refusal = Refusal::WrongTopic { topic: Topic::Me };
        std::future::ready(Err(NotTaken::Refused(refusal))).boxed()
    }

    fn catch_up(&self) -> BoxFuture<'_, Result<(), FeedGone>> {
        async { if self.tell_everything().await { Ok(()) } else { Err(FeedGone) } }.boxed()
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), FeedGone>> {
        let tell = |topic: &mut Channel<_, Tab>| {
            topic.pong(self.id, Topic::Me);
        };
        std::future::ready(self.with_topic(tell).ok_or(FeedGone)).boxed()
    }

    fn leave(self: Box<Self>, _: Departure) -> BoxFuture<'static, ()> {
        drop(self);
        std::future::ready(()).boxed()
    }
}

/// Also where a client goes away while it is told everything: the call that subscribes is given up in the middle.
impl Drop for PersonalFeed {
    fn drop(&mut self) {
        let mut topics = self.personal.lock();
        topics.tidy();
        let is_empty = topics.of.get_mut(&self.player).is_some_and(|topic| {
            topic.remove(self.id);
            topic.is_empty()
        });
        if is_empty {
            topics.left.begin(self.player);
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_protocol::{ClientMessage, ConnectionMessage, GameCommand};
    use tabiya_runtime::identity::Identity;
    use tabiya_runtime::topic::{Answer, Body, Dialect, Outbox, Outgoing};

    use super::*;

    fn player(number: u8) -> PlayerId {
        PlayerId::from_bytes([number; 16])
    }

    async fn open(personal: &Personal, number: Option<u8>) -> (Outbox, Result<PersonalFeed, Refusal>) {
        resume(personal, number, None).await
    }

    async fn resume(
        personal: &Personal,
        number: Option<u8>,
        after: Option<u64>,
    ) -> (Outbox, Result<PersonalFeed, Refusal>) {
        let mut outbox = Outbox::default();
        let visitor = Visitor::reading(number.map(|number| Identity::guest(player(number))));
        let feed =
            personal.subscribe(Listener { visitor: &visitor, after, outbox: outbox.subscribe() }).await;
        (outbox, feed)
    }

    /// What has been told, in words.
    fn told(outbox: &mut Outbox) -> Vec<&'static str> {
        std::iter::from_fn(|| outbox.try_next())
            .take(100)
            .map(|outgoing| match outgoing {
                Outgoing::Message { body: Body::EverythingIn(_), .. } => "everything",
                Outgoing::Message { body: Body::Everything(_), .. } => "resumed",
                Outgoing::Message { .. } => "message",
                Outgoing::Missed(_) => "missed",
                Outgoing::Ended(_) => "ended",
                Outgoing::Dismissed => "dismissed",
            })
            .collect()
    }

    fn news() -> ServerMessage {
        PersonalMessage::Notices { topic: Topic::Me }.into()
    }

    #[tokio::test]
    async fn all_tabs_of_a_player_hear_the_same_and_nobody_else_does() {
        let personal = Personal::default();
        let (mut first, one) = open(&personal, Some(1)).await;
        let (mut second, _two) = open(&personal, Some(1)).await;
        let (mut other, _three) = open(&personal, Some(2)).await;
        assert!(personal.tell(player(1), news()));
        assert_eq!(told(&mut first), ["everything", "message"]);
        assert_eq!(told(&mut second), ["everything", "message"]);
        assert_eq!(told(&mut other), ["everything"]);
        Box::new(one.unwrap()).leave(Departure::Left).await;
        assert!(personal.tell(player(1), news()));
        assert_eq!(told(&mut second), ["message"]);
        assert!(!personal.tell(player(3), news()), "nobody is there");
    }

    #[tokio::test]
    async fn a_tab_that_reads_too_slowly_is_told_everything_again() {
        let personal = Personal::default();
        let (mut slow, feed) = open(&personal, Some(1)).await;
        let feed = feed.unwrap();
        for _ in 0..2 * OUTBOX {
            personal.tell(player(1), news());
        }
        assert_eq!(told(&mut slow), ["missed"], "the queue is bounded");
        feed.catch_up().await.unwrap();
        personal.tell(player(1), news());
        assert_eq!(told(&mut slow), ["everything", "message"]);
    }

    /// Tells the player more than a tab keeps that is being told everything.
    struct Flood(Personal);

    impl Source for Flood {
        fn news_for(&self, of: PlayerId) -> BoxFuture<'_, Vec<ServerMessage>> {
            for number in 0..=WAITING {
                let seq = u64::try_from(number).ok();
                self.0.tell(
                    of,
                    ServerMessage::Connection(ConnectionMessage::Pong { topic: Some(Topic::Me), seq }),
                );
            }
            std::future::ready(Vec::new()).boxed()
        }
    }

    #[tokio::test]
    async fn the_end_of_a_flood_is_heard() {
        let personal = Personal::default();
        personal.add(Arc::new(Flood(personal.clone())));
        let (mut outbox, _feed) = open(&personal, Some(1)).await;
        let mut told = Vec::new();
        while let Some(outgoing) = outbox.try_next() {
            if let Outgoing::Message { body: Body::Message { message, .. }, .. } = outgoing {
                told.push(message);
            }
        }
        let last = ServerMessage::Connection(ConnectionMessage::Pong {
            topic: Some(Topic::Me),
            seq: Some(WAITING as u64),
        });
        assert_eq!(told.len(), WAITING);
        assert!(told.last().is_some_and(|told| **told == last), "{told:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_player_who_has_left_is_forgotten_after_a_minute_and_nobody_enters_a_server_that_stops() {
        let personal = Personal::default();
        let (_outbox, feed) = open(&personal, Some(1)).await;
        Box::new(feed.unwrap()).leave(Departure::Lost).await;
        assert!(personal.lock().of.contains_key(&player(1)), "the line may only be cut");
        assert!(!personal.tell(player(1), news()), "but nobody hears it now");
        tokio::time::sleep(std::time::Duration::from_secs(60)).await;
        assert_eq!(open(&personal, None).await.1.err(), Some(Refusal::NoCookie));
        let (mut outbox, _feed) = open(&personal, Some(2)).await;
        assert!(!personal.lock().of.contains_key(&player(1)));
        personal.close();
        assert_eq!(told(&mut outbox)[..2], ["everything", "ended"]);
        assert_eq!(open(&personal, Some(1)).await.1.err(), Some(Refusal::Unavailable));
    }

    /// The numbers that a tab is told, and its head afterwards.
    fn numbers(outbox: &mut Outbox) -> Vec<u64> {
        let mut numbers = Vec::new();
        while let Some(Outgoing::Message { body, .. }) = outbox.try_next() {
            for message in body.messages() {
                let text: serde_json::Value = serde_json::from_str(&message.text(Dialect::Page)).unwrap();
                numbers.extend(text["seq"].as_u64());
            }
        }
        numbers
    }

    #[tokio::test]
    async fn a_tab_whose_line_was_cut_is_told_what_it_has_missed_and_no_source_is_asked() {
        let personal = Personal::default();
        personal.add(Arc::new(Busy(personal.clone())));
        let (mut outbox, feed) = open(&personal, Some(1)).await;
        let head = *numbers(&mut outbox).last().expect("mine, and what happened since");
        assert_eq!(feed.as_ref().unwrap().head(), head);
        Box::new(feed.unwrap()).leave(Departure::Lost).await;
        for _ in 0..3 {
            personal.tell(player(1), news());
        }
        let (mut outbox, feed) = resume(&personal, Some(1), Some(head)).await;
        assert_eq!(numbers(&mut outbox), [head + 1, head + 2, head + 3, head + 3]);
        let (mut second, _two) = resume(&personal, Some(1), Some(head + 3)).await;
        assert_eq!(told(&mut second), ["resumed"]);
        drop(feed);
        // From the future, from a game, from another player's topic, from before the ring.
        for number in [head + 4, 0, 17, u64::MAX, head - 2] {
            let (mut other, _three) = resume(&personal, Some(1), Some(number)).await;
            assert_eq!(told(&mut other)[0], "everything", "{number}");
        }
        let (mut other, _four) = resume(&personal, Some(2), Some(head)).await;
        assert_eq!(told(&mut other)[0], "everything");
        for _ in 0..OUTBOX {
            personal.tell(player(1), news());
        }
        let (mut late, _five) = resume(&personal, Some(1), Some(head)).await;
        assert_eq!(told(&mut late)[0], "everything");
    }

    #[tokio::test]
    async fn a_command_that_the_topic_does_not_know_is_refused() {
        let personal = Personal::default();
        let (mut outbox, feed) = open(&personal, Some(1)).await;
        let message = ClientMessage::Game(GameCommand::Resign { topic: Topic::Me, id: 7 });
        let visitor = Visitor::reading(None);
        let mut held = crate::feed::HeldFeed::new(Box::new(feed.unwrap()), SubscriberId(0));
        let answer = held.ask(&visitor, (7, message), tabiya_game::Time(0), &mut outbox).await;
        let Answer::Refused { refusal, .. } = answer else { panic!("{answer:?}") };
        assert_eq!(refusal, Refusal::WrongTopic { topic: Topic::Me });
    }

    /// Has one thing to tell, and while it is asked something else happens.
    struct Busy(Personal);

    impl Source for Busy {
        fn news_for(&self, of: PlayerId) -> BoxFuture<'_, Vec<ServerMessage>> {
            async move {
                self.0.tell(of, news());
                vec![ServerMessage::Connection(ConnectionMessage::Unsubscribed { topic: Topic::Me })]
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
        let kinds: Vec<_> = parts
            .map(|part| matches!(*part, ServerMessage::Personal(PersonalMessage::Mine { .. })))
            .collect();
        assert_eq!(kinds, [true, false]);
        assert_eq!(told(&mut outbox), ["message"]);
    }

    #[tokio::test]
    async fn a_held_subscription_ends_where_it_is_dropped() {
        let personal = Personal::default();
        let (outbox, feed) = open(&personal, Some(1)).await;
        let feed = feed.expect("a feed");
        let id = feed.id;
        let held = crate::feed::HeldFeed::new(Box::new(feed), id);
        assert!(personal.tell(player(1), news()));
        drop(held);
        tokio::task::yield_now().await;
        assert!(!personal.tell(player(1), news()), "nobody is told any more");
        drop(outbox);
    }
}
