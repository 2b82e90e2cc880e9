// SPDX-License-Identifier: AGPL-3.0-or-later
//! A set of addresses, written as `10.0.0.0/8, ::1`.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;

/// A set of addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Networks(Vec<IpNet>);

impl Networks {
    /// Whether the address belongs to the set. An IPv4 address that comes in IPv6's clothes is looked at as IPv4.
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }
}

/// Why a text names no networks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no address or network; write networks like 10.0.0.0/8 or 2001:db8::/32, separated by commas"
)]
pub struct NetworksError(String);

impl FromStr for Networks {
    type Err = NetworksError;

    /// Networks and single addresses, separated by commas; nothing is the empty set.
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
}
