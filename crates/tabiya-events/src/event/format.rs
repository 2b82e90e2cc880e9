// SPDX-License-Identifier: AGPL-3.0-or-later
//! How an event is paired: its rounds, its players, and what it is called.

use std::fmt;

use serde::{Deserialize, Serialize};
use tabiya_protocol::events::KeizerRules;

/// The most players of a Swiss.
const MOST_IN_SWISS: usize = 1000;
/// The most players of a round robin.
const MOST_IN_ROUND_ROBIN: usize = 100;
/// The most players of a knockout.
const MOST_IN_KNOCK_OUT: usize = 1024;
/// The most players of a Keizer.
const MOST_IN_KEIZER: usize = 300;
/// The most players of an arena.
const MOST_IN_ARENA: usize = 1000;
/// The most players of a team match.
const MOST_IN_TEAM_MATCH: usize = 2 * super::teams::MOST_IN_TEAM;

/// How an event is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Format {
    /// FIDE Dutch, C.04.3.
    Swiss {
        /// The number of rounds.
        rounds: u16,
        /// Whether the Baku acceleration (C.04.7) is on.
        #[serde(default)]
        baku: bool,
    },
    /// Everybody meets everybody, by the Berger tables.
    RoundRobin {
        /// How often.
        cycles: u8,
    },
    /// Who loses a match is out.
    KnockOut {
        /// Games of a match before the tie-breaks.
        games: u8,
    },
    /// A club's league: who is present meets a neighbour of the list, and a win is worth the opponent's value.
    Keizer {
        /// The number of rounds.
        rounds: u16,
        /// Values and shares.
        #[serde(default)]
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
        #[serde(default)]
        boards: u16,
        /// Whether everybody of one team meets everybody of the other (Scheveningen).
        #[serde(default)]
        everyone: bool,
    },
}

impl Format {
    /// Its name at the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Swiss { .. } => "swiss",
            Self::RoundRobin { .. } => "round-robin",
            Self::KnockOut { .. } => "knockout",
            Self::Keizer { .. } => "keizer",
            Self::Arena { .. } => "arena",
            Self::TeamMatch { .. } => "team match",
        }
    }

    /// The most players.
    pub const fn most_players(self) -> usize {
        match self {
            Self::Swiss { .. } => MOST_IN_SWISS,
            Self::RoundRobin { .. } => MOST_IN_ROUND_ROBIN,
            Self::KnockOut { .. } => MOST_IN_KNOCK_OUT,
            Self::Keizer { .. } => MOST_IN_KEIZER,
            Self::Arena { .. } => MOST_IN_ARENA,
            Self::TeamMatch { .. } => MOST_IN_TEAM_MATCH,
        }
    }

    /// The number of rounds that so many players make.
    pub fn rounds(self, players: usize) -> u16 {
        let rounds = |rounds: usize| u16::try_from(rounds).unwrap_or(u16::MAX);
        match self {
            Self::Swiss { rounds, .. } | Self::Keizer { rounds, .. } => rounds,
            Self::Arena { .. } => 0,
            // Where everybody meets everybody, they follow from the teams.
            Self::TeamMatch { games, .. } => games.into(),
            Self::RoundRobin { .. } if players < 2 => 0,
            Self::RoundRobin { cycles } => rounds((players + players % 2 - 1) * usize::from(cycles)),
            Self::KnockOut { .. } => rounds(players.max(1).next_power_of_two().trailing_zeros() as usize),
        }
    }

    /// Whether players may come after the first pairing, and stay away from a round.
    pub const fn takes_late_entries(self) -> bool {
        match self {
            Self::Swiss { .. } | Self::Keizer { .. } | Self::Arena { .. } => true,
            Self::RoundRobin { .. } | Self::KnockOut { .. } | Self::TeamMatch { .. } => false,
        }
    }
}

/// With its rounds: "Swiss, 9 rounds".
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Swiss { rounds, .. } => write!(f, "Swiss, {rounds} rounds"),
            Self::RoundRobin { cycles: 1 } => f.write_str("round robin"),
            Self::RoundRobin { cycles: 2 } => f.write_str("double round robin"),
            Self::RoundRobin { cycles } => write!(f, "round robin, {cycles} games a pair"),
            Self::KnockOut { .. } => f.write_str("knockout"),
            Self::Keizer { rounds, .. } => write!(f, "Keizer, {rounds} rounds"),
            Self::Arena { minutes } => write!(f, "arena, {minutes} minutes"),
            Self::TeamMatch { everyone, games, .. } => {
                f.write_str(if *everyone { "team match, all against all" } else { "team match" })?;
                if *games > 1 { write!(f, ", {games} games a pair") } else { Ok(()) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_follow_from_the_format() {
        for (format, players, rounds) in [
            (Format::Swiss { rounds: 9, baku: false }, 40, 9),
            (Format::RoundRobin { cycles: 1 }, 8, 7),
            (Format::RoundRobin { cycles: 2 }, 7, 14),
            (Format::RoundRobin { cycles: 1 }, 1, 0),
            (Format::KnockOut { games: 1 }, 16, 4),
            (Format::KnockOut { games: 2 }, 17, 5),
            (Format::KnockOut { games: 1 }, 0, 0),
        ] {
            assert_eq!(format.rounds(players), rounds, "{format:?} of {players}");
        }
    }
}
