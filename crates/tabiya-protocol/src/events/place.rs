// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where in an event a game is played.

use serde::{Deserialize, Serialize};

use super::EventId;

/// `GET /api/page/games/ID/event`: the event that a game belongs to; null for any other game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventOfGame {
    /// The event, and where in it the game is played.
    pub event: Option<EventPlaceView>,
}

/// Where in an event a game is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventPlaceView {
    /// The event.
    pub id: EventId,
    /// What it is called.
    pub name: String,
    /// The round, from 1; null in an arena.
    pub round: Option<u16>,
    /// The board, from 1; null in an arena.
    pub board: Option<u16>,
    /// Whether a player who does not make the first move in time is not paired until they rejoin.
    pub pauses: bool,
}
