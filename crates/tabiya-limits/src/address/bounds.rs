// SPDX-License-Identifier: AGPL-3.0-or-later
//! How much of what there is little of for all one network may hold: at an address, in a /48, and in the /24 or /32 around them.
//!
//! A bound for each network alone would still let a handful of networks take everything. So the last quarter is kept for those
//! that hold little.

use tabiya_runtime::config::Networks;

use super::{Caller, Counted};
use crate::tally::{Present, Tally};

/// Which part of everything is kept for networks that hold little, and which part of an address's bound is little.
const KEPT: u32 = 4;
const LITTLE: u32 = 8;

/// Counts what each network holds. Cheap to clone; all clones share the counts.
#[derive(Clone)]
pub struct NetworkBounds {
    present: Tally<Counted>,
    all: Tally<()>,
    each: u32,
    most: u32,
    unlimited: Networks,
}

/// What one entry takes up in the bounds of its networks and of all, until it is dropped.
pub struct NetworkPlace {
    _in_networks: Vec<Present<Counted>>,
    _of_all: Present<()>,
}

impl NetworkBounds {
    /// `each` for an IPv4 address or a /64; twice as much for an IPv4 /24 or a /48, three times for a /32, and for the networks
    /// around a private address ten times as much again. For the addresses in `unlimited` there is only the bound of all.
    pub fn new(each: u32, unlimited: &Networks) -> Self {
        let (present, all) = (Tally::default(), Tally::default());
        Self { present, all, each, most: u32::MAX, unlimited: unlimited.clone() }
    }

    /// All together have at most so many.
    #[must_use]
    pub fn of_all(self, most: u32) -> Self {
        Self { most, ..self }
    }

    /// One more to there; `None` where one of its networks or all together have too many.
    pub fn enter(&self, caller: &Caller) -> Option<NetworkPlace> {
        let kept = if self.holds_little(caller) { 0 } else { self.most / KEPT };
        let _of_all = self.all.enter((), self.most - kept)?;
        let is_unlimited = caller.is_in(&self.unlimited);
        let enter = |(counted, times)| {
            let most = if is_unlimited { u32::MAX } else { self.each.saturating_mul(times) };
            self.present.enter(counted, most)
        };
        let _in_networks = Counted::in_bounds(caller).map(enter).collect::<Option<_>>()?;
        Some(NetworkPlace { _in_networks, _of_all })
    }

    fn holds_little(&self, caller: &Caller) -> bool {
        let little = (self.each / LITTLE).max(1).saturating_mul(caller.times());
        Counted::in_turns(caller).next().is_none_or(|(widest, _)| self.present.of(&widest) < little)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(address: &str) -> Caller {
        Caller::direct(address.parse().unwrap())
    }

    #[test]
    fn bounds_hold_for_each_network_around_an_address() {
        let bounds = NetworkBounds::new(2, &"198.51.100.0/24".parse().unwrap());
        let enter = |address: &str| bounds.enter(&caller(address));
        // What it takes to fill each network: two of every narrower one.
        for (narrow, most) in [
            (&["203.0.113.1"][..], 2),
            (&["192.0.2.1", "192.0.2.2", "192.0.2.3"], 4),
            (&["2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1"], 4),
            (&["2001:db9:1::1", "2001:db9:2::1", "2001:db9:3::1", "2001:db9:4::1"], 6),
            (&["10.0.0.1", "10.0.0.2", "10.0.0.3"], 6),
        ] {
            let places: Vec<_> =
                narrow.iter().flat_map(|address| (0..3).filter_map(|_| enter(address))).collect();
            assert_eq!(places.len(), most, "{narrow:?}");
            drop(places);
            assert!(enter(narrow[0]).is_some(), "all have left");
        }
        let unlimited: Vec<_> = (0..100).map(|_| enter("198.51.100.7")).collect();
        assert!(unlimited.iter().all(Option::is_some));
    }

    /// Four networks took everything, each within its bound.
    #[test]
    fn whoever_holds_little_finds_a_place_where_a_few_networks_hold_all_that_they_may() {
        let bounds = NetworkBounds::new(16, &"192.0.2.0/24".parse().unwrap()).of_all(100);
        let enter = |address: &str| bounds.enter(&caller(address));
        let many: Vec<_> = (0..100).filter_map(|number| enter(&format!("203.0.{}.7", number % 4))).collect();
        assert_eq!(many.len(), 64);
        let without_bound: Vec<_> = (0..100).filter_map(|_| enter("192.0.2.7")).collect();
        assert_eq!(many.len() + without_bound.len(), 75, "nor does a network without a bound take all");
        let late: Vec<_> = (0..10).filter_map(|_| enter("2001:db8::1")).collect();
        assert_eq!(late.len(), 2, "little is an eighth of an address's bound");
        let others = (0..100).filter_map(|number| enter(&format!("198.51.{number}.7"))).collect::<Vec<_>>();
        assert_eq!(others.len(), 23, "all together are bounded");
    }
}
