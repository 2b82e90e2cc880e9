// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages about what is said beside a game.

use serde::{Deserialize, Serialize};

use crate::{CommandId, Topic};

/// The maximum length of what is said at a time, in characters.
pub const MAX_CHAT: usize = 300;

/// What everybody may say, also where free text is not allowed. A page may word them in its own language.
pub const CHAT_PRESETS: [&str; 8] =
    ["Hello", "Good luck", "Have fun", "Good game", "Well played", "Thanks", "Sorry", "Bye"];

/// What a client may say in a chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum MaySay {
    /// It only reads.
    Nothing,
    /// One of the presets.
    Presets,
    /// Anything.
    Anything,
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ChatLineView {
    /// Counts up in each chat.
    pub number: u32,
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: u64,
    /// The name of who said it, then.
    pub name: String,
    /// What: plain text.
    pub text: String,
}

/// What a client asks of a chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ChatCommand {
    /// Say something in a chat. Answered by `chat_line`.
    Say {
        /// The chat.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// Plain text.
        text: String,
    },
    /// Tell staff about a line of a chat. Answered by `chat_reported`.
    ReportLine {
        /// The chat.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// The line's number.
        number: u32,
    },
    /// Remove a line of a chat; for moderators. Answered by `chat_line_removed`.
    RemoveLine {
        /// The chat.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// The line's number.
        number: u32,
    },
}

impl ChatCommand {
    /// The types of these messages.
    pub(crate) const TYPES: &[&str] = &["say", "report_line", "remove_line"];

    /// The command's number.
    pub const fn id(&self) -> CommandId {
        match *self {
            Self::Say { id, .. } | Self::ReportLine { id, .. } | Self::RemoveLine { id, .. } => id,
        }
    }

    /// The topic that it is about.
    pub const fn topic(&self) -> &Topic {
        match self {
            Self::Say { topic, .. } | Self::ReportLine { topic, .. } | Self::RemoveLine { topic, .. } => {
                topic
            }
        }
    }
}

/// What is told of a chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ChatMessage {
    /// The latest lines of a chat: the first message of a subscription.
    Chat {
        /// The chat.
        topic: Topic,
        /// The latest lines, the oldest first.
        lines: Vec<ChatLineView>,
        /// What this client may say.
        may_say: MaySay,
    },
    /// Something was said in a chat.
    ChatLine {
        /// The chat.
        topic: Topic,
        /// The command that said it, if this client sent it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        id: Option<CommandId>,
        /// The line.
        line: ChatLineView,
    },
    /// Staff have removed a line of a chat.
    ChatLineRemoved {
        /// The chat.
        topic: Topic,
        /// The line's number.
        number: u32,
    },
    /// Staff will look at a line.
    ChatReported {
        /// The chat.
        topic: Topic,
        /// The command.
        id: CommandId,
        /// The line's number.
        number: u32,
    },
}

impl ChatMessage {
    /// The types of these messages.
    pub(crate) const TYPES: &[&str] = &["chat", "chat_line", "chat_line_removed", "chat_reported"];

    /// The message for the client whose command caused it; `None` if it has no place for the command's number.
    pub(crate) fn caused_by(&self, command: CommandId) -> Option<Self> {
        let mut message = self.clone();
        match &mut message {
            Self::ChatLine { id, .. } => *id = Some(command),
            Self::Chat { .. } | Self::ChatLineRemoved { .. } | Self::ChatReported { .. } => return None,
        }
        Some(message)
    }
}
