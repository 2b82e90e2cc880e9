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

/// Makes the enum of topics and their names: as what the page's types take them, those of which there is one for each id (`game:ID`),
/// and those that stand alone.
macro_rules! topics {
    (
        page $page:tt
        of { $($(#[$of_doc:meta])* $of:ident($id:ty) = $of_name:literal,)+ }
        alone { $($(#[$doc:meta])* $alone:ident = $name:literal,)+ }
    ) => {
        /// What a client can subscribe to, by its name in messages. Every message about a topic contains the name.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[cfg_attr(feature = "ts", ts(export_to = "protocol.ts", type = $page))]
        pub enum Topic {
            $($(#[$of_doc])* $of($id),)+
            $($(#[$doc])* $alone,)+
            /// Any other name. No such topic exists; the name is kept for the refusal.
            Unknown(Box<str>),
        }

        impl Topic {
            /// What the names of the topics begin with, one for each kind of topic that exists.
            pub const KINDS: &[&str] = &[$($of_name,)+ $($name,)+];
        }

        impl fmt::Display for Topic {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$of(id) => write!(f, concat!($of_name, ":{}"), id.as_str()),)+
                    $(Self::$alone => f.write_str($name),)+
                    Self::Unknown(name) => f.write_str(name),
                }
            }
        }

        impl FromStr for Topic {
            type Err = Infallible;

            fn from_str(name: &str) -> Result<Self, Infallible> {
                let known = match name.split_once(':') {
                    $(Some(($of_name, id)) => id.parse().ok().map(Self::$of),)+
                    $(None if name == $name => Some(Self::$alone),)+
                    _ => None,
                };
                Ok(known.unwrap_or_else(|| Self::Unknown(name.into())))
            }
        }
    };
}

topics! {
    page "`game:${string}` | `chat:${string}` | `watchers:${string}` | `analysis:${string}` | `event:${string}` | `event_chat:${string}` | 'lobby' | 'me'"
    of {
        /// One game: `game:ID`.
        Game(GameId) = "game",
        /// What the two players of a game say to each other: `chat:ID`.
        Chat(GameId) = "chat",
        /// What the spectators of a game say: `watchers:ID`.
        Watchers(GameId) = "watchers",
        /// The computer analysis of a game: `analysis:ID`.
        Analysis(GameId) = "analysis",
        /// A tournament: `event:ID`.
        Event(EventId) = "event",
        /// What those who follow a tournament say: `event_chat:ID`.
        EventChat(EventId) = "event_chat",
    }
    alone {
        /// Who looks for an opponent: `lobby`.
        Lobby = "lobby",
        /// What concerns the client's own player: `me`. All tabs of a player are told the same.
        Me = "me",
    }
}

impl Topic {
    /// The game's id, if this is the topic of a game.
    pub const fn game(&self) -> Option<GameId> {
        if let Self::Game(id) = self { Some(*id) } else { None }
    }
}

impl From<GameId> for Topic {
    fn from(id: GameId) -> Self {
        Self::Game(id)
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
