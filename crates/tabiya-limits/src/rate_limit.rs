// SPDX-License-Identifier: AGPL-3.0-or-later
//! A rate limit for each key: a quota per minute and one per hour.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

/// Keys remembered before those that have been quiet are forgotten.
const REMEMBERED: usize = 10_000;

/// A wait in whole seconds, rounded up and at least 1, so that nobody is told to come again a moment too early.
pub const fn whole_seconds(wait: Duration) -> u64 {
    let seconds = wait.as_secs() + if wait.subsec_nanos() > 0 { 1 } else { 0 };
    if seconds == 0 { 1 } else { seconds }
}

/// A rate limit for each key: a burst within a minute, and a number an hour in the long run.
pub struct RateLimit<K: Clone + Eq + Hash> {
    windows: [Window<K>; 2],
}

impl<K: Clone + Eq + Hash> RateLimit<K> {
    /// Each key has so many tokens a minute, and so many an hour.
    pub fn new(per_minute: u32, per_hour: u32) -> Self {
        let tokens = |tokens| NonZeroU32::new(tokens).unwrap_or(NonZeroU32::MIN);
        let (minute, hour) = (Quota::per_minute(tokens(per_minute)), Quota::per_hour(tokens(per_hour)));
        Self { windows: [minute, hour].map(Window::new) }
    }

    /// Takes so many tokens of this key.
    ///
    /// # Errors
    /// How long to wait, where it has too few left.
    pub fn take(&self, key: &K, tokens: u32) -> Result<(), Duration> {
        self.windows.iter().try_for_each(|window| window.take(key, tokens))
    }
}

struct Window<K: Clone + Eq + Hash> {
    limiter: DefaultKeyedRateLimiter<K>,
    /// With more keys than this, those that have been quiet are forgotten.
    remembered: AtomicUsize,
}

impl<K: Clone + Eq + Hash> Window<K> {
    fn new(quota: Quota) -> Self {
        Self { limiter: DefaultKeyedRateLimiter::keyed(quota), remembered: REMEMBERED.into() }
    }

    fn take(&self, key: &K, tokens: u32) -> Result<(), Duration> {
        self.forget_the_quiet();
        let tokens = NonZeroU32::new(tokens).unwrap_or(NonZeroU32::MIN);
        match self.limiter.check_key_n(key, tokens) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(refused)) => Err(refused.wait_time_from(DefaultClock::default().now())),
            // It costs more than the whole quota, which the settings don't allow.
            Err(_) => Err(Duration::from_secs(60)),
        }
    }

    /// Looking through all keys takes time. It is done when twice as many are there as were left the last time, so that
    /// a flood of keys that are all busy does not make every call slow.
    fn forget_the_quiet(&self) {
        if self.limiter.len() > self.remembered.load(Ordering::Relaxed) {
            self.limiter.retain_recent();
            let next = REMEMBERED.max(2 * self.limiter.len());
            self.remembered.store(next, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_told_in_whole_seconds_rounded_up_and_never_as_none() {
        for (wait, seconds) in [(0, 1), (1, 1), (999, 1), (1_000, 1), (1_001, 2), (60_000, 60)] {
            assert_eq!(whole_seconds(Duration::from_millis(wait)), seconds, "{wait} ms");
        }
    }
}
