// SPDX-License-Identifier: AGPL-3.0-or-later
//! The address from which a request comes.
//!
//! Anybody can write anything into `X-Forwarded-For`. Only what trusted proxies have added counts, and each
//! adds its entry at the right end. So the header is read from the right, up to the first address that is not
//! a trusted proxy's (OWASP ASVS 5.0, V4.1.3). `Forwarded` (RFC 7239) is ignored: a proxy that writes the
//! other header would pass on a forged `Forwarded`.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use tabiya_runtime::config::Networks;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
/// Headers that proxies write. Any of them shows that there is a proxy.
const BY_A_PROXY: [HeaderName; 3] =
    [FORWARDED_FOR, HeaderName::from_static("forwarded"), HeaderName::from_static("x-real-ip")];

/// The origin of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The caller's address as far as it is known. An IPv4-mapped IPv6 address is written as IPv4.
    pub address: IpAddr,
    /// It came through a proxy that is not trusted or that names no address, so `address` is the proxy's.
    pub is_hidden: bool,
    /// It came through a trusted proxy.
    pub by_proxy: bool,
}

impl Caller {
    /// The caller of a connection that has not sent a request yet.
    pub fn direct(peer: IpAddr) -> Self {
        Self { address: peer.to_canonical(), is_hidden: false, by_proxy: false }
    }

    /// Whether it is certain that the caller's address is in these networks.
    pub fn is_in(&self, networks: &Networks) -> bool {
        !self.is_hidden && networks.contains(self.address)
    }

    /// The caller of a request that came from `peer` with these headers. Entries of `X-Forwarded-For` count
    /// where `trusted` proxies have added them.
    pub fn of(peer: IpAddr, headers: &HeaderMap, trusted: &Networks) -> Self {
        let mut caller = Self::direct(peer);
        if !trusted.contains(peer) {
            caller.is_hidden = BY_A_PROXY.iter().any(|name| headers.contains_key(name));
            return caller;
        }
        caller.by_proxy = true;
        // Read as bytes, because a caller may send invalid text, and the proxy's own entry follows it in the
        // same line.
        let lines: Vec<_> = headers.get_all(FORWARDED_FOR).iter().map(HeaderValue::as_bytes).collect();
        for hop in lines.iter().rev().flat_map(|line| line.rsplit(|&byte| byte == b',')) {
            let Some(address) = address_in(hop) else {
                caller.is_hidden = true;
                break;
            };
            caller.address = address.to_canonical();
            if !trusted.contains(address) {
                break;
            }
        }
        caller
    }
}

/// Some proxies add the port.
fn address_in(hop: &[u8]) -> Option<IpAddr> {
    let hop = std::str::from_utf8(hop).ok()?.trim();
    hop.parse().ok().or_else(|| hop.parse().ok().map(|address: SocketAddr| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(peer: &str, lines: &[&'static str]) -> String {
        let trusted = "127.0.0.1, 10.0.0.0/8".parse().unwrap();
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED_FOR, HeaderValue::from_static(line));
        }
        Caller::of(peer.parse().unwrap(), &headers, &trusted).address.to_string()
    }

    #[test]
    fn only_what_trusted_proxies_added_counts() {
        assert_eq!(address("127.0.0.1", &["203.0.113.7"]), "203.0.113.7");
        assert_eq!(address("127.0.0.1", &["1.1.1.1, 203.0.113.7"]), "203.0.113.7");
        assert_eq!(address("127.0.0.1", &["1.1.1.1, 203.0.113.7, 10.0.0.2"]), "203.0.113.7");
        assert_eq!(address("127.0.0.1", &["1.1.1.1", "203.0.113.7", "10.0.0.2"]), "203.0.113.7");
        assert_eq!(address("203.0.113.9", &["1.1.1.1"]), "203.0.113.9");
    }

    #[test]
    fn who_comes_from_inside_is_the_leftmost_of_ours() {
        assert_eq!(address("127.0.0.1", &["10.1.1.1, 10.0.0.2"]), "10.1.1.1");
        assert_eq!(address("127.0.0.1", &[]), "127.0.0.1");
    }

    #[test]
    fn what_is_no_address_ends_the_reading() {
        assert_eq!(address("127.0.0.1", &["1.1.1.1, nonsense, 10.0.0.2"]), "10.0.0.2");
        assert_eq!(address("127.0.0.1", &["nonsense"]), "127.0.0.1");
        assert_eq!(address("127.0.0.1", &["203.0.113.7:4711"]), "203.0.113.7");
        assert_eq!(address("::ffff:127.0.0.1", &["2001:db8::1"]), "2001:db8::1");
    }

    /// Otherwise a caller that sends `é` would be taken for the proxy itself, which may read the metrics.
    #[test]
    fn what_is_no_text_hides_only_what_stands_before_it() {
        let of = |line: &[u8]| {
            let mut headers = HeaderMap::new();
            headers.append(FORWARDED_FOR, HeaderValue::from_bytes(line).unwrap());
            Caller::of("127.0.0.1".parse().unwrap(), &headers, &"127.0.0.1".parse().unwrap())
        };
        let caller = of("é, 203.0.113.7".as_bytes());
        assert_eq!((caller.address.to_string(), caller.is_hidden), ("203.0.113.7".to_owned(), false));
        for unknown in [&b"\xe9"[..], b"unknown", b"unix:", b"203.0.113.7, _hidden", b""] {
            assert!(of(unknown).is_hidden, "{unknown:?}");
        }
    }

    #[test]
    fn a_proxy_that_is_not_named_is_noticed() {
        let mut headers = HeaderMap::new();
        let of =
            |headers: &HeaderMap| Caller::of("192.168.0.1".parse().unwrap(), headers, &Networks::default());
        let own = "192.168.0.0/16".parse().unwrap();
        assert!(!of(&headers).is_hidden && of(&headers).is_in(&own));
        for name in BY_A_PROXY {
            headers.clear();
            headers.append(name, HeaderValue::from_static("203.0.113.7"));
            let caller = of(&headers);
            assert!(caller.is_hidden && !caller.by_proxy && !caller.is_in(&own));
        }
    }
}
