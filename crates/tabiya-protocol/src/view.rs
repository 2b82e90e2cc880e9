// SPDX-License-Identifier: MIT OR Apache-2.0
//! A game as a client sees it.

use serde::{Deserialize, Serialize};
use tabiya_game::{GameId, GameResult, Termination, Title};
use tabiya_rules::{Attempt, Claim, Color};

use crate::{ClocksView, TimeControlView};

/// A game from its start to now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct GameView {
    /// The game's id, as in its address.
    pub id: GameId,
    /// The position it began from.
    pub start_fen: String,
    /// Whether castling follows Chess960.
    pub chess960: bool,
    /// The time control; none = unlimited.
    pub time: Option<TimeControlView>,
    /// Whether it counts for ratings; left out where it does not.
    #[serde(default, skip_serializing_if = "crate::server::is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// Who plays White.
    pub white: PlayerView,
    /// Who plays Black.
    pub black: PlayerView,
    /// Every move so far.
    pub moves: Vec<MoveView>,
    /// How the game stands.
    pub situation: Situation,
}

/// How a game stands, and what the side to move may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Situation {
    /// The position.
    pub fen: String,
    /// Half-moves played so far.
    pub ply: u32,
    /// Who moves.
    pub turn: Color,
    /// Whether the side to move is in check.
    pub check: bool,
    /// Every legal move in UCI notation; in standard chess castling stands twice, as `e1g1` and as `e1h1`.
    /// Empty unless the game is being played.
    #[cfg_attr(feature = "ts", ts(type = "Array<string>"))]
    pub legal: Vec<Attempt>,
    /// Both clocks as of sending; none = unlimited.
    pub clocks: Option<ClocksView>,
    /// Who has a draw offer standing.
    pub draw_offer: Option<Color>,
    /// Which draw the side to move may claim now.
    pub claim: Option<Claim>,
    /// Whether either side may still abort.
    pub can_abort: bool,
    /// Waiting, playing or ended.
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
    /// Nothing more can happen.
    Ended {
        /// Who won, if anybody.
        result: GameResult,
        /// How it ended.
        termination: Termination,
    },
}

/// One move that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct MoveView {
    /// In UCI notation; castling as the game's kind of chess writes it.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub uci: Attempt,
    /// In standard algebraic notation.
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// Whether it gave check.
    pub check: bool,
    /// The mover's clock after it, in milliseconds; none = unlimited, and in correspondence.
    pub clock_ms: Option<u32>,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum PlayerView {
    /// Nobody yet.
    Open,
    /// Somebody with an account, as they were known when they took the seat.
    Player {
        /// The name.
        name: String,
        /// The title; none for most.
        title: Option<Title>,
        /// The rating in the game's category; none where there was none.
        rating: Option<RatingView>,
    },
    /// Somebody without an account.
    Guest {
        /// A short name that tells two guests apart.
        name: String,
    },
    /// The engine.
    Computer {
        /// From 1, a beginner, to 12, all it has.
        level: u8,
    },
}

/// A rating when a game was begun or joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct RatingView {
    /// Rating points.
    pub points: u16,
    /// Whether it rested on few games.
    pub provisional: bool,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum GameEvent {
    /// The game was created; always number 0.
    Created,
    /// The open seat was taken.
    Joined {
        /// Which seat.
        color: Color,
        /// By whom.
        player: PlayerView,
    },
    /// A move was played.
    MovePlayed {
        /// The move.
        #[serde(rename = "move")]
        played: MoveView,
        /// By whom.
        by: Color,
    },
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        by: Color,
    },
    /// The draw offer was declined.
    DrawDeclined {
        /// By whom.
        by: Color,
    },
    /// The server was away or stood still. After an outage the side to move starts its turn afresh; after a stall its
    /// clock shows what it showed before.
    TurnRestarted,
    /// The game ended; always the last event.
    Ended {
        /// Who won, if anybody.
        result: GameResult,
        /// How it ended.
        termination: Termination,
    },
}
