// SPDX-License-Identifier: AGPL-3.0-or-later
//! Guests are identified by an opaque cookie.
//!
//! The cookie is a [`Secret`]. A guest's player id is the beginning of its hash. So the log of games contains nothing
//! with which somebody could play in another's name, and nothing is stored for a guest without a game.

use axum::http::{HeaderMap, HeaderValue};
use tabiya_game::PlayerId;

use crate::cookies::{SetCookie, YEAR, cookies};
use crate::secret::{Secret, hash_of_secret};

const NAME: &str = "tabiya_guest";

/// The player of the first well-formed guest cookie; `None` without one.
pub fn from_cookie(headers: &HeaderMap) -> Option<PlayerId> {
    let hash = cookies(headers, NAME).find_map(hash_of_secret)?;
    let bytes = hash[..PlayerId::LEN].try_into().expect("a hash has 32 bytes");
    Some(PlayerId::from_bytes(bytes))
}

/// A `Set-Cookie` header for a new guest; `secure` if players connect over TLS.
pub fn new_guest_cookie(secure: bool) -> HeaderValue {
    SetCookie { name: NAME, path: "/", seconds: YEAR, secure }.header(Secret::random().text())
}

#[cfg(test)]
mod tests {
    use axum::http::header::COOKIE;

    use super::*;

    fn guest_with(cookie: &str) -> Option<PlayerId> {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, HeaderValue::from_bytes(cookie.as_bytes()).unwrap());
        from_cookie(&headers)
    }

    #[test]
    fn the_same_cookie_is_the_same_player() {
        let header = new_guest_cookie(false);
        let pair = header.to_str().unwrap().split(';').next().unwrap();
        let player = guest_with(pair);
        assert!(player.is_some());
        assert_eq!(player, guest_with(&format!("theme=dark; {pair}")));
        let other = new_guest_cookie(false);
        assert_ne!(player, guest_with(other.to_str().unwrap().split(';').next().unwrap()));
    }

    #[test]
    fn a_malformed_cookie_is_nobody() {
        for cookie in ["", "tabiya_guest", "tabiya_guest=", "tabiya_guest=abc", "tabiya_guest=zz"] {
            assert_eq!(guest_with(cookie), None, "{cookie:?}");
        }
        assert_eq!(guest_with(&format!("tabiya_guest={}", "G".repeat(64))), None);
    }

    #[test]
    fn the_first_well_formed_cookie_counts() {
        let (first, second) = ("a".repeat(64), "b".repeat(64));
        let player = guest_with(&format!("tabiya_guest={first}"));
        for before in ["tabiya_guest=", "tabiya_guest=abc", "tabiya_guest=é", "x=é"] {
            let cookies = format!("{before}; tabiya_guest={first}; tabiya_guest={second}");
            assert_eq!(guest_with(&cookies), player, "{before}");
        }
    }
}
