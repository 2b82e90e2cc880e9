// SPDX-License-Identifier: MIT OR Apache-2.0
//! How an event is paired.

use serde::{Deserialize, Serialize};

/// How an event is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum EventFormatView {
    /// FIDE Dutch.
    Swiss {
        /// The number of rounds.
        rounds: u16,
        /// Whether the first rounds are accelerated (Baku, C.04.7); absent for no.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        baku: bool,
    },
    /// Everybody meets everybody.
    RoundRobin {
        /// How often.
        cycles: u8,
    },
    /// Who loses a match is out.
    KnockOut {
        /// Games of a match before the tie-breaks.
        games: u8,
    },
    /// Everybody who is present meets a neighbour of the list, and a win is worth the opponent's value.
    Keizer {
        /// The number of rounds.
        rounds: u16,
        /// What the organiser decided.
        rules: KeizerRules,
    },
    /// No rounds: whoever is free is paired again, until the time is over.
    Arena {
        /// How long it lasts.
        minutes: u16,
    },
    /// Two teams meet board by board.
    TeamMatch {
        /// How many games each pair plays: a round each, with the other colours.
        games: u8,
        /// How many boards a team has; 0 for as many as the larger team has players.
        boards: u16,
        /// Whether everybody of one team meets everybody of the other (Scheveningen).
        everyone: bool,
    },
}

/// The settings of a Keizer. Shares are per cent of an entrant's own value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct KeizerRules {
    /// The value of the first one in the list; 0 for one and a half times the number of entrants.
    pub top: u16,
    /// How much less each place is worth.
    pub step: u16,
    /// The share for an absence that was announced.
    pub excused: u8,
    /// The share for an absence without notice, and for a loss by not coming.
    pub unexcused: u8,
    /// The share for playing elsewhere for the club.
    pub club_duty: u8,
    /// The share for whoever is left over with an odd number of players.
    pub bye: u8,
    /// How many rounds lie between two meetings at least; where that leaves somebody without an opponent, fewer.
    pub rounds_between: u16,
}

impl Default for KeizerRules {
    fn default() -> Self {
        Self { top: 0, step: 1, excused: 35, unexcused: 0, club_duty: 70, bye: 50, rounds_between: 3 }
    }
}

/// How an event is paired, without its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum EventFormatKind {
    /// FIDE Dutch.
    Swiss,
    /// Everybody meets everybody.
    RoundRobin,
    /// Who loses a match is out.
    KnockOut,
    /// A club's league.
    Keizer,
    /// Whoever is free is paired again.
    Arena,
    /// Two teams meet board by board.
    TeamMatch,
}
