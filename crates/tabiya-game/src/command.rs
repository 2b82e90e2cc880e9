// SPDX-License-Identifier: MIT OR Apache-2.0
//! What someone wants to happen in a game.

use tabiya_rules::{Attempt, Color};

use crate::{Millis, PlayerDetails, PlayerId};

/// A wish that [`Game::decide`](crate::Game::decide) turns into events or refuses.
///
/// The owner of the game has already found out which side a player plays: `by` is trusted. Someone who plays
/// neither side can only join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take an open seat.
    Join {
        /// Who.
        player: PlayerId,
        /// How the player is known now; `None` for a guest.
        details: Option<Box<PlayerDetails>>,
        /// Which seat; none = any open one.
        color: Option<Color>,
    },
    /// Make a move.
    Play {
        /// Which side.
        by: Color,
        /// The move in any form that UCI allows.
        attempt: Attempt,
        /// The number of the newest event that the mover knew of. The move is stale where another was played after it.
        /// Makes it harmless to send the same move twice.
        seq: u32,
        /// How long messages to the mover and back are under way, as the owner has measured it; none = unknown.
        lag: Option<Millis>,
    },
    /// Give the game up.
    Resign {
        /// Which side.
        by: Color,
    },
    /// End the game without a result, before both sides have moved.
    Abort {
        /// Which side.
        by: Color,
    },
    /// Offer a draw; or agree to the one that the opponent has offered.
    OfferDraw {
        /// Which side.
        by: Color,
    },
    /// Agree to the opponent's offer.
    AcceptDraw {
        /// Which side.
        by: Color,
    },
    /// Decline the opponent's offer.
    DeclineDraw {
        /// Which side.
        by: Color,
    },
    /// Claim the draw that [`Game::claim`](crate::Game::claim) shows.
    ClaimDraw {
        /// Which side.
        by: Color,
    },
    /// Claim the game, or a draw, from an opponent who has left. That the opponent is gone, and for long enough, is
    /// for the owner to know.
    ClaimLeft {
        /// Which side claims.
        by: Color,
        /// What.
        claim: LeftClaim,
    },
    /// The owner's timer says that [`Game::deadline`](crate::Game::deadline) has come. Only the owner sends it.
    TimeUp,
    /// The owner was away and is back. Only the owner sends it, before anything else.
    Resume,
    /// The owner itself stood still for so long, and this turn shall not be charged for it. Only the owner sends it.
    StoodStill {
        /// For how long, on its own time line.
        span: Millis,
    },
}

/// What can be claimed from an opponent who has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftClaim {
    /// The game; half of it where the claimant could not have won by any series of legal moves.
    Win,
    /// Half of it.
    Draw,
}
