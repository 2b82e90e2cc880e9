// SPDX-License-Identifier: MIT OR Apache-2.0
//! What one round has to do with the value of a tie-break.

use super::Value;
use super::unplayed::Event;

/// What one round of a player has to do with the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The round, from 1.
    pub round: u16,
    /// The starting number of the scheduled opponent.
    pub opponent: Option<u16>,
    /// What is looked at of the opponent: the score, or in an unplayed round that of the dummy.
    pub theirs: Option<Value>,
    /// The own points in the round, where they count.
    pub own: Option<Value>,
    /// What the round adds; of ratings, what goes into the average.
    pub value: Value,
    /// Whether it counts: cut values don't.
    pub counts: bool,
    /// Whether nothing was played, so that a dummy stands for the opponent where scores of opponents count.
    pub is_unplayed: bool,
}

impl Part {
    /// A round that counts.
    pub(super) fn of(event: &Event, index: usize, opponent: Option<usize>, value: Value) -> Self {
        Self {
            round: u16::try_from(index + 1).unwrap_or(u16::MAX),
            opponent: opponent.map(|opponent| event.entries[opponent].number),
            theirs: None,
            own: None,
            value,
            counts: true,
            is_unplayed: false,
        }
    }
}
