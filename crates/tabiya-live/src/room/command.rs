// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a client asks of a game.

use serde::{Deserialize, Serialize};
use tabiya_game::{Command, CommandKey, Decided, Millis};
use tabiya_protocol::{GameCommand, LeftClaim, Refusal};
use tabiya_rules::Color;

/// A command, without its number and its game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoomCommand {
    /// Plays a move.
    Play {
        /// The number of the last event that the client had.
        seq: u32,
        /// The move in UCI's notation, such as `e2e4`.
        uci: String,
    },
    /// The same from a client that does not count events. A move that its player has just made is not played twice.
    PlayNow {
        /// The move in UCI's notation.
        uci: String,
    },
    /// Replaces the queue of premoves.
    Premoves {
        /// The number of the last event that the client had.
        seq: u32,
        /// The moves in UCI's notation, the next one first.
        moves: Vec<String>,
    },
    /// Takes the open seat.
    Join,
    /// The same on this seat.
    JoinAs(Color),
    /// Gives the game up.
    Resign,
    /// Ends the game without a result, as long as not both sides have moved.
    Abort,
    /// Whoever made a game takes it back, as long as a seat is open. The sender is known to have made it.
    Withdraw,
    /// Offers a draw.
    OfferDraw,
    /// Answers the opponent's offer of a draw.
    AnswerDraw {
        /// Whether the game is drawn by it.
        accept: bool,
        /// The number of the last event that the client had when it learned of the offer, if it says so.
        seq: Option<u32>,
    },
    /// Claims a draw by repetition or the fifty-move rule.
    ClaimDraw,
    /// Claims the game because the opponent has left it.
    ClaimLeft {
        /// Whether the game is to be won or drawn.
        claim: LeftClaim,
    },
    /// Proposes to take the player's last move back.
    ProposeTakeback,
    /// Answers the opponent's proposal to take a move back.
    AnswerTakeback {
        /// Whether the move is taken back.
        accept: bool,
        /// The number of the last event that the client had when it learned of the proposal, if it says so.
        seq: Option<u32>,
    },
    /// Proposes to take back, or accepts what the opponent has proposed.
    TakebackYes,
    /// Gives the opponent [`TIME_GIVEN`](tabiya_game::TIME_GIVEN) on the clock.
    GiveTime,
    /// The same for another amount.
    AddTime {
        /// How much, in milliseconds.
        time: Millis,
    },
    /// Gives up half of the own time for a point more, in an arena.
    Berserk,
    /// An organiser begins the round: the clocks run before both sides have moved.
    StartClocks,
    /// An arbiter acts. Whoever sends it is known to be one; no client can.
    Arbiter(ArbiterAct),
    /// Offers another game with the colours changed, or accepts the opponent's offer.
    Rematch,
    /// Declines the opponent's offer of another game, or takes an own one back.
    DeclineRematch,
    /// A command that may come again with the same key: the second time it is answered as before, and does nothing.
    Keyed {
        /// Its key.
        key: CommandKey,
        /// The command.
        command: Box<RoomCommand>,
    },
}

/// What an arbiter does in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ArbiterAct {
    /// Pauses the clocks.
    Pause,
    /// Lets them run on.
    Resume,
    /// Sets one clock while they are paused.
    SetClock {
        /// Whose clock.
        side: Color,
        /// What it is to show.
        left: Millis,
    },
    /// Goes back to an earlier position while they are paused.
    SetBack {
        /// How many half-moves stay.
        ply: u32,
    },
    /// Ends the game with a verdict.
    Decide {
        /// The verdict, and whose it is.
        decided: Decided,
        /// Whether because somebody did not come.
        by_default: bool,
    },
}

impl From<ArbiterAct> for Command {
    fn from(act: ArbiterAct) -> Self {
        match act {
            ArbiterAct::Pause => Self::PauseClocks,
            ArbiterAct::Resume => Self::ResumeClocks,
            ArbiterAct::SetClock { side, left } => Self::SetClock { side, left },
            ArbiterAct::SetBack { ply } => Self::SetBack { ply },
            ArbiterAct::Decide { decided, by_default } => Self::Decide { decided, by_default },
        }
    }
}

impl RoomCommand {
    /// The command with this key, if there is one.
    #[must_use]
    pub fn keyed(self, key: Option<CommandKey>) -> Self {
        match key {
            Some(key) => Self::Keyed { key, command: Box::new(self) },
            None => self,
        }
    }

    /// The command, and its key.
    pub(super) fn apart(self) -> (Self, Option<CommandKey>) {
        match self {
            Self::Keyed { key, command } => (command.apart().0, Some(key)),
            command => (command, None),
        }
    }

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
            Self::AnswerDraw { accept: true, .. } => Command::AcceptDraw { by },
            Self::AnswerDraw { accept: false, .. } => Command::DeclineDraw { by },
            Self::ProposeTakeback => Command::ProposeTakeback { by },
            Self::AnswerTakeback { accept: true, .. } => Command::AcceptTakeback { by },
            Self::AnswerTakeback { accept: false, .. } => Command::DeclineTakeback { by },
            Self::GiveTime => Command::GiveTime { by },
            Self::AddTime { time } => Command::AddTime { by, time },
            Self::Berserk => Command::Berserk { by },
            Self::StartClocks => Command::StartClocks,
            Self::Arbiter(act) => act.into(),
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
            | Self::DeclineRematch
            | Self::Keyed { .. } => return Ok(None),
        }))
    }
}

impl From<GameCommand> for RoomCommand {
    fn from(command: GameCommand) -> Self {
        match command {
            GameCommand::Play { seq, uci, .. } => Self::Play { seq, uci },
            GameCommand::Premoves { seq, moves, .. } => Self::Premoves { seq, moves },
            GameCommand::Join { color: None, .. } => Self::Join,
            GameCommand::Join { color: Some(color), .. } => Self::JoinAs(color),
            GameCommand::Resign { .. } => Self::Resign,
            GameCommand::Abort { key, .. } => Self::Abort.keyed(key),
            GameCommand::OfferDraw { key, .. } => Self::OfferDraw.keyed(key),
            GameCommand::AnswerDraw { accept, seq, key, .. } => Self::AnswerDraw { accept, seq }.keyed(key),
            GameCommand::ClaimDraw { .. } => Self::ClaimDraw,
            GameCommand::ClaimLeft { claim, key, .. } => Self::ClaimLeft { claim }.keyed(key),
            GameCommand::ProposeTakeback { key, .. } => Self::ProposeTakeback.keyed(key),
            GameCommand::AnswerTakeback { accept, seq, key, .. } => {
                Self::AnswerTakeback { accept, seq }.keyed(key)
            }
            GameCommand::GiveTime { key, .. } => Self::GiveTime.keyed(key),
            GameCommand::Berserk { key, .. } => Self::Berserk.keyed(key),
            GameCommand::Rematch { .. } => Self::Rematch,
            GameCommand::DeclineRematch { .. } => Self::DeclineRematch,
        }
    }
}
