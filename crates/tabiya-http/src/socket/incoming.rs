// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a client's message asks for.

use tabiya_live::room::RoomCommand;
use tabiya_protocol::{ClientMessage, CommandId, ReadError, Topic, read};

/// A message, taken apart.
#[derive(Debug)]
pub(super) enum Incoming {
    Subscribe {
        topic: Topic,
        after: Option<u32>,
    },
    Unsubscribe {
        topic: Topic,
    },
    Ping {
        topic: Option<Topic>,
    },
    Command {
        topic: Topic,
        id: CommandId,
        command: RoomCommand,
    },
    /// A command about a game that is for another kind of topic.
    WrongTopic {
        topic: Topic,
        id: CommandId,
    },
    /// A command about a topic that is not a game.
    ToFeed {
        topic: Topic,
        id: CommandId,
        message: ClientMessage,
    },
}

impl Incoming {
    /// What it is about, and its number.
    pub(super) fn names(self) -> (Option<Topic>, Option<CommandId>) {
        match self {
            Self::Subscribe { topic, .. } | Self::Unsubscribe { topic } => (Some(topic), None),
            Self::Ping { topic } => (topic, None),
            Self::Command { topic, id, .. }
            | Self::WrongTopic { topic, id }
            | Self::ToFeed { topic, id, .. } => (Some(topic), Some(id)),
        }
    }

    /// Reads a message, and separates what a room decides from the rest.
    pub(super) fn read(text: &str) -> Result<Self, ReadError> {
        let message: ClientMessage = read(text.as_bytes())?;
        if let (Some(topic), Some(id)) = (message.topic(), message.id())
            && topic.game().is_none()
        {
            return Ok(Self::ToFeed { topic: topic.clone(), id, message });
        }
        let (topic, id, command) = match message {
            ClientMessage::Subscribe { topic, after } => return Ok(Self::Subscribe { topic, after }),
            ClientMessage::Unsubscribe { topic } => return Ok(Self::Unsubscribe { topic }),
            ClientMessage::Ping { topic } => return Ok(Self::Ping { topic }),
            ClientMessage::Play { topic, id, seq, uci } => (topic, id, RoomCommand::Play { seq, uci }),
            ClientMessage::Premoves { topic, id, seq, moves } => {
                (topic, id, RoomCommand::Premoves { seq, moves })
            }
            ClientMessage::Join { topic, id, color } => {
                (topic, id, color.map_or(RoomCommand::Join, RoomCommand::JoinAs))
            }
            ClientMessage::Resign { topic, id } => (topic, id, RoomCommand::Resign),
            ClientMessage::Abort { topic, id } => (topic, id, RoomCommand::Abort),
            ClientMessage::OfferDraw { topic, id } => (topic, id, RoomCommand::OfferDraw),
            ClientMessage::AnswerDraw { topic, id, accept, seq } => {
                (topic, id, RoomCommand::AnswerDraw { accept, seq })
            }
            ClientMessage::ClaimDraw { topic, id } => (topic, id, RoomCommand::ClaimDraw),
            ClientMessage::ClaimLeft { topic, id, claim } => (topic, id, RoomCommand::ClaimLeft { claim }),
            ClientMessage::Say { topic, id, .. }
            | ClientMessage::ReportLine { topic, id, .. }
            | ClientMessage::RemoveLine { topic, id, .. } => return Ok(Self::WrongTopic { topic, id }),
            ClientMessage::ProposeTakeback { topic, id } => (topic, id, RoomCommand::ProposeTakeback),
            ClientMessage::AnswerTakeback { topic, id, accept, seq } => {
                (topic, id, RoomCommand::AnswerTakeback { accept, seq })
            }
            ClientMessage::GiveTime { topic, id } => (topic, id, RoomCommand::GiveTime),
            ClientMessage::DeclineRematch { topic, id } => (topic, id, RoomCommand::DeclineRematch),
            ClientMessage::Rematch { topic, id } => (topic, id, RoomCommand::Rematch),
            message @ (ClientMessage::Seek { .. }
            | ClientMessage::CancelSeek { .. }
            | ClientMessage::AcceptSeek { .. }) => return Ok(Self::misplaced(message)),
        };
        Ok(Self::Command { topic, id, command })
    }

    /// A command that no game takes, about a game.
    fn misplaced(message: ClientMessage) -> Self {
        let (topic, id) = (message.topic().cloned(), message.id());
        let (topic, id) = topic.zip(id).expect("every command has a topic and a number");
        Self::ToFeed { topic, id, message }
    }
}
