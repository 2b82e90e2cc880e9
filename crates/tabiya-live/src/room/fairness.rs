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

/// What the player of this side wants of the computer, which plays the other one, by a command. `None` for a command that the
/// computer does not answer with a move.
pub(super) fn wanted(game: &Game, by: Color, command: &RoomCommand) -> Option<OfComputer> {
    let start = *game.history().start();
    let mut position = *game.history().position();
    let uci = match command {
        RoomCommand::Rematch => return game.is_over().then_some(OfComputer::Game(start)),
        RoomCommand::Play { uci, .. } | RoomCommand::PlayNow { uci } => Some(uci),
        RoomCommand::Premoves { moves, .. } if !moves.is_empty() => None,
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
        | RoomCommand::DeclineRematch => return None,
    };
    if game.is_over() {
        return None;
    }
    let mut half_moves = game.ply();
    if let Some(uci) = uci {
        if game.turn() != by {
            return None;
        }
        // The game itself explains why another move is refused.
        let attempt: Attempt = uci.parse().ok()?;
        position.play(attempt.to_move(&position).ok()?);
        half_moves += 1;
    }
    Some(OfComputer::Answer { start, position, half_moves })
}
