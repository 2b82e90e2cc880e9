// SPDX-License-Identifier: AGPL-3.0-or-later
//! Calls that change something must come from a page of this server.
//!
//! A browser sends the page's origin with every such call, and pages can't forge it. With a cookie alone, any
//! site that a player visits could play in the player's name (OWASP ASVS 5.0, V3.5 and V4.4).

use axum::extract::FromRequestParts;
use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
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
        if is_own(&parts.headers, app.config.public_url.as_ref()) {
            return Ok(Self);
        }
        Err(foreign(&parts.headers, app.config.public_url.as_ref()))
    }
}

/// Proof that no page of another site asks, for calls that only read, but much: otherwise such a page's visitors would take
/// the places of all. A program may, and whoever follows a link.
#[derive(Debug)]
pub(crate) struct NoOtherSite;

impl FromRequestParts<App> for NoOtherSite {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let public_url = app.config.public_url.as_ref();
        let is_foreign = is_from_another_site(&parts.headers, public_url);
        if is_foreign { Err(foreign(&parts.headers, public_url)) } else { Ok(Self) }
    }
}

fn foreign(headers: &HeaderMap, public_url: Option<&PublicUrl>) -> ApiError {
    let expected = public_url.map_or("this server".to_owned(), PublicUrl::to_string);
    let found = match (only(headers, &ORIGIN), headers.contains_key(ORIGIN)) {
        (Some(origin), _) => format!("{origin:?}"),
        (None, true) => "not one text".to_owned(),
        (None, false) => "missing".to_owned(),
    };
    ApiError::ForeignOrigin { expected, found }
}

/// Fetch Metadata Request Headers, 2.1 and 2.4.
const FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Whether a browser sends this for a page of another site. Programs send neither header. Whoever follows a link comes from
/// another site, too, but by their own will and once.
pub(crate) fn is_from_another_site(headers: &HeaderMap, public_url: Option<&PublicUrl>) -> bool {
    if headers.contains_key(ORIGIN) {
        return !is_own(headers, public_url);
    }
    let says = |name: HeaderName, word: &str| headers.get(name).is_some_and(|value| value == word);
    let is_elsewhere = says(FETCH_SITE, "cross-site") || says(FETCH_SITE, "same-site");
    is_elsewhere && !says(FETCH_DEST, "document")
}

/// Whether the request's `Origin` is ours.
fn is_own(headers: &HeaderMap, public_url: Option<&PublicUrl>) -> bool {
    match (public_url, only(headers, &ORIGIN), only(headers, &HOST)) {
        (Some(url), Some(origin), _) => origin.eq_ignore_ascii_case(url.origin()),
        (None, Some(origin), Some(host)) => names_host(origin, host),
        (_, None, _) | (None, _, None) => false,
    }
}

/// The header's text. A browser sends one; of two nobody knows which the page's is.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next().and_then(|value| value.to_str().ok());
    first.filter(|_| values.next().is_none())
}

fn names_host(origin: &str, host: &str) -> bool {
    let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn another_sites_page_is_told_from_a_program_a_link_and_our_own_page() {
        let foreign = |sent: &[(&'static str, &'static str)], public_url: Option<&str>| {
            let mut headers = HeaderMap::new();
            for (name, value) in sent {
                headers.append(*name, HeaderValue::from_static(value));
            }
            let public_url = public_url.map(|url| url.parse::<PublicUrl>().unwrap());
            is_from_another_site(&headers, public_url.as_ref())
        };
        let host = ("host", "127.0.0.1:8080");
        for (sent, is_foreign) in [
            (&[][..], false),
            (&[("origin", "http://127.0.0.1:8080")], false),
            (&[("origin", "https://evil.example")], true),
            (&[("origin", "null")], true),
            (&[("origin", "http://127.0.0.1:8080"), ("origin", "https://evil.example")], true),
            (&[("sec-fetch-site", "cross-site")], true),
            (&[("sec-fetch-site", "same-site"), ("sec-fetch-dest", "image")], true),
            (&[("sec-fetch-site", "cross-site"), ("sec-fetch-dest", "iframe")], true),
            (&[("sec-fetch-site", "cross-site"), ("sec-fetch-dest", "document")], false),
            (&[("sec-fetch-site", "same-origin")], false),
            (&[("sec-fetch-site", "none")], false),
        ] {
            let sent = [&[host], sent].concat();
            assert_eq!(foreign(&sent, None), is_foreign, "{sent:?}");
        }
        assert!(!foreign(&[host, ("origin", "https://chess.example")], Some("https://chess.example")));
        assert!(foreign(&[host, ("origin", "http://127.0.0.1:8080")], Some("https://chess.example")));
    }

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
