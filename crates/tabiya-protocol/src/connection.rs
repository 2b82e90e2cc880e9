// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is said about any topic, and about the connection itself.

use serde::{Deserialize, Serialize};

use crate::{Refusal, Topic};

/// A number that the client gives to a command, and that the answer repeats. Any number; clients count up.
pub type CommandId = u32;

/// What a client says to follow topics. It is no command: it has no number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ConnectionRequest {
    /// Subscribe to all messages about a topic. Answered by everything (`state`, `mine`, `lobby` or `chat`), or by what the
    /// client has missed and `synced` (in a game) or `resumed`; or by `refused`. A second subscription is answered in the
    /// same way.
    Subscribe {
        /// The topic.
        topic: Topic,
        /// The number of the newest message that the client has; null requests everything.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        after: Option<u64>,
    },
    /// End the subscription to a topic. Answered by `unsubscribed`.
    Unsubscribe {
        /// The topic.
        topic: Topic,
    },
    /// Test the connection. Answered by `pong`.
    Ping {
        /// If a topic is given, the answer contains the number of its newest event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        topic: Option<Topic>,
    },
}

impl ConnectionRequest {
    /// The types of these messages.
    pub(crate) const TYPES: &[&str] = &["subscribe", "unsubscribe", "ping"];

    /// The topic of the message; `None` for a ping without a topic.
    pub const fn topic(&self) -> Option<&Topic> {
        match self {
            Self::Subscribe { topic, .. } | Self::Unsubscribe { topic } => Some(topic),
            Self::Ping { topic } => topic.as_ref(),
        }
    }
}

/// What is told of any topic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ConnectionMessage {
    /// A resume is complete in a topic that is no game: all missed messages have been sent.
    Resumed {
        /// The topic.
        topic: Topic,
        /// The number of its newest message.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seq: u64,
    },
    /// The subscription to this topic has ended.
    Unsubscribed {
        /// The topic.
        topic: Topic,
    },
    /// A command or a subscription was refused, and nothing changed.
    Refused {
        /// The topic of the message; null if the message was not valid or had no topic.
        topic: Option<Topic>,
        /// The command; null for a subscription, and if the message was not valid.
        id: Option<CommandId>,
        /// The number of the topic's newest message; null if the client is not subscribed to it.
        seq: Option<u64>,
        /// The reason, for programs.
        refusal: Refusal,
        /// The reason in English.
        message: String,
    },
    /// The answer to a ping.
    Pong {
        /// The topic that the ping named.
        topic: Option<Topic>,
        /// The number of the topic's newest message.
        seq: Option<u64>,
    },
    /// The topic's owner can't be reached at the moment. What the client asks for waits; the next message about the topic says that
    /// the owner is heard again. So a ping is answered until then, and a subscription that waits.
    Unreachable {
        /// The topic.
        topic: Topic,
    },
    /// The client speaks another version of the protocol. The page reloads itself once.
    Outdated {
        /// The server's version.
        protocol: u16,
    },
    /// For whom, and with which rights, the server tells topics on this connection: the first message to a client that has
    /// asked for it.
    Rights {
        /// 16 letters and digits.
        rights: String,
    },
}

impl ConnectionMessage {
    /// The types of these messages.
    pub(crate) const TYPES: &[&str] =
        &["resumed", "unsubscribed", "refused", "pong", "unreachable", "outdated", "rights"];
}
