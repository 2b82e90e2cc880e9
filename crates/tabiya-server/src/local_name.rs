// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya.local`: a name on the local network, without anybody who gives out names (mDNS, RFC 6762).
//!
//! If another server has the name already, this one is `tabiya-2.local`, and so on. It is an extra: where the network passes no multicast
//! on, or a phone does not ask this way, the address works.

use mdns_sd::{DaemonEvent, Error, IfKind, ServiceDaemon, ServiceInfo};
use tabiya_runtime::network::{LocalName, url_of};
use tabiya_runtime::stopping::stops;
use tokio::sync::watch;

/// The name that is asked for.
const NAME: &str = "tabiya.local.";

/// Answers to the name, at this port of HTTP or HTTPS, until the server stops, and then takes it back. `found` is told which name it has
/// become.
pub(crate) async fn run(port: u16, scheme: &'static str, found: LocalName, stopping: watch::Receiver<bool>) {
    if let Err(error) = answer(port, scheme, &found, stopping).await {
        tracing::info!(%error, "there is no local name: others type the address");
    }
    found.set(None);
}

async fn answer(
    port: u16,
    scheme: &str,
    found: &LocalName,
    mut stopping: watch::Receiver<bool>,
) -> Result<(), Error> {
    let daemon = ServiceDaemon::new()?;
    // Whoever is on this computer needs no name for it.
    daemon.disable_interface(vec![IfKind::LoopbackV4, IfKind::LoopbackV6])?;
    let events = daemon.monitor()?;
    let kind = format!("_{scheme}._tcp.local.");
    let service = ServiceInfo::new(&kind, "Tabiya", NAME, "", port, &[("path", "/")][..])?;
    daemon.register(service.enable_addr_auto())?;
    loop {
        let event = tokio::select! {
            event = events.recv_async() => event,
            () = stops(&mut stopping) => break,
        };
        match event {
            Ok(DaemonEvent::Announce(_, at)) => {
                let name = name_of(&at);
                if found.get().as_deref() != Some(name) {
                    found.set(Some(name.to_owned()));
                    let url = url_of(name, port, scheme);
                    tracing::info!("others on this network may also type {url}");
                }
            }
            Ok(DaemonEvent::Error(error)) => tracing::debug!(%error, "the local name"),
            Ok(_) => {}
            Err(_) => return Ok(()),
        }
    }
    // Says goodbye, so that nobody keeps the name in mind. A process that ends before that has told nobody.
    if let Ok(gone) = daemon.shutdown() {
        let _ = gone.recv_async().await;
    }
    Ok(())
}

/// The name in what is told of an announcement, such as `tabiya-2.local.:wlan0`.
fn name_of(announced: &str) -> &str {
    let name = announced.split(':').next().unwrap_or_default();
    name.strip_suffix('.').unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_told_from_the_interface() {
        assert_eq!(name_of("tabiya.local.:wlan0"), "tabiya.local");
        assert_eq!(name_of("tabiya-2.local.:vEthernet (WSL)"), "tabiya-2.local");
    }
}
