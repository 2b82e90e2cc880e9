// SPDX-License-Identifier: MIT OR Apache-2.0
//! Who sits where: the two seats of a game.

use std::{num::NonZeroU8, ops::Index};

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
    /// How well it plays: the number of a level of the engine, from 1. Which levels there are, and what they mean, is
    /// the engine's to say and changes with it; a game only keeps what was chosen.
    pub level: NonZeroU8,
    /// Which version of the levels that means: what level 5 is changes with the engine. None in old games, which did not
    /// note it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
}

/// As it stands in a log; old ones have the level alone.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum StoredComputer {
    Level(NonZeroU8),
    Versioned { level: NonZeroU8, version: Option<u32> },
}

impl From<StoredComputer> for Computer {
    fn from(stored: StoredComputer) -> Self {
        match stored {
            StoredComputer::Level(level) => Self { level, version: None },
            StoredComputer::Versioned { level, version } => Self { level, version },
        }
    }
}
