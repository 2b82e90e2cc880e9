// SPDX-License-Identifier: MIT OR Apache-2.0
//! Who gets which prize by the standings as they are.

use serde::{Deserialize, Serialize};

use super::EntrantId;

/// `GET /api/page/events/ID/prizes`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventPrizes {
    /// The categories in the order of the list.
    pub categories: Vec<EventPrizeCategory>,
    /// The list as it was announced, to be changed and set again; for organisers alone.
    pub list: Option<String>,
}

/// A category of prizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventPrizeCategory {
    /// What it is called.
    pub name: String,
    /// Who gets what, the best first.
    pub awards: Vec<EventAward>,
    /// Its own standings, the best first; empty where it is for everybody.
    pub standings: Vec<EventCategoryPlace>,
}

/// A place in the standings of a category.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventCategoryPlace {
    /// The rank there, from 1.
    pub rank: u16,
    /// The entrant.
    pub entrant: EntrantId,
}

/// What somebody gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventAward {
    /// The entrant.
    pub entrant: EntrantId,
    /// The place whose prize it is, from 1; null for a share without a prize of one's own.
    pub place: Option<u16>,
    /// The points in tenths.
    pub points: i32,
    /// How much, in hundredths of the money.
    pub amount: u32,
}
