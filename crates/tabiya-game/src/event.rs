// SPDX-License-Identifier: MIT OR Apache-2.0
//! What happened in a game. Events are stored, never changed, and folded into a [`Game`].
//!
//! Their JSON is the format of the log. A name that was once stored stays readable for ever. An unknown name
//! or field is an error and never ignored, because ignoring it would give another game. As stored:
//!
//! ```text
//! {"at":1795000000000,"event":{"created":{"time":{"initial":300000,"increment":3000},"white":{"player":"…"},"black":"open"}}}
//! {"at":1795000000000,"event":{"created":{"private":true,"white":{"player":"…"},"black":{"player":"…"},"black_name":"Bob"}}}
//! {"at":1795000004000,"event":{"joined":{"color":"black","player":"…"}}}
//! {"at":1795000004000,"event":{"joined":{"color":"black","player":"…","details":{"name":"Bob","title":"FM","rating":{"points":2301}}}}}
//! {"at":1795000005000,"event":{"move_played":{"uci":"e2e4","clock":300000}}}
//! {"at":1795000005500,"event":{"move_played":{"uci":"e7e5","clock":300000,"lag":45,"compensated":45}}}
//! {"at":1795000005800,"event":{"move_played":{"uci":"g1f3","clock":300000,"premove":0}}}
//! {"at":1795000006000,"event":{"draw_offered":{"by":"black"}}}
//! {"at":1795000007000,"event":{"draw_declined":{"by":"white"}}}
//! {"at":1795000007200,"event":{"takeback_proposed":{"by":"black"}}}
//! {"at":1795000007400,"event":{"takeback_declined":{"by":"white"}}}
//! {"at":1795000007600,"event":{"taken_back":{"by":"black","half_moves":1,"clocks":[300000,300000]}}}
//! {"at":1795000007800,"event":{"time_given":{"by":"white","time":15000}}}
//! {"at":1795000007850,"event":{"time_given":{"by":"white","time":15000}},"keyed":{"by":"white","key":"Rk3mZ0qP"}}
//! {"at":1795000007900,"event":"clocks_started"}
//! {"at":1795000007920,"event":{"clocks_paused":{"spent":20}}}
//! {"at":1795000007940,"event":{"clock_set":{"side":"white","left":240000}}}
//! {"at":1795000007960,"event":{"set_back":{"half_moves":1,"clocks":[240000,300000]}}}
//! {"at":1795000007980,"event":"clocks_resumed"}
//! {"at":1795000007950,"event":{"berserk":{"by":"white","clock":150000}}}
//! {"at":1795000008000,"event":{"turn_restarted":{"credit":2500}}}
//! {"at":1795000008500,"event":{"turn_restarted":{"credit":4750,"spent":500}}}
//! {"at":1795000009000,"event":{"ended":{"result":"white_wins","termination":"resignation","clock":295000}}}
//! {"at":1795000009000,"event":{"ended":{"result":"draw","termination":"arbiter_decision","clock":295000,"decided":{"verdict":"draw","arbiter":"…"}}}}
//! ```
//!
//! [`Game`]: crate::Game

use serde::{Deserialize, Serialize};
use tabiya_rules::{Attempt, Color};

use crate::{Decided, GameResult, Keyed, Millis, PlayerDetails, PlayerId, Termination, Terms, Time};

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The game was created. Always the first event, and only the first.
    Created(Box<Terms>),
    /// An open seat was taken.
    Joined {
        /// The seat.
        color: Color,
        /// The player.
        player: PlayerId,
        /// Name, title and rating at that moment; `None` for a guest, and in old logs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        details: Option<Box<PlayerDetails>>,
    },
    /// The side to move made a legal move. This declines a draw offer of the opponent.
    MovePlayed {
        /// The move. Castling is always written as the king capturing its own rook.
        uci: Attempt,
        /// The mover's clock after the move, increment included. `None` in unlimited games and in
        /// correspondence.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<Millis>,
        /// The mover's lag as the owner had measured it; `None` if unknown or not needed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lag: Option<Millis>,
        /// The part of the turn that was not charged because of that lag.
        #[serde(default, skip_serializing_if = "is_nothing")]
        compensated: Millis,
        /// For a move from the player's queue of premoves: the time that it is charged in place of the time
        /// since the turn began. `None` for a move by hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        premove: Option<Millis>,
    },
    /// A draw was offered.
    DrawOffered {
        /// The side that offered.
        by: Color,
    },
    /// The open draw offer was declined explicitly.
    DrawDeclined {
        /// The side that declined; the other side had offered.
        by: Color,
    },
    /// A side asked to take back: its last move if the other side is to move, else the last move of each side.
    TakebackProposed {
        /// The side that asked.
        by: Color,
    },
    /// The open proposal was declined explicitly.
    TakebackDeclined {
        /// The side that declined; the other side had proposed.
        by: Color,
    },
    /// The last half-moves were taken back. Their events stay in the log.
    TakenBack {
        /// The side that had asked.
        by: Color,
        /// How many: one or two.
        half_moves: u8,
        /// The clocks of White and of Black from now on: those of that position, and what was given since.
        /// `None` in unlimited games and in correspondence.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<[Millis; 2]>,
    },
    /// A side gave the other side time on its clock.
    TimeGiven {
        /// The side that gave.
        by: Color,
        /// How much the other side's clock gained.
        time: Millis,
    },
    /// A side gave up half of its time, and what each move would have added: in an arena, for a point more.
    Berserk {
        /// The side.
        by: Color,
        /// Its clock from now on.
        clock: Millis,
    },
    /// The clocks run from now on, although not both sides have moved: an organiser began the round.
    ClocksStarted,
    /// An arbiter has paused the clocks: nobody moves, and no flag falls, until they are resumed.
    ClocksPaused {
        /// The part of the turn so far, which is charged later.
        spent: Millis,
    },
    /// While the clocks were paused, an arbiter has set one of them.
    ClockSet {
        /// Whose clock.
        side: Color,
        /// What it shows now.
        left: Millis,
    },
    /// While the clocks were paused, an arbiter went back to an earlier position. The events of the half-moves stay in the log.
    SetBack {
        /// How many half-moves were undone, at least one.
        half_moves: u16,
        /// The clocks of White and of Black from now on: those of that position, and what was given or set since.
        clocks: [Millis; 2],
    },
    /// An arbiter lets the clocks run on: the turn continues as if it had begun as long ago as it had lasted when they were paused.
    ClocksResumed,
    /// The owner of the game restarted, or had been stalled. The turn of the side to move continues as if it
    /// had begun `spent` ago. After a restart `spent` is zero; after a stall only the stall is given back.
    TurnRestarted {
        /// The part of the turn so far, on the owner's time line, that is not charged.
        credit: Millis,
        /// The part of the turn so far that is charged.
        #[serde(default, skip_serializing_if = "is_nothing")]
        spent: Millis,
    },
    /// The game ended. Always the last event.
    Ended {
        /// The result.
        result: GameResult,
        /// How the game ended.
        termination: Termination,
        /// The clock of the side to move; `None` in unlimited games. The other clock did not run.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<Millis>,
        /// The side that aborted the game. `None` for every other end, for a game that its maker took back without having a
        /// seat in it, and in old logs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Color>,
        /// What the arbiter has decided, and who it was; `None` for every other end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decided: Option<Box<Decided>>,
    },
}

fn is_nothing(span: &Millis) -> bool {
    *span == Millis::ZERO
}

/// An event and its time: a line of the log. Its number is its index in the log, from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stamped {
    /// The time, on the owner's time line.
    pub at: Time,
    /// The event.
    pub event: Event,
    /// Which command caused it, where that one had a key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keyed: Option<Box<Keyed>>,
}

impl Stamped {
    /// An event that no command with a key has caused.
    pub const fn new(at: Time, event: Event) -> Self {
        Self { at, event, keyed: None }
    }
}
