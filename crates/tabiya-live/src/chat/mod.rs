// SPDX-License-Identifier: AGPL-3.0-or-later
//! The chats beside a game, one for its players and another for its spectators, and those of events.
//!
//! A player never reads what spectators say while the game runs, and a spectator never reads what the players say. A chat
//! is in memory while somebody follows it, and a minute longer; its lines are in the store. A line is stored before anybody
//! hears of it.
//! Guests may talk in their own game; spectators need an account. Who may say what is asked of tabiya-accounts' `people/between.rs`.

mod beside;
mod feed;
mod place;
#[cfg(test)]
mod simulation_tests;
mod talk;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};
use tabiya_accounts::feed::Listener;
use tabiya_accounts::people::{People, SiteRules, Voice, is_shown, voice};
use tabiya_archive::archive::ReadError;
use tabiya_game::{GameId, PlayerId};
use tabiya_limits::rate_limit::RateLimit;
use tabiya_protocol::{CHAT_PRESETS, Refusal, Topic};
use tabiya_rules::Color;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::Lingering;
use tabiya_store::{Account, ChatLine, ChatRoom};

use beside::{AllBeside, Beside};
use feed::{ChatFeed, Speaker};
use place::{Place, event_of};
use talk::Talk;

pub use place::PlayedNow;

/// Lines that one player may say in a minute and in an hour, in all games.
const PLAYER: (u32, u32) = (15, 200);
/// Lines in one chat, whoever says them.
const CHAT: (u32, u32) = (60, 600);

/// Which chat.
pub(crate) type Key = (GameId, ChatRoom);

/// All chats. Cheap to clone.
#[derive(Clone)]
pub struct Chats(Arc<State>);

struct State {
    people: Arc<People>,
    games: AllBeside,
    /// `None` where there are no events.
    events: Option<Arc<dyn PlayedNow>>,
    talks: Mutex<Talks>,
    by_player: RateLimit<PlayerId>,
    by_chat: RateLimit<Key>,
    /// Empty where this server is alone.
    elsewhere: OnceLock<Elsewhere>,
}

/// Tells other servers of the site that something was said or removed.
pub type Elsewhere = Box<dyn Fn(&ChatHint) + Send + Sync>;

/// What happened in a chat on another server. The lines are in the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatHint {
    /// The chat.
    topic: Topic,
    /// The line that was removed; `None` if something was said.
    removed: Option<u32>,
}

/// The chats that somebody follows, or followed a moment ago.
#[derive(Default)]
struct Talks {
    of: HashMap<Key, Arc<Talk>>,
    left: Lingering<Key>,
}

/// Somebody who may read a chat.
struct Reader {
    place: Place,
    /// The players of the game besides the reader.
    others: Vec<PlayerId>,
    /// Whether the reader is shown presets alone.
    reads_presets: bool,
}

impl Chats {
    /// No chat yet. Each is read from the store when somebody follows it. `events` says who plays in events.
    pub fn new(people: Arc<People>, events: Option<Arc<dyn PlayedNow>>) -> Self {
        Self(Arc::new(State {
            games: AllBeside::new(&people.store),
            people,
            events,
            talks: Mutex::default(),
            by_player: RateLimit::new(PLAYER.0, PLAYER.1),
            by_chat: RateLimit::new(CHAT.0, CHAT.1),
            elsewhere: OnceLock::new(),
        }))
    }

    /// From now on other servers hear what is said here. To be called once.
    pub fn reach(&self, elsewhere: Elsewhere) {
        assert!(self.0.elsewhere.set(elsewhere).is_ok(), "it is set once");
    }

    fn tell_elsewhere(&self, key: Key, removed: Option<u32>) {
        if let Some(elsewhere) = self.0.elsewhere.get() {
            elsewhere(&ChatHint { topic: topic_of(key), removed });
        }
    }

    /// Something was said or removed on another server: those who follow the chat here are told.
    pub async fn heard(&self, hint: ChatHint) {
        let Some(key) = key_of(&hint.topic) else { return };
        let Some(talk) = self.lock().of.get(&key).cloned() else { return };
        match (hint.removed, self.place(key).await) {
            (Some(number), _) => talk.was_removed(number).await,
            (None, Ok(place)) => {
                // If the store fails, they are told with the next line.
                let _ = talk.look_again(&place).await;
            }
            (None, Err(refusal)) => tracing::debug!(?refusal, "a chat can't be looked at"),
        }
    }

    /// Adds a client to a chat, and tells it what it has missed, or what was said.
    ///
    /// # Errors
    /// Why it may not follow it.
    pub async fn subscribe(&self, key: Key, listener: Listener<'_>) -> Result<ChatFeed, Refusal> {
        let identity = listener.visitor.identity.as_ref();
        let Reader { place, others, reads_presets } = self.admit(key, identity).await?;
        let voice = match self.voice((key.1, &place), identity, &others).await {
            // Whoever is blocked learns of it on trying to say something.
            Err(Refusal::Blocked) => voice(account_of(identity)),
            voice => voice?,
        };
        let side = place.game().and_then(|game| identity?.side_in(&game.seats()));
        let speaker = Speaker { side, voice, reads_presets };
        let talk = self.talk(key).await?;
        Ok(ChatFeed::begin(self.clone(), key, talk, speaker, listener))
    }

    /// The last lines of a chat, `most` at most, for a reader that does not follow it; without those that were removed.
    ///
    /// # Errors
    /// Why the reader may not see them.
    pub async fn lines(
        &self,
        key: Key,
        identity: Option<&Identity>,
        most: u32,
    ) -> Result<Vec<ChatLine>, Refusal> {
        let reader = self.admit(key, identity).await?;
        let lines = self.0.people.store.chat.lines(key.0, key.1, most).await;
        let mut lines = lines.map_err(|_| Refusal::Unavailable)?;
        lines.retain(|line| {
            !line.text.is_empty()
                && (!reader.reads_presets || is_preset(&line.text))
                && is_shown(identity, line.by)
        });
        Ok(lines)
    }

    /// Asks all rules about reading: the site's, the game's, and those that protect children.
    ///
    /// # Errors
    /// Why this reader may not read this chat.
    async fn admit(&self, key: Key, identity: Option<&Identity>) -> Result<Reader, Refusal> {
        let room = key.1;
        let State { people, .. } = &*self.0;
        let rules = people.site.rules();
        if !rules.chat {
            return Err(Refusal::ChatIsOff);
        }
        let place = self.place(key).await?;
        place.may_follow(key, identity)?;
        if room != ChatRoom::Players {
            SiteRules::check(rules.watch, identity).map_err(|_| Refusal::NeedsAccount)?;
        }
        let others = self.others(&place, identity).await?;
        let accounts = people.store.accounts.accounts_of(&others).await.map_err(|_| Refusal::Unavailable)?;
        let is_kid = account_of(identity).is_some_and(|account| account.kid);
        let among_kids = room == ChatRoom::Players
            && (place.game().is_some_and(Beside::names_somebody)
                || accounts.iter().any(|account| account.kid));
        Ok(Reader { place, others, reads_presets: is_kid || among_kids })
    }

    /// The players of a game besides this one: accounts, also where they sat down as guests.
    ///
    /// # Errors
    /// If the storage fails.
    async fn others(&self, place: &Place, identity: Option<&Identity>) -> Result<Vec<PlayerId>, Refusal> {
        let mut others = Vec::new();
        // In an event nobody talks to somebody alone.
        let Some(game) = place.game() else { return Ok(others) };
        for player in Color::ALL.into_iter().filter_map(|color| game.seats()[color].player()) {
            let taken =
                self.0.people.store.accounts.taken_by(player).await.map_err(|_| Refusal::Unavailable)?;
            others.push(taken.unwrap_or(player));
        }
        others.retain(|player| Some(*player) != identity.map(|own| own.player));
        Ok(others)
    }

    /// Where a chat is, as it stands now.
    async fn place(&self, key: Key) -> Result<Place, Refusal> {
        let unknown = || Refusal::NoSuchTopic { topic: topic_of(key) };
        if let Some(event) = event_of(key) {
            let events = self.0.events.as_ref().ok_or_else(unknown)?;
            let playing = events.playing(event).await.map_err(|_| Refusal::Unavailable)?;
            return Ok(Place::Event(Arc::new(playing.ok_or_else(unknown)?)));
        }
        self.0.games.get(key.0).await.map(Place::Game).map_err(|error| match error {
            ReadError::NoSuchGame(_) => unknown(),
            ReadError::Storage(_) => Refusal::Unavailable,
        })
    }

    /// In what words somebody may speak in a chat now, where the others play. Whoever plays without an account at the venue of an
    /// event may be a child, so the players of that game have the ready-made words alone.
    ///
    /// # Errors
    /// If one of them and the speaker block each other, or the storage fails.
    async fn voice(
        &self,
        (room, place): (ChatRoom, &Place),
        identity: Option<&Identity>,
        others: &[PlayerId],
    ) -> Result<Voice, Refusal> {
        let mut least = voice(account_of(identity));
        if room == ChatRoom::Players && place.game().is_some_and(Beside::names_somebody) {
            least = least.min(Voice::Presets);
        }
        let Some(own) = identity.filter(|_| room == ChatRoom::Players) else { return Ok(least) };
        for other in others {
            let between =
                self.0.people.between(own.player, *other).await.map_err(|_| Refusal::Unavailable)?;
            least = least.min(between.voice().map_err(|_| Refusal::Blocked)?);
        }
        Ok(least)
    }

    /// The chat, which is read where nobody follows it yet.
    async fn talk(&self, key: Key) -> Result<Arc<Talk>, Refusal> {
        if let Some(talk) = self.lock().of.get(&key) {
            return Ok(Arc::clone(talk));
        }
        let talk =
            Talk::read(Arc::clone(&self.0.people.store.chat), key).await.map_err(|_| Refusal::Unavailable)?;
        // Another client may have come in the meantime.
        Ok(Arc::clone(self.lock().of.entry(key).or_insert_with(|| Arc::new(talk))))
    }

    /// A client has left this chat. Forgets those that nobody has followed for a while.
    fn left(&self, key: Key) {
        let mut talks = self.lock();
        let is_unused = |talk: &Arc<Talk>| talk.is_empty() && Arc::strong_count(talk) == 1;
        if talks.of.get(&key).is_some_and(is_unused) {
            talks.left.begin(key);
        }
        for key in talks.left.due() {
            if talks.of.get(&key).is_some_and(is_unused) {
                talks.of.remove(&key);
            }
        }
    }

    /// Ends all subscriptions, because the server is being stopped.
    pub fn close(&self) {
        for talk in self.lock().of.values() {
            talk.close();
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Talks> {
        // Nothing under the lock can panic half-way.
        self.0.talks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether this is one of the texts that everybody may read.
fn is_preset(text: &str) -> bool {
    CHAT_PRESETS.contains(&text)
}

/// The account of whoever is logged in.
fn account_of(identity: Option<&Identity>) -> Option<&Account> {
    Some(&identity?.login.as_ref()?.account)
}

/// The chat of this topic; `None` for a topic that is no chat.
fn key_of(topic: &Topic) -> Option<Key> {
    if let Topic::Chat(game) = topic {
        Some((*game, ChatRoom::Players))
    } else if let Topic::Watchers(game) = topic {
        Some((*game, ChatRoom::Spectators))
    } else if let Topic::EventChat(event) = topic {
        place::key_of(*event)
    } else {
        None
    }
}

fn topic_of((game, room): Key) -> Topic {
    match room {
        ChatRoom::Players => Topic::Chat(game),
        ChatRoom::Spectators => Topic::Watchers(game),
        ChatRoom::Event => match event_of((game, room)) {
            Some(event) => Topic::EventChat(event),
            None => Topic::Unknown(format!("event_chat:{game}").into()),
        },
    }
}
