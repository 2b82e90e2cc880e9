// SPDX-License-Identifier: MIT OR Apache-2.0
//! Berserk: before its first move a player of an arena may give up half of the time, and all that moves add to it. Whoever
//! wins so gets a point more; the arena counts it. The terms of a game say whether anybody may.

use tabiya_rules::Color;

use crate::{Event, Game, Millis, Refusal, Status};

impl Game {
    /// Whether this side has gone berserk.
    pub const fn is_berserk(&self, side: Color) -> bool {
        self.berserk[side as usize]
    }

    /// Whether this side may go berserk now: once, before its first move, where the terms allow it.
    pub fn may_go_berserk(&self, side: Color) -> bool {
        let has_moved = (0..self.plies.len()).any(|index| self.history.mover_at(index) == side);
        self.terms.allows_berserk()
            && self.status() == Status::Playing
            && !self.is_berserk(side)
            && !has_moved
            && !self.clocks_have_begun()
    }

    pub(crate) fn decide_berserk(&self, by: Color) -> Result<Vec<Event>, Refusal> {
        let clock = self.clock.filter(|_| self.terms.allows_berserk()).ok_or(Refusal::NoBerserk)?;
        if !self.may_go_berserk(by) {
            return Err(Refusal::TooLateToGoBerserk);
        }
        Ok(vec![Event::Berserk { by, clock: clock.left(by).less(self.given_up(by)) }])
    }

    /// What this side gives up by going berserk.
    pub(crate) fn given_up(&self, side: Color) -> Millis {
        let clock = self.time_control().and_then(|time| time.clock_of(side));
        clock.map_or(Millis::ZERO, |clock| Millis(clock.initial().0 / 2))
    }
}
