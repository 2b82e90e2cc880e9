// SPDX-License-Identifier: MIT OR Apache-2.0
//! The two seats of a game.

use std::{num::NonZeroU8, ops::Index};

use serde::{Deserialize, Serialize};
use tabiya_rules::Color;

use crate::PlayerId;

/// One side's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Free for anybody to join.
    Open,
    /// A person, with or without an account. Logs from before there were accounts say `guest`.
    #[serde(alias = "guest")]
    Player(PlayerId),
    /// The engine.
    Computer(Computer),
}

impl Seat {
    /// The player, if the seat is taken by a person.
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
    /// The creator on the seat of this colour, and `opponent` on the other.
    pub const fn new(creator: PlayerId, color: Color, opponent: Seat) -> Self {
        match color {
            Color::White => Self { white: Seat::Player(creator), black: opponent },
            Color::Black => Self { white: opponent, black: Seat::Player(creator) },
        }
    }

    /// The side that this player has.
    pub fn color_of(&self, player: PlayerId) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self[color] == Seat::Player(player))
    }

    /// The open seat; White's if both are open.
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
    /// The strength: the number of one of the engine's levels, from 1. The engine defines the levels, which
    /// change with it. A game only stores what was chosen.
    pub level: NonZeroU8,
    /// The version of the levels that `level` refers to, because the engine's levels change. `None` in old
    /// games, which did not store it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
}

/// As it is stored in a log. Old logs have only the level.
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
