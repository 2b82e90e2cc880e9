// SPDX-License-Identifier: AGPL-3.0-or-later
//! How often people may ask for what costs the server, or others, a lot.

use tabiya_game::PlayerId;
use tokio::sync::Semaphore;

use crate::address::AddressRate;
use crate::config::Networks;
use crate::rate::RateLimit;

/// Accounts that one public address may make in a minute, and in an hour; a private one ten times as many.
const NEW_ACCOUNTS: u32 = 30;
/// Passwords that one public address may set by links, likewise.
const RESETS: u32 = 30;
/// Reports that one player may write in a minute and in an hour.
const REPORTS_PER_MINUTE: u32 = 5;
const REPORTS_PER_HOUR: u32 = 10;
/// Archives of players' data that are written at the same time.
const EXPORTS_AT_ONCE: usize = 2;

/// The counts of what was asked for.
pub(crate) struct Quotas {
    pub(crate) new_accounts: AddressRate,
    pub(crate) resets: AddressRate,
    pub(crate) reports: RateLimit<PlayerId>,
    pub(crate) exports: Semaphore,
}

impl Quotas {
    /// To these addresses no limit per address applies.
    pub(super) fn new(unlimited: &Networks) -> Self {
        Self {
            new_accounts: AddressRate::new(NEW_ACCOUNTS, NEW_ACCOUNTS, unlimited),
            resets: AddressRate::new(RESETS, RESETS, unlimited),
            reports: RateLimit::new(REPORTS_PER_MINUTE, REPORTS_PER_HOUR),
            exports: Semaphore::new(EXPORTS_AT_ONCE),
        }
    }
}
