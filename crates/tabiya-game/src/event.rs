// SPDX-License-Identifier: MIT OR Apache-2.0
//! What happened in a game. Events are facts: they are stored, never changed, and folded into a [`Game`].
//!
//! Their JSON is the format of the log. A name that once stood in a log stays readable for good; an unknown
//! name or field is an error, never skipped, since skipping it would give another game. As stored:
//!
//! ```text
//! {"at":1795000000000,"event":{"created":{"time":{"initial":300000,"increment":3000},"white":{"player":"…"},"black":"open"}}}
//! {"at":1795000004000,"event":{"joined":{"color":"black","player":"…"}}}
//! {"at":1795000004000,"event":{"joined":{"color":"black","player":"…","details":{"name":"Bob","title":"FM","rating":{"points":2301}}}}}
//! {"at":1795000005000,"event":{"move_played":{"uci":"e2e4","clock":300000}}}
//! {"at":1795000005500,"event":{"move_played":{"uci":"e7e5","clock":300000,"lag":45,"compensated":45}}}
//! {"at":1795000006000,"event":{"draw_offered":{"by":"black"}}}
//! {"at":1795000007000,"event":{"draw_declined":{"by":"white"}}}
//! {"at":1795000008000,"event":{"turn_restarted":{"credit":2500}}}
//! {"at":1795000008500,"event":{"turn_restarted":{"credit":4750,"spent":500}}}
//! {"at":1795000009000,"event":{"ended":{"result":"white_wins","termination":"resignation","clock":295000}}}
//! ```
//!
//! [`Game`]: crate::Game

use serde::{Deserialize, Serialize};
use tabiya_rules::{Attempt, Color};

use crate::{GameResult, Millis, PlayerDetails, PlayerId, Termination, Terms, Time};

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The game was created. Always the first event, and only that.
    Created(Box<Terms>),
    /// An open seat was taken.
    Joined {
        /// Which seat.
        color: Color,
        /// By whom.
        player: PlayerId,
        /// How the player was known then; `None` for a guest, and in old logs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        details: Option<Box<PlayerDetails>>,
    },
    /// The side to move made a legal move. It declines the opponent's standing draw offer.
    MovePlayed {
        /// The move; castling always as king takes rook.
        uci: Attempt,
        /// The mover's clock after the move, increment included; none = unlimited, and in correspondence.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<Millis>,
        /// The mover's lag as the owner had measured it; none = unknown, or of no account.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lag: Option<Millis>,
        /// How much of the turn was not charged because of that lag.
        #[serde(default, skip_serializing_if = "is_nothing")]
        compensated: Millis,
    },
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        by: Color,
    },
    /// The standing draw offer was declined in words.
    DrawDeclined {
        /// By whom; the other side had offered.
        by: Color,
    },
    /// The owner of the game came back, or had stood still. The turn of the side to move goes on as if it had begun
    /// `spent` ago: after an outage it starts afresh, after a stall only that is given back.
    TurnRestarted {
        /// How much of the turn had passed by the owner's time line, and is not charged.
        credit: Millis,
        /// How much of it is charged all the same.
        #[serde(default, skip_serializing_if = "is_nothing")]
        spent: Millis,
    },
    /// The game ended. Always the last event.
    Ended {
        /// Who won, if anybody.
        result: GameResult,
        /// By what.
        termination: Termination,
        /// What the clock of the side to move showed; none = unlimited. The other clock stood still.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<Millis>,
    },
}

fn is_nothing(span: &Millis) -> bool {
    *span == Millis::ZERO
}

/// An event and when it happened: a line of the log. Its number is its place there, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stamped {
    /// When, on the owner's time line.
    pub at: Time,
    /// What.
    pub event: Event,
}
