// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a player's message asks of the game.

use tabiya_game::{Command, Millis};
use tabiya_protocol::{LeftClaim, OldClientMessage, Refusal};
use tabiya_rules::Color;

/// The command of the player on this side. Not for messages that no player's side is needed for.
pub(super) fn players_command(
    message: OldClientMessage,
    by: Color,
    lag: Option<Millis>,
) -> Result<Command, Refusal> {
    Ok(match message {
        OldClientMessage::Play { ply, uci, .. } => {
            let attempt = uci.parse().map_err(|error| Refusal::Malformed { detail: format!("{error}") })?;
            Command::Play { by, attempt, ply, lag }
        }
        OldClientMessage::Resign { .. } => Command::Resign { by },
        OldClientMessage::Abort { .. } => Command::Abort { by },
        OldClientMessage::OfferDraw { .. } => Command::OfferDraw { by },
        OldClientMessage::AnswerDraw { accept: true, .. } => Command::AcceptDraw { by },
        OldClientMessage::AnswerDraw { accept: false, .. } => Command::DeclineDraw { by },
        OldClientMessage::ClaimDraw { .. } => Command::ClaimDraw { by },
        OldClientMessage::ClaimLeft { claim: LeftClaim::Win, .. } => {
            Command::ClaimLeft { by, claim: tabiya_game::LeftClaim::Win }
        }
        OldClientMessage::ClaimLeft { claim: LeftClaim::Draw, .. } => {
            Command::ClaimLeft { by, claim: tabiya_game::LeftClaim::Draw }
        }
        OldClientMessage::Join { .. } | OldClientMessage::Rematch { .. } | OldClientMessage::Ping {} => {
            unreachable!("the caller keeps these")
        }
    })
}
