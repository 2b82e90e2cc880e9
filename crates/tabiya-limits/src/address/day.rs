// SPDX-License-Identifier: AGPL-3.0-or-later
//! How many bytes strangers may have stored in a day: of each network, and of all together.
//!
//! A guest's game from elsewhere is kept like any other, and a guest is whoever brings a new cookie. So the bytes count for the
//! network, as they are stored. A day begins at midnight UTC, so that everybody can be told when there is room again; a restart
//! begins it anew.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tabiya_game::Time;
use tabiya_runtime::config::Networks;

use super::{Caller, Counted};

const DAY: u64 = 24 * 60 * 60 * 1_000;

/// What may still be stored today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    pub bytes: u64,
    /// When there is as much again as at the beginning of a day.
    pub again: Time,
}

/// Too much was stored today. Nothing was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsedUp {
    /// By all guests together, not by this network.
    pub by_all: bool,
    /// How many bytes a day allows.
    pub most: u64,
    /// How many of them are left. The game takes more.
    pub left: u64,
    /// How long until the next day.
    pub wait: Duration,
}

/// Counts the bytes of a day.
pub struct DayQuota {
    each: u64,
    all: u64,
    unlimited: Networks,
    today: Mutex<Today>,
}

#[derive(Default)]
struct Today {
    number: u64,
    of_network: HashMap<Counted, u64>,
    of_all: u64,
}

impl DayQuota {
    /// So many bytes for each public network, and for all together. A network of `unlimited` counts for all alone.
    pub fn new(each: u64, all: u64, unlimited: &Networks) -> Self {
        Self { each, all, unlimited: unlimited.clone(), today: Mutex::default() }
    }

    /// Counts so many bytes more, and says how many are left.
    ///
    /// # Errors
    /// If that would be too many.
    pub fn take(&self, caller: &Caller, bytes: u64, now: Time) -> Result<Left, UsedUp> {
        let (number, again) = (now.0 / DAY, Time((now.0 / DAY + 1) * DAY));
        let mut today = self.today.lock().unwrap_or_else(PoisonError::into_inner);
        if today.number != number {
            *today = Today { number, ..Today::default() };
        }
        let check = |by_all, used: u64, most: u64| {
            let left = most.saturating_sub(used);
            let wait = Duration::from_millis(again.0 - now.0);
            left.checked_sub(bytes).ok_or(UsedUp { by_all, most, left, wait })
        };
        let networks: Vec<_> = Counted::of(caller).filter(|_| !caller.is_in(&self.unlimited)).collect();
        let mut left = check(true, today.of_all, self.all)?;
        for (counted, times) in &networks {
            let used = today.of_network.get(counted).copied().unwrap_or_default();
            left = left.min(check(false, used, self.each.saturating_mul((*times).into()))?);
        }
        today.of_all += bytes;
        for (counted, _) in networks {
            *today.of_network.entry(counted).or_default() += bytes;
        }
        Ok(Left { bytes: left, again })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(address: &str) -> Caller {
        Caller::direct(address.parse().unwrap())
    }

    #[test]
    fn a_network_has_so_much_a_day_and_all_together_have_a_limit_too() {
        let quota = DayQuota::new(1_000, 12_500, &"192.0.2.0/24".parse().unwrap());
        let (one, now) = (caller("203.0.113.7"), Time(DAY + 5));
        let wait = Duration::from_millis(DAY - 5);
        assert_eq!(quota.take(&one, 900, now), Ok(Left { bytes: 100, again: Time(2 * DAY) }));
        let used_up = |by_all, most, left| Err(UsedUp { by_all, most, left, wait });
        assert_eq!(quota.take(&one, 101, now), used_up(false, 1_000, 100));
        assert_eq!(
            quota.take(&one, 100, now).map(|left| left.bytes),
            Ok(0),
            "what was refused does not count"
        );
        assert_eq!(quota.take(&one, 1, now), used_up(false, 1_000, 0));
        // Another network, and one with ten times as much.
        assert_eq!(quota.take(&caller("203.0.113.8"), 1_000, now).map(|left| left.bytes), Ok(0));
        assert_eq!(quota.take(&caller("10.0.0.7"), 9_000, now).map(|left| left.bytes), Ok(1_000));
        // 11,000 are stored.
        assert_eq!(quota.take(&caller("192.0.2.1"), 1_200, now).map(|left| left.bytes), Ok(300));
        assert_eq!(quota.take(&caller("192.0.2.1"), 301, now), used_up(true, 12_500, 300));
        assert_eq!(quota.take(&caller("203.0.113.9"), 301, now), used_up(true, 12_500, 300));
        // The next day.
        assert_eq!(quota.take(&one, 1_000, Time(2 * DAY)).map(|left| left.bytes), Ok(0));
    }

    #[test]
    fn many_addresses_of_one_customer_are_one_network() {
        let quota = DayQuota::new(100, 100_000, &Networks::default());
        let take = |address: String| quota.take(&caller(&address), 100, Time(0));
        assert!(take("2001:db8::1".to_owned()).is_ok() && take("2001:db8::2".to_owned()).is_err());
        let wide: Vec<_> = (1..20).map(|net| take(format!("2001:db8:0:{net:x}::1"))).collect();
        assert_eq!(wide.iter().filter(|taken| taken.is_ok()).count(), 9, "ten times as much for the /48");
    }
}
