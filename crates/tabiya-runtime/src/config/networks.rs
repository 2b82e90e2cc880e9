// SPDX-License-Identifier: AGPL-3.0-or-later
//! A set of addresses, in the form `10.0.0.0/8, ::1`.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;

/// A set of addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Networks(Vec<IpNet>);

impl Networks {
    /// Whether no address is in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the set contains this address. An IPv4-mapped IPv6 address counts as IPv4.
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }
}

/// A text that is not a list of networks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no address or network; write networks like 10.0.0.0/8 or 2001:db8::/32, separated by commas"
)]
pub struct NetworksError(String);

impl FromStr for Networks {
    type Err = NetworksError;

    /// Networks and single addresses, separated by commas. An empty text is the empty set.
    fn from_str(text: &str) -> Result<Self, NetworksError> {
        let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
        let network = |name: &str| {
            name.parse::<IpNet>()
                .or_else(|_| name.parse::<IpAddr>().map(IpNet::from))
                .map_err(|_| NetworksError(name.to_owned()))
        };
        names.map(network).collect::<Result<_, _>>().map(Self)
    }
}

impl fmt::Display for Networks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, network) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{network}")?;
        }
        Ok(())
    }
}

/// Whether this is an address of this machine, or of a range that is never routed on the internet (RFC 1918,
/// 3927, 4193, 4291 and 6598).
pub fn is_private(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(ip) => {
            let is_shared = ip.octets()[0] == 100 && ip.octets()[1] & 0xC0 == 64;
            ip.is_loopback() || ip.is_private() || ip.is_link_local() || is_shared
        }
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_and_single_addresses_are_read_and_written() {
        let networks: Networks = "10.0.0.0/8,::1 , 192.0.2.7".parse().unwrap();
        assert_eq!(networks.to_string(), "10.0.0.0/8, ::1/128, 192.0.2.7/32");
        assert_eq!(networks.to_string().parse(), Ok(networks));
        assert_eq!("".parse(), Ok(Networks::default()));
    }

    #[test]
    fn an_address_belongs_to_its_networks_only() {
        let networks: Networks = "10.0.0.0/8, ::1".parse().unwrap();
        for inside in ["10.1.2.3", "::1", "::ffff:10.1.2.3"] {
            assert!(networks.contains(inside.parse().unwrap()), "{inside}");
        }
        for outside in ["11.0.0.1", "::2", "127.0.0.1"] {
            assert!(!networks.contains(outside.parse().unwrap()), "{outside}");
        }
    }

    #[test]
    fn what_is_no_network_is_named() {
        for wrong in ["localhost", "10.0.0.0/33", "10.0.0", "10.0.0.0/8; ::1"] {
            let error = wrong.parse::<Networks>().unwrap_err();
            assert!(error.to_string().starts_with(&format!("{wrong:?}")), "{error}");
        }
    }

    #[test]
    fn private_addresses_are_known() {
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.31.0.1",
            "192.168.0.1",
            "169.254.1.1",
            "100.64.0.1",
            "100.127.255.255",
            "::1",
            "fd00::1",
            "fe80::1",
            "::ffff:10.0.0.1",
        ] {
            assert!(is_private(private.parse().unwrap()), "{private}");
        }
        for public in ["8.8.8.8", "172.32.0.1", "100.128.0.1", "100.63.0.1", "2001:db8::1", "::ffff:8.8.8.8"]
        {
            assert!(!is_private(public.parse().unwrap()), "{public}");
        }
    }
}
