// SPDX-License-Identifier: AGPL-3.0-or-later
//! The site as others call it: its name, its certificate, and the proxy in front.

use std::io::{Read, Write};
use std::net::ToSocketAddrs;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustls::client::ClientConnection;
use rustls::pki_types::{ServerName, UnixTime};
use rustls::time_provider::TimeProvider;
use rustls::{ClientConfig, StreamOwned};
use tabiya_server::PublicUrl;
use url::Url;

use super::finding::{Finding, broken, look, well};
use super::port::version_at;
use crate::bot::http::{connect, roots};
use crate::serve::Settings;

/// A certificate that ends within this time should have been renewed.
const SOON: Duration = Duration::from_secs(14 * 24 * 3_600);
/// How long the way to the site may take.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) fn examine(settings: &Settings) -> Vec<Finding> {
    // What does not go together stands among the settings.
    let Ok(Some(url)) = settings.site_url() else { return Vec::new() };
    let mut findings = vec![reached(&url)];
    findings.extend(certificate(&url));
    findings.extend(proxy(settings, &url));
    findings
}

/// Whether this server answers under its public address.
fn reached(url: &PublicUrl) -> Finding {
    let origin = url.origin();
    let Some((host, port)) = host_and_port(url) else {
        return broken("site", format!("{origin} has no host"));
    };
    if (host.as_str(), port).to_socket_addrs().is_err() {
        return broken(
            "site",
            format!(
                "the name {host} leads nowhere; let it point to this machine's address, at whoever sells names"
            ),
        );
    }
    match version_at(origin) {
        Ok(version) => well("site", format!("{origin} answers with Tabiya {version}")),
        Err(error) => {
            let said = format!("{error:#}");
            let advice = match () {
                () if said.contains("Expired") => "the certificate has expired; renew it",
                () if said.contains("UnknownIssuer") => {
                    "browsers don't know who made the certificate; get one from a known authority"
                }
                () if said.contains("NotValidForName") => "the certificate is for another name",
                () if said.contains("refused") => {
                    "nothing listens there; start the server and the proxy in front of it"
                }
                () if said.contains("no Tabiya") => "let the name, or the proxy, lead to this server",
                () => {
                    "look at the proxy in front of the server; a name may also be closed to calls from its own network"
                }
            };
            broken("site", format!("{origin} does not answer as this site: {said}; {advice}"))
        }
    }
}

fn host_and_port(url: &PublicUrl) -> Option<(String, u16)> {
    let url = Url::parse(url.origin()).ok()?;
    let host = url.host_str()?.trim_start_matches('[').trim_end_matches(']').to_owned();
    Some((host, url.port_or_known_default()?))
}

/// Whether the certificate is good for a while. Nothing is said where there is none, or where it is bad today.
fn certificate(url: &PublicUrl) -> Option<Finding> {
    if !url.origin().starts_with("https://") {
        return None;
    }
    shakes_hands(url, Duration::ZERO).ok()?;
    Some(match shakes_hands(url, SOON) {
        Ok(()) => well("certificate", "it is good for two weeks at least"),
        Err(_) => look(
            "certificate",
            "it ends within two weeks; whatever renews it has stopped, so look at its log",
        ),
    })
}

/// A clock that is ahead.
#[derive(Debug)]
struct Ahead(Duration);

impl TimeProvider for Ahead {
    fn current_time(&self) -> Option<UnixTime> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
        Some(UnixTime::since_unix_epoch(now + self.0))
    }
}

/// Whether a browser whose clock is so far ahead would trust the site.
fn shakes_hands(url: &PublicUrl, ahead: Duration) -> anyhow::Result<()> {
    let (host, port) = host_and_port(url).ok_or_else(|| anyhow::anyhow!("no host"))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_details(provider, Arc::new(Ahead(ahead)))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots())
        .with_no_client_auth();
    let stream = connect(&host, port, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let line = ClientConnection::new(Arc::new(config), ServerName::try_from(host.clone())?)?;
    let mut line = StreamOwned::new(line, stream);
    write!(line, "HEAD /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    line.flush()?;
    // The handshake is over when the first byte comes.
    line.read_exact(&mut [0])?;
    Ok(())
}

/// Whether the server believes the proxy that must be there.
fn proxy(settings: &Settings, url: &PublicUrl) -> Option<Finding> {
    let needs_one = url.is_https() && settings.https.is_none();
    if !needs_one {
        return None;
    }
    Some(if settings.trusted_proxies.is_empty() {
        look(
            "proxy",
            "trusted-proxies is empty, so everybody counts as one address; name the proxy in front, such as \"127.0.0.1, ::1\"",
        )
    } else {
        well("proxy", "what it says of callers' addresses is believed")
    })
}
