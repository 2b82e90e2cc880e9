// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a check of a whole database tells, whichever database it is.

use std::fmt;

use tabiya_game::GameId;

/// Something wrong in the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// In which game; none if in no one's.
    pub game: Option<GameId>,
    /// What, with the event's number where it is about one.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.game {
            Some(game) => write!(f, "game {game}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

/// What a check tells while it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckNews {
    /// So many games are to be replayed.
    Games(u64),
    /// One more has been.
    Replayed,
    /// Something is wrong.
    Fault(Fault),
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// So many games.
    pub games: u64,
    /// So many events in them.
    pub events: u64,
    /// So many faults.
    pub faults: u64,
}
