// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why a command changed nothing, each in a friendly sentence.

use tabiya_rules::{Color, Reason};

use crate::{Millis, Time};

/// Why [`Game::decide`](crate::Game::decide) refused a command. The game stands as it stood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Nothing more can happen.
    #[error("This game is over.")]
    GameOver,
    /// The opponent's seat is still open.
    #[error("Your opponent has not joined yet.")]
    WaitingForOpponent,
    /// Both seats are taken.
    #[error("Both seats are taken; you can watch.")]
    NoOpenSeat,
    /// The seat that was asked for is taken, while the other is open.
    #[error("{}'s seat is taken; the other one is open.", name(*color))]
    SeatTaken {
        /// The seat asked for.
        color: Color,
    },
    /// Who wants to join has a seat.
    #[error("You already play {} in this game.", name(*color))]
    AlreadySeated {
        /// Which one.
        color: Color,
    },
    /// The other side is to move.
    #[error("It is {}'s turn.", name(*turn))]
    NotYourTurn {
        /// Who is to move.
        turn: Color,
    },
    /// The move is against the rules.
    #[error("{0}")]
    Illegal(Reason),
    /// This very move was played and stands in the log: the earlier answer holds. Not an error for who sent it.
    #[error("You have already played this move.")]
    AlreadyPlayed {
        /// How many half-moves had been played before it.
        ply: u32,
        /// The number of its [`MovePlayed`](crate::Event::MovePlayed).
        seq: u32,
    },
    /// The move was made in another position than the game's.
    #[error("This move was meant for another position: {} been played.", half_moves(*ply))]
    Stale {
        /// How many half-moves have been played.
        ply: u32,
    },
    /// Both sides have moved.
    #[error("Both sides have moved, so the game can't be aborted any more; you can resign.")]
    TooLateToAbort,
    /// An offer by the same side stands.
    #[error("Your draw offer still stands.")]
    DrawAlreadyOffered,
    /// The side's last offer was declined, and it has not moved since.
    #[error("You can offer a draw again after your next move.")]
    DrawOfferedThisMove,
    /// The opponent has no offer standing.
    #[error("There is no draw offer to answer.")]
    NoDrawOffer,
    /// The position allows no claim.
    #[error(
        "There is no draw to claim: the position has not stood three times, and 50 moves without a capture or \
         pawn move have not been played."
    )]
    NoClaim,
    /// Nothing can be claimed from who has left.
    #[error(
        "You can claim the game from an opponent who has left only where a chess clock runs and it is their turn."
    )]
    NothingLeftToClaim,
    /// No clock runs.
    #[error("No clock is running.")]
    ClockNotRunning,
    /// The running clock is not out yet.
    #[error("There are {left} seconds left on the clock.")]
    TimeLeft {
        /// How much is left.
        left: Millis,
        /// When it is out; the timer may be set for that.
        deadline: Time,
    },
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn half_moves(ply: u32) -> String {
    match ply {
        0 => "no half-move has".to_owned(),
        1 => "1 half-move has".to_owned(),
        more => format!("{more} half-moves have"),
    }
}
