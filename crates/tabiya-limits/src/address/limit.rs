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
        let private = caller.times();
        let lengths: &[(u8, u32)] =
            if caller.address.is_ipv4() { &[(32, 1)] } else { &[(64, 1), (48, WIDE)] };
        lengths.iter().map(move |&(length, wide)| (Self::around(&caller, length), private * wide))
    }

    /// The networks around a caller, the widest first, each with how many times as much as the narrowest it may have: for what
    /// there is little of for all together. Here the whole network of a provider or of a rented rack is one, since it may have
    /// any number of those that it contains.
    pub fn in_turns(caller: &Caller) -> impl DoubleEndedIterator<Item = (Self, u32)> {
        let caller = *caller;
        let lengths: &[(u8, u32)] =
            if caller.address.is_ipv4() { &[(24, 2), (32, 1)] } else { &[(32, 3), (48, 2), (64, 1)] };
        lengths.iter().map(move |&(length, wider)| (Self::around(&caller, length), wider))
    }

    /// The same networks, the narrowest first, for what a client holds and nobody can take away from it. A private address has
    /// no more of that than a public one. But a whole house may have private addresses side by side, so the networks around
    /// them have more.
    pub(crate) fn in_bounds(caller: &Caller) -> impl Iterator<Item = (Self, u32)> {
        let (narrowest, private) = (caller.network(), caller.times());
        Self::in_turns(caller).rev().map(move |(network, wider)| {
            (network, if network == narrowest { wider } else { wider * private })
        })
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

    /// How many times the limit of a public address this one has.
    pub fn times(&self) -> u32 {
        if self.is_favoured() { PRIVATE } else { 1 }
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

    /// So many more from there at a time.
    ///
    /// # Errors
    /// The limit, where they would be too many.
    pub(crate) fn enter_more(&self, caller: &Caller, times: usize) -> Result<Vec<AddressPlace>, u32> {
        (0..times).map(|_| self.enter(caller)).collect()
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
}
