// SPDX-License-Identifier: AGPL-3.0-or-later
//! How much one address may have, and which addresses count as one.
//!
//! An IPv4 address counts alone. An IPv6 customer gets a whole network and can take a new address for each call, so the
//! network /64 counts as one address, and the /48 around it, the most that a customer usually gets, has a wider limit of
//! its own (RIPE-690). A whole classroom may sit behind one private address, so these get more than public ones.

use ipnet::IpNet;
use tabiya_game::PlayerId;
use tabiya_runtime::config::{Limits, Networks, is_private};
use tabiya_runtime::identity::Identity;

use super::Caller;
use crate::tally::{Present, Tally};

/// How many times the limit of a public address a private one has.
const PRIVATE: u32 = 10;
/// How many times the limit of a /64 its /48 has.
const WIDE: u32 = 10;
/// The most that [`Counted::times`] gives.
pub(crate) const MOST_TIMES: u32 = PRIVATE * WIDE;

/// For whom a limit counts: text from outside can be neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CountedAs {
    /// One account, wherever it comes from.
    Account(PlayerId),
    /// Everybody without an account at what counts as one address.
    Network(Counted),
}

/// What counts as one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counted {
    network: IpNet,
    /// The callers behind a proxy that is not named: counted apart from the connections of the proxy's own address.
    is_hidden: bool,
}

impl Counted {
    /// The networks that a caller counts for, the narrowest first, each with how many times the ordinary limit it has.
    pub fn of(caller: &Caller) -> impl Iterator<Item = (Self, u32)> {
        let caller = *caller;
        let private = if caller.is_favoured() { PRIVATE } else { 1 };
        let lengths: &[(u8, u32)] =
            if caller.address.is_ipv4() { &[(32, 1)] } else { &[(64, 1), (48, WIDE)] };
        lengths.iter().map(move |&(length, wide)| (Self::around(&caller, length), private * wide))
    }

    /// The networks around a caller that take turns with others of their size, the widest first. Here the whole network of a
    /// provider or of a rented rack is one, since it may have any number of those that it contains.
    pub fn in_turns(caller: &Caller) -> impl Iterator<Item = Self> {
        let caller = *caller;
        let lengths: &[u8] = if caller.address.is_ipv4() { &[24, 32] } else { &[32, 48, 64] };
        lengths.iter().map(move |&length| Self::around(&caller, length))
    }

    /// The same networks, the narrowest first, each with how many times the narrowest one's bound it has: for what is counted
    /// because all of it together has a bound, of which no provider's customer or rented rack may take everything. A whole
    /// house may have private addresses side by side, so the wider of these have more.
    fn in_bounds(caller: &Caller) -> impl Iterator<Item = (Self, u32)> {
        let caller = *caller;
        let private = if caller.is_favoured() { PRIVATE } else { 1 };
        let wider: &[(u8, u32)] = if caller.address.is_ipv4() { &[(24, 2)] } else { &[(48, 2), (32, 3)] };
        let wider =
            wider.iter().map(move |&(length, times)| (Self::around(&caller, length), times * private));
        std::iter::once((caller.network(), 1)).chain(wider)
    }

    fn around(caller: &Caller, length: u8) -> Self {
        let network = IpNet::new(caller.address, length).expect("the length fits the address").trunc();
        Self { network, is_hidden: caller.is_hidden }
    }
}

impl Caller {
    /// Whether the address is private, and really the caller's: a whole classroom may have it.
    pub fn is_favoured(&self) -> bool {
        is_private(self.address) && !self.is_hidden
    }

    /// The network that counts as one address.
    pub fn network(&self) -> Counted {
        Counted::around(self, if self.address.is_ipv4() { 32 } else { 64 })
    }

    /// The key under which a limit counts: the account, or the caller's network. Guests count for the network, because a client
    /// can make any number of guest cookies.
    pub fn counted_as(&self, who: Option<&Identity>) -> CountedAs {
        let account = who.and_then(Identity::account);
        account
            .map_or_else(|| CountedAs::Network(self.network()), |account| CountedAs::Account(account.player))
    }
}

/// Counts what each address holds, such as connections, and refuses more than its limit. Cheap to clone; all clones share the
/// counts.
#[derive(Clone)]
pub struct AddressLimit {
    present: Tally<Counted>,
    most: u32,
    unlimited: Networks,
}

/// What one entry takes up in its addresses' limits, until it is dropped.
#[derive(Default)]
pub struct AddressPlace {
    _present: Vec<Present<Counted>>,
}

impl AddressLimit {
    /// The limit of connections that one address may hold at a time, from the settings.
    pub fn for_connections(limits: &Limits) -> Self {
        Self::new(limits.connections_per_address, &limits.unlimited_addresses)
    }

    /// `most` for each public address; no limit for the addresses in `unlimited`.
    pub(crate) fn new(most: u32, unlimited: &Networks) -> Self {
        Self { present: Tally::default(), most, unlimited: unlimited.clone() }
    }

    /// One more from there.
    ///
    /// # Errors
    /// The limit, where there are so many already.
    pub fn enter(&self, caller: &Caller) -> Result<AddressPlace, u32> {
        if caller.is_in(&self.unlimited) {
            return Ok(AddressPlace::default());
        }
        let enter = |(counted, times)| {
            let most = self.most.saturating_mul(times);
            self.present.enter(counted, most).ok_or(most)
        };
        Counted::of(caller).map(enter).collect::<Result<_, _>>().map(|_present| AddressPlace { _present })
    }
}

/// Counts what each network holds of something of which there is little for all: at an address, in a /48, and in the /24 or
/// /32 around them. Cheap to clone; all clones share the counts.
#[derive(Clone)]
pub struct NetworkBounds {
    present: Tally<Counted>,
    most: u32,
    unlimited: Networks,
}

impl NetworkBounds {
    /// `most` for an IPv4 address or a /64; twice as much for an IPv4 /24 or a /48, three times for a /32. No bound for the
    /// addresses in `unlimited`.
    pub fn new(most: u32, unlimited: &Networks) -> Self {
        Self { present: Tally::default(), most, unlimited: unlimited.clone() }
    }

    /// One more to there; `None` where one of its networks has so many already.
    pub fn enter(&self, caller: &Caller) -> Option<AddressPlace> {
        if caller.is_in(&self.unlimited) {
            return Some(AddressPlace::default());
        }
        let enter = |(counted, times)| self.present.enter(counted, self.most.saturating_mul(times));
        let _present = Counted::in_bounds(caller).map(enter).collect::<Option<_>>()?;
        Some(AddressPlace { _present })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(address: &str, is_hidden: bool) -> Vec<(String, u32)> {
        let caller = Caller { address: address.parse().unwrap(), is_hidden, by_proxy: false };
        Counted::of(&caller).map(|(counted, times)| (counted.network.to_string(), times)).collect()
    }

    #[test]
    fn an_ipv4_address_counts_alone() {
        assert_eq!(counted("203.0.113.7", false), [("203.0.113.7/32".into(), 1)]);
    }

    #[test]
    fn an_ipv6_address_counts_for_its_networks() {
        let networks = [("2001:db8:1:2::/64".into(), 1), ("2001:db8:1::/48".into(), WIDE)];
        assert_eq!(counted("2001:db8:1:2:3:4:5:6", false), networks);
        assert_eq!(counted("2001:db8:1:2::7", false), networks);
    }

    #[test]
    fn private_addresses_have_ten_times_as_much_unless_a_proxy_hides_behind_them() {
        for (address, network) in [("127.0.0.1", "127.0.0.1/32"), ("192.168.1.9", "192.168.1.9/32")] {
            assert_eq!(counted(address, false), [(network.into(), PRIVATE)]);
            assert_eq!(counted(address, true), [(network.into(), 1)]);
        }
        assert_eq!(
            counted("fd00::1", false),
            [("fd00::/64".into(), PRIVATE), ("fd00::/48".into(), MOST_TIMES)]
        );
    }

    /// A guest is a cookie that anybody writes.
    #[test]
    fn guests_count_for_their_network() {
        let caller = Caller::direct("203.0.113.7".parse().unwrap());
        let guest = |byte| Identity::guest(PlayerId::from_bytes([byte; PlayerId::LEN]));
        for who in [None, Some(guest(1)), Some(guest(2))] {
            assert_eq!(caller.counted_as(who.as_ref()), CountedAs::Network(caller.network()));
            assert_eq!(caller.network().network.to_string(), "203.0.113.7/32");
        }
    }

    #[test]
    fn a_network_is_full_however_many_addresses_it_has() {
        let limit = AddressLimit::new(2, &Networks::default());
        let enter = |address: &str| {
            limit.enter(&Caller { address: address.parse().unwrap(), is_hidden: false, by_proxy: false })
        };
        let _two = (enter("2001:db8::1").ok().unwrap(), enter("2001:db8::2").ok().unwrap());
        assert_eq!(enter("2001:db8::3").err(), Some(2));
        let others: Vec<_> = (1..10).map(|net| enter(&format!("2001:db8:0:{net}::1"))).collect();
        assert!(others.iter().all(Result::is_ok));
        let more: Vec<_> = (1..10).map(|net| enter(&format!("2001:db8:0:{net}::2"))).collect();
        assert!(more.iter().all(Result::is_ok));
        // Ten networks /64 with two each: the /48 is full.
        assert_eq!(enter("2001:db8:0:ffff::1").err(), Some(20));
        assert!(enter("2001:db8:1::1").is_ok());
    }

    #[test]
    fn bounds_hold_for_each_network_around_an_address() {
        let bounds = NetworkBounds::new(2, &"198.51.100.0/24".parse().unwrap());
        let enter = |address: &str| bounds.enter(&Caller::direct(address.parse().unwrap()));
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
}
