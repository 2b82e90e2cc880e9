// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bodies of the HTTP calls under `/api`.

use serde::{Deserialize, Serialize};
use tabiya_game::GameId;
use tabiya_rules::Color;

use crate::{GameStatus, PlayerView, TimeControlView};

/// The body of `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct CreateGame {
    /// Whom to play.
    pub opponent: Opponent,
    /// The time control; none = unlimited.
    pub time: Option<TimeControlView>,
    /// The creator's colour.
    pub color: ColorChoice,
    /// Where the game begins.
    #[serde(default)]
    pub start: StartPosition,
    /// Whether the game counts for ratings; not, where it is left out. Only for players with an account, with a time
    /// control, not against the computer and not from a position of one's own.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
}

/// Whom to play. Its variants have braces, because serde lets unknown fields pass beside those without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum Opponent {
    /// Whoever joins by the game's link.
    Friend {},
    /// The engine.
    Computer {
        /// From 1, a beginner, to 12, all it has.
        level: u8,
    },
}

/// The creator's colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ColorChoice {
    /// Moves first.
    White,
    /// Moves second.
    Black,
    /// The server draws lots.
    Random,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum StartPosition {
    /// The usual one.
    Standard {},
    /// One of the 960, drawn by the server.
    Chess960 {},
    /// A position of the creator's choice.
    Fen {
        /// In FEN, X-FEN or Shredder-FEN; Shredder letters for castling mean Chess960.
        fen: String,
    },
}

impl Default for StartPosition {
    fn default() -> Self {
        Self::Standard {}
    }
}

/// The answer to `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct GameCreated {
    /// The new game; its page is `/game/ID`.
    pub id: GameId,
}

/// One of the caller's games, in the answer to `GET /api/games`: an array, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct GameSummary {
    /// The game's id.
    pub id: GameId,
    /// The caller's colour.
    pub you: Color,
    /// Who plays White.
    pub white: PlayerView,
    /// Who plays Black.
    pub black: PlayerView,
    /// The time control; none = unlimited.
    pub time: Option<TimeControlView>,
    /// The position now.
    pub fen: String,
    /// The last move in UCI notation.
    pub last_move: Option<String>,
    /// Half-moves played so far.
    pub ply: u32,
    /// Who moves.
    pub turn: Color,
    /// Waiting, playing or ended.
    pub status: GameStatus,
}

/// The answer to `GET /api/info`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ServerInfo {
    /// The program's version.
    pub version: String,
    /// The commit it was built from; empty where unknown.
    pub commit: String,
    /// The protocol's version.
    pub protocol: u16,
    /// Where the complete source can be had.
    pub source_url: String,
    /// Whether only this computer can reach the server.
    pub loopback: bool,
    /// Addresses under which others on the local network reach it, such as `http://192.168.0.7:8080`.
    pub lan_urls: Vec<String>,
    /// The computer's levels, the weakest first.
    pub levels: Vec<LevelView>,
}

/// One of the computer's levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct LevelView {
    /// Its number, by which a game against it is asked for.
    pub level: u8,
    /// How strong it was measured to be, in Elo among engines.
    pub elo: i32,
}

/// The body of every HTTP answer that is an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ErrorBody {
    /// The error.
    pub error: ErrorDetail,
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ErrorDetail {
    /// A stable word for programs, such as `not_found`.
    pub code: String,
    /// A sentence for people: what was wrong, where, and what would be right.
    pub message: String,
}
