// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rating report of an event: what it says beside players and results, and what is missing.

use serde::{Deserialize, Serialize};

/// Where and when an event is played, and who its arbiters are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct RatingReport {
    /// The city; empty if nobody has said.
    pub city: String,
    /// The federation in three letters, such as `SWE`; empty if nobody has said.
    pub federation: String,
    /// The chief arbiter; empty if nobody has said.
    pub chief_arbiter: String,
    /// The chief arbiter's deputies.
    pub deputies: Vec<String>,
    /// The day of each round, such as `2026-11-28`, the first one first; empty where nobody has said.
    pub dates: Vec<String>,
}

/// `GET /api/page/events/ID/report`: the rating report, for organisers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventReport {
    /// What it says.
    pub report: RatingReport,
    /// What it lacks for the games to be rated.
    pub gaps: Vec<ReportGap>,
}

/// What a rating report lacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ReportGap {
    /// The city.
    City,
    /// The federation.
    Federation,
    /// The chief arbiter.
    ChiefArbiter,
    /// The dates of these published rounds.
    Dates {
        /// The rounds, from 1.
        rounds: Vec<u16>,
    },
    /// The numbers at FIDE of these players.
    FideIds {
        /// Their names.
        names: Vec<String>,
    },
    /// Results of games in these published rounds.
    Results {
        /// The rounds, from 1.
        rounds: Vec<u16>,
    },
}
