// SPDX-License-Identifier: AGPL-3.0-or-later
//! Guests are identified by an opaque cookie.
//!
//! The cookie is 256 random bits. A guest's player id is a hash of it. So the log of games contains nothing
//! with which somebody could play in another's name, and nothing is stored for a guest without a game.

use axum::http::{HeaderMap, HeaderValue};
use sha2::{Digest, Sha256};
use tabiya_game::PlayerId;

use crate::chance;
use crate::cookies::cookies;

const NAME: &str = "tabiya_guest";
/// The number of random bytes in a cookie.
const SECRET_BYTES: usize = 32;
const YEAR_IN_SECONDS: u32 = 365 * 24 * 60 * 60;

/// The player of the first well-formed guest cookie; `None` without one.
pub fn from_cookie(headers: &HeaderMap) -> Option<PlayerId> {
    let secret = cookies(headers, NAME).find(|secret| is_well_formed(secret))?;
    let digest = Sha256::digest(secret);
    let bytes = digest[..PlayerId::LEN].try_into().expect("a SHA-256 digest has 32 bytes");
    Some(PlayerId::from_bytes(bytes))
}

/// A `Set-Cookie` header for a new guest; `secure` if players connect over TLS.
pub fn new_guest_cookie(secure: bool) -> HeaderValue {
    let secret: [u8; SECRET_BYTES] = chance::bytes();
    let mut text = format!("{NAME}=");
    for byte in secret {
        text.push_str(&format!("{byte:02x}"));
    }
    text.push_str(&format!("; Path=/; HttpOnly; SameSite=Lax; Max-Age={YEAR_IN_SECONDS}"));
    if secure {
        text.push_str("; Secure");
    }
    HeaderValue::from_str(&text).expect("hexadecimal digits and attributes are visible ASCII")
}

fn is_well_formed(secret: &[u8]) -> bool {
    secret.len() == 2 * SECRET_BYTES && secret.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
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
