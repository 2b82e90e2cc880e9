// SPDX-License-Identifier: AGPL-3.0-or-later
//! The local network: the addresses of this server on it, and which callers are on it.

use std::net::{IpAddr, SocketAddr};

use if_addrs::IfAddr;
use ipnet::IpNet;

/// Addresses such as `http://192.168.0.7:8080`. Empty if the server listens only on loopback.
pub fn lan_urls(listening: SocketAddr) -> Vec<String> {
    let url = |ip: IpAddr| format!("http://{}", SocketAddr::new(ip, listening.port()));
    if listening.ip().is_loopback() {
        return Vec::new();
    }
    if !listening.ip().is_unspecified() {
        return vec![url(listening.ip())];
    }
    let mut addresses: Vec<IpAddr> = if_addrs::get_if_addrs()
        .unwrap_or_default()
        .into_iter()
        .map(|interface| interface.ip())
        .filter(|ip| match ip {
            IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local(),
            IpAddr::V6(ip) => listening.is_ipv6() && !ip.is_loopback() && !ip.is_unicast_link_local(),
        })
        .collect();
    addresses.sort();
    addresses.dedup();
    addresses.into_iter().map(url).collect()
}

/// Whether the address belongs to this machine or to a network that this machine is on.
pub fn is_on_our_network(address: IpAddr) -> bool {
    let address = address.to_canonical();
    address.is_loopback()
        || if_addrs::get_if_addrs().unwrap_or_default().into_iter().any(|interface| {
            let network = match interface.addr {
                IfAddr::V4(at) => IpNet::with_netmask(at.ip.into(), at.netmask.into()),
                IfAddr::V6(at) => IpNet::with_netmask(at.ip.into(), at.netmask.into()),
            };
            network.is_ok_and(|network| network.contains(&address))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_is_nobody_elses_address() {
        assert_eq!(lan_urls("127.0.0.1:8080".parse().unwrap()), Vec::<String>::new());
    }

    #[test]
    fn one_address_is_named_as_it_is() {
        assert_eq!(lan_urls("192.168.0.7:80".parse().unwrap()), ["http://192.168.0.7:80"]);
        assert_eq!(lan_urls("[fd00::7]:80".parse().unwrap()), ["http://[fd00::7]:80"]);
    }

    #[test]
    fn every_address_is_listed_without_loopback() {
        assert!(lan_urls("0.0.0.0:8080".parse().unwrap()).iter().all(|url| !url.contains("127.0.0.1")));
    }

    #[test]
    fn this_machine_is_on_its_network_and_a_stranger_is_not() {
        assert!(is_on_our_network("127.0.0.1".parse().unwrap()));
        assert!(is_on_our_network("::ffff:127.0.0.1".parse().unwrap()));
        // Reserved for documentation, so no network uses it.
        assert!(!is_on_our_network("203.0.113.7".parse().unwrap()));
        assert!(!is_on_our_network("2001:db8::7".parse().unwrap()));
    }
}
