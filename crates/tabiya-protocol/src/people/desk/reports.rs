// SPDX-License-Identifier: MIT OR Apache-2.0
//! What players tell staff, and what becomes of it.

use serde::{Deserialize, Serialize};

/// The body of `POST /api/page/report`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct TellStaff {
    /// About whom.
    pub name: String,
    /// In which game.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub game: Option<tabiya_game::GameId>,
    /// What happened.
    pub reason: String,
}

/// Whether somebody has dealt with a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ReportState {
    /// It waits.
    Open,
    /// Somebody has.
    Done,
}

/// One report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ReportView {
    /// Counts up.
    pub id: u64,
    /// When.
    pub at: u64,
    /// Who told it first; empty for the server itself.
    pub by: String,
    /// How many have told it: a line of a chat that several players have reported is one report.
    pub reporters: u32,
    /// About whom.
    pub about: String,
    /// In which game.
    pub game: Option<tabiya_game::GameId>,
    /// What happened.
    pub text: String,
    /// Whether somebody has dealt with it.
    pub state: ReportState,
}
