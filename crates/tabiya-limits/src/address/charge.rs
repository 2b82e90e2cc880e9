// SPDX-License-Identifier: AGPL-3.0-or-later
//! How fast one address may do something.

use std::sync::Arc;
use std::time::Duration;

use tabiya_runtime::config::Networks;

use super::Caller;
use super::limit::{Counted, MOST_TIMES};
use crate::rate_limit::RateLimit;

/// Counts one more game for the address of one client; or returns how long to wait.
pub type ChargeNewGame = Arc<dyn Fn() -> Result<(), Duration> + Send + Sync>;

/// How fast one address may do something: in a burst, and in the long run.
pub struct AddressRate {
    rate: RateLimit<Counted>,
    unlimited: Networks,
}

impl AddressRate {
    /// A public address may do it so often in a minute and in an hour.
    pub fn new(per_minute: u32, per_hour: u32, unlimited: &Networks) -> Self {
        // Each time costs an ordinary address so many tokens; an address with a wider limit pays fewer of the same quota.
        let rate = RateLimit::new(per_minute.saturating_mul(MOST_TIMES), per_hour.saturating_mul(MOST_TIMES));
        Self { rate, unlimited: unlimited.clone() }
    }

    /// Counts so many more times.
    ///
    /// # Errors
    /// How long to wait, where there were too many.
    pub fn take(&self, caller: &Caller, times: u32) -> Result<(), Duration> {
        if caller.is_in(&self.unlimited) {
            return Ok(());
        }
        let cost = |wider: u32| times.saturating_mul(MOST_TIMES) / wider;
        Counted::of(caller).try_for_each(|(counted, wider)| self.rate.take(&counted, cost(wider)))
    }
}
