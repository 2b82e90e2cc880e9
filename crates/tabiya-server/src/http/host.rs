// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which host names this server answers to.
//!
//! A page of evil.example can let its own name point to this machine or to one of the local network (DNS rebinding). Its
//! visitors' browsers then take the answers for evil.example's own and let it read them. Such requests carry that name in
//! `Host`, so names that could belong to a stranger are refused. A name without a dot and the endings below can't be
//! bought; an IP address is no name.

use std::net::{Ipv4Addr, Ipv6Addr};

use axum::extract::{Request, State};
use axum::http::header::HOST;
use axum::http::{HeaderMap, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::ApiError;
use crate::app::App;
use crate::config::{Config, ends_with_label};

/// Endings for local networks alone (RFC 6761, RFC 6762, RFC 8375, and ICANN's reservation of `internal`; `lan` is what
/// many routers give).
const LOCAL_ENDINGS: [&str; 5] = ["localhost", "local", "lan", "home.arpa", "internal"];

/// Paths for programs that watch over the server; they may call it by any name.
const EXEMPT: [&str; 2] = ["/healthz", "/metrics"];

/// Lets a request in if it names a host that this server answers to.
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
    // A request may name the host in its first line too; a proxy or a cache goes by that one (RFC 9112, 3.2.2).
    let other = uri.authority().is_some_and(|authority| name_of(authority.as_str()).as_ref() != Some(&host));
    if other {
        return Some(ApiError::BadRequest(
            "the request names one host and its Host header another".to_owned(),
        ));
    }
    if is_ours(&host, config) { None } else { Some(ApiError::UnknownHost { host }) }
}

/// The host of `host[:port]`, in lower case and without the dot at its end.
fn name_of(authority: &str) -> Option<String> {
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

fn is_ours(host: &str, config: &Config) -> bool {
    host.starts_with('[')
        || host.parse::<Ipv4Addr>().is_ok()
        || !host.contains('.')
        || LOCAL_ENDINGS.iter().any(|ending| ends_with_label(host, ending))
        || config.public_url.as_ref().is_some_and(|url| url.host() == host)
        || config.allowed_hosts.contain(host)
        || machine_name().is_some_and(|name| name.eq_ignore_ascii_case(host))
}

/// What the machine is called.
#[cfg(unix)]
fn machine_name() -> Option<String> {
    Some(rustix::system::uname().nodename().to_string_lossy().into_owned())
}

/// There it has no dot, and is allowed as it is.
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
