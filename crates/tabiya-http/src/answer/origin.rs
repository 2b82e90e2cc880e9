// SPDX-License-Identifier: AGPL-3.0-or-later
//! Calls that change something must come from a page of this server.
//!
//! A browser sends the page's origin with every such call, and pages can't forge it. With a cookie alone, any
//! site that a player visits could play in the player's name (OWASP ASVS 5.0, V3.5 and V4.4).

use axum::extract::FromRequestParts;
use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use tabiya_runtime::config::PublicUrl;

use super::ApiError;
use crate::state::App;

/// Proof that the request's `Origin` is the server's public URL. Without a public URL, the origin must name
/// the host to which the request was sent.
#[derive(Debug)]
pub(crate) struct SameOrigin;

impl FromRequestParts<App> for SameOrigin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        // A browser sends one. Of two nobody knows which the page's is.
        let header = |name| {
            let mut values = parts.headers.get_all(name).iter();
            let first = values.next().and_then(|value| value.to_str().ok());
            first.filter(|_| values.next().is_none())
        };
        let (origin, host) = (header(&ORIGIN), header(&HOST));
        let own = match (&app.config.public_url, origin, host) {
            (Some(url), Some(origin), _) => origin.eq_ignore_ascii_case(url.origin()),
            (None, Some(origin), Some(host)) => names_host(origin, host),
            (_, None, _) | (None, _, None) => false,
        };
        if own {
            return Ok(Self);
        }
        let expected = app.config.public_url.as_ref().map_or("this server".to_owned(), PublicUrl::to_string);
        let found = match (origin, parts.headers.contains_key(ORIGIN)) {
            (Some(origin), _) => format!("{origin:?}"),
            (None, true) => "not one text".to_owned(),
            (None, false) => "missing".to_owned(),
        };
        Err(ApiError::ForeignOrigin { expected, found })
    }
}

fn names_host(origin: &str, host: &str) -> bool {
    let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::names_host;

    #[test]
    fn only_the_own_host_matches() {
        assert!(names_host("http://127.0.0.1:8080", "127.0.0.1:8080"));
        assert!(names_host("https://chess.example", "chess.example"));
        assert!(names_host("http://Club.Local:8080", "club.local:8080"));
        for foreign in ["http://127.0.0.1:8081", "http://evil.example", "null", "", "127.0.0.1:8080"] {
            assert!(!names_host(foreign, "127.0.0.1:8080"), "{foreign}");
        }
        assert!(!names_host("http://chess.example.evil", "chess.example"));
    }
}
