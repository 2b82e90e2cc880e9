// SPDX-License-Identifier: AGPL-3.0-or-later
//! The cookies of a request, read as bytes, and the header that sets one.
//!
//! A browser sends all cookies of a host in one header, also those that other programs on the host have set.
//! Their values need not be ASCII or UTF-8 (RFC 6265, 5.4). So each pair is read separately: an invalid one
//! does not affect the others.

use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};

/// Seconds of a year: for so long a browser keeps a cookie.
pub const YEAR: u32 = 365 * 24 * 60 * 60;

/// How a browser is to keep a cookie. Scripts never see it, and other sites send it with links alone.
#[derive(Clone, Copy, Debug)]
pub struct SetCookie {
    /// Its name.
    pub name: &'static str,
    /// The paths with which it is sent.
    pub path: &'static str,
    /// For how long; 0 takes it away.
    pub seconds: u32,
    /// Whether it is sent over TLS alone.
    pub secure: bool,
}

impl SetCookie {
    /// The text of a `Set-Cookie` header with this value.
    pub fn text(self, value: &str) -> String {
        let Self { name, path, seconds, secure } = self;
        let secure = if secure { "; Secure" } else { "" };
        format!("{name}={value}; Path={path}; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}")
    }

    /// The header with this value, which is a secret or nothing.
    pub(crate) fn header(self, value: &str) -> HeaderValue {
        HeaderValue::from_str(&self.text(value)).expect("hexadecimal digits and attributes are visible ASCII")
    }
}

/// The values of all cookies with this name, in the order in which they were sent. There may be several: one
/// for each path and domain for which the browser has the name.
pub fn cookies<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a [u8]> {
    headers
        .get_all(COOKIE)
        .iter()
        .flat_map(|header| header.as_bytes().split(|&byte| byte == b';'))
        .filter_map(|pair| {
            let equals = pair.iter().position(|&byte| byte == b'=')?;
            Some((pair[..equals].trim_ascii(), pair[equals + 1..].trim_ascii()))
        })
        .filter_map(move |(found, value)| (found == name.as_bytes()).then_some(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&[u8]], expected: &[&[u8]]) {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(COOKIE, HeaderValue::from_bytes(line).unwrap());
        }
        assert_eq!(cookies(&headers, "seat").collect::<Vec<_>>(), expected, "{lines:?}");
    }

    #[test]
    fn a_cookie_is_found_wherever_it_stands() {
        check(&[b"seat=a"], &[b"a"]);
        check(&[b"theme=dark;seat=a ; x=y"], &[b"a"]);
        check(&[b"theme=dark", b"seat=a"], &[b"a"]);
        check(&[b"seat=a=b"], &[b"a=b"]);
    }

    #[test]
    fn bytes_that_are_no_text_hide_nothing() {
        check(&["x=é; seat=a".as_bytes()], &[b"a"]);
        check(&[b"\xff\xfe; x=\xe9; seat=a; \xff"], &[b"a"]);
        check(&[b"x=\xe9", b"seat=a"], &[b"a"]);
    }

    #[test]
    fn all_of_one_name_are_given_in_their_order() {
        check(&[b"seat=a; seat=b", b"seat=c"], &[b"a", b"b", b"c"]);
    }

    #[test]
    fn other_names_and_pairs_without_a_value_are_passed_over() {
        for line in [&b""[..], b";;;", b"seat", b"Seat=a", b"seats=a", b"=seat", b"x=seat=a"] {
            check(&[line], &[]);
        }
    }
}
