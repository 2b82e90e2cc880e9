// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which topic is whose.

use tabiya_accounts::feed::{Feed, Listener};
use tabiya_accounts::personal::Personal;
use tabiya_analysis::Analyses;
use tabiya_events::topic::EventTopics;
use tabiya_live::chat::Chats;
use tabiya_live::lobby::Lobby;
use tabiya_live::room::Rooms;
use tabiya_protocol::{Refusal, Topic};
use tabiya_store::ChatRoom;

/// The owners of all topics. All connections share it.
pub struct Feeds {
    /// Games.
    pub rooms: Rooms,
    /// Each player's own topic, `me`.
    pub personal: Personal,
    /// `None` where there are no people.
    pub chats: Option<Chats>,
    /// `None` in tests of rooms alone.
    pub analyses: Option<Analyses>,
    /// `None` in tests of rooms alone.
    pub events: Option<EventTopics>,
    /// `None` in tests of rooms alone.
    pub lobby: Option<Lobby>,
}

impl Feeds {
    /// Games and `me` alone, for tests of rooms.
    pub fn of_rooms(rooms: Rooms, personal: Personal) -> Self {
        Self { rooms, personal, chats: None, analyses: None, events: None, lobby: None }
    }

    /// Subscribes a client. What it has missed, or everything, is on its way when this returns.
    ///
    /// # Errors
    /// Why the client may not subscribe; or there is no such topic.
    pub(crate) async fn open(&self, topic: &Topic, listener: Listener<'_>) -> Result<Box<dyn Feed>, Refusal> {
        // Games and their players' chats look themselves whether the visitor plays there.
        let is_own = matches!(topic, Topic::Game(_) | Topic::Chat(_) | Topic::Me);
        if !listener.visitor.may_watch && !is_own {
            return Err(Refusal::NoSuchTopic { topic: topic.clone() });
        }
        match topic {
            Topic::Game(game) => Ok(Box::new(self.rooms.follow(*game, listener).await?)),
            Topic::Me => Ok(Box::new(self.personal.subscribe(listener).await?)),
            Topic::Chat(game) if let Some(chats) = &self.chats => {
                Ok(Box::new(chats.subscribe((*game, ChatRoom::Players), listener).await?))
            }
            Topic::Watchers(game) if let Some(chats) = &self.chats => {
                Ok(Box::new(chats.subscribe((*game, ChatRoom::Spectators), listener).await?))
            }
            Topic::Analysis(game) if let Some(analyses) = &self.analyses => {
                Ok(Box::new(analyses.subscribe(*game, listener).await?))
            }
            Topic::Event(event) if let Some(events) = &self.events => {
                Ok(Box::new(events.subscribe(*event, listener).await?))
            }
            Topic::EventChat(event) if let Some(chats) = &self.chats => {
                Ok(Box::new(chats.subscribe_to_event(*event, listener).await?))
            }
            Topic::Lobby if let Some(lobby) = &self.lobby => lobby.subscribe(listener).await,
            Topic::Chat(_)
            | Topic::Watchers(_)
            | Topic::Analysis(_)
            | Topic::Event(_)
            | Topic::EventChat(_)
            | Topic::Lobby
            | Topic::Unknown(_) => Err(Refusal::NoSuchTopic { topic: topic.clone() }),
        }
    }

    /// Ends all subscriptions, because the server is being stopped: those of games first, so that everybody has heard of the
    /// last moves.
    pub async fn close(&self) {
        self.rooms.close_all().await;
        if let Some(lobby) = &self.lobby {
            lobby.close().await;
        }
        self.personal.close();
        if let Some(analyses) = &self.analyses {
            analyses.close();
        }
        if let Some(events) = &self.events {
            events.close();
        }
        if let Some(chats) = &self.chats {
            chats.close();
        }
    }
}
