// SPDX-License-Identifier: MIT OR Apache-2.0
//! Codes at the venue: the bodies of the calls by which a phone or laptop there takes a seat.

use serde::{Deserialize, Serialize};
use tabiya_game::GameId;

use super::EntrantId;

/// `GET /api/page/events/ID/seats`: the seats at the venue of the last round, for organisers alone.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct VenueSeats {
    /// One for each board that is played on this server and at which somebody without an account sits.
    pub seats: Vec<VenueSeatView>,
}

/// A seat with its code.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct VenueSeatView {
    /// The round, from 1.
    pub round: u16,
    /// The board, from 1.
    pub board: u16,
    /// Who sits there.
    pub entrant: EntrantId,
    /// Eight digits, to type.
    pub code: String,
    /// What the QR code has in their place.
    pub link: String,
}

/// The body of `POST /api/page/events/ID/seat`. The answer gives the device the seat.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct TakeVenueSeat {
    /// The eight digits, or what the QR code has in their place.
    pub code: String,
}

/// The seat that a device has been given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct VenueSeatTaken {
    /// What the event is called.
    pub name: String,
    /// The round, from 1.
    pub round: u16,
    /// The board, from 1.
    pub board: u16,
    /// Who sits there.
    pub player: String,
    /// Who plays online.
    pub opponent: String,
    /// Whether the seat is that of White.
    pub is_white: bool,
    /// The game; null until it has begun.
    pub game: Option<GameId>,
}
