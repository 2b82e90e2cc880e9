// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a player's message asks of the game.

use tabiya_game::{Command, Millis};
use tabiya_protocol::{ClientMessage, LeftClaim, Refusal};
use tabiya_rules::Color;

/// The command of the player on this side. Not for messages that no player's side is needed for.
pub(super) fn players_command(
    message: ClientMessage,
    by: Color,
    lag: Option<Millis>,
) -> Result<Command, Refusal> {
    Ok(match message {
        ClientMessage::Play { ply, uci, .. } => {
            let attempt = uci.parse().map_err(|error| Refusal::Malformed { detail: format!("{error}") })?;
            Command::Play { by, attempt, ply, lag }
        }
        ClientMessage::Resign { .. } => Command::Resign { by },
        ClientMessage::Abort { .. } => Command::Abort { by },
        ClientMessage::OfferDraw { .. } => Command::OfferDraw { by },
        ClientMessage::AnswerDraw { accept: true, .. } => Command::AcceptDraw { by },
        ClientMessage::AnswerDraw { accept: false, .. } => Command::DeclineDraw { by },
        ClientMessage::ClaimDraw { .. } => Command::ClaimDraw { by },
        ClientMessage::ClaimLeft { claim: LeftClaim::Win, .. } => {
            Command::ClaimLeft { by, claim: tabiya_game::LeftClaim::Win }
        }
        ClientMessage::ClaimLeft { claim: LeftClaim::Draw, .. } => {
            Command::ClaimLeft { by, claim: tabiya_game::LeftClaim::Draw }
        }
        ClientMessage::Join { .. } | ClientMessage::Rematch { .. } | ClientMessage::Ping {} => {
            unreachable!("the caller keeps these")
        }
    })
}
