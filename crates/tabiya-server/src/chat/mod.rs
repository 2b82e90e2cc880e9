// SPDX-License-Identifier: AGPL-3.0-or-later
//! The chats beside a game: one for its players, another for its spectators.
//!
//! A player never reads what spectators say while the game runs, and a spectator never reads what the players say. A room
//! is in memory while somebody follows it; its lines are in the store. A line is stored before anybody hears of it.
//! Guests may talk in their own game; spectators need an account. Players of a protected account (kid mode), and whoever
//! plays them, have the presets alone.

mod feed;
mod talk;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tabiya_game::{GameId, PlayerId};
use tabiya_protocol::{Refusal, Topic};
use tabiya_store::ChatRoom;

use crate::archive;
use crate::feed::Listener;
use crate::people::{People, SiteRules};
use crate::privacy::may_see;
use crate::rate::RateLimit;
use feed::{ChatFeed, Voice};
use talk::Talk;

/// Lines that one player may say in a minute and in an hour, in all games.
const PLAYER: (u32, u32) = (15, 200);
/// Lines in one room, whoever says them.
const ROOM: (u32, u32) = (60, 600);

/// Which chat.
pub(crate) type Key = (GameId, ChatRoom);

/// All chats. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Chats(Arc<State>);

struct State {
    people: Arc<People>,
    /// Those that somebody follows.
    talks: Mutex<HashMap<(GameId, bool), Arc<Talk>>>,
    by_player: RateLimit<PlayerId>,
    by_room: RateLimit<(GameId, bool)>,
}

impl Chats {
    pub(crate) fn new(people: Arc<People>) -> Self {
        Self(Arc::new(State {
            people,
            talks: Mutex::default(),
            by_player: RateLimit::new(PLAYER.0, PLAYER.1),
            by_room: RateLimit::new(ROOM.0, ROOM.1),
        }))
    }

    /// Adds a client to a chat, and tells it what was said.
    ///
    /// # Errors
    /// Why it may not follow it.
    pub(crate) async fn subscribe(&self, key: Key, listener: Listener) -> Result<ChatFeed, Refusal> {
        let (id, room) = key;
        let State { people, .. } = &*self.0;
        let rules = people.site.rules();
        if !rules.chat {
            return Err(Refusal::ChatIsOff);
        }
        let topic = topic_of(key);
        let game = archive::load(&*people.store.log, id).await.map_err(|error| match error {
            archive::ReadError::NoSuchGame(_) => Refusal::NoSuchTopic { topic: topic.clone() },
            archive::ReadError::Storage(_) => Refusal::Unavailable,
        })?;
        let identity = listener.identity.as_ref();
        if !may_see(&game, identity) {
            return Err(Refusal::NoSuchTopic { topic });
        }
        let side = identity.and_then(|identity| identity.side_in(&game.seats()));
        match (room, side) {
            (ChatRoom::Players, None) if !identity.is_some_and(|identity| identity.is_staff()) => {
                return Err(Refusal::NotAPlayer);
            }
            (ChatRoom::Spectators, Some(_)) if !game.is_over() => return Err(Refusal::StillPlaying),
            (ChatRoom::Spectators, None) if SiteRules::check(rules.watch, identity).is_err() => {
                return Err(Refusal::NeedsAccount);
            }
            _ => {}
        }
        let mut players = Vec::new();
        for color in tabiya_rules::Color::ALL {
            players.extend(game.seats()[color].player());
        }
        let accounts = people.store.accounts.accounts_of(&players).await.map_err(|_| Refusal::Unavailable)?;
        let is_kid =
            identity.and_then(|identity| identity.login.as_ref()).is_some_and(|login| login.account.kid);
        let among_kids = room == ChatRoom::Players && accounts.iter().any(|account| account.kid);
        let voice = Voice {
            side,
            presets_only: is_kid || among_kids,
            others: players
                .into_iter()
                .filter(|player| Some(*player) != identity.map(|own| own.player))
                .collect(),
        };
        let talk = self.talk(key).await?;
        Ok(ChatFeed::begin(self.clone(), key, talk, voice, listener))
    }

    /// The room, which is read where nobody follows it yet.
    async fn talk(&self, key: Key) -> Result<Arc<Talk>, Refusal> {
        let place = place_of(key);
        if let Some(talk) = self.lock().get(&place) {
            return Ok(Arc::clone(talk));
        }
        let talk =
            Talk::read(Arc::clone(&self.0.people.store.chat), key).await.map_err(|_| Refusal::Unavailable)?;
        // Another client may have come in the meantime.
        Ok(Arc::clone(self.lock().entry(place).or_insert_with(|| Arc::new(talk))))
    }

    /// Forgets a room that nobody follows any more.
    fn forget(&self, key: Key) {
        let mut talks = self.lock();
        let place = place_of(key);
        if talks.get(&place).is_some_and(|talk| talk.is_empty() && Arc::strong_count(talk) == 1) {
            talks.remove(&place);
        }
    }

    /// Ends all subscriptions, because the server is being stopped.
    pub(crate) fn close(&self) {
        for talk in self.lock().values() {
            talk.close();
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<(GameId, bool), Arc<Talk>>> {
        // Nothing under the lock can panic half-way.
        self.0.talks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn place_of((game, room): Key) -> (GameId, bool) {
    (game, room == ChatRoom::Players)
}

fn topic_of((game, room): Key) -> Topic {
    match room {
        ChatRoom::Players => Topic::Chat(game),
        ChatRoom::Spectators => Topic::Watchers(game),
    }
}
