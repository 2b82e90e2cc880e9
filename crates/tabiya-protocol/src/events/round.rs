// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rounds and boards, and how far the pairing of the next round is.

use serde::{Deserialize, Serialize};
use tabiya_game::{GameId, Time};

use super::{EntrantId, TableNotes};

/// `GET /api/page/events/ID/pairing`: how far the pairing of the next round is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventPairing {
    /// Whether it is paired now.
    pub is_pairing: bool,
    /// The players that are paired.
    pub paired: u32,
    /// All players of the round; 0 where the format does not count them.
    pub players: u32,
}

/// How far a round is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum RoundStageView {
    /// Paired; only the organisers see it.
    Draft,
    /// Everybody sees the pairings; clocks stand.
    Published,
    /// Games are played.
    Started,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventRoundView {
    /// How far it is.
    pub stage: RoundStageView,
    /// The boards in their order.
    pub boards: Vec<EventBoardView>,
    /// Who has the pairing-allocated bye, or goes on without a match.
    pub byes: Vec<EntrantId>,
    /// Who has a half-point bye.
    pub half_byes: Vec<EntrantId>,
    /// Whether the arbiter has paired it.
    pub by_hand: bool,
    /// When it began; null until it has.
    pub begun: Option<Time>,
    /// The number of the entry that paired it: another pairing of the round has another one.
    pub paired: u64,
}

/// Two entrants who meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventBoardView {
    /// The number that stands on the table.
    pub number: u16,
    /// White in the first game.
    pub white: EntrantId,
    /// Black in the first game.
    pub black: EntrantId,
    /// The games.
    pub games: Vec<EventGameView>,
    /// Whether it is played on this server.
    pub online: bool,
    /// Whether its game was left behind on another server: the arbiter enters its result, or has it played again.
    pub left: bool,
    /// Whether it is played later.
    pub postponed: bool,
    /// What is said at the table, where anything is; for organisers alone.
    pub table: Option<TableNotes>,
}

/// One game of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventGameView {
    /// Whether the board's first player has Black.
    pub turned: bool,
    /// The game on this server; null if it is played over the board.
    pub game: Option<GameId>,
    /// How it ended, as arbiters write it, like `1-0` or `+/-`; null while it is open.
    pub outcome: Option<String>,
    /// The number of the entry with which somebody has typed the game of a wooden board; null if nobody has.
    pub typed: Option<u64>,
}
