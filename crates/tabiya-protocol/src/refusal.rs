// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why a command was refused, for programs; `Display` says it to people.

use serde::{Deserialize, Serialize};
use tabiya_game::Refusal as GameRefusal;
use tabiya_rules::{Color, Reason};

use crate::Topic;

/// Why a command was refused. Nothing changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum Refusal {
    /// The move is against the rules.
    #[error("{reason}")]
    Illegal {
        /// Which rule, with the pieces and squares.
        reason: Reason,
    },
    /// The other side is to move.
    #[error("It is {turn}'s turn.", turn = name(*turn))]
    NotYourTurn {
        /// Who is to move.
        turn: Color,
    },
    /// The move was made in another position than the game's.
    #[error("The game has moved on.")]
    Stale {
        /// How many half-moves have been played.
        ply: u32,
    },
    /// Nothing more can happen.
    #[error("This game is over.")]
    GameOver,
    /// The opponent's seat is still open.
    #[error("Your opponent has not joined yet.")]
    WaitingForOpponent,
    /// The caller has no seat in this game.
    #[error("You watch this game; only its players can do that.")]
    NotAPlayer,
    /// Both seats are taken.
    #[error("Both seats are taken; you can watch.")]
    NoOpenSeat,
    /// The caller has a seat; the other is for somebody else.
    #[error("You already play {color} in this game; open the link in another browser or a private window to \
             play both sides.", color = name(*color))]
    AlreadySeated {
        /// Which one.
        color: Color,
    },
    /// The caller's browser brought no cookie.
    #[error("Your browser sent no cookie; allow cookies for this site and reload the page.")]
    NoCookie,
    /// The game counts for ratings, and the caller has no account.
    #[error("This game is rated, so it is for players with an account. Log in or register to join it.")]
    NeedsAccount,
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
    #[error("There is no draw to claim in this position.")]
    NoClaim,
    /// The opponent is here, or has not been away for long enough.
    #[error("Your opponent is still here, or has not been away for long enough.")]
    OpponentNotGone,
    /// A rematch is for games that are over.
    #[error("The game is still being played; a rematch comes after its end.")]
    NotOver,
    /// The caller has too many unfinished games.
    #[error("You have {limit} unfinished games; finish or abort one before you start another.")]
    TooManyGames {
        /// How many are allowed.
        limit: u32,
    },
    /// The caller, or the caller's address, began too many games in the last minute or hour.
    #[error("You began too many games in a short time; try again in {wait_s} s.")]
    TooManyNewGames {
        /// How long to wait, in seconds.
        wait_s: u32,
    },
    /// The opponent has too many games for a rematch, or began too many in a short time.
    #[error("Your opponent has too many games already, so there is no rematch now.")]
    OpponentHasTooManyGames,
    /// There is nothing of that name to subscribe to.
    #[error("There is no {topic} here.")]
    NoSuchTopic {
        /// The name that was asked for.
        topic: Topic,
    },
    /// The client is subscribed to as many topics as it may be.
    #[error("One connection follows at most {limit} topics; unsubscribe from one first.")]
    TooManyTopics {
        /// How many are allowed.
        limit: u32,
    },
    /// The command is about a topic that the client is not subscribed to.
    #[error("Subscribe to this topic first.")]
    NotSubscribed,
    /// The topic could not be opened just now.
    #[error("The server could not open this now. Please try again.")]
    Unavailable,
    /// The event could not be stored.
    #[error("The server could not save this, so it did not happen. Please try again.")]
    NotSaved,
    /// The message could not be read.
    #[error("The server could not read this message: {detail}.")]
    Malformed {
        /// What was wrong, and where.
        detail: String,
    },
    /// The caller sends faster than allowed.
    #[error("You send messages too fast; wait a moment.")]
    TooFast,
}

impl Refusal {
    /// Its name on the wire.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Illegal { .. } => "illegal",
            Self::NotYourTurn { .. } => "not_your_turn",
            Self::Stale { .. } => "stale",
            Self::GameOver => "game_over",
            Self::WaitingForOpponent => "waiting_for_opponent",
            Self::NotAPlayer => "not_a_player",
            Self::NoOpenSeat => "no_open_seat",
            Self::AlreadySeated { .. } => "already_seated",
            Self::NoCookie => "no_cookie",
            Self::NeedsAccount => "needs_account",
            Self::TooLateToAbort => "too_late_to_abort",
            Self::DrawAlreadyOffered => "draw_already_offered",
            Self::DrawOfferedThisMove => "draw_offered_this_move",
            Self::NoDrawOffer => "no_draw_offer",
            Self::NoClaim => "no_claim",
            Self::OpponentNotGone => "opponent_not_gone",
            Self::NotOver => "not_over",
            Self::TooManyGames { .. } => "too_many_games",
            Self::TooManyNewGames { .. } => "too_many_new_games",
            Self::OpponentHasTooManyGames => "opponent_has_too_many_games",
            Self::NoSuchTopic { .. } => "no_such_topic",
            Self::TooManyTopics { .. } => "too_many_topics",
            Self::NotSubscribed => "not_subscribed",
            Self::Unavailable => "unavailable",
            Self::NotSaved => "not_saved",
            Self::Malformed { .. } => "malformed",
            Self::TooFast => "too_fast",
        }
    }
}

/// What the game refused, as its player hears it. The refusals that only the game's owner can meet, and
/// `AlreadyPlayed`, which the owner answers as before, become `Stale`.
impl From<(GameRefusal, u32)> for Refusal {
    fn from((refusal, ply): (GameRefusal, u32)) -> Self {
        match refusal {
            GameRefusal::Illegal(reason) => Self::Illegal { reason },
            GameRefusal::NotYourTurn { turn } => Self::NotYourTurn { turn },
            GameRefusal::Stale { ply } => Self::Stale { ply },
            GameRefusal::GameOver => Self::GameOver,
            GameRefusal::WaitingForOpponent => Self::WaitingForOpponent,
            GameRefusal::NoOpenSeat | GameRefusal::SeatTaken { .. } => Self::NoOpenSeat,
            GameRefusal::AlreadySeated { color } => Self::AlreadySeated { color },
            GameRefusal::TooLateToAbort => Self::TooLateToAbort,
            GameRefusal::DrawAlreadyOffered => Self::DrawAlreadyOffered,
            GameRefusal::DrawOfferedThisMove => Self::DrawOfferedThisMove,
            GameRefusal::NoDrawOffer => Self::NoDrawOffer,
            GameRefusal::NoClaim => Self::NoClaim,
            GameRefusal::NothingLeftToClaim => Self::OpponentNotGone,
            GameRefusal::AlreadyPlayed { .. }
            | GameRefusal::ClockNotRunning
            | GameRefusal::TimeLeft { .. } => Self::Stale { ply },
        }
    }
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
