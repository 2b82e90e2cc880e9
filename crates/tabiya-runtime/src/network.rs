// SPDX-License-Identifier: AGPL-3.0-or-later
//! The local network: the addresses of this server on it, which of them others most likely reach, and which callers are on it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::{Arc, PoisonError, RwLock};

use if_addrs::{IfAddr, Interface};
use ipnet::IpNet;

/// Beginnings of the names of interfaces that lead to no room with people in it: containers, virtual machines and tunnels. The
/// first ones are Linux's and macOS's, the others those of Windows, in small letters.
const VIRTUAL: [&str; 22] = [
    "docker",
    "br-",
    "veth",
    "virbr",
    "vboxnet",
    "vmnet",
    "lxc",
    "lxd",
    "podman",
    "cni",
    "flannel",
    "tun",
    "tap",
    "utun",
    "wg",
    "ppp",
    "tailscale",
    "zt",
    "vethernet",
    "virtualbox",
    "vmware",
    "hyper-v",
];

/// The name by which the local network finds this server, such as `tabiya.local`, if it has one. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct LocalName(Arc<RwLock<Option<String>>>);

impl LocalName {
    /// The name; `None` as long as there is none.
    pub fn get(&self) -> Option<String> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tells the name, or that there is none any more.
    pub fn set(&self, name: Option<String>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = name;
    }
}

/// Addresses such as `http://192.168.0.7:8080`, the one first that others most likely reach. Empty if the server listens only
/// on loopback. `scheme` is `http` or `https`.
pub fn lan_urls(listening: SocketAddr, scheme: &str) -> Vec<String> {
    let url = |ip| url(SocketAddr::new(ip, listening.port()), scheme);
    if listening.ip().is_loopback() {
        return Vec::new();
    }
    if !listening.ip().is_unspecified() {
        return vec![url(listening.ip())];
    }
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let named = interfaces.iter().map(|interface| (interface.name.as_str(), interface.ip()));
    let usable = named.filter(|(_, ip)| listening.is_ipv6() || ip.is_ipv4());
    likeliest_first(usable, &ways_out()).into_iter().map(url).collect()
}

/// What links to a server begin with that has no public URL: the address that others most likely reach, else this machine's own.
pub fn for_links(listening: SocketAddr, scheme: &str) -> String {
    let own = match listening.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    let others = lan_urls(listening, scheme).into_iter().next();
    others.unwrap_or_else(|| url(SocketAddr::new(own, listening.port()), scheme))
}

/// The address on which a server listens to be reached from the network: all of IPv4, or all of IPv6 where this machine has no
/// other.
pub fn everywhere() -> IpAddr {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    everywhere_of(interfaces.iter().map(Interface::ip))
}

fn everywhere_of(addresses: impl Iterator<Item = IpAddr>) -> IpAddr {
    let mut others = addresses.filter(|ip| is_for_others(*ip)).peekable();
    if others.peek().is_some() && others.all(|ip| ip.is_ipv6()) {
        Ipv6Addr::UNSPECIFIED.into()
    } else {
        Ipv4Addr::UNSPECIFIED.into()
    }
}

/// The address on which a server listens to be reached from everywhere: all of IPv6, with which all of IPv4 comes along, or
/// all of IPv4 on a machine that has no IPv6.
pub fn everywhere_of_both() -> IpAddr {
    let has_ipv6 = UdpSocket::bind((Ipv6Addr::UNSPECIFIED, 0)).is_ok();
    if has_ipv6 { Ipv6Addr::UNSPECIFIED.into() } else { Ipv4Addr::UNSPECIFIED.into() }
}

/// The addresses of this machine that others may call.
pub fn own_addresses() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let mut own: Vec<_> = interfaces.iter().map(Interface::ip).filter(|ip| is_for_others(*ip)).collect();
    own.sort_unstable();
    own.dedup();
    own
}

/// Whether this address is one of another machine.
pub fn is_of_another_machine(address: IpAddr) -> bool {
    let address = address.to_canonical();
    let is_ours = |interface: Interface| interface.ip() == address;
    !address.is_loopback() && !if_addrs::get_if_addrs().unwrap_or_default().into_iter().any(is_ours)
}

/// As a browser writes it: without the port that needs no saying.
fn url(address: SocketAddr, scheme: &str) -> String {
    match address.ip() {
        IpAddr::V4(ip) => url_of(&ip.to_string(), address.port(), scheme),
        IpAddr::V6(ip) => url_of(&format!("[{ip}]"), address.port(), scheme),
    }
}

/// The address of a host as a browser writes it. `scheme` is `http` or `https`.
pub fn url_of(host: &str, port: u16, scheme: &str) -> String {
    let usual_port = if scheme == "https" { 443 } else { 80 };
    if port == usual_port { format!("{scheme}://{host}") } else { format!("{scheme}://{host}:{port}") }
}

/// Neither this machine alone nor one cable alone.
fn is_for_others(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local(),
        IpAddr::V6(ip) => !ip.is_loopback() && !ip.is_unicast_link_local(),
    }
}

/// The addresses of interfaces, by what a room full of phones most likely is on: what is no container or tunnel, what leads to
/// the internet, then the ranges that home and school routers give out.
fn likeliest_first<'a>(named: impl Iterator<Item = (&'a str, IpAddr)>, ways_out: &[IpAddr]) -> Vec<IpAddr> {
    let mut ranked: Vec<_> = named
        .filter(|(_, ip)| is_for_others(*ip))
        .map(|(name, ip)| (is_virtual(name), ip.is_ipv6(), !ways_out.contains(&ip), range(ip), ip))
        .collect();
    ranked.sort();
    let mut addresses: Vec<IpAddr> = Vec::with_capacity(ranked.len());
    for (.., ip) in ranked {
        if !addresses.contains(&ip) {
            addresses.push(ip);
        }
    }
    addresses
}

fn is_virtual(name: &str) -> bool {
    let name = name.to_lowercase();
    VIRTUAL.iter().any(|beginning| name.starts_with(beginning))
}

/// In which order the address of a small network is guessed, by its range (RFC 1918, RFC 4193): the likeliest has 0.
fn range(ip: IpAddr) -> u8 {
    match ip {
        IpAddr::V4(ip) => match ip.octets() {
            [192, 168, ..] => 0,
            [10, ..] => 1,
            [172, second, ..] if second & 0xf0 == 16 => 2,
            _ => 3,
        },
        IpAddr::V6(ip) if ip.is_unique_local() => 0,
        IpAddr::V6(_) => 1,
    }
}

/// The addresses from which this machine would call a stranger. Connecting a datagram socket sends nothing. The strangers'
/// addresses are reserved for documentation (RFC 5737, RFC 3849).
fn ways_out() -> Vec<IpAddr> {
    let way = |own: SocketAddr, stranger: SocketAddr| {
        let socket = UdpSocket::bind(own).ok()?;
        socket.connect(stranger).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    let v4 = way((Ipv4Addr::UNSPECIFIED, 0).into(), (Ipv4Addr::new(192, 0, 2, 1), 9).into());
    let stranger = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);
    let v6 = way((Ipv6Addr::UNSPECIFIED, 0).into(), (stranger, 9).into());
    v4.into_iter().chain(v6).collect()
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
    fn links_name_an_address_that_a_browser_can_open() {
        for (listening, link) in
            [("127.0.0.1:8080", "http://127.0.0.1:8080"), ("192.0.2.7:9000", "http://192.0.2.7:9000")]
        {
            assert_eq!(for_links(listening.parse().unwrap(), "http"), link);
        }
        for everywhere in ["0.0.0.0:8080", "[::]:8080"] {
            let link = for_links(everywhere.parse().unwrap(), "http");
            assert!(!link.contains("//0.0.0.0") && !link.contains("[::]"), "{link}");
        }
    }

    #[test]
    fn loopback_is_nobody_elses_address() {
        assert_eq!(lan_urls("127.0.0.1:8080".parse().unwrap(), "http"), Vec::<String>::new());
    }

    #[test]
    fn one_address_is_named_as_it_is() {
        assert_eq!(lan_urls("192.168.0.7:8080".parse().unwrap(), "http"), ["http://192.168.0.7:8080"]);
        assert_eq!(lan_urls("[fd00::7]:8080".parse().unwrap(), "http"), ["http://[fd00::7]:8080"]);
        // So the page's own address is equal to it.
        assert_eq!(lan_urls("192.168.0.7:80".parse().unwrap(), "http"), ["http://192.168.0.7"]);
        assert_eq!(lan_urls("[fd00::7]:80".parse().unwrap(), "http"), ["http://[fd00::7]"]);
        assert_eq!(lan_urls("192.168.0.7:443".parse().unwrap(), "https"), ["https://192.168.0.7"]);
        assert_eq!(lan_urls("192.168.0.7:80".parse().unwrap(), "https"), ["https://192.168.0.7:80"]);
    }

    #[test]
    fn every_address_is_listed_without_loopback() {
        assert!(
            lan_urls("0.0.0.0:8080".parse().unwrap(), "http").iter().all(|url| !url.contains("127.0.0.1"))
        );
    }

    #[test]
    fn the_address_that_phones_reach_comes_first() {
        let ordered = |interfaces: &[(&str, &str)], ways_out: &[&str]| {
            let named = interfaces.iter().map(|(name, ip)| (*name, ip.parse().unwrap()));
            let ways_out: Vec<IpAddr> = ways_out.iter().map(|ip| ip.parse().unwrap()).collect();
            let ordered = likeliest_first(named, &ways_out);
            ordered.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        let laptop = [
            ("lo", "127.0.0.1"),
            ("docker0", "172.17.0.1"),
            ("tun0", "10.8.0.2"),
            ("eth0", "10.1.2.3"),
            ("wlan0", "192.168.178.20"),
            ("wlan0", "fe80::1"),
            ("wlan0", "2001:db8::20"),
            ("wlan0", "fd00::20"),
            ("eth1", "169.254.3.4"),
        ];
        // Nothing leads out: the range decides.
        assert_eq!(
            ordered(&laptop, &[]),
            "192.168.178.20 10.1.2.3 fd00::20 2001:db8::20 10.8.0.2 172.17.0.1"
        );
        // The cable leads out.
        assert!(ordered(&laptop, &["10.1.2.3"]).starts_with("10.1.2.3 192.168.178.20 "));
        // A tunnel that takes all the traffic is still not the room's network.
        assert!(ordered(&laptop, &["10.8.0.2"]).starts_with("192.168.178.20 10.1.2.3 "));
        assert!(ordered(&laptop, &["2001:db8::20"]).starts_with("192.168.178.20 10.1.2.3 2001:db8::20 "));
        let windows = [("vEthernet (WSL)", "172.20.0.1"), ("Wi-Fi", "172.16.9.9"), ("Wi-Fi", "172.16.9.9")];
        assert_eq!(ordered(&windows, &[]), "172.16.9.9 172.20.0.1");
        // Where there are only virtual ones, they are better than nothing.
        assert_eq!(ordered(&laptop[..2], &[]), "172.17.0.1");
    }

    #[test]
    fn a_network_of_ipv6_alone_is_listened_on_too() {
        let everywhere =
            |addresses: &[&str]| everywhere_of(addresses.iter().map(|ip| ip.parse().unwrap())).to_string();
        assert_eq!(everywhere(&["127.0.0.1", "::1"]), "0.0.0.0");
        assert_eq!(everywhere(&["127.0.0.1", "::1", "192.168.0.7", "fd00::7"]), "0.0.0.0");
        assert_eq!(everywhere(&["127.0.0.1", "::1", "fe80::1", "fd00::7"]), "::");
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
