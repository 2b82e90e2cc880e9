// SPDX-License-Identifier: MIT OR Apache-2.0
//! The chess clock: pure arithmetic on what each side has left and when the turn began.
//!
//! Whether a clock runs at all is the game's to say. Three laws hold, and the tests drive at them: a clock is
//! never negative, only the side to move loses time, and a move is played only with time left.

use tabiya_rules::Color;

use crate::{Millis, Time, TimeControl};

/// Both sides' clocks. A clock's stored value is as of the turn's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    increment: Millis,
    left: [Millis; 2],
    turn_began: Time,
}

impl Clock {
    pub(crate) const fn new(control: TimeControl, now: Time) -> Self {
        Self { increment: control.increment(), left: [control.starting_clock(); 2], turn_began: now }
    }

    /// What a side had left when the turn began.
    pub(crate) const fn left(&self, color: Color) -> Millis {
        self.left[color as usize]
    }

    /// What a side whose clock runs has left now.
    pub(crate) const fn left_at(&self, color: Color, now: Time) -> Millis {
        self.left(color).less(self.spent(now))
    }

    /// How long the turn has lasted. An arrival before its start (the opponent's move was counted from a later
    /// arrival, or the owner's time line began anew) is no time at all.
    pub(crate) const fn spent(&self, now: Time) -> Millis {
        now.since(self.turn_began)
    }

    /// When the clock of this side is out if it runs.
    pub(crate) const fn deadline(&self, color: Color) -> Time {
        self.turn_began.after(self.left(color))
    }

    /// What the mover has after a move now; none if the time was out before it.
    pub(crate) fn after_move(&self, mover: Color, now: Time) -> Option<Millis> {
        let left = self.left_at(mover, now);
        (left > Millis::ZERO).then(|| left.plus(self.increment))
    }

    /// The turn of the other side begins now; the mover has `left`.
    pub(crate) fn press(&mut self, mover: Color, left: Millis, now: Time) {
        self.left[mover as usize] = left;
        self.turn_began = now;
    }

    /// The same turn begins again now.
    pub(crate) fn restart_turn(&mut self, now: Time) {
        self.turn_began = now;
    }

    /// This side's clock stops for good.
    pub(crate) fn stop(&mut self, color: Color, left: Millis) {
        self.left[color as usize] = left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(initial: u32, increment: u32) -> Clock {
        Clock::new(TimeControl::new(Millis(initial), Millis(increment)).unwrap(), Time(1000))
    }

    #[test]
    fn a_move_costs_its_time_and_earns_the_increment() {
        let mut clock = clock(60_000, 2_000);
        assert_eq!(clock.after_move(Color::White, Time(6_000)), Some(Millis(57_000)));
        clock.press(Color::White, Millis(57_000), Time(6_000));
        assert_eq!(clock.left(Color::Black), Millis(60_000));
        assert_eq!(clock.left_at(Color::Black, Time(6_500)), Millis(59_500));
        assert_eq!(clock.deadline(Color::Black), Time(66_000));
    }

    #[test]
    fn the_last_millisecond_is_enough_and_the_deadline_is_too_late() {
        let clock = clock(60_000, 2_000);
        assert_eq!(clock.deadline(Color::White), Time(61_000));
        assert_eq!(clock.after_move(Color::White, Time(60_999)), Some(Millis(2_001)));
        assert_eq!(clock.after_move(Color::White, Time(61_000)), None);
        assert_eq!(clock.after_move(Color::White, Time(u64::MAX)), None);
    }

    #[test]
    fn an_arrival_before_the_turn_costs_nothing() {
        assert_eq!(clock(60_000, 0).after_move(Color::White, Time(1)), Some(Millis(60_000)));
    }
}
