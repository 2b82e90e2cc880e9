// SPDX-License-Identifier: AGPL-3.0-or-later
//! `--bus`: the connection to NATS that a server makes at its start.

use std::sync::Arc;

use anyhow::{Context, bail};
use tabiya_cluster::bus::{Bus, BusUrl, NatsBus};

use super::Settings;

/// Under which name the library of NATS logs. It logs each failed try to get a connection back; the server says itself, once,
/// when the connection goes and when it comes.
const LIBRARY: &str = "async_nats";

/// What is logged, without the library of NATS unless it is named.
pub(super) fn quiet_library(log: &str) -> String {
    if log.contains(LIBRARY) { log.to_owned() } else { format!("{log},{LIBRARY}=off") }
}

/// The connection to the named servers; `None` where none are named.
///
/// # Errors
/// If the address has no meaning, no server answers there, or no database is named that servers could share.
pub(super) async fn connect(settings: &Settings) -> anyhow::Result<Option<Arc<dyn Bus>>> {
    let Some(bus) = &settings.bus else { return Ok(None) };
    let url: BusUrl = bus.parse().context("bus")?;
    if settings.database.is_none() {
        bail!(
            "--bus joins servers that share a PostgreSQL database: name it with --database, or leave --bus out"
        );
    }
    let bus = NatsBus::connect(&url, &format!("tabiya {}", settings.listening())).await?;
    tracing::info!(servers = %url, "connected to NATS");
    Ok(Some(Arc::new(bus)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_quiet_unless_it_is_named() {
        assert_eq!(quiet_library("info"), "info,async_nats=off");
        assert_eq!(quiet_library("warn,async_nats=debug"), "warn,async_nats=debug");
    }
}
