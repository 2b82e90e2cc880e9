// SPDX-License-Identifier: MIT OR Apache-2.0
//! Protocol 1's messages from a client, on the socket of one game. They go with the last page that speaks them.

use serde::{Deserialize, Serialize};

use crate::{CommandId, LeftClaim};

/// What a client may say on a game's socket: one JSON object a text frame, told apart by `type`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum OldClientMessage {
    /// Attempt a move. An illegal one is answered with the reason.
    Play {
        /// Echoed in the answer.
        id: CommandId,
        /// Half-moves already played when the move was made; makes sending it again harmless.
        ply: u32,
        /// The move in UCI notation: `e2e4`, `e7e8q`; castling as `e1g1` or king takes rook.
        uci: String,
    },
    /// Take the open seat.
    Join {
        /// Echoed in the answer.
        id: CommandId,
    },
    /// Give the game up.
    Resign {
        /// Echoed in the answer.
        id: CommandId,
    },
    /// End the game without a result; only until both sides have moved once.
    Abort {
        /// Echoed in the answer.
        id: CommandId,
    },
    /// Offer a draw. It stands until it is answered or the opponent moves.
    OfferDraw {
        /// Echoed in the answer.
        id: CommandId,
    },
    /// Answer the opponent's draw offer.
    AnswerDraw {
        /// Echoed in the answer.
        id: CommandId,
        /// Whether the draw is agreed.
        accept: bool,
    },
    /// Claim a draw by threefold repetition or the fifty-move rule in the current position.
    ClaimDraw {
        /// Echoed in the answer.
        id: CommandId,
    },
    /// Claim the game, or a draw, from an opponent who has left for as long as `absence` said.
    ClaimLeft {
        /// Echoed in the answer.
        id: CommandId,
        /// What is claimed.
        claim: LeftClaim,
    },
    /// After the end: offer another game with colours changed, or agree to the opponent's offer.
    Rematch {
        /// Echoed in the answer.
        id: CommandId,
    },
    /// Ask for the number of the newest event; answered by `pong`.
    Ping {},
}

impl OldClientMessage {
    /// The command's own number; none for a ping.
    pub const fn id(&self) -> Option<CommandId> {
        match *self {
            Self::Play { id, .. }
            | Self::Join { id }
            | Self::Resign { id }
            | Self::Abort { id }
            | Self::OfferDraw { id }
            | Self::AnswerDraw { id, .. }
            | Self::ClaimDraw { id }
            | Self::ClaimLeft { id, .. }
            | Self::Rematch { id } => Some(id),
            Self::Ping {} => None,
        }
    }
}
