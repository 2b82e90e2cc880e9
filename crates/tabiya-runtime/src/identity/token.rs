// SPDX-License-Identifier: AGPL-3.0-or-later
//! Access tokens: the header `Authorization: Bearer TOKEN` (RFC 6750) of a program that acts for a player.
//!
//! A token opens what its scopes say and nothing else, so the page's calls do not know it: only the compatible API asks here.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;

/// The text of the header's token; `None` without one.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.trim().split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn the_scheme_is_read_without_regard_to_case() {
        for (value, token) in [
            ("Bearer abc", Some("abc")),
            ("bearer  abc ", Some("abc")),
            ("Basic abc", None),
            ("Bearer", None),
            ("", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(AUTHORIZATION, HeaderValue::from_static(value));
            assert_eq!(bearer(&headers), token, "{value:?}");
        }
        assert_eq!(bearer(&HeaderMap::new()), None);
    }
}
