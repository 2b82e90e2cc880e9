// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages from a client to the server, on its only socket.

use serde::{Deserialize, Serialize};
use tabiya_rules::Color;

use crate::{SeekId, SeekWish, Topic};

/// A number that the client gives to a command, and that the answer repeats. Any number; clients count up.
pub type CommandId = u32;

/// A message of a client: one JSON object in a text frame, whose `type` is the variant. Every message about a
/// topic names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ClientMessage {
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
    /// Attempt a move. An illegal move is answered with the reason.
    Play {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// The number of the newest event that the client had when the move was made. The move is stale if
        /// another was played or taken back after that. The same move may be sent again with the same number.
        seq: u32,
        /// The move in UCI notation: `e2e4`, `e7e8q`; castling as `e1g1`, or as the king capturing its own
        /// rook.
        uci: String,
    },
    /// Replace the queue of premoves: moves to be played as soon as it is this side's turn, one in each turn.
    /// Answered by `premoves`.
    Premoves {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// The number of the newest event that the client had. Premoves that were played after that are left
        /// out of `moves` where these begin with them.
        seq: u32,
        /// The whole queue, at most 16 moves in UCI notation; an empty list cancels all.
        moves: Vec<String>,
    },
    /// Take the open seat.
    Join {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// Which seat, where both are open.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        color: Option<Color>,
    },
    /// Resign the game.
    Resign {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
    },
    /// End the game without a result. Possible until both sides have moved.
    Abort {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
    },
    /// Offer a draw. The offer is open until it is answered or the opponent moves.
    OfferDraw {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
    },
    /// Answer the opponent's draw offer.
    AnswerDraw {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// Whether the draw is accepted.
        accept: bool,
        /// The number of the last event that the client had when it learned of the offer. One that was made later
        /// is not answered by this message, which is then refused as `stale`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        seq: Option<u32>,
    },
    /// Propose to take back: the own last move in the opponent's turn, else the last move of each side. Against
    /// the computer in a casual game it happens at once.
    ProposeTakeback {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
    },
    /// Answer the opponent's proposal to take back.
    AnswerTakeback {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// Whether the moves are taken back.
        accept: bool,
        /// The number of the last event that the client had when it learned of the proposal. One that was made later
        /// is not answered by this message, which is then refused as `stale`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        seq: Option<u32>,
    },
    /// Give the opponent 15 seconds on the clock.
    GiveTime {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
    },
    /// Claim a draw by threefold repetition or the fifty-move rule in the current position.
    ClaimDraw {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
    },
    /// Claim the win or a draw against an opponent who has been away for the time that `absence` stated.
    ClaimLeft {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// The result that is claimed.
        claim: LeftClaim,
    },
    /// After the end: offer another game with colours exchanged, or accept the opponent's offer.
    Rematch {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
    },
    /// Decline the opponent's rematch, or withdraw the own offer.
    DeclineRematch {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
    },
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
    /// Look for an opponent, in place of what the player was looking for before. Answered by `searching`. The search ends
    /// with the subscription, and where no ping about the lobby comes for half a minute.
    Seek {
        /// The lobby.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// The game.
        wish: SeekWish,
    },
    /// Look for an opponent no longer. Answered by `searching`.
    CancelSeek {
        /// The lobby.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
    },
    /// Play the game that somebody looks for. Answered by `paired` on the topic `me`, or by `refused`.
    AcceptSeek {
        /// The lobby.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// The seek's number.
        seek: SeekId,
    },
    /// Test the connection. Answered by `pong`.
    Ping {
        /// If a topic is given, the answer contains the number of its newest event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        topic: Option<Topic>,
    },
}

impl ClientMessage {
    /// The command's number; `None` for a subscription and a ping.
    pub const fn id(&self) -> Option<CommandId> {
        match *self {
            Self::Play { id, .. }
            | Self::Premoves { id, .. }
            | Self::Join { id, .. }
            | Self::Resign { id, .. }
            | Self::Abort { id, .. }
            | Self::OfferDraw { id, .. }
            | Self::AnswerDraw { id, .. }
            | Self::ClaimDraw { id, .. }
            | Self::ClaimLeft { id, .. }
            | Self::ProposeTakeback { id, .. }
            | Self::AnswerTakeback { id, .. }
            | Self::GiveTime { id, .. }
            | Self::Rematch { id, .. }
            | Self::Say { id, .. }
            | Self::ReportLine { id, .. }
            | Self::RemoveLine { id, .. }
            | Self::DeclineRematch { id, .. }
            | Self::Seek { id, .. }
            | Self::CancelSeek { id, .. }
            | Self::AcceptSeek { id, .. } => Some(id),
            Self::Subscribe { .. } | Self::Unsubscribe { .. } | Self::Ping { .. } => None,
        }
    }

    /// The topic of the message; `None` for a ping without a topic.
    pub const fn topic(&self) -> Option<&Topic> {
        match self {
            Self::Subscribe { topic, .. }
            | Self::Unsubscribe { topic }
            | Self::Play { topic, .. }
            | Self::Premoves { topic, .. }
            | Self::Join { topic, .. }
            | Self::Resign { topic, .. }
            | Self::Abort { topic, .. }
            | Self::OfferDraw { topic, .. }
            | Self::AnswerDraw { topic, .. }
            | Self::ClaimDraw { topic, .. }
            | Self::ClaimLeft { topic, .. }
            | Self::ProposeTakeback { topic, .. }
            | Self::AnswerTakeback { topic, .. }
            | Self::GiveTime { topic, .. }
            | Self::Rematch { topic, .. }
            | Self::Say { topic, .. }
            | Self::ReportLine { topic, .. }
            | Self::RemoveLine { topic, .. }
            | Self::DeclineRematch { topic, .. }
            | Self::Seek { topic, .. }
            | Self::CancelSeek { topic, .. }
            | Self::AcceptSeek { topic, .. } => Some(topic),
            Self::Ping { topic } => topic.as_ref(),
        }
    }
}

/// The result that a player claims against an opponent who has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum LeftClaim {
    /// A win; a draw if no series of legal moves leads to the claimant's mate.
    Win,
    /// A draw.
    Draw,
}

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<ClientMessage>();
}
