// SPDX-License-Identifier: AGPL-3.0-or-later
//! The host names to which this server answers.
//!
//! A page of evil.example can let its own name resolve to this machine or to one of the local network (DNS
//! rebinding). Its visitors' browsers then believe that the answers come from evil.example, and let that page
//! read them. Such requests have that name in `Host`, so names that a stranger could own are refused. Names
//! without a dot and names with the endings below can't be bought, and an IP address is not a name.

use std::net::{Ipv4Addr, Ipv6Addr};

use axum::extract::{Request, State};
use axum::http::header::HOST;
use axum::http::{HeaderMap, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tabiya_runtime::config::{Config, ends_with_label};

use crate::answer::ApiError;
use crate::state::App;

/// Endings that are reserved for local networks (RFC 6761, RFC 6762, RFC 8375, and ICANN's reservation of
/// `internal`; many routers use `lan`).
const LOCAL_ENDINGS: [&str; 5] = ["localhost", "local", "lan", "home.arpa", "internal"];

/// Paths for monitoring programs, which may use any host name.
const EXEMPT: [&str; 2] = ["/healthz", "/metrics"];

/// Accepts a request if it names a host of this server.
pub(super) async fn check(State(app): State<App>, request: Request, next: Next) -> Response {
    if EXEMPT.contains(&request.uri().path()) {
        return next.run(request).await;
    }
    match refusal(request.headers(), request.uri(), &app.config) {
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    }
}

fn refusal(headers: &HeaderMap, uri: &Uri, config: &Config) -> Option<ApiError> {
    let mut values = headers.get_all(HOST).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return Some(ApiError::BadRequest("a request needs one Host header (RFC 9112, 3.2)".to_owned()));
    };
    let value = String::from_utf8_lossy(value.as_bytes());
    let Some(host) = name_of(&value) else {
        return Some(ApiError::BadRequest(format!("the Host header {value:?} is no host name")));
    };
    // The request line may name a host, too. Proxies and caches use that one (RFC 9112, 3.2.2).
    let other = uri.authority().is_some_and(|authority| name_of(authority.as_str()).as_ref() != Some(&host));
    if other {
        return Some(ApiError::BadRequest(
            "the request names one host and its Host header another".to_owned(),
        ));
    }
    if is_ours(&host, config) { None } else { Some(ApiError::UnknownHost { host }) }
}

/// The host in `host[:port]`, in lower case and without a dot at the end.
pub(super) fn name_of(authority: &str) -> Option<String> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (address, port) = rest.split_once(']')?;
            address.parse::<Ipv6Addr>().ok()?;
            (&authority[..address.len() + 2], port)
        }
        None => authority.split_at(authority.find(':').unwrap_or(authority.len())),
    };
    let has_port = port.is_empty() || port.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok());
    let is_plain = host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.[]:".contains(&byte));
    let name = host.strip_suffix('.').unwrap_or(host);
    (has_port && is_plain && !name.is_empty() && !name.starts_with('.')).then(|| name.to_ascii_lowercase())
}

pub(super) fn is_ours(host: &str, config: &Config) -> bool {
    host.starts_with('[')
        || host.parse::<Ipv4Addr>().is_ok()
        || !host.contains('.')
        || LOCAL_ENDINGS.iter().any(|ending| ends_with_label(host, ending))
        || config.public_url.as_ref().is_some_and(|url| url.host() == host)
        || config.allowed_hosts.contain(host)
        || machine_name().is_some_and(|name| name.eq_ignore_ascii_case(host))
}

/// The name of this machine.
#[cfg(unix)]
fn machine_name() -> Option<String> {
    Some(rustix::system::uname().nodename().to_string_lossy().into_owned())
}

/// On these systems it has no dot, so it is accepted anyway.
#[cfg(not(unix))]
fn machine_name() -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_found_in_what_browsers_send() {
        for (authority, name) in [
            ("127.0.0.1:8080", "127.0.0.1"),
            ("[::1]:8080", "[::1]"),
            ("[2001:DB8::1]", "[2001:db8::1]"),
            ("Chess.Example.", "chess.example"),
            ("localhost", "localhost"),
            ("my_server:80", "my_server"),
        ] {
            assert_eq!(name_of(authority).as_deref(), Some(name), "{authority}");
        }
        for wrong in [
            "",
            ":80",
            ".",
            "a:b",
            "a:80:80",
            "[::1",
            "[evil.example]",
            "a@b",
            "a b",
            "a/b",
            "é",
            "a:99999",
            "..",
            "a,b",
        ] {
            assert_eq!(name_of(wrong), None, "{wrong:?}");
        }
    }
}
