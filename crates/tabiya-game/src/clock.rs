// SPDX-License-Identifier: MIT OR Apache-2.0
//! The chess clock: pure arithmetic on each side's time and the start of the turn.
//!
//! The game decides whether a clock runs at all. The tests check these laws: a clock is never negative, only
//! the side to move loses time, a move needs time left, the delay at the start of a turn costs nothing, and a
//! Bronstein clock never gains.

use tabiya_rules::Color;

use crate::lag::LagAccount;
use crate::{Bonus, LagReport, Millis, Time, TimeControl};

/// Both sides' clocks. The stored times are those at the start of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    sides: [Side; 2],
    turn_began: Time,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    left: Millis,
    /// `None` in correspondence, where each move has the same time and lag is not compensated.
    live: Option<(Bonus, LagAccount)>,
}

/// The effect of a move on the mover's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Charge {
    /// The mover's time after the move; `None` in correspondence, where each move has the same time.
    pub(crate) left: Option<Millis>,
    /// The part of the turn that is not charged because of the mover's lag.
    pub(crate) compensated: Millis,
}

impl Clock {
    pub(crate) fn new(control: TimeControl, now: Time) -> Self {
        let sides = Color::ALL.map(|color| Side {
            left: control.starting_clock(color),
            live: control.clock_of(color).map(|clock| (clock.bonus(), LagAccount::new(clock))),
        });
        Self { sides, turn_began: now }
    }

    const fn side(&self, color: Color) -> &Side {
        &self.sides[color as usize]
    }

    pub(crate) const fn delay(&self, color: Color) -> Millis {
        match self.side(color).live {
            Some((bonus, _)) => bonus.delay(),
            None => Millis::ZERO,
        }
    }

    /// A side's time when the turn began.
    pub(crate) const fn left(&self, color: Color) -> Millis {
        self.side(color).left
    }

    /// The time left of a side whose clock runs.
    pub(crate) const fn left_at(&self, color: Color, now: Time) -> Millis {
        self.left_after(color, self.spent(now))
    }

    /// The time left of a side whose turn has lasted so long.
    pub(crate) const fn left_after(&self, color: Color, spent: Millis) -> Millis {
        self.left(color).less(spent.less(self.delay(color)))
    }

    /// How long it takes until the clock of this side, which is to move, begins to run.
    pub(crate) const fn delay_at(&self, color: Color, now: Time) -> Millis {
        self.delay(color).less(self.spent(now))
    }

    /// How long the turn has lasted. Zero if the move arrived before the turn began. That happens when the
    /// opponent's move was counted from a later arrival, or when the owner's time line began anew.
    pub(crate) const fn spent(&self, now: Time) -> Millis {
        now.since(self.turn_began)
    }

    pub(crate) const fn turn_began(&self) -> Time {
        self.turn_began
    }

    /// When this side runs out of time if its clock runs: as soon as no move delayed by its lag could still
    /// be in time.
    pub(crate) const fn deadline(&self, color: Color) -> Time {
        let grace = match &self.side(color).live {
            Some((_, lag)) => lag.grace(),
            None => Millis::ZERO,
        };
        self.turn_began.after(self.delay(color)).after(self.left(color)).after(grace)
    }

    /// What a move costs the mover whose turn has taken `spent`; `None` if the time ran out before it.
    pub(crate) const fn charge(&self, mover: Color, spent: Millis, lag: Option<Millis>) -> Option<Charge> {
        let left = self.left(mover);
        let Some((bonus, account)) = &self.side(mover).live else {
            return if spent.0 < left.0 {
                Some(Charge { left: None, compensated: Millis::ZERO })
            } else {
                None
            };
        };
        let cost = spent.less(bonus.delay());
        let compensated = account.compensation(lag, cost);
        let cost = cost.less(compensated);
        if cost.0 < left.0 {
            Some(Charge { left: Some(left.less(cost).plus(bonus.given_back(cost))), compensated })
        } else {
            None
        }
    }

    /// Whether these are chess clocks, and not the days of correspondence.
    pub(crate) const fn is_live(&self) -> bool {
        self.sides[0].live.is_some()
    }

    /// The other side's turn begins now. The mover has `left`, or its old time if that is `None`.
    pub(crate) const fn press(&mut self, mover: Color, left: Option<Millis>, now: Time) {
        if let Some(left) = left {
            self.sides[mover as usize].left = left;
        }
        self.turn_began = now;
    }

    /// Records the mover's measured lag and how much of it was compensated.
    pub(crate) const fn count_lag(&mut self, mover: Color, lag: Option<Millis>, compensated: Millis) {
        if let Some((_, account)) = &mut self.sides[mover as usize].live {
            account.moved(lag, compensated);
        }
    }

    /// A side's lag so far; `None` in correspondence.
    pub(crate) const fn lag(&self, color: Color) -> Option<LagReport> {
        match &self.side(color).live {
            Some((_, account)) => Some(account.report()),
            None => None,
        }
    }

    /// Sets the start of the current turn.
    pub(crate) const fn restart_turn(&mut self, began: Time) {
        self.turn_began = began;
    }

    /// This side has this much more time.
    pub(crate) const fn give(&mut self, color: Color, time: Millis) {
        let left = &mut self.sides[color as usize].left;
        *left = left.plus(time);
    }

    /// This side has this much left.
    pub(crate) const fn set(&mut self, color: Color, left: Millis) {
        self.sides[color as usize].left = left;
    }

    /// This side has `left` from now on, and its moves add nothing more.
    pub(crate) const fn go_berserk(&mut self, color: Color, left: Millis) {
        let side = &mut self.sides[color as usize];
        side.left = left;
        if let Some((bonus, _)) = &mut side.live {
            *bonus = Bonus::Increment(Millis::ZERO);
        }
    }

    /// The clocks are those of an earlier position, whose turn begins now.
    pub(crate) fn set_back(&mut self, clocks: Option<[Millis; 2]>, now: Time) {
        for (side, left) in self.sides.iter_mut().zip(clocks.into_iter().flatten()) {
            side.left = left;
        }
        self.turn_began = now;
    }

    /// Stops this side's clock permanently.
    pub(crate) const fn stop(&mut self, color: Color, left: Millis) {
        self.sides[color as usize].left = left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClockControl, DaysPerMove};

    fn with(initial: u32, bonus: Bonus) -> Clock {
        Clock::new(TimeControl::equal(ClockControl::new(Millis(initial), bonus).unwrap()), Time(1000))
    }

    fn clock(initial: u32, increment: u32) -> Clock {
        with(initial, Bonus::Increment(Millis(increment)))
    }

    fn after_move(clock: &Clock, now: u64) -> Option<u32> {
        clock.charge(Color::White, clock.spent(Time(now)), None).and_then(|charge| Some(charge.left?.0))
    }

    #[test]
    fn a_move_costs_its_time_and_earns_the_increment() {
        let mut clock = clock(60_000, 2_000);
        assert_eq!(after_move(&clock, 6_000), Some(57_000));
        clock.press(Color::White, Some(Millis(57_000)), Time(6_000));
        assert_eq!(clock.left(Color::Black), Millis(60_000));
        assert_eq!(clock.left_at(Color::Black, Time(6_500)), Millis(59_500));
        assert_eq!(clock.deadline(Color::Black), Time(66_000));
    }

    #[test]
    fn the_last_millisecond_is_enough_and_the_deadline_is_too_late() {
        let clock = clock(60_000, 2_000);
        assert_eq!(clock.deadline(Color::White), Time(61_000));
        assert_eq!(after_move(&clock, 60_999), Some(2_001));
        assert_eq!(after_move(&clock, 61_000), None);
        assert_eq!(after_move(&clock, u64::MAX), None);
    }

    #[test]
    fn an_arrival_before_the_turn_costs_nothing() {
        assert_eq!(after_move(&clock(60_000, 0), 1), Some(60_000));
    }

    #[test]
    fn a_delay_costs_nothing_until_it_is_over() {
        let clock = with(60_000, Bonus::Delay(Millis(5_000)));
        assert_eq!(after_move(&clock, 6_000), Some(60_000));
        assert_eq!(after_move(&clock, 6_001), Some(59_999));
        assert_eq!(clock.left_at(Color::White, Time(5_900)), Millis(60_000));
        assert_eq!(clock.delay_at(Color::White, Time(5_900)), Millis(100));
        assert_eq!(clock.deadline(Color::White), Time(66_000));
        assert_eq!(after_move(&clock, 65_999), Some(1));
        assert_eq!(after_move(&clock, 66_000), None);
    }

    #[test]
    fn bronstein_gives_back_what_was_spent_and_no_more() {
        let clock = with(60_000, Bonus::Bronstein(Millis(5_000)));
        assert_eq!(after_move(&clock, 4_000), Some(60_000));
        assert_eq!(after_move(&clock, 6_000), Some(60_000));
        assert_eq!(after_move(&clock, 7_000), Some(59_000));
        // Unlike a simple delay, it gives time back only after a move that was in time without it.
        assert_eq!(clock.deadline(Color::White), Time(61_000));
        assert_eq!(after_move(&clock, 60_999), Some(5_001));
        assert_eq!(after_move(&clock, 61_000), None);
    }

    #[test]
    fn lag_is_forgiven_even_at_the_flag() {
        let mut clock = clock(60_000, 0);
        let late = Time(61_050);
        let spent = clock.spent(late);
        assert_eq!(clock.charge(Color::White, spent, Some(Millis(50))), None);
        let charge = clock.charge(Color::White, spent, Some(Millis(80))).unwrap();
        assert_eq!(charge, Charge { left: Some(Millis(30)), compensated: Millis(80) });
        clock.count_lag(Color::White, Some(Millis(80)), Millis(80));
        assert_eq!(clock.deadline(Color::White), Time(61_080), "the flag waits for such a move");
        assert_eq!(clock.left_at(Color::White, late), Millis::ZERO, "what is shown does not");
    }

    #[test]
    fn what_a_delay_covers_needs_no_forgiving() {
        let clock = with(60_000, Bonus::Delay(Millis(5_000)));
        let compensated =
            |now| clock.charge(Color::White, clock.spent(Time(now)), Some(Millis(100))).unwrap().compensated;
        assert_eq!(compensated(5_000), Millis::ZERO);
        assert_eq!(compensated(6_030), Millis(30));
        assert_eq!(compensated(9_000), Millis(100));
    }

    #[test]
    fn in_correspondence_each_move_has_the_same_days() {
        let days = DaysPerMove::new(2).unwrap();
        let mut clock = Clock::new(TimeControl::Correspondence { days }, Time(1000));
        let day = 86_400_000;
        let charge = |now| clock.charge(Color::White, clock.spent(Time(now)), Some(Millis(9)));
        assert_eq!(charge(1_000 + day), Some(Charge { left: None, compensated: Millis::ZERO }));
        assert_eq!(charge(1_000 + 2 * day), None);
        assert_eq!(clock.left_at(Color::White, Time(1_000 + day)), Millis(day as u32));
        clock.press(Color::White, None, Time(1_000 + day));
        assert_eq!(clock.deadline(Color::Black), Time(1_000 + 3 * day));
        assert_eq!(clock.lag(Color::White), None);
    }
}
