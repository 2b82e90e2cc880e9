// SPDX-License-Identifier: AGPL-3.0-or-later
//! Where a chat is, as far as that decides who may read and write there: beside a game, or in an event.

use std::collections::HashSet;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use tabiya_game::{GameId, PlayerId};
use tabiya_protocol::Refusal;
use tabiya_protocol::events::EventId;
use tabiya_runtime::identity::Identity;
use tabiya_store::{ChatRoom, StorageError};

use super::beside::Beside;
use super::{Key, topic_of};

/// Who plays in an event at the moment: the crate of events says it.
pub trait PlayedNow: Send + Sync + 'static {
    /// The players of games with a clock that go on in an event; `None` if there is no such event.
    ///
    /// # Errors
    /// If the storage fails.
    fn playing(&self, event: EventId) -> BoxFuture<'_, Result<Option<HashSet<PlayerId>>, StorageError>>;
}

/// Where a chat is.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// Beside a game.
    Game(Beside),
    /// In an event, with those who play there now.
    Event(Arc<HashSet<PlayerId>>),
}

impl Place {
    /// The game beside which it is.
    pub(super) const fn game(&self) -> Option<&Beside> {
        match self {
            Self::Game(game) => Some(game),
            Self::Event(_) => None,
        }
    }

    /// Whether somebody may follow a chat of this place as it stands. It is asked again at each line: whoever takes a seat reads
    /// no more what spectators say, and whoever plays in an event reads nobody's advice.
    ///
    /// # Errors
    /// Why not.
    pub(super) fn may_follow(&self, key: Key, identity: Option<&Identity>) -> Result<(), Refusal> {
        let game = match self {
            Self::Event(playing) => {
                let plays = identity.is_some_and(|identity| identity.is_one_of(playing));
                return if plays { Err(Refusal::StillPlaying) } else { Ok(()) };
            }
            Self::Game(game) => game,
        };
        if !game.may_be_seen_by(identity) {
            return Err(Refusal::NoSuchTopic { topic: topic_of(key) });
        }
        let plays = identity.is_some_and(|identity| identity.side_in(&game.seats()).is_some());
        match key.1 {
            ChatRoom::Players if !plays && !identity.is_some_and(Identity::moderates) => {
                Err(Refusal::NotAPlayer)
            }
            ChatRoom::Spectators if plays && !game.is_over() => Err(Refusal::StillPlaying),
            ChatRoom::Players | ChatRoom::Spectators | ChatRoom::Event => Ok(()),
        }
    }
}

/// The id of the event whose chat this is.
pub(super) fn event_of((id, room): Key) -> Option<EventId> {
    match room {
        ChatRoom::Event => id.as_str().parse().ok(),
        ChatRoom::Players | ChatRoom::Spectators => None,
    }
}

/// The chat of an event. Its id is written like a game's.
pub(super) fn key_of(event: EventId) -> Option<Key> {
    Some((event.as_str().parse::<GameId>().ok()?, ChatRoom::Event))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_and_its_chat_lead_to_each_other() {
        let event = EventId::from_bits(7);
        let key = key_of(event).expect("ids are written alike");
        assert_eq!(event_of(key), Some(event));
        assert_eq!(event_of((key.0, ChatRoom::Spectators)), None);
    }

    #[test]
    fn whoever_plays_in_an_event_does_not_follow_its_chat() {
        let [ann, bob] = [1, 2].map(|number| Identity::guest(PlayerId::from_bytes([number; 16])));
        let key = key_of(EventId::from_bits(7)).unwrap();
        let place = Place::Event(Arc::new(HashSet::from([ann.player])));
        assert_eq!(place.may_follow(key, Some(&ann)), Err(Refusal::StillPlaying));
        assert_eq!((place.may_follow(key, Some(&bob)), place.may_follow(key, None)), (Ok(()), Ok(())));
        let laptop = bob.at_the_venue(vec![ann.player]);
        assert_eq!(
            place.may_follow(key, Some(&laptop)),
            Err(Refusal::StillPlaying),
            "a seat at the venue plays"
        );
    }
}
