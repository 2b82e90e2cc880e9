// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a client asks of a game.

use tabiya_game::{Command, Millis};
use tabiya_protocol::{LeftClaim, Refusal};
use tabiya_rules::Color;

/// A command, without its number and its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomCommand {
    /// `seq` is the number of the last event that the client had.
    Play {
        seq: u32,
        uci: String,
    },
    /// The same from a client that does not count events. A move that its player has just made is not played twice.
    PlayNow {
        uci: String,
    },
    /// Replaces the queue of premoves. `seq` is as in `Play`.
    Premoves {
        seq: u32,
        moves: Vec<String>,
    },
    Join,
    /// The same on this seat.
    JoinAs(Color),
    Resign,
    Abort,
    /// Whoever made a game takes it back, as long as a seat is open. The sender is known to have made it.
    Withdraw,
    OfferDraw,
    AnswerDraw {
        accept: bool,
    },
    ClaimDraw,
    ClaimLeft {
        claim: LeftClaim,
    },
    ProposeTakeback,
    AnswerTakeback {
        accept: bool,
    },
    /// Proposes to take back, or accepts what the opponent has proposed.
    TakebackYes,
    GiveTime,
    /// The same for another amount.
    AddTime {
        time: Millis,
    },
    /// An organiser begins the round: the clocks run before both sides have moved.
    StartClocks,
    Rematch,
    DeclineRematch,
}

impl RoomCommand {
    /// The command of the player on this side; none for what is not the game's to decide.
    pub(super) fn for_side(self, by: Color, lag: Option<Millis>) -> Result<Option<Command>, Refusal> {
        Ok(Some(match self {
            Self::Play { seq, uci } => {
                let attempt =
                    uci.parse().map_err(|error| Refusal::Malformed { detail: format!("{error}") })?;
                Command::Play { by, attempt, seq, lag }
            }
            Self::Resign => Command::Resign { by },
            Self::Abort | Self::Withdraw => Command::Abort { by: Some(by) },
            Self::OfferDraw => Command::OfferDraw { by },
            Self::AnswerDraw { accept: true } => Command::AcceptDraw { by },
            Self::AnswerDraw { accept: false } => Command::DeclineDraw { by },
            Self::ProposeTakeback => Command::ProposeTakeback { by },
            Self::AnswerTakeback { accept: true } => Command::AcceptTakeback { by },
            Self::AnswerTakeback { accept: false } => Command::DeclineTakeback { by },
            Self::GiveTime => Command::GiveTime { by },
            Self::AddTime { time } => Command::AddTime { by, time },
            Self::StartClocks => Command::StartClocks,
            Self::ClaimDraw => Command::ClaimDraw { by },
            Self::ClaimLeft { claim: LeftClaim::Win } => {
                Command::ClaimLeft { by, claim: tabiya_game::LeftClaim::Win }
            }
            Self::ClaimLeft { claim: LeftClaim::Draw } => {
                Command::ClaimLeft { by, claim: tabiya_game::LeftClaim::Draw }
            }
            Self::PlayNow { .. }
            | Self::TakebackYes
            | Self::Premoves { .. }
            | Self::Join
            | Self::JoinAs(_)
            | Self::Rematch
            | Self::DeclineRematch => return Ok(None),
        }))
    }
}
