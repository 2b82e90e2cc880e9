// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lag compensation: network delay is given back to the player, up to a quota.
//!
//! Only lag that the game's owner has measured counts. The quota begins with three moves' worth, each move
//! adds one, and compensation is taken out of it. So a player who delays the owner's measurements gains no
//! more than a bad connection would get. A player with little lag earns little quota.

use crate::{ClockControl, Millis};

/// The maximum that a move adds to the quota.
const MAX_GAIN: Millis = Millis::from_secs(1);
/// If the lag is known, a move adds at most the lag plus this to the quota.
const MARGIN: Millis = Millis(140);
/// The quota at the start, in gains.
const START: u32 = 3;
/// The maximum quota, in gains.
const LIMIT: u32 = 7;
/// How long the game waits at most for a move that may be under way when the clock shows zero.
const MAX_GRACE: Millis = Millis::from_secs(2);

/// One side's lag: the quota that is left, and what has been measured and compensated so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LagAccount {
    gain: Millis,
    quota: Millis,
    last: Millis,
    measured: u32,
    total: u64,
    longest: Millis,
    compensated: u64,
}

impl LagAccount {
    pub(crate) const fn new(control: ClockControl) -> Self {
        let gain = gain(control);
        Self {
            gain,
            quota: Millis(gain.0 * START),
            last: Millis::ZERO,
            measured: 0,
            total: 0,
            longest: Millis::ZERO,
            compensated: 0,
        }
    }

    /// The compensation for a turn that would cost `cost`, with this lag.
    pub(crate) const fn compensation(&self, lag: Option<Millis>, cost: Millis) -> Millis {
        match lag {
            Some(lag) => lag.min(self.quota).min(cost),
            None => Millis::ZERO,
        }
    }

    /// How long the game waits for a move that may be under way: the compensation that such a move would get,
    /// based on the lag of the side's last move.
    pub(crate) const fn grace(&self) -> Millis {
        self.last.min(self.quota).min(MAX_GRACE)
    }

    /// Records a move of this side with the measured lag and its compensation.
    pub(crate) const fn moved(&mut self, lag: Option<Millis>, compensated: Millis) {
        let mut gain = self.gain;
        if let Some(lag) = lag {
            self.last = lag;
            self.measured = self.measured.saturating_add(1);
            self.total = self.total.saturating_add(lag.0 as u64);
            self.longest = self.longest.max(lag);
            gain = gain.min(lag.plus(MARGIN));
        }
        self.compensated = self.compensated.saturating_add(compensated.0 as u64);
        self.quota = self.quota.plus(gain).less(compensated).min(Millis(self.gain.0 * LIMIT));
    }

    pub(crate) const fn report(&self) -> LagReport {
        let mean = match self.measured {
            0 => None,
            // The mean is at most the maximum, which fits.
            measured => Some(Millis((self.total / measured as u64) as u32)),
        };
        LagReport { mean, longest: self.longest, compensated: self.compensated, quota: self.quota }
    }
}

/// The lag of a side in a game, and its compensation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LagReport {
    /// The mean lag over the side's moves; `None` if it was never measured.
    pub mean: Option<Millis>,
    /// The longest lag of a move.
    pub longest: Millis,
    /// The total compensation in milliseconds.
    pub compensated: u64,
    /// What can still be compensated.
    pub quota: Millis,
}

/// What a move adds to the quota: 150 ms plus 4 ms for each second that the side has for forty moves, at most
/// a second. A minute without increment gives 390 ms.
const fn gain(control: ClockControl) -> Millis {
    Millis(control.expected().0 / 1000 * 4 + 150).min(MAX_GAIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bonus;

    fn account(seconds: u32, increment: u32) -> LagAccount {
        let bonus = Bonus::Increment(Millis::from_secs(increment));
        LagAccount::new(ClockControl::new(Millis::from_secs(seconds), bonus).unwrap())
    }

    const FOREVER: Millis = Millis(u32::MAX);

    #[test]
    fn the_quota_follows_the_time_control() {
        let check = |seconds, increment, gain: u32| {
            assert_eq!(account(seconds, increment).quota, Millis(3 * gain), "{seconds}+{increment}");
        };
        check(60, 0, 390);
        check(180, 0, 870);
        check(210, 0, 990);
        check(300, 0, 1_000);
        check(60, 2, 710);
        check(10_800, 180, 1_000);
    }

    #[test]
    fn lag_is_forgiven_until_the_quota_is_spent() {
        let mut account = account(60, 0);
        let mut given = Vec::new();
        for _ in 0..5 {
            let compensated = account.compensation(Some(Millis(700)), FOREVER);
            account.moved(Some(Millis(700)), compensated);
            given.push(compensated.0);
        }
        // The quota is 1,170 at first. Each move takes 700 and adds 390, until only the gain is left.
        assert_eq!(given, [700, 700, 550, 390, 390]);
    }

    #[test]
    fn small_lag_earns_little_and_no_lag_nothing_back() {
        let mut account = account(300, 0);
        account.moved(Some(Millis(20)), Millis(20));
        assert_eq!(account.quota, Millis(3_000 + 160 - 20));
        assert_eq!(account.compensation(None, FOREVER), Millis::ZERO);
        assert_eq!(
            account.compensation(Some(Millis(20)), Millis(5)),
            Millis(5),
            "no more than the turn costs"
        );
        for _ in 0..100 {
            account.moved(None, Millis::ZERO);
        }
        assert_eq!(account.quota, Millis(7_000));
    }

    #[test]
    fn a_flag_waits_no_longer_than_it_forgives() {
        let mut account = account(300, 0);
        assert_eq!(account.grace(), Millis::ZERO, "nothing is known yet");
        account.moved(Some(Millis(80)), Millis(80));
        assert_eq!(account.grace(), Millis(80));
        account.moved(Some(Millis(60_000)), Millis(60));
        assert_eq!(account.grace(), Millis(2_000));
        account.moved(Some(Millis(60_000)), account.quota);
        assert_eq!(account.grace(), Millis(1_000), "the quota is spent but for one gain");
    }

    #[test]
    fn the_report_adds_up() {
        let mut account = account(300, 0);
        assert_eq!(account.report().mean, None);
        for (lag, compensated) in [(Some(Millis(100)), 100), (None, 0), (Some(Millis(301)), 200)] {
            account.moved(lag, Millis(compensated));
        }
        let report = account.report();
        assert_eq!((report.mean, report.longest), (Some(Millis(200)), Millis(301)));
        assert_eq!(report.compensated, 300);
    }
}
