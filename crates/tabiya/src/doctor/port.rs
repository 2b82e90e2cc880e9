// SPDX-License-Identifier: AGPL-3.0-or-later
//! The port: whether the server can listen there, or which program does; and under which addresses others call.

use std::io;
use std::net::{SocketAddr, TcpListener};

use tabiya_server::lan_urls;

use super::finding::{Finding, broken, look, well};
use crate::bot::http::Server;
use crate::serve::Settings;

const WHAT: &str = "port";

/// A look at each of them.
pub(super) fn examine(settings: &Settings) -> Vec<Finding> {
    let plain = settings.listening();
    // Plain HTTP says who has both: a server takes them together.
    let version = || running(plain);
    let mut findings = vec![port(settings, plain, "listen", &version)];
    let secure = settings.listening_https();
    findings.extend(secure.map(|secure| port(settings, secure, "listen-https", &version)));
    findings
}

/// One port, by the setting that names it. `version` asks for that of the Tabiya that runs, if one does.
fn port(
    settings: &Settings,
    address: SocketAddr,
    setting: &str,
    version: &dyn Fn() -> Option<String>,
) -> Finding {
    match TcpListener::bind(address) {
        Ok(_) => reach(settings, address, "is free"),
        Err(error) => refused(settings, address, setting, &error, version),
    }
}

/// What it means that this address could not be listened on. Where the port is below 1024, the system refuses a user without the right to it
/// before it looks whether somebody listens there.
fn refused(
    settings: &Settings,
    address: SocketAddr,
    setting: &str,
    error: &io::Error,
    version: &dyn Fn() -> Option<String>,
) -> Finding {
    let kind = error.kind();
    if matches!(kind, io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied)
        && let Some(version) = version()
    {
        return reach(settings, address, &format!("has Tabiya {version}, which runs"));
    }
    match kind {
        io::ErrorKind::AddrInUse => broken(
            WHAT,
            format!(
                "{address} is taken by another program; stop it, or choose another port with --{setting}"
            ),
        ),
        // The service may have the right.
        io::ErrorKind::PermissionDenied => look(
            WHAT,
            format!(
                "no Tabiya answers at {address}, and this user may not try whether it is free; run this as root, choose a port from \
                 1024 on with --{setting}, or give the service CAP_NET_BIND_SERVICE"
            ),
        ),
        io::ErrorKind::AddrNotAvailable => broken(
            WHAT,
            format!("this machine has no address {}; choose one of its own with --{setting}", address.ip()),
        ),
        _ => broken(WHAT, format!("{address} can't be listened on: {error}")),
    }
}

/// The version of the Tabiya that answers at this address.
fn running(address: SocketAddr) -> Option<String> {
    let host = if address.ip().is_unspecified() { "127.0.0.1".to_owned() } else { address.ip().to_string() };
    let host = if host.contains(':') { format!("[{host}]") } else { host };
    version_at(&format!("http://{host}:{}", address.port())).ok()
}

/// The version of the Tabiya that answers at this URL.
pub(super) fn version_at(url: &str) -> anyhow::Result<String> {
    let info = Server::new(url, "none")?.get("/api/info")?;
    let version = info["version"].as_str().filter(|_| info["protocol"].is_u64());
    version.map(str::to_owned).ok_or_else(|| anyhow::anyhow!("what answers there is no Tabiya"))
}

/// Who can reach it.
fn reach(settings: &Settings, address: SocketAddr, state: &str) -> Finding {
    let is_secure = settings.listening_https() == Some(address);
    if settings.https.is_some() && !is_secure {
        return well(WHAT, format!("{address} {state}; plain HTTP leads to HTTPS from there"));
    }
    let scheme = if is_secure { "https" } else { "http" };
    if address.ip().is_loopback() {
        let proxy = if settings.public_url.is_some() {
            ", a proxy in front of it"
        } else {
            "; --lan lets your network in"
        };
        return well(WHAT, format!("{address} {state}, for this computer alone{proxy}"));
    }
    let urls = lan_urls(address, scheme);
    if urls.is_empty() {
        return look(WHAT, format!("{address} {state}, but this computer is on no network; connect it"));
    }
    well(WHAT, format!("{address} {state}; others open {}", urls.join(" or ")))
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, Command, FromArgMatches};

    use super::*;
    use crate::doctor::finding::State;

    /// With the package everybody but root is refused port 80, on which the service listens.
    #[test]
    fn a_port_that_this_user_may_not_have_is_well_where_the_server_has_it() {
        let matches = Settings::augment_args(Command::new("doctor")).get_matches_from(["doctor"]);
        let settings = Settings::from_arg_matches(&matches).expect("no flags are settings");
        let address = "127.0.0.1:80".parse().unwrap();
        let said = |kind: io::ErrorKind, version: Option<&str>| {
            refused(&settings, address, "listen", &kind.into(), &|| version.map(str::to_owned))
        };
        for kind in [io::ErrorKind::PermissionDenied, io::ErrorKind::AddrInUse] {
            let well = said(kind, Some("0.2.0"));
            assert_eq!(well.state, State::Well, "{}", well.said);
            assert!(well.said.contains("has Tabiya 0.2.0, which runs"), "{}", well.said);
        }
        let unknown = said(io::ErrorKind::PermissionDenied, None);
        assert_eq!(unknown.state, State::Look, "{}", unknown.said);
        assert!(unknown.said.contains("as root"), "{}", unknown.said);
        assert_eq!(said(io::ErrorKind::AddrInUse, None).state, State::Broken);
    }
}
