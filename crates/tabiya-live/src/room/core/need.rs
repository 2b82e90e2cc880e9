// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a game needs while nobody watches it.

use tabiya_game::{Game, Millis, Seat, Status, Time, TimeControl};

/// A game that is due sooner keeps its room.
pub const NEAR: Millis = Millis::from_secs(600);

/// What a game needs while nobody watches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A room: its clock runs, its deadline is near, or it is the computer's turn to do something.
    Room,
    /// A reminder of its deadline.
    Reminder(Time),
    /// Nothing: it is over, or has no deadline.
    Nothing,
}

impl Need {
    /// Of this game at this time, which for a correspondence game is the wall clock's.
    pub fn of(game: &Game, now: Time) -> Self {
        if is_computers_turn(game) {
            return Self::Room;
        }
        match (game.deadline(), game.time_control()) {
            (None, _) => Self::Nothing,
            (Some(deadline), Some(TimeControl::Correspondence { .. })) if deadline.since(now) > NEAR => {
                Self::Reminder(deadline)
            }
            (Some(_), _) => Self::Room,
        }
    }
}

/// Whether the computer must move, or answer an offer.
fn is_computers_turn(game: &Game) -> bool {
    let is_computer = |color| matches!(game.seats()[color], Seat::Computer(_));
    matches!(game.status(), Status::Playing)
        && (is_computer(game.turn()) || game.draw_offer().is_some_and(|by| is_computer(by.opposite())))
}
