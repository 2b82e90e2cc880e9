// SPDX-License-Identifier: MIT OR Apache-2.0
//! The two teams of a team match, as pages show them.

use serde::{Deserialize, Serialize};

use super::EntrantId;

/// One of the two teams of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum TeamSide {
    /// The team that is named first: it has White on board 1 in the first round.
    First,
    /// The other one.
    Second,
}

impl TeamSide {
    /// Both, the one that is named first in front.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// Its place in a list of both.
    pub const fn index(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }
}

/// How a match between two teams stands. Each list has the team first that is named first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct TeamsView {
    /// What they are called.
    pub names: [String; 2],
    /// Who plays for each and has not left, board 1 first. Those behind the last board are substitutes. In a match of everybody
    /// against everybody that is paired, whoever has left keeps the number.
    pub line_ups: [Vec<EntrantId>; 2],
    /// On how many boards the next round is played.
    pub boards: u16,
    /// The points of the boards in tenths; a game without a result counts for nobody.
    pub points: [i32; 2],
}
