// SPDX-License-Identifier: MIT OR Apache-2.0
//! A game in messages.

use serde::{Deserialize, Serialize};
use tabiya_game::{GameId, GameResult, Termination, Title};
use tabiya_rules::{Attempt, Claim, Color, Variant};

use crate::{ClocksView, TimeControlView};

/// A whole game up to now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct GameView {
    /// The game's id, which is part of its address.
    pub id: GameId,
    /// The starting position as a FEN.
    pub start_fen: String,
    /// The variant.
    pub variant: Variant,
    /// The time control; null if unlimited.
    pub time: Option<TimeControlView>,
    /// Whether the game is rated; omitted if it is not.
    #[serde(default, skip_serializing_if = "crate::left_out::is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// Whether only the players and staff may see the game; omitted if everybody may.
    #[serde(default, skip_serializing_if = "crate::left_out::is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub private: bool,
    /// Whether an event forbids to take moves back; omitted if not.
    #[serde(default, skip_serializing_if = "crate::left_out::is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub no_takebacks: bool,
    /// Whether nobody may ask for a rematch, as in games of events; omitted if they may.
    #[serde(default, skip_serializing_if = "crate::left_out::is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub no_rematch: bool,
    /// Whether two people played it at one screen; omitted if not.
    #[serde(default, skip_serializing_if = "crate::left_out::is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub over_the_board: bool,
    /// Where the game was played; omitted if here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub imported: Option<OriginView>,
    /// The player with White.
    pub white: PlayerView,
    /// The player with Black.
    pub black: PlayerView,
    /// All moves so far.
    pub moves: Vec<MoveView>,
    /// The current situation.
    pub situation: Situation,
}

/// What the PGN of an imported game says about it; null where it says nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct OriginView {
    /// The event.
    pub event: Option<String>,
    /// The place, or the address of a site.
    pub site: Option<String>,
    /// The date as `YYYY.MM.DD`, with question marks for what is not known.
    pub date: Option<String>,
}

/// The current state of a game, and what the side to move may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Situation {
    /// The position as a FEN.
    pub fen: String,
    /// The number of half-moves played.
    pub ply: u32,
    /// The side to move.
    pub turn: Color,
    /// Whether the side to move is in check.
    pub check: bool,
    /// All legal moves in UCI notation. In standard chess castling is listed twice, as `e1g1` and as `e1h1`.
    /// Empty unless the game is being played, and while an arbiter has paused the clocks.
    #[cfg_attr(feature = "ts", ts(type = "Array<string>"))]
    pub legal: Vec<Attempt>,
    /// Both clocks when the message was sent; null if the game is unlimited.
    pub clocks: Option<ClocksView>,
    /// The side whose draw offer is open.
    pub draw_offer: Option<Color>,
    /// The side whose proposal to take back is open; omitted if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub takeback: Option<Color>,
    /// Whether an arbiter has paused the clocks; omitted if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub paused: bool,
    /// The draw that the side to move may claim now.
    pub claim: Option<Claim>,
    /// Whether the players may still abort the game.
    pub can_abort: bool,
    /// The sides that have gone berserk, in an arena; omitted if none has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Color>>"))]
    pub berserk: Vec<Color>,
    /// The sides that may go berserk now; omitted if none may.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Color>>"))]
    pub may_berserk: Vec<Color>,
    /// Whether the game is waiting, playing or over.
    pub status: GameStatus,
}

/// Whether a game waits for a player, is being played, or is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum GameStatus {
    /// A seat is open.
    Waiting,
    /// Both seats are taken.
    Playing,
    /// The game is over.
    Ended {
        /// The result.
        result: GameResult,
        /// How it ended.
        termination: Termination,
    },
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct MoveView {
    /// The move in UCI notation, with castling in the notation of the game's kind of chess.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub uci: Attempt,
    /// The move in SAN.
    pub san: String,
    /// The position after it as a FEN.
    pub fen: String,
    /// Whether it gives check.
    pub check: bool,
    /// The mover's clock after it, in milliseconds; null in unlimited games and in correspondence.
    pub clock_ms: Option<u32>,
    /// The opening's name in English, where the position after it has one; omitted otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub opening: Option<String>,
}

/// The player on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum PlayerView {
    /// The seat is open.
    Open,
    /// A player with an account. Name, title and rating are those when the seat was taken.
    Player {
        /// The name.
        name: String,
        /// The title; null without one.
        title: Option<Title>,
        /// The rating in the game's category; null without one.
        rating: Option<RatingView>,
    },
    /// A player whose account is closed. The name is not shown any more.
    Ghost,
    /// A player without an account.
    Guest {
        /// A short name that distinguishes guests.
        name: String,
    },
    /// The engine.
    Computer {
        /// From 1 (has just learnt the moves) to 15 (the full engine), as it was chosen.
        level: u8,
        /// The version of the levels, where the game was created with another than today's: its number may
        /// mean another strength. Omitted otherwise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        version: Option<u32>,
    },
}

/// A rating at the time when the seat was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct RatingView {
    /// Rating points.
    pub points: u16,
    /// Whether it is based on few games.
    pub provisional: bool,
}

/// An event of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum GameEvent {
    /// The game was created; always number 0.
    Created,
    /// The open seat was taken.
    Joined {
        /// The seat.
        color: Color,
        /// The player.
        player: PlayerView,
    },
    /// A move was played.
    MovePlayed {
        /// The move.
        #[serde(rename = "move")]
        played: MoveView,
        /// The side.
        by: Color,
    },
    /// A draw was offered.
    DrawOffered {
        /// The side.
        by: Color,
    },
    /// The draw offer was declined.
    DrawDeclined {
        /// The side.
        by: Color,
    },
    /// A takeback was proposed.
    TakebackProposed {
        /// The side.
        by: Color,
    },
    /// The takeback was declined.
    TakebackDeclined {
        /// The side.
        by: Color,
    },
    /// The last half-moves were taken back.
    TakenBack {
        /// The side that wanted it.
        by: Color,
        /// How many half-moves: one or two.
        half_moves: u8,
    },
    /// A side gave the other one time on its clock.
    TimeGiven {
        /// The side that gave.
        by: Color,
        /// How much, in milliseconds.
        time_ms: u32,
    },
    /// A side gave up half of its time, and what its moves would have added.
    Berserk {
        /// The side.
        by: Color,
    },
    /// The clocks run from now on, although not both sides have moved.
    ClocksStarted,
    /// An arbiter has paused the clocks.
    ClocksPaused,
    /// An arbiter has set a clock while the clocks were paused.
    ClockSet {
        /// Whose clock.
        side: Color,
        /// What it shows, in milliseconds.
        left_ms: u32,
    },
    /// An arbiter went back to an earlier position while the clocks were paused.
    SetBack {
        /// How many half-moves were undone.
        half_moves: u16,
    },
    /// The clocks run on after a pause.
    ClocksResumed,
    /// The server restarted or was stalled. After a restart the side to move starts its turn again; after a
    /// stall its clock shows the same time as before.
    TurnRestarted,
    /// The game ended; always the last event.
    Ended {
        /// The result.
        result: GameResult,
        /// How it ended.
        termination: Termination,
    },
}
