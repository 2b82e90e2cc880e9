// SPDX-License-Identifier: AGPL-3.0-or-later
//! How fast one address may create games.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

use super::Caller;
use super::address_limit::{Counted, MOST_TIMES};
use crate::config::{Limits, Networks};

/// Addresses remembered before those that have been quiet are forgotten.
const REMEMBERED_ADDRESSES: usize = 10_000;

/// How fast one address may create games: in a burst, and in the long run.
pub(crate) struct CreationLimit {
    windows: [Window; 2],
    unlimited: Networks,
}

impl CreationLimit {
    pub(crate) fn new(limits: &Limits) -> Self {
        // One game costs an ordinary address so many parts; an address with a wider limit pays fewer of the same quota.
        let parts = |games: u32| NonZeroU32::new(games.saturating_mul(MOST_TIMES)).unwrap_or(NonZeroU32::MIN);
        let minute = Quota::per_minute(parts(limits.games_per_minute));
        let hour = Quota::per_hour(parts(limits.games_per_hour));
        Self { windows: [minute, hour].map(Window::new), unlimited: limits.unlimited_addresses.clone() }
    }

    /// Counts one more game.
    ///
    /// # Errors
    /// How long to wait, where there were too many.
    pub(crate) fn check(&self, caller: &Caller) -> Result<(), Duration> {
        if caller.is_in(&self.unlimited) {
            return Ok(());
        }
        for window in &self.windows {
            for (counted, times) in Counted::of(caller) {
                window.check(&counted, MOST_TIMES / times)?;
            }
        }
        Ok(())
    }
}

struct Window {
    addresses: DefaultKeyedRateLimiter<Counted>,
    /// With more addresses than this, those that have been quiet are forgotten.
    remembered: AtomicUsize,
}

impl Window {
    fn new(quota: Quota) -> Self {
        Self { addresses: DefaultKeyedRateLimiter::keyed(quota), remembered: REMEMBERED_ADDRESSES.into() }
    }

    fn check(&self, counted: &Counted, parts: u32) -> Result<(), Duration> {
        self.forget_the_quiet();
        let parts = NonZeroU32::new(parts).unwrap_or(NonZeroU32::MIN);
        match self.addresses.check_key_n(counted, parts) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(refused)) => Err(refused.wait_time_from(DefaultClock::default().now())),
            // The quota is less than what one game costs: there is none, which the settings don't allow.
            Err(_) => Err(Duration::from_secs(60)),
        }
    }

    /// Looking through all addresses takes time. It is done when twice as many are there as were left the last time, so that
    /// a flood of addresses that are all busy does not make every call slow.
    fn forget_the_quiet(&self) {
        if self.addresses.len() > self.remembered.load(Ordering::Relaxed) {
            self.addresses.retain_recent();
            let next = REMEMBERED_ADDRESSES.max(2 * self.addresses.len());
            self.remembered.store(next, Ordering::Relaxed);
        }
    }
}
