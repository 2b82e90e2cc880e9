// SPDX-License-Identifier: MIT OR Apache-2.0
//! An arena that runs, and the games of one of its players.

use serde::{Deserialize, Serialize};
use tabiya_game::{GameId, Time};

use super::{EntrantId, Side};

/// What runs in an arena that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ArenaView {
    /// When the time is over.
    pub ends: Time,
    /// Games that run.
    pub running: u32,
    /// Games that have ended.
    pub played: u32,
}

/// `GET /api/page/events/ID/entrants/ENTRANT/games`: the games of an entrant in an arena, the newest first; none in other events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ArenaGames {
    /// The games.
    pub games: Vec<ArenaGameView>,
}

/// A game of an arena as one of its players sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ArenaGameView {
    /// The game on this server.
    pub game: GameId,
    /// The player's side.
    pub side: Side,
    /// The opponent.
    pub opponent: EntrantId,
    /// The result, White's first; null while it runs, and where it ran when the arena ended.
    pub outcome: Option<String>,
    /// What it has brought the player; null while it runs, and where it counts for nobody.
    pub points: Option<u32>,
    /// Whether the player went berserk.
    pub berserk: bool,
}
