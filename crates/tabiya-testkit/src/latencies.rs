// SPDX-License-Identifier: AGPL-3.0-or-later
//! Keeping latencies, and the shares below which so many of them lie.

use std::time::Duration;

/// Latencies, by the second of the run for which their moves were planned.
///
/// A machine that others share stands still now and then, server, generator and all. The median of all seconds' shares
/// is what the server did while the machine ran; the share of everything is what players felt.
#[derive(Clone, Debug, Default)]
pub(super) struct Latencies {
    /// In microseconds.
    seconds: Vec<Vec<u32>>,
}

impl Latencies {
    /// Adds one that was planned so long after the run's beginning.
    pub(super) fn add(&mut self, planned: Duration, latency: Duration) {
        let second = planned.as_secs() as usize;
        if self.seconds.len() <= second {
            self.seconds.resize_with(second + 1, Vec::new);
        }
        self.seconds[second].push(u32::try_from(latency.as_micros()).unwrap_or(u32::MAX));
    }

    /// The milliseconds within which these shares of all lay (0.99: all but the slowest hundredth).
    pub(super) fn at<const N: usize>(&self, shares: [f64; N]) -> [f64; N] {
        let mut all = self.seconds.concat();
        all.sort_unstable();
        shares.map(|share| at(&all, share))
    }

    /// The median of what each second gives by itself.
    pub(super) fn at_in_median_second(&self, share: f64) -> f64 {
        let mut each: Vec<_> = self.seconds.iter().filter(|second| !second.is_empty()).cloned().collect();
        each.iter_mut().for_each(|second| second.sort_unstable());
        let mut found: Vec<_> = each.iter().map(|second| at(second, share)).collect();
        found.sort_by(f64::total_cmp);
        found.get(found.len() / 2).copied().unwrap_or_default()
    }
}

fn at(sorted: &[u32], share: f64) -> f64 {
    let wanted = (sorted.len() as f64 * share).ceil() as usize;
    sorted.get(wanted.max(1) - 1).map_or(0.0, |micros| f64::from(*micros) / 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_those_of_the_sorted_list() {
        let mut latencies = Latencies::default();
        assert_eq!(latencies.at([0.99]), [0.0]);
        for millis in (1..=1000).rev() {
            latencies.add(Duration::ZERO, Duration::from_millis(millis));
        }
        assert_eq!(latencies.at([0.5, 0.99, 0.999, 1.0]), [500.0, 990.0, 999.0, 1000.0]);
    }

    #[test]
    fn a_second_that_stood_still_does_not_make_the_median() {
        let mut latencies = Latencies::default();
        assert_eq!(latencies.at_in_median_second(0.99), 0.0);
        for second in [0, 1, 3] {
            (0..100)
                .for_each(|_| latencies.add(Duration::from_secs(second), Duration::from_millis(second + 1)));
        }
        (0..100).for_each(|_| latencies.add(Duration::from_millis(2_900), Duration::from_millis(500)));
        assert_eq!(latencies.at_in_median_second(0.99), 4.0);
        assert_eq!(latencies.at([0.99]), [500.0]);
    }
}
