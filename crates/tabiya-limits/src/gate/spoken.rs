// SPDX-License-Identifier: AGPL-3.0-or-later
//! What holds in both versions of HTTP that are spoken here.

use tokio::sync::watch;

/// The longest head of a request, in bytes.
pub(super) const MAX_HEAD: usize = 16 * 1024;

/// Waits until the server stops, or a door is closed.
pub(super) async fn told(ends: &mut watch::Receiver<bool>) {
    // The sender lives as long as the server or the door; where it is gone, these end as well.
    let _ = ends.wait_for(|ends| *ends).await;
}
