// SPDX-License-Identifier: AGPL-3.0-or-later
//! How fast one address may create games.

use std::sync::Arc;
use std::time::Duration;

use super::Caller;
use super::address_limit::{Counted, MOST_TIMES};
use crate::config::{Limits, Networks};
use crate::rate::RateLimit;

/// Counts one more game for the address of one client; or returns how long to wait.
pub(crate) type ChargeNewGame = Arc<dyn Fn() -> Result<(), Duration> + Send + Sync>;

/// How fast one address may create games: in a burst, and in the long run.
pub(crate) struct CreationLimit {
    rate: RateLimit<Counted>,
    unlimited: Networks,
}

impl CreationLimit {
    pub(crate) fn new(limits: &Limits) -> Self {
        // One game costs an ordinary address so many tokens; an address with a wider limit pays fewer of the same quota.
        let tokens = |games: u32| games.saturating_mul(MOST_TIMES);
        let rate = RateLimit::new(tokens(limits.games_per_minute), tokens(limits.games_per_hour));
        Self { rate, unlimited: limits.unlimited_addresses.clone() }
    }

    /// Counts one more game.
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
