// SPDX-License-Identifier: AGPL-3.0-or-later
//! Under which addresses others on the local network reach this server.

use std::net::{IpAddr, SocketAddr};

/// Addresses such as `http://192.168.0.7:8080`; none where the server listens on loopback only.
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
}
