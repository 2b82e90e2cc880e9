// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a client asks of a game, whichever protocol it speaks.

use tabiya_game::{Command, Game, Millis};
use tabiya_protocol::{LeftClaim, Refusal};
use tabiya_rules::Color;

/// Up to where a client knew the game when it made a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Since {
    /// It had this event.
    Event(u32),
    /// So many half-moves had been played: protocol 1.
    HalfMove(u32),
}

impl Since {
    /// The number of the newest event that the client certainly had; none of an event that is still to come.
    fn seq(self, game: &Game) -> Option<u32> {
        match self {
            Self::Event(seq) => Some(seq),
            Self::HalfMove(0) => Some(0),
            Self::HalfMove(ply) => game.plies().get(ply as usize - 1).map(|played| played.seq),
        }
    }
}

/// A command, without its number and its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RoomCommand {
    Play { since: Since, uci: String },
    Join,
    Resign,
    Abort,
    OfferDraw,
    AnswerDraw { accept: bool },
    ClaimDraw,
    ClaimLeft { claim: LeftClaim },
    Rematch,
}

impl RoomCommand {
    /// The command of the player on this side; none for what is not the game's to decide.
    pub(super) fn for_side(
        self,
        by: Color,
        lag: Option<Millis>,
        game: &Game,
    ) -> Result<Option<Command>, Refusal> {
        Ok(Some(match self {
            Self::Play { since, uci } => {
                let attempt =
                    uci.parse().map_err(|error| Refusal::Malformed { detail: format!("{error}") })?;
                let seq = since.seq(game).ok_or(Refusal::Stale { ply: game.ply() })?;
                Command::Play { by, attempt, seq, lag }
            }
            Self::Resign => Command::Resign { by },
            Self::Abort => Command::Abort { by },
            Self::OfferDraw => Command::OfferDraw { by },
            Self::AnswerDraw { accept: true } => Command::AcceptDraw { by },
            Self::AnswerDraw { accept: false } => Command::DeclineDraw { by },
            Self::ClaimDraw => Command::ClaimDraw { by },
            Self::ClaimLeft { claim: LeftClaim::Win } => {
                Command::ClaimLeft { by, claim: tabiya_game::LeftClaim::Win }
            }
            Self::ClaimLeft { claim: LeftClaim::Draw } => {
                Command::ClaimLeft { by, claim: tabiya_game::LeftClaim::Draw }
            }
            Self::Join | Self::Rematch => return Ok(None),
        }))
    }
}
