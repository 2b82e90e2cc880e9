// SPDX-License-Identifier: MIT OR Apache-2.0
//! What somebody wants to happen in a game.

use tabiya_rules::{Attempt, Color};

use crate::{Decided, Millis, PlayerDetails, PlayerId};

/// A request that [`Game::decide`](crate::Game::decide) turns into events or refuses.
///
/// The owner of the game has already checked which side the player has, so `by` is trusted. Players without a
/// seat can only join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take an open seat.
    Join {
        /// The player.
        player: PlayerId,
        /// How the player is known now; `None` for a guest.
        details: Option<Box<PlayerDetails>>,
        /// The seat; `None` means any open seat.
        color: Option<Color>,
    },
    /// Make a move.
    Play {
        /// The side that moves.
        by: Color,
        /// The move, in any form that UCI allows.
        attempt: Attempt,
        /// The number of the newest event that the mover knew. If another move was played after it, this move
        /// is stale. This makes it harmless to send the same move twice.
        seq: u32,
        /// The round-trip time to the mover, as measured by the owner; `None` if unknown.
        lag: Option<Millis>,
    },
    /// Play a move that the player had put into a queue before the turn began. It needs no time left on the
    /// clock but what it is charged.
    PlayQueued {
        /// The side that moves.
        by: Color,
        /// The move, in any form that UCI allows.
        attempt: Attempt,
        /// The time that it is charged: [`Game::premove_cost`](crate::Game::premove_cost), or the time since
        /// the turn began if it came to the owner only after that.
        charged: Millis,
        /// As for a move by hand; `None` for a move that was there when the turn began.
        lag: Option<Millis>,
    },
    /// Resign the game.
    Resign {
        /// Which side.
        by: Color,
    },
    /// End the game without a result, before both sides have moved.
    Abort {
        /// Which side; `None` for somebody without a seat, who takes back the offer to play.
        by: Option<Color>,
    },
    /// Offer a draw, or accept the one that the opponent has offered.
    OfferDraw {
        /// Which side.
        by: Color,
    },
    /// Accept the opponent's draw offer.
    AcceptDraw {
        /// Which side.
        by: Color,
    },
    /// Decline the opponent's draw offer.
    DeclineDraw {
        /// Which side.
        by: Color,
    },
    /// Propose to take back moves; against the computer in a casual game they are taken back at once.
    ProposeTakeback {
        /// Which side.
        by: Color,
    },
    /// Accept the opponent's proposal to take back.
    AcceptTakeback {
        /// Which side.
        by: Color,
    },
    /// Decline the opponent's proposal to take back.
    DeclineTakeback {
        /// Which side.
        by: Color,
    },
    /// Give the opponent [`TIME_GIVEN`](crate::TIME_GIVEN) on the clock.
    GiveTime {
        /// Which side gives.
        by: Color,
    },
    /// Give the opponent another amount of time, as organisers and programs do.
    AddTime {
        /// Which side gives.
        by: Color,
        /// How much.
        time: Millis,
    },
    /// Give up half of the own time and the increment for a point more in an arena.
    Berserk {
        /// Which side.
        by: Color,
    },
    /// Let the clocks run although not both sides have moved, as organisers do when a round begins.
    StartClocks,
    /// Pause the clocks, as an arbiter does. Moves, takebacks and gifts of time wait until they are resumed.
    PauseClocks,
    /// Let paused clocks run on.
    ResumeClocks,
    /// Set one side's clock while the clocks are paused.
    SetClock {
        /// Whose clock.
        side: Color,
        /// What it is to show: from one second to three hours.
        left: Millis,
    },
    /// Go back to the position after so many half-moves while the clocks are paused.
    SetBack {
        /// How many half-moves stay: fewer than were played.
        ply: u32,
    },
    /// End the game with an arbiter's verdict.
    Decide {
        /// The verdict, and whose it is.
        decided: Decided,
        /// Whether because somebody did not come, which is all that can be said before both sides have moved.
        by_default: bool,
    },
    /// Claim the draw that [`Game::claim`](crate::Game::claim) shows.
    ClaimDraw {
        /// Which side.
        by: Color,
    },
    /// Claim the win or a draw against an opponent who has left. The owner checks that the opponent has been
    /// gone for long enough.
    ClaimLeft {
        /// Which side claims.
        by: Color,
        /// The result that is claimed.
        claim: LeftClaim,
    },
    /// The time of [`Game::deadline`](crate::Game::deadline) has come. Only the owner sends this.
    TimeUp,
    /// The owner has restarted. Only the owner sends this, and before all other commands.
    Resume,
    /// The owner's process was stalled, so the current turn must not be charged for this time. Only the owner
    /// sends this.
    StoodStill {
        /// The length of the stall on the owner's time line.
        span: Millis,
    },
}

/// The result that a player claims against an opponent who has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftClaim {
    /// A win; a draw if no series of legal moves leads to the claimant's mate.
    Win,
    /// A draw.
    Draw,
}
