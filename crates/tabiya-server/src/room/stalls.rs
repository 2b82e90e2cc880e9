// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the server stood still, and one room has not given back yet.
//!
//! A room finds out when it next has something to do: whatever that is, the credit comes before it. Nobody wakes ten
//! thousand rooms just after the server had no time for any of them.

use tabiya_game::Millis;

use crate::timeline::Timeline;

#[derive(Clone, Copy, Debug)]
pub(super) struct Stalls {
    /// Of the line's stalls, so many milliseconds are known here.
    known: u64,
    owed: Millis,
}

impl Stalls {
    /// What was before is of no account: with a room a turn begins.
    pub(super) fn since(timeline: Timeline) -> Self {
        Self { known: timeline.stalled(), owed: Millis::ZERO }
    }

    /// How long the server has stood still since the last time of asking; from now on it is owed.
    pub(super) fn news(&mut self, timeline: Timeline) -> Millis {
        let stalled = timeline.stalled();
        if stalled == self.known {
            return Millis::ZERO;
        }
        let stall = Millis(u32::try_from(stalled - self.known).unwrap_or(u32::MAX));
        self.known = stalled;
        self.owed = self.owed.plus(stall);
        stall
    }

    pub(super) fn owed(&self) -> Option<Millis> {
        (self.owed > Millis::ZERO).then_some(self.owed)
    }

    /// It stands in the log, or there was nobody to give it to.
    pub(super) fn given_back(&mut self) {
        self.owed = Millis::ZERO;
    }
}
