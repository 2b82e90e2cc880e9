// SPDX-License-Identifier: MIT OR Apache-2.0
//! Topics, to which a client subscribes on its socket.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tabiya_game::GameId;

use crate::events::EventId;

/// The maximum length of a topic's name in bytes.
pub const MAX_TOPIC: usize = 64;

/// What a client can subscribe to, by its name in messages. Every message about a topic contains the name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(
    feature = "ts",
    ts(
        export_to = "protocol.ts",
        type = "`game:${string}` | `chat:${string}` | `watchers:${string}` | `analysis:${string}` | `event:${string}` | `event_chat:${string}` | 'lobby' | 'me'"
    )
)]
pub enum Topic {
    /// One game: `game:ID`.
    Game(GameId),
    /// Who looks for an opponent: `lobby`.
    Lobby,
    /// What the two players of a game say to each other: `chat:ID`.
    Chat(GameId),
    /// What the spectators of a game say: `watchers:ID`.
    Watchers(GameId),
    /// The computer analysis of a game: `analysis:ID`.
    Analysis(GameId),
    /// A tournament: `event:ID`.
    Event(EventId),
    /// What those who follow a tournament say: `event_chat:ID`.
    EventChat(EventId),
    /// What concerns the client's own player: `me`. All tabs of a player are told the same.
    Me,
    /// Any other name. No such topic exists; the name is kept for the refusal.
    Unknown(Box<str>),
}

impl Topic {
    /// What the names of the topics begin with, one for each kind of topic that exists.
    pub const KINDS: &[&str] =
        &["game", "lobby", "chat", "watchers", "analysis", "event", "event_chat", "me"];

    /// The game's id, if this is the topic of a game.
    pub const fn game(&self) -> Option<GameId> {
        match self {
            Self::Game(id) => Some(*id),
            Self::Lobby
            | Self::Chat(_)
            | Self::Watchers(_)
            | Self::Analysis(_)
            | Self::Event(_)
            | Self::EventChat(_)
            | Self::Me
            | Self::Unknown(_) => None,
        }
    }
}

impl From<GameId> for Topic {
    fn from(id: GameId) -> Self {
        Self::Game(id)
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(id) => write!(f, "game:{}", id.as_str()),
            Self::Chat(id) => write!(f, "chat:{}", id.as_str()),
            Self::Watchers(id) => write!(f, "watchers:{}", id.as_str()),
            Self::Analysis(id) => write!(f, "analysis:{}", id.as_str()),
            Self::Event(id) => write!(f, "event:{}", id.as_str()),
            Self::EventChat(id) => write!(f, "event_chat:{}", id.as_str()),
            Self::Lobby => f.write_str("lobby"),
            Self::Me => f.write_str("me"),
            Self::Unknown(name) => f.write_str(name),
        }
    }
}

impl FromStr for Topic {
    type Err = Infallible;

    fn from_str(name: &str) -> Result<Self, Infallible> {
        Ok(match name {
            "lobby" => Self::Lobby,
            "me" => Self::Me,
            _ => {
                let of = |prefix| name.strip_prefix(prefix).and_then(|id| id.parse::<GameId>().ok());
                let chat = || of("chat:").map(Self::Chat).or_else(|| of("watchers:").map(Self::Watchers));
                let analysis = || of("analysis:").map(Self::Analysis);
                let of_event = |prefix| name.strip_prefix(prefix).and_then(|id| id.parse::<EventId>().ok());
                let event_chat = || of_event("event_chat:").map(Self::EventChat);
                let event = || of_event("event:").map(Self::Event).or_else(event_chat);
                of("game:")
                    .map(Self::Game)
                    .or_else(chat)
                    .or_else(analysis)
                    .or_else(event)
                    .unwrap_or_else(|| Self::Unknown(name.into()))
            }
        })
    }
}

impl Serialize for Topic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Topic {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;

        impl Visitor<'_> for Name {
            type Value = Topic;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a topic such as \"game:k3Jx0aQz\", of at most {MAX_TOPIC} bytes")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Topic, E> {
                if name.len() > MAX_TOPIC {
                    return Err(E::invalid_length(name.len(), &self));
                }
                let Ok(topic) = name.parse();
                Ok(topic)
            }
        }

        deserializer.deserialize_str(Name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_topic_is_listed() {
        // A new kind of topic does not compile here before it has its word.
        let word = |topic: Topic| match topic {
            Topic::Game(_) => Some("game"),
            Topic::Lobby => Some("lobby"),
            Topic::Chat(_) => Some("chat"),
            Topic::Watchers(_) => Some("watchers"),
            Topic::Analysis(_) => Some("analysis"),
            Topic::Event(_) => Some("event"),
            Topic::EventChat(_) => Some("event_chat"),
            Topic::Me => Some("me"),
            Topic::Unknown(_) => None,
        };
        let game = GameId::from_bits(7);
        let one_of_each = [
            Topic::Game(game),
            Topic::Lobby,
            Topic::Chat(game),
            Topic::Watchers(game),
            Topic::Analysis(game),
            Topic::Event(EventId::from_bits(7)),
            Topic::EventChat(EventId::from_bits(7)),
            Topic::Me,
        ];
        let words: Vec<_> = one_of_each.into_iter().filter_map(word).collect();
        assert_eq!(words, Topic::KINDS);
        for kind in Topic::KINDS {
            let read = |name: &str| name.parse().map(word);
            let (Ok(found), Ok(alone)) = (read(&format!("{kind}:{game}")), read(kind));
            assert_eq!(found.or(alone), Some(*kind));
        }
    }

    #[test]
    fn names_are_read_and_written_alike() {
        let game = GameId::from_bits(7);
        assert_eq!(format!("game:{game}").parse(), Ok(Topic::Game(game)));
        for name in [
            "game:00000007",
            "chat:00000007",
            "watchers:00000007",
            "analysis:00000007",
            "event:00000007",
            "event_chat:00000007",
            "event:",
            "chat:",
            "game:",
            "game:1234567",
            "lobby",
            "me",
            "Lobby",
            "",
            "Game:00000007",
        ] {
            let Ok(topic) = name.parse::<Topic>();
            let is_known = [
                "game:00000007",
                "chat:00000007",
                "watchers:00000007",
                "analysis:00000007",
                "event:00000007",
                "event_chat:00000007",
                "event_chat:00000007",
                "lobby",
                "me",
            ]
            .contains(&name);
            assert_eq!(!matches!(topic, Topic::Unknown(_)), is_known, "{name}");
            assert_eq!(topic.to_string(), name);
            assert_eq!(topic.game().is_some(), name == "game:00000007", "{name}");
            let json = serde_json::to_string(&topic).unwrap();
            assert_eq!(serde_json::from_str::<Topic>(&json).unwrap(), topic);
        }
        let long = format!("\"{}\"", "x".repeat(MAX_TOPIC + 1));
        assert!(serde_json::from_str::<Topic>(&long).is_err());
    }
}
