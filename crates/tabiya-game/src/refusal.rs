// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why a command was refused, each in a friendly sentence.

use tabiya_rules::{Color, Reason};

use crate::{Millis, Restriction, Time};

/// Why [`Game::decide`](crate::Game::decide) refused a command. The game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The game is over.
    #[error("This game is over.")]
    GameOver,
    /// The opponent's seat is still open.
    #[error("Your opponent has not joined yet.")]
    WaitingForOpponent,
    /// Both seats are taken.
    #[error("Both seats are taken; you can watch.")]
    NoOpenSeat,
    /// The requested seat is taken, but the other is open.
    #[error("{}'s seat is taken; the other one is open.", name(*color))]
    SeatTaken {
        /// The requested seat.
        color: Color,
    },
    /// The open seats are kept for others.
    #[error("The seats of this game are kept for other players; you can watch.")]
    SeatReserved,
    /// The player already has a seat.
    #[error("You already play {} in this game.", name(*color))]
    AlreadySeated {
        /// The side of that seat.
        color: Color,
    },
    /// The other side is to move.
    #[error("It is {}'s turn.", name(*turn))]
    NotYourTurn {
        /// The side to move.
        turn: Color,
    },
    /// The move is illegal.
    #[error("{0}")]
    Illegal(Reason),
    /// Exactly this move was already played and is in the log, so the earlier answer holds. Not an error for
    /// its sender.
    #[error("You have already played this move.")]
    AlreadyPlayed {
        /// The number of half-moves played before it.
        ply: u32,
        /// The number of its event [`MovePlayed`](crate::Event::MovePlayed).
        seq: u32,
    },
    /// The move was made in another position than the current one.
    #[error("This move was meant for another position: {} been played.", half_moves(*ply))]
    Stale {
        /// The number of half-moves played so far.
        ply: u32,
    },
    /// The clock shows no more than a premove costs.
    #[error("Your clock has no more than the {cost} seconds that this premove costs.")]
    PremoveTooSlow {
        /// What it costs.
        cost: Millis,
    },
    /// Both sides have moved.
    #[error("Both sides have moved, so the game can't be aborted any more; you can resign.")]
    TooLateToAbort,
    /// This side's offer is still open.
    #[error("Your draw offer still stands.")]
    DrawAlreadyOffered,
    /// The side has offered before, and must make moves before it may offer again.
    #[error("You can offer a draw again after {}.", own_moves(*moves))]
    DrawOfferedThisMove {
        /// How many own moves.
        moves: u8,
    },
    /// The opponent has no open offer.
    #[error("There is no draw offer to answer.")]
    NoDrawOffer,
    /// An event forbids to take back.
    #[error("In this game no moves are taken back.")]
    NoTakebacks,
    /// So often were moves taken back.
    #[error("No further moves are taken back in this game.")]
    TakebacksUsedUp,
    /// There are too few moves.
    #[error("There is no move of yours to take back.")]
    NothingToTakeBack,
    /// A proposal is still open.
    #[error("A takeback is proposed already.")]
    TakebackStands,
    /// The side has proposed before, and must make moves before it may propose again.
    #[error("You can propose a takeback again after {}.", own_moves(*moves))]
    TakebackPause {
        /// How many own moves.
        moves: u8,
    },
    /// The opponent has no open proposal.
    #[error("There is no takeback to answer.")]
    NoTakebackProposed,
    /// There is no chess clock.
    #[error("There is no chess clock in this game.")]
    NoChessClock,
    /// The clocks run already.
    #[error("The clocks of this game run already.")]
    ClocksRun,
    /// An arbiter has paused the clocks.
    #[error("The arbiter has paused the clocks. The game goes on when they run again.")]
    ClocksPaused,
    /// An arbiter's act that needs paused clocks.
    #[error("Pause the clocks of this game first.")]
    ClocksNotPaused,
    /// A clock is set to too little or too much.
    #[error("A clock is set to one second at least, and to three hours at most.")]
    NoSuchClock,
    /// The position to go back to has not been before.
    #[error("{}", no_such_ply(*ply))]
    NoSuchPly {
        /// The number of half-moves played so far.
        ply: u32,
    },
    /// The arbiter has done so much in this game already.
    #[error("The clocks of this game have been paused or set too often.")]
    ActsUsedUp,
    /// An arbiter's verdict on a game that was not played.
    #[error("Not both sides have moved, so the arbiter can only say who did not come.")]
    NotBothMoved,
    /// This is no game of an arena, or of one whose increment is too long.
    #[error("In this game nobody goes berserk.")]
    NoBerserk,
    /// The side has gone berserk, or has moved.
    #[error("You can go berserk once, before your first move.")]
    TooLateToGoBerserk,
    /// Whoever set the game up forbids it.
    #[error("{}", .0.sentence())]
    Forbidden(Restriction),
    /// The opponent has got enough time.
    #[error("You can't give your opponent more time now.")]
    EnoughTimeGiven,
    /// The position allows no claim.
    #[error(
        "There is no draw to claim: the position has not stood three times, and 50 moves without a capture or \
         pawn move have not been played."
    )]
    NoClaim,
    /// There is nothing to claim against an opponent who has left.
    #[error(
        "You can claim the game from an opponent who has left only where a chess clock runs and it is their turn."
    )]
    NothingLeftToClaim,
    /// No clock runs.
    #[error("No clock is running.")]
    ClockNotRunning,
    /// The running clock has time left.
    #[error("There are {left} seconds left on the clock.")]
    TimeLeft {
        /// The time left.
        left: Millis,
        /// When the time runs out; a timer may be set for this.
        deadline: Time,
    },
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn own_moves(moves: u8) -> String {
    match moves {
        0 | 1 => "your next move".to_owned(),
        more => format!("{more} more moves of yours"),
    }
}

fn no_such_ply(ply: u32) -> String {
    match ply {
        0 => "No half-move has been played, so there is nothing to go back to.".to_owned(),
        1 => "1 half-move has been played: go back to 0.".to_owned(),
        more => format!("{more} half-moves have been played: go back to one of 0 to {}.", more - 1),
    }
}

fn half_moves(ply: u32) -> String {
    match ply {
        0 => "no half-move has".to_owned(),
        1 => "1 half-move has".to_owned(),
        more => format!("{more} half-moves have"),
    }
}
