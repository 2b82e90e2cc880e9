// SPDX-License-Identifier: MIT OR Apache-2.0
//! Games of wooden boards that somebody has typed.

use serde::{Deserialize, Serialize};
use tabiya_game::Time;

use crate::MoveView;

/// The longest text of a game that somebody types or pastes, in bytes.
pub const LONGEST_TYPED_GAME: usize = 32 * 1024;

/// `GET /api/page/events/ID/games/ROUND/BOARD/GAME`: the game of a wooden board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventTypedGame {
    /// The starting position as a FEN.
    pub start_fen: String,
    /// The moves; empty if nobody has typed them.
    pub moves: Vec<MoveView>,
    /// Who has typed them; null for those who don't organise, and where it was the operator or a helper without an account.
    pub by: Option<String>,
    /// When they were typed; null if nobody has.
    pub at: Option<Time>,
    /// Why; empty if nobody said so, and for those who don't organise.
    pub reason: String,
}

/// A game that a helper without an account has typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct HelperGame {
    /// The round, from 1.
    pub round: u16,
    /// The board, from 1.
    pub board: u16,
    /// Which game of the board, from 1.
    pub game: u16,
    /// PGN, or the moves alone.
    pub text: String,
}
