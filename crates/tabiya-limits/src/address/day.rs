// SPDX-License-Identifier: AGPL-3.0-or-later
//! How many bytes strangers may have stored in a day: of each network, and of all together.
//!
//! A guest's game from elsewhere is kept like any other, and a guest is whoever brings a new cookie. So the bytes count for the
//! network, as they are stored. The last quarter of what all may have is kept for networks that have stored little, so that
//! a handful of them can't use up the day of all others. A day begins at midnight UTC, so that everybody can be told when there is room again; a restart
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

/// Who has stored too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsedBy {
    /// This network.
    Network,
    /// All guests together, so that what is left is kept for networks that have stored little.
    Most,
    /// All guests together.
    All,
}

/// Too much was stored today. Nothing was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsedUp {
    /// Who has stored it.
    pub by: UsedBy,
    /// How many bytes a day allows.
    pub most: u64,
    /// How many of them are left. The game takes more.
    pub left: u64,
    /// How long until the next day.
    pub wait: Duration,
}

/// Which part of the bytes of all is kept, and which part of an address's bytes is little.
const KEPT: u64 = 4;
const LITTLE: u64 = 8;

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
    /// So many bytes for each public IPv4 address or /64, more for the networks around it, and so many for all together. A network of `unlimited` counts for all alone.
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
        let check = |by, most: u64, left: u64| {
            let wait = Duration::from_millis(again.0 - now.0);
            left.checked_sub(bytes).ok_or(UsedUp { by, most, left, wait })
        };
        let of_all = self.all.saturating_sub(today.of_all);
        let mut left = check(UsedBy::All, self.all, of_all)?;
        let networks: Vec<_> = Counted::in_turns(caller).filter(|_| !caller.is_in(&self.unlimited)).collect();
        let used = |network| today.of_network.get(network).copied().unwrap_or_default();
        let each = self.each.saturating_mul(caller.times().into());
        for (network, wider) in &networks {
            let most = each.saturating_mul((*wider).into());
            left = left.min(check(UsedBy::Network, most, most.saturating_sub(used(network)))?);
        }
        if let Some((widest, _)) = networks.first() {
            let little = each.div_ceil(LITTLE).saturating_sub(used(widest));
            let unkept = of_all.saturating_sub(self.all / KEPT);
            left = left.min(check(UsedBy::Most, self.all, unkept.max(little))?);
        }
        today.of_all += bytes;
        for (network, _) in networks {
            *today.of_network.entry(network).or_default() += bytes;
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
        let quota = DayQuota::new(1_000, 16_000, &"192.0.2.0/24".parse().unwrap());
        let (one, now) = (caller("203.0.113.7"), Time(DAY + 5));
        let wait = Duration::from_millis(DAY - 5);
        assert_eq!(quota.take(&one, 900, now), Ok(Left { bytes: 100, again: Time(2 * DAY) }));
        let used_up = |by, most, left| Err(UsedUp { by, most, left, wait });
        assert_eq!(quota.take(&one, 101, now), used_up(UsedBy::Network, 1_000, 100));
        assert_eq!(
            quota.take(&one, 100, now).map(|left| left.bytes),
            Ok(0),
            "what was refused does not count"
        );
        assert_eq!(quota.take(&one, 1, now), used_up(UsedBy::Network, 1_000, 0));
        // Another network, and one with ten times as much.
        assert_eq!(quota.take(&caller("198.51.100.8"), 1_000, now).map(|left| left.bytes), Ok(0));
        assert_eq!(quota.take(&caller("10.0.0.7"), 9_000, now).map(|left| left.bytes), Ok(1_000));
        // 11,000 are stored. A network without a bound may use what is left.
        assert_eq!(quota.take(&caller("192.0.2.1"), 4_700, now).map(|left| left.bytes), Ok(300));
        assert_eq!(quota.take(&caller("192.0.2.1"), 301, now), used_up(UsedBy::All, 16_000, 300));
        assert_eq!(quota.take(&caller("203.0.113.9"), 301, now), used_up(UsedBy::All, 16_000, 300));
        // The next day.
        assert_eq!(quota.take(&one, 1_000, Time(2 * DAY)).map(|left| left.bytes), Ok(0));
    }

    #[test]
    fn many_addresses_of_one_customer_or_of_one_rack_are_one_network() {
        for (address, times) in [
            (&(|number| format!("2001:db8::{number:x}")) as &dyn Fn(u32) -> String, 1),
            (&|number| format!("2001:db8:0:{number:x}::1"), 2),
            (&|number| format!("2001:db8:{number:x}::1"), 3),
            (&|number| format!("203.0.113.{number}"), 2),
        ] {
            let quota = DayQuota::new(100, 100_000, &Networks::default());
            let taken =
                (0..100).filter(|number| quota.take(&caller(&address(*number)), 100, Time(0)).is_ok());
            assert_eq!(taken.count(), times, "{}", address(0));
        }
    }

    /// A few a day, such as analyses: an eighth of them was none.
    #[test]
    fn a_little_of_a_small_number_is_one() {
        let quota = DayQuota::new(5, 20, &Networks::default());
        let take = |address: &str, count| quota.take(&caller(address), count, Time(0)).map(|left| left.bytes);
        for number in 0..3 {
            assert!(take(&format!("203.0.{number}.7"), 5).is_ok());
        }
        assert_eq!(take("198.51.100.8", 0), Ok(1), "it is said before anybody asks");
        assert_eq!(take("198.51.100.8", 1), Ok(0));
        assert!(matches!(take("198.51.100.8", 1), Err(UsedUp { by: UsedBy::Most, .. })));
    }

    /// Sixty-four addresses used up the day of all guests.
    #[test]
    fn whoever_stores_little_still_can_where_a_few_networks_stored_all_they_may() {
        let quota = DayQuota::new(1_000, 64_000, &Networks::default());
        let take = |address: String, bytes| quota.take(&caller(&address), bytes, Time(0));
        let greedy = (0..64).filter(|number| take(format!("203.0.{number}.7"), 1_000).is_ok()).count();
        assert_eq!(greedy, 48, "three quarters");
        let most =
            |left| Err(UsedUp { by: UsedBy::Most, most: 64_000, left, wait: Duration::from_millis(DAY) });
        assert_eq!(take("203.0.63.7".to_owned(), 126), most(125));
        let modest = (0..200).filter(|number| take(format!("198.51.{number}.7"), 125).is_ok()).count();
        assert_eq!(modest, 128, "an eighth of an address's share for each of as many as there is room for");
        let all = take("192.0.2.1".to_owned(), 1);
        assert!(matches!(all, Err(UsedUp { by: UsedBy::All, left: 0, .. })), "{all:?}");
    }
}
