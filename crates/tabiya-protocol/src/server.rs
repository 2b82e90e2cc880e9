// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages from the server to a client, on its only socket: an enum of each subject, in the subject's own file.

use serde::Serialize;

use crate::by_type::subjects;
use crate::event_topic::EventMessage;
use crate::{
    AnalysisMessage, ChatMessage, CommandId, ConnectionMessage, GameMessage, LobbyMessage, PersonalMessage,
};

/// A message of the server: one JSON object in a text frame, whose `type` is the variant of its subject's enum. Every message
/// about a topic names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ServerMessage {
    /// About any topic.
    Connection(ConnectionMessage),
    /// About a game.
    Game(GameMessage),
    /// About a chat.
    Chat(ChatMessage),
    /// About the lobby.
    Lobby(LobbyMessage),
    /// About the analysis of a game.
    Analysis(AnalysisMessage),
    /// About an event.
    Event(EventMessage),
    /// On a player's own topic.
    Personal(PersonalMessage),
}

subjects!(
    ServerMessage:
    Game(GameMessage),
    Connection(ConnectionMessage),
    Chat(ChatMessage),
    Lobby(LobbyMessage),
    Analysis(AnalysisMessage),
    Event(EventMessage),
    Personal(PersonalMessage),
);

impl ServerMessage {
    /// The message for the client whose command caused it; `None` if it has no place for the command's number.
    pub fn caused_by(&self, command: CommandId) -> Option<Self> {
        match self {
            Self::Game(message) => message.caused_by(command).map(Self::Game),
            Self::Chat(message) => message.caused_by(command).map(Self::Chat),
            Self::Lobby(message) => message.caused_by(command).map(Self::Lobby),
            Self::Connection(_) | Self::Analysis(_) | Self::Event(_) | Self::Personal(_) => None,
        }
    }
}

/// Clients send none of these.
pub(crate) const LISTS: &[&str] = &[];

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<ServerMessage>();
}
