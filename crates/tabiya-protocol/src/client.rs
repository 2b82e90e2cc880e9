// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages from a client to the server, over its one socket.

use serde::{Deserialize, Serialize};

use crate::Topic;

/// A number by which a client knows its own command again in the answer. Any number; clients count up.
pub type CommandId = u32;

/// What a client may say: one JSON object a text frame, told apart by `type`. Every message about a topic names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ClientMessage {
    /// Ask to be told everything about a topic. Answered by `state`, or by the missed events and `synced`; or by
    /// `refused`. To subscribe again is to be told again.
    Subscribe {
        /// Which one.
        topic: Topic,
        /// The last event that the client has; none asks for the whole state.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        after: Option<u32>,
    },
    /// Ask to be told nothing more about a topic; answered by `unsubscribed`.
    Unsubscribe {
        /// Which one.
        topic: Topic,
    },
    /// Attempt a move. An illegal one is answered with the reason.
    Play {
        /// The game.
        topic: Topic,
        /// Echoed in the answer.
        id: CommandId,
        /// The number of the last event that the client had when the move was made. The move is stale where another
        /// was played after that; the same move with the same number may be sent again.
        seq: u32,
        /// The move in UCI notation: `e2e4`, `e7e8q`; castling as `e1g1` or king takes rook.
        uci: String,
    },
    /// Take the open seat.
    Join {
        /// The game.
        topic: Topic,
        /// Echoed in the answer.
        id: CommandId,
    },
    /// Give the game up.
    Resign {
        /// The game.
        topic: Topic,
        /// Echoed in the answer.
        id: CommandId,
    },
    /// End the game without a result; only until both sides have moved once.
    Abort {
        /// The game.
        topic: Topic,
        /// Echoed in the answer.
        id: CommandId,
    },
    /// Offer a draw. It stands until it is answered or the opponent moves.
    OfferDraw {
        /// The game.
        topic: Topic,
        /// Echoed in the answer.
        id: CommandId,
    },
    /// Answer the opponent's draw offer.
    AnswerDraw {
        /// The game.
        topic: Topic,
        /// Echoed in the answer.
        id: CommandId,
        /// Whether the draw is agreed.
        accept: bool,
    },
    /// Claim a draw by threefold repetition or the fifty-move rule in the current position.
    ClaimDraw {
        /// The game.
        topic: Topic,
        /// Echoed in the answer.
        id: CommandId,
    },
    /// Claim the game, or a draw, from an opponent who has left for as long as `absence` said.
    ClaimLeft {
        /// The game.
        topic: Topic,
        /// Echoed in the answer.
        id: CommandId,
        /// What is claimed.
        claim: LeftClaim,
    },
    /// After the end: offer another game with colours changed, or agree to the opponent's offer.
    Rematch {
        /// The game.
        topic: Topic,
        /// Echoed in the answer.
        id: CommandId,
    },
    /// Ask for a sign of life; answered by `pong`.
    Ping {
        /// With a topic the answer holds the number of its newest event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        topic: Option<Topic>,
    },
}

impl ClientMessage {
    /// The command's own number; none for a subscription and a ping.
    pub const fn id(&self) -> Option<CommandId> {
        match *self {
            Self::Play { id, .. }
            | Self::Join { id, .. }
            | Self::Resign { id, .. }
            | Self::Abort { id, .. }
            | Self::OfferDraw { id, .. }
            | Self::AnswerDraw { id, .. }
            | Self::ClaimDraw { id, .. }
            | Self::ClaimLeft { id, .. }
            | Self::Rematch { id, .. } => Some(id),
            Self::Subscribe { .. } | Self::Unsubscribe { .. } | Self::Ping { .. } => None,
        }
    }

    /// What it is about; none for a ping of the connection alone.
    pub const fn topic(&self) -> Option<&Topic> {
        match self {
            Self::Subscribe { topic, .. }
            | Self::Unsubscribe { topic }
            | Self::Play { topic, .. }
            | Self::Join { topic, .. }
            | Self::Resign { topic, .. }
            | Self::Abort { topic, .. }
            | Self::OfferDraw { topic, .. }
            | Self::AnswerDraw { topic, .. }
            | Self::ClaimDraw { topic, .. }
            | Self::ClaimLeft { topic, .. }
            | Self::Rematch { topic, .. } => Some(topic),
            Self::Ping { topic } => topic.as_ref(),
        }
    }
}

/// What can be claimed from an opponent who has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum LeftClaim {
    /// The game; half of it where the claimant could not have mated by any series of legal moves.
    Win,
    /// Half of it.
    Draw,
}
