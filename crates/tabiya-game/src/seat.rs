// SPDX-License-Identifier: MIT OR Apache-2.0
//! Who sits where: the two seats of a game, and the computer's level.

use std::{fmt, ops::Index};

use serde::{Deserialize, Serialize};
use tabiya_rules::Color;

use crate::PlayerId;

/// One side's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Free for whoever joins.
    Open,
    /// A person, with an account or without. Logs from before there were accounts say `guest`.
    #[serde(alias = "guest")]
    Player(PlayerId),
    /// The engine.
    Computer(Computer),
}

impl Seat {
    /// The player on it, if it is a person.
    pub const fn player(self) -> Option<PlayerId> {
        match self {
            Self::Player(player) => Some(player),
            Self::Open | Self::Computer(_) => None,
        }
    }
}

/// Both seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seats {
    /// White's seat.
    pub white: Seat,
    /// Black's seat.
    pub black: Seat,
}

impl Seats {
    /// The creator on the seat of this colour, `opponent` on the other.
    pub const fn new(creator: PlayerId, color: Color, opponent: Seat) -> Self {
        match color {
            Color::White => Self { white: Seat::Player(creator), black: opponent },
            Color::Black => Self { white: opponent, black: Seat::Player(creator) },
        }
    }

    /// The side this player plays.
    pub fn color_of(&self, player: PlayerId) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self[color] == Seat::Player(player))
    }

    /// The open seat; White's if both are.
    pub fn open(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self[color] == Seat::Open)
    }

    pub(crate) fn seat(&mut self, color: Color, seat: Seat) {
        match color {
            Color::White => self.white = seat,
            Color::Black => self.black = seat,
        }
    }
}

impl Index<Color> for Seats {
    type Output = Seat;

    fn index(&self, color: Color) -> &Seat {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

/// The engine on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "StoredComputer")]
pub struct Computer {
    /// How well it plays.
    pub level: Level,
    /// Which version of the levels that means: what level 5 is changes with the engine. None in old games, which did not
    /// note it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
}

/// As it stands in a log; old ones have the level alone.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum StoredComputer {
    Level(Level),
    Versioned { level: Level, version: Option<u32> },
}

impl From<StoredComputer> for Computer {
    fn from(stored: StoredComputer) -> Self {
        match stored {
            StoredComputer::Level(level) => Self { level, version: None },
            StoredComputer::Versioned { level, version } => Self { level, version },
        }
    }
}

/// How well the computer plays: from 1, a beginner, to 12, all it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts", type = "number"))]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const MIN: Level = Level(1);
    /// The strongest.
    pub const MAX: Level = Level(12);

    /// The level of this number.
    ///
    /// # Errors
    /// If it is not from 1 to 12.
    pub const fn new(number: u8) -> Result<Self, LevelError> {
        if Self::MIN.0 <= number && number <= Self::MAX.0 {
            Ok(Self(number))
        } else {
            Err(LevelError { found: number })
        }
    }

    /// Its number, from 1 to 12.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<u8> for Level {
    type Error = LevelError;

    fn try_from(number: u8) -> Result<Self, LevelError> {
        Self::new(number)
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> Self {
        level.0
    }
}

/// A number that is not a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the computer's level is from {} to {}, not {found}", Level::MIN, Level::MAX)]
pub struct LevelError {
    /// The number.
    pub found: u8,
}
