// SPDX-License-Identifier: AGPL-3.0-or-later
//! Counting latencies, and the shares below which so many of them lie.

use std::time::Duration;

/// Microseconds that one fine step holds, up to [`FINE`] steps; from there on milliseconds.
const STEP: u64 = 5;
/// 200 ms in fine steps.
const FINE: usize = 40_000;
/// Milliseconds in the coarse part: two minutes.
const COARSE: usize = 120_000;

/// How often each latency was seen, exact to 5 µs up to 200 ms and to 1 ms above.
#[derive(Clone, Debug)]
pub(super) struct Histogram {
    counts: Vec<u32>,
    seen: u64,
    longest: Duration,
}

impl Histogram {
    pub(super) fn new() -> Self {
        Self { counts: vec![0; FINE + COARSE], seen: 0, longest: Duration::ZERO }
    }

    pub(super) fn add(&mut self, latency: Duration) {
        let micros = latency.as_micros() as u64;
        let fine = (micros / STEP) as usize;
        let index = if fine < FINE { fine } else { FINE + ((micros / 1000) as usize).min(COARSE - 1) };
        self.counts[index] += 1;
        self.seen += 1;
        self.longest = self.longest.max(latency);
    }

    /// The milliseconds within which this share of all lay (0.99: all but the slowest hundredth).
    pub(super) fn at(&self, share: f64) -> f64 {
        let wanted = (self.seen as f64 * share).ceil().max(1.0) as u64;
        let mut passed = 0;
        for (index, count) in self.counts.iter().enumerate() {
            passed += u64::from(*count);
            if passed >= wanted {
                return upper_end(index).min(self.longest_ms());
            }
        }
        0.0
    }

    pub(super) fn longest_ms(&self) -> f64 {
        self.longest.as_secs_f64() * 1e3
    }
}

/// In milliseconds.
fn upper_end(index: usize) -> f64 {
    if index < FINE { ((index as u64 + 1) * STEP) as f64 / 1e3 } else { (index - FINE + 1) as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_those_of_the_sorted_list() {
        let mut histogram = Histogram::new();
        assert_eq!(histogram.at(0.99), 0.0);
        for millis in 1..=1000 {
            histogram.add(Duration::from_millis(millis));
        }
        for (share, expected) in [(0.5, 500.0), (0.99, 990.0), (0.999, 999.0), (1.0, 1000.0)] {
            let found = histogram.at(share);
            assert!((found - expected).abs() <= 1.0, "{share}: {found}, expected {expected}");
        }
        assert_eq!(histogram.longest_ms(), 1000.0);
    }
}
