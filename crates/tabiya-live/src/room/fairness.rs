// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether the computer may answer a player, who may play a person at the same time.
//!
//! The computer's moves are an engine's help. A new game with the computer asks when it is created; a rematch, and a
//! move in a game that began earlier, ask here. What the player's other games forbid is decided by the subject that
//! knows them (`tabiya-analysis`), so that there is one rule for all of these.

use futures_util::future::BoxFuture;
use tabiya_game::{Game, Seat};
use tabiya_protocol::Refusal;
use tabiya_rules::{Attempt, Color, Position};
use tabiya_runtime::identity::Identity;

use super::command::RoomCommand;

/// What a player wants of the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfComputer {
    /// A game from this position.
    Game(Position),
    /// Its answer to a move of a game that goes on.
    Answer {
        /// The position in which the game began.
        start: Position,
        /// The position that the computer is to answer.
        position: Position,
        /// The number of half-moves before that.
        half_moves: u32,
    },
}

/// Decides whether a player may have that now.
pub trait Fairness: Send + Sync + 'static {
    /// Whether the player may.
    ///
    /// # Errors
    /// Why not; or that this could not be found out.
    fn check<'a>(
        &'a self,
        player: &'a Identity,
        wanted: &'a OfComputer,
    ) -> BoxFuture<'a, Result<(), Refusal>>;
}

/// Whether the computer plays this game.
pub(super) fn is_against_computer(game: &Game) -> bool {
    Color::ALL.into_iter().any(|color| matches!(game.seats()[color], Seat::Computer(_)))
}

/// The computer's answer to a move that is due now; `None` where the move is illegal, which the game itself explains.
pub(super) fn answer_to(game: &Game, attempt: Attempt) -> Option<OfComputer> {
    let mut position = *game.history().position();
    position.play(attempt.to_move(&position).ok()?);
    Some(OfComputer::Answer { start: *game.history().start(), position, half_moves: game.ply() + 1 })
}

/// What the player of this side wants of the computer, which plays the other one, by a command. `None` for a command that the
/// computer does not answer with a move. A premove is asked about when it is played: until then nobody knows which position the
/// computer would answer.
pub(super) fn wanted(game: &Game, by: Color, command: &RoomCommand) -> Option<OfComputer> {
    match command {
        RoomCommand::Keyed { command, .. } => wanted(game, by, command),
        RoomCommand::Rematch => game.is_over().then(|| OfComputer::Game(*game.history().start())),
        RoomCommand::Play { uci, .. } | RoomCommand::PlayNow { uci } => {
            let is_due = !game.is_over() && game.turn() == by;
            answer_to(game, uci.parse().ok().filter(|_| is_due)?)
        }
        RoomCommand::Premoves { .. }
        | RoomCommand::Join
        | RoomCommand::JoinAs(_)
        | RoomCommand::Resign
        | RoomCommand::Abort
        | RoomCommand::Withdraw
        | RoomCommand::OfferDraw
        | RoomCommand::AnswerDraw { .. }
        | RoomCommand::ClaimDraw
        | RoomCommand::ClaimLeft { .. }
        | RoomCommand::ProposeTakeback
        | RoomCommand::AnswerTakeback { .. }
        | RoomCommand::TakebackYes
        | RoomCommand::GiveTime
        | RoomCommand::AddTime { .. }
        | RoomCommand::Berserk
        | RoomCommand::StartClocks
        | RoomCommand::Arbiter(_)
        | RoomCommand::DeclineRematch => None,
    }
}
