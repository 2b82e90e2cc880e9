// SPDX-License-Identifier: AGPL-3.0-or-later
//! How many accounts one address may make.

use std::time::Duration;

use crate::config::{Limits, Networks};
use crate::gate::{Caller, Counted, MOST_TIMES};
use crate::rate::RateLimit;

/// Accounts that one public address may make in a minute and in an hour; a private one ten times as many.
const PER_MINUTE: u32 = 30;
const PER_HOUR: u32 = 30;

/// Counts new accounts by address.
pub(crate) struct Registrations {
    rate: RateLimit<Counted>,
    unlimited: Networks,
}

impl Registrations {
    pub(crate) fn new(limits: &Limits) -> Self {
        let rate = RateLimit::new(PER_MINUTE * MOST_TIMES, PER_HOUR * MOST_TIMES);
        Self { rate, unlimited: limits.unlimited_addresses.clone() }
    }

    /// Counts one more account.
    ///
    /// # Errors
    /// How long to wait, where there were too many.
    pub(crate) fn check(&self, caller: &Caller) -> Result<(), Duration> {
        if caller.is_in(&self.unlimited) {
            return Ok(());
        }
        Counted::of(caller).try_for_each(|(counted, times)| self.rate.take(&counted, MOST_TIMES / times))
    }
}
