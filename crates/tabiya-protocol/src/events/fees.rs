// SPDX-License-Identifier: MIT OR Apache-2.0
//! What entrants pay, for organisers alone.

use serde::{Deserialize, Serialize};

/// The fees of an event, in hundredths of the money, and what has come in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct FeesView {
    /// What everybody pays.
    pub full: u32,
    /// What some pay in its place; null where nobody does.
    pub reduced: Option<u32>,
    /// Whoever was born on this day or later pays the reduced fee, as `2008-09-01` or `2008`; empty for nobody.
    pub born_from: String,
    /// Whoever was born on this day or before pays it; empty for nobody.
    pub born_until: String,
    /// What has come in.
    pub paid: u64,
    /// What is still due.
    pub due: u64,
}

/// Which fee an entrant pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum EntrantFee {
    /// The full one.
    Full,
    /// The reduced one.
    Reduced,
    /// None.
    Free,
}
