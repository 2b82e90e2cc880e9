// SPDX-License-Identifier: AGPL-3.0-or-later
//! One client in a chat: what it says, reports and, for staff, removes.

use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tabiya_accounts::feed::{
    Asked, Departure, Feed, FeedGone, Listener, NotTaken, Opening, TopicOwner, Visitor,
};
use tabiya_accounts::people::Voice;
use tabiya_archive::view::guest_name;
use tabiya_game::GameId;
use tabiya_protocol::{
    ChatCommand, ChatMessage, ClientMessage, CommandId, ConnectionMessage, MaySay, Refusal, ServerMessage,
    Topic,
};
use tabiya_rules::Color;
use tabiya_runtime::clean::{clean, masked};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::message::refused;
use tabiya_runtime::topic::SubscriberId;
use tabiya_store::{ChatLine, ChatRoom, Deed, NewAct, Report, Told};

use super::place::{event_of, key_of};
use super::talk::{Tab, Talk};
use super::{Chats, Key, is_preset, topic_of};

impl TopicOwner for Chats {
    fn admits_players(&self, topic: &Topic) -> bool {
        matches!(topic, Topic::Chat(_))
    }

    fn open<'a>(&'a self, topic: &Topic, listener: Listener<'a>) -> Result<Opening<'a>, Listener<'a>> {
        let key = if let Topic::Chat(game) = topic {
            Some((*game, ChatRoom::Players))
        } else if let Topic::Watchers(game) = topic {
            Some((*game, ChatRoom::Spectators))
        } else if let Topic::EventChat(event) = topic {
            key_of(*event)
        } else {
            return Err(listener);
        };
        let key = key.ok_or_else(|| Refusal::NoSuchTopic { topic: topic.clone() });
        Ok(Box::pin(async move { Ok(Box::new(self.subscribe(key?, listener).await?) as Box<dyn Feed>) }))
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.close();
        Box::pin(async {})
    }
}

/// What somebody is in a chat.
pub(super) struct Speaker {
    /// Which side they play.
    pub(super) side: Option<Color>,
    /// In what words they might speak when they came.
    pub(super) voice: Voice,
    /// Whether they read presets alone.
    pub(super) reads_presets: bool,
}

pub struct ChatFeed {
    chats: Chats,
    key: Key,
    talk: Arc<Talk>,
    speaker: Speaker,
    id: SubscriberId,
}

impl ChatFeed {
    pub(super) fn begin(
        chats: Chats,
        key: Key,
        talk: Arc<Talk>,
        speaker: Speaker,
        listener: Listener<'_>,
    ) -> Self {
        let Listener { visitor, after, outbox } = listener;
        let feed = Self { chats, key, talk, speaker, id: outbox.id() };
        let reads_presets = feed.speaker.reads_presets;
        let may_say = feed.may_say(feed.speaker.voice, visitor.identity.as_ref());
        feed.talk.add(outbox, Tab { identity: visitor.identity.clone(), reads_presets, may_say }, after);
        feed
    }

    fn may_say(&self, voice: Voice, identity: Option<&Identity>) -> MaySay {
        let is_here = match self.key.1 {
            ChatRoom::Players => self.speaker.side.is_some(),
            // A place for strangers: somebody must answer for what is said.
            ChatRoom::Spectators | ChatRoom::Event => {
                identity.is_some_and(|identity| identity.login.is_some())
            }
        };
        match voice {
            Voice::Presets if is_here => MaySay::Presets,
            Voice::Free if is_here => MaySay::Anything,
            Voice::None | Voice::Presets | Voice::Free => MaySay::Nothing,
        }
    }

    async fn carry_out(&self, by: &Visitor, id: CommandId, message: ClientMessage) -> Result<(), Refusal> {
        let ClientMessage::Chat(command) = message else {
            return Err(Refusal::WrongTopic { topic: topic_of(self.key) });
        };
        match command {
            ChatCommand::Say { text, .. } => self.say(by, id, &text).await,
            ChatCommand::ReportLine { number, .. } => self.report(by, id, number).await,
            ChatCommand::RemoveLine { number, .. } => self.remove(by, id, number).await,
        }
    }

    async fn say(&self, by: &Visitor, id: CommandId, text: &str) -> Result<(), Refusal> {
        let people = &self.chats.0.people;
        let rules = people.site.rules();
        let Some(identity) = &by.identity else { return Err(Refusal::NoCookie) };
        let text = clean(text)?;
        let place = self.chats.place(self.key).await?;
        place.may_follow(self.key, Some(identity))?;
        let others = self.chats.others(&place, Some(identity)).await?;
        let voice = self.chats.voice((self.key.1, &place), Some(identity), &others).await?;
        match self.may_say(voice, Some(identity)) {
            _ if !rules.chat => return Err(Refusal::ChatIsOff),
            MaySay::Nothing if self.key.1 == ChatRoom::Players => return Err(Refusal::NotAPlayer),
            MaySay::Nothing => return Err(Refusal::NeedsAccount),
            MaySay::Presets if !is_preset(&text) => return Err(Refusal::PresetsOnly),
            MaySay::Presets | MaySay::Anything => {}
        }
        // Whoever plays by a seat at the venue speaks as the one who sits there, whoever is logged in on that laptop.
        let seat = place.game().and_then(|game| identity.venue_seat_in(&game.seats()));
        let player = seat.unwrap_or(identity.player);
        if self.chats.0.by_player.take(&player, 1).is_err()
            || self.chats.0.by_chat.take(&self.key, 1).is_err()
        {
            return Err(Refusal::ChatTooFast);
        }
        let text = masked(&text, rules.chat_filter());
        let name = match &identity.details {
            Some(details) if seat.is_none() => details.name.to_string(),
            Some(_) | None => guest_name(player),
        };
        let line = ChatLine { number: 0, at: people.now(), by: player, name, text };
        self.talk.say(&place, line, (self.id, id)).await?;
        self.chats.tell_elsewhere(self.key, None);
        Ok(())
    }

    /// The game beside which the chat is.
    fn game(&self) -> Option<GameId> {
        event_of(self.key).is_none().then_some(self.key.0)
    }

    /// Tells staff about a line.
    async fn report(&self, visitor: &Visitor, id: CommandId, number: u32) -> Result<(), Refusal> {
        let people = &self.chats.0.people;
        let line = self.talk.line(number).ok_or(Refusal::NoSuchLine)?;
        let identity = visitor.identity.as_ref();
        let by = identity.map(|identity| identity.player).ok_or(Refusal::NoCookie)?;
        // Who may not read it any more has nothing to report.
        self.chats.place(self.key).await?.may_follow(self.key, identity)?;
        people.quotas.take_report(by, visitor.caller.as_ref()).map_err(|_| Refusal::ChatTooFast)?;
        let room = match self.key.1 {
            ChatRoom::Players => "the players' chat".to_owned(),
            ChatRoom::Spectators => "the spectators' chat".to_owned(),
            ChatRoom::Event => format!("the chat of /event/{}", self.key.0),
        };
        let reason = format!("{} said in {room}: {}", line.name, line.text);
        let (at, game) = (people.now(), self.game());
        let report = Report { number: 0, at, by: Some(by), about: line.by, game, reason };
        match people.store.desk.report(&report).await {
            Ok(Told::Stored | Told::Known) => {}
            Ok(Told::TooMany) | Err(_) => return Err(Refusal::NotSaved),
        }
        let reported =
            ServerMessage::Chat(ChatMessage::ChatReported { topic: topic_of(self.key), id, number });
        self.talk.tell_one(self.id, |_| reported, Some(id));
        Ok(())
    }

    async fn remove(&self, by: &Visitor, id: CommandId, number: u32) -> Result<(), Refusal> {
        let moderator = by.identity.as_ref().filter(|identity| identity.moderates());
        let moderator = moderator.and_then(Identity::account).ok_or(Refusal::NotAllowed)?;
        let line = self.talk.line(number);
        let (player, text) = line.map_or((None, String::new()), |line| (Some(line.by), line.text));
        let act = self.chats.0.people.act(moderator, player, Deed::RemoveLine { text }, "");
        self.talk.remove_line(number, &NewAct { game: self.game(), ..act }, (self.id, id)).await?;
        self.chats.tell_elsewhere(self.key, Some(number));
        Ok(())
    }
}

impl Feed for ChatFeed {
    fn head(&self) -> u64 {
        self.talk.head()
    }

    fn command<'a>(&'a mut self, by: &'a Visitor, asked: Asked) -> BoxFuture<'a, Result<(), NotTaken>> {
        async move {
            let Asked { id, message, .. } = asked;
            let Err(refusal) = self.carry_out(by, id, message).await else { return Ok(()) };
            let refuse = |head| refused(Some(topic_of(self.key)), Some(id), Some(head), refusal);
            if self.talk.tell_one(self.id, refuse, Some(id)) { Ok(()) } else { Err(NotTaken::Gone) }
        }
        .boxed()
    }

    fn catch_up(&self) -> BoxFuture<'_, Result<(), FeedGone>> {
        async {
            // A client that has taken a seat since then may no longer read what the spectators say.
            let place = self.chats.place(self.key).await.map_err(|_| FeedGone)?;
            let identity = self.talk.identity_of(self.id);
            place.may_follow(self.key, identity.as_ref()).map_err(|_| FeedGone)?;
            if self.talk.tell_everything(self.id) { Ok(()) } else { Err(FeedGone) }
        }
        .boxed()
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), FeedGone>> {
        let pong = |head| {
            ServerMessage::Connection(ConnectionMessage::Pong {
                topic: Some(topic_of(self.key)),
                seq: Some(head),
            })
        };
        let is_here = self.talk.tell_one(self.id, pong, None);
        std::future::ready(if is_here { Ok(()) } else { Err(FeedGone) }).boxed()
    }

    fn leave(self: Box<Self>, _: Departure) -> BoxFuture<'static, ()> {
        let Self { chats, key, talk, id, .. } = *self;
        talk.remove(id);
        drop(talk);
        chats.left(key);
        std::future::ready(()).boxed()
    }
}
