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
        Err(error) => match error.kind() {
            io::ErrorKind::AddrInUse => match version() {
                Some(version) => reach(settings, address, &format!("has Tabiya {version}, which runs")),
                None => broken(
                    WHAT,
                    format!(
                        "{address} is taken by another program; stop it, or choose another port with --{setting}"
                    ),
                ),
            },
            io::ErrorKind::PermissionDenied => broken(
                WHAT,
                format!(
                    "{address} is for the system alone; choose one from 1024 on, or give the service CAP_NET_BIND_SERVICE"
                ),
            ),
            io::ErrorKind::AddrNotAvailable => broken(
                WHAT,
                format!(
                    "this machine has no address {}; choose one of its own with --{setting}",
                    address.ip()
                ),
            ),
            _ => broken(WHAT, format!("{address} can't be listened on: {error}")),
        },
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
