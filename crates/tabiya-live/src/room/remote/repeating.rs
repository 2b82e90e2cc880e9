// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which commands may be given again when the owner of a game was lost before it answered.

use crate::room::command::RoomCommand;

/// Whether the answer to a command names its number. Whoever asks for a rematch is told how the rematch stands.
pub(super) const fn is_answered_by_number(command: &RoomCommand) -> bool {
    !matches!(command, RoomCommand::Rematch | RoomCommand::DeclineRematch)
}

/// Whether a command may reach the game twice: the second time it changes nothing.
pub(super) const fn may_be_repeated(command: &RoomCommand) -> bool {
    match command {
        RoomCommand::Play { .. }
        | RoomCommand::PlayNow { .. }
        | RoomCommand::Premoves { .. }
        | RoomCommand::Join
        | RoomCommand::JoinAs(_)
        | RoomCommand::Resign
        | RoomCommand::ClaimDraw
        | RoomCommand::Keyed { .. } => true,
        RoomCommand::Abort
        | RoomCommand::Withdraw
        | RoomCommand::OfferDraw
        | RoomCommand::AnswerDraw { .. }
        | RoomCommand::ClaimLeft { .. }
        | RoomCommand::ProposeTakeback
        | RoomCommand::AnswerTakeback { .. }
        | RoomCommand::TakebackYes
        | RoomCommand::GiveTime
        | RoomCommand::AddTime { .. }
        | RoomCommand::Berserk
        | RoomCommand::StartClocks
        | RoomCommand::Arbiter(_)
        | RoomCommand::Rematch
        | RoomCommand::DeclineRematch => false,
    }
}
