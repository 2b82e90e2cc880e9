// SPDX-License-Identifier: AGPL-3.0-or-later
//! Sessions: the cookie of a browser that is logged in.
//!
//! Under HTTPS it is called `__Host-tabiya`: a browser takes that only with `Secure`, for this host alone and all of its
//! paths, so no other program on the domain can plant one. On plain HTTP there is no such protection, and the name differs,
//! so that neither is taken for the other.

use axum::http::{HeaderMap, HeaderValue};

use crate::cookies::{SetCookie, YEAR, cookies};
use crate::secret::{Hash, Secret, hash_of_secret};

const SECURE: &str = "__Host-tabiya";
const PLAIN: &str = "tabiya_session";
/// Programs on other ports of the host can plant cookies of one name; more than this are not looked at.
const MOST: usize = 4;

const fn name(secure: bool) -> &'static str {
    if secure { SECURE } else { PLAIN }
}

/// The hashes of all well-formed session cookies.
pub fn from_cookies(headers: &HeaderMap, secure: bool) -> impl Iterator<Item = Hash> {
    cookies(headers, name(secure)).filter_map(hash_of_secret).take(MOST)
}

/// A `Set-Cookie` header that logs in with this secret.
pub fn session_cookie(secret: &Secret, secure: bool) -> HeaderValue {
    set(secret.text(), YEAR, secure)
}

/// A `Set-Cookie` header that takes the session's cookie away.
pub fn no_session_cookie(secure: bool) -> HeaderValue {
    set("", 0, secure)
}

fn set(value: &str, seconds: u32, secure: bool) -> HeaderValue {
    SetCookie { name: name(secure), path: "/", seconds, secure }.header(value)
}

#[cfg(test)]
mod tests {
    use axum::http::header::COOKIE;

    use super::*;

    fn hashes(cookie: &str, secure: bool) -> Vec<Hash> {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, HeaderValue::from_bytes(cookie.as_bytes()).unwrap());
        from_cookies(&headers, secure).collect()
    }

    #[test]
    fn a_cookie_counts_under_its_own_name_alone() {
        for secure in [false, true] {
            let secret = Secret::random();
            let header = session_cookie(&secret, secure);
            let text = header.to_str().unwrap();
            assert_eq!(text.contains("; Secure"), secure);
            assert!(
                text.contains("; HttpOnly") && text.contains("; SameSite=Lax") && text.contains("; Path=/;")
            );
            assert!(!text.contains("Domain"), "a __Host- cookie has none");
            let pair = text.split(';').next().unwrap();
            assert_eq!(hashes(&format!("x=é; {pair}; y"), secure), [secret.hash()]);
            assert!(hashes(pair, !secure).is_empty(), "the other name is not looked at");
        }
    }

    #[test]
    fn planted_cookies_hide_no_real_one_and_are_bounded() {
        let real = Secret::random();
        let planted = format!("tabiya_session={}", "0".repeat(64));
        let cookie = format!("tabiya_session=junk; {planted}; tabiya_session={}", real.text());
        assert!(hashes(&cookie, false).contains(&real.hash()));
        assert_eq!(hashes(&vec![planted; 100].join("; "), false).len(), MOST);
    }
}
