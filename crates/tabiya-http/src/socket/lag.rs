// SPDX-License-Identifier: AGPL-3.0-or-later
//! The round-trip time of messages to a client, measured by the server alone.
//!
//! A ping frame contains a number that only this connection knows to be the latest. The browser itself
//! answers with the same number at once, however busy the page is. So a client can't seem faster than its
//! connection. It can seem slower by delaying its answers, but it gains no more than the game's quota allows.

use std::time::Duration;

use tabiya_game::Millis;
use tabiya_runtime::measure;
use tokio::time::Instant;

/// The minimum time between two measurements of a player's connection.
const REST: Duration = Duration::from_secs(10);
/// The weight of a new measurement in the moving average.
const WEIGHT: f64 = 0.25;

/// The lag of one connection.
#[derive(Debug, Default)]
pub(super) struct Lag {
    mean: Option<Duration>,
    count: u64,
    /// When the ping with the newest number was sent, and for how many milliseconds the server had been
    /// stalled until then. `None` when it has been answered.
    asked: Option<(Instant, u64)>,
    last_asked: Option<Instant>,
}

impl Lag {
    /// The payload of a ping that is sent now. `stalled` is the server's total stall so far, in milliseconds.
    pub(super) fn ask(&mut self, now: Instant, stalled: u64) -> [u8; 8] {
        self.count += 1;
        self.asked = Some((now, stalled));
        self.last_asked = Some(now);
        self.count.to_be_bytes()
    }

    /// Whether the next measurement is due.
    pub(super) fn is_due(&self, now: Instant) -> bool {
        self.last_asked.is_none_or(|asked| now.saturating_duration_since(asked) >= REST)
    }

    /// Handles a pong. One that answers no ping, or an older one, is ignored. The time during which the
    /// server was stalled is subtracted.
    pub(super) fn answered(&mut self, payload: &[u8], now: Instant, stalled: u64) {
        if *payload != self.count.to_be_bytes() {
            return;
        }
        let Some((asked, stalled_before)) = self.asked.take() else { return };
        let stall = Duration::from_millis(stalled - stalled_before);
        let found = now.saturating_duration_since(asked).saturating_sub(stall);
        measure::lag(found);
        self.mean = Some(self.mean.map_or(found, |mean| mean.mul_f64(1.0 - WEIGHT) + found.mul_f64(WEIGHT)));
    }

    /// The average lag; `None` before the first pong.
    pub(super) fn mean(&self) -> Option<Millis> {
        Some(Millis(u32::try_from(self.mean?.as_millis()).unwrap_or(u32::MAX)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_follows_the_pongs() {
        let start = Instant::now();
        let mut lag = Lag::default();
        assert_eq!(lag.mean(), None);
        for (millis, mean) in [(100, 100), (100, 100), (500, 200), (0, 150)] {
            let ping = lag.ask(start, 0);
            lag.answered(&ping, start + Duration::from_millis(millis), 0);
            assert_eq!(lag.mean(), Some(Millis(mean)));
        }
    }

    #[test]
    fn only_the_newest_ping_is_answered_and_only_once() {
        let start = Instant::now();
        let later = |seconds| start + Duration::from_secs(seconds);
        let mut lag = Lag::default();
        lag.answered(&[0; 8], later(1), 0);
        let old = lag.ask(start, 0);
        let new = lag.ask(later(1), 0);
        for wrong in [&old[..], &[], &u64::MAX.to_be_bytes(), &new[..7]] {
            lag.answered(wrong, later(60), 0);
        }
        assert_eq!(lag.mean(), None);
        lag.answered(&new, later(2), 0);
        lag.answered(&new, later(90), 0);
        assert_eq!(lag.mean(), Some(Millis(1_000)));
    }

    #[test]
    fn what_the_server_stood_still_is_not_the_lines_lag() {
        let start = Instant::now();
        let mut lag = Lag::default();
        let ping = lag.ask(start, 7_000);
        lag.answered(&ping, start + Duration::from_millis(5_040), 12_000);
        assert_eq!(lag.mean(), Some(Millis(40)));
    }

    #[test]
    fn a_line_is_left_in_peace_between_measurements() {
        let start = Instant::now();
        let mut lag = Lag::default();
        assert!(lag.is_due(start));
        lag.ask(start, 0);
        assert!(!lag.is_due(start + Duration::from_secs(9)));
        assert!(lag.is_due(start + Duration::from_secs(10)));
    }
}
