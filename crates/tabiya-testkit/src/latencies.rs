// SPDX-License-Identifier: AGPL-3.0-or-later
//! Collects latencies and gives their percentiles.

use std::time::Duration;

use hdrhistogram::Histogram;

/// Latencies, by the second of the run for which their moves were planned. Exact to 1 % per second, to 0.1 % over all.
///
/// A shared machine sometimes stalls, with server and generator. The median of the seconds' percentiles shows what the
/// server did while the machine ran. The percentile of all latencies shows what players felt.
#[derive(Clone, Debug)]
pub struct Latencies {
    /// In microseconds.
    all: Histogram<u64>,
    /// The same for each second.
    seconds: Vec<Histogram<u32>>,
}

/// Longer latencies count as this one.
const MAX_LATENCY: Duration = Duration::from_secs(3600);

impl Default for Latencies {
    fn default() -> Self {
        Self { all: histogram(3), seconds: Vec::new() }
    }
}

/// An empty histogram that keeps this many significant decimal digits and grows as needed.
fn histogram<C: hdrhistogram::Counter>(digits: u8) -> Histogram<C> {
    Histogram::new(digits).expect("0 to 5 digits are allowed")
}

impl Latencies {
    /// Adds the latency of a move that was planned for this time after the start of the run.
    pub fn add(&mut self, planned: Duration, latency: Duration) {
        let second = planned.as_secs() as usize;
        if self.seconds.len() <= second {
            self.seconds.resize_with(second + 1, || histogram(2));
        }
        let micros = latency.min(MAX_LATENCY).as_micros() as u64;
        self.all.record(micros).expect("an hour fits");
        self.seconds[second].record(micros).expect("an hour fits");
    }

    /// The number of latencies.
    pub fn len(&self) -> u64 {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The latencies in milliseconds at these quantiles (0.99: 99 % of all are not longer). 0 if there are none.
    pub fn at<const N: usize>(&self, quantiles: [f64; N]) -> [f64; N] {
        quantiles.map(|quantile| millis(&self.all, quantile))
    }

    /// The median over all seconds of each second's latency at this quantile, in milliseconds.
    pub fn at_in_median_second(&self, quantile: f64) -> f64 {
        let seconds = self.seconds.iter().filter(|second| !second.is_empty());
        let mut found: Vec<_> = seconds.map(|second| millis(second, quantile)).collect();
        found.sort_by(f64::total_cmp);
        found.get(found.len() / 2).copied().unwrap_or_default()
    }
}

fn millis<C: hdrhistogram::Counter>(histogram: &Histogram<C>, quantile: f64) -> f64 {
    // The upper end of a bucket can lie above the longest latency.
    histogram.value_at_quantile(quantile).min(histogram.max()) as f64 / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether `found` is `wanted` to within this share of it.
    fn close(found: f64, wanted: f64, share: f64) -> bool {
        (found - wanted).abs() <= wanted * share
    }

    #[test]
    fn quantiles_are_those_of_the_sorted_list() {
        let mut latencies = Latencies::default();
        assert_eq!(latencies.at([0.99]), [0.0]);
        for millis in (1..=1000).rev() {
            latencies.add(Duration::ZERO, Duration::from_millis(millis));
        }
        assert_eq!(latencies.len(), 1000);
        let found = latencies.at([0.5, 0.99, 0.999, 1.0]);
        for (found, wanted) in found.into_iter().zip([500.0, 990.0, 999.0, 1000.0]) {
            assert!(close(found, wanted, 0.001), "{found} is not {wanted}");
        }
    }

    #[test]
    fn a_second_in_which_the_machine_stalled_does_not_make_the_median() {
        let mut latencies = Latencies::default();
        assert_eq!(latencies.at_in_median_second(0.99), 0.0);
        for second in [0, 1, 3] {
            (0..100)
                .for_each(|_| latencies.add(Duration::from_secs(second), Duration::from_millis(second + 1)));
        }
        (0..100).for_each(|_| latencies.add(Duration::from_millis(2_900), Duration::from_millis(500)));
        let median = latencies.at_in_median_second(0.99);
        assert!(close(median, 4.0, 0.01), "{median}");
        let [longest] = latencies.at([0.99]);
        assert!(close(longest, 500.0, 0.001), "{longest}");
    }
}
