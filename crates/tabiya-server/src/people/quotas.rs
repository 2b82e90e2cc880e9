// SPDX-License-Identifier: AGPL-3.0-or-later
//! How often people may ask for what costs the server, or others, a lot.

use std::time::Duration;

use tabiya_game::PlayerId;
use tokio::sync::Semaphore;

use crate::address::{AddressRate, Caller};
use crate::config::Networks;
use crate::rate::RateLimit;

/// Accounts that one public address may make in a minute, and in an hour; a private one ten times as many.
const NEW_ACCOUNTS: u32 = 30;
/// Passwords that one public address may set by links, likewise.
const RESETS: u32 = 30;
/// Reports that one player may write in a minute and in an hour.
const REPORTS_PER_MINUTE: u32 = 5;
const REPORTS_PER_HOUR: u32 = 10;
/// The same for one public address; a private one has ten times as many. A guest is whoever brings a new cookie, so the limit
/// of a player alone holds nobody up.
const REPORTS_FROM_PER_MINUTE: u32 = 10;
const REPORTS_FROM_PER_HOUR: u32 = 30;
/// Archives of players' data that are written at the same time.
const EXPORTS_AT_ONCE: usize = 2;

/// The counts of what was asked for.
pub(crate) struct Quotas {
    pub(crate) new_accounts: AddressRate,
    pub(crate) resets: AddressRate,
    reports: RateLimit<PlayerId>,
    reports_from: AddressRate,
    pub(crate) exports: Semaphore,
}

impl Quotas {
    /// To these addresses no limit per address applies.
    pub(super) fn new(unlimited: &Networks) -> Self {
        Self {
            new_accounts: AddressRate::new(NEW_ACCOUNTS, NEW_ACCOUNTS, unlimited),
            resets: AddressRate::new(RESETS, RESETS, unlimited),
            reports: RateLimit::new(REPORTS_PER_MINUTE, REPORTS_PER_HOUR),
            reports_from: AddressRate::new(REPORTS_FROM_PER_MINUTE, REPORTS_FROM_PER_HOUR, unlimited),
            exports: Semaphore::new(EXPORTS_AT_ONCE),
        }
    }

    /// Counts one more report of this player, from this address where it is known.
    ///
    /// # Errors
    /// How long to wait, where there were too many.
    pub(crate) fn take_report(&self, by: PlayerId, caller: Option<&Caller>) -> Result<(), Duration> {
        self.reports.take(&by, 1)?;
        caller.map_or(Ok(()), |caller| self.reports_from.take(caller, 1))
    }
}
