// SPDX-License-Identifier: AGPL-3.0-or-later
//! What holds in both versions of HTTP that are spoken here.

use tokio::sync::watch;

/// The longest head of a request, in bytes.
pub(super) const MAX_HEAD: usize = 16 * 1024;

/// Waits until the server stops.
pub(super) async fn told(stopping: &mut watch::Receiver<bool>) {
    // The sender lives as long as the server; where it is gone, the server is stopping as well.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}
