// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages from the server to a client, on its only socket: an enum of each subject, in the subject's own file.

use serde::Serialize;

use crate::by_type::subjects;
use crate::event_topic::EventMessage;
use crate::{
    AnalysisMessage, ChatMessage, CommandId, ConnectionMessage, GameMessage, LobbyMessage, PersonalMessage,
};

/// Makes the enum of what the server tells, of which every subject is one line: those of whose messages some answer a command, and
/// those that only tell what is new.
macro_rules! messages {
    (
        answers { $($(#[$answer_doc:meta])* $answer:ident($answers:ident),)+ }
        news { $($(#[$doc:meta])* $subject:ident($message:ident),)+ }
    ) => {
        /// A message of the server: one JSON object in a text frame, whose `type` is the variant of its subject's enum. Every message
        /// about a topic names it.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(untagged)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
        pub enum ServerMessage {
            $($(#[$answer_doc])* $answer($answers),)+
            $($(#[$doc])* $subject($message),)+
        }

        subjects!(ServerMessage: $($answer($answers),)+ $($subject($message),)+);

        impl ServerMessage {
            /// Reads a message from its JSON. Not a generic function, so this crate alone translates what reads all the parts.
            ///
            /// # Errors
            /// If it is no such message.
            pub fn from_json(json: &[u8]) -> Result<Self, serde_json::Error> {
                serde_json::from_slice(json)
            }

            /// The message for the client whose command caused it; `None` if it has no place for the command's number.
            pub fn caused_by(&self, command: CommandId) -> Option<Self> {
                match self {
                    $(Self::$answer(message) => message.caused_by(command).map(Self::$answer),)+
                    $(Self::$subject(_) => None,)+
                }
            }
        }
    };
}

messages! {
    answers {
        /// About a game.
        Game(GameMessage),
        /// About a chat.
        Chat(ChatMessage),
        /// About the lobby.
        Lobby(LobbyMessage),
    }
    news {
        /// About any topic.
        Connection(ConnectionMessage),
        /// About the analysis of a game.
        Analysis(AnalysisMessage),
        /// About an event.
        Event(EventMessage),
        /// On a player's own topic.
        Personal(PersonalMessage),
    }
}

/// Clients send none of these.
pub(crate) const LISTS: &[&str] = &[];

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<ServerMessage>();
}
