// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages from a client to the server, on its only socket: an enum of each subject, in the subject's own file.

use serde::Serialize;

use crate::by_type::subjects;
use crate::{ChatCommand, CommandId, ConnectionRequest, GameCommand, LobbyCommand, Topic};

/// Makes the enum of what clients send, of which every subject is one line.
macro_rules! commands {
    ($($(#[$doc:meta])* $subject:ident($command:ident),)+) => {
        /// A message of a client: one JSON object in a text frame, whose `type` is the variant of its subject's enum. Every message
        /// about a topic names it.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(untagged)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
        pub enum ClientMessage {
            /// To follow topics.
            Connection(ConnectionRequest),
            $($(#[$doc])* $subject($command),)+
        }

        subjects!(ClientMessage: $($subject($command),)+ Connection(ConnectionRequest));

        impl ClientMessage {
            /// The command's number; `None` for what is no command.
            pub const fn id(&self) -> Option<CommandId> {
                match self {
                    Self::Connection(_) => None,
                    $(Self::$subject(command) => Some(command.id()),)+
                }
            }

            /// The topic of the message; `None` for a ping without a topic.
            pub const fn topic(&self) -> Option<&Topic> {
                match self {
                    Self::Connection(request) => request.topic(),
                    $(Self::$subject(command) => Some(command.topic()),)+
                }
            }
        }
    };
}

commands! {
    /// About a game.
    Game(GameCommand),
    /// About a chat.
    Chat(ChatCommand),
    /// About the lobby.
    Lobby(LobbyCommand),
}

/// The fields of its messages that are lists.
pub(crate) const LISTS: &[&str] = &["moves"];

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<ClientMessage>();
}
